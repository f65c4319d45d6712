/* Promises 2, 3, 4 and 8: what this library takes, when, and what it does when it gets nothing. zlib itself fails these. */
#include "check.h"

enum { LENGTH = 200000, HEAD = 1024 };

static struct meter meter;
static unsigned char *data, *packed, *out;

static void begin(struct settings s, z_stream *strm) {
    meter_clear(&meter);
    memset(strm, 0, sizeof *strm);
    meter_attach(strm, &meter);
    OK(start_deflate(strm, s) == Z_OK, "init (%s)", settings_name(s));
    strm->next_out = packed, strm->avail_out = (uInt)ample(LENGTH);
}

/* What zlib 1.4 takes at most after an init, its own state of less than 6 KiB left out. */
static size_t zlib_sum(struct settings s) {
    int bits = s.window_bits < 0 ? -s.window_bits : s.window_bits & 15;
    if (bits == 8) bits = 9;
    return ((size_t)1 << (bits + 2)) + ((size_t)1 << (s.mem_level + 9));
}

static void feed(z_stream *strm, size_t n, int flush) {
    strm->next_in = data, strm->avail_in = (uInt)n;
    OK(deflate(strm, flush) >= 0, "deflate");
}

/* B1: nginx's arena: every request counts, what is returned does not count back. */
static void b1_nginx_budget(void) {
    static const int kinds[] = {DATA_TEXT, DATA_RANDOM, DATA_RUNS};
    struct settings s;
    size_t worst = 0;
    int kind, piece;
    for (kind = 0; kind < 3; kind++) {
        make_data(data, LENGTH, kinds[kind], 1);
        for (s.window_bits = 9; s.window_bits <= 15; s.window_bits++)
            for (s.mem_level = 1; s.mem_level <= 9; s.mem_level++)
                for (s.level = 0; s.level <= 9; s.level++)
                    for (s.strategy = 0; s.strategy <= 4; s.strategy++) {
                        size_t budget = 8192 + 16 + zlib_sum(s), n = s.level > 6 ? 15000 : 60000;
                        struct settings gzip = s;
                        z_stream strm;
                        if ((s.strategy || s.level > 4) && (s.level + s.mem_level + s.window_bits) % 4) continue;
                        gzip.window_bits += 16;
                        begin(gzip, &strm);
                        feed(&strm, n, Z_NO_FLUSH);
                        feed(&strm, n, Z_SYNC_FLUSH);
                        for (piece = 0; piece < 8; piece++) feed(&strm, piece % 3 ? 300 : 9000, Z_SYNC_FLUSH);
                        feed(&strm, 0, Z_FINISH);
                        OK(deflateEnd(&strm) == Z_OK, "end");
                        OK(meter.nginx <= budget, "nginx counts %zu of %zu (%s)", meter.nginx, budget, settings_name(s));
                        if (meter.nginx > worst) worst = meter.nginx;
                        meter_clean(&meter);
                    }
    }
    OK(worst > 8192, "nothing was allocated at all");
}

/* B9: an init takes a head; memory comes with data, and grows with them. */
static void b9_lazy(void) {
    struct settings s = {0, 15, 8, 0};
    make_data(data, LENGTH, DATA_TEXT, 2);
    for (s.level = 0; s.level <= 9; s.level++)
        for (s.strategy = 0; s.strategy <= 4; s.strategy++) {
            size_t small;
            z_stream strm;
            begin(s, &strm);
            OK(meter.sum <= HEAD && meter.calls == 1, "an init took %zu bytes in %u blocks (%s)", meter.sum, meter.calls, settings_name(s));
            feed(&strm, 100, Z_NO_FLUSH);
            small = meter.live;
            OK(small <= 65536, "100 bytes of data took %zu bytes (%s)", small, settings_name(s));
            feed(&strm, LENGTH, Z_NO_FLUSH);
            OK(meter.peak <= 8192 + zlib_sum(s), "at most %zu bytes (%s)", meter.peak, settings_name(s));
            OK(deflateReset(&strm) == Z_OK, "reset");
            OK(meter.live <= HEAD, "a reset keeps %zu bytes (%s)", meter.live, settings_name(s));
            OK(deflateEnd(&strm) == Z_OK, "end");
            meter_clean(&meter);
        }
}

