#!/bin/sh
# squashfs-tools: a file system of gzip blocks, every level, several windows and strategies.
# Debian: squashfs-tools
. "${0%/*}/ways"
needs mksquashfs unsquashfs
proof mksquashfs -version
system() {
    for options in "-Xcompression-level 1" "-Xcompression-level 9 -Xwindow-size 15" "-Xcompression-level 5 -Xwindow-size 9" \
        "-Xstrategy default,filtered,huffman_only,run_length_encoded,fixed"; do
        rm -rf ours.squashfs theirs.squashfs unpacked
        # shellcheck disable=SC2086
        ours mksquashfs data ours.squashfs -quiet -no-progress -comp gzip $options >/dev/null && theirs unsquashfs -quiet -no-progress -dest unpacked ours.squashfs >/dev/null &&
            diff -r data unpacked && rm -rf unpacked && theirs mksquashfs data theirs.squashfs -quiet -no-progress -comp gzip $options >/dev/null &&
            ours unsquashfs -quiet -no-progress -dest unpacked theirs.squashfs >/dev/null && diff -r data unpacked || return 1
    done
}
try "a file system both ways" system
