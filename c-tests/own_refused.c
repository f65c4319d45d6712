/* Promise 8: after its init a compressor that is refused memory at any moment, in any call, loses nothing. zlib itself has all
 * of its memory from the init on. */
#include "check.h"

#ifdef ZLAZY
#define zlazy_trim zlazy_deflateTrim
#else
static int zlazy_trim(z_stream *strm) {
    return strm ? Z_OK : Z_STREAM_ERROR;
}
#endif

enum { LENGTH = 200000, ROUNDS = 1500 };

static struct meter meter;
static unsigned char *data, *packed, *out, *again;

/* One stream with calls drawn by lot; `refused` is the allocation that fails, and all later ones if `all`. The number of
 * allocations that were asked for. */
static unsigned one(uint64_t seed, unsigned refused, int all) {
    struct lots lots = lots_from(seed);
    struct settings s = {(int)below(&lots, 10), -(int)(9 + below(&lots, 7)), (int)(1 + below(&lots, 9)), (int)below(&lots, 5)};
    size_t n = piece(&lots, LENGTH), at = 0, written, history = 0;
    int code, kind = (int)below(&lots, DATA_KINDS);
    z_stream strm, twin;
    make_data(data, n, kind, seed);
    meter_clear(&meter);
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    OK(start_deflate(&strm, s) == Z_OK, "init");
    if (all) meter.refuse_from = refused ? meter.calls + refused : 0;
    else meter.refuse_only = refused ? meter.calls + refused : 0;
    strm.next_out = packed, strm.avail_out = (uInt)(2 * ample(LENGTH));
    if (below(&lots, 4) == 0) {
        history = piece(&lots, 40000);
        make_data(again, history, kind, seed + 1);
        code = deflateSetDictionary(&strm, again, (uInt)history);
        OK(code == Z_OK || (refused && code == Z_STREAM_ERROR), "deflateSetDictionary gave %d", code);
        if (code != Z_OK) history = 0;
    }
    while (at < n) {
        size_t part = piece(&lots, n - at), room = below(&lots, 3) ? strm.avail_out : piece(&lots, 300), kept = strm.avail_out;
        int flush = (int[]){Z_NO_FLUSH, Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK}[below(&lots, 6)];
        if (room > kept) room = kept;
        strm.next_in = data + at, strm.avail_in = (uInt)part, strm.avail_out = (uInt)room;
        code = deflate(&strm, flush);
        OK(code == Z_OK || code == Z_BUF_ERROR, "deflate gave %d with allocation %u refused (%s)", code, refused, settings_name(s));
        at += part - strm.avail_in;
        strm.avail_out += (uInt)(kept - room);
        strm.avail_in = 0;
        switch (below(&lots, 8)) {
        case 0:
            code = deflateParams(&strm, (int)below(&lots, 10), (int)below(&lots, 5));
            OK(code == Z_OK || code == Z_BUF_ERROR, "deflateParams gave %d", code);
            break;
        case 1:
            code = deflateCopy(&twin, &strm);
            OK(code == Z_OK || (refused && code == Z_MEM_ERROR && twin.state == NULL), "deflateCopy gave %d", code);
            if (code == Z_OK) {
                deflateEnd(&strm);
                strm = twin;
                /* A copied structure is not valid where it is copied to: copy by the call, as programs must. */
                strm.state = NULL;
                code = deflateCopy(&strm, &twin);
                deflateEnd(&twin);
                if (code != Z_OK) {
                    OK(refused && code == Z_MEM_ERROR, "deflateCopy gave %d", code);
                    meter_clean(&meter);
                    return meter.calls;
                }
            }
            break;
        case 2:
            code = zlazy_trim(&strm);
            OK(code == Z_OK || code == Z_BUF_ERROR || (refused && code == Z_MEM_ERROR), "a trim gave %d", code);
            break;
        case 3:
            OK(deflateGetDictionary(&strm, out, NULL) == Z_OK, "deflateGetDictionary");
            break;
        }
    }
    strm.next_in = data, strm.avail_in = 0;
    code = deflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END, "finish gave %d with allocation %u refused (%s)", code, refused, settings_name(s));
    written = strm.total_out;
    OK(deflateEnd(&strm) == Z_OK, "end");
    meter_clean(&meter);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, -15) == Z_OK, "init");
    if (history) OK(inflateSetDictionary(&strm, again, (uInt)history) == Z_OK, "dictionary");
    strm.next_in = packed, strm.avail_in = (uInt)written, strm.next_out = out, strm.avail_out = LENGTH + 1;
    code = inflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END && strm.total_out == n && memcmp(out, data, n) == 0,
       "seed %lu, allocation %u%s refused: inflate gave %d after %lu of %zu bytes (%s)", (unsigned long)seed, refused, all ? " on" : "", code,
       strm.total_out, n, settings_name(s));
    inflateEnd(&strm);
    return meter.calls;
}

static void every_one(void) {
    uint64_t seed;
    for (seed = 1; seed <= ROUNDS / 10; seed++) {
        unsigned calls = one(seed, 0, 0), k;
        for (k = 1; k < calls && k <= 20; k++) one(seed, k, 0), one(seed, k, 1);
    }
}

static void any_one(void) {
    struct lots lots = lots_from(77);
    uint64_t seed;
    for (seed = 1000; seed < 1000 + ROUNDS; seed++) one(seed, (unsigned)(1 + below(&lots, 9)), (int)below(&lots, 2));
}

int main(void) {
    const char *expected = getenv("EXPECT");
    check_begin();
    if (expected && strcmp(expected, "oracle") == 0) return check_skip("zlib takes nothing after the init");
    data = malloc(LENGTH), packed = malloc(2 * ample(LENGTH)), out = malloc(LENGTH + 40000), again = malloc(40000);
    RUN("Promise 8 every allocation refused", every_one);
    RUN("Promise 8 any allocation refused", any_one);
    return check_end();
}
