/* Promise 8: every allocation refused in turn, every amount of room, over all entries: documented codes, complete data, no leak. */
#include "check.h"
#include "check/requests.h"

#ifdef ZLAZY
enum { LENGTH = 40000, ROOM = 100000, SHORT = 400 };

static unsigned char *data, *packed, *out, *again;
static struct meter meter;

/* calloc, which is all that the library asks the C library by, refuses call number `refuse_only`, or all from `refuse_from` on. */
static unsigned long calls, refuse_from, refuse_only;
static int refuse_request(void) {
    calls++;
    return (refuse_from && calls >= refuse_from) || calls == refuse_only;
}

static zlazy_statistics now(void) {
    zlazy_statistics s;
    OK(zlazy_stats(&s) == Z_OK, "zlazy_stats");
    return s;
}

/* The program of calls under way, and the number of its refused allocation: it is for the report. */
static const char *life_name;
static unsigned refused;

/* A call whose answer is one of two. */
#define ONE_OF(call, one, two) one_of(#call, (call), one, two)

static int one_of(const char *call, int code, int one, int two) {
    OK(code == one || code == two, "%s, allocation %u refused: %s gave %d", life_name, refused, call, code);
    return code;
}

/* The stream goes on in a copy of it, if there is memory for one. */
static void copy_deflate(z_stream *strm) {
    z_stream twin;
    if (ONE_OF(deflateCopy(&twin, strm), Z_OK, Z_MEM_ERROR) != Z_OK) {
        OK(twin.state == NULL, "a copy that failed has a state");
        return;
    }
    OK(deflateEnd(strm) == Z_OK || deflateEnd(strm) == Z_DATA_ERROR || strm->state == NULL, "end");
    ONE_OF(deflateCopy(strm, &twin), Z_OK, Z_MEM_ERROR);
    deflateEnd(&twin);
}

/* All entries of deflate on one stream with a caller's memory. */
static void life_of_deflate(int level, int window_bits) {
    z_stream strm;
    gz_header header;
    unsigned char name[] = "a name";
    unsigned pending;
    int bits, code;
    uInt length;
    memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
    meter_attach(&strm, &meter);
    if (ONE_OF(deflateInit2(&strm, level, Z_DEFLATED, window_bits, 8, 0), Z_OK, Z_MEM_ERROR) != Z_OK) return;
    header.name = name, header.hcrc = 1, header.extra = data, header.extra_len = 3000;
    if (window_bits > 15) ONE_OF(deflateSetHeader(&strm, &header), Z_OK, Z_OK);
    /* Refused memory for a dictionary has no code of its own: see deflateSetDictionary. */
    else ONE_OF(deflateSetDictionary(&strm, data, 5000), Z_OK, refused ? Z_STREAM_ERROR : Z_OK);
    if (window_bits < 0) ONE_OF(deflatePrime(&strm, 16, 0x55), Z_OK, Z_MEM_ERROR);
    OK(deflateBound(&strm, 1000) > 1000, "deflateBound");
    strm.next_in = data, strm.avail_in = 9000, strm.next_out = packed, strm.avail_out = ROOM;
    ONE_OF(deflate(&strm, Z_NO_FLUSH), Z_OK, Z_OK);
    ONE_OF(deflatePending(&strm, &pending, &bits), Z_OK, Z_OK);
    ONE_OF(deflateUsed(&strm, &bits), Z_OK, Z_OK);
    ONE_OF(deflateGetDictionary(&strm, out, &length), Z_OK, Z_OK);
    ONE_OF(deflateTune(&strm, 8, 8, 16, 16), Z_OK, Z_OK);
    ONE_OF(deflateParams(&strm, level ? 10 - level : 6, Z_FILTERED), Z_OK, Z_OK);
    copy_deflate(&strm);
    if (strm.state == NULL) return;
    strm.next_in = data + 9000, strm.avail_in = 9000;
    ONE_OF(deflate(&strm, Z_SYNC_FLUSH), Z_OK, Z_OK);
    ONE_OF(zlazy_deflateTrim(&strm), Z_OK, Z_MEM_ERROR);
    strm.next_in = data + 18000, strm.avail_in = 2000;
    ONE_OF(deflate(&strm, Z_FINISH), Z_STREAM_END, Z_STREAM_END);
    ONE_OF(zlazy_deflateTrim(&strm), Z_OK, Z_MEM_ERROR);
    ONE_OF(deflateResetKeep(&strm), Z_OK, Z_OK);
    ONE_OF(deflateReset(&strm), Z_OK, Z_OK);
    strm.next_in = data, strm.avail_in = LENGTH, strm.next_out = packed, strm.avail_out = ROOM;
    ONE_OF(deflate(&strm, Z_FINISH), Z_STREAM_END, Z_STREAM_END);
    length = (uInt)strm.total_out;
    ONE_OF(deflateEnd(&strm), Z_OK, Z_OK);
    {
        size_t got = 0;
        unsigned long only = meter.refuse_only, from = meter.refuse_from;
        code = unpack(window_bits, packed, length, out, LENGTH, &got);
        meter.refuse_only = (unsigned)only, meter.refuse_from = (unsigned)from;
        OK(code == Z_STREAM_END && got == LENGTH && memcmp(out, data, LENGTH) == 0, "%s, allocation %u refused: inflate gave %d after %zu bytes", life_name, refused, code, got);
    }
}

