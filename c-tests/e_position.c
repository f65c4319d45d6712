/* Where inflate stands: data_type, stops at blocks and trees, inflateMark, inflateSyncPoint, inflateSync. */
#include "check.h"

enum { LENGTH = 30000 };

static unsigned char *data, *out;

static const char *message(const z_stream *strm) {
    return strm->msg ? strm->msg : "NULL";
}

static void begin(z_stream *strm, int window_bits, const struct bits *b) {
    memset(strm, 0, sizeof *strm);
    strm->data_type = 77, strm->adler = 77;
    OK(inflateInit2(strm, window_bits) == Z_OK, "init");
    strm->next_in = b->bytes, strm->avail_in = (uInt)b->at;
    strm->next_out = out, strm->avail_out = LENGTH;
}

/* E11: the fields after an init. */
static void e11_after_init(void) {
    static const int asked[] = {15, -15, 31, 47, 0};
    size_t i;
    for (i = 0; i < 5; i++) {
        struct bits b = {NULL, 0, 0, 0, 0};
        z_stream strm;
        begin(&strm, asked[i], &b);
        say("windowBits %d: data_type %d, adler %lu, msg %s, mark %ld", asked[i], strm.data_type, strm.adler, message(&strm), inflateMark(&strm));
        OK(inflateReset(&strm) == Z_OK, "reset");
        say("after a reset: data_type %d, adler %lu", strm.data_type, strm.adler);
        inflateEnd(&strm);
    }
}

/* E11: every stop of one stream under one flush value. */
static void e11_stops(int flush, enum wrapper wrapper, uint64_t seed, size_t in_step, size_t out_step) {
    struct bits b = make_stream(data, LENGTH, wrapper, 15, seed);
    uint64_t hash = 0xcbf29ce484222325u;
    int code, stops = 0, useless = 0;
    z_stream strm;
    begin(&strm, stream_bits(wrapper, 15), &b);
    do {
        size_t in = b.at - strm.total_in, room = LENGTH - strm.total_out;
        strm.avail_in = (uInt)(in_step && in_step < in ? in_step : in), strm.avail_out = (uInt)(out_step && out_step < room ? out_step : room);
        code = inflate(&strm, flush);
        hash = (hash ^ (uint64_t)(code + 10)) * 0x100000001b3u;
        hash = (hash ^ (uint64_t)strm.data_type ^ (uint64_t)strm.total_in << 20 ^ (uint64_t)strm.total_out << 40) * 0x100000001b3u;
        if (stops < 40 && in_step != 1 && out_step != 1) say("%d: in %lu, out %lu, data_type %d, point %d", code, strm.total_in, strm.total_out, strm.data_type, inflateSyncPoint(&strm));
        stops++;
        useless = code == Z_BUF_ERROR ? useless + 1 : 0;
    } while (code == Z_OK || (code == Z_BUF_ERROR && useless < 3));
    say("flush %d, wrapper %d, steps %zu/%zu: %d after %d calls, %016llx", flush, wrapper, in_step, out_step, code, stops, (unsigned long long)hash);
    OK(code == Z_STREAM_END && memcmp(out, data, LENGTH) == 0, "inflate gave %d", code);
    inflateEnd(&strm);
    free(b.bytes);
}

static void e11_all_stops(void) {
    uint64_t seed;
    for (seed = 0; seed < 12; seed++) {
        enum wrapper wrapper = (enum wrapper)(seed % 3);
        e11_stops(Z_BLOCK, wrapper, seed, 0, 0);
        e11_stops(Z_TREES, wrapper, seed, 0, 0);
        e11_stops(Z_BLOCK, wrapper, seed, 1, 0);
        e11_stops(Z_TREES, wrapper, seed, 1, 0);
        e11_stops(Z_TREES, wrapper, seed, 0, 1);
        e11_stops(Z_BLOCK, wrapper, seed, 7, 300);
        e11_stops(Z_NO_FLUSH, wrapper, seed, 0, 4096);
        e11_stops(Z_NO_FLUSH, wrapper, seed, 3, 5);
    }
}

