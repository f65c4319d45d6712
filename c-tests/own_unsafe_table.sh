#!/bin/sh
# The table of unsafe code in ARCHITECTURE.md is what src/ says now, and every file in it argues from something.
set -u
work=build/check/own_unsafe_table
mkdir -p "$work"
sh c-tests/unsafe_table >"$work/now"
sed -n '/^<!-- unsafe table/,/^<!-- end of the unsafe table/p' ARCHITECTURE.md | grep '^|' >"$work/written"
if cmp -s "$work/now" "$work/written"; then
    echo "ok the table of unsafe code is up to date"
else
    echo "FAIL the table of unsafe code is not what src/ says: run make unsafe-table"
fi
if grep -q '| *|$' "$work/now" && grep '| *|$' "$work/now" | grep -qv '^| all '; then
    echo "FAIL unsafe code without an invariant or a note: $(grep '| *|$' "$work/now" | grep -v '^| all ' | head -n 1)"
else
    echo "ok unsafe code argues from something in every file"
fi
