/* Levels and strategies: what each may write, and changes of them in the middle of a stream. */
#include "check.h"

enum { HALF = 20000, LENGTH = 2 * HALF };

static unsigned char *data, *packed;
static size_t room;

/* Hands the stream new output space: the rest of `packed`, at most `step` bytes of it. */
static void space(z_stream *strm, size_t step) {
    size_t left = room - strm->total_out;
    strm->next_out = packed + strm->total_out;
    strm->avail_out = (uInt)(step && step < left ? step : left);
}

static void finish(z_stream *strm, size_t step) {
    int code;
    do {
        space(strm, step);
        code = deflate(strm, Z_FINISH);
    } while (code == Z_OK && strm->total_out < room);
    OK(code == Z_STREAM_END, "finish gave %d", code);
}

/* D4: one change of level and strategy half way. */
static void d4_change(struct settings s, int level, int strategy, size_t step, int kind) {
    z_stream strm;
    int code, calls = 0;
    memset(&strm, 0, sizeof strm);
    make_data(data, LENGTH, kind, (uint64_t)(s.level * 10 + level));
    OK(start_deflate(&strm, s) == Z_OK, "init");
    strm.next_in = data, strm.avail_in = HALF;
    do {
        space(&strm, step);
        code = deflate(&strm, Z_NO_FLUSH);
    } while (code == Z_OK && (strm.avail_in || strm.avail_out == 0));
    do {
        space(&strm, step);
        code = deflateParams(&strm, level, strategy);
    } while (code == Z_BUF_ERROR && ++calls < 10000);
    OK(code == Z_OK, "deflateParams(%d, %d) gave %d (%s)", level, strategy, code, settings_name(s));
    strm.next_in = data + HALF, strm.avail_in = HALF;
    finish(&strm, step);
    OK(deflateEnd(&strm) == Z_OK, "end");
    round_trips(s.window_bits, packed, strm.total_out, data, LENGTH);
}

static void d4_all_changes(void) {
    struct settings s = {0, 15, 8, 0};
    int level, i;
    for (s.level = 0; s.level <= 9; s.level++)
        for (level = 0; level <= 9; level++)
            for (i = 0; i < 3; i++) {
                s.strategy = (s.level + i) % 5;
                s.window_bits = i == 2 ? -(9 + level % 7) : 15;
                s.mem_level = i == 1 ? 1 + level % 9 : 8;
                d4_change(s, level, (level + 2 * i) % 5, i == 0 ? 0 : 64, (s.level + level + i) % DATA_KINDS);
            }
    for (i = 0; i < 25; i++) {
        s.level = 6, s.strategy = i % 5, s.window_bits = 15, s.mem_level = 8;
        d4_change(s, 6, i / 5, i % 2 ? 64 : 0, i % DATA_KINDS);
    }
}

/* D4: the level alone changes while input waits: zlib flushes only where its own function changes, so that the rest of the
   text is met by another level. */
static void d4_level_alone(void) {
    static const size_t lengths[] = {1, 3, 50, 261, 262, 263, 700, 5000, HALF};
    int from, to, i, code;
    make_data(data, LENGTH, DATA_SOURCE, 44);
    for (from = 0; from <= 9; from++)
        for (to = 0; to <= 9; to++)
            for (i = 0; i < 27; i++) {
                struct settings s = {from, i % 2 ? 15 : -9, 8, (int[]){0, Z_FILTERED, Z_FIXED}[i / 9]};
                z_stream strm;
                memset(&strm, 0, sizeof strm);
                OK(start_deflate(&strm, s) == Z_OK, "init");
                space(&strm, 0);
                strm.next_in = data, strm.avail_in = (uInt)lengths[i % 9];
                OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
                OK((code = deflateParams(&strm, to, s.strategy)) == Z_OK, "deflateParams from %d to %d gave %d", from, to, code);
                OK((code = deflate(&strm, i % 4 ? Z_SYNC_FLUSH : Z_NO_FLUSH)) == Z_OK || code == Z_BUF_ERROR, "flush gave %d", code);
                strm.next_in = data + lengths[i % 9], strm.avail_in = (uInt)(LENGTH - lengths[i % 9]);
                finish(&strm, 0);
                OK(deflateEnd(&strm) == Z_OK, "end");
                round_trips(s.window_bits, packed, strm.total_out, data, LENGTH);
            }
}

