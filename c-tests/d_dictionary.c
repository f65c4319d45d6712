/* Preset dictionaries: used at every level, refused where zlib refuses them, and given back. */
#include "check.h"

enum { DICTIONARY = 2000, LONG = 40000 };

static unsigned char *dictionary, *packed, *out;

static void begin(struct settings s, z_stream *strm) {
    memset(strm, 0, sizeof *strm);
    OK(start_deflate(strm, s) == Z_OK, "init (%s)", settings_name(s));
    strm->next_out = packed, strm->avail_out = 100000;
}

/* D14: what is in the dictionary costs next to nothing, at every level. */
static void d14_dictionary_is_used(void) {
    static const int windows[] = {-15, 15, -12, 12};
    int w;
    for (w = 0; w < 4; w++) {
        struct settings s = {1, windows[w], 8, 0};
        for (s.level = 1; s.level <= 9; s.level++) {
            z_stream strm;
            size_t n;
            begin(s, &strm);
            OK(deflateSetDictionary(&strm, dictionary, DICTIONARY) == Z_OK, "set");
            OK(s.window_bits < 0 || strm.adler == adler32(1, dictionary, DICTIONARY), "adler %08lx", strm.adler);
            strm.next_in = dictionary, strm.avail_in = DICTIONARY;
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
            n = strm.total_out;
            OK(n <= (s.window_bits < 0 ? 30 : 40), "%zu bytes (%s)", n, settings_name(s));
            OK(deflateReset(&strm) == Z_OK, "reset");
            strm.next_in = dictionary, strm.avail_in = DICTIONARY;
            strm.next_out = packed, strm.avail_out = 100000;
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
            OK(strm.total_out > DICTIONARY, "after a reset the dictionary is still there: %lu bytes (%s)", strm.total_out, settings_name(s));
            OK(deflateEnd(&strm) == Z_OK, "end");
        }
    }
}

/* There and back, dictionaries of all lengths, text and random data, zlib and raw. */
static void d14_round_trips(void) {
    struct lots lots = lots_from(14);
    int i;
    for (i = 0; i < 300; i++) {
        int bits = 9 + (int)below(&lots, 7), kind = i % DATA_KINDS, code;
        struct settings s = {i % 10, i % 2 ? bits : -bits, 1 + i % 9, i % 3 ? 0 : i / 3 % 5};
        size_t d = piece(&lots, LONG), n = piece(&lots, 30000);
        unsigned char *both = new_data(d + n, kind, (uint64_t)i);
        z_stream strm, back;
        begin(s, &strm);
        OK(deflateSetDictionary(&strm, both, (uInt)d) == Z_OK, "set");
        strm.next_in = both + d, strm.avail_in = (uInt)n;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END && deflateEnd(&strm) == Z_OK, "finish");
        memset(&back, 0, sizeof back);
        OK(inflateInit2(&back, s.window_bits) == Z_OK, "init");
        if (i % 2 == 0) OK(inflateSetDictionary(&back, both, (uInt)d) == Z_OK, "set");
        back.next_in = packed, back.avail_in = (uInt)strm.total_out;
        back.next_out = out, back.avail_out = (uInt)n;
        code = inflate(&back, Z_FINISH);
        if (i % 2) {
            OK(code == Z_NEED_DICT && back.adler == adler32(1, both, (uInt)d), "inflate gave %d, adler %08lx", code, back.adler);
            if (d > 1) OK(inflateSetDictionary(&back, both, (uInt)d - 1) == Z_DATA_ERROR, "another dictionary was taken");
            OK(inflateSetDictionary(&back, both, (uInt)d) == Z_OK, "set");
            code = inflate(&back, Z_FINISH);
        }
        OK(code == Z_STREAM_END && memcmp(out, both + d, n) == 0, "inflate gave %d: %s (%s)", code, back.msg ? back.msg : "", settings_name(s));
        inflateEnd(&back);
        free(both);
    }
}

