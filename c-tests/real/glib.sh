#!/bin/sh
# GLib's converters, through compiled resources: glib-compile-resources packs, gresource and gio unpack.
# Debian: libglib2.0-dev-bin libglib2.0-bin
. "${0%/*}/ways"
needs glib-compile-resources gresource
proof gresource help
resources() {
    cat >all.gresource.xml <<'END'
<gresources><gresource prefix="/test"><file compressed="true">text</file><file compressed="true">bytes</file></gresource></gresources>
END
    for pair in ours:theirs theirs:ours; do
        ${pair%:*} glib-compile-resources --sourcedir=data --target=all.gresource all.gresource.xml || return 1
        for file in text bytes; do ${pair#*:} gresource extract all.gresource /test/$file | cmp - data/$file || return 1; done
    done
}
try "compressed resources both ways" resources
