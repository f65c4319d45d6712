/* Compression with any parameters, flushes and cuts, decoded by zlib and by this library, and call by call as zlib does it: what
 * c-tests/differ_deflate.c has. The input is what it draws. */
#include "target.h"
#define TARGET "encode"
#define main driver_main
#include "../c-tests/differ_deflate.c"
#undef main

static void judge(const unsigned char *bytes, size_t n) {
    if (n == 0) return;
    wind(bytes + 1, n - 1);
    one_round(bytes[0]);
}

static void open_target(void) {
    if (!open_both(&library[0], &library[1])) return;
    data = malloc(MOST), packed[0] = malloc(ROOM), packed[1] = malloc(ROOM), out = malloc(MOST);
}

#include "main.h"
