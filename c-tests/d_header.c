/* D18: the bytes of zlib and gzip headers and trailers, which zlib defines one by one. */
#include "check.h"

enum { ROOM = 400000 };

static unsigned char *packed, *out;

static void say_bytes(const char *what, const unsigned char *bytes, size_t n) {
    char line[200];
    size_t i;
    line[0] = 0;
    for (i = 0; i < n && i < 40; i++) snprintf(line + 3 * i, 4, " %02x", bytes[i]);
    say("%s:%s", what, line);
}

/* FLEVEL by level and strategy, CINFO by windowBits; XFL and OS of gzip. */
static void d18_default_headers(void) {
    struct settings s;
    char name[100];
    for (s.level = -1; s.level <= 9; s.level++)
        for (s.strategy = 0; s.strategy <= 4; s.strategy++) {
            s.mem_level = 8, s.window_bits = 15;
            snprintf(name, sizeof name, "level %d strategy %d", s.level, s.strategy);
            pack(s, packed, 0, out, ROOM);
            say_bytes(name, out, 2);
            s.window_bits = 31;
            round_trips(31, out, pack(s, packed, 0, out, ROOM), packed, 0);
            say_bytes("gzip", out, 10);
        }
    s.level = 6, s.strategy = 0;
    for (s.window_bits = 8; s.window_bits <= 15; s.window_bits++) {
        pack(s, packed, 0, out, ROOM);
        say_bytes("window", out, 2);
    }
    for (s.window_bits = 25; s.window_bits <= 31; s.window_bits++) {
        pack(s, packed, 0, out, ROOM);
        say_bytes("gzip window", out, 10);
    }
}

/* The level in the header is the one at the first deflate call, not at the init. */
static void d18_after_params(void) {
    static const int windows[] = {15, 31};
    int w, level;
    for (w = 0; w < 2; w++)
        for (level = 0; level <= 9; level++) {
            struct settings s = {6, windows[w], 8, 0};
            z_stream strm;
            memset(&strm, 0, sizeof strm);
            OK(start_deflate(&strm, s) == Z_OK && deflateParams(&strm, level, level == 5 ? Z_RLE : 0) == Z_OK, "params");
            strm.next_out = out, strm.avail_out = ROOM;
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
            say_bytes("params", out, 10 * (size_t)w + 2 * (size_t)!w);
            deflateEnd(&strm);
        }
}

/* One caller's header, in room of `step` bytes a call. Answers are printed for whole room only: they must not depend on it. */
static size_t with_header(gz_header *header, int mem_level, size_t step, unsigned char *to) {
    struct settings s = {6, 31, mem_level, 0};
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    OK(start_deflate(&strm, s) == Z_OK, "init");
    OK(deflateSetHeader(&strm, header) == Z_OK, "set");
    strm.next_in = (z_const Bytef *)"data", strm.avail_in = 4;
    strm.next_out = to;
    do {
        strm.avail_out = (uInt)step;
        code = deflate(&strm, Z_FINISH);
    } while (code == Z_OK);
    OK(code == Z_STREAM_END, "finish gave %d", code);
    OK(deflateEnd(&strm) == Z_OK, "end");
    return strm.total_out;
}

static size_t header_length(const gz_header *header) {
    size_t n = 10;
    if (header->extra) n += 2 + header->extra_len;
    if (header->name) n += strlen((char *)header->name) + 1;
    if (header->comment) n += strlen((char *)header->comment) + 1;
    return n + (header->hcrc ? 2 : 0);
}

static void d18_given_headers(void) {
    static unsigned char name[9000], comment[70000], extra[65536];
    static const size_t steps[] = {ROOM, 1, 7, 100, 511};
    int which, k;
    memset(name, 'n', sizeof name - 1), memset(comment, 'c', sizeof comment - 1), memset(extra, 'x', sizeof extra);
    for (which = 0; which < 64; which++) {
        unsigned char *other = malloc(ROOM);
        gz_header header;
        size_t n = 0, length;
        memset(&header, 0, sizeof header);
        header.text = which & 1, header.hcrc = which >> 1 & 1, header.time = (uLong)which * 0x01030507UL, header.os = which;
        header.xflags = 99;
        header.name = which & 4 ? (which & 32 ? name : name + sizeof name - 6) : NULL;
        header.comment = which & 8 ? (which & 32 ? comment : comment + sizeof comment - 1) : NULL;
        header.extra = which & 16 ? extra : NULL;
        header.extra_len = which & 32 ? 65535 : (uInt)which % 3;
        for (k = 0; k < 5; k++) {
            if (steps[k] == 1 && which & 32) continue;
            length = with_header(&header, 1 + which % 9, steps[k], k ? other : packed);
            if (k == 0) n = length;
            OK(length == n && memcmp(k ? other : packed, packed, n) == 0, "header %d: other bytes in steps of %zu", which, steps[k]);
        }
        say_bytes("header", packed, 36);
        /* The data in between is the compressor's own affair; header and trailer are not. */
        say("header %d: hash %016llx", which, (unsigned long long)fingerprint(packed, header_length(&header)));
        say_bytes("trailer", packed + n - 8, 8);
        round_trips(31, packed, n, (const unsigned char *)"data", 4);
        free(other);
    }
}

/* extra_len counts its low 16 bits only, as the field has no more. */
static void d18_long_extra(void) {
    static unsigned char extra[70000];
    gz_header header;
    size_t n;
    memset(&header, 0, sizeof header);
    header.extra = extra, header.extra_len = 65536 + 5;
    n = with_header(&header, 8, ROOM, packed);
    say_bytes("extra_len 65541", packed, 17);
    round_trips(31, packed, n, (const unsigned char *)"data", 4);
}

/* Trailers: Adler-32 high byte first, CRC-32 and length low byte first. */
static void d18_trailers(void) {
    static const int windows[] = {15, 31};
    int w, level;
    for (w = 0; w < 2; w++)
        for (level = 0; level <= 9; level++) {
            struct settings s = {level, windows[w], 8, 0};
            unsigned char *data = new_data(100000, DATA_BINARY, 18);
            size_t n = pack(s, data, 100000, packed, ROOM);
            say_bytes("trailer", packed + n - (w ? 8 : 4), w ? 8 : 4);
            free(data);
        }
}

/* strm->adler on the way through a gzip header: what zlib leaves there. */
static void d18_adler_on_the_way(void) {
    struct settings s = {6, 31, 8, 0};
    gz_header header;
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
    header.name = (Bytef *)"name", header.hcrc = 1;
    OK(start_deflate(&strm, s) == Z_OK && deflateSetHeader(&strm, &header) == Z_OK, "init");
    say("start: %08lx", strm.adler);
    strm.next_in = (z_const Bytef *)"data", strm.avail_in = 4;
    strm.next_out = out;
    do {
        strm.avail_out = 1;
        code = deflate(&strm, Z_FINISH);
        if (strm.total_out < 18) say("after %lu: %d, %08lx", strm.total_out, code, strm.adler);
    } while (code == Z_OK);
    say("end: %d, %08lx", code, strm.adler);
    deflateEnd(&strm);
}

int main(void) {
    check_begin();
    packed = calloc(1, ROOM), out = calloc(1, ROOM);
    RUN("D18 default headers", d18_default_headers);
    RUN("D18 headers after deflateParams", d18_after_params);
    RUN("D18 headers of the caller", d18_given_headers);
    RUN("D18 an extra field too long", d18_long_extra);
    RUN("D18 trailers", d18_trailers);
    RUN("D18 adler on the way", d18_adler_on_the_way);
    return check_end();
}
