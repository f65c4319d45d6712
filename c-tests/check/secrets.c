/* In builds with assertions the library overwrites what it gives back: no block that a caller's zfree gets, and none that the pool hands
 * on, has a byte of a stream's data. (c-tests/watch ubsan check/secrets) */
#include "check.h"

enum { LENGTH = 200000, BLOCKS = 64 };

static const char secret[] = "correct horse battery staple/";
static unsigned char *data, *packed, *out;

/* An allocator that remembers sizes and looks into what comes back. */
static struct {
    void *address;
    size_t n;
} block[BLOCKS];
static size_t frees, told;

static voidpf take(voidpf opaque, uInt items, uInt size) {
    int i = 0;
    (void)opaque;
    while (block[i].address) i++;
    block[i].n = (size_t)items * size;
    return block[i].address = calloc(items, size);
}

static void give(voidpf opaque, voidpf address) {
    int i = 0;
    (void)opaque;
    while (block[i].address != address) i++;
    frees++;
    if (memmem(address, block[i].n, secret, sizeof secret - 1)) told++;
    block[i].address = NULL;
    free(address);
}

static void begin(z_stream *strm) {
    memset(strm, 0, sizeof *strm);
    strm->zalloc = take, strm->zfree = give;
}

/* A stream's whole life with the secret for data. */
static void freed_blocks(void) {
    struct lots lots = lots_from(61);
    int round;
    for (round = 0; round < 200; round++) {
        struct settings s = {round % 10, -15, 1 + round % 9, round / 10 % 5};
        z_stream strm, twin;
        size_t n = 100 + piece(&lots, LENGTH - 100), length;
        begin(&strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        if (round % 3 == 0) OK(deflateSetDictionary(&strm, data, 5000) == Z_OK, "dictionary");
        strm.next_in = data, strm.avail_in = (uInt)n, strm.next_out = packed, strm.avail_out = (uInt)(round % 4 ? ample(LENGTH) : 40);
        deflate(&strm, round % 2 ? Z_SYNC_FLUSH : Z_NO_FLUSH);
        if (round % 5 == 0 && deflateCopy(&twin, &strm) == Z_OK) deflateEnd(&twin);
        if (round % 7 == 0) zlazy_deflateTrim(&strm);
        if (round % 2) deflateReset(&strm);
        deflateEnd(&strm);
        length = pack((struct settings){round % 10, -15, 8, 0}, data, n, packed, ample(LENGTH));
        begin(&strm);
        OK(inflateInit2(&strm, -15) == Z_OK, "init");
        strm.next_in = packed, strm.avail_in = (uInt)(length / 2 + below(&lots, length / 2)), strm.next_out = out, strm.avail_out = (uInt)piece(&lots, LENGTH);
        inflate(&strm, Z_NO_FLUSH);
        if (round % 5 == 0 && inflateCopy(&twin, &strm) == Z_OK) inflateEnd(&twin);
        if (round % 3 == 0) zlazy_inflateTrim(&strm);
        if (round % 2) inflateReset(&strm);
        inflateEnd(&strm);
    }
    OK(told == 0, "%zu of %zu freed blocks tell the secret", told, frees);
    OK(frees > 500, "%zu blocks", frees);
}

/* Streams with the pool's blocks: whatever they read before they write it would be poison, and so other bytes. */
static void pooled_blocks(void) {
    struct lots lots = lots_from(62);
    unsigned char *first = malloc(ample(LENGTH));
    int round;
    zlazy_pool_limit(64 << 20);
    for (round = 0; round < 300; round++) {
        struct settings s = {(int)below(&lots, 10), 15, 1 + (int)below(&lots, 9), (int)below(&lots, 5)};
        size_t n = piece(&lots, LENGTH), length, again;
        zlazy_pool_limit(0);
        length = pack(s, data, n, first, ample(LENGTH));
        zlazy_pool_limit(64 << 20);
        pack((struct settings){(int)below(&lots, 10), 15, 8, 0}, data, piece(&lots, LENGTH), packed, ample(LENGTH));
        round_trips(15, first, length, data, n);
        again = pack(s, data, n, packed, ample(LENGTH));
        OK(again == length && memcmp(first, packed, length) == 0, "%zu bytes, else %zu (%s)", again, length, settings_name(s));
        round_trips(15, packed, again, data, n);
    }
    free(first);
}

int main(void) {
    size_t i;
    check_begin();
    data = malloc(LENGTH), packed = malloc(ample(LENGTH)), out = malloc(LENGTH);
    for (i = 0; i < LENGTH; i++) data[i] = (unsigned char)secret[i % (sizeof secret - 1)];
    RUN("freed blocks are overwritten", freed_blocks);
    RUN("the pool's blocks are overwritten", pooled_blocks);
    free(data), free(packed), free(out);
    return check_end();
}
