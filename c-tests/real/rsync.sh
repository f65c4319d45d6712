#!/bin/sh
# rsync -z with zlib, old and new way, one side on the library and the other on the system's zlib; the other side's command is
# this program's own.
# Debian: rsync
. "${0%/*}/ways"
needs rsync
proof rsync --version
transfer() {
    mkdir -p from
    cp "$text" "$bytes" from
    : >from/empty
    # In place of a shell on another machine: what rsync would have it run, on a library of our choice.
    cat >remote <<'END'
#!/bin/sh
shift
exec env $OTHER_SIDE "$@"
END
    chmod +x remote
    case $way in
    LD_PRELOAD) there="LD_PRELOAD=$build/libz.so.1" ;;
    *) there="LD_LIBRARY_PATH=$build" ;;
    esac
    for choice in zlib zlibx; do
        for level in 1 6 9; do
            for other in "-u LD_PRELOAD -u LD_LIBRARY_PATH" "$there"; do
                rm -rf to && mkdir to && head -c 100000 "$text" >to/text
                OTHER_SIDE=$other ours rsync -rz --compress-choice=$choice --compress-level=$level --no-whole-file -e "$work/remote" from/ host:"$work/to/" && diff -r from to || return 1
                rm -rf to && mkdir to && head -c 100000 "$text" >to/text
                OTHER_SIDE=$other ours rsync -rz --compress-choice=$choice --compress-level=$level --no-whole-file -e "$work/remote" host:"$work/from/" to/ && diff -r from to || return 1
            done
        done
    done
}
try "-z, zlib and zlibx, both directions, either side" transfer
