/* Round trips of small data in one step, at all parameters: within deflateBound and compressBound, decoded by zlib and by us. */
#define TARGET "pack"
#include "target.h"
#include "expand.h"

enum { MOST = 20000 };

static struct library library[2]; /* ours, zlib's */
static struct more more[2];
static unsigned char *data, *packed, *out;

/* Decodes from[0..length] to data[0..n] on either side. */
static void decodes(int window_bits, unsigned char *from, size_t length, size_t n) {
    int s, code;
    for (s = 0; s < 2; s++) {
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        if (s) use_arena(&strm);
        code = library[s].inflateInit2_(&strm, window_bits, ZLIB_VERSION, (int)sizeof strm);
        OK(code == Z_OK, "inflateInit2 gave %d", code);
        strm.next_in = from, strm.avail_in = (uInt)length;
        strm.next_out = out + MOST - n, strm.avail_out = (uInt)n;
        code = library[s].inflate(&strm, Z_FINISH);
        OK(code == Z_STREAM_END && strm.avail_in == 0 && strm.avail_out == 0 && memcmp(out + MOST - n, data, n) == 0, "%s: inflate gave %d %s after %lu of %zu bytes",
           library[s].path, code, strm.msg ? strm.msg : "", strm.total_out, n);
        library[s].inflateEnd(&strm);
    }
}

/* All of data[0..n] with one of the functions for whole buffers, into to[0..*made]. */
static int pack_whole(unsigned which, unsigned char *to, size_t *made, size_t n, int level) {
    switch (which % 4) {
    case 0: return more[0].compress(to, made, data, n);
    case 1: return more[0].compress2(to, made, data, n, level);
    case 2: return more[0].compress_z(to, made, data, n);
    default: return more[0].compress2_z(to, made, data, n, level);
    }
}

static int unpack_whole(const struct more *by, unsigned which, unsigned char *to, size_t *made, const unsigned char *from, size_t *n) {
    switch (which % 4) {
    case 0: return by->uncompress(to, made, from, *n);
    case 1: return by->uncompress2(to, made, from, n);
    case 2: return by->uncompress_z(to, made, from, *n);
    default: return by->uncompress2_z(to, made, from, n);
    }
}

/* The functions for whole buffers: round trips, and with too little room or input the answers of zlib. */
static void whole_buffers(unsigned how, size_t n, int level) {
    size_t bound = more[0].compressBound_z(n), made = bound, room[2], taken[2], given, wanted;
    unsigned char *to = packed + 2 * MOST - bound;
    int code = pack_whole(how, to, &made, n, level), s, codes[2];
    OK(bound == more[0].compressBound(n), "compressBound_z");
    if (!OK(code == Z_OK, "compressing %zu bytes at level %d gave %d", n, level, code)) return;
    decodes(15, to, made, n);
    given = how & 64 ? made * (how >> 2 & 15) / 16 : made, wanted = how & 128 ? n * (how >> 2 & 15) / 16 : n;
    for (s = 0; s < 2; s++) {
        room[s] = wanted, taken[s] = given;
        codes[s] = unpack_whole(&more[s], how >> 2, out + MOST - wanted, &room[s], to, &taken[s]);
        OK(memcmp(out + MOST - wanted, data, room[s] < n ? room[s] : n) == 0, "uncompress %u gave other bytes (%s)", how >> 2 & 3, library[s].path);
    }
    OK(codes[0] == codes[1] && room[0] == room[1] && taken[0] == taken[1], "uncompress %u of %zu into %zu gave %d, %zu of %zu; zlib %d, %zu of %zu", how >> 2 & 3, given, wanted,
       codes[0], room[0], taken[0], codes[1], room[1], taken[1]);
    room[0] = how & 32 ? made - made * (how >> 2 & 15) / 16 : made;
    code = pack_whole(how, packed + 2 * MOST - room[0], &room[0], n, level);
    OK(code == Z_OK || code == Z_BUF_ERROR, "compressing into little room gave %d", code);
}

static void judge(const unsigned char *bytes, size_t n) {
    static const int windows[] = {15, -15, 31, 9, -9, 25, 12, -13};
    struct front front = {bytes, bytes + n};
    unsigned how = byte_of(&front), more_how = byte_of(&front), level = byte_of(&front), settings[4];
    size_t length = expand(&front, data, MOST), bound;
    z_stream strm;
    int code;
    settings[0] = level % 10, settings[1] = (unsigned)windows[how & 7], settings[2] = 1 + (how >> 3) % 9, settings[3] = more_how % 5;
    if (more_how >= 224) {
        whole_buffers(how, length, (int)settings[0]);
        return;
    }
    memset(&strm, 0, sizeof strm);
    code = library[0].deflateInit2_(&strm, (int)settings[0], Z_DEFLATED, (int)settings[1], (int)settings[2], (int)settings[3], ZLIB_VERSION, (int)sizeof strm);
    if (!OK(code == Z_OK, "deflateInit2 gave %d", code)) return;
    bound = library[0].deflateBound(&strm, length);
    OK(bound == more[0].deflateBound_z(&strm, length), "deflateBound_z");
    strm.next_in = data, strm.avail_in = (uInt)length;
    strm.next_out = packed + 2 * MOST - bound, strm.avail_out = (uInt)bound;
    code = library[0].deflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END, "deflate of %zu bytes into %zu gave %d (level %u, windowBits %d, memLevel %u, strategy %u)", length, bound, code, settings[0], (int)settings[1],
       settings[2], settings[3]);
    if (code == Z_STREAM_END) decodes((int)settings[1], packed + 2 * MOST - bound, strm.total_out, length);
    OK(library[0].deflateEnd(&strm) == Z_OK, "deflateEnd");
}

static void open_target(void) {
    if (!open_both(&library[0], &library[1])) return;
    open_more(&more[0], &library[0], 1), open_more(&more[1], &library[1], 0);
    data = malloc(MOST), packed = malloc(2 * MOST), out = malloc(MOST);
}

#include "main.h"
