#!/bin/sh
# B3: under valgrind no program of these reads memory that nobody wrote, leaves its blocks or leaks. The programs look at the
# output's bytes, so bytes that depend on such memory are found, too.
set -u
work=build/check/b_valgrind
mkdir -p "$work"
if ! command -v valgrind >/dev/null; then
    echo "skip B3 under valgrind: not installed"
    exit 0
fi
for program in b_allocators d_dictionary d_prime e_members e_room g_damage g_modes g_seek g_stall g_system; do
    [ -e "c-tests/$program.c" ] || continue
    if ! "$CC" -std=gnu11 -O1 -g -w -Ic-tests -Iinclude -DCHECK_PATIENCE=0 "c-tests/$program.c" -o "$work/$program" build/libz.so.1 \
        -pthread -ldl 2>"$work/errors"; then
        echo "FAIL B3 $program under valgrind: does not compile"
        continue
    fi
    LD_LIBRARY_PATH="$PWD/build" EXPECT=zlazy valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
        --log-file="$work/$program.log" "$work/$program" >"$work/$program.out" 2>&1
    status=$?
    if [ -s "$work/$program.log" ] || [ $status = 99 ]; then
        echo "FAIL B3 $program under valgrind: $(sed -n 's/^==[0-9]*== \([A-Z].*\)/\1/p' "$work/$program.log" | head -n 1), see $work/$program.log"
    elif [ $status -ne 0 ]; then
        echo "FAIL B3 $program under valgrind: status $status, $(grep -m 1 '^FAIL' "$work/$program.out")"
    else
        echo "ok B3 $program under valgrind"
    fi
done
