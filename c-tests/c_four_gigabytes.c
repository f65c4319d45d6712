/* C8: counts beyond 32 bits. Little memory is used: one buffer is compressed, or one piece of memory mapped, many times. */
#include "check.h"

enum { MEGABYTE = 1 << 20, TIMES = 4200 };
#define TOTAL ((z_size_t)TIMES * MEGABYTE)

static unsigned char *chunk, *packed, *out;

/* What passes from deflate to inflate. */
static void hand_over(z_stream *to, z_stream *from, int *code) {
    to->next_in = packed;
    to->avail_in = (uInt)(2 * MEGABYTE) - from->avail_out;
    while (to->avail_in && *code == Z_OK) {
        to->next_out = out, to->avail_out = MEGABYTE;
        *code = inflate(to, Z_NO_FLUSH);
    }
}

static void c8_gzip_totals(void) {
    z_stream to, from;
    int i, code = Z_OK, packing = Z_OK;
    memset(&to, 0, sizeof to), memset(&from, 0, sizeof from);
    OK(deflateInit2(&from, 0, 8, 31, 8, 0) == Z_OK && inflateInit2(&to, 31) == Z_OK, "inits");
    for (i = 0; i < TIMES && code == Z_OK && packing == Z_OK; i++) {
        from.next_in = chunk, from.avail_in = MEGABYTE;
        from.next_out = packed, from.avail_out = 2 * MEGABYTE;
        packing = deflate(&from, i == TIMES - 1 ? Z_FINISH : Z_NO_FLUSH);
        hand_over(&to, &from, &code);
    }
    say("deflate %d, inflate %d, in %lu, out %lu, crc %08lx", packing, code, from.total_in, to.total_out, to.adler);
    OK(from.total_out == to.total_in && from.total_out > TOTAL, "totals between the two: %lu and %lu", from.total_out, to.total_in);
    OK(deflateEnd(&from) == Z_OK && inflateEnd(&to) == Z_OK, "ends");
}

/* A zlib stream of TOTAL zeros, put together from one compressed piece that stands on its own. */
static size_t zeros_stream(unsigned char **stream) {
    z_stream strm;
    size_t one, at = 0;
    uLong adler = 1, piece = adler32_z(1, chunk, MEGABYTE);
    int i;
    memset(&strm, 0, sizeof strm);
    OK(deflateInit2(&strm, 6, 8, -15, 8, 0) == Z_OK, "init");
    strm.next_in = chunk, strm.avail_in = MEGABYTE;
    strm.next_out = packed, strm.avail_out = 2 * MEGABYTE;
    OK(deflate(&strm, Z_FULL_FLUSH) == Z_OK, "flush");
    one = strm.total_out;
    deflateEnd(&strm);
    *stream = malloc(one * TIMES + 20);
    if (*stream == NULL) abort();
    (*stream)[at++] = 0x78, (*stream)[at++] = 0x9c;
    for (i = 0; i < TIMES; i++, at += one) {
        memcpy(*stream + at, packed, one);
        adler = adler32_combine(adler, piece, MEGABYTE);
    }
    (*stream)[at++] = 3, (*stream)[at++] = 0;
    for (i = 24; i >= 0; i -= 8) (*stream)[at++] = (unsigned char)(adler >> i);
    return at;
}

static void c8_one_shot(void) {
    unsigned char *big = repeated((size_t)64 * MEGABYTE, TIMES / 64 + 3), *stream;
    size_t n = zeros_stream(&stream);
    z_size_t length, used = n;
    int code;
    if (big == NULL) {
        say("no address space for this");
        return;
    }
    length = TOTAL + 77;
    code = uncompress2_z(big, &length, stream, &used);
    say("uncompress2_z %d, length %zu, unused %zu", code, length, n - used);
    length = TOTAL - 1;
    code = uncompress_z(big, &length, stream, n);
    say("uncompress_z with a byte too few: %d, length %zu", code, length);
    length = TOTAL + (size_t)150 * MEGABYTE;
    code = compress2_z(big, &length, big, TOTAL, 0);
    say("compress2_z at level 0: %d", code);
    OK(length > TOTAL && length < TOTAL + TOTAL / 1000, "its length: %zu", length);
    free(stream);
}

int main(void) {
    check_begin();
    chunk = calloc(1, MEGABYTE), packed = malloc(2 * MEGABYTE), out = malloc(MEGABYTE);
    RUN("C8 gzip totals beyond 4 GiB", c8_gzip_totals);
    RUN("C8 one-shot calls beyond 4 GiB", c8_one_shot);
    return check_end();
}
