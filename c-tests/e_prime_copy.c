/* inflatePrime, inflateCopy, and dictionaries and headers on their way through inflate. */
#include "check.h"

enum { LENGTH = 50000 };

static unsigned char *data, *out, *other;

/* E13: limits. */
static void e13_limits(void) {
    static const int counts[] = {-2147483647, -2, -1, 0, 1, 7, 8, 15, 16, 17, 32, 33, 2147483647};
    z_stream strm;
    size_t i, k;
    for (i = 0; i < 13; i++) {
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, -15) == Z_OK, "init");
        for (k = 0; k < 4; k++) {
            int code = inflatePrime(&strm, counts[i], 0x5555);
            say("%d bits, time %zu: %d, mark %ld", counts[i], k, code, inflateMark(&strm));
        }
        say("after -1: %d", inflatePrime(&strm, -1, 0));
        say("16: %d", inflatePrime(&strm, 16, 0));
        say("16 more: %d", inflatePrime(&strm, 16, 0));
        say("1 more: %d", inflatePrime(&strm, 1, 0));
        inflateEnd(&strm);
    }
}

/* E13: a raw stream that starts at any bit of its first byte, the first bits given by inflatePrime, up to 32 of them. */
static void e13_shifted(void) {
    int shift, first;
    for (shift = 0; shift < 8; shift++)
        for (first = 0; first <= 4; first++) {
            struct bits b = make_stream(data, 10000, RAW, 15, (uint64_t)shift);
            unsigned char *shifted = calloc(1, b.at + 2);
            size_t i, skip = shift ? 1 : 0;
            z_stream strm;
            int code;
            for (i = 0; i < b.at; i++) {
                shifted[i] |= (unsigned char)(b.bytes[i] << shift);
                shifted[i + 1] = (unsigned char)(b.bytes[i] >> (8 - shift));
            }
            /* A stored block lies at a byte boundary of what inflate is given: shifted ones must be refused or misread alike. */
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, -15) == Z_OK, "init");
            if (shift) OK(inflatePrime(&strm, 8 - shift, shifted[0] >> shift) == Z_OK, "prime");
            for (i = 0; i < (size_t)first && shift == 0; i++) OK(inflatePrime(&strm, 8, b.bytes[i]) == Z_OK, "prime");
            if (shift == 0) skip = (size_t)first;
            strm.next_in = shifted + skip, strm.avail_in = (uInt)(b.at + (shift != 0) - skip);
            strm.next_out = out, strm.avail_out = LENGTH;
            code = inflate(&strm, Z_FINISH);
            say("shift %d, %d bytes first: %d %s, in %lu, out %lu", shift, first, code, strm.msg ? strm.msg : "", strm.total_in, strm.total_out);
            inflateEnd(&strm);
            free(shifted), free(b.bytes);
        }
}

/* The bytes of a zlib or gzip header may be primed, too. */
static void e13_headers(void) {
    int wrapper, i;
    for (wrapper = ZLIB; wrapper <= GZIP; wrapper++) {
        struct bits b = make_stream(data, 1000, (enum wrapper)wrapper, 15, 3);
        z_stream strm;
        int code;
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, 47) == Z_OK, "init");
        for (i = 0; i < 2; i++) OK(inflatePrime(&strm, 8, b.bytes[i]) == Z_OK, "prime");
        strm.next_in = b.bytes + 2, strm.avail_in = (uInt)b.at - 2;
        strm.next_out = out, strm.avail_out = LENGTH;
        code = inflate(&strm, Z_FINISH);
        say("wrapper %d: %d, out %lu", wrapper, code, strm.total_out);
        inflateEnd(&strm);
        free(b.bytes);
    }
}