/* inflateMark: how far into a code or a copy, looked at after every byte in or out. */
static void inflate_mark(void) {
    uint64_t seed;
    int by_input;
    for (seed = 0; seed < 20; seed++)
        for (by_input = 0; by_input <= 1; by_input++) {
            struct bits b = make_stream(data, 3000, RAW, 15, seed);
            uint64_t hash = 0xcbf29ce484222325u;
            long mark, least = 0, most = 0;
            z_stream strm;
            int code;
            begin(&strm, -15, &b);
            strm.avail_in = by_input ? 0 : (uInt)b.at, strm.avail_out = by_input ? LENGTH : 0;
            do {
                if (by_input) strm.avail_in = 1; else strm.avail_out = 1;
                code = inflate(&strm, Z_NO_FLUSH);
                mark = inflateMark(&strm);
                if (mark < least) least = mark;
                if (mark > most) most = mark;
                hash = (hash ^ (uint64_t)mark) * 0x100000001b3u;
            } while (code == Z_OK);
            say("stream %d: %d, marks %ld to %ld, %016llx", (int)seed, code, least, most, (unsigned long long)hash);
            inflateEnd(&strm);
            free(b.bytes);
        }
}

/* inflateCodesUsed: nothing at first, then what the tables take, of which zlib.h says nothing. */
static void codes_used(void) {
    struct bits b = make_stream(data, LENGTH, ZLIB, 15, 2);
    unsigned long used, most = 0;
    z_stream strm;
    int code;
    begin(&strm, 15, &b);
    say("at first: %lu", inflateCodesUsed(&strm));
    do {
        strm.avail_out = 100;
        strm.next_out = out;
        code = inflate(&strm, Z_NO_FLUSH);
        used = inflateCodesUsed(&strm);
        if (used > most) most = used;
    } while (code == Z_OK);
    OK(most > 0 && most < 65536, "at most %lu entries", most);
    inflateEnd(&strm);
    free(b.bytes);
}

static void undermine(void) {
    struct bits b = new_bits();
    struct code literals, distances;
    z_stream strm;
    int code;
    code_fixed(&literals, &distances);
    put_bits(&b, 3, 3);
    put_match(&b, &literals, &distances, 5, 5);
    put_symbol(&b, &literals, 256), put_align(&b);
    begin(&strm, -15, &b);
    say("inflateUndermine: %d", inflateUndermine(&strm, 1));
    code = inflate(&strm, Z_FINISH);
    say("a match before the start: %d %s", code, message(&strm));
    inflateEnd(&strm);
    free(b.bytes);
}

/* E9: a stream of three parts with empty stored blocks between, fed so that the flush ends the input. */
static void e9_sync_point(void) {
    struct bits b = new_bits();
    struct code literals, distances;
    z_stream strm;
    size_t end[3], i;
    int part, code;
    code_fixed(&literals, &distances);
    for (part = 0; part < 3; part++) {
        put_bits(&b, 2, 3);
        for (i = 0; i < 100; i++) put_symbol(&b, &literals, data[i]);
        put_symbol(&b, &literals, 256);
        put_bits(&b, 0, 3), put_align(&b);
        end[part] = b.at;
        put_bytes(&b, "\0\0\xff\xff", 4);
    }
    put_bits(&b, 3, 10), put_align(&b);
    begin(&strm, -15, &b);
    strm.avail_in = 0;
    for (i = 0; i < b.at; i++) {
        strm.avail_in = 1;
        code = inflate(&strm, Z_SYNC_FLUSH);
        if (inflateSyncPoint(&strm)) say("sync point after byte %zu, out %lu, code %d", i + 1, strm.total_out, code);
    }
    OK(end[0] < end[1], "three parts");
    say("at the end: %d", inflateSyncPoint(&strm));
    inflateEnd(&strm);
    free(b.bytes);
}

