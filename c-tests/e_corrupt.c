/* E4: damaged, truncated and hostile streams: code, message, lengths and position are zlib's, however the data is fed. */
#include "check.h"

enum { LENGTH = 20000 };

static unsigned char *data, *out;

/* What one way of feeding a stream came to. */
struct outcome {
    int code;
    uLong in, out, adler;
    char msg[64];
    uint64_t hash;
};

/* Feeds b[0..n] in the given steps (0 = all) until something other than Z_OK comes back. */
static struct outcome feed(const unsigned char *b, size_t n, int window_bits, size_t in_step, size_t out_step) {
    struct outcome o;
    z_stream strm;
    const char *msg;
    memset(&o, 0, sizeof o), memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, window_bits) == Z_OK, "init");
    strm.next_in = (z_const Bytef *)b, strm.next_out = out;
    do {
        size_t in = n - strm.total_in, room = 2 * LENGTH - strm.total_out;
        strm.avail_in = (uInt)(in_step && in_step < in ? in_step : in);
        strm.avail_out = (uInt)(out_step && out_step < room ? out_step : room);
        o.code = inflate(&strm, Z_NO_FLUSH);
    } while (o.code == Z_OK);
    o.in = strm.total_in, o.out = strm.total_out, o.adler = strm.adler;
    snprintf(o.msg, sizeof o.msg, "%s", strm.msg ? strm.msg : "NULL");
    o.hash = fingerprint(out, o.out);
    /* Errors stay, and so do their messages. */
    msg = strm.msg;
    strm.avail_in = (uInt)(n - strm.total_in), strm.avail_out = 100;
    if (o.code == Z_DATA_ERROR || o.code == Z_STREAM_END) {
        int again = inflate(&strm, Z_NO_FLUSH);
        OK(again == o.code && strm.msg == msg, "code %d %s, then %d %s", o.code, o.msg, again, strm.msg ? strm.msg : "NULL");
        OK(strm.total_out == o.out && strm.total_in == o.in, "a call after the error moved");
    }
    OK(inflateEnd(&strm) == Z_OK, "end");
    return o;
}

static const size_t steps[][2] = {{0, 0}, {0, 1}, {1, 0}, {7, 11}, {0, 300}, {100, 0}};

/* All ways of feeding, where zlib's answer depends on the way. */
static void feed_each(const char *what, const unsigned char *b, size_t n, int window_bits) {
    size_t i;
    for (i = 0; i < 6; i++) {
        struct outcome o = feed(b, n, window_bits, steps[i][0], steps[i][1]);
        say("%s, steps of %zu/%zu: %d %s, in %lu, out %lu, %016llx", what, steps[i][0], steps[i][1], o.code, o.msg, o.in, o.out, (unsigned long long)o.hash);
    }
}

/* All ways of feeding; they must agree, and zlib's own answer is printed. */
static void feed_all(const char *what, const unsigned char *b, size_t n, int window_bits) {
    struct outcome first = feed(b, n, window_bits, 0, 0);
    size_t i;
    for (i = 1; i < 6; i++) {
        struct outcome o = feed(b, n, window_bits, steps[i][0], steps[i][1]);
        OK(o.code == first.code && strcmp(o.msg, first.msg) == 0 && o.in == first.in && o.out == first.out && o.hash == first.hash && o.adler == first.adler,
           "%s: %d %s %lu/%lu, but in steps of %zu/%zu %d %s %lu/%lu", what, first.code, first.msg, first.in, first.out, steps[i][0], steps[i][1], o.code, o.msg,
           o.in, o.out);
    }
    say("%s: %d %s, in %lu, out %lu, %08lx, %016llx", what, first.code, first.msg, first.in, first.out, first.adler, (unsigned long long)first.hash);
}

