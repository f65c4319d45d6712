#!/bin/sh
# gdb reads compressed debugging information; the compiler's assembler and objcopy, which link zlib through libbfd, write it.
# Debian: gdb binutils gcc libc6-dev
. "${0%/*}/ways"
needs gdb objcopy gcc readelf
printf 'struct pair { int first, second; };\nint main(void) { struct pair p = {40, 2}; return p.first + p.second; }\n' >"$work/program.c"
gcc -g -O0 "$work/program.c" -o "$work/plain" || exit 1
proof gdb --version
debugs() {
    ours objcopy --compress-debug-sections=zlib plain packed && theirs readelf -S -W packed | grep -q 'debug_info.* C ' &&
        ours gdb -q -batch -nx -ex 'ptype struct pair' packed | grep -q 'int second;' &&
        theirs gdb -q -batch -nx -ex 'ptype struct pair' packed | grep -q 'int second;' &&
        theirs objcopy --decompress-debug-sections packed again && theirs readelf -x .debug_info again >again.hex && theirs readelf -x .debug_info plain >plain.hex && diff plain.hex again.hex
}
try "compressed debugging information" debugs
