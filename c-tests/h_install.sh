#!/bin/sh
# H: what "make install" puts somewhere is found and works: pkg-config, CMake (both its ways), meson, a Rust program through
# libz-sys, the man pages, zlazy-run; in zlib's place and beside another zlib; and "make uninstall" leaves nothing. The folder that
# is installed to has a space in its name.
set -u
work=$PWD/build/check/h_install
there="$work/in stalled"
sources=$PWD/c-tests/install
rm -rf "$work"
mkdir -p "$work"
unset MAKEFLAGS MAKELEVEL MFLAGS LD_PRELOAD LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)

ok() { echo "ok H $*"; }
fail() { echo "FAIL H $*"; }
skip() { echo "skip H $*"; }
has() { command -v "$1" >/dev/null 2>&1; }
make_() { "${MAKE:-make}" -s "$@" CC="$CC" CARGO="$CARGO" >>"$work/make.out" 2>&1; }

# Runs a command; a failure is told with its last words.
check() { # name command...
    name=$1
    shift
    if "$@" >"$work/out" 2>&1; then ok "$name"; else fail "$name: $(grep -v '^$' "$work/out" | tail -n 1)"; fi
}

# True if a program of use.c says that it runs on the library in a folder, or has it inside.
runs() { # program shared|static
    said=$(LD_LIBRARY_PATH=$there/lib "$1") || { echo "ended with status $?"; return 1; }
    case "$2 $said" in
    "shared $version $there/lib/libz"*) ;;
    "static $version $1") ;;
    *) echo "said \"$said\""; return 1 ;;
    esac
}

# All that stands below a folder, with what is in it.
inventory() { (cd "$1" && find . \( -type f -o -type l \) | sort | while read -r file; do printf '%s %s\n' "$file" "$(readlink "$file" || cksum <"$file")"; done); }

if ! make_ install PREFIX="$there"; then
    fail "make install: $(tail -n 1 "$work/make.out")"
    exit 0
fi
inventory "$there" >"$work/first"
make_ install PREFIX="$there"
inventory "$there" >"$work/second"
check "make install twice puts the same" diff "$work/first" "$work/second"
for file in lib/libz.so.1 lib/libz.so lib/libz.a include/zlib.h include/zconf.h lib/pkgconfig/zlib.pc lib/pkgconfig/zlazy.pc \
    share/man/man3/zlazy.3 share/man/man1/zlazy-run.1 bin/zlazy-run lib/cmake/ZLIB/ZLIBConfig.cmake; do
    [ -s "$there/$file" ] || fail "make install: $file is missing"
done

pkg_config() { env PKG_CONFIG_PATH="$there/lib/pkgconfig" pkg-config "$@"; }
by_pkg_config() { # package program
    eval "\"\$CC\" \"\$sources/use.c\" -o \"\$2\" $(pkg_config --cflags --libs "$1") -ldl" && runs "$2" shared
}
if has pkg-config; then
    check "pkg-config zlib" by_pkg_config zlib "$work/pkg-zlib"
    check "pkg-config zlazy" by_pkg_config zlazy "$work/pkg-zlazy"
    check "pkg-config knows zlib's version" pkg_config --atleast-version=1.2.11 zlib
    check "pkg-config knows zlazy's version" pkg_config --exact-version="$version" zlazy
else
    skip "pkg-config: it is not installed"
fi
static() { "$CC" "$sources/use.c" -I"$there/include" "$there/lib/libz.a" -ldl -o "$work/static" && runs "$work/static" static; }
check "the archive" static

cmake_() { # way [program:kind...]
    way=$1
    shift
    CC=$CC cmake -S "$sources" -B "$work/cmake-$way" -DWAY="$way" -DCMAKE_PREFIX_PATH="$there" && cmake --build "$work/cmake-$way" || return 1
    for program; do runs "$work/cmake-$way/${program%:*}" "${program#*:}" || return 1; done
}
if has cmake; then
    check "CMake's package file" cmake_ config use:shared use-static:static
    check "CMake's own FindZLIB" cmake_ module use:shared
    grep -q 'found 1\.4' "$work/out" || fail "CMake's own FindZLIB: it finds no version: $(grep found "$work/out")"
else
    skip "CMake: it is not installed"
fi
meson_() {
    CC=$CC PKG_CONFIG_PATH="$there/lib/pkgconfig" meson setup "$work/meson" "$sources" && meson compile -C "$work/meson" && runs "$work/meson/use" shared
}
if has meson && has ninja && has pkg-config; then check "meson" meson_; else skip "meson: it, ninja or pkg-config is not installed"; fi

# The crates come once through cargo. A path with a space is not for the crate pkg-config, so this goes by a link.
rust() { # shared|static
    ln -sfn "$there" "$work/link"
    make_ install PREFIX="$work/link" && cp -R "$sources/rust" "$work" || return 1
    [ "$1" = shared ] || { ZLIB_STATIC=1 && export ZLIB_STATIC; }
    said=$(PKG_CONFIG_PATH="$work/link/lib/pkgconfig" LD_LIBRARY_PATH="$there/lib" CARGO_TARGET_DIR="$CARGO_TARGET_DIR/install-$1" \
        "$CARGO" run --quiet --locked $offline --manifest-path "$work/rust/Cargo.toml") || return 1
    [ "$said" = "$version" ] || { echo "said \"$said\""; return 1; }
    program=$CARGO_TARGET_DIR/install-$1/debug/use
    case $1 in
    shared) LD_LIBRARY_PATH="$there/lib" LD_TRACE_LOADED_OBJECTS=1 "$program" | grep -q "in stalled/lib/libz.so.1" ;;
    static) ! LD_TRACE_LOADED_OBJECTS=1 "$program" | grep 'libz\.' ;;
    esac
}
offline=--offline
"$CARGO" fetch --quiet --locked --offline --manifest-path "$sources/rust/Cargo.toml" 2>/dev/null ||
    { "$CARGO" fetch --quiet --locked --manifest-path "$sources/rust/Cargo.toml" 2>/dev/null || offline=no; }
