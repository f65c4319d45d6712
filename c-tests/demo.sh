#!/bin/sh
# "make demo": a real program compresses and decompresses a real file with the library preloaded, the system's zlib does the
# same, each reads what the other wrote, and a table says what it cost.
#
#   demo.sh [FILE]    FILE: what to compress; by default a tar of the project's own sources
#
# The program is python3 with its zlib module, or the project's own (demo/program.c) where there is none.
set -u
cd "$(dirname "$0")/.." || exit 1
CC=${CC:-cc}
work=build/demo
library=$PWD/build/libz.so.1

stop() {
    echo "demo: $*" >&2
    exit 1
}
[ -e "$library" ] || stop "build/libz.so.1 is missing: run make first"
command -v "$CC" >/dev/null || stop "$CC is missing: install a C compiler or set CC to yours"
mkdir -p "$work"

file=${1:-}
if [ -z "$file" ]; then
    command -v tar >/dev/null || stop "tar is missing: install it, or name a file with F=path"
    file=$work/sources.tar
    tar -cf "$file" Cargo.toml Makefile README.md src include c-tests || stop "tar could not pack the sources"
fi
[ -r "$file" ] && [ -s "$file" ] || stop "$file cannot be read or is empty: name another file with F=path"

# Linked to our library, run with whichever the linker is told to take.
"$CC" -O2 -Iinclude c-tests/demo/program.c -o "$work/program" "$library" -ldl || stop "demo/program.c does not compile"
# By the folder and the name: LD_PRELOAD takes no path with a space, and a relative one is lost where a program changes its folder.
ours() { env LD_PRELOAD=libz.so.1 LD_LIBRARY_PATH="$PWD/build" "$@"; }
theirs() { env -u LD_PRELOAD -u LD_LIBRARY_PATH "$@"; }
theirs "$work/program" init >/dev/null 2>&1 || stop "the system has no libz.so.1 to compare with: install zlib"

program=$work/program
name="the project's own program"
if command -v python3 >/dev/null; then
    version=$(ours python3 -c 'import zlib; print(zlib.ZLIB_RUNTIME_VERSION)' 2>/dev/null)
    if [ "$version" = 1.4.0 ]; then
        program="python3 c-tests/demo/program.py"
        name="python3, its zlib module"
    else
        echo "demo: python3 does not load libz.so.1 (its zlib module says \"$version\"), so a program of the project's runs"
    fi
fi

# Sets VERSION, RATE and WHERE from what a run printed.
run() { # ours|theirs role in out
    # shellcheck disable=SC2086
    report=$("$1" $program "$2" "$3" "$4") || stop "$name could not $2 $3 ($1)"
    version=${report%% *}
    rate=${report#* }
    where=${rate#* }
    rate=${rate%% *}
}
loaded() { # ours|theirs: is it the right library?
    case $1 in
    ours) case $where in "$PWD"/build/libz.so*) ;; *) stop "the program got $where, not $library" ;; esac ;;
    theirs) case $where in "$PWD"/*) stop "the program got $where, not the system's zlib" ;; esac ;;
    esac
}
same() { cmp -s "$file" "$1" || stop "$2: the content is not that of $file"; }

for who in ours theirs; do
    run $who pack "$file" "$work/$who.z"
    loaded $who
    eval "${who}_version=\$version ${who}_where=\$where ${who}_pack=\$rate"
done
# Each library unpacks what the other packed.
run ours unpack "$work/theirs.z" "$work/theirs.out"
loaded ours
ours_unpack=$rate
run theirs unpack "$work/ours.z" "$work/ours.out"
loaded theirs
theirs_unpack=$rate
same "$work/theirs.out" "what the system's zlib packed and zlazy unpacked"
same "$work/ours.out" "what zlazy packed and the system's zlib unpacked"
run ours unpack "$work/ours.z" "$work/own.out"
same "$work/own.out" "what zlazy packed and unpacked"

size() { wc -c <"$1" | tr -d ' '; }
row() { printf '%-8s %-8s %12s %8s %12s %12s %14s %14s\n' "$@"; }
share() { awk -v part="$(size "$1")" -v whole="$(size "$file")" 'BEGIN { printf "%.2f %%", 100 * part / whole }'; }
echo
echo "file:    $file, $(size "$file") bytes, level 6, zlib format"
echo "program: $name"
echo "zlazy:   $ours_where"
echo "system:  $theirs_where"
echo
row library version "packed, B" "of file" "pack, MB/s" "unpack, MB/s" "deflateInit, B" "inflateInit, B"
# shellcheck disable=SC2046
row zlazy "$ours_version" "$(size "$work/ours.z")" "$(share "$work/ours.z")" "$ours_pack" "$ours_unpack" $(ours "$work/program" init)
# shellcheck disable=SC2046
row system "$theirs_version" "$(size "$work/theirs.z")" "$(share "$work/theirs.z")" "$theirs_pack" "$theirs_unpack" $(theirs "$work/program" init)
echo
echo "Each library unpacked what the other had packed; the content was the file's, byte for byte."
