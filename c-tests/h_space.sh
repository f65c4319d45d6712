#!/bin/sh
# H: a checkout whose path has a space, without network: make twice, the second time with nothing to do; the demo, which is silent on its
# standard error; programs of the tests; make install twice.
set -u
work=$PWD/build/check/h_space
there="$work/a check out"
rm -rf "$work"
mkdir -p "$there"
unset MAKEFLAGS MAKELEVEL MFLAGS LD_PRELOAD LD_LIBRARY_PATH
export CARGO_NET_OFFLINE=true

ok() { echo "ok H $*"; }
fail() { echo "FAIL H $*"; }
# Runs a command in the checkout; a failure is told with its last words.
check() { # name command...
    name=$1
    shift
    if (cd "$there" && "$@") >"$work/out" 2>"$work/errors"; then
        ok "$name"
    else
        fail "$name: $(cat "$work/out" "$work/errors" | grep -v '^$' | tail -n 1)"
    fi
}
make_() { "${MAKE:-make}" "$@" CC="$CC" CARGO="$CARGO" CARGO_TARGET_DIR="$there/target"; }

tar -cf - --exclude=./build --exclude=target --exclude=./.git . | tar -xf - -C "$there" || { fail "the tree cannot be copied"; exit 0; }
check "make in a path with a space" make_ all
again() {
    ls -lL --time-style=full-iso build/libz.so.1 build/libz.a build/minigzip >"$work/before"
    make_ all && ls -lL --time-style=full-iso build/libz.so.1 build/libz.a build/minigzip | diff "$work/before" -
}
check "make again builds nothing anew" again
silent() { make_ -s demo 2>"$work/said" && { grep -v -e 'Finished' "$work/said" >"$work/said.else" || return 0; } && cat "$work/said.else" && return 1; }
check "make demo, silent on its standard error" silent
programs() { CARGO_TARGET_DIR="$there/target" sh c-tests/run f_checksums h_run | tee "$work/programs" && grep -q ', 0 failed' "$work/programs"; }
check "programs of the tests compile and run" programs
install_twice() { make_ -s install PREFIX="$work/in stalled" && make_ -s install PREFIX="$work/in stalled" && test "$("$work/in stalled/bin/zlazy-run" --where)" = "$work/in stalled/lib/libz.so.1"; }
check "make install, twice" install_twice
rm -rf "$there/target"
exit 0