/* Two changes, into level 0 and out of it: stored data must be known to the finder, or at least not mistaken. */
static void d4_through_level_0(void) {
    struct lots lots = lots_from(4);
    int round;
    for (round = 0; round < 120; round++) {
        struct settings s = {1 + round % 9, round % 4 ? 15 : -9, 8, 0};
        size_t n = 1000 + below(&lots, 100000), at = 0;
        unsigned char *in = new_data(n, round % DATA_KINDS, (uint64_t)round), *old = packed;
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        room = ample(n), packed = malloc(room);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        while (at < n) {
            size_t part = piece(&lots, n - at);
            space(&strm, 0);
            strm.next_in = in + at, strm.avail_in = (uInt)part;
            OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
            at += part;
            OK(deflateParams(&strm, below(&lots, 3) ? (int)below(&lots, 10) : 0, (int)below(&lots, 5)) == Z_OK, "params");
        }
        finish(&strm, 0);
        OK(deflateEnd(&strm) == Z_OK, "end");
        round_trips(s.window_bits, packed, strm.total_out, in, n);
        free(packed), free(in);
        packed = old, room = ample(LENGTH);
    }
}

/* D26: small pieces, a flush at every seventh, levels that change, little room. */
static void d26_flushes_and_levels(void) {
    int flush, level, i, code;
    for (flush = 0; flush <= 5; flush++)
        for (level = 0; level <= 9; level++) {
            struct settings s = {level, 15, 8, 0};
            z_stream strm;
            memset(&strm, 0, sizeof strm);
            make_data(data, 300 * 77, level % DATA_KINDS, (uint64_t)flush);
            OK(start_deflate(&strm, s) == Z_OK, "init");
            for (i = 0; i < 300; i++) {
                int now = i == 299 ? Z_FINISH : i % 7 == 6 && flush != Z_FINISH ? flush : Z_NO_FLUSH;
                strm.next_in = data + i * 77, strm.avail_in = 77;
                do {
                    space(&strm, 9);
                    code = deflate(&strm, now);
                } while (code == Z_OK && strm.avail_out == 0);
                OK(code == (i == 299 ? Z_STREAM_END : Z_OK) || code == Z_BUF_ERROR, "flush %d gave %d", now, code);
                OK(strm.avail_in == 0, "input left");
                if (i % 50 == 49) {
                    space(&strm, 0);
                    code = i == 299 ? Z_OK : deflateParams(&strm, (level + i) % 10, (i / 50) % 5);
                    OK(code == Z_OK, "params gave %d", code);
                }
            }
            OK(deflateEnd(&strm) == Z_OK, "end");
            round_trips(15, packed, strm.total_out, data, 300 * 77);
        }
}

/* D22: the tokens that each strategy may write. */
static void d22_strategies(void) {
    struct settings s = {0, -15, 8, 0};
    struct tokens t;
    int kind;
    for (kind = 0; kind < DATA_KINDS; kind++) {
        make_data(data, LENGTH, kind, 22);
        for (s.level = 0; s.level <= 9; s.level++)
            for (s.strategy = 0; s.strategy <= 4; s.strategy++) {
                size_t n;
                s.mem_level = 1 + (kind + s.level) % 9;
                s.window_bits = -(9 + (kind + s.level) % 7);
                n = pack(s, data, LENGTH, packed, room);
                if (!OK(read_tokens(packed, n, &t) && t.bytes_in == n && t.bytes_out == LENGTH, "not a plain stream (%s)", settings_name(s))) continue;
                OK(s.level != 0 || (t.blocks[1] == 0 && t.blocks[2] == 0), "level 0 compressed (%s)", settings_name(s));
                OK(s.strategy != Z_FIXED || t.blocks[2] == 0, "Z_FIXED wrote a dynamic block (%s)", settings_name(s));
                OK(s.strategy != Z_HUFFMAN_ONLY || t.matches == 0, "Z_HUFFMAN_ONLY wrote a match (%s)", settings_name(s));
                OK(s.strategy != Z_RLE || t.farthest <= 1, "Z_RLE wrote distance %u (%s)", t.farthest, settings_name(s));
                OK(t.farthest <= 1u << -s.window_bits, "distance %u (%s)", t.farthest, settings_name(s));
            }
    }
    /* That these data would be compressed otherwise. */
    make_data(data, LENGTH, DATA_TEXT, 22);
    s.level = 6, s.strategy = 0, s.mem_level = 8, s.window_bits = -15;
    OK(read_tokens(packed, pack(s, data, LENGTH, packed, room), &t) && t.blocks[2] && t.matches && t.farthest > 1000, "text at level 6");
}

