#!/bin/sh
# Runs the benchmarks and writes their tables to BENCH.md, below what stands there by hand.
#
#   go/bench.sh              ROUNDS=5 BENCHTIME=100ms
#   GO=/path/to/go go/bench.sh
#
# Each round runs every benchmark once, rivals side by side; a table has the fastest of all rounds, so that what else the machine
# does counts little. "make go" comes first.
set -eu
cd "$(dirname "$0")"
GO=${GO:-go}
results=../build/go-bench
mkdir -p "$results"
rm -f "$results"/*
round=1
while [ "$round" -le "${ROUNDS:-5}" ]; do
    echo "round $round of ${ROUNDS:-5}" >&2
    "$GO" test ./internal/bench -run '^$' -bench "${BENCH:-.}" -benchmem -benchtime "${BENCHTIME:-100ms}" -timeout 1h >"$results/$round.txt"
    round=$((round + 1))
done
"$GO" run ./internal/bench/tables BENCH.md "$results"/*.txt