/* All entries of inflate on one stream with a caller's memory. `again` has a stream of `length` bytes that says data[0..LENGTH]. */
static void life_of_inflate(int window_bits, size_t length) {
    z_stream strm, twin;
    gz_header header;
    unsigned char name[4];
    int code = Z_OK, idle = 0;
    uInt known;
    memset(&strm, 0, sizeof strm), memset(&header, 0, sizeof header);
    meter_attach(&strm, &meter);
    if (ONE_OF(inflateInit2(&strm, window_bits), Z_OK, Z_MEM_ERROR) != Z_OK) return;
    header.name = name, header.name_max = sizeof name;
    if (window_bits > 15) ONE_OF(inflateGetHeader(&strm, &header), Z_OK, Z_OK);
    strm.next_in = again, strm.avail_in = (uInt)length, strm.next_out = out;
    while (strm.total_out < LENGTH) {
        size_t left = LENGTH - strm.total_out;
        strm.avail_out = (uInt)(left < 3000 ? left : 3000);
        code = inflate(&strm, strm.total_out < LENGTH / 2 ? Z_NO_FLUSH : Z_SYNC_FLUSH);
        if (code == Z_STREAM_END) break;
        OK(code == Z_OK || (refused && code == Z_MEM_ERROR), "%s, allocation %u refused: inflate gave %d", life_name, refused, code);
        if (code == Z_MEM_ERROR && ++idle > 2) break;
        ONE_OF(inflateSyncPoint(&strm), 0, 0);
        inflateMark(&strm), inflateCodesUsed(&strm);
        if (ONE_OF(zlazy_inflateTrim(&strm), Z_OK, Z_MEM_ERROR) == Z_OK) ONE_OF(inflateGetDictionary(&strm, packed, &known), Z_OK, Z_OK);
        if (ONE_OF(inflateCopy(&twin, &strm), Z_OK, Z_MEM_ERROR) != Z_OK) {
            OK(twin.state == NULL, "a copy that failed has a state");
        } else {
            ONE_OF(inflateEnd(&strm), Z_OK, Z_OK);
            if (ONE_OF(inflateCopy(&strm, &twin), Z_OK, Z_MEM_ERROR) != Z_OK) {
                inflateEnd(&twin);
                return;
            }
            ONE_OF(inflateEnd(&twin), Z_OK, Z_OK);
        }
    }
    OK(memcmp(out, data, strm.total_out) == 0, "%s, allocation %u refused: other data within %lu bytes", life_name, refused, strm.total_out);
    OK(idle || strm.total_out == LENGTH, "%s, allocation %u refused: %d after %lu bytes", life_name, refused, code, strm.total_out);
    ONE_OF(inflateValidate(&strm, 0), Z_OK, Z_OK);
    strm.next_in = again, strm.avail_in = 10;
    ONE_OF(inflateSync(&strm), Z_DATA_ERROR, Z_BUF_ERROR);
    ONE_OF(inflateResetKeep(&strm), Z_OK, Z_OK);
    ONE_OF(inflateReset2(&strm, -15), Z_OK, Z_OK);
    ONE_OF(inflatePrime(&strm, 5, 3), Z_OK, Z_OK);
    ONE_OF(inflateReset(&strm), Z_OK, Z_OK);
    ONE_OF(inflateSetDictionary(&strm, data, 1000), Z_OK, Z_MEM_ERROR);
    ONE_OF(inflateEnd(&strm), Z_OK, Z_OK);
}

static unsigned give_all(void *argument, z_const unsigned char **bytes) {
    size_t *left = argument, n = *left;
    *bytes = again, *left = 0;
    return (unsigned)n;
}
static int take_all(void *argument, unsigned char *bytes, unsigned n) {
    size_t *got = argument;
    memcpy(out + *got, bytes, n), *got += n;
    return 0;
}

