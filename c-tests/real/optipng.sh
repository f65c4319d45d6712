#!/bin/sh
# optipng tries every strategy, memLevel and window on a picture with libpng.
# Debian: optipng imagemagick
. "${0%/*}/ways"
needs optipng /usr/bin/convert
proof optipng --version
tries() {
    theirs /usr/bin/convert -size 200x150 plasma:green-yellow -seed 5 plain.ppm && theirs /usr/bin/convert plain.ppm plain.png
    ours optipng -quiet -force -zc1-9 -zm1,8,9 -zs0-3 -f0,5 -out ours.png -clobber plain.png && theirs /usr/bin/convert ours.png again.ppm && cmp plain.ppm again.ppm &&
        ours optipng -quiet -force -zw512 -zc9 -zm9 -zs0 -f0 -out small.png -clobber plain.png && theirs /usr/bin/convert small.png again.ppm && cmp plain.ppm again.ppm
}
try "all trials" tries
