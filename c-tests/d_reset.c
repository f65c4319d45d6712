/* Streams that are used again or copied: nothing of the past may show in the bytes. */
#include "check.h"

enum { MOST = 120000 };

static unsigned char *first, *expected, *got, *out;

/* Compresses on a live stream, in calls of at most `cut` bytes; the length. */
static size_t run(z_stream *strm, const unsigned char *in, size_t n, unsigned char *to, size_t cut) {
    int code;
    strm->next_in = (z_const Bytef *)in;
    strm->next_out = to, strm->avail_out = (uInt)ample(n);
    do {
        size_t left = n - (size_t)(strm->next_in - in);
        strm->avail_in = (uInt)(left < cut ? left : cut);
        code = deflate(strm, left <= cut ? Z_FINISH : Z_NO_FLUSH);
    } while (code == Z_OK && strm->avail_out);
    OK(code == Z_STREAM_END, "deflate gave %d", code);
    return strm->total_out;
}

/* D1: compress A, Reset, compress B equals B from a fresh stream. */
static void d1_pair(struct settings s, size_t a, int kind_a, size_t b, int kind_b, int early) {
    unsigned char *before = new_data(a, kind_a, 1), *after = new_data(b, kind_b, 2);
    size_t n = pack(s, after, b, expected, ample(b)), length;
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    OK(start_deflate(&strm, s) == Z_OK, "init");
    if (early) {
        /* Reset in the middle, output left behind. */
        strm.next_in = before, strm.avail_in = (uInt)a;
        strm.next_out = got, strm.avail_out = 100;
        deflate(&strm, early == 1 ? Z_NO_FLUSH : Z_SYNC_FLUSH);
    } else {
        run(&strm, before, a, got, a + 1);
    }
    OK(deflateReset(&strm) == Z_OK, "reset");
    OK(strm.total_in == 0 && strm.total_out == 0 && strm.msg == NULL && strm.data_type == Z_UNKNOWN, "reset left totals");
    length = run(&strm, after, b, got, b + 1);
    OK(length == n && memcmp(got, expected, n) == 0, "%s after %s: %zu for %zu bytes (%s)", data_names[kind_b], data_names[kind_a], length, n,
       settings_name(s));
    OK(deflateEnd(&strm) == Z_OK, "end");
    free(before), free(after);
}

static void d1_after_reset(void) {
    struct settings s = {0, 15, 8, 0};
    struct lots lots = lots_from(1);
    int i;
    for (i = 0; i < 400; i++) {
        s.level = i % 10;
        s.window_bits = i % 7 ? 15 : -(9 + i % 6);
        s.mem_level = i % 5 ? 8 : 1 + i % 9;
        s.strategy = i % 3 ? 0 : i / 3 % 5;
        d1_pair(s, piece(&lots, MOST), (int)below(&lots, DATA_KINDS), piece(&lots, MOST), (int)below(&lots, DATA_KINDS), 0);
        d1_pair(s, piece(&lots, 50000), (int)below(&lots, DATA_KINDS), piece(&lots, 3000), (int)below(&lots, DATA_KINDS), 1 + i % 2);
    }
    for (s.level = 1, s.window_bits = 15, s.mem_level = 8, s.strategy = 0; s.level <= 9; s.level++) {
        d1_pair(s, MOST, DATA_TEXT, 5000, DATA_ZEROS, 0);
        d1_pair(s, 5000, DATA_ZEROS, MOST, DATA_TEXT, 0);
        d1_pair(s, MOST, DATA_TEXT, MOST, DATA_TEXT, 0);
    }
}

/* D1: many lives of one stream. */
static void d1_many_lives(void) {
    struct settings s = {0, 15, 8, 0};
    struct lots lots = lots_from(2);
    int life;
    for (s.level = 0; s.level <= 9; s.level++) {
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        for (life = 0; life < 40; life++) {
            size_t n = piece(&lots, 20000), length, fresh;
            unsigned char *data = new_data(n, (int)below(&lots, DATA_KINDS), (uint64_t)life);
            fresh = pack(s, data, n, expected, ample(n));
            length = run(&strm, data, n, got, s.level ? 1 + below(&lots, n) : n + 1);
            OK(length == fresh && memcmp(got, expected, length) == 0, "life %d at level %d", life, s.level);
            OK(deflateReset(&strm) == Z_OK, "reset");
            free(data);
        }
        deflateEnd(&strm);
    }
}

