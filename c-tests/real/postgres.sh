#!/bin/sh
# PostgreSQL: pg_dump's and pg_restore's archives, and backups that server or client compress.
# Debian: postgresql
. "${0%/*}/ways"
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
PATH=$PATH:${programs:-/usr/lib/postgresql}
needs initdb pg_ctl pg_dump pg_restore pg_basebackup psql gzip
proof pg_dump --version
# The server refuses to be root.
as_user() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
cluster=$(mktemp -d /tmp/real-postgres.XXXXXX)
[ "$(id -u)" != 0 ] || chown postgres "$cluster"
trap 'as_user "$programs/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1; rm -rf "$cluster"' EXIT
cd /
as_user "$programs/initdb" -A trust -U tester --no-sync -D "$cluster/data" >"$work/initdb.out" 2>&1 || { say "FAIL $name: initdb: $(tail -n 1 "$work/initdb.out")"; exit 1; }
on_server() { # word: "$@" with the server's library
    case $way in
    LD_PRELOAD) as_user env LD_PRELOAD="$build/libz.so.1" "$@" ;;
    *) as_user env LD_LIBRARY_PATH="$build" "$@" ;;
    esac
}
client() { "$@" -h "$cluster" -p 5432 -U tester; }
backup() {
    cd "$cluster" && on_server pg_ctl -s -w -D data -o "-k $cluster -h '' -c fsync=off -c max_wal_senders=4" -l "$cluster/log" start || return 1
    dumps
    status=$?
    as_user "$programs/pg_ctl" -s -w -D data -m immediate stop
    return $status
}
dumps() {
    psql="psql -q -h $cluster -U tester -v ON_ERROR_STOP=1"
    $psql -d postgres -c 'drop database if exists one' -c 'drop database if exists two' -c 'create database one' -c 'create database two' 2>/dev/null || return 1
    $psql -d one -c "create table t as select i, md5(i::text) || repeat('row ', i % 50) as words from generate_series(1, 4000) i" || return 1
    $psql -d one -At -c 'select * from t order by i' >"$work/want"
    for level in 1 9; do
        for pair in ours:theirs theirs:ours; do
            ${pair%:*} pg_dump -h "$cluster" -U tester -Fc -Z $level one -f "$work/dump" || return 1
            $psql -d two -c 'drop table if exists t' 2>/dev/null
            ${pair#*:} pg_restore -h "$cluster" -U tester -d two "$work/dump" && $psql -d two -At -c 'select * from t order by i' | cmp - "$work/want" || return 1
        done
        ours pg_dump -h "$cluster" -U tester -Z $level one | gzip -dc | grep -q 'COPY public.t' || return 1
    done
    rm -rf "$work/backup"
    for where in server-gzip:9 client-gzip:1; do
        rm -rf "$work/backup"
        ours pg_basebackup -h "$cluster" -U tester -D "$work/backup" -Ft -X none -c fast --no-sync --compress=$where 2>"$work/notice" && gzip -t "$work/backup/base.tar.gz" || { cat "$work/notice"; return 1; }
    done
    holds_ours "$(head -n 1 "$cluster/data/postmaster.pid")"
}
try "pg_dump, pg_restore, pg_basebackup" backup
