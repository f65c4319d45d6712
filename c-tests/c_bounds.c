/* Group C: bounds that hold, one-shot calls, and their codes. */
#include "check.h"

enum { MOST = 70000 };

static unsigned char *random_data, *text, *packed, *out;

/* C1: with deflateBound's room, one deflate(Z_FINISH) reaches Z_STREAM_END. */
static void c1_one(struct settings s, const unsigned char *in, size_t n) {
    z_stream strm;
    uLong bound;
    int code;
    memset(&strm, 0, sizeof strm);
    if (!OK((code = start_deflate(&strm, s)) == Z_OK, "init gave %d (%s)", code, settings_name(s))) return;
    bound = deflateBound(&strm, n);
    if (!OK(bound <= ample(n), "deflateBound(%zu) is %lu", n, bound)) return;
    strm.next_in = (z_const Bytef *)in, strm.avail_in = (uInt)n;
    strm.next_out = packed, strm.avail_out = (uInt)bound;
    code = deflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END, "%zu bytes into a bound of %lu gave %d (%s)", n, bound, code, settings_name(s));
    deflateEnd(&strm);
}

/* The whole grid has a quarter of a million points; every 11th of it is visited, lengths around the corners. */
static void c1_deflate_bound(void) {
    static const size_t lengths[] = {0, 1, 2, 5, 100, 126, 127, 128, 255, 300, 507, 1000, 4096, 16383, 20000, 32768, 65535, MOST};
    static const int windows[] = {-15, -14, -13, -12, -11, -10, -9, 9, 10, 11, 12, 13, 14, 15, 25, 27, 29, 31};
    unsigned long point, step = from_environment("ROUNDS", 1) > 1 ? 1 : 11;
    for (point = 0; point < 10UL * 18 * 9 * 5 * 18; point += step) {
        unsigned long p = point;
        struct settings s;
        size_t n = lengths[p % 18];
        s.level = (int)((p /= 18) % 10);
        s.window_bits = windows[(p /= 10) % 18];
        s.mem_level = 1 + (int)((p /= 18) % 9);
        s.strategy = (int)(p / 9);
        /* Random bytes are the worst case; text is tried where it is cheap. */
        c1_one(s, random_data, n);
        if (n <= 300) c1_one(s, text, n);
    }
}

/* C2: a dictionary set before the bound, and a long gzip header, are covered by it. */
static void c2_dictionary(void) {
    size_t n;
    struct settings s = {1, 15, 8, 0};
    for (s.level = 0; s.level <= 9; s.level++) {
        for (n = 0; n < 300; n += 1 + n / 9) {
            z_stream strm;
            memset(&strm, 0, sizeof strm);
            OK(start_deflate(&strm, s) == Z_OK && deflateSetDictionary(&strm, text, 500) == Z_OK, "init");
            strm.next_in = random_data, strm.avail_in = (uInt)n;
            strm.next_out = packed, strm.avail_out = (uInt)deflateBound(&strm, n);
            OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "%zu bytes after a dictionary (%s)", n, settings_name(s));
            deflateEnd(&strm);
        }
    }
}

static void c2_gzip_header(void) {
    static unsigned char name[3000], comment[70000], extra[65535];
    struct settings s = {6, 31, 8, 0};
    int which;
    memset(name, 'n', sizeof name - 1), memset(comment, 'c', sizeof comment - 1);
    for (which = 0; which < 16; which++) {
        gz_header header;
        z_stream strm;
        size_t n = (size_t)which * 100;
        memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
        header.name = which & 1 ? name : NULL;
        header.comment = which & 2 ? comment : NULL;
        header.extra = which & 4 ? extra : NULL;
        header.extra_len = sizeof extra;
        header.hcrc = which >> 3;
        s.mem_level = 1 + which % 9;
        OK(start_deflate(&strm, s) == Z_OK && deflateSetHeader(&strm, &header) == Z_OK, "init");
        strm.next_in = random_data, strm.avail_in = (uInt)n;
        strm.next_out = packed, strm.avail_out = (uInt)deflateBound(&strm, n);
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "header parts %x", which);
        deflateEnd(&strm);
    }
}

