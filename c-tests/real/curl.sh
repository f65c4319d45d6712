#!/bin/sh
# curl decodes answers in gzip and deflate form that python3 on the system's zlib gives, piece by piece.
# Debian: curl python3
. "${0%/*}/ways"
needs /usr/bin/curl /usr/bin/python3
proof /usr/bin/curl --version
cat >"$work/serve.py" <<'END'
import os, socket, sys, zlib
text = {"text": open(os.environ["text"], "rb").read(), "bytes": open(os.environ["bytes"], "rb").read(), "empty": b""}
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(50)
while True:
    peer, _ = server.accept()
    _, name, form, level = peer.recv(65536).split(b" ")[1].decode().split("/")
    packer = zlib.compressobj(int(level), zlib.DEFLATED, {"gzip": 31, "deflate": 15, "raw": -15}[form])
    coding = "gzip" if form == "gzip" else "deflate"
    packed = packer.compress(text[name]) + packer.flush()
    peer.sendall(f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\nContent-Length: {len(packed)}\r\nConnection: close\r\n\r\n".encode())
    for at in range(0, len(packed), 7001):
        peer.sendall(packed[at:at + 7001])
    peer.close()
END
decodes() {
    rm -f socket
    /usr/bin/python3 serve.py socket &
    server=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do [ -e socket ] || sleep 0.2; done
    status=0
    : >data/empty
    for name in text bytes empty; do
        for form in gzip deflate raw; do
            for level in 0 1 6 9; do
                ours /usr/bin/curl -sS --compressed --unix-socket socket "http://localhost/$name/$form/$level" -o answer && cmp answer data/$name || { status=1; break 3; }
            done
        done
    done
    kill $server
    return $status
}
try "--compressed: gzip, deflate and raw deflate" decodes
