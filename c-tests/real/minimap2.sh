#!/bin/sh
# minimap2 reads compressed sequences, with the gz functions, and finds what it finds in plain ones.
# Debian: minimap2 gzip
. "${0%/*}/ways"
needs minimap2 gzip
proof minimap2 --version
maps() {
    awk 'BEGIN { srand(7); for (i = 0; i < 40000; i++) all = all substr("ACGT", 1 + int(rand() * 4), 1)
        print ">long\n" all >"long.fa"
        for (i = 0; i < 3000; i++) print ">read" i "\n" substr(all, 1 + int(rand() * 39000), 500) >"reads.fa" }'
    gzip -kf long.fa reads.fa
    ours minimap2 long.fa.gz reads.fa.gz >ours.paf 2>progress && theirs minimap2 long.fa reads.fa >theirs.paf 2>progress && [ -s ours.paf ] && cmp ours.paf theirs.paf
}
try ".fa.gz" maps
