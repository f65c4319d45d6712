#!/bin/sh
# man-db reads a compressed page, with the gz functions.
# Debian: man-db gzip
. "${0%/*}/ways"
needs lexgrog gzip
proof lexgrog --version
page() {
    {
        printf '.TH EXAMPLE 1\n.SH NAME\nexample \\- a page to be read\n.SH DESCRIPTION\n'
        seq -f 'Line %g of a long page.' 20000
    } | gzip >example.1.gz
    ours lexgrog example.1.gz | grep -q 'example - a page to be read'
}
try "a page" page
