/* Valid streams, damaged streams and surprises between calls, as c-tests/differ_inflate.c has them: the input is what it draws. */
#include "target.h"
#define TARGET "decode"
#define main driver_main
#include "../c-tests/differ_inflate.c"
#undef main

static void judge(const unsigned char *bytes, size_t n) {
    if (n == 0) return;
    wind(bytes + 1, n - 1);
    one_stream(bytes[0]);
}

static void open_target(void) {
    int s;
    if (!open_both(&library[0], &library[1])) return;
    data = malloc(MOST);
    for (s = 0; s < 2; s++) out[s] = malloc(ROOM), window[s] = malloc(32768);
}

#include "main.h"
