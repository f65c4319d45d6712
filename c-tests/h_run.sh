#!/bin/sh
# H: zlazy-run runs a program on the library, counts what it does with it, and proves or denies that it does.
set -u
work=$PWD/build/check/h_run
run=$PWD/build/zlazy-run
rm -rf "$work"
mkdir -p "$work/else where"
unset LD_PRELOAD LD_LIBRARY_PATH ZLAZY_STATS ZLAZY_RUN
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)

check() { # name command...
    name=$1
    shift
    if "$@" >"$work/out" 2>&1; then echo "ok H zlazy-run: $name"; else echo "FAIL H zlazy-run: $name: $(tail -n 2 "$work/out" "$work/said" 2>/dev/null | tr '\n' ' ')"; fi
}
# Runs a command; its output is in said, its status in $status.
runs() { "$@" >"$work/said" 2>&1; status=$?; }
says() { grep -q -e "$1" "$work/said"; }

# A program that does a known amount of everything, and one that does nothing; both want libz.so.1.
cat >"$work/uses.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
static unsigned char text[40000], packed[50000], again[40000];
int main(int count, char **words) {
    z_stream strm = {0};
    uLongf length = sizeof packed, back = sizeof again;
    gzFile file;
    int i;
    if (count < 2) return 7;
    for (i = 0; i < 3; i++) {
        if (deflateInit(&strm, i == 2 ? 9 : 1)) return 1;
        strm.next_in = text, strm.avail_in = 10000, strm.next_out = packed, strm.avail_out = sizeof packed;
        if (deflate(&strm, Z_FINISH) != Z_STREAM_END || deflateEnd(&strm)) return 2;
    }
    length = sizeof packed;
    if (compress2(packed, &length, text, sizeof text, 3) || uncompress(again, &back, packed, length)) return 3;
    if (!(file = gzopen(words[1], "wb7")) || gzwrite(file, text, 5000) != 5000 || gzclose(file)) return 4;
    if (!(file = gzopen(words[1], "rb")) || gzread(file, again, 6000) != 5000 || gzclose(file)) return 5;
    puts(zlibVersion());
    return 3;
}
END
if ! "$CC" -Iinclude "$work/uses.c" -o "$work/uses" build/libz.so.1 2>"$work/errors"; then
    echo "FAIL H zlazy-run: $(head -n 1 "$work/errors")"
    exit 0
fi
glibc=yes
LD_LIBRARY_PATH=build LD_DEBUG=bindings "$work/uses" 2>&1 | grep -q 'binding file' || glibc=no

plain() { runs "$run" "$work/uses" "$work/file.gz"; [ $status = 3 ] && [ "$(cat "$work/said")" = 1.4.0 ]; }
check "the program's output and status are its own" plain
counts() {
    runs "$run" --stats "$work/uses" "$work/file.gz"
    [ $status = 3 ] && says '^zlazy-run: uses (process [0-9]*)$' && says 'deflate  *3 streams  *30000 bytes in .* level 1: 2  level 9: 1' &&
        says 'compress  *1 calls  *40000 bytes in .* level 3: 1' && says 'uncompress  *1 calls .* 40000 bytes out' &&
        says 'gz written  *1 files  *5000 bytes in .* level 7: 1' && says 'gz read  *1 files .* 5000 bytes out' &&
        says 'memory  *0 streams open hold 0 bytes; the most seen is [1-9]' && says 'pool .* it answered [1-9]'
}
check "--stats counts" counts
appends() {
    rm -f "$work/stats"
    (cd "$work" && "$run" --stats=stats "$work/uses" "$work/file.gz" && "$run" --stats="$work/stats" "$work/uses" "$work/file.gz") >"$work/said" 2>&1
    (cd "$work" && "$run" --stats=stats "$work/uses" "$work/file.gz") >"$work/said" 2>&1
    [ "$(grep -c '^zlazy-run: uses' "$work/stats")" = 2 ] && [ "$(cat "$work/said")" = 1.4.0 ]
}
check "--stats=FILE is appended to, and stderr silent" appends
unused() { runs "$run" --stats cat /dev/null; [ $status = 0 ] && says 'cat (process [0-9]*): used no zlib'; }
check "--stats of a program without zlib" unused
children() { runs "$run" --stats sh -c "'$work/uses' '$work/file.gz'; '$work/uses' '$work/file.gz'; :"; [ "$(grep -c '^zlazy-run: uses' "$work/said")" = 2 ]; }
check "--stats of a program's children" children
closes() { runs "$run" --stats sh -c "exec '$work/uses' '$work/file.gz' 2>&-"; [ $status = 3 ]; }
check "--stats of a program without stderr" closes

