#!/bin/sh
# dpkg-deb packs and unpacks packages compressed by gzip, with the gz functions.
# Debian: dpkg
. "${0%/*}/ways"
needs dpkg-deb
proof dpkg-deb --version
package() {
    rm -rf package unpacked
    mkdir -p package/DEBIAN package/usr/share/sources
    printf 'Package: zlazy-test\nVersion: 1\nArchitecture: all\nMaintainer: nobody <test@localhost>\nDescription: test\n' >package/DEBIAN/control
    cp "$text" "$bytes" package/usr/share/sources
    ours dpkg-deb --root-owner-group -Zgzip -z9 -b package ours.deb && theirs dpkg-deb --root-owner-group -Zgzip -b package theirs.deb &&
        theirs dpkg-deb -x ours.deb unpacked && diff -r package/usr unpacked/usr && rm -rf unpacked &&
        ours dpkg-deb -x theirs.deb unpacked && diff -r package/usr unpacked/usr &&
        [ "$(ours dpkg-deb -f theirs.deb Package)" = zlazy-test ]
}
try "a package both ways" package