/* E14: a copy at every 997 bytes of input or output; both finish. */
static void e14_copy(enum wrapper wrapper, uint64_t seed, size_t in_step, size_t out_step, int whole_room) {
    struct bits b = make_stream(data, LENGTH, wrapper, 15, seed);
    z_stream strm, twin;
    int code;
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, stream_bits(wrapper, 15)) == Z_OK, "init");
    strm.next_in = b.bytes, strm.next_out = out;
    do {
        size_t in = b.at - strm.total_in, room = LENGTH - strm.total_out;
        memset(&twin, 0x55, sizeof twin);
        if (!OK(inflateCopy(&twin, &strm) == Z_OK, "copy")) return;
        OK(twin.state != strm.state && twin.total_in == strm.total_in && twin.total_out == strm.total_out && twin.adler == strm.adler, "fields of the copy");
        twin.next_in = b.bytes + twin.total_in, twin.avail_in = (uInt)in;
        twin.next_out = other + twin.total_out, twin.avail_out = (uInt)room;
        memcpy(other, out, strm.total_out);
        code = inflate(&twin, Z_FINISH);
        OK(code == Z_STREAM_END && twin.total_out == LENGTH && memcmp(other, data, LENGTH) == 0, "the copy at %lu/%lu gave %d %s", strm.total_in, strm.total_out, code,
           twin.msg ? twin.msg : "");
        OK(inflateEnd(&twin) == Z_OK, "end of the copy");
        strm.next_in = b.bytes + strm.total_in, strm.avail_in = (uInt)(in < in_step ? in : in_step);
        strm.avail_out = (uInt)(whole_room || room < out_step ? room : out_step);
        code = inflate(&strm, Z_NO_FLUSH);
        OK(code >= 0, "inflate gave %d", code);
    } while (code == Z_OK);
    OK(code == Z_STREAM_END && memcmp(out, data, LENGTH) == 0, "the original gave %d", code);
    OK(inflateCopy(&twin, &strm) == Z_OK, "copy after the end");
    OK(inflate(&twin, Z_NO_FLUSH) == Z_STREAM_END && inflateEnd(&twin) == Z_OK, "its end");
    inflateEnd(&strm);
    free(b.bytes);
}

static void e14_copies(void) {
    uint64_t seed;
    for (seed = 0; seed < 6; seed++) {
        e14_copy((enum wrapper)(seed % 3), seed, 997, LENGTH, 1);
        e14_copy((enum wrapper)(seed % 3), seed, LENGTH, 997, 0);
        e14_copy((enum wrapper)(seed % 3), seed, 211, 3001, 0);
    }
}

/* E15: a header in progress belongs to both; what does not fit is cut off and no byte beyond is touched. */
static void e15_header_limits(void) {
    static const uInt room[] = {0, 1, 31, 32, 4999, 5000, 5001, 7000};
    size_t step, i;
    for (step = 1; step <= 700; step += step < 10 ? 3 : 230)
        for (i = 0; i < 8; i++) {
            unsigned char extra[8000], name[8000], comment[8000];
            struct bits b = new_bits();
            gz_header header;
            z_stream strm;
            size_t at, k;
            int code = Z_OK;
            put_bytes(&b, "\x1f\x8b\x08\x1d\1\2\3\4\5\6", 10);
            put_low_first(&b, 5000, 2);
            for (k = 0; k < 5000; k++) put_bits(&b, (unsigned)k % 250, 8);
            for (k = 0; k < 5000; k++) put_bits(&b, 1 + (unsigned)k % 200, 8);
            put_bits(&b, 0, 8);
            for (k = 0; k < 31; k++) put_bits(&b, 'c', 8);
            put_bits(&b, 0, 8);
            put_bits(&b, 3, 10), put_align(&b), put_low_first(&b, 0, 4), put_low_first(&b, 0, 4);
            memset(extra, 0xee, sizeof extra), memset(name, 0xee, sizeof name), memset(comment, 0xee, sizeof comment);
            memset(&header, 0x77, sizeof header);
            header.extra = extra, header.extra_max = room[i], header.name = name, header.name_max = room[i], header.comment = comment, header.comm_max = room[i];
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, 31) == Z_OK && inflateGetHeader(&strm, &header) == Z_OK, "init");
            OK(header.done == 0, "done is %d", header.done);
            strm.next_out = out, strm.avail_out = 10;
            for (at = 0; at < b.at && code == Z_OK; at += step) {
                strm.next_in = b.bytes + at, strm.avail_in = (uInt)(b.at - at < step ? b.at - at : step);
                code = inflate(&strm, Z_NO_FLUSH);
            }
            OK(untouched(extra, room[i], sizeof extra, 0xee) && untouched(name, room[i], sizeof name, 0xee) && untouched(comment, room[i], sizeof comment, 0xee),
               "wrote beyond %u bytes", room[i]);
            say("room %u, step %zu: %d, extra %u %016llx, name %016llx, comment %016llx, text %d, time %lx, xflags %d, os %d, hcrc %d, done %d", room[i], step, code,
                header.extra_len, (unsigned long long)fingerprint(extra, 8000), (unsigned long long)fingerprint(name, 8000),
                (unsigned long long)fingerprint(comment, 8000), header.text, header.time, header.xflags, header.os, header.hcrc, header.done);
            inflateEnd(&strm);
            free(b.bytes);
        }
}