/* D15: when a dictionary is refused. */
static void d15_when_refused(void) {
    static const int windows[] = {15, -15, 31};
    int w, level;
    for (w = 0; w < 3; w++)
        for (level = 0; level <= 9; level += 3) {
            struct settings s = {level, windows[w], 8, 0};
            z_stream strm;
            begin(s, &strm);
            say("windowBits %d level %d", windows[w], level);
            say("fresh: %d", deflateSetDictionary(&strm, dictionary, 100));
            say("and another: %d", deflateSetDictionary(&strm, dictionary + 100, 100));
            strm.next_in = dictionary, strm.avail_in = 300;
            OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
            say("unflushed input: %d", deflateSetDictionary(&strm, dictionary, 100));
            OK(deflate(&strm, Z_SYNC_FLUSH) == Z_OK, "sync");
            say("after a sync flush: %d", deflateSetDictionary(&strm, dictionary, 100));
            strm.next_in = dictionary, strm.avail_in = 300;
            OK(deflate(&strm, Z_FULL_FLUSH) == Z_OK, "full");
            say("after a full flush: %d", deflateSetDictionary(&strm, dictionary, 100));
            strm.next_in = dictionary, strm.avail_in = 300;
            OK(deflate(&strm, Z_BLOCK) == Z_OK, "block");
            say("after a block: %d", deflateSetDictionary(&strm, dictionary, 100));
            strm.next_in = dictionary, strm.avail_in = 300;
            OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
            OK(deflateResetKeep(&strm) == Z_OK, "reset keep");
            say("after deflateResetKeep with input left: %d", deflateSetDictionary(&strm, dictionary, 100));
            strm.next_in = dictionary, strm.avail_in = 300;
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
            say("after the end: %d", deflateSetDictionary(&strm, dictionary, 100));
            OK(deflateReset(&strm) == Z_OK, "reset");
            say("after deflateReset: %d", deflateSetDictionary(&strm, dictionary, 100));
            OK(deflateEnd(&strm) == Z_OK, "end");
        }
}

/* D15: a raw stream that changes its dictionary in the middle, as zlib.h allows. */
static void d15_raw_changes(void) {
    int level;
    for (level = 0; level <= 9; level++) {
        struct settings s = {level, -15, 8, 0};
        size_t at = 0, i;
        z_stream strm, back;
        begin(s, &strm);
        memset(&back, 0, sizeof back);
        OK(inflateInit2(&back, -15) == Z_OK, "init");
        for (i = 0; i < 6; i++, at = strm.total_out) {
            OK(deflateSetDictionary(&strm, dictionary + 1000 * i, 3000) == Z_OK, "set");
            OK(inflateSetDictionary(&back, dictionary + 1000 * i, 3000) == Z_OK, "set");
            strm.next_in = dictionary + 1000 * i + 500, strm.avail_in = 1500;
            OK(deflate(&strm, i % 2 ? Z_SYNC_FLUSH : Z_FULL_FLUSH) == Z_OK, "flush");
            back.next_in = packed + at, back.avail_in = (uInt)(strm.total_out - at);
            back.next_out = out, back.avail_out = 2000;
            OK(inflate(&back, Z_SYNC_FLUSH) == Z_OK && back.avail_out == 500 && memcmp(out, dictionary + 1000 * i + 500, 1500) == 0,
               "step %zu at level %d: %s", i, level, back.msg ? back.msg : "");
            OK(level == 0 || strm.total_out - at < 200, "step %zu at level %d: %lu bytes", i, level, strm.total_out - at);
        }
        deflateEnd(&strm), inflateEnd(&back);
    }
}

/* D16: the last 32K come back, from deflate and from inflate. */
static void d16_get(void) {
    int level, bits;
    for (level = 0; level <= 9; level++)
        for (bits = 9; bits <= 15; bits += 2) {
            struct settings s = {level, -bits, 8, 0};
            size_t window = (size_t)1 << bits, n = 5000;
            uInt length = 77;
            z_stream strm;
            begin(s, &strm);
            OK(deflateGetDictionary(&strm, out, &length) == Z_OK && length == 0, "fresh: %u", length);
            OK(deflateSetDictionary(&strm, dictionary, LONG) == Z_OK, "set");
            OK(deflateGetDictionary(&strm, out, &length) == Z_OK && length == window, "windowBits %d: %u", bits, length);
            OK(memcmp(out, dictionary + LONG - length, length) == 0, "not the dictionary's end");
            OK(deflateGetDictionary(&strm, NULL, &length) == Z_OK && deflateGetDictionary(&strm, out, NULL) == Z_OK, "NULLs");
            strm.next_in = dictionary, strm.avail_in = (uInt)n;
            OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
            OK(deflateGetDictionary(&strm, out, &length) == Z_OK, "get");
            OK(length <= window && (length == window || level == 0), "after data: %u", length);
            /* At level 0 all of it may still be on its way. */
            if (level) OK(memcmp(out + length - (n < length ? n : length), dictionary + n - (n < length ? n : length), n < length ? n : length) == 0, "not the data's end");
            deflateEnd(&strm);
        }
}

