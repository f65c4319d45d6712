/* Wrong uses of the library that those who watch it must see: proof that they see into it (c-tests/watch). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

static unsigned char data[50000];

/* More room is said than there is: 31 bytes go into 20, few enough that valgrind's own heap lives to tell. */
static void overrun(void) {
    unsigned char *to = malloc(20);
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    deflateInit(&strm, 0);
    strm.next_in = data, strm.avail_in = 20, strm.next_out = to, strm.avail_out = 2000;
    deflate(&strm, Z_FINISH);
    deflateEnd(&strm);
    free(to);
}

/* The input is not there any more. */
static void freed(void) {
    unsigned char *from = malloc(1000), to[2000];
    uLongf length = sizeof to;
    free(from);
    compress(to, &length, from, 1000);
}

/* Two threads with one stream. */
static z_stream shared;

static void *use(void *to) {
    shared.next_in = data, shared.avail_in = sizeof data, shared.next_out = to, shared.avail_out = 100000;
    deflate(&shared, Z_SYNC_FLUSH);
    return NULL;
}

static void race(void) {
    pthread_t one, two;
    deflateInit(&shared, 6);
    pthread_create(&one, NULL, use, malloc(100000));
    pthread_create(&two, NULL, use, malloc(100000));
    pthread_join(one, NULL), pthread_join(two, NULL);
}

/* The output depends on bytes that nobody wrote. */
static void unwritten(void) {
    unsigned char *from = malloc(1000), to[2000];
    uLongf length = sizeof to;
    compress(to, &length, from, 1000);
    puts(to[length / 2] & 1 ? "odd" : "even");
}

/* A stream that is not ended. */
static void leak(void) {
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    deflateInit(&strm, 6);
    memset(&strm, 0, sizeof strm);
}

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    if (strcmp(what, "overrun") == 0) overrun();
    if (strcmp(what, "freed") == 0) freed();
    if (strcmp(what, "race") == 0) race();
    if (strcmp(what, "unwritten") == 0) unwritten();
    if (strcmp(what, "leak") == 0) leak();
    return 0;
}
