#!/bin/sh
# git: a repository is made, packed as small as can be, checked, cloned and archived; git on the system's zlib checks the clone.
# Debian: git gzip
. "${0%/*}/ways"
needs git gzip
proof git --version
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
repository() {
    rm -rf repository clone
    mkdir repository
    (
        set -e
        cd repository
        ours git init -q .
        for round in 1 2 3 4 5; do
            for file in "$build"/../src/*.rs "$build"/../include/*.h "$build"/../c-tests/*.c; do
                { cat "$file"; echo "round $round"; } >"${file##*/}"
            done
            ours git add .
            ours git -c user.name=test -c user.email=test@localhost -c core.looseCompression=$round commit -q -m "round $round"
        done
        ours git gc -q --aggressive
        ours git fsck --full --strict --no-progress
        ours git clone -q --no-local . ../clone
        ours git archive --format=tar.gz HEAD >../archive.tar.gz
    ) && theirs git -C clone fsck --full --strict --no-progress && gzip -t archive.tar.gz &&
        theirs git -C clone -c pack.compression=9 repack -q -a -d -F && ours git -C clone fsck --full --strict --no-progress
}
try "add, commit, gc, fsck, clone, archive" repository
