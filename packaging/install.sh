#!/bin/sh
# What "make install" and "make uninstall" do: one table of files, put or taken away.
#
#   install.sh install|uninstall
#
# From the environment: MODE (zlib: in zlib's place; zlazy: beside another zlib, as libzlazy), PREFIX, LIBDIR, INCLUDEDIR, BINDIR,
# MANDIR, DESTDIR, VERSION (zlib's), ZLAZY_VERSION.
set -eu

# A file of the build, with a mode.
file() { # mode source folder
    case $action in
    install) mkdir -p "$DESTDIR$3" && install -m "$1" "$2" "$DESTDIR$3" ;;
    uninstall) rm -f "$DESTDIR$3/${2##*/}" ;;
    esac
}

# A link in a folder to a file in the same one.
link() { # file name folder
    case $action in
    install) ln -sf "$1" "$DESTDIR$3/$2" ;;
    uninstall) rm -f "$DESTDIR$3/$2" ;;
    esac
}

# A file made from a template in this folder: its @NAMES@ are replaced by what stands here.
made() { # mode template folder name
    [ "$action" = uninstall ] || fill "$2" >"build/installed/$4"
    file "$1" "build/installed/$4" "$3"
}
fill() { # template
    pointer=$(getconf LONG_BIT 2>/dev/null || echo 64)
    LIBRARY=$LIBRARY STATS=$LIBDIR/zlazy/zlazy-stats.so NAME=$NAME CFLAGS_OF_PC=$CFLAGS_OF_PC POINTER=$((pointer / 8)) awk '
        function put(word, text) { while ((at = index($0, word))) $0 = substr($0, 1, at - 1) text substr($0, at + length(word)) }
        BEGIN { words = split("PREFIX LIBDIR INCLUDEDIR VERSION ZLAZY_VERSION NAME CFLAGS_OF_PC POINTER LIBRARY STATS", word, " ") }
        {
            for (i = 1; i <= words; i++) put("@" word[i] "@", ENVIRON[word[i]])
            put("@PACKAGE_VERSION@", ENVIRON[ENVIRON["NAME"] == "z" ? "VERSION" : "ZLAZY_VERSION"])
            print
        }' "packaging/$1"
}

# A folder that is only ours, when its files are gone.
folder() {
    [ "$action" = install ] || rmdir "$DESTDIR$1" 2>/dev/null || :
}

# The library in zlib's place.
as_zlib() {
    NAME=z CFLAGS_OF_PC='"-I${includedir}"' LIBRARY=$LIBDIR/libz.so.1
    file 755 "build/libz.so.$VERSION" "$LIBDIR"
    link "libz.so.$VERSION" libz.so.1 "$LIBDIR"
    link "libz.so.$VERSION" libz.so "$LIBDIR"
    file 644 build/libz.a "$LIBDIR"
    file 644 include/zlib.h "$INCLUDEDIR"
    file 644 include/zconf.h "$INCLUDEDIR"
    made 644 zlib.pc.in "$LIBDIR/pkgconfig" zlib.pc
    made 644 ZLIBConfig.cmake.in "$LIBDIR/cmake/ZLIB" ZLIBConfig.cmake
    made 644 ConfigVersion.cmake.in "$LIBDIR/cmake/ZLIB" ZLIBConfigVersion.cmake
    folder "$LIBDIR/cmake/ZLIB"
}

# The library beside another zlib; the one in zlib's place stands aside, for zlazy-run.
as_zlazy() {
    NAME=zlazy CFLAGS_OF_PC='"-I${includedir}/zlazy" -DZLAZY_PREFIX' LIBRARY=$LIBDIR/zlazy/libz.so.1
    file 755 "build/libzlazy.so.$ZLAZY_VERSION" "$LIBDIR"
    link "libzlazy.so.$ZLAZY_VERSION" libzlazy.so.0 "$LIBDIR"
    link "libzlazy.so.$ZLAZY_VERSION" libzlazy.so "$LIBDIR"
    file 644 build/libzlazy.a "$LIBDIR"
    file 755 "build/libz.so.$VERSION" "$LIBDIR/zlazy"
    link "libz.so.$VERSION" libz.so.1 "$LIBDIR/zlazy"
    file 644 packaging/zlazy.h "$INCLUDEDIR"
    file 644 include/zlib.h "$INCLUDEDIR/zlazy"
    file 644 include/zconf.h "$INCLUDEDIR/zlazy"
    made 644 zlazyConfig.cmake.in "$LIBDIR/cmake/zlazy" zlazyConfig.cmake
    made 644 ConfigVersion.cmake.in "$LIBDIR/cmake/zlazy" zlazyConfigVersion.cmake
    folder "$LIBDIR/cmake/zlazy"
    folder "$INCLUDEDIR/zlazy"
}

# What both have.
with_both() {
    made 644 zlazy.pc.in "$LIBDIR/pkgconfig" zlazy.pc
    made 755 zlazy-run.in "$BINDIR" zlazy-run
    file 755 build/zlazy-stats.so "$LIBDIR/zlazy"
    file 644 packaging/zlazy.3 "$MANDIR/man3"
    file 644 packaging/zlazy-run.1 "$MANDIR/man1"
    folder "$LIBDIR/zlazy"
}

action=$1
mkdir -p build/installed
case $MODE in
zlib) as_zlib ;;
zlazy) as_zlazy ;;
*)
    echo "make: MODE=$MODE is not known: it is zlib (in zlib's place) or zlazy (beside another zlib)" >&2
    exit 1
    ;;
esac
with_both
