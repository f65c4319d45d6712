/* The C library's calloc, which is all that the library asks for memory by: counted and refused. For programs whose own calloc this
 * becomes; include it once. */
#ifndef CHECK_REQUESTS_H
#define CHECK_REQUESTS_H

#include <stdlib.h>
#include <string.h>

/* Whether this request is to be refused; the program says. */
static int refuse_request(void);

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECK_WATCHED_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHECK_WATCHED_MALLOC 1
#endif
#endif

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