# Whole numbers of a build folder with a space.
cp build/libz.so.1 build/zlazy-stats.so "$work/else where"
sed "s#^library=.*#library='$work/else where/libz.so.1'#; s#^stats=.*#stats='$work/else where/zlazy-stats.so'#" "$run" >"$work/else where/zlazy-run"
spaces() { runs sh "$work/else where/zlazy-run" --stats "$work/uses" "$work/file.gz"; [ $status = 3 ] && says 'deflate  *3 streams'; }
check "a path with a space" spaces

usage() { "$run" --help | grep -q -e '--verify' && [ "$("$run" --where)" = "$PWD/build/libz.so.1" ]; }
check "--help and --where" usage
wrong() { runs "$run"; [ $status = 125 ] && says 'which program'; runs "$run" --what; [ $status = 125 ] && says 'unknown option'; }
check "calls that mean nothing" wrong
missing() { runs "$run" "$work/none"; [ $status = 127 ] && says 'there is no such program'; }
check "a program that is not there" missing

if [ $glibc = no ]; then
    echo "skip H zlazy-run: --verify needs the GNU C library's dynamic linker"
    exit 0
fi
proves() { runs "$run" --verify "$work/uses" "$work/file.gz"; [ $status = 3 ] && says "verified: [0-9]* functions of zlib asked for by $work/uses are those of $PWD/build/libz.so.1"; }
check "--verify proves" proves
both() { runs "$run" --verify --stats "$work/uses" "$work/file.gz"; [ $status = 3 ] && says 'verified: ' && says 'deflate  *3 streams'; }
check "--verify and --stats" both
denies() { # pattern program...
    pattern=$1
    shift
    runs "$run" --verify "$@"
    [ $status = 125 ] && says "$pattern"
}
check "--verify of a program without zlib" denies 'asked for a function of zlib' cat /dev/null
if "$CC" -Iinclude "$work/uses.c" -o "$work/static" build/libz.a -static 2>/dev/null; then
    check "--verify of a static program" denies 'linked statically' "$work/static" "$work/file.gz"
fi
"$CC" -Iinclude "$work/uses.c" -o "$work/inside" build/libz.a 2>/dev/null
check "--verify of a program with our archive inside" denies 'asked for a function of zlib' "$work/inside" "$work/file.gz"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$work/uses" >"$work/script"
chmod +x "$work/script"
through() { runs "$run" --verify "$work/script" "$work/file.gz"; [ $status = 3 ] && says 'verified: '; }
check "--verify through a script" through
# A program that is setuid to another user, which root alone can make.
cp "$work/uses" "$work/setuid"
if chown nobody "$work/setuid" 2>/dev/null && chmod u+s "$work/setuid" && touch "$work/writable.gz" && chmod a+w "$work/writable.gz" "$work"; then check "--verify of a setuid program" denies 'setuid' "$work/setuid" "$work/writable.gz"; fi
if sh c-tests/oracle/build >"$work/oracle.out" 2>&1; then
    # A library of the program binds to a zlib of its own.
    "$CC" -shared -fPIC -o "$work/libother.so" -Wl,-Bsymbolic -Wl,--whole-archive "$ORACLE/libz-oracle.a" -Wl,--no-whole-archive 2>/dev/null
    "$CC" -Iinclude "$work/uses.c" -o "$work/mixed" "$work/libother.so" -Wl,-rpath,"$work" 2>/dev/null
    check "--verify of a program with a zlib in another library: the preloaded one goes first" sh -c "'$run' --verify '$work/mixed' '$work/file.gz'; [ \$? = 3 ]"
fi
