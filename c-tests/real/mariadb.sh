#!/bin/sh
# MariaDB: COMPRESS() and UNCOMPRESS(), compressed columns and pages, and the compressed protocol.
# Debian: mariadb-server
. "${0%/*}/ways"
PATH=$PATH:/usr/sbin
needs mariadbd mariadb-install-db mariadb
proof mariadbd --version
place=$(mktemp -d /tmp/real-mariadb.XXXXXX)
trap 'rm -rf "$place"' EXIT
user=$(id -un)
mariadb-install-db --no-defaults --user="$user" --datadir="$place/data" --auth-root-authentication-method=normal --skip-test-db >"$work/install.out" 2>&1 ||
    { say "FAIL $name: mariadb-install-db: $(tail -n 1 "$work/install.out")"; exit 1; }
start() { # ours|theirs
    "$1" mariadbd --no-defaults --user="$user" --datadir="$place/data" --socket="$place/socket" --pid-file="$place/pid" --skip-networking --character-set-server=utf8mb4 --collation-server=utf8mb4_general_ci --innodb-buffer-pool-size=32M \
        --innodb-compression-algorithm=zlib >"$place/log" 2>&1 &
    server=$!
    for i in $(seq 100); do
        theirs mariadb --no-defaults -u root -S "$place/socket" -e 'select 1' >/dev/null 2>&1 && return 0
        sleep 0.2
    done
    tail -n 2 "$place/log"
    return 1
}
stop() { kill "$(cat "$place/pid")"; wait $server 2>/dev/null; :; }
ask() { # ours|theirs statement
    "$1" mariadb --no-defaults --compress --default-character-set=utf8mb4 -u root -S "$place/socket" --max-allowed-packet=64M -N -e "$2"
}
fill="create database if not exists d; use d; drop table if exists t; create table t (i int primary key, packed longblob, words text compressed, more text)
    engine=innodb page_compressed=1 page_compression_level=9;
    insert into t select seq, compress(repeat(md5(seq), 1 + seq % 500)), repeat(md5(seq), seq % 50), repeat('text ', seq % 300) from seq_1_to_3000;"
check="select count(*), sum(uncompress(packed) = repeat(md5(i), 1 + i % 500)), sum(words = repeat(md5(i), i % 50)), sum(more = repeat('text ', i % 300)) from d.t"
tables() {
    for pair in ours:theirs theirs:ours ours:ours; do
        start "${pair%:*}" || return 1
        ask "${pair#*:}" "$fill" && [ "$(ask "${pair#*:}" "$check" | tr '\t' ' ')" = "3000 3000 3000 3000" ] || { stop; return 1; }
        [ "${pair%:*}" = theirs ] || holds_ours "$(cat "$place/pid")" || { stop; return 1; }
        stop
        start "${pair#*:}" || return 1
        [ "$(ask "${pair%:*}" "$check" | tr '\t' ' ')" = "3000 3000 3000 3000" ] || { stop; return 1; }
        stop
    done
}
try "COMPRESS(), compressed columns, pages and protocol, both ways" tables
