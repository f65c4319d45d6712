#!/bin/sh
# sqlite3's archives (one step a file), its function zipfile, and dumps.
# Debian: sqlite3 unzip
. "${0%/*}/ways"
needs sqlite3 unzip
proof sqlite3 --version
archives() {
    rm -rf ours.sqlar theirs.sqlar ours.zip theirs.zip unpacked
    (cd data && ours sqlite3 ../ours.sqlar -A -c text bytes && theirs sqlite3 ../theirs.sqlar -A -c text bytes) || return 1
    mkdir unpacked && (cd unpacked && theirs sqlite3 ../ours.sqlar -A -x) && diff -r data unpacked && rm -rf unpacked || return 1
    mkdir unpacked && (cd unpacked && ours sqlite3 ../theirs.sqlar -A -x) && diff -r data unpacked && rm -rf unpacked || return 1
    ours sqlite3 :memory: "SELECT length(sqlar_uncompress(sz, 999999)) FROM (SELECT sqlar_compress(zeroblob(999999)) AS sz)" | grep -qx 999999 || return 1
    (cd data && ours sqlite3 ../ours.zip -A -c text bytes) && unzip -q ours.zip -d unpacked && diff -r data unpacked
}
try "sqlar and zip both ways" archives