/* Inflates packed[0..n] in pieces with exactly the window that was negotiated. */
static int inflates_in_pieces(int window_bits, size_t n, size_t length, unsigned char *out) {
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    if (inflateInit2(&strm, window_bits) != Z_OK) return 0;
    strm.next_in = packed, strm.avail_in = (uInt)n;
    do {
        strm.next_out = out + strm.total_out;
        strm.avail_out = (uInt)(length - strm.total_out < 301 ? length - strm.total_out : 301);
        code = inflate(&strm, Z_NO_FLUSH);
    } while (code == Z_OK);
    OK(code == Z_STREAM_END && strm.total_out == length && memcmp(out, data, length) == 0, "inflate gave %d after %lu bytes: %s", code, strm.total_out,
       strm.msg ? strm.msg : "");
    return inflateEnd(&strm) == Z_OK;
}

/* D20: no match reaches farther than the negotiated window; repeats lie near the window's size. */
static void d20_windows(void) {
    unsigned char *out = malloc(LENGTH), *saved = data;
    struct lots lots = lots_from(20);
    int bits, level, i;
    for (bits = 9; bits <= 15; bits++)
        for (level = 0; level <= 9; level++)
            for (i = 0; i < 3; i++) {
                struct settings s = {level, -bits, 1 + (level * 3 + i) % 9, i == 2 ? level % 5 : 0};
                size_t period = ((size_t)1 << bits) - 300 + 8 * below(&lots, 70), at, n;
                make_data(data, LENGTH, DATA_RANDOM, (uint64_t)level);
                for (at = period; at < LENGTH; at++)
                    if (at % 50 != 7) data[at] = data[at - period];
                n = pack(s, data, LENGTH, packed, room);
                inflates_in_pieces(-bits, n, LENGTH, out);
                s.window_bits = bits + (i == 1 ? 16 : 0);
                n = pack(s, data, LENGTH, packed, room);
                inflates_in_pieces(s.window_bits, n, LENGTH, out);
            }
    data = saved;
    free(out);
}

/* D21: short far matches whose codewords are long, at low memLevel: once they overwrote the symbols still to be read
   (CVE-2018-25032). Three-byte strings return far away in an order that spreads the distances over all codes. */
static void d21_far_matches(void) {
    unsigned char *out = malloc(LENGTH);
    struct lots lots = lots_from(21);
    int level, mem, strategy, shape;
    for (shape = 0; shape < 4; shape++) {
        size_t at;
        for (at = 0; at < LENGTH; at++) data[at] = (unsigned char)draw(&lots);
        for (at = 17000; at + 4 < LENGTH; at += 4 - (size_t)shape % 2) {
            size_t distance = shape < 2 ? 16385 + below(&lots, 500) : 1 + below(&lots, 16384);
            memmove(data + at, data + at - distance, shape == 3 ? 4 : 3);
        }
        for (level = 1; level <= 9; level++)
            for (mem = 1; mem <= 9; mem += mem < 3 ? 1 : 3)
                for (strategy = 0; strategy <= 4; strategy++) {
                    struct settings s = {level, -15, mem, strategy};
                    size_t n = pack(s, data, LENGTH, packed, room);
                    inflates_in_pieces(-15, n, LENGTH, out);
                }
    }
    free(out);
}

/* deflateTune takes any numbers without harm. */
static void tune(void) {
    static const int values[] = {0, 1, 3, 4, 8, 32, 258, 4096, 65535, 2147483647, -1};
    struct lots lots = lots_from(44);
    int i;
    make_data(data, LENGTH, DATA_SOURCE, 44);
    for (i = 0; i < 60; i++) {
        struct settings s = {i % 10, 15, 8, 0};
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        OK(deflateTune(&strm, values[below(&lots, 11)], values[below(&lots, 11)], values[below(&lots, 9)], values[2 + below(&lots, 6)]) == Z_OK, "tune");
        strm.next_in = data, strm.avail_in = LENGTH;
        finish(&strm, 0);
        OK(deflateEnd(&strm) == Z_OK, "end");
        round_trips(15, packed, strm.total_out, data, LENGTH);
    }
}

int main(void) {
    check_begin();
    room = ample(LENGTH);
    data = malloc(LENGTH), packed = malloc(room);
    RUN("D4 changes of level and strategy", d4_all_changes);
    RUN("D4 changes of the level alone", d4_level_alone);
    RUN("D4 changes through level 0", d4_through_level_0);
    RUN("D26 flushes and level switches", d26_flushes_and_levels);
    RUN("D22 strategies", d22_strategies);
    RUN("D20 windows", d20_windows);
    RUN("D21 far matches at low memLevel", d21_far_matches);
    RUN("D4 deflateTune", tune);
    return check_end();
}
