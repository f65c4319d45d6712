#!/bin/sh
# A1, A4: a program that was linked to another zlib runs on this one, by LD_PRELOAD and by LD_LIBRARY_PATH, and the dynamic linker
# has nothing to say about versions. The other zlib is the oracle linked as distributions link theirs, and the system's.
set -u
work=build/check/a_preload
mkdir -p "$work/distribution"

# Runs the guest with the variables given; ok if it got zlazy and stderr is empty.
guest() { # name program variable...
    name=$1 program=$2
    shift 2
    got=$(env "$@" LD_BIND_NOW=1 "$program" 2>"$work/stderr")
    status=$?
    if [ $status = 0 ] && [ "$got" = zlazy ] && [ ! -s "$work/stderr" ]; then
        echo "ok A1 $name"
    else
        echo "FAIL A1 $name: status $status, got ${got:-nothing}; $(head -n 1 "$work/stderr")"
    fi
}

# LD_PRELOAD takes no path with a space, which this folder's may have: so a relative one.
both() { # zlib program
    guest "linked to $1, LD_PRELOAD" "$2" LD_PRELOAD=build/libz.so.1 LD_LIBRARY_PATH="$work/distribution"
    guest "linked to $1, LD_LIBRARY_PATH" "$2" LD_LIBRARY_PATH="$PWD/build"
}

# zlib with its symbol versions, from the oracle's objects and the table.
if sh c-tests/oracle/build >"$work/oracle.out" 2>&1; then
    grep -v -e '^#' -e '	-' -e ZLAZY c-tests/abi.tsv | sort -t '	' -k 2 | awk -F '\t' '
        $2 != node { if (node) print "};"; node = $2; print node " { global:" } { print "  " $1 ";" } END { print "};" }' >"$work/map"
    if "$CC" -shared -Wl,-soname,libz.so.1 -Wl,--version-script="$work/map" -o "$work/distribution/libz.so.1" \
        -Wl,--whole-archive "$ORACLE/libz-oracle.a" -Wl,--no-whole-archive 2>"$work/errors" &&
        "$CC" -I"$ORACLE/include" c-tests/check/guest.c -o "$work/guest" "$work/distribution/libz.so.1" -ldl 2>>"$work/errors"; then
        got=$(LD_LIBRARY_PATH="$work/distribution" "$work/guest")
        [ "$got" = 1.4 ] && echo "ok A1 the guest on its own zlib" || echo "FAIL A1 the guest on its own zlib: got $got"
        both "a zlib with versions" "$work/guest"
    else
        echo "FAIL A1 linked to a zlib with versions: $(head -n 1 "$work/errors")"
    fi
else
    echo "skip A1 linked to a zlib with versions: $(tail -n 1 "$work/oracle.out")"
fi

if "$CC" c-tests/check/guest.c -o "$work/system-guest" -lz -ldl 2>"$work/errors"; then
    both "the system's zlib" "$work/system-guest"
else
    echo "skip A1 linked to the system's zlib: it has no zlib.h or no libz.so to link with"
fi
