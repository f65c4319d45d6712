/* The C library's calloc, which is all that the library asks for memory by: counted and refused. For programs whose own calloc this
 * becomes; include it once. */
#ifndef CHECK_REQUESTS_H
#define CHECK_REQUESTS_H

#include "watched.h"
#include <stdlib.h>
#include <string.h>

/* Whether this request is to be refused; the program says. */
static int refuse_request(void);

#ifdef CHECK_WATCHED_MALLOC
/* A sanitizer watches malloc, and must have given what it sees freed. */
static void *real_calloc(size_t items, size_t size) {
    void *bytes = malloc(items * size);
    return bytes ? memset(bytes, 0, items * size) : NULL;
}
#else
extern void *__libc_calloc(size_t items, size_t size);
#define real_calloc __libc_calloc
#endif

void *calloc(size_t items, size_t size) {
    return refuse_request() ? NULL : real_calloc(items, size);
}

#endif
