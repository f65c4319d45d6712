#!/bin/sh
# apt reads a file of two gzip members, with the gz functions.
# Debian: apt gzip
. "${0%/*}/ways"
helper=/usr/lib/apt/apt-helper
needs $helper gzip
proof $helper --version
members() {
    { gzip -c "$bytes"; gzip -c "$text"; } >members.gz
    ours $helper cat-file members.gz >members && cat "$bytes" "$text" | cmp - members
}
try "members one behind the other" members
