#!/bin/sh
# binutils: as, ld, objcopy and readelf with compressed sections.
# Debian: binutils gcc libc6-dev
. "${0%/*}/ways"
needs objcopy readelf gcc as
{
    for i in 1 2 3 4 5 6 7 8 9; do printf 'struct s%d { int a%d, b%d; }; int f%d(struct s%d *p) { return p->a%d + p->b%d; }\n' $i $i $i $i $i $i $i; done
} >"$work/many.c"
gcc -g -c "$work/many.c" -o "$work/plain.o" && gcc -g -S "$work/many.c" -o "$work/many.s" || exit 1
proof objcopy --version
sections() {
    for kind in zlib zlib-gnu zlib-gabi; do
        ours objcopy --compress-debug-sections=$kind plain.o packed.o && theirs objcopy --decompress-debug-sections packed.o again.o && cmp plain.o again.o &&
            theirs objcopy --compress-debug-sections=$kind plain.o packed.o && ours objcopy --decompress-debug-sections packed.o again.o && cmp plain.o again.o || return 1
    done
    ours as --compress-debug-sections=zlib many.s -o assembled.o && theirs objcopy --decompress-debug-sections assembled.o one.o && theirs as --nocompress-debug-sections many.s -o two.o && 
        theirs readelf -x .debug_info one.o >one && theirs readelf -x .debug_info two.o >two && diff one two &&
        ours readelf -z -x .debug_str assembled.o >one && theirs readelf -z -x .debug_str assembled.o >two && diff one two
}
try "compressed sections both ways" sections
