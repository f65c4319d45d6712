#!/bin/sh
# The gz programs with the compiler's address and undefined-behaviour checks, which also watch what the library hands to the
# system and the C library; and on memory that malloc fills with garbage.
set -u
work=build/check/g_sanitizer
mkdir -p "$work"
export EXPECT=zlazy
echo 'int main(void) { return 0; }' >"$work/empty.c"
if ! "$CC" -fsanitize=address,undefined "$work/empty.c" -o "$work/empty" 2>/dev/null || ! "$work/empty"; then
    echo "skip G12 sanitizers: the compiler has none that work here"
    exit 0
fi

verdict() { # name status file
    if [ "$2" -eq 0 ]; then
        echo "ok $1"
    else
        echo "FAIL $1: status $2, $(grep -h -m 1 -e '^FAIL' -e 'ERROR: ' -e 'runtime error' "$3" "$3.errors" | head -n 1), see $3"
    fi
}

for program in g_damage g_modes g_seek g_stall g_system; do
    out=$work/$program
    if ! "$CC" -std=gnu11 -O1 -g -w -fsanitize=address,undefined -fno-sanitize-recover=undefined -Ic-tests -Iinclude "c-tests/$program.c" -o "$out.asan" \
        build/libz.a -Wl,-u,zlazy_version -pthread -ldl 2>"$out.errors"; then
        echo "FAIL G12 $program with sanitizers: does not compile"
        continue
    fi
    "$out.asan" >"$out.out" 2>"$out.out.errors"
    verdict "G12 $program with sanitizers" $? "$out.out"
    "$CC" -std=gnu11 -O1 -g -w -Ic-tests -Iinclude "c-tests/$program.c" -o "$out.plain" build/libz.a -Wl,-u,zlazy_version -pthread -ldl 2>"$out.errors"
    MALLOC_PERTURB_=170 "$out.plain" >"$out.perturbed" 2>"$out.perturbed.errors"
    verdict "G12 $program on garbage" $? "$out.perturbed"
    "$out.plain" >"$out.clean" 2>/dev/null
    cmp -s "$out.perturbed" "$out.clean" || echo "FAIL G12 $program on garbage: other answers"
done

# Random programs, as far as the other library is there.
if [ -e "${ORACLE:-}/libz-oracle.so" ]; then
    out=$work/differ_gz
    "$CC" -std=gnu11 -O1 -g -w -fsanitize=address,undefined -Ic-tests -Iinclude c-tests/differ_gz.c -o "$out.asan" -pthread -ldl 2>"$out.errors"
    ROUNDS=300 "$out.asan" >"$out.out" 2>"$out.out.errors"
    verdict "G12 random programs with sanitizers" $? "$out.out"
    "$CC" -std=gnu11 -O1 -g -w -Ic-tests -Iinclude c-tests/differ_gz.c -o "$out.plain" -pthread -ldl 2>"$out.errors"
    MALLOC_PERTURB_=170 ROUNDS=300 "$out.plain" >"$out.perturbed" 2>"$out.perturbed.errors"
    verdict "G12 random programs on garbage" $? "$out.perturbed"
fi
exit 0
