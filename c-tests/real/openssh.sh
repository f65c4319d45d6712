#!/bin/sh
# ssh -C with one side on the library and the other on the system's zlib, and both on the library. The server answers one connection
# through a pipe, so there is no port.
# Debian: openssh-client openssh-server
. "${0%/*}/ways"
PATH=$PATH:/usr/sbin
needs ssh sshd ssh-keygen
proof ssh -V
server=$(command -v sshd)
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
ssh-keygen -q -t ed25519 -N '' -f "$work/host" && ssh-keygen -q -t ed25519 -N '' -f "$work/user" && cp "$work/user.pub" "$work/authorized" || exit 1
cat >"$work/sshd.conf" <<END
HostKey $work/host
AuthorizedKeysFile $work/authorized
StrictModes no
UsePAM no
PermitRootLogin yes
Compression yes
LogLevel ERROR
PidFile none
END
connect() { # the server's library, command...
    other=$1
    shift
    ours ssh -C -q -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -i "$work/user" -F /dev/null \
        -o ProxyCommand="env $other $server -i -f $work/sshd.conf" "$(id -un)@localhost" "$@"
}
sides() {
    case $way in
    LD_PRELOAD) same="LD_PRELOAD=$build/libz.so.1" ;;
    *) same="LD_LIBRARY_PATH=$build" ;;
    esac
    for other in "-u LD_PRELOAD -u LD_LIBRARY_PATH" "$same"; do
        for file in "$text" "$bytes"; do
            connect "$other" "cat" <"$file" >came && cmp came "$file" && connect "$other" "cat $file" </dev/null >came && cmp came "$file" || return 1
        done
        # Many small messages: each is flushed.
        seq 2000 | connect "$other" "while read -r line; do echo \"\$line\"; done" >came && seq 2000 | cmp - came || return 1
    done
}
try "-C: client and server, mixed and both" sides
