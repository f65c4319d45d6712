#!/bin/sh
# build/minigzip, which is the gz functions and little else: against gzip, pigz and python's gzip, both ways, and on its own.
set -u
work=build/check/g_minigzip
mini=$PWD/build/minigzip
rm -rf "$work"
mkdir -p "$work"
cat include/*.h src/*/*.rs >"$work/file"
cat build/libz.a >>"$work/file"
cd "$work" || exit 1

check() { # name command...
    name=$1
    shift
    if "$@" >errors 2>&1; then echo "ok $name"; else echo "FAIL $name: $(tail -n 1 errors)"; fi
}

both_ways() { # compress with minigzip and decompress with $2..., and the other way with $1
    packs=$1
    shift
    for level in 1 6 9; do
        "$mini" -$level -c file | "$@" | cmp - file || return 1
        $packs -$level <file | "$mini" -d | cmp - file || return 1
    done
}

for program in gzip pigz; do
    if command -v $program >/dev/null; then
        check "G minigzip and $program both ways" both_ways $program $program -dc
    else
        echo "skip G minigzip and $program both ways: $program is missing"
    fi
done
python() { python3 -c 'import gzip, shutil, sys
with gzip.open(sys.stdin.buffer, "rb") as source: shutil.copyfileobj(source, sys.stdout.buffer)'; }
python_packs() { python3 -c 'import gzip, shutil, sys
with gzip.open(sys.stdout.buffer, "wb", int(sys.argv[1][1:])) as sink: shutil.copyfileobj(sys.stdin.buffer, sink)' "$1"; }
if command -v python3 >/dev/null; then
    check "G minigzip and python both ways" both_ways python_packs python
else
    echo "skip G minigzip and python both ways: python3 is missing"
fi

replaces() {
    cp file a && cp file b && chmod 640 a && touch -d '2001-02-03 04:05:06' a &&
        "$mini" a b && [ ! -e a ] && [ -e a.gz ] && [ -e b.gz ] && "$mini" -dk a.gz && cmp a file && [ -e a.gz ] &&
        [ "$(stat -c '%a %Y' a)" = "$(stat -c '%a %Y' a.gz)" ] && [ "$(stat -c %a a)" = 640 ] &&
        "$mini" -d b.gz && cmp b file && [ ! -e b.gz ]
}
joins() { { "$mini" -c file; "$mini" -9c file; } | "$mini" -d | cmp - both; }
refuses() { # status command...
    expected=$1
    shift
    "$@" >out 2>said
    status=$?
    [ $status = "$expected" ] && [ -s said ] || { echo "status $status, not $expected"; return 1; }
}
cat file file >both
printf x | cat - file >nogzip.gz
gzip -c file | head -c 3000 >short.gz
gzip -c file | (head -c 3000; printf damage; tail -c 5000) >broken.gz
: >empty
check "G minigzip replaces files and keeps times and permissions" replaces
check "G minigzip reads members one behind the other" joins
check "G minigzip: an empty file" sh -c "'$mini' -c empty | gzip -dc | cmp - empty"
check "G minigzip: status 1 where there is no file" refuses 1 "$mini" -c missing
check "G minigzip: status 1 for what is no gzip file" refuses 1 "$mini" -dc nogzip.gz
check "G minigzip: status 1 for half a file" refuses 1 "$mini" -t short.gz
check "G minigzip: status 1 for a damaged file, which stays" refuses 1 "$mini" -d broken.gz
check "G minigzip: ... and leaves no other" test ! -e broken -a -e broken.gz
check "G minigzip: status 2 for a wrong suffix" refuses 2 "$mini" -d both
check "G minigzip: status 2 for a suffix that is there" refuses 2 "$mini" short.gz
check "G minigzip: status 2 for a folder" refuses 2 "$mini" .
touch both.gz
check "G minigzip: status 2 for a file in the way" refuses 2 "$mini" both
check "G minigzip: a file in the way, with -f" "$mini" -kf both

lists() {
    "$mini" -c file >l1.gz && "$mini" -9c both >l2.gz && cat l1.gz l2.gz >l3.gz && "$mini" -l l1.gz l2.gz l3.gz >listed &&
        awk -v one="$(wc -c <l1.gz)" -v two="$(wc -c <l2.gz)" -v file="$(wc -c <file)" '
            NR == 2 { good += $1 == one && $2 == file && $4 == "l1" }
            NR == 3 { good += $1 == two && $2 == 2 * file }
            NR == 4 { good += $1 == one + two && $2 == 3 * file }
            NR == 5 { good += $1 == 2 * (one + two) && $2 == 6 * file && $4 == "(totals)" }
            END { exit NR != 5 || good != 4 }' listed
}
check "G minigzip -l lists what decompressing finds, members and totals" lists
tells() { cp file t && "$mini" -v t 2>said && grep -q "^t:.*%.* -- replaced with t.gz$" said && "$mini" -tv t.gz 2>said && grep -q "^t.gz:.OK$" said && "$mini" -kdv t.gz 2>said && grep -q "^t.gz:.*%.* -- created t$" said; }
check "G minigzip -v tells, -tv says OK" tells
goes_on() {
    cp file good1 && cp file good2
    "$mini" good1 missing good2 2>said
    [ $? = 1 ] && [ -e good1.gz ] && [ -e good2.gz ] && "$mini" -t good1.gz . good2.gz 2>said
    [ $? = 1 ] || [ $? = 2 ]
}
check "G minigzip goes on after a file that fails" goes_on
silent() { head -c 300000000 /dev/zero | "$mini" -1 >zeros.gz 2>said && "$mini" -t zeros.gz 2>>said && [ ! -s said ]; }
check "G minigzip is silent without a terminal" silent
if command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1; then
    shows() { script -qec "{ cat both; sleep 1.3; cat both both both; sleep 0.3; cat both; } | '$mini' -1 >shown.gz" /dev/null >shown </dev/null && grep -q 'stdin: [0-9]* MB, [0-9]* MB/s' shown && gzip -dc shown.gz | cmp -s - five; }
    cat both both both both both >five
    check "G minigzip shows on a terminal how far it is" shows
else
    echo "skip G minigzip shows on a terminal how far it is: script(1) is missing"
fi
check "G minigzip -h" sh -c "'$mini' -h | grep -q -e '-1 ... -9'"
[ -c /dev/full ] && check "G minigzip: status 1 where the disk is full" refuses 1 sh -c "'$mini' -c file >/dev/full"
exit 0
