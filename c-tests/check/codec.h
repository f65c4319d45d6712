/* Whole buffers through the library under test: the shortest way to a compressed stream and back. */
#ifndef CHECK_CODEC_H
#define CHECK_CODEC_H

#include "check/report.h"

/* How a stream is to be compressed. */
struct settings {
    int level, window_bits, mem_level, strategy;
};

/* "level 6, windowBits 15, memLevel 8, strategy 0", in a buffer that the next call reuses. */
static inline const char *settings_name(struct settings s) {
    static char name[100];
    snprintf(name, sizeof name, "level %d, windowBits %d, memLevel %d, strategy %d", s.level, s.window_bits, s.mem_level, s.strategy);
    return name;
}

static inline int start_deflate(z_stream *strm, struct settings s) {
    return deflateInit2(strm, s.level, Z_DEFLATED, s.window_bits, s.mem_level, s.strategy);
}

/* Compresses in[0..n] in one call. The number of bytes; 0 means that something failed and was reported. */
static inline size_t pack(struct settings s, const unsigned char *in, size_t n, unsigned char *out, size_t room) {
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    code = start_deflate(&strm, s);
    if (!OK(code == Z_OK, "deflateInit2 gave %d (%s)", code, settings_name(s))) return 0;
    strm.next_in = (z_const Bytef *)in;
    strm.avail_in = (uInt)n;
    strm.next_out = out;
    strm.avail_out = (uInt)room;
    code = deflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END, "deflate of %zu bytes into %zu gave %d (%s)", n, room, code, settings_name(s));
    deflateEnd(&strm);
    return code == Z_STREAM_END ? strm.total_out : 0;
}

/* Decompresses in[0..n] in one call; the last code. `out_length` may be NULL. */
static inline int unpack(int window_bits, const unsigned char *in, size_t n, unsigned char *out, size_t room, size_t *out_length) {
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    code = inflateInit2(&strm, window_bits);
    if (code != Z_OK) return code;
    strm.next_in = (z_const Bytef *)in;
    strm.avail_in = (uInt)n;
    strm.next_out = out;
    strm.avail_out = (uInt)room;
    code = inflate(&strm, Z_FINISH);
    if (out_length) *out_length = strm.total_out;
    inflateEnd(&strm);
    return code;
}


/* Reports unless packed[0..length] gives back data[0..n]. */
static inline int round_trips(int window_bits, const unsigned char *packed, size_t length, const unsigned char *data, size_t n) {
    unsigned char *out = malloc(n + 1);
    size_t got = 0;
    int code, same;
    if (out == NULL) abort();
    code = unpack(window_bits, packed, length, out, n + 1, &got);
    same = got == n && (n == 0 || memcmp(out, data, n) == 0);
    free(out);
    return OK(code == Z_STREAM_END, "inflate gave %d after %zu of %zu bytes", code, got, n) && OK(same, "other data came back");
}

/* Room for any stream of n bytes that these tests make. */
static inline size_t ample(size_t n) {
    return n + n / 4 + 1000;
}

#endif
