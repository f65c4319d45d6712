#!/bin/sh
# CPython's own tests of zlib, gzip, zipfile and tarfile.
# Debian: python3 libpython3.*-testsuite
. "${0%/*}/ways"
python=/usr/bin/python3
needs $python
if ! $python -c 'import test.test_zlib' 2>/dev/null; then
    say "skip $name: its test suite is not installed (apt-get install $packages, or make setup-real)"
    exit 0
fi
proof $python -c 'import zlib; zlib.crc32(b"x")'
own_tests() {
    for module in test_zlib test_gzip test_zipfile test_tarfile; do
        ours $python -m test $module >"$module.out" 2>&1 || { grep -e '^FAIL' -e '^ERROR' -e Error "$module.out"; return 1; }
    done
}
try "test_zlib, test_gzip, test_zipfile, test_tarfile" own_tests
