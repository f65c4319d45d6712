#!/bin/sh
# seqtk reads compressed sequences, with the gz functions.
# Debian: seqtk gzip
. "${0%/*}/ways"
needs seqtk gzip
proof seqtk
reads() {
    awk 'BEGIN { srand(7); for (i = 0; i < 40000; i++) all = all substr("ACGT", 1 + int(rand() * 4), 1)
        print ">long\n" all >"long.fa"
        for (i = 0; i < 3000; i++) print "@read" i "\n" substr(all, 1 + int(rand() * 39000), 500) "\n+\n" sprintf("%500s", "") >"reads.fq" }'
    sed -i 's/ /I/g' reads.fq
    gzip -kf long.fa reads.fq
    ours seqtk seq -A reads.fq.gz >reads.fa && sed -n '1~4s/@/>/p;2~4p' reads.fq | cmp - reads.fa &&
        ours seqtk comp long.fa.gz | grep -q '^long	40000'
}
try ".fq.gz and .fa.gz" reads