/* Bytes changed, removed, added; ends cut off. */
static void e4_damage(void) {
    struct lots lots = lots_from(4);
    int i, changes;
    for (i = 0; i < 1000; i++) {
        enum wrapper wrapper = (enum wrapper)(i % 3);
        size_t n = piece(&lots, LENGTH), length;
        struct bits b = make_stream(data, n, wrapper, 15, (uint64_t)i);
        char name[20];
        length = i % 4 == 0 ? below(&lots, b.at) : b.at;
        if (i % 4) {
            for (changes = 1 + (int)below(&lots, 3); changes; changes--) b.bytes[below(&lots, i % 4 == 1 && b.at > 40 ? 40 : b.at)] ^= (unsigned char)(1 << below(&lots, 8));
        }
        snprintf(name, sizeof name, "damage %d", i);
        feed_all(name, b.bytes, length, stream_bits(wrapper, 15));
        free(b.bytes);
    }
}

/* Random bytes behind the three bits of each kind of block. */
static void e4_noise(void) {
    struct lots lots = lots_from(5);
    unsigned char noise[600];
    int i;
    for (i = 0; i < 2000; i++) {
        size_t k, n = 1 + below(&lots, 600);
        char name[20];
        for (k = 0; k < n; k++) noise[k] = (unsigned char)draw(&lots);
        noise[0] = (unsigned char)((noise[0] & 0xf8) | (i % 4) << 1);
        /* Plausible numbers of code lengths let more of the noise be looked at. */
        if (i % 4 == 2 && n > 3) noise[0] &= 0x7f, noise[1] = (unsigned char)(noise[1] & 0xe0) | (noise[1] & 7);
        snprintf(name, sizeof name, "noise %d", i);
        feed_all(name, noise, n, -15);
    }
}

/* A dynamic block whose code length code has 0..15 with four bits each, so that any lengths can be written down plainly. */
static void put_simple_codes(struct bits *b, const unsigned char *lengths, unsigned nlen, unsigned ndist) {
    unsigned i, k;
    put_bits(b, 1, 1), put_bits(b, 2, 2);
    put_bits(b, nlen - 257, 5), put_bits(b, ndist - 1, 5), put_bits(b, 15, 4);
    for (i = 0; i < 19; i++) put_bits(b, code_length_order[i] < 16 ? 4 : 0, 3);
    for (i = 0; i < nlen + ndist; i++)
        for (k = 4; k--;) put_bits(b, lengths[i] >> k & 1, 1);
}

/* Hand-made faults, the message of each. */
static void e4_code_faults(void) {
    unsigned char lengths[320];
    static const char *const names[] = {"no end of block", "too few literals", "too many literals", "one literal code of one bit", "one distance code of one bit",
                                        "one distance code of two bits", "too many distances", "too few distances", "no distances at all", "286 literals",
                                        "287 literals", "30 distances", "31 distances", "complete", "15 bits"};
    int which;
    for (which = 0; which < 15; which++) {
        struct bits b = new_bits();
        unsigned nlen = 257, ndist = 2, i;
        memset(lengths, 0, sizeof lengths);
        if (which == 9) nlen = 286;
        if (which == 10) nlen = 287;
        if (which == 11) ndist = 30;
        if (which == 12) ndist = 31;
        lengths[0] = 1, lengths[256] = 1, lengths[nlen] = 1, lengths[nlen + 1] = 1;
        if (which == 0) lengths[256] = 0, lengths[255] = 1;
        if (which == 1) lengths[0] = 2;
        if (which == 2) lengths[1] = 1;
        if (which == 3) lengths[0] = 0;
        if (which == 4) lengths[nlen + 1] = 0;
        if (which == 5) lengths[nlen] = 2, lengths[nlen + 1] = 0;
        if (which == 6) lengths[nlen] = lengths[nlen + 1] = 1, ndist = 3, lengths[nlen + 2] = 1;
        if (which == 7) lengths[nlen] = 2, lengths[nlen + 1] = 2;
        if (which == 8) lengths[nlen] = lengths[nlen + 1] = 0;
        if (which == 14) {
            for (i = 0; i < 14; i++) lengths[i] = (unsigned char)(i + 1);
            lengths[14] = 15, lengths[256] = 15;
        }
        put_simple_codes(&b, lengths, nlen, ndist);
        for (i = 0; i < 40; i++) put_bits(&b, 0x7fffffff, 32);
        feed_all(names[which], b.bytes, b.at, -15);
        free(b.bytes);
    }
}

