#!/bin/sh
# libarchive's bsdtar: gzip, zip and 7zip (deflate) archives.
# Debian: libarchive-tools
. "${0%/*}/ways"
needs bsdtar
proof bsdtar --version
archives() {
    for format in "-z --options gzip:compression-level=9" "-z --options gzip:compression-level=1" "--format zip" "--format 7zip --options 7zip:compression=deflate" "--format xar"; do
        for pair in ours:theirs theirs:ours; do
            rm -rf archive unpacked
            mkdir unpacked
            # shellcheck disable=SC2086
            ${pair%:*} bsdtar -c $format -f archive -C data text bytes && ${pair#*:} bsdtar -x -f archive -C unpacked && diff -r data unpacked || return 1
        done
    done
}
try "tar.gz, zip, 7zip and xar both ways" archives