/* After a reset the parameters are those of the last deflateParams, as in zlib. */
static void reset_keeps_parameters(void) {
    struct settings s = {9, 31, 8, Z_FILTERED};
    size_t n = pack(s, first, 30000, expected, ample(30000)), length;
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    s.level = 1, s.strategy = Z_RLE;
    OK(start_deflate(&strm, s) == Z_OK && deflateParams(&strm, 9, Z_FILTERED) == Z_OK, "params");
    run(&strm, first, 1000, got, 2000);
    OK(deflateReset(&strm) == Z_OK, "reset");
    length = run(&strm, first, 30000, got, 40000);
    OK(length == n && memcmp(got, expected, n) == 0, "other bytes than a stream begun with these parameters");
    deflateEnd(&strm);
}

/* deflateResetKeep, of which zlib.h says nothing: zlib keeps its window, so the next stream may refer to the last one. */
static void reset_keep(void) {
    static const int windows[] = {-15, 15, 31};
    int w, level;
    for (w = 0; w < 3; w++)
        for (level = 0; level <= 9; level += 3) {
            struct settings s = {level, windows[w], 8, 0};
            uInt length = 0;
            z_stream strm;
            memset(&strm, 0, sizeof strm);
            OK(start_deflate(&strm, s) == Z_OK, "init");
            run(&strm, first, 3000, got, 5000);
            OK(deflateResetKeep(&strm) == Z_OK && deflateGetDictionary(&strm, out, &length) == Z_OK, "reset keep");
            say("windowBits %d, level %d: total_in %lu, adler %08lx, dictionary %u", windows[w], level, strm.total_in, strm.adler, length);
            run(&strm, first, 3000, got, 5000);
            say("the same data again: %s, begins %02x %02x, adler %08lx", strm.total_out < 200 ? "refers to the last stream" : "stands for itself", w ? got[0] : 0,
                w ? got[1] : 0, strm.adler);
            deflateEnd(&strm);
        }
}

/* D17: a gzip header set by the caller does not survive a reset. */
static void d17_header_after_reset(void) {
    struct settings s = {6, 31, 8, 0};
    gz_header header;
    z_stream strm;
    int i;
    memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
    header.name = (Bytef *)"a name", header.hcrc = 1, header.text = 1, header.os = 7, header.time = 0x01020304;
    OK(start_deflate(&strm, s) == Z_OK && deflateSetHeader(&strm, &header) == Z_OK, "init");
    for (i = 0; i < 3; i++) {
        run(&strm, first, 500, got, 1000);
        say("life %d: %02x %02x %02x %02x %02x %02x %02x %02x %02x %02x", i, got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7],
            got[8], got[9]);
        OK((i ? deflateResetKeep(&strm) : deflateReset(&strm)) == Z_OK, "reset");
        if (i == 1) OK(deflateSetHeader(&strm, &header) == Z_OK, "set again");
    }
    deflateEnd(&strm);
}

/* D23: both of a pair of copies go on to the same bytes and share nothing. */
static void d23_one(struct settings s, size_t at, int flush, struct lots *lots) {
    size_t n = 30000, half = 0, length;
    z_stream strm, twin;
    memset(&strm, 0, sizeof strm);
    OK(start_deflate(&strm, s) == Z_OK, "init");
    strm.next_in = first, strm.avail_in = (uInt)at;
    strm.next_out = got, strm.avail_out = flush == Z_BLOCK ? 1 : (uInt)ample(n);
    if (at || flush) deflate(&strm, flush);
    half = strm.total_out;
    memset(&twin, 0x77, sizeof twin);
    if (!OK(deflateCopy(&twin, &strm) == Z_OK, "copy at %zu", at)) return;
    OK(twin.total_in == strm.total_in && twin.adler == strm.adler && twin.state != strm.state, "the copy's fields");
    strm.next_in = first + strm.total_in, strm.avail_in = (uInt)(n - strm.total_in);
    strm.next_out = expected, strm.avail_out = (uInt)ample(n);
    OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
    length = strm.total_out - half;
    if (below(lots, 2)) OK(deflateEnd(&strm) == Z_OK, "end"); else OK(deflateReset(&strm) == Z_OK && deflateEnd(&strm) == Z_OK, "reset, end");
    twin.next_in = first + twin.total_in, twin.avail_in = (uInt)(n - twin.total_in);
    twin.next_out = got + half, twin.avail_out = (uInt)ample(n);
    OK(deflate(&twin, Z_FINISH) == Z_STREAM_END, "finish of the copy");
    OK(twin.total_out - half == length && memcmp(got + half, expected, length) == 0, "the copy made at %zu with flush %d went on to other bytes (%s)",
       at, flush, settings_name(s));
    OK(deflateEnd(&twin) == Z_OK, "end of the copy");
    round_trips(s.window_bits, got, half + length, first, n);
}