/* Repeats in the code lengths that have nothing to repeat or run over the end. */
static void e4_repeat_faults(void) {
    static const unsigned symbols[] = {16, 17, 18}, bits[] = {2, 3, 7};
    unsigned s, start;
    for (s = 0; s < 3; s++)
        for (start = 0; start < 260; start += 51) {
            struct bits b = new_bits();
            struct code code;
            unsigned counts[19] = {0}, i;
            char name[40];
            for (i = 0; i < 19; i++) counts[i] = i == 1 || i == 8 || i >= 16;
            code_from_counts(&code, counts, 19, 7);
            put_bits(&b, 5, 3), put_bits(&b, 0, 5), put_bits(&b, 1, 5), put_bits(&b, 15, 4);
            for (i = 0; i < 19; i++) put_bits(&b, code.length[code_length_order[i]], 3);
            for (i = 0; i < start; i++) put_symbol(&b, &code, 8);
            for (i = 0; i < 100; i++) put_symbol(&b, &code, symbols[s]), put_bits(&b, 0xff, bits[s]);
            snprintf(name, sizeof name, "repeat %u after %u lengths", symbols[s], start);
            feed_all(name, b.bytes, b.at, -15);
            free(b.bytes);
        }
}

/* Distances just within and just beyond what there is. A match beyond the window, but within what the same call wrote, is
   taken by zlib: so the answer depends on the calls. */
static void e4_distances(void) {
    static const unsigned windows[] = {8, 9, 12, 15};
    static const int beyond[] = {-1, 0, 1};
    size_t w, k, before;
    for (w = 0; w < 4; w++)
        for (before = 0; before <= 40000; before += before < 300 ? 100 : 9000)
            for (k = 0; k < 3; k++) {
                struct bits b = new_bits();
                struct code literals, distances;
                size_t i, window = (size_t)1 << windows[w], distance = (before < window || windows[w] == 15 ? before : window) + (size_t)beyond[k];
                char name[60];
                code_fixed(&literals, &distances);
                put_bits(&b, 3, 3);
                for (i = 0; i < before; i++) put_symbol(&b, &literals, data[i % LENGTH]);
                if (distance >= 1 && distance <= 32768) put_match(&b, &literals, &distances, 20, (unsigned)distance);
                put_symbol(&b, &literals, 256), put_align(&b);
                snprintf(name, sizeof name, "window %u, %zu before, distance %zu", windows[w], before, distance);
                if (before < LENGTH) feed_each(name, b.bytes, b.at, -(int)windows[w]);
                free(b.bytes);
            }
}

/* Symbols that the fixed codes have but deflate has not. */
static void e4_missing_symbols(void) {
    int which;
    for (which = 0; which < 5; which++) {
        struct bits b = new_bits();
        struct code literals, distances;
        static const char *const names[] = {"length symbol 286", "length symbol 287", "distance symbol 30", "distance symbol 31", "block type 3"};
        code_fixed(&literals, &distances);
        put_bits(&b, which == 4 ? 7 : 3, 3);
        put_symbol(&b, &literals, 65);
        if (which < 2) put_symbol(&b, &literals, 286 + (unsigned)which);
        if (which == 2 || which == 3) {
            put_symbol(&b, &literals, 257);
            put_bits(&b, which == 2 ? 0x0f : 0x1f, 5);
        }
        put_bits(&b, 0, 32), put_bits(&b, 0, 32);
        feed_all(names[which], b.bytes, b.at, -15);
        free(b.bytes);
    }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 4), out = malloc(2 * LENGTH);
    RUN("E4 damaged streams", e4_damage);
    RUN("E4 noise", e4_noise);
    RUN("E4 faults in codes", e4_code_faults);
    RUN("E4 faults in repeats", e4_repeat_faults);
    RUN("E4 distances", e4_distances);
    RUN("E4 symbols that do not exist", e4_missing_symbols);
    return check_end();
}