/* B9: the modes that look for no matches in a window have no match finder. */
static void b9_no_finder(void) {
    static const int settings[][2] = {{0, 0}, {6, Z_HUFFMAN_ONLY}, {6, Z_RLE}, {9, Z_RLE}};
    int i;
    make_data(data, LENGTH, DATA_TEXT, 2);
    for (i = 0; i < 4; i++) {
        struct settings s = {settings[i][0], 15, 8, settings[i][1]};
        z_stream strm;
        begin(s, &strm);
        feed(&strm, LENGTH / 2, Z_NO_FLUSH);
        feed(&strm, LENGTH / 2, Z_FINISH);
        /* A window and a finder would be 64 KiB each; symbols and pending output alone are 64 KiB at memLevel 8. */
        OK(meter.peak <= 160 * 1024, "at most %zu bytes (%s)", meter.peak, settings_name(s));
        OK(deflateEnd(&strm) == Z_OK, "end");
    }
}

/* B10: memory shrinks with windowBits and memLevel. */
static void b10_shrinks(void) {
    struct settings s = {6, 15, 9, 0};
    make_data(data, LENGTH, DATA_MIXED, 3);
    for (s.window_bits = 9; s.window_bits <= 15; s.window_bits++)
        for (s.mem_level = 1; s.mem_level <= 9; s.mem_level++)
            for (s.level = 1; s.level <= 9; s.level += 2) {
                z_stream strm;
                begin(s, &strm);
                feed(&strm, 100000, Z_NO_FLUSH);
                feed(&strm, 100000, Z_FINISH);
                OK(meter.peak <= 8192 + zlib_sum(s), "%zu bytes at most (%s)", meter.peak, settings_name(s));
                OK(deflateEnd(&strm) == Z_OK, "end");
            }
}

/* B5: whatever is refused after the init, deflate goes on and all data come through. */
static void b5_one(struct settings s, unsigned refused, int only, int steps) {
    size_t n = 60000;
    z_stream strm;
    int code, i;
    begin(s, &strm);
    if (only) meter.refuse_only = meter.calls + refused; else meter.refuse_from = meter.calls + refused;
    for (i = 0; i < steps; i++) {
        strm.next_in = data + n / (size_t)steps * (size_t)i;
        strm.avail_in = (uInt)(i == steps - 1 ? n - n / (size_t)steps * (size_t)i : n / (size_t)steps);
        code = deflate(&strm, i == steps - 1 ? Z_FINISH : i % 3 == 2 ? Z_SYNC_FLUSH : Z_NO_FLUSH);
        OK(code == (i == steps - 1 ? Z_STREAM_END : Z_OK), "allocation %u refused: deflate gave %d (%s)", refused, code, settings_name(s));
    }
    OK(deflateEnd(&strm) == Z_OK, "end");
    meter_clean(&meter);
    round_trips(s.window_bits, packed, strm.total_out, data, n);
}

static void b5_deflate_without_memory(void) {
    struct settings s = {0, 15, 8, 0};
    unsigned refused;
    make_data(data, LENGTH, DATA_SOURCE, 5);
    for (s.level = 0; s.level <= 9; s.level++)
        for (s.strategy = 0; s.strategy <= 4; s.strategy++)
            for (refused = 1; refused <= 8; refused++) {
                s.window_bits = refused % 3 == 0 ? 31 : refused % 3 == 1 ? 15 : -12;
                b5_one(s, refused, 0, 1);
                b5_one(s, refused, 0, 10);
                b5_one(s, refused, 1, 100);
            }
}

/* B5: the other calls of a stream that gets no memory: their documented codes, nothing lost. */
static void b5_calls_without_memory(void) {
    int level;
    make_data(data, LENGTH, DATA_TEXT, 6);
    for (level = 0; level <= 9; level++) {
        struct settings s = {level, -15, 8, 0};
        uInt length;
        z_stream strm, twin;
        int code;
        begin(s, &strm);
        meter.refuse_from = meter.calls + 1;
        code = deflateSetDictionary(&strm, data, 30000);
        OK(code == Z_OK || code == Z_MEM_ERROR || code == Z_STREAM_ERROR, "deflateSetDictionary gave %d", code);
        OK(deflateGetDictionary(&strm, out, &length) == Z_OK, "deflateGetDictionary");
        OK((code = deflatePrime(&strm, 7, 2)) == Z_OK || code == Z_BUF_ERROR, "deflatePrime gave %d", code);
        OK(deflateReset(&strm) == Z_OK, "reset");
        OK((code = deflateParams(&strm, 9 - level, Z_FILTERED)) == Z_OK, "deflateParams gave %d", code);
        OK((code = deflateCopy(&twin, &strm)) == Z_MEM_ERROR, "deflateCopy gave %d", code);
        strm.next_in = data, strm.avail_in = 30000;
        OK((code = deflate(&strm, Z_NO_FLUSH)) == Z_OK, "deflate gave %d", code);
        code = deflateParams(&strm, level, 0);
        OK(code == Z_OK || code == Z_BUF_ERROR, "deflateParams gave %d", code);
        strm.next_in = data + 30000, strm.avail_in = 30000;
        OK((code = deflate(&strm, Z_FINISH)) == Z_STREAM_END, "finish gave %d", code);
        OK(deflateEnd(&strm) == Z_OK, "end");
        meter_clean(&meter);
        round_trips(-15, packed, strm.total_out, data, 60000);
    }
}