static void d16_get_short(void) {
    static const size_t lengths[] = {1, 2, 3, 100, 300, 5000, 32767, 32768, 32769};
    size_t i;
    for (i = 0; i < 9; i++) {
        struct settings s = {6, 15, 8, 0};
        uInt length = 0;
        z_stream strm;
        begin(s, &strm);
        OK(deflateSetDictionary(&strm, dictionary, (uInt)lengths[i]) == Z_OK, "set");
        OK(deflateGetDictionary(&strm, out, &length) == Z_OK, "get");
        say("a dictionary of %zu: %u come back", lengths[i], length);
        OK(memcmp(out, dictionary + lengths[i] - length, length) == 0, "other bytes");
        deflateEnd(&strm);
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, -15) == Z_OK && inflateSetDictionary(&strm, dictionary, (uInt)lengths[i]) == Z_OK, "inflate");
        OK(inflateGetDictionary(&strm, out, &length) == Z_OK, "get");
        say("from inflate: %u", length);
        OK(memcmp(out, dictionary + lengths[i] - length, length) == 0, "other bytes");
        inflateEnd(&strm);
    }
}

/* What a dictionary leaves in the fields of the stream. */
static void d14_fields(void) {
    static const int windows[] = {15, -15, 9, -9};
    static const uInt lengths[] = {1, 2, 3, 600, 40000};
    int w, level;
    size_t i;
    for (w = 0; w < 4; w++)
        for (level = 0; level <= 9; level += 3)
            for (i = 0; i < 5; i++) {
                struct settings s = {level, windows[w], 8, 0};
                z_stream strm;
                begin(s, &strm);
                OK(deflateSetDictionary(&strm, dictionary, lengths[i]) == Z_OK, "set");
                say("windowBits %d, level %d, dictionary %u: total_in %lu, adler %08lx", windows[w], level, lengths[i], strm.total_in, strm.adler);
                strm.next_in = dictionary, strm.avail_in = 100;
                OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
                say("at the end: total_in %lu, adler %08lx", strm.total_in, strm.adler);
                deflateEnd(&strm);
            }
}

/* A dictionary set in pieces is a longer dictionary. */
static void d14_in_pieces(void) {
    int level;
    for (level = 1; level <= 9; level++) {
        struct settings s = {level, -15, 8, 0};
        size_t at;
        z_stream strm;
        begin(s, &strm);
        for (at = 0; at < DICTIONARY; at += 100) OK(deflateSetDictionary(&strm, dictionary + at, 100) == Z_OK, "set");
        strm.next_in = dictionary, strm.avail_in = DICTIONARY;
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
        OK(strm.total_out < 120, "level %d: %lu bytes", level, strm.total_out);
        deflateEnd(&strm);
    }
}

int main(void) {
    check_begin();
    dictionary = new_data(LONG + 10, DATA_RANDOM, 14), packed = malloc(100000), out = malloc(100000);
    RUN("D14 the dictionary is used", d14_dictionary_is_used);
    RUN("D14 there and back", d14_round_trips);
    RUN("D14 fields of z_stream", d14_fields);
    RUN("D14 in pieces", d14_in_pieces);
    RUN("D15 when a dictionary is refused", d15_when_refused);
    RUN("D15 raw streams change dictionaries", d15_raw_changes);
    RUN("D16 deflateGetDictionary", d16_get);
    RUN("D16 short and long ones come back", d16_get_short);
    return check_end();
}
