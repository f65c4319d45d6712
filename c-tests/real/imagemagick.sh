#!/bin/sh
# ImageMagick through libpng (and libtiff): pictures at several compression levels, filters and strategies.
# Debian: imagemagick libpng-tools
. "${0%/*}/ways"
convert=/usr/bin/convert
needs $convert /usr/bin/pngfix
proof $convert -size 8x8 xc:red "$work/red.png"
pictures() {
    theirs $convert -size 300x200 plasma:red-blue -seed 3 plain.ppm
    for quality in 00 01 15 34 52 65 75 90 95 99; do
        ours $convert plain.ppm -quality $quality ours.png && theirs $convert ours.png again.ppm && cmp plain.ppm again.ppm &&
            theirs $convert plain.ppm -quality $quality theirs.png && ours $convert theirs.png again.ppm && cmp plain.ppm again.ppm || return 1
        theirs pngfix -q ours.png || return 1
    done
    ours $convert plain.ppm -compress zip ours.tiff && theirs $convert ours.tiff again.ppm && cmp plain.ppm again.ppm
}
try "PNG at ten qualities and TIFF, both ways" pictures
