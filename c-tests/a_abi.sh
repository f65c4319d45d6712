#!/bin/sh
# The shared library as the dynamic linker sees it, and the archive as the linker does: names, versions, soname, needs, size.
# The table is abi.tsv.
set -u
work=build/check/abi
so=build/libz.so.1
mkdir -p "$work"

equal() { # name expected actual
    if diff "$2" "$3" >"$work/diff"; then
        echo "ok $1"
    else
        echo "FAIL $1: $(sed -n 's/^< /missing: /p; s/^> /extra: /p' "$work/diff" | tr '\t\n' ' ;' | cut -c 1-300)"
    fi
}

if ! command -v readelf >/dev/null || ! command -v nm >/dev/null; then
    echo "skip A1 A2 A3 the binaries: readelf and nm are not installed"
    exit 0
fi

grep -v '^#' c-tests/abi.tsv | cut -f 1,2 | sort >"$work/table"

# Lines of --dyn-syms: number, value, size, type, binding, visibility, section, name@@version.
readelf --dyn-syms -W $so | awk '$4 == "FUNC" && $7 != "UND" || $4 == "OBJECT" && $7 ~ /^[0-9]+$/ {
    n = split($8, part, /@+/); print part[1] "\t" (n > 1 ? part[2] : "-") }' | sort >"$work/exports"
equal "A1 A3 exported names and their versions" "$work/table" "$work/exports"

# The nodes, whether or not a name is in them yet, each with the one it follows.
cut -f 2 c-tests/abi.tsv | grep '^Z' | sort -u >"$work/nodes"
readelf -V -W $so | sed -n '/Version definition/,/Version needs/s/.*Name: \(Z[A-Z0-9_.]*\).*/\1/p' | sort -u >"$work/defined"
equal "A1 version nodes" "$work/nodes" "$work/defined"
chain() { sed -n 's/^\(ZLIB[0-9_.]*\) {/\1/p' include/zlib.map; }
readelf -V -W $so | awk '/Name: ZLIB/ { name = $NF } /Parent 1: ZLIB/ { print name, "follows", $NF }' | sort >"$work/parents"
chain | sort -t . -k 1,1 -k 2,2n -k 3,3n -k 4,4n | awk 'before { print $1, "follows", before } { before = $1 }' | sort >"$work/chain"
equal "A1 each node follows the one before" "$work/chain" "$work/parents"

readelf -d -W $so | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' >"$work/soname"
echo libz.so.1 | equal "A2 soname" - "$work/soname"
readelf -d -W $so | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^libc\.' >"$work/needs"
equal "the C library is all that is needed" /dev/null "$work/needs"

echo 'int main(void) { return zlibVersion()[0] != 49; }' | sed '1s/^/#include "zlib.h"\n/' >"$work/link.c"
if "$CC" -Iinclude "$work/link.c" -o "$work/link" -Lbuild -lz; then
    readelf -d -W "$work/link" | sed -n 's/.*(NEEDED).*\[\(libz.*\)\]/\1/p' >"$work/recorded"
    echo libz.so.1 | equal "A2 a program linked with -lz asks for libz.so.1" - "$work/recorded"
else
    echo "FAIL A2 a program linked with -lz: does not link"
fi

size=$(wc -c <build/libz.so.1)
if [ "$size" -le 307200 ] && ! readelf -S -W $so | grep -q '\.symtab'; then
    echo "ok the library is stripped and has at most 300 KiB"
else
    echo "FAIL the library is stripped and has at most 300 KiB: $size bytes"
fi

nm -g --defined-only build/libz.a 2>/dev/null | awk 'NF == 3 && $3 !~ /^(_|rust_)/ { print $3 }' | sort -u >"$work/archive"
cut -f 1 "$work/table" | sort >"$work/names"
equal "A3 the archive's names" "$work/names" "$work/archive"

# Text that must not be in a library: where and by what it was built.
if strings -a $so 2>/dev/null | grep -e "$PWD" -e "$HOME/" >"$work/paths"; then
    echo "FAIL no path of this machine in the library: $(head -n 1 "$work/paths")"
else
    echo "ok no path of this machine in the library"
fi