/* E15: fields that are absent, a zlib stream, a zlib-only init, NULL places. */
static void e15_other_headers(void) {
    unsigned flags;
    for (flags = 0; flags < 32; flags++) {
        struct bits b = new_bits();
        struct lots lots = lots_from(flags);
        unsigned char name[10], comment[10], extra[10];
        gz_header header;
        z_stream strm;
        int code;
        memset(&header, 0x77, sizeof header);
        header.extra = extra, header.extra_max = 10, header.name = name, header.name_max = 10, header.comment = comment, header.comm_max = 10;
        if (flags % 3 == 0) header.extra = NULL, header.name = NULL, header.comment = NULL;
        put_gzip_header(&b, flags, &lots);
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, 47) == Z_OK && inflateGetHeader(&strm, &header) == Z_OK, "init");
        strm.next_in = b.bytes, strm.avail_in = (uInt)b.at;
        strm.next_out = out, strm.avail_out = 10;
        code = inflate(&strm, Z_BLOCK);
        say("flags %u: %d, done %d, text %d, hcrc %d, extra %s, name %s, comment %s, adler %08lx, data_type %d", flags, code, header.done, header.text, header.hcrc,
            header.extra ? "kept" : "NULL", header.name ? "kept" : "NULL", header.comment ? "kept" : "NULL", strm.adler, strm.data_type);
        inflateEnd(&strm);
        free(b.bytes);
    }
}

static void e15_no_gzip(void) {
    static const int asked[] = {15, -15, 0, 31, 47};
    size_t i;
    for (i = 0; i < 5; i++) {
        struct bits b = make_stream(data, 100, ZLIB, 15, 1);
        gz_header header;
        z_stream strm;
        int code, got;
        memset(&header, 0, sizeof header);
        header.done = 55;
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, asked[i]) == Z_OK, "init");
        got = inflateGetHeader(&strm, &header);
        strm.next_in = b.bytes, strm.avail_in = (uInt)b.at;
        strm.next_out = out, strm.avail_out = 1000;
        code = inflate(&strm, Z_NO_FLUSH);
        say("windowBits %d: inflateGetHeader %d, inflate %d, done %d", asked[i], got, code, header.done);
        inflateEnd(&strm);
        free(b.bytes);
    }
}