/* B5: memory that comes back is used again, at the latest after a reset. */
static void b5_memory_returns(void) {
    struct settings s = {6, 15, 8, 0};
    z_stream strm;
    make_data(data, LENGTH, DATA_TEXT, 7);
    begin(s, &strm);
    meter.refuse_from = meter.calls + 1;
    feed(&strm, 50000, Z_SYNC_FLUSH);
    meter.refuse_from = 0;
    OK(deflateReset(&strm) == Z_OK, "reset");
    strm.next_out = packed, strm.avail_out = (uInt)ample(LENGTH);
    feed(&strm, LENGTH, Z_FINISH);
    OK(deflateEnd(&strm) == Z_OK, "end");
    round_trips(15, packed, strm.total_out, data, LENGTH);
    OK(strm.total_out < LENGTH / 2, "%d bytes of text became %lu although there was memory", LENGTH, strm.total_out);
}

/* B8: inflate: a head at init; at most 48 KiB; no window for one call into a big buffer. */
static void b8_inflate(void) {
    static const int windows[] = {15, 31, 47, 0};
    struct settings s = {6, 15, 8, 0};
    size_t n, i;
    make_data(data, LENGTH, DATA_TEXT, 8);
    n = pack(s, data, LENGTH, packed, ample(LENGTH));
    for (i = 0; i < 4; i++) {
        z_stream strm;
        size_t whole;
        int code;
        if (windows[i] == 31) continue;
        meter_clear(&meter);
        memset(&strm, 0, sizeof strm);
        meter_attach(&strm, &meter);
        OK(inflateInit2(&strm, windows[i]) == Z_OK, "init");
        OK(meter.sum <= HEAD && meter.calls == 1, "an init took %zu bytes in %u blocks", meter.sum, meter.calls);
        strm.next_in = packed, strm.avail_in = (uInt)n;
        strm.next_out = out, strm.avail_out = LENGTH;
        OK(inflate(&strm, Z_FINISH) == Z_STREAM_END, "inflate");
        whole = meter.peak;
        OK(whole <= 16384, "one call took %zu bytes", whole);
        OK(inflateReset(&strm) == Z_OK, "reset");
        strm.next_in = packed, strm.avail_in = (uInt)n, strm.next_out = out;
        do {
            strm.avail_out = 1000;
            code = inflate(&strm, Z_NO_FLUSH);
        } while (code == Z_OK);
        OK(code == Z_STREAM_END, "inflate gave %d", code);
        OK(meter.peak <= 48 * 1024, "at most %zu bytes", meter.peak);
        OK(inflateReset(&strm) == Z_OK && inflateEnd(&strm) == Z_OK, "end");
        meter_clean(&meter);
    }
}

/* Promise 4: with the caller's allocator nothing is kept when the stream ends, and a reset asks for nothing. */
static void promise4_reset_takes_nothing(void) {
    struct settings s = {6, 15, 8, 0};
    z_stream strm;
    unsigned calls;
    begin(s, &strm);
    feed(&strm, LENGTH, Z_FINISH);
    calls = meter.calls;
    OK(deflateReset(&strm) == Z_OK && deflateReset(&strm) == Z_OK && meter.calls == calls, "a reset asked for memory");
    OK(deflateEnd(&strm) == Z_OK, "end");
    meter_clean(&meter);
}

int main(void) {
    const char *expected = getenv("EXPECT");
    check_begin();
    if (expected && strcmp(expected, "oracle") == 0) return check_skip("zlib does not promise this");
    data = malloc(LENGTH), packed = malloc(ample(LENGTH) + 100000), out = malloc(LENGTH + 100000);
    RUN("B1 nginx's budget", b1_nginx_budget);
    RUN("B5 deflate without memory", b5_deflate_without_memory);
    RUN("B5 other calls without memory", b5_calls_without_memory);
    RUN("B5 memory that comes later", b5_memory_returns);
    RUN("B8 inflate's memory", b8_inflate);
    RUN("B9 memory comes with data", b9_lazy);
    RUN("B9 modes without a finder", b9_no_finder);
    RUN("B10 memory shrinks with windowBits and memLevel", b10_shrinks);
    RUN("Promise 4 a reset takes nothing", promise4_reset_takes_nothing);
    return check_end();
}
