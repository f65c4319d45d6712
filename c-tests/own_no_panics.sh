#!/bin/sh
# Promise 8: what in the machine code of the release library could stop the process. Every function that has a way to a panic must
# be in the table (check/panics.tsv) with the reason why no input takes it; loops over data have none that is looked at for each
# byte; and nothing calls abort but the panic handler.
set -u
name="no way to a panic but those in check/panics.tsv"
work=build/check/own_no_panics
mkdir -p "$work"
if ! command -v objdump >/dev/null || [ "$(uname -m)" != x86_64 ]; then
    echo "skip $name: needs objdump (binutils) and x86-64"
    exit 0
fi

# FUNCTION<tab>WAY, one line for each place in the code; relocations name what is called. Rust's names (RFC 2603) are taken apart into
# their parts, types of generics included: z::cpu::with_avx2_bmi2::deflate::compress::Cut.
[ -s c-tests/check/panics.tsv ] || exit 1
archive=$(sh c-tests/instrumented names 2>"$work/build") || { echo "skip $name: $(cat "$work/build")" && exit 0; }
objdump -dr --no-show-raw-insn "$archive" 2>/dev/null | awk '
    function plain(name,    at, c, path, n) {
        if (substr(name, 1, 2) != "_R") return name
        for (at = 3; at <= length(name);) {
            c = substr(name, at, 1)
            if (c == "s" || c == "B") {
                at += index(substr(name, at), "_")
            } else if (c ~ /[0-9]/) {
                match(substr(name, at), /^[0-9]+/)
                n = substr(name, at, RLENGTH) + 0
                at += RLENGTH
                if (substr(name, at, 1) == "_") at++
                path = path (path == "" ? "" : "::") substr(name, at, n)
                at += n
            } else {
                at++
            }
        }
        return path
    }
    /^[0-9a-f]+ <.*>:$/ { sub(/^[0-9a-f]+ </, ""); sub(/>:$/, ""); function_name = plain($0); next }
    /R_X86_64_/ && /panicking|slice_index_fail|len_mismatch_fail|unwrap_failed|expect_failed|_fail[-+]|rust_begin_unwind|[ \t]abort[-+]/ {
        way = "other"
        if (/panic_bounds_check/) way = "index"
        else if (/slice_index_fail|len_mismatch_fail/) way = "slice"
        else if (/panic_const/) way = "arithmetic"
        else if (/panic_fmt/) way = "assertion"
        else if (/abort/) way = "abort"
        print function_name "\t" way
    }' | grep -v -e '^core::' -e '^compiler_builtins' -e '^__rustc' | sort | uniq -c | sed 's/^ *//; s/ /\t/' >"$work/ways"

if [ ! -s "$work/ways" ]; then
    echo "FAIL $name: objdump shows none at all, which cannot be"
    exit 0
fi

# The table: a part of functions' names (all of it where it has no ::), the ways they may have, why. A function must match a line with its way.
awk -F '\t' '
    FNR == NR { if ($0 !~ /^#/ && NF >= 3) { prefix[++n] = $1; ways[n] = "," $2 ","; } next }
    {
        for (i = 1; i <= n; i++) if ((prefix[i] ~ /::/ ? index($2, prefix[i]) : $2 == prefix[i]) && index(ways[i], "," $3 ",")) { used[i] = 1; next }
        print $2 " (" $3 ", " $1 " places)"
    }
    END { for (i = 1; i <= n; i++) if (!used[i]) print prefix[i] " " ways[i] > "/dev/stderr" }' c-tests/check/panics.tsv "$work/ways" >"$work/unlisted" 2>"$work/unused"

if [ -s "$work/unlisted" ]; then
    echo "FAIL $name: $(wc -l <"$work/unlisted") not listed: $(head -n 4 "$work/unlisted" | tr '\n' ';') see $work/unlisted"
else
    echo "ok $name"
fi
hot="inflate::fast:: deflate::compress::Cut checksum:: deflate::parse:: deflate::finder::"
grep "	index$" "$work/ways" | grep -F "$(echo "$hot" | tr ' ' '\n')" >"$work/hot"
if [ -s "$work/hot" ]; then
    echo "FAIL no index is checked in the loops over data: $(head -n 2 "$work/hot" | tr '\n\t' '; ')"
else
    echo "ok no index is checked in the loops over data"
fi
