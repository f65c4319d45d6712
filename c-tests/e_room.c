/* Exact, short and no output room; what the codes say, and that nothing behind the returned count changes. */
#include "check.h"

enum { LENGTH = 70000, SPARE = 4096 };

static unsigned char *data;

/* E2: one stream, one amount of room, one flush value: the codes of up to four calls. */
static void e2_one(const struct bits *b, enum wrapper wrapper, size_t n, size_t room, int flush) {
    unsigned char *out = malloc(n + SPARE);
    char line[100] = "";
    z_stream strm;
    int code = Z_OK, call;
    memset(out, 0xee, n + SPARE);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, stream_bits(wrapper, 15)) == Z_OK, "init");
    strm.next_in = b->bytes, strm.avail_in = (uInt)b->at;
    strm.next_out = out, strm.avail_out = (uInt)room;
    for (call = 0; call < 4 && code != Z_STREAM_END; call++) {
        if (call == 3) strm.avail_out = (uInt)(n - strm.total_out);
        code = inflate(&strm, flush);
        snprintf(line + strlen(line), 30, " %d/%lu", code, strm.total_in);
    }
    OK(code == Z_STREAM_END && strm.total_out == n && memcmp(out, data, n) == 0, "the end is not reached: %d", code);
    OK(untouched(out, n, n + SPARE, 0xee), "wrote behind its output");
    say("wrapper %d, %zu bytes, room %zu, flush %d:%s", wrapper, n, room, flush, line);
    inflateEnd(&strm);
    free(out);
}

static void e2_room(void) {
    static const size_t lengths[] = {0, 1, 2, 300, 40000};
    int wrapper, flush;
    size_t i;
    for (wrapper = RAW; wrapper <= GZIP; wrapper++)
        for (i = 0; i < 5; i++) {
            struct bits b = make_stream(data, lengths[i], (enum wrapper)wrapper, 15, i);
            for (flush = 0; flush <= 6; flush++) {
                if (flush == Z_BLOCK || flush == Z_TREES || flush == Z_FULL_FLUSH) continue;
                e2_one(&b, (enum wrapper)wrapper, lengths[i], lengths[i], flush);
                if (lengths[i]) e2_one(&b, (enum wrapper)wrapper, lengths[i], lengths[i] - 1, flush);
                e2_one(&b, (enum wrapper)wrapper, lengths[i], 0, flush);
                e2_one(&b, (enum wrapper)wrapper, lengths[i], lengths[i] + 1, flush);
            }
            free(b.bytes);
        }
}

/* E1: whatever the room, the bytes behind the returned count are the caller's. */
static void e1_bytes_behind(void) {
    struct lots lots = lots_from(1);
    unsigned char *out = malloc(LENGTH + 2 * SPARE);
    int i;
    for (i = 0; i < 600; i++) {
        size_t n = piece(&lots, LENGTH), room, from = 0, touched = 0;
        unsigned char *in = new_data(n, i % DATA_KINDS, (uint64_t)i);
        enum wrapper wrapper = (enum wrapper)(i % 3);
        struct bits b = make_stream(in, n, wrapper, 15, (uint64_t)i);
        z_stream strm;
        int code;
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, stream_bits(wrapper, 15)) == Z_OK, "init");
        strm.next_in = b.bytes, strm.avail_in = 0;
        do {
            size_t left = b.at - (size_t)(strm.next_in - b.bytes), cut = piece(&lots, left + 1);
            room = i % 2 ? n - from + SPARE / 2 : piece(&lots, LENGTH);
            memset(out, 0xee, room + SPARE);
            strm.next_out = out, strm.avail_out = (uInt)room;
            if (strm.avail_in == 0) strm.avail_in = (uInt)(i % 4 ? left : cut < left ? cut : left);
            code = inflate(&strm, i % 5 ? Z_NO_FLUSH : Z_SYNC_FLUSH);
            touched = room - strm.avail_out;
            OK(memcmp(out, in + from, touched) == 0, "other bytes after %zu", from);
            OK(untouched(out, touched, room + SPARE, 0xee), "with %zu bytes of room and %zu written, bytes behind were changed", room, touched);
            from += touched;
        } while (code == Z_OK);
        OK(code == Z_STREAM_END && from == n, "inflate gave %d after %zu of %zu bytes", code, from, n);
        inflateEnd(&strm);
        free(in), free(b.bytes);
    }
    free(out);
}

/* E1, D27: input and output at the end of accessible memory, and at its start. */
static void d27_guard_pages(void) {
    struct lots lots = lots_from(27);
    int i;
    for (i = 0; i < 150; i++) {
        size_t n = piece(&lots, 40000);
        unsigned char *plain = new_data(n, i % DATA_KINDS, (uint64_t)i);
        enum wrapper wrapper = (enum wrapper)(i % 3);
        struct bits b = make_stream(plain, n, wrapper, 15, (uint64_t)i);
        struct guarded in = guard(b.at, i & 1), out = guard(n, i & 2);
        z_stream strm;
        int code;
        memcpy(in.start, b.bytes, b.at);
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, stream_bits(wrapper, 15)) == Z_OK, "init");
        strm.next_in = in.start, strm.next_out = out.start;
        do {
            size_t left = b.at - strm.total_in, room = n - strm.total_out;
            strm.avail_in = (uInt)(i % 5 && left > 1000 ? 1000 : left), strm.avail_out = (uInt)(i % 7 && room > 700 ? 700 : room);
            code = inflate(&strm, Z_NO_FLUSH);
        } while (code == Z_OK);
        OK(code == Z_STREAM_END && memcmp(out.start, plain, n) == 0, "inflate gave %d", code);
        inflateEnd(&strm);
        unguard(&in), unguard(&out), free(plain), free(b.bytes);
    }
}

/* D27: the same for deflate at every level, strategy and some windows. */
static void d27_deflate_guard_pages(void) {
    struct lots lots = lots_from(28);
    int i;
    for (i = 0; i < 300; i++) {
        struct settings s = {i % 10, i % 3 ? 15 : -(9 + i % 7), 1 + i % 9, i / 10 % 5};
        size_t n = piece(&lots, 40000);
        struct guarded in = guard(n, i & 1), out;
        unsigned char *packed = malloc(ample(n));
        size_t exact;
        z_stream strm;
        int code;
        make_data(in.start, n, i % DATA_KINDS, (uint64_t)i);
        exact = pack(s, in.start, n, packed, ample(n));
        out = guard(exact, i & 2);
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        strm.next_in = in.start, strm.next_out = out.start;
        do {
            size_t left = n - strm.total_in, room = exact - strm.total_out;
            strm.avail_in = (uInt)(i % 5 && left > 3000 ? 3000 : left), strm.avail_out = (uInt)(i % 7 && room > 500 ? 500 : room);
            code = deflate(&strm, left == strm.avail_in ? Z_FINISH : Z_NO_FLUSH);
        } while (code == Z_OK && strm.total_out < exact);
        OK(code == Z_STREAM_END || strm.total_out == exact || s.level == 0, "deflate gave %d", code);
        deflateEnd(&strm);
        if (s.level) OK(memcmp(packed, out.start, exact) == 0, "other bytes (%s)", settings_name(s));
        unguard(&in), unguard(&out), free(packed);
    }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_MIXED, 1);
    RUN("E2 exact, short and no room", e2_room);
    RUN("E1 bytes behind the output", e1_bytes_behind);
    RUN("D27 inflate between guard pages", d27_guard_pages);
    RUN("D27 deflate between guard pages", d27_deflate_guard_pages);
    return check_end();
}