/* inflateSync: where it finds the pattern, whatever stood before it. */
static void inflate_sync(void) {
    static const char *const inputs[] = {"", "\1", "\0\0\xff\xff", "abc\0\0\xff\xff", "\0\0\0\xff\xff", "\0\0\0\0\xff\xff", "\0\xff\xff\0\0\xff\xff", "\0\0\xff\0\0\xff\xff",
                                         "\0\0\xff\0\xff\xff", "\0\0\xff", "\xff\xff\0\0\xff\xff\3\0", "\0\0\xff\xff\3\0"};
    static const size_t lengths[] = {0, 1, 4, 7, 5, 6, 7, 7, 6, 3, 8, 6};
    static const int asked[] = {15, -15, 31, 0, 47};
    size_t i, a, step;
    for (a = 0; a < 5; a++)
        for (i = 0; i < 12; i++)
            for (step = 1; step <= 8; step += 7) {
                char line[200] = "";
                struct bits b = {NULL, 0, 0, 0, 0};
                size_t at = 0;
                z_stream strm;
                int code = Z_DATA_ERROR;
                begin(&strm, asked[a], &b);
                do {
                    size_t left = lengths[i] - at;
                    strm.next_in = (z_const Bytef *)inputs[i] + at, strm.avail_in = (uInt)(step < left ? step : left);
                    at += strm.avail_in;
                    code = inflateSync(&strm);
                    snprintf(line + strlen(line), 20, " %d/%lu", code, strm.total_in);
                } while (code == Z_DATA_ERROR && at < lengths[i]);
                strm.avail_in += (uInt)(lengths[i] - at);
                code = inflate(&strm, Z_NO_FLUSH);
                say("windowBits %d, input %zu by %zu:%s, then inflate %d %s, in %lu", asked[a], i, step, line, code, message(&strm), strm.total_in);
                inflateEnd(&strm);
            }
}

/* inflateSync after damage: decoding goes on at the next full flush point. */
static void sync_after_damage(void) {
    struct lots lots = lots_from(6);
    int i;
    for (i = 0; i < 60; i++) {
        enum wrapper wrapper = (enum wrapper)(i % 3);
        struct bits b = make_stream(data, 20000, wrapper, 15, (uint64_t)i);
        size_t at = 20 + below(&lots, b.at - 30);
        int code, syncs = 0;
        z_stream strm;
        memset(b.bytes + at, 0x5a, 8);
        if (b.at > at + 200) memcpy(b.bytes + at + 100, "\0\0\xff\xff\0\5\0\xfa\xffhello\1\0\0\xff\xff", 19);
        begin(&strm, stream_bits(wrapper, 15), &b);
        code = inflate(&strm, Z_NO_FLUSH);
        say("damaged at %zu of %zu: %d %s, in %lu, out %lu", at, b.at, code, message(&strm), strm.total_in, strm.total_out);
        while (code == Z_DATA_ERROR && syncs++ < 5) {
            code = inflateSync(&strm);
            say("sync %d, in %lu, out %lu, adler %08lx, msg %s", code, strm.total_in, strm.total_out, strm.adler, message(&strm));
            if (code != Z_OK) break;
            code = inflate(&strm, Z_NO_FLUSH);
            say("then %d %s, in %lu, out %lu", code, message(&strm), strm.total_in, strm.total_out);
        }
        inflateEnd(&strm);
        free(b.bytes);
    }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 11), out = malloc(LENGTH + 1);
    RUN("E11 fields after an init", e11_after_init);
    RUN("E11 stops at blocks and trees", e11_all_stops);
    RUN("E11 inflateMark", inflate_mark);
    RUN("E11 inflateCodesUsed", codes_used);
    RUN("E11 inflateUndermine", undermine);
    RUN("E9 inflateSyncPoint", e9_sync_point);
    RUN("E7 inflateSync", inflate_sync);
    RUN("E7 inflateSync after damage", sync_after_damage);
    return check_end();
}
