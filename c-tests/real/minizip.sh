#!/bin/sh
# minizip: archives at every level, unpacked by itself and by unzip.
# Debian: minizip unzip
. "${0%/*}/ways"
needs minizip miniunzip unzip
proof minizip
archives() {
    for level in 0 1 6 9; do
        rm -rf ours.zip theirs.zip unpacked
        (cd data && ours minizip -o -$level ../ours.zip text bytes && theirs minizip -o -$level ../theirs.zip text bytes) >/dev/null || return 1
        unzip -q ours.zip -d unpacked && diff -r data unpacked && rm -rf unpacked && mkdir unpacked || return 1
        (cd unpacked && ours miniunzip -o ../theirs.zip >/dev/null) && diff -r data unpacked || return 1
    done
}
try "archives both ways" archives