/* E14: a copy in the middle of a header goes on filling the same gz_header. */
static void e15_copied_header(void) {
    struct bits b = make_stream(data, 100, GZIP, 15, 9);
    size_t at;
    for (at = 0; at < b.at; at++) {
        gz_header header;
        z_stream strm, twin;
        int code;
        memset(&header, 0, sizeof header);
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, 31) == Z_OK && inflateGetHeader(&strm, &header) == Z_OK, "init");
        strm.next_in = b.bytes, strm.avail_in = (uInt)at;
        strm.next_out = out, strm.avail_out = 1000;
        if (at) OK(inflate(&strm, Z_NO_FLUSH) == Z_OK, "first part");
        OK(inflateCopy(&twin, &strm) == Z_OK && inflateEnd(&strm) == Z_OK, "copy");
        twin.next_in = b.bytes + at, twin.avail_in = (uInt)(b.at - at);
        code = inflate(&twin, Z_NO_FLUSH);
        OK(code == Z_STREAM_END && header.done == 1, "at %zu: %d, done %d", at, code, header.done);
        inflateEnd(&twin);
    }
    free(b.bytes);
}

/* Dictionaries: before, at, and after Z_NEED_DICT; raw streams at any time. */
static void inflate_dictionaries(void) {
    struct bits b = new_bits();
    struct code literals, distances;
    z_stream strm;
    int code;
    code_fixed(&literals, &distances);
    put_high_first(&b, 0x78bb, 2), put_high_first(&b, plain_adler(1, data, 1000), 4);
    put_bits(&b, 3, 3), put_match(&b, &literals, &distances, 100, 900), put_symbol(&b, &literals, 256), put_align(&b);
    put_high_first(&b, plain_adler(1, data + 100, 100), 4);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit(&strm) == Z_OK, "init");
    say("too early: %d", inflateSetDictionary(&strm, data, 1000));
    strm.next_in = b.bytes, strm.avail_in = (uInt)b.at;
    strm.next_out = out, strm.avail_out = 1000;
    code = inflate(&strm, Z_NO_FLUSH);
    say("needed: %d, adler %08lx, in %lu", code, strm.adler, strm.total_in);
    code = inflate(&strm, Z_NO_FLUSH);
    say("still needed: %d, in %lu", code, strm.total_in);
    say("another: %d", inflateSetDictionary(&strm, data, 999));
    say("the one: %d", inflateSetDictionary(&strm, data, 1000));
    code = inflate(&strm, Z_FINISH);
    say("then: %d, out %lu, adler %08lx", code, strm.total_out, strm.adler);
    say("too late: %d", inflateSetDictionary(&strm, data, 1000));
    OK(memcmp(out, data + 100, 100) == 0, "other bytes");
    OK(inflateReset(&strm) == Z_OK, "reset");
    strm.next_in = b.bytes, strm.avail_in = (uInt)b.at;
    say("needed again: %d", inflate(&strm, Z_NO_FLUSH));
    inflateEnd(&strm);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, -15) == Z_OK, "init");
    say("raw: %d", inflateSetDictionary(&strm, data, 1000));
    strm.next_in = b.bytes + 6, strm.avail_in = (uInt)b.at - 10;
    strm.next_out = out, strm.avail_out = 50;
    code = inflate(&strm, Z_NO_FLUSH);
    say("half: %d, out %lu", code, strm.total_out);
    say("in the middle of a match: %d", inflateSetDictionary(&strm, data + 50, 1000));
    strm.avail_out = 50;
    code = inflate(&strm, Z_FINISH);
    say("rest: %d, hash %016llx", code, (unsigned long long)fingerprint(out, 100));
    inflateEnd(&strm);
    free(b.bytes);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 13), out = malloc(2 * LENGTH), other = malloc(2 * LENGTH);
    RUN("E13 inflatePrime limits", e13_limits);
    RUN("E13 streams that start at any bit", e13_shifted);
    RUN("E13 primed headers", e13_headers);
    RUN("E14 inflateCopy", e14_copies);
    RUN("E15 gzip headers cut off", e15_header_limits);
    RUN("E15 parts of gzip headers", e15_other_headers);
    RUN("E15 streams that are not gzip", e15_no_gzip);
    RUN("E15 a copy in the middle of a header", e15_copied_header);
    RUN("E15 dictionaries", inflate_dictionaries);
    return check_end();
}