/* C5: compressBound is enough for compress2 at every level. */
static void c5_compress_bound(void) {
    int level;
    size_t n;
    for (level = -1; level <= 9; level++)
        for (n = 0; n <= 3000; n += n < 40 ? 1 : 37) {
            uLongf length = compressBound(n), back = n;
            OK(compress2(packed, &length, random_data, n, level) == Z_OK, "compress2 of %zu at level %d", n, level);
            OK(uncompress(out, &back, packed, length) == Z_OK && back == n && memcmp(out, random_data, n) == 0, "and back");
        }
    say("compress2 at level 10, -2: %d %d", compress2(packed, &(uLongf){1000}, text, 10, 10), compress2(packed, &(uLongf){1000}, text, 10, -2));
}

/* The bounds of sizes near the end of the number range do not wrap. */
static void c8_bounds_saturate(void) {
    z_stream strm;
    static const int windows[] = {15, -15, 31, 9, 25};
    int i;
    OK(compressBound((uLong)-1) == (uLong)-1 && compressBound_z((z_size_t)-1) == (z_size_t)-1, "compressBound");
    OK(compressBound((uLong)-100) == (uLong)-1 && compressBound_z((z_size_t)-100) == (z_size_t)-1, "compressBound just below");
    OK(deflateBound(NULL, (uLong)-1) == (uLong)-1 && deflateBound_z(NULL, (z_size_t)-1) == (z_size_t)-1, "deflateBound without a stream");
    for (i = 0; i < 5; i++) {
        struct settings s = {6, windows[i], 1 + 2 * i, 0};
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        OK(deflateBound(&strm, (uLong)-1) == (uLong)-1 && deflateBound_z(&strm, (z_size_t)-1) == (z_size_t)-1, "deflateBound");
        OK(deflateBound(&strm, (uLong)-3) == (uLong)-1 && deflateBound_z(&strm, (z_size_t)-3) == (z_size_t)-1, "deflateBound just below");
        deflateEnd(&strm);
    }
}

/* C7: the answer of all four forms, which must agree. */
static void uncompress_all(const char *what, unsigned char *to, uLong room, const unsigned char *from, uLong n) {
    uLongf length[4] = {room, room, room, room};
    z_size_t wide = room, wide_used = n;
    uLong used = n;
    int code[4];
    code[0] = uncompress(to, &length[0], from, n);
    code[1] = uncompress2(to, &length[1], from, &used);
    code[2] = uncompress_z(to, &wide, from, n);
    length[2] = wide;
    wide = room;
    code[3] = uncompress2_z(to, &wide, from, &wide_used);
    length[3] = wide;
    OK(code[0] == code[1] && code[0] == code[2] && code[0] == code[3], "%s: %d %d %d %d", what, code[0], code[1], code[2], code[3]);
    OK(length[0] == length[1] && length[0] == length[2] && length[0] == length[3], "%s: other lengths", what);
    OK(used == wide_used, "%s: consumed %lu and %zu", what, used, wide_used);
    say("%s: %d, length %lu, left of the input %lu", what, code[0], length[0], n - used);
}

