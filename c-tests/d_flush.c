/* Flushes, the end of a stream, and the codes around them. */
#include "check.h"

enum { LENGTH = 60000 };

static unsigned char *data, *packed, *out;

static void begin(struct settings s, z_stream *strm) {
    memset(strm, 0, sizeof *strm);
    OK(start_deflate(strm, s) == Z_OK, "init (%s)", settings_name(s));
    strm->next_out = packed, strm->avail_out = (uInt)ample(LENGTH);
}

/* D6: Z_FINISH takes in what fits into the window although the output is full. */
static void d6_finish_reads(void) {
    int level;
    for (level = 1; level <= 9; level++) {
        struct settings s = {level, 15, 8, 0};
        z_stream strm;
        int code;
        begin(s, &strm);
        make_data(data, LENGTH, DATA_RANDOM, 6);
        strm.next_in = data, strm.avail_in = 2048;
        OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "first");
        strm.next_in = data + 2048, strm.avail_in = 2048, strm.avail_out = 9;
        code = deflate(&strm, Z_FINISH);
        say("level %d: %d, input left %u, room left %u", level, code, strm.avail_in, strm.avail_out);
        strm.avail_out = 10000;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "end");
        OK(deflateEnd(&strm) == Z_OK, "end");
    }
}

/* D7: a stream that exactly fills its room. zlib.h allows END at once or Z_OK first; then END follows with nothing more. */
static void d7_exact_room(void) {
    static const int windows[] = {-15, 15, 31};
    struct lots lots = lots_from(7);
    int i;
    for (i = 0; i < 600; i++) {
        struct settings s = {i % 10, windows[i / 10 % 3], 8, i % 7 ? 0 : i / 7 % 5};
        size_t n = below(&lots, 3000), exact;
        z_stream strm;
        int code;
        make_data(data, n, i % DATA_KINDS, (uint64_t)i);
        exact = pack(s, data, n, packed, ample(n));
        begin(s, &strm);
        strm.next_in = data, strm.avail_in = (uInt)n, strm.avail_out = (uInt)exact;
        code = deflate(&strm, Z_FINISH);
        if (code == Z_OK) {
            OK(strm.avail_out == 0 && strm.total_out == exact, "Z_OK with %u bytes of room (%s)", strm.avail_out, settings_name(s));
            strm.avail_out = 100;
            code = deflate(&strm, Z_FINISH);
        }
        OK(code == Z_STREAM_END && strm.total_out == exact, "%zu bytes: %d, %lu instead of %zu (%s)", n, code, strm.total_out, exact, settings_name(s));
        OK(deflateEnd(&strm) == Z_OK, "end");
        round_trips(s.window_bits, packed, exact, data, n);
    }
}

/* Nothing at all is a stream, too: at once, after flushes, with any settings. */
static void empty_streams(void) {
    static const int windows[] = {-15, -9, 9, 15, 31};
    int i, flush;
    for (i = 0; i < 250; i++)
        for (flush = 0; flush <= 5; flush++) {
            struct settings s = {i % 10, windows[i / 10 % 5], 1 + i % 9, i / 50};
            z_stream strm;
            int code;
            begin(s, &strm);
            if (flush && flush != Z_FINISH) OK((code = deflate(&strm, flush)) == Z_OK, "flush %d gave %d", flush, code);
            OK((code = deflate(&strm, Z_FINISH)) == Z_STREAM_END, "finish gave %d", code);
            deflateEnd(&strm);
            if (!round_trips(s.window_bits, packed, strm.total_out, data, 0)) OK(0, "flush %d first (%s)", flush, settings_name(s));
        }
}

/* What the calls after Z_FINISH and after the end say. */
static void after_finish(void) {
    struct settings s = {6, 15, 8, 0};
    z_stream strm;
    int code, flush;
    begin(s, &strm);
    make_data(data, LENGTH, DATA_RANDOM, 8);
    strm.next_in = data, strm.avail_in = 1000, strm.avail_out = 20;
    say("finish without room: %d", deflate(&strm, Z_FINISH));
    strm.avail_out = 20;
    code = deflate(&strm, Z_NO_FLUSH);
    say("another flush afterwards: %d %s", code, strm.msg ? strm.msg : "");
    strm.next_in = data, strm.avail_in = 10;
    code = deflate(&strm, Z_FINISH);
    say("more input afterwards: %d %s, left %u", code, strm.msg ? strm.msg : "", strm.avail_in);
    strm.avail_in = 0, strm.avail_out = 5000;
    say("finish: %d", deflate(&strm, Z_FINISH));
    say("finish again: %d", deflate(&strm, Z_FINISH));
    strm.avail_out = 0;
    say("finish again without room: %d", deflate(&strm, Z_FINISH));
    strm.avail_out = 100, strm.avail_in = 5;
    say("finish again with input: %d", deflate(&strm, Z_FINISH));
    strm.avail_in = 0;
    for (flush = 0; flush <= 5; flush++) {
        code = deflate(&strm, flush);
        say("flush %d after the end: %d", flush, code);
    }
    say("deflateEnd: %d", deflateEnd(&strm));
}