static void life_of_back(size_t length) {
    static unsigned char window[32768];
    z_stream strm;
    size_t got = 0;
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    if (ONE_OF(inflateBackInit(&strm, 15, window), Z_OK, Z_MEM_ERROR) != Z_OK) return;
    if (ONE_OF(inflateBack(&strm, give_all, &length, take_all, &got), Z_STREAM_END, refused ? Z_MEM_ERROR : Z_STREAM_END) == Z_STREAM_END)
        OK(got == LENGTH && memcmp(out, data, LENGTH) == 0, "%s, allocation %u refused: other data", life_name, refused);
    ONE_OF(inflateBackEnd(&strm), Z_OK, Z_OK);
}

/* One life with allocation k refused, alone and with all later ones; 0 when it asks for fewer than k. */
static int lives(int which, unsigned k, size_t length) {
    unsigned asked = 0;
    int all;
    for (all = 0; all <= 1; all++) {
        meter_clear(&meter);
        refused = k;
        if (all) meter.refuse_from = k;
        else meter.refuse_only = k;
        if (which == 20) life_of_back(length);
        else if (which > 10) life_of_inflate((int[]){-15, 15, 31}[which - 11], length);
        else life_of_deflate(which, which % 3 == 0 ? 15 : which % 3 == 1 ? 31 : -15);
        if (all == 0) asked = meter.calls;
        meter_clean(&meter);
    }
    return asked >= k;
}

static void every_allocation_of_deflate(void) {
    int level;
    unsigned k;
    for (level = 0; level <= 9; level++) {
        char name[40];
        snprintf(name, sizeof name, "deflate at level %d", level);
        life_name = name;
        lives(level, 0, 0);
        for (k = 1; k < 200 && lives(level, k, 0); k++) {}
        OK(k > 3 && k < 200, "%u allocations", k);
    }
}

static void every_allocation_of_inflate(void) {
    static const int bits[] = {-15, 15, 31};
    int i;
    unsigned k;
    for (i = 0; i < 4; i++) {
        size_t length = pack((struct settings){6, bits[i % 3], 8, 0}, data, LENGTH, again, ROOM);
        life_name = i == 3 ? "inflateBack" : "inflate";
        lives(i == 3 ? 20 : 11 + i, 0, length);
        for (k = 1; k < 300 && lives(i == 3 ? 20 : 11 + i, k, length); k++) {}
        OK(k > 1 && k < 300, "%u allocations", k);
    }
}

/* Calls that take their memory from the C library. */
static void whole_buffers(void) {
    uLongf length = ROOM;
    uLong used = LENGTH;
    int code = ONE_OF(compress2(packed, &length, data, LENGTH, 6), Z_OK, Z_MEM_ERROR);
    if (code == Z_OK) {
        used = length, length = LENGTH;
        if (ONE_OF(uncompress2(out, &length, packed, &used), Z_OK, Z_MEM_ERROR) == Z_OK) OK(length == LENGTH && memcmp(out, data, LENGTH) == 0, "other data");
    }
}

static void every_calloc(void) {
    int which, all;
    zlazy_pool_limit(0);
    for (which = 0; which < 2; which++)
        for (all = 0; all <= 1; all++) {
            unsigned k = 0;
            do {
                size_t before = now().stream_bytes;
                refused = ++k, life_name = which ? "default memory" : "whole buffers";
                calls = 0;
                if (all) refuse_from = k;
                else refuse_only = k;
                if (which == 0) {
                    whole_buffers();
                } else {
                    z_stream strm;
                    memset(&strm, 0, sizeof strm);
                    if (ONE_OF(deflateInit(&strm, 6), Z_OK, Z_MEM_ERROR) == Z_OK) {
                        strm.next_in = data, strm.avail_in = LENGTH, strm.next_out = packed, strm.avail_out = ROOM;
                        ONE_OF(deflate(&strm, Z_FINISH), Z_STREAM_END, Z_STREAM_END);
                        ONE_OF(deflateEnd(&strm), Z_OK, Z_OK);
                    }
                }
                refuse_from = refuse_only = 0;
                OK(now().stream_bytes == before, "%zu bytes are left", now().stream_bytes - before);
            } while (calls >= k && k < 100);
            OK(k > 1 && k < 100, "%u allocations", k);
        }
    zlazy_pool_limit(4 << 20);
}

