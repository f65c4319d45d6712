#!/bin/sh
# pigz, in both formats, against gzip and itself on the system's zlib.
# Debian: pigz gzip
. "${0%/*}/ways"
needs pigz gzip
proof pigz --version
levels() {
    cat "$text" "$bytes" >file
    for level in 1 2 3 4 5 6 7 8 9; do
        ours pigz -$level -c file | gzip -dc | cmp - file || return 1
        gzip -$level -c file | ours pigz -dc | cmp - file || return 1
        ours pigz -z -$level -b 128 -p 3 -c file | theirs pigz -dc | cmp - file || return 1
    done
}
try "levels 1 to 9 both ways with gzip" levels
