#!/bin/sh
# qemu-img packs a disk (raw deflate of one cluster each, window of 4 KiB) and unpacks it.
# Debian: qemu-utils
. "${0%/*}/ways"
needs qemu-img
proof qemu-img --version
disk() {
    { cat "$text" "$bytes" "$text"; head -c 3000000 /dev/zero; cat "$bytes"; } >disk.raw
    truncate -s 16M disk.raw
    ours qemu-img convert -c -O qcow2 disk.raw ours.qcow2 && theirs qemu-img convert -O raw ours.qcow2 again.raw && cmp disk.raw again.raw &&
        theirs qemu-img convert -c -O qcow2 disk.raw theirs.qcow2 && ours qemu-img convert -O raw theirs.qcow2 again.raw && cmp disk.raw again.raw &&
        ours qemu-img check -q ours.qcow2 && ours qemu-img compare -q ours.qcow2 theirs.qcow2
}
try "convert -c both ways" disk
