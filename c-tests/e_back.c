/* E16: inflateBack: its window between guard pages, its call-backs, its codes. */
#include "check.h"

enum { LENGTH = 100000 };

static unsigned char *data;

/* Where the call-backs stand. */
struct source {
    const unsigned char *bytes;
    size_t left, step;
    unsigned calls;
};

struct sink {
    unsigned char *bytes;
    size_t at, fail_at;
    unsigned calls;
    size_t largest;
};

static unsigned give(void *descriptor, z_const unsigned char **buffer) {
    struct source *s = descriptor;
    size_t n = s->step < s->left ? s->step : s->left;
    s->calls++;
    *buffer = (z_const unsigned char *)s->bytes;
    s->bytes += n, s->left -= n;
    return (unsigned)n;
}

static int take(void *descriptor, unsigned char *buffer, unsigned length) {
    struct sink *s = descriptor;
    s->calls++;
    if (length > s->largest) s->largest = length;
    if (s->fail_at && s->calls >= s->fail_at) return 1;
    memcpy(s->bytes + s->at, buffer, length);
    s->at += length;
    return 0;
}

/* One stream through a guarded window of exactly 2^bits bytes. */
static void run(const char *what, const struct bits *b, int bits, size_t step, size_t n, int at_end, size_t fail_at) {
    struct guarded window = guard((size_t)1 << bits, at_end);
    struct source source = {b->bytes, b->at, step, 0};
    struct sink sink = {malloc(LENGTH + 70000), 0, fail_at, 0, 0};
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    memset(window.start, 0xee, window.length);
    OK(inflateBackInit(&strm, bits, window.start) == Z_OK, "init");
    code = inflateBack(&strm, give, &source, take, &sink);
    OK(n == (size_t)-1 || (code == Z_STREAM_END && sink.at == n && memcmp(sink.bytes, data, n) == 0), "windowBits %d, steps of %zu: %d %s after %zu bytes", bits, step, code,
       strm.msg ? strm.msg : "", sink.at);
    OK(sink.largest <= window.length, "%zu bytes at once", sink.largest);
    say("%s, windowBits %d, steps of %zu: %d %s, out %zu in %u calls, %016llx, left %u, next_in %s", what, bits, step, code, strm.msg ? strm.msg : "NULL", sink.at,
        sink.calls, (unsigned long long)fingerprint(sink.bytes, sink.at), strm.avail_in, strm.next_in ? "set" : "NULL");
    OK(inflateBackEnd(&strm) == Z_OK && strm.state == NULL, "end");
    free(sink.bytes), unguard(&window);
}

/* Data whose repeats lie near the window's size, and near 3. */
static void e16_windows(void) {
    static const size_t steps[] = {1000000, 1, 100};
    unsigned char *saved = data;
    int bits, i;
    for (bits = 8; bits <= 15; bits++)
        for (i = 0; i < 6; i++) {
            size_t period = i % 3 == 0 ? 3 : ((size_t)1 << bits) - (size_t)i * 20, at, n = 70000;
            unsigned char *in = new_data(LENGTH, DATA_RANDOM, (uint64_t)i);
            struct bits b;
            for (at = period; at < LENGTH; at++)
                if (at % 41) in[at] = in[at - period];
            b = make_stream(in, n, RAW, bits, (uint64_t)(bits * 10 + i));
            data = in;
            run("period", &b, bits, steps[i % 3], n, i % 2, 0);
            data = saved;
            free(in), free(b.bytes);
        }
    for (i = 0; i < 40; i++) {
        struct bits b = make_stream(data, (size_t)i * 2000, RAW, 9 + i % 7, (uint64_t)i);
        run("text", &b, 9 + i % 7, steps[i % 3], (size_t)i * 2000, i % 2, 0);
        free(b.bytes);
    }
}

/* Input that ends too early, output that is refused, damage. */
static void e16_failures(void) {
    struct lots lots = lots_from(16);
    int i;
    for (i = 0; i < 200; i++) {
        struct bits b = make_stream(data, 30000, RAW, 12, (uint64_t)i);
        char name[20];
        snprintf(name, sizeof name, "failure %d", i);
        if (i % 3 == 0) b.at = below(&lots, b.at);
        if (i % 3 == 1) b.bytes[below(&lots, i % 2 ? b.at : 60)] ^= (unsigned char)(1 << below(&lots, 8));
        run(name, &b, 12, i % 2 ? 100000 : 13, (size_t)-1, i % 2, i % 3 == 2 ? 1 + below(&lots, 9) : 0);
        free(b.bytes);
    }
}

/* Distances beyond the data there is, and beyond the window. */
static void e16_far_distances(void) {
    static const unsigned distances_tried[] = {1, 2, 99, 100, 101, 255, 256, 257, 300};
    static const size_t before[] = {0, 1, 100, 255, 256, 257, 600};
    size_t d, k;
    for (k = 0; k < 7; k++)
        for (d = 0; d < 9; d++) {
            struct bits b = new_bits();
            struct code literals, distances;
            char name[60];
            size_t i;
            code_fixed(&literals, &distances);
            put_bits(&b, 3, 3);
            for (i = 0; i < before[k]; i++) put_symbol(&b, &literals, data[i]);
            put_match(&b, &literals, &distances, 30, distances_tried[d]);
            put_symbol(&b, &literals, 256), put_align(&b);
            snprintf(name, sizeof name, "distance %u after %zu", distances_tried[d], before[k]);
            run(name, &b, 8, 100000, (size_t)-1, 1, 0);
            free(b.bytes);
        }
}

/* The input that stands in the stream at the call comes first; what is left stands there afterwards. */
static void e16_first_input(void) {
    struct bits b = make_stream(data, 5000, RAW, 15, 1);
    unsigned char *more = malloc(b.at + 20), window[32768];
    size_t first;
    memcpy(more, b.bytes, b.at), memset(more + b.at, 0xff, 20);
    for (first = 0; first <= b.at + 20; first += 1 + first / 2) {
        struct source source = {more + first, b.at + 20 - first, 64, 0};
        struct sink sink = {malloc(LENGTH), 0, 0, 0, 0};
        z_stream strm;
        int code;
        memset(&strm, 0, sizeof strm);
        OK(inflateBackInit(&strm, 15, window) == Z_OK, "init");
        strm.next_in = first ? more : NULL, strm.avail_in = first ? (uInt)first : 77;
        code = inflateBack(&strm, give, &source, take, &sink);
        OK(code == Z_STREAM_END && sink.at == 5000 && memcmp(sink.bytes, data, 5000) == 0, "%zu bytes first: %d", first, code);
        OK((size_t)(strm.next_in - more) == b.at, "%zu bytes first: the end is at %zu instead of %zu", first, (size_t)(strm.next_in - more), b.at);
        say("%zu bytes first: left %u", first, strm.avail_in);
        /* The state can be used again. */
        source.bytes = b.bytes, source.left = b.at, sink.at = 0;
        strm.next_in = NULL, strm.avail_in = 0;
        code = inflateBack(&strm, give, &source, take, &sink);
        OK(code == Z_STREAM_END && sink.at == 5000, "again: %d", code);
        OK(inflateBackEnd(&strm) == Z_OK, "end");
        free(sink.bytes);
    }
    free(more), free(b.bytes);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 16);
    RUN("E16 windows between guard pages", e16_windows);
    RUN("E16 failures", e16_failures);
    RUN("E16 distances too far", e16_far_distances);
    RUN("E16 input at the call, input left", e16_first_input);
    return check_end();
}