static void c7_uncompress(void) {
    static const unsigned char hello[] = "hello, hello, hello, hello, hello!";
    static const unsigned char fixed[] = "\x78\x9c\xcb\x48\xcd\xc9\xc9\xd7\x51\xc8\xc0\x49\x29\x32\x00\x00\xdc\x10\x0b\xb6";
    uLong n = sizeof fixed - 1;
    unsigned char stream[200];
    memcpy(stream, fixed, sizeof fixed);
    uncompress_all("whole", out, 1000, stream, n);
    uncompress_all("exact", out, sizeof hello, stream, n);
    uncompress_all("one short", out, sizeof hello - 1, stream, n);
    uncompress_all("no room", out, 0, stream, n);
    uncompress_all("no room at NULL", NULL, 0, stream, n);
    uncompress_all("truncated", out, 1000, stream, n - 1);
    uncompress_all("truncated by the trailer, exact", out, sizeof hello, stream, n - 4);
    uncompress_all("truncated by half the trailer, exact", out, sizeof hello, stream, n - 2);
    uncompress_all("truncated, no room", out, 0, stream, 5);
    uncompress_all("truncated, no room at NULL", NULL, 0, stream, 5);
    uncompress_all("no input", out, 1000, stream, 0);
    uncompress_all("no input at NULL", out, 1000, NULL, 0);
    uncompress_all("no input, no room", NULL, 0, NULL, 0);
    uncompress_all("input at NULL", out, 1000, NULL, 10);
    uncompress_all("room at NULL", NULL, 1000, stream, n);
    stream[n] = 99;
    uncompress_all("one byte too many", out, 1000, stream, n + 1);
    stream[n - 1] ^= 1;
    uncompress_all("wrong check", out, 1000, stream, n);
    uncompress_all("a header that asks for a dictionary", out, 1000, (const unsigned char *)"\x78\xbb\x01\x02\x03\x04\x03\x00", 8);
    n = 8;
    memcpy(stream, "\x78\x9c\x03\x00\x00\x00\x00\x01", n);
    uncompress_all("empty, no room at NULL", NULL, 0, stream, n);
    uncompress_all("empty, no room", out, 0, stream, n);
    say("NULL lengths: %d %d", uncompress_z(out, NULL, stream, n), uncompress2_z(out, &(z_size_t){10}, stream, NULL));
}

/* The compressing side. Lengths of compressed data are the compressor's own affair and are not printed. */
static void c7_compress(void) {
    uLongf n = 0;
    z_size_t wide = 0;
    say("compress, no room at NULL: %d", compress(NULL, &n, text, 100));
    say("length then %lu", n);
    n = 100;
    OK(compress(out, &n, NULL, 0) == Z_OK && n == 8, "compress of nothing at NULL: length %lu", n);
    say("compress, room at NULL: %d", compress(NULL, &(uLongf){100}, text, 100));
    say("compress, input at NULL: %d", compress(out, &(uLongf){100}, NULL, 100));
    n = 20;
    say("compress of random bytes, too small: %d", compress(out, &n, random_data, 100));
    say("length then %lu", n);
    say("compress_z, no length: %d", compress_z(out, NULL, text, 100));
    say("compress_z, no room: %d", compress_z(out, &wide, text, 100));
    wide = 1000;
    say("compress2_z: %d", compress2_z(out, &wide, text, 100, 9));
    n = wide, wide = 1000;
    OK(uncompress_z(packed, &wide, out, n) == Z_OK && wide == 100 && memcmp(packed, text, 100) == 0, "and back");
}

/* Exactly enough room is enough, and one byte less is Z_BUF_ERROR. */
static void c7_exact_room(void) {
    size_t n;
    for (n = 0; n < 5000; n += 1 + n / 3) {
        uLongf full = compressBound(n), exact, less;
        OK(compress(packed, &full, text, n) == Z_OK, "compress");
        exact = full, less = full - 1;
        OK(compress(packed, &exact, text, n) == Z_OK && exact == full, "exact room for %zu bytes", n);
        OK(compress(packed, &less, text, n) == Z_BUF_ERROR && less == full - 1, "one byte less for %zu bytes", n);
    }
}

int main(void) {
    check_begin();
    random_data = new_data(MOST, DATA_RANDOM, 3), text = new_data(MOST, DATA_TEXT, 3);
    packed = malloc(200000), out = malloc(200000);
    RUN("C1 deflateBound", c1_deflate_bound);
    RUN("C2 bound with a dictionary", c2_dictionary);
    RUN("C2 bound with a gzip header", c2_gzip_header);
    RUN("C5 compressBound", c5_compress_bound);
    RUN("C8 bounds saturate", c8_bounds_saturate);
    RUN("C7 uncompress", c7_uncompress);
    RUN("C7 compress", c7_compress);
    RUN("C7 exact room", c7_exact_room);
    return check_end();
}