/* Useless calls: Z_BUF_ERROR, and the stream goes on. */
static void useless_calls(void) {
    static const int flushes[][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {5, 5}, {3, 2}, {2, 3}, {1, 5}, {5, 1}, {5, 0}, {0, 5}, {3, 0}, {2, 1}};
    struct settings s = {6, 15, 8, 0};
    z_stream strm;
    int i, level;
    for (level = 0; level <= 6; level += 3) {
        s.level = level;
        for (i = 0; i < 13; i++) {
            int first, second, third;
            begin(s, &strm);
            strm.next_in = data, strm.avail_in = 100;
            first = deflate(&strm, flushes[i][0]);
            second = deflate(&strm, flushes[i][1]);
            third = deflate(&strm, flushes[i][1]);
            say("level %d, flush %d, then %d twice: %d %d %d", level, flushes[i][0], flushes[i][1], first, second, third);
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "end");
            OK(deflateEnd(&strm) == Z_OK, "end");
        }
        begin(s, &strm);
        say("level %d, nothing at the very first: %d", level, deflate(&strm, Z_NO_FLUSH));
        say("level %d, nothing again: %d", level, deflate(&strm, Z_NO_FLUSH));
        deflateEnd(&strm);
    }
}

/* A flush brings out everything that went in. */
static void flushes_are_complete(void) {
    static const int flushes[] = {Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH};
    struct lots lots = lots_from(30);
    int i;
    for (i = 0; i < 150; i++) {
        struct settings s = {i % 10, i % 2 ? 15 : -(9 + i % 7), 1 + i % 9, i % 5};
        size_t at = 0, n = 20000;
        z_stream strm, back;
        int code;
        make_data(data, n, i % DATA_KINDS, (uint64_t)i);
        begin(s, &strm);
        memset(&back, 0, sizeof back);
        OK(inflateInit2(&back, s.window_bits) == Z_OK, "init");
        back.next_in = packed, back.next_out = out;
        while (at < n) {
            size_t part = piece(&lots, n - at);
            strm.next_in = data + at, strm.avail_in = (uInt)part;
            code = deflate(&strm, flushes[i % 3]);
            at += part;
            back.avail_in = (uInt)(strm.total_out - back.total_in), back.avail_out = (uInt)(LENGTH - back.total_out);
            code = inflate(&back, Z_SYNC_FLUSH);
            if (!OK(back.total_out == at && memcmp(out, data, at) == 0, "after flush %d: %lu of %zu bytes, code %d (%s)", flushes[i % 3], back.total_out,
                    at, code, settings_name(s)))
                break;
        }
        deflateEnd(&strm), inflateEnd(&back);
    }
}

/* What each kind of flush leaves at the end: the bytes that zlib.h describes. */
static void flush_markers(void) {
    struct settings s = {0, -15, 8, 0};
    z_stream strm;
    for (s.level = 0; s.level <= 9; s.level++) {
        size_t n;
        begin(s, &strm);
        strm.next_in = data, strm.avail_in = 1000;
        OK(deflate(&strm, Z_SYNC_FLUSH) == Z_OK, "sync");
        n = strm.total_out;
        OK(memcmp(packed + n - 4, "\0\0\xff\xff", 4) == 0, "level %d: a sync flush ends otherwise", s.level);
        strm.next_in = data, strm.avail_in = 1000;
        OK(deflate(&strm, Z_FULL_FLUSH) == Z_OK, "full");
        n = strm.total_out;
        OK(memcmp(packed + n - 4, "\0\0\xff\xff", 4) == 0, "level %d: a full flush ends otherwise", s.level);
        /* What follows a full flush can be read by itself. */
        strm.next_in = data, strm.avail_in = 1000;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
        round_trips(-15, packed + n, strm.total_out - n, data, 1000);
        deflateEnd(&strm);
    }
}