static void d23_copies(void) {
    static const int flushes[] = {Z_NO_FLUSH, Z_BLOCK, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_PARTIAL_FLUSH};
    struct lots lots = lots_from(23);
    int i;
    for (i = 0; i < 500; i++) {
        struct settings s = {i % 10, i % 3 ? 15 : -9 - i % 7, i % 4 ? 8 : 1 + i % 9, i % 6 ? 0 : i / 6 % 5};
        d23_one(s, i < 20 ? 0 : piece(&lots, 30000), i < 10 ? 0 : flushes[i / 10 % 5], &lots);
    }
}

/* deflateSetHeader: gzip only, and not once the end is written. */
static void d17_when_refused(void) {
    static const int windows[] = {-15, 15, 31};
    int w;
    for (w = 0; w < 3; w++) {
        struct settings s = {6, windows[w], 8, 0};
        gz_header header;
        z_stream strm;
        memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        say("windowBits %d, fresh: %d", windows[w], deflateSetHeader(&strm, &header));
        strm.next_in = first, strm.avail_in = 100, strm.next_out = got, strm.avail_out = 1000;
        OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
        say("in the middle: %d", deflateSetHeader(&strm, NULL));
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
        say("after the end: %d", deflateSetHeader(&strm, NULL));
        OK(deflateReset(&strm) == Z_OK, "reset");
        say("after a reset: %d", deflateSetHeader(&strm, NULL));
        deflateEnd(&strm);
    }
}

/* D23: a copy after the end, and a copy of a stream whose header is half written. */
static void d23_copies_at_the_edges(void) {
    struct settings s = {6, 31, 8, 0};
    z_stream strm, twin;
    gz_header header;
    int code;
    memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
    header.name = (Bytef *)"a rather long name for a file", header.hcrc = 1;
    OK(start_deflate(&strm, s) == Z_OK && deflateSetHeader(&strm, &header) == Z_OK, "init");
    strm.next_in = first, strm.avail_in = 100;
    strm.next_out = got, strm.avail_out = 15;
    OK(deflate(&strm, Z_FINISH) == Z_OK, "the header does not fit");
    OK(deflateCopy(&twin, &strm) == Z_OK, "copy");
    twin.next_out = got + 15, twin.avail_out = 1000;
    OK((code = deflate(&twin, Z_FINISH)) == Z_STREAM_END, "the copy ends: %d", code);
    round_trips(31, got, twin.total_out, first, 100);
    OK(deflateEnd(&strm) == Z_DATA_ERROR || strm.state == NULL, "end of the unfinished one");
    memset(&strm, 0, sizeof strm);
    OK(deflateCopy(&strm, &twin) == Z_OK, "copy after the end");
    strm.next_out = got, strm.avail_out = 100;
    say("deflate of a copy after the end: %d", deflate(&strm, Z_FINISH));
    OK(strm.avail_out == 100, "it wrote something");
    OK(deflateEnd(&strm) == Z_OK && deflateEnd(&twin) == Z_OK, "ends");
}

int main(void) {
    check_begin();
    first = new_data(MOST, DATA_SOURCE, 77);
    expected = malloc(2 * ample(MOST)), got = malloc(2 * ample(MOST)), out = malloc(MOST);
    RUN("D1 after deflateReset", d1_after_reset);
    RUN("D1 many lives of one stream", d1_many_lives);
    RUN("D1 parameters after deflateReset", reset_keeps_parameters);
    RUN("D1 deflateResetKeep", reset_keep);
    RUN("D17 gzip header after deflateReset", d17_header_after_reset);
    RUN("D17 when deflateSetHeader is refused", d17_when_refused);
    RUN("D23 deflateCopy", d23_copies);
    RUN("D23 deflateCopy at the edges", d23_copies_at_the_edges);
    return check_end();
}
