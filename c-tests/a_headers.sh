#!/bin/sh
# A9, A10: zlib.h and zconf.h with every standard of C and C++ that a program may be compiled with, and next to the system's.
set -u
work=build/check/a_headers
mkdir -p "$work"

# Old style and new, every macro that sources use.
cat >"$work/source.c" <<'END'
#include "zlib.h"
#if defined(_FILE_OFFSET_BITS) && !defined(Z_SOLO)
#  ifndef crc32_combine
#    error "_FILE_OFFSET_BITS=64 must rename the functions that take a length"
#  endif
#endif
#if ZLIB_VERNUM != 0x1400 || ZLIB_VER_MAJOR != 1 || ZLIB_VER_MINOR != 4 || ZLIB_VER_REVISION != 0 || ZLIB_VER_SUBREVISION != 0
#  error "the version's parts"
#endif
#if !defined(Z_HAVE_UNISTD_H) || !defined(OF) || !defined(STDC)
#  error "a macro is missing"
#endif
ZEXTERN int ZEXPORT from_zextern OF((z_const Bytef FAR *data, uIntf *lengths));
static voidpf give OF((voidpf opaque, uInt items, uInt size));
static void take OF((voidpf opaque, voidpf address));
static voidpf give(voidpf opaque, uInt items, uInt size) { (void)opaque, (void)items, (void)size; return Z_NULL; }
static void take(voidpf opaque, voidpf address) { (void)opaque, (void)address; }
static const Bytef text[] = "text";
int main(void) {
    z_stream strm;
    z_streamp pointer = &strm;
    gz_header header;
    struct internal_state *state = 0;
    unsigned char window[1];
    z_off_t offset = 0;
    z_size_t size = 0;
    const z_crc_t FAR *table = get_crc_table();
    uLong sum = adler32_combine(1, 1, offset) + crc32_combine(1, 1, offset) + crc32_combine_gen(offset) + table[1];
#ifndef Z_SOLO
    {
        gzFile file = gzopen("name", "rb");
        int (*print)(gzFile, const char *, ...) = gzprintf, (*list)(gzFile, const char *, va_list) = gzvprintf;
        sum += (uLong)gzgetc(file) + (uLong)(gzgetc)(file) + (uLong)gzseek(file, gztell(file), SEEK_SET) + (uLong)gzoffset(file);
        if (print == NULL || list == NULL || gzclose(file) != Z_OK) return 1;
    }
#ifdef _LARGEFILE64_SOURCE
    {
        gzFile file = gzopen64("name", "wb");
        sum += (uLong)(gzseek64(file, gztell64(file), SEEK_CUR) + gzoffset64(file));
    }
#endif
#endif
#ifdef _LARGEFILE64_SOURCE
    sum += crc32_combine64(1, 1, (z_off64_t)0) + crc32_combine_gen64(0) + adler32_combine64(1, 1, 0);
#endif
#ifdef ZLIB_CONST
    strm.next_in = text;
#else
    strm.next_in = (Bytef *)text;
#endif
    strm.zalloc = give, strm.zfree = take, strm.opaque = (voidpf)Z_NULL, strm.state = state;
    header.extra = Z_NULL;
    if (deflateInit(pointer, Z_BEST_SPEED) || deflateInit2(&strm, 1, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL, Z_FIXED)) return 1;
    if (inflateInit(&strm) || inflateInit2(&strm, 47) || inflateBackInit(&strm, MAX_WBITS, window)) return 1;
    return deflateSetHeader(&strm, &header) || zlib_version[0] != ZLIB_VERSION[0] || sum == compressBound_z(size);
}
END
cp "$work/source.c" "$work/source.cc"

# One standard of one compiler with every set of macros.
compiles() { # name suffix command...
    name=$1 suffix=$2
    shift 2
    for macros in "" -DZLIB_CONST -D_FILE_OFFSET_BITS=64 -D_LARGEFILE64_SOURCE "-D_LARGEFILE64_SOURCE=1 -D_FILE_OFFSET_BITS=64" \
        "-D_GNU_SOURCE -DZLIB_CONST" -DZ_SOLO \
        -DZLAZY_PREFIX "-DZLAZY_PREFIX -D_FILE_OFFSET_BITS=64" "-DZLAZY_PREFIX -D_LARGEFILE64_SOURCE"; do
        # shellcheck disable=SC2086
        if "$@" -Wall -Wextra -pedantic -Werror -Iinclude $macros -c "$work/source.$suffix" -o "$work/source.o" 2>"$work/errors"; then
            :
        else
            echo "FAIL A9 $name $macros: $(grep -m 1 -e error -e warning "$work/errors")"
            return
        fi
    done
    echo "ok A9 $name"
}
for standard in c89 gnu89 c99 c11 c17; do compiles "the headers as $standard" c "$CC" -std=$standard; done
cxx=${CXX:-c++}
for standard in c++98 c++11 c++17 c++20; do
    if command -v "$cxx" >/dev/null; then
        compiles "the headers as $standard" cc "$cxx" -std=$standard
    else
        echo "skip A9 the headers as $standard: no C++ compiler"
    fi
done

# The system's header, if there is one, must tell a compiler the same.
if ! echo '#include <zlib.h>' | "$CC" -E -x c - >/dev/null 2>&1; then
    echo "skip A10 the system's zlib.h: not installed"
elif "$CC" -std=gnu11 -w -Ic-tests c-tests/a_constants.c -o "$work/system" build/libz.a -pthread -ldl 2>"$work/errors" &&
    "$CC" -std=gnu11 -w -Ic-tests -Iinclude c-tests/a_constants.c -o "$work/ours" build/libz.a -pthread -ldl 2>>"$work/errors"; then
    "$work/system" >"$work/system.out"
    "$work/ours" >"$work/ours.out"
    if diff "$work/system.out" "$work/ours.out" >"$work/diff"; then
        echo "ok A10 the same as the system's zlib.h"
    else
        echo "FAIL A10 the same as the system's zlib.h: $(grep -m 1 '^[<>]' "$work/diff")"
    fi
else
    echo "FAIL A10 the same as the system's zlib.h: $(grep -m 1 error "$work/errors")"
fi
