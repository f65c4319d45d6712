#!/bin/sh
# Apache httpd with mod_deflate compresses answers at every level and with several windows and memLevels, and decompresses what clients send.
# Debian: apache2-bin curl gzip
. "${0%/*}/ways"
PATH=$PATH:/usr/sbin
needs apache2 curl gzip
modules=/usr/lib/apache2/modules
if [ ! -e $modules/mod_deflate.so ]; then
    say "skip $name: $modules/mod_deflate.so is missing"
    exit 0
fi
# The server's process shows what it has in memory, and what its module bound to.
configuration() { # folder port
    for module in mpm_prefork authz_core deflate filter; do echo "LoadModule ${module}_module $modules/mod_$module.so"; done
    echo "ServerRoot $1"
    echo "ServerName localhost"
    echo "Listen 127.0.0.1:$2"
    echo "PidFile $1/pid"
    echo "ErrorLog $1/log"
    echo "DefaultRuntimeDir $1"
    echo "StartServers 1"
    echo "DocumentRoot $work/data"
    echo "<Directory $work/data>
    Require all granted
    ForceType text/plain
</Directory>"
    for settings in $all; do
        level=${settings%%-*} rest=${settings#*-}
        echo "<VirtualHost 127.0.0.1:$2>
    ServerName set-$settings
    DocumentRoot $work/data
    SetOutputFilter DEFLATE
    DeflateCompressionLevel $level
    DeflateMemLevel ${rest%-*}
    DeflateWindowSize ${rest#*-}
    DeflateBufferSize 700
</VirtualHost>"
    done
}
# Level, memLevel, windowBits.
all="1-8-15 2-8-15 3-8-15 4-8-15 5-8-15 6-8-15 7-8-15 8-8-15 9-8-15 6-1-15 9-9-15 6-5-9 1-1-9 9-8-12"
requests() {
    for settings in $all; do
        for file in text bytes; do
            curl -sS -H "Host: set-$settings" -H 'Accept-Encoding: gzip' -D headers "http://127.0.0.1:$port/$file" >answer && grep -qi '^content-encoding: gzip' headers ||
                { echo "$settings $file: not compressed"; return 1; }
            gzip -dc answer | cmp - data/$file || return 1
        done
    done
}
begins() { # 1 if the port is taken
    folder=$(mktemp -d "$work/served.XXXXXX")
    configuration "$folder" $port >"$folder/conf"
    ours apache2 -f "$folder/conf" -k start >"$folder/said" 2>&1 || return 1
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        [ ! -s "$folder/pid" ] || { curl -s -o /dev/null "http://127.0.0.1:$port/text" && return 0; }
        sleep 0.2
    done
    return 1
}
answers() {
    port=$((20000 + $$ % 20000))
    begins || { port=$((port + 1777)) && begins; } || { cat "$folder/said" "$folder/log"; return 1; }
    requests
    status=$?
    holds_ours "$(cat "$folder/pid")" || status=1
    kill "$(cat "$folder/pid")"
    for i in 1 2 3 4 5 6 7 8 9 10; do [ ! -e "$folder/pid" ] || sleep 0.2; done
    return $status
}
try "mod_deflate: levels 1 to 9, windows and memLevels" answers