/* D24: deflatePending and deflateUsed. */
static void d24_pending_and_used(void) {
    struct settings s = {0, -15, 8, 0};
    z_stream strm;
    unsigned pending;
    int bits, used, flush;
    make_data(data, LENGTH, DATA_RANDOM, 24);
    for (s.level = 0; s.level <= 9; s.level++)
        for (flush = Z_PARTIAL_FLUSH; flush <= Z_BLOCK; flush++) {
            begin(s, &strm);
            pending = 77, bits = 77, used = 77;
            OK(deflatePending(&strm, &pending, &bits) == Z_OK && pending == 0 && bits == 0, "fresh: %u bytes, %d bits", pending, bits);
            OK(deflateUsed(&strm, &used) == Z_OK && used == 0, "fresh: %d bits used", used);
            OK(deflatePending(&strm, NULL, NULL) == Z_OK && deflatePending(&strm, &pending, NULL) == Z_OK && deflatePending(&strm, NULL, &bits) == Z_OK, "NULLs");
            OK(deflateUsed(&strm, NULL) == Z_OK, "NULL");
            strm.next_in = data, strm.avail_in = 3000, strm.avail_out = 1;
            OK(deflate(&strm, flush) >= 0, "deflate");
            OK(deflatePending(&strm, &pending, &bits) == Z_OK && bits >= 0 && bits <= 7, "%d bits", bits);
            OK(pending > 0 || s.level == 0, "level %d, flush %d: nothing pending after 3000 random bytes and 1 byte of room", s.level, flush);
            strm.avail_out = 10000;
            OK(deflate(&strm, flush) >= 0, "deflate");
            OK(deflatePending(&strm, &pending, &bits) == Z_OK && pending == 0, "%u bytes with room", pending);
            if (flush == Z_SYNC_FLUSH || flush == Z_FULL_FLUSH) OK(bits == 0, "%d bits after a flush to a byte", bits);
            OK(deflateUsed(&strm, &used) == Z_OK && (s.level == 0 || (used >= 1 && used <= 8) || flush == Z_BLOCK || flush == Z_PARTIAL_FLUSH), "used %d", used);
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
            OK(deflateUsed(&strm, &used) == Z_OK && used >= 1 && used <= 8, "used %d at the end", used);
            OK(s.level != 0 || used == 8, "used %d after a stored last block", used);
            OK(deflatePending(&strm, &pending, &bits) == Z_OK && pending == 0 && bits == 0, "%u bytes, %d bits at the end", pending, bits);
            deflateEnd(&strm);
        }
}

/* deflateUsed tells how many bits of the last byte count: the rest of it can be written by somebody else. */
static void d24_used_bits_join(void) {
    struct lots lots = lots_from(25);
    int i;
    for (i = 0; i < 100; i++) {
        struct settings s = {1 + i % 9, -15, 8, 0};
        size_t n = 1 + below(&lots, 500), end;
        struct tokens t;
        z_stream strm;
        int used = 8;
        make_data(data, n, i % DATA_KINDS, (uint64_t)i);
        begin(s, &strm);
        strm.next_in = data, strm.avail_in = (uInt)n;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END && deflateUsed(&strm, &used) == Z_OK, "finish");
        end = strm.total_out;
        OK(used == 8 || packed[end - 1] >> used == 0, "bits above the %d used ones are set", used);
        /* With those bits set the stream still ends where it did. */
        if (used < 8) packed[end - 1] |= (unsigned char)(0xff << used);
        OK(read_tokens(packed, end, &t) && t.bytes_in == end && t.bytes_out == n, "the used bits are not all");
        deflateEnd(&strm);
    }
}

/* data_type, adler and totals as deflate goes. */
static void fields(void) {
    static const int windows[] = {15, -15, 31};
    int kind, w, level;
    for (w = 0; w < 3; w++)
        for (level = 0; level <= 9; level += 3)
            /* Not mixed data: data_type is decided by the first block, whose end is the compressor's own affair. */
            for (kind = 0; kind < DATA_MIXED; kind++) {
                struct settings s = {level, windows[w], 8, 0};
                z_stream strm;
                make_data(data, LENGTH, kind, 55);
                memset(&strm, 0, sizeof strm);
                strm.data_type = 77, strm.adler = 77, strm.msg = (char *)"x";
                OK(start_deflate(&strm, s) == Z_OK, "init");
                say("init: data_type %d, adler %lu, msg %s", strm.data_type, strm.adler, strm.msg ? "set" : "NULL");
                strm.next_out = packed, strm.avail_out = (uInt)ample(LENGTH);
                strm.next_in = data, strm.avail_in = 500;
                deflate(&strm, Z_NO_FLUSH);
                strm.avail_in = LENGTH - 500;
                OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
                say("windowBits %d level %d %s: in %lu, data_type %d, adler %08lx", windows[w], level, data_names[kind], strm.total_in, strm.data_type, strm.adler);
                OK(deflateEnd(&strm) == Z_OK, "end");
            }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_TEXT, 5), packed = malloc(ample(LENGTH)), out = malloc(LENGTH);
    RUN("D6 finish reads all input", d6_finish_reads);
    RUN("D7 exactly enough room", d7_exact_room);
    RUN("D7 empty streams", empty_streams);
    RUN("D7 calls after Z_FINISH", after_finish);
    RUN("D7 useless calls", useless_calls);
    RUN("D26 flushes are complete", flushes_are_complete);
    RUN("D26 flush markers", flush_markers);
    RUN("D24 deflatePending and deflateUsed", d24_pending_and_used);
    RUN("D24 the used bits are all that count", d24_used_bits_join);
    RUN("D18 fields of z_stream", fields);
    return check_end();
}
