#!/bin/sh
# poppler draws pages as PNG and takes apart compressed PDFs that qpdf made on the other zlib.
# Debian: poppler-utils qpdf
. "${0%/*}/ways"
needs pdftocairo pdftoppm qpdf
proof pdftoppm -v
pages() {
    # qpdf repairs the file, which has no table of its objects.
    printf '%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj\n4 0 obj<</Length 43>>stream\n0 1 0 rg 20 20 90 140 re f 10 10 m 9 9 l S\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n' >plain.pdf
    theirs qpdf --warning-exit-0 plain.pdf packed.pdf >/dev/null 2>&1
    [ -s packed.pdf ] || return 1
    ours pdftoppm -r 100 packed.pdf ours && theirs pdftoppm -r 100 packed.pdf theirs && cmp ours-1.ppm theirs-1.ppm &&
        ours pdftoppm -png -r 100 packed.pdf ours && theirs pdftoppm -png -r 100 packed.pdf theirs &&
        ours pdftocairo -png -r 50 packed.pdf cairo && [ -s ours-1.png ] && [ -s cairo-1.png ]
}
try "a page" pages
