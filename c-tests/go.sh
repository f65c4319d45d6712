#!/bin/sh
# The Go module (go/): vet, and every test with the race detector, fuzz seeds and examples included. Needs Go 1.22 and the modules
# that it tests with; without either it is skipped, aloud. GO is the command.
set -u
GO=${GO:-go}
command -v "$GO" >/dev/null 2>&1 || GO=/usr/local/go/bin/go
if ! version=$("$GO" version 2>/dev/null); then
    echo "skip Go module: there is no Go here (or set GO to it)"
    exit 0
fi
work=$PWD/build/check/go
mkdir -p "$work"
if ! make build/libzlazy.a >"$work/archive.out" 2>&1; then
    echo "skip Go module: build/libzlazy.a cannot be built: $(tail -n 1 "$work/archive.out")"
    exit 0
fi

# Go does not see that the archive has changed, so its checksum is part of the compiler's options.
CGO_CFLAGS="-O2 -g -DZLAZY_ARCHIVE=$(cksum <build/libzlazy.a | cut -d ' ' -f 1)"
export CGO_ENABLED=1 CGO_CFLAGS
cd go || exit 1

minor=$(printf '%s\n' "$version" | sed -n 's/.* go1\.\([0-9]*\).*/\1/p')
if [ "${minor:-0}" -lt 22 ]; then
    echo "skip Go module: it needs Go 1.22, this is $version"
    exit 0
fi
if ! "$GO" mod download >"$work/download.out" 2>&1; then
    echo "skip Go module: its dependencies cannot be downloaded: $(tail -n 1 "$work/download.out")"
    exit 0
fi

check() { # name command...
    name=$1
    shift
    out=$work/$(printf '%s' "$name" | tr ' /' '__').out
    if "$@" >"$out" 2>&1; then
        echo "ok $name"
    else
        echo "FAIL $name: $(grep -m 1 -e '_test.go:' -e '^panic' -e 'DATA RACE' -e error "$out" || tail -n 1 "$out"), see $out"
    fi
}

# The race detector needs more than some systems have.
race=-race
echo 'package main; func main() {}' >"$work/empty.go"
"$GO" build -race -o "$work/empty" "$work/empty.go" >/dev/null 2>&1 && "$work/empty" >/dev/null 2>&1 || race=
[ -n "$race" ] || echo "skip Go race detector: it does not work here"

check "Go vet" "$GO" vet ./...
unformatted=$("$("$GO" env GOROOT)/bin/gofmt" -l . 2>&1)
if [ -z "$unformatted" ]; then echo "ok Go fmt"; else echo "FAIL Go fmt: $unformatted"; fi
for package in $("$GO" list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...); do
    check "Go ${package##*/zlazy/go/}" "$GO" test $race -count=1 "$package"
done
# Allocations are counted where the race detector does not empty the pools.
check "Go allocations" "$GO" test -count=1 -run TestAllocations ./internal/alike

# A program with two zlibs.
printf 'int zlibVersion(void); int main(void) { return zlibVersion() == 0; }\n' >"$work/system.c"
if "${CC:-cc}" -w "$work/system.c" -o "$work/system" -l:libz.so.1 2>"$work/system.errors"; then
    check "Go beside the system's zlib" "$GO" test $race -count=1 -tags zlazy_systemzlib ./internal/sidebyside
else
    echo "skip Go beside the system's zlib: the system has none to link to"
fi

# An installed library instead of the checkout's archive.
if command -v "${PKG_CONFIG:-pkg-config}" >/dev/null 2>&1; then
    mkdir -p "$work/installed"
    cp ../include/*.h ../build/*.h ../build/libzlazy.a "$work/installed" 2>/dev/null
    printf 'Name: zlazy\nDescription: zlazy\nVersion: 0\nCflags: -DZLAZY_PREFIX -I${pcfiledir}\nLibs: -L${pcfiledir} -lzlazy\n' >"$work/installed/zlazy.pc"
    PKG_CONFIG_PATH=$work/installed
    export PKG_CONFIG_PATH
    check "Go by pkg-config" "$GO" test -count=1 -tags zlazy_pkgconfig ./flate ./gzip ./zlib
else
    echo "skip Go by pkg-config: there is no pkg-config here"
fi
