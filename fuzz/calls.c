/* Programs of calls in any order, sensible and not, in two libraries at once: what c-tests/differ_calls.c has. The input is what
 * it draws. */
#include "target.h"
#define TARGET "calls"
#define main driver_main
#include "../c-tests/differ_calls.c"
#undef main

static void judge(const unsigned char *bytes, size_t n) {
    if (n == 0) return;
    wind(bytes + 1, n - 1);
    one_program(bytes[0]);
}

static void open_target(void) {
    if (!open_both(&library[0], &library[1])) return;
    text = malloc(TEXT), packed = malloc(PACKED), room[0] = malloc(ROOM), room[1] = malloc(ROOM);
}

#include "main.h"
