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

static void judge(const unsigned char *bytes, size_t n) {
    static const int windows[] = {15, -15, 31, 9, -9, 25, 12, -13};
    struct front front = {bytes, bytes + n};
    unsigned how = byte_of(&front), more_how = byte_of(&front), level = byte_of(&front), settings[4];
    size_t length = expand(&front, data, MOST), bound;
    z_stream strm;
    int code;
    settings[0] = level % 10, settings[1] = (unsigned)windows[how & 7], settings[2] = 1 + (how >> 3) % 9, settings[3] = more_how % 5;
    if (more_how >= 250) {
        uLongf made = more[0].compressBound(length);
        unsigned char *to = packed + 2 * MOST - made;
        code = more[0].compress2(to, &made, data, length, (int)settings[0]);
        if (OK(code == Z_OK, "compress2 of %zu bytes at level %u gave %d", length, settings[0], code)) decodes(15, to, made, length);
        return;
    }
    memset(&strm, 0, sizeof strm);
    code = library[0].deflateInit2_(&strm, (int)settings[0], Z_DEFLATED, (int)settings[1], (int)settings[2], (int)settings[3], ZLIB_VERSION, (int)sizeof strm);
    if (!OK(code == Z_OK, "deflateInit2 gave %d", code)) return;
    bound = library[0].deflateBound(&strm, length);
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
    open_more(&more[0], &library[0], 1);
    data = malloc(MOST), packed = malloc(2 * MOST), out = malloc(MOST);
}

#include "main.h"
