#!/bin/sh
# A8, A9: C libraries that choose by ZLIB_VERNUM what they call are compiled with our zlib.h, linked to build/libz.so.1, and work.
# Their sources come through cargo (c-tests/consumers); without them all of this is skipped.
set -u
dir=$CARGO_TARGET_DIR/consumers
work=build/check/a_consumers
rm -rf "$work"
mkdir -p "$work"

if ! sh c-tests/consumers/build >"$work/build.out" 2>&1; then
    echo "skip A8 programs that use zlib: $(tail -n 1 "$work/build.out")"
    exit 0
fi

# True if the library was compiled and this makes a program of it that gets ours; otherwise the reason is a failure.
links() { # check archive command...
    name=$1 archive=$2
    shift 2
    if [ ! -e "$dir/$archive.a" ]; then
        echo "FAIL $name: does not compile: $(grep -m 1 error "$dir/$archive.log")"
    elif ! "$CC" -o "$work/$archive" "$@" "$dir/$archive.a" build/libz.so.1 -pthread -ldl -lm >"$work/$archive.errors" 2>&1; then
        echo "FAIL $name: does not link: $(grep -m 1 -e error -e undefined "$work/$archive.errors")"
    elif ! LD_LIBRARY_PATH=$PWD/build LD_TRACE_LOADED_OBJECTS=1 "$work/$archive" | grep -q "=> $PWD/build/libz.so.1 "; then
        echo "FAIL $name: does not load build/libz.so.1"
    else
        return 0
    fi
    return 1
}

# A program of ours on a library: its lines are the checks.
program() { # archive compiler's option...
    archive=$1
    shift
    links "A8 $archive" "$archive" -std=gnu11 -Ic-tests -Iinclude "$@" "c-tests/consumers/$archive.c" || return
    LD_LIBRARY_PATH=$PWD/build EXPECT=zlazy LD_BIND_NOW=1 "$work/$archive" "$work/$archive.folder" >"$work/$archive.out" 2>&1
    status=$?
    cat "$work/$archive.out"
    [ $status = 0 ] || grep -q '^FAIL ' "$work/$archive.out" || echo "FAIL A8 $archive: ended with status $status"
}

program png -I"$dir/config" -I"$dir/libpng-sys/vendor"
program git -I"$dir/libgit2-sys/libgit2/include"
program curl -I"$dir/curl-sys/curl/include" -DCURL_STATICLIB
if echo '#include <openssl/ssl.h>' | "$CC" -E -x c - >/dev/null 2>&1; then
    program ssh -I"$dir/libssh2-sys/libssh2/include" -I"$dir/libssh2-sys/libssh2/src" -DLIBSSH2_OPENSSL -DLIBSSH2_HAVE_ZLIB \
        -DHAVE_UNISTD_H -DHAVE_INTTYPES_H -DHAVE_SYS_SELECT_H -DHAVE_SYS_SOCKET_H -DHAVE_SYS_TIME_H -DHAVE_GETTIMEOFDAY
else
    echo "skip A8 libssh2: its headers need OpenSSL's, which are not installed"
fi

# minizip's two programs: an archive, and its files again.
run() { LD_LIBRARY_PATH=$build LD_BIND_NOW=1 "$@" >>"$out/minizip.out" 2>&1; }
if links "A8 minizip" minizip && links "A8 miniunz" unzip; then
    build=$PWD/build out=$(cd "$work" && pwd)
    mkdir -p "$work/files" "$work/again"
    cp c-tests/*.c include/*.h build/libz.so.1 "$work/files"
    : >"$work/files/empty"
    if (cd "$work/files" && run ../minizip -9 ../archive.zip ./*.c && run ../minizip -1 -a ../archive.zip ./*.h libz.so.1 empty) &&
        (cd "$work" && run ./unzip -l archive.zip && run ./unzip -x archive.zip -d again) && diff -r "$work/files" "$work/again" >"$work/diff"; then
        echo "ok A8 minizip packs files and unpacks them"
    else
        echo "FAIL A8 minizip packs files and unpacks them: $(tail -n 1 "$work/diff" "$work/minizip.out" | tr '\n' ' ')"
    fi
fi

# What zlib tests itself with.
if links "A9 zlib's example" example; then
    if LD_LIBRARY_PATH=$PWD/build "$work/example" "$work/example.gz" >"$work/example.out" 2>&1 && ! grep -q warning "$work/example.out"; then
        echo "ok A9 zlib's own example.c"
    else
        echo "FAIL A9 zlib's own example.c: $(tail -n 1 "$work/example.out")"
    fi
fi