if ! has pkg-config; then
    skip "a Rust program through libz-sys: pkg-config is not installed"
elif [ $offline = no ]; then
    skip "a Rust program through libz-sys: cargo could not bring flate2 and libz-sys"
else
    for kind in shared static; do check "a Rust program through libz-sys, $kind" rust $kind; done
    make_ install PREFIX="$there"
fi

if has man; then
    manual() { man -l "$there/share/man/man3/zlazy.3" | grep -q 'zlazy_pool_limit' && man -l "$there/share/man/man1/zlazy-run.1" | grep -q -e --verify; }
    check "the man pages can be read" manual
else
    skip "the man pages: man is not installed"
fi

make_ uninstall PREFIX="$there"
check "make uninstall leaves no file" test -z "$(find "$there" ! -type d)"
check "make uninstall leaves none of its own folders" test ! -e "$there/lib/cmake/ZLIB" -a ! -e "$there/lib/zlazy"

# Staged for a package: DESTDIR is nowhere in what is installed.
make_ install DESTDIR="$work/stage" PREFIX=/usr LIBDIR=/usr/lib/machine INCLUDEDIR=/usr/include/machine
staged() {
    [ -e "$work/stage/usr/lib/machine/libz.so.1" ] && [ -e "$work/stage/usr/include/machine/zlib.h" ] &&
        grep -q '^libdir=/usr/lib/machine$' "$work/stage/usr/lib/machine/pkgconfig/zlib.pc" && ! grep -rl "$work/stage" "$work/stage" --include='*.pc' --include='*.cmake' --include='zlazy-run'
}
check "DESTDIR, LIBDIR and INCLUDEDIR" staged
make_ uninstall DESTDIR="$work/stage" PREFIX=/usr LIBDIR=/usr/lib/machine INCLUDEDIR=/usr/include/machine
check "... and make uninstall with them" test -z "$(find "$work/stage" ! -type d)"

# Beside another zlib.
refused() { ! make_ install PREFIX="$there" MODE=other && tail -n 3 "$work/make.out" | grep -q 'MODE=other is not known'; }
check "another MODE is refused with a sentence" refused
if ! has "${OBJCOPY:-objcopy}"; then
    skip "MODE=zlazy: objcopy is not installed"
    exit 0
fi
if ! make_ install PREFIX="$there" MODE=zlazy; then
    fail "make install MODE=zlazy: $(tail -n 1 "$work/make.out")"
    exit 0
fi
check "MODE=zlazy does not touch zlib's files" test ! -e "$there/lib/libz.so.1" -a ! -e "$there/include/zlib.h" -a ! -e "$there/lib/pkgconfig/zlib.pc"
names() { sed 's/@.*//' | grep -v '^ZLAZY_' | sort; }
grep -v '^#' c-tests/abi.tsv | cut -f 1 | sed 's/^zlazy_//; s/^/zlazy_/' | sort >"$work/names"
if has nm; then
    nm -D --defined-only "$there/lib/libzlazy.so.0" | awk '{ print $3 }' | names >"$work/names.so"
    nm -g --defined-only "$there/lib/libzlazy.a" | awk 'NF == 3 { print $3 }' | names >"$work/names.a"
    check "libzlazy.so has every name with the prefix, and no other" diff "$work/names" "$work/names.so"
    check "libzlazy.a has every name with the prefix, and no other" diff "$work/names" "$work/names.a"
else
    skip "the names of libzlazy: nm is not installed"
fi
prefixed() { # program
    eval "\"\$CC\" \"\$sources/use.c\" -o \"\$1\" $(pkg_config --cflags --libs zlazy) -ldl" && runs "$1" shared
}
if has pkg-config; then check "MODE=zlazy: zlib's source with pkg-config zlazy" prefixed "$work/prefixed"; fi
if has cmake; then check "MODE=zlazy: CMake's package file" cmake_ zlazy use:shared use-static:static; fi
beside() { # zlib's headers, how to link it, how to link libzlazy
    "$CC" -c -I"$1" "$sources/both.c" -o "$work/both.o" && "$CC" -c -I"$there/include" "$sources/other.c" -o "$work/other.o" &&
        "$CC" "$work/both.o" "$work/other.o" "$2" "$3" -o "$work/both" &&
        said=$(LD_LIBRARY_PATH="$there/lib:$ORACLE" "$work/both") && [ "${said#* and }" = "$version" ] && [ "${said% and *}" = "$4" ]
}
if sh c-tests/oracle/build >"$work/oracle.out" 2>&1; then
    check "two zlibs in a process, both shared" beside "$ORACLE/include" "$ORACLE/libz-oracle.so" "$there/lib/libzlazy.so" 1.4
    check "two zlibs in a process, both static" beside "$ORACLE/include" "$ORACLE/libz-oracle.a" "$there/lib/libzlazy.a" 1.4
else
    skip "two zlibs in a process: $(tail -n 1 "$work/oracle.out")"
fi
check "MODE=zlazy: zlazy-run has a libz.so.1 of its own" test "$("$there/bin/zlazy-run" --where)" = "$there/lib/zlazy/libz.so.1"
check "... and it is there" test -s "$there/lib/zlazy/libz.so.1"
make_ uninstall PREFIX="$there" MODE=zlazy
check "make uninstall MODE=zlazy leaves no file" test -z "$(find "$there" ! -type d)"
exit 0