/* One message in pieces of `room`, which end at a page that is not there. */
static void deflate_in_rooms(struct settings s, size_t n, size_t room, int flush, struct guarded *page) {
    z_stream strm;
    size_t got = 0;
    int code, idle = 0;
    memset(&strm, 0, sizeof strm);
    OK(start_deflate(&strm, s) == Z_OK, "init");
    strm.next_in = data, strm.avail_in = (uInt)n;
    do {
        size_t now_room = idle ? 20 : room;
        strm.next_out = page->start + page->length - now_room, strm.avail_out = (uInt)now_room;
        code = deflate(&strm, flush && strm.total_in < n ? flush : Z_FINISH);
        OK(code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR, "room %zu: deflate gave %d", room, code);
        OK(room || code == Z_BUF_ERROR || idle || strm.avail_in || code == Z_OK, "no room, and code %d", code);
        memcpy(packed + got, page->start + page->length - now_room, now_room - strm.avail_out);
        got += now_room - strm.avail_out;
        idle = code == Z_BUF_ERROR || room == 0;
    } while (code != Z_STREAM_END && got < ROOM - 100);
    OK(code == Z_STREAM_END && deflateEnd(&strm) == Z_OK, "room %zu: no end (%s)", room, settings_name(s));
    round_trips(s.window_bits, packed, got, data, n);
}

static void inflate_in_rooms(int window_bits, size_t length, size_t n, size_t room, int flush, struct guarded *page) {
    z_stream strm;
    size_t got = 0;
    int code, idle = 0;
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, window_bits) == Z_OK, "init");
    strm.next_in = again, strm.avail_in = (uInt)length;
    do {
        size_t now_room = idle ? 20 : room;
        strm.next_out = page->start + page->length - now_room, strm.avail_out = (uInt)now_room;
        code = inflate(&strm, flush);
        OK(code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR, "room %zu: inflate gave %d", room, code);
        memcpy(out + got, page->start + page->length - now_room, now_room - strm.avail_out);
        got += now_room - strm.avail_out;
        idle = code == Z_BUF_ERROR;
    } while (code != Z_STREAM_END && got < ROOM - 100);
    OK(code == Z_STREAM_END && got == n && memcmp(out, data, n) == 0, "room %zu: %d after %zu bytes", room, code, got);
    OK(inflateEnd(&strm) == Z_OK, "end");
}

static void every_room(void) {
    struct guarded page = guard(4096, 1);
    int level, kind;
    size_t room, length, n = SHORT;
    for (kind = 0; kind < DATA_KINDS; kind++) {
        make_data(data, n, kind, 5);
        for (level = 0; level <= 9; level++) {
            struct settings s = {level, (int[]){15, -15, 31}[(level + kind) % 3], 1 + (level + kind) % 9, (level * kind) % 5};
            uLongf bound = compressBound(n), whole;
            length = pack(s, data, n, again, ROOM);
            for (room = 0; room <= length + 9; room++) {
                deflate_in_rooms(s, n, room, (int[]){0, Z_SYNC_FLUSH, Z_BLOCK, Z_PARTIAL_FLUSH}[room % 4], &page);
                inflate_in_rooms(s.window_bits, length, n, room, room & 1 ? Z_FINISH : Z_NO_FLUSH, &page);
            }
            length = pack((struct settings){level, 15, 8, 0}, data, n, again, ROOM);
            for (room = 0; room <= bound; room++) {
                int code;
                whole = room;
                code = compress2(page.start + 4096 - room, &whole, data, n, level);
                OK(code == (room < length ? Z_BUF_ERROR : Z_OK) && whole <= room, "compress2 into %zu of %zu gave %d, %lu", room, length, code, whole);
            }
            for (room = 0; room <= n; room++) {
                int code;
                whole = room;
                code = uncompress(page.start + 4096 - room, &whole, again, length);
                OK(code == (room < n ? Z_BUF_ERROR : Z_OK) && whole == room, "uncompress into %zu of %zu gave %d, %lu", room, n, code, whole);
                OK(memcmp(page.start + 4096 - room, data, room) == 0, "uncompress into %zu: other data", room);
            }
        }
    }
    unguard(&page);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 3), packed = malloc(ROOM), out = malloc(ROOM), again = malloc(ROOM);
    RUN("every zalloc of deflate refused", every_allocation_of_deflate);
    RUN("every zalloc of inflate refused", every_allocation_of_inflate);
    RUN("every calloc refused", every_calloc);
    RUN("every amount of room", every_room);
    free(data), free(packed), free(out), free(again);
    return check_end();
}
#else
int main(void) {
    return check_skip("for zlazy alone");
}
#endif
