#!/bin/sh
# nginx compresses answers on the fly, with the memory that its own estimate of zlib's needs allows: levels 1 to 9, windows and
# hash sizes (memLevel) from the smallest to the largest, small and large buffers, chunks that a back end sends one by one. Its log must
# have no word of a preallocation that was too small. It also decompresses, for clients that cannot (gunzip).
# Debian: nginx-light curl gzip python3
. "${0%/*}/ways"
PATH=$PATH:/usr/sbin
needs nginx curl gzip python3
proof nginx -V
if ! nginx -V 2>&1 | grep -q http_gunzip; then gunzip=; else gunzip=yes; fi
# A back end that gives a text in pieces.
cat >"$work/back.py" <<'END'
import os, socket, sys
text = open(os.environ["text"], "rb").read()
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(50)
while True:
    peer, _ = server.accept()
    peer.recv(65536)
    peer.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    for at in range(0, len(text), 30011):
        peer.sendall(text[at:at + 30011])
    peer.close()
END
configuration() { # folder
    echo "daemon on; worker_processes 1; pid $1/pid; error_log $1/log info;"
    [ "$(id -u)" != 0 ] || echo "user root;"
    echo "events { worker_connections 64; }"
    echo "http { access_log off; types { text/plain txt; } default_type text/plain; keepalive_requests 1000;"
    for kind in client_body fastcgi proxy scgi uwsgi; do echo "${kind}_temp_path $1/$kind;"; done
    echo "gzip on; gzip_min_length 1; gzip_proxied any; gzip_http_version 1.0; gzip_types *; gzip_vary off;"
    echo "server { listen unix:$1/socket; root $work/data;"
    for level in 1 2 3 4 5 6 7 8 9; do
        echo "location /$level/ { alias $work/data/; gzip_comp_level $level; }"
        echo "location /back/$level/ { proxy_pass http://unix:$1/back:/; proxy_buffering off; gzip_comp_level $level; }"
        for setting in "512 512" "1k 1k" "2k 4k" "4k 32k" "8k 128k" "16k 16k" "32k 128k"; do
            window=${setting% *} hash=${setting#* }
            echo "location /$level/$window/$hash/ { alias $work/data/; gzip_comp_level $level; gzip_window $window; gzip_hash $hash; gzip_buffers 32 1k; postpone_gzipping 1; }"
        done
    done
    [ -z "$gunzip" ] || echo "location /unpacked/ { proxy_pass http://unix:$1/socket:/9/; proxy_set_header Accept-Encoding gzip; gzip off; gunzip on; }"
    echo "} }"
}
get() { # path: compressed
    curl -sS --unix-socket "$folder/socket" -H 'Accept-Encoding: gzip' -D "$folder/headers" "http://localhost/$1" >"$folder/answer" && grep -qi '^content-encoding: gzip' "$folder/headers" ||
        { echo "$1: not compressed"; return 1; }
}
answers() {
    folder=$(mktemp -d "$work/served.XXXXXX")
    configuration "$folder" >"$folder/conf"
    python3 "$work/back.py" "$folder/back" &
    back=$!
    # shellcheck disable=SC2064
    ours nginx -c "$folder/conf" -p "$folder" -e "$folder/log" || { kill $back; return 1; }
    requests
    status=$?
    [ $status != 0 ] || { holds_ours "$(pgrep -P "$(cat "$folder/pid")" | head -n 1)" || status=1; }
    kill "$(cat "$folder/pid")" $back
    if grep -q -e 'failed to use preallocated memory' -e '\[alert\]' -e '\[crit\]' -e '\[error\]' "$folder/log"; then
        grep -m 1 -e 'preallocated' -e '\[alert\]' -e '\[crit\]' -e '\[error\]' "$folder/log"
        status=1
    fi
    return $status
}
requests() {
    : >"$work/data/small"
    printf 'a few words, a few words' >"$work/data/small"
    for level in 1 2 3 4 5 6 7 8 9; do
        for file in text bytes small; do
            get "$level/$file" && gzip -dc "$folder/answer" | cmp - "$work/data/$file" || return 1
            for setting in 512/512 1k/1k 2k/4k 4k/32k 8k/128k 16k/16k 32k/128k; do
                get "$level/$setting/$file" && gzip -dc "$folder/answer" | cmp - "$work/data/$file" || return 1
            done
        done
        get "back/$level/" && gzip -dc "$folder/answer" | cmp - "$text" || return 1
    done
    [ -z "$gunzip" ] || curl -sS --unix-socket "$folder/socket" http://localhost/unpacked/text | cmp - "$text"
}
try "252 answers of gzip on, gunzip, and no preallocation alert" answers
