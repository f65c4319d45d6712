#!/bin/sh
# samtools: a file of regions by the gz functions, and BAM files, whose blocks are deflate streams of one step each (those by libdeflate
# where Debian's htslib has it).
# Debian: samtools gzip
. "${0%/*}/ways"
needs samtools gzip
proof samtools --version
regions() {
    {
        printf '@SQ\tSN:one\tLN:900000\n'
        seq -f '%g' 1 20000 | awk '{ printf "read%d\t0\tone\t%d\t60\t10M\t*\t0\t0\tACGTACGTAC\tIIIIIIIIII\n", $1, $1 * 20 }'
    } >reads.sam
    awk 'BEGIN { for (i = 0; i < 5000; i++) print "one\t" i * 80 "\t" i * 80 + 30 }' >regions.bed
    gzip -kf regions.bed
    ours samtools view -L regions.bed.gz reads.sam >ours.sam && theirs samtools view -L regions.bed reads.sam >theirs.sam && [ -s ours.sam ] && cmp ours.sam theirs.sam &&
        ours samtools view -b reads.sam -o ours.bam && theirs samtools view --no-PG ours.bam >theirs.sam && grep -v '^@' reads.sam | cmp - theirs.sam
}
try ".bed.gz and BAM" regions
