#!/bin/sh
# qpdf packs the streams of a PDF and unpacks them.
# Debian: qpdf
. "${0%/*}/ways"
needs qpdf
proof qpdf --version
# A PDF of one page with a long drawing, not compressed.
make_pdf() {
    awk '
    function object(text) { offset[++objects] = length(file); file = file objects " 0 obj\n" text "\nendobj\n" }
    BEGIN {
        for (i = 0; i < 20000; i++) drawing = drawing i % 97 " " i % 89 " m " i % 83 " " i % 79 " l S\n"
        file = "%PDF-1.4\n"
        object("<</Type/Catalog/Pages 2 0 R>>")
        object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
        object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>")
        object("<</Length " length(drawing) ">>\nstream\n" drawing "endstream")
        printf "%sxref\n0 %d\n0000000000 65535 f \n", file, objects + 1
        for (i = 1; i <= objects; i++) printf "%010d 00000 n \n", offset[i]
        printf "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", objects + 1, length(file)
    }'
}
streams() {
    make_pdf >plain.pdf
    for level in 1 6 9; do
        ours qpdf --object-streams=generate --compression-level=$level plain.pdf small.pdf && theirs qpdf --check small.pdf &&
            theirs qpdf --qdf --object-streams=disable small.pdf long.pdf && grep -aq '^96 7 m 13 17 l S' long.pdf || return 1
    done
    theirs qpdf --object-streams=generate --compression-level=9 plain.pdf small.pdf && ours qpdf --check small.pdf &&
        ours qpdf --qdf --object-streams=disable small.pdf long.pdf && grep -aq '^96 7 m 13 17 l S' long.pdf
}
try "streams of a PDF both ways" streams
