#!/bin/sh
# libxml2's xmllint reads and writes compressed documents, with the gz functions, and refuses half of one.
# Debian: libxml2-utils gzip
. "${0%/*}/ways"
needs xmllint gzip
proof xmllint --version
documents() {
    { echo '<all>'; seq -f '<one n="%g">text &amp; more text</one>' 30000; echo '</all>'; } >all.xml
    gzip -c all.xml >all.xml.gz
    ours xmllint --noout all.xml.gz && ours xmllint --compress --output ours.xml.gz all.xml.gz &&
        gzip -dc ours.xml.gz | sed 1d | cmp - all.xml && theirs xmllint --noout ours.xml.gz &&
        head -c 20000 all.xml.gz >short.xml.gz && ! ours xmllint --noout short.xml.gz 2>said && [ -s said ]
}
try "documents" documents
