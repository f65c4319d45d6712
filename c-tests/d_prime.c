/* deflatePrime: bits of the caller's in front of, or between, what deflate writes. */
#include "check.h"

enum { LENGTH = 20000 };

static unsigned char *data, *packed, *out;

/* D9: bits until the pending buffer is full; the stream stays usable. */
static void d9_until_full(void) {
    int mem;
    for (mem = 1; mem <= 9; mem++) {
        struct settings s = {6, -15, mem, 0};
        unsigned long accepted = 0;
        unsigned pending;
        z_stream strm;
        int code, bits;
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        while ((code = deflatePrime(&strm, 16, 0)) == Z_OK && accepted < 1000000) accepted++;
        OK(deflatePending(&strm, &pending, &bits) == Z_OK, "pending");
        say("memLevel %d: %lu times 16 bits, then %d; pending %u bytes, %d bits", mem, accepted, code, pending, bits);
        code = deflatePrime(&strm, 7, 0);
        say("seven bits more: %d", code);
        strm.next_out = out, strm.avail_out = pending / 2;
        OK(deflate(&strm, Z_NO_FLUSH) == Z_OK && strm.avail_out == 0 && untouched(out, 0, pending / 2, 0), "half of %u pending bytes", pending);
        code = deflatePrime(&strm, 16, 0);
        say("after half of them came out: %d", code);
        strm.next_in = data, strm.avail_in = LENGTH;
        strm.next_out = packed, strm.avail_out = 300000;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
        OK(deflateEnd(&strm) == Z_OK, "end");
    }
}

static void d9_numbers_of_bits(void) {
    static const int counts[] = {-2147483647, -17, -1, 0, 1, 8, 16, 17, 31, 32, 33, 2147483647};
    struct settings s = {6, -15, 8, 0};
    z_stream strm;
    size_t i;
    memset(&strm, 0, sizeof strm);
    OK(start_deflate(&strm, s) == Z_OK, "init");
    for (i = 0; i < 12; i++) say("%d bits: %d", counts[i], deflatePrime(&strm, counts[i], -1));
    OK(deflateEnd(&strm) == Z_OK, "end");
}

/* The bits come out low bit first, in front of the stream; only as many of the value as are asked for. */
static void d9_bits_come_first(void) {
    int n, level;
    for (level = 0; level <= 9; level++)
        for (n = 0; n <= 16; n++) {
            struct settings s = {level, -15, 8, 0};
            struct tokens t;
            size_t length, i;
            unsigned pending = 0;
            z_stream strm;
            int bits = 0;
            memset(&strm, 0, sizeof strm);
            OK(start_deflate(&strm, s) == Z_OK, "init");
            OK(deflatePrime(&strm, n, -1) == Z_OK && deflatePending(&strm, &pending, &bits) == Z_OK, "prime");
            OK(pending == (unsigned)n / 8 && bits == n % 8, "%d bits: pending %u bytes, %d bits", n, pending, bits);
            strm.next_in = data, strm.avail_in = 500;
            strm.next_out = packed, strm.avail_out = 2000;
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
            length = strm.total_out;
            for (i = 0; i < (size_t)n; i++) OK(packed[i / 8] >> i % 8 & 1, "bit %zu of %d is lost", i, n);
            /* Without the primed bits the rest is a stream. A stored block counts from the byte boundary, so not level 0. */
            for (i = 0; i < length; i++)
                out[i] = (unsigned char)((packed[i + (size_t)n / 8] | packed[i + (size_t)n / 8 + 1] << 8) >> n % 8);
            if (level) OK(read_tokens(out, length - (size_t)n / 8, &t) && t.bytes_out == 500, "after %d bits at level %d no stream follows", n, level);
            OK(deflateEnd(&strm) == Z_OK, "end");
        }
}

