"""The demo's real program: Python's own zlib module, on whatever libz.so.1 the dynamic linker gave it.

program.py pack IN OUT | unpack IN OUT: converts, and prints the library's version, its file and MB/s of uncompressed data.
"""

import re
import sys
import time
import zlib


def library_file():
    """The libz that is mapped into this process."""
    with open("/proc/self/maps") as maps:
        files = re.findall(r"\s(/\S.*/libz\.so\S*)\n", maps.read())
    return files[0] if files else "built-in"


def best_rate(convert, length):
    """MB/s of the fastest of some rounds that last half a second together."""
    best, end = float("inf"), time.perf_counter() + 0.5
    while time.perf_counter() < end:
        begin = time.perf_counter()
        convert()
        best = min(best, time.perf_counter() - begin)
    return length / best / 1e6


def main():
    role, source, target = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read()
    convert = (lambda: zlib.compress(data, 6)) if role == "pack" else (lambda: zlib.decompress(data))
    result = convert()
    with open(target, "wb") as file:
        file.write(result)
    rate = best_rate(convert, len(data) if role == "pack" else len(result))
    print(f"{zlib.ZLIB_RUNTIME_VERSION} {rate:.1f} {library_file()}")


main()
