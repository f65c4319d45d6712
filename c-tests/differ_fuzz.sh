#!/bin/sh
# The fuzz targets (fuzz/) as plain programs on the library as it is: their corpora, and a fixed number of inputs from fixed seeds.
# CHECK_MINUTES (default 1) is how long they may take, about.
set -u
work=build/check/differ_fuzz
mkdir -p "$work"
minutes=${CHECK_MINUTES:-1}
if ! sh c-tests/oracle/build >"$work/oracle.out" 2>&1; then
    echo "skip fuzz targets: $(tail -n 1 "$work/oracle.out")"
    exit 0
fi

# TARGET ROUNDS: about five seconds each.
list="inflate 300000
decode 20000
pack 80000
encode 4000
same 20000
calls 10000
files 4000
sums 500000"

# shellcheck disable=SC2016
echo "$list" | xargs -n 2 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}" sh -c '
    out=$0/$2
    if "$CC" -std=gnu11 -O2 -g -w -Ic-tests -Iinclude "fuzz/$2.c" -o "$out" -pthread -ldl 2>"$out.errors"; then
        EXPECT=zlazy CORPUS=$PWD/fuzz/corpus/$2 ROUNDS=$(($3 * $1)) "$out" >"$out.out" 2>"$out.errors"
        status=$?
        [ $status -eq 0 ] || grep -q "^FAIL" "$out.out" || echo "FAIL fuzz target $2: status $status" >>"$out.out"
    else
        echo "FAIL fuzz target $2: does not compile: $(grep -m 1 error "$out.errors")" >"$out.out"
    fi' "$work" "$minutes"
echo "$list" | while read -r target rounds; do grep -e "^ok fuzz" -e "^FAIL" "$work/$target.out"; done