/* Joining: blocks end at any bit, and an inflate primed with the rest of that byte goes on from there. */
static void d9_primed_pair(void) {
    struct lots lots = lots_from(9);
    int i;
    for (i = 0; i < 200; i++) {
        struct settings s = {i % 10, -15, 8, i % 5};
        int n = (int)below(&lots, 17), value = (int)below(&lots, 65536), code;
        z_stream strm, back;
        memset(&strm, 0, sizeof strm), memset(&back, 0, sizeof back);
        make_data(data, LENGTH, i % DATA_KINDS, (uint64_t)i);
        OK(start_deflate(&strm, s) == Z_OK && deflatePrime(&strm, n, value) == Z_OK, "prime");
        strm.next_in = data, strm.avail_in = LENGTH;
        strm.next_out = packed, strm.avail_out = 2 * LENGTH;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END && deflateEnd(&strm) == Z_OK, "finish");
        if (s.level == 0) continue; /* stored blocks are aligned to the primed stream's bytes, not to the shifted one's */
        OK(inflateInit2(&back, -15) == Z_OK, "init");
        back.next_in = packed + n / 8, back.avail_in = (uInt)(strm.total_out - (size_t)n / 8);
        if (n % 8) {
            OK(inflatePrime(&back, 8 - n % 8, packed[n / 8] >> n % 8) == Z_OK, "prime");
            back.next_in++, back.avail_in--;
        }
        back.next_out = out, back.avail_out = LENGTH;
        code = inflate(&back, Z_FINISH);
        OK(code == Z_STREAM_END && memcmp(out, data, LENGTH) == 0, "%d bits, level %d: inflate gave %d %s", n, s.level, code, back.msg ? back.msg : "");
        inflateEnd(&back);
    }
}

/* In the middle of a stream, where empty fixed blocks (the bits 01 0 0000000) may stand. */
static void d9_empty_blocks_between(void) {
    static const int flushes[] = {Z_BLOCK, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH};
    struct lots lots = lots_from(10);
    int i, k;
    for (i = 0; i < 90; i++) {
        struct settings s = {1 + i % 9, -15, 1 + i % 9, 0};
        size_t at = 0;
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        make_data(data, LENGTH, i % DATA_KINDS, (uint64_t)i);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        strm.next_out = packed, strm.avail_out = 4 * LENGTH;
        while (at < LENGTH) {
            size_t part = piece(&lots, LENGTH - at);
            strm.next_in = data + at, strm.avail_in = (uInt)part;
            OK(deflate(&strm, flushes[i % 3]) == Z_OK, "flush");
            for (k = (int)below(&lots, 4); k; k--) OK(deflatePrime(&strm, 10, 2) == Z_OK, "prime");
            at += part;
        }
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END && deflateEnd(&strm) == Z_OK, "finish");
        round_trips(-15, packed, strm.total_out, data, LENGTH);
    }
}

/* A reset forgets primed bits. */
static void d9_reset_forgets(void) {
    struct settings s = {6, -15, 8, 0};
    z_stream strm;
    unsigned pending;
    int bits;
    memset(&strm, 0, sizeof strm);
    OK(start_deflate(&strm, s) == Z_OK && deflatePrime(&strm, 13, -1) == Z_OK, "prime");
    OK(deflateReset(&strm) == Z_OK && deflatePending(&strm, &pending, &bits) == Z_OK && pending == 0 && bits == 0, "reset");
    strm.next_in = data, strm.avail_in = 1000;
    strm.next_out = packed, strm.avail_out = 2000;
    OK(deflate(&strm, Z_FINISH) == Z_STREAM_END && deflateEnd(&strm) == Z_OK, "finish");
    round_trips(-15, packed, strm.total_out, data, 1000);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_TEXT, 9), packed = calloc(1, 400000), out = malloc(400000);
    RUN("D9 deflatePrime until the pending buffer is full", d9_until_full);
    RUN("D9 numbers of bits", d9_numbers_of_bits);
    RUN("D9 the bits come first", d9_bits_come_first);
    RUN("D9 an inflate primed likewise", d9_primed_pair);
    RUN("D9 empty blocks between", d9_empty_blocks_between);
    RUN("D9 a reset forgets", d9_reset_forgets);
    return check_end();
}
