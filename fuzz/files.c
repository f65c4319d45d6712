/* Programs of gz* calls on files, pipes and a system that stalls and fails, in two libraries at once: what c-tests/differ_gz.c
 * has. The input is what it draws. */
#include "target.h"
#define TARGET "files"
#define main driver_main
#include "../c-tests/differ_gz.c"
#undef main

static void judge(const unsigned char *bytes, size_t n) {
    if (n == 0) return;
    wind(bytes + 1, n - 1);
    one_program(bytes[0]);
}

static void open_target(void) {
    signal(SIGPIPE, SIG_IGN);
    if (!open_both(&sides[0].library, &sides[1].library) || !open_gz(&sides[0]) || !open_gz(&sides[1])) return;
    if (!OK(make_folders(), "no folder for temporary files")) return;
    atexit(remove_folders);
    program.content = malloc(CONTENT + 100000), program.text = malloc(70100);
}

#include "main.h"
