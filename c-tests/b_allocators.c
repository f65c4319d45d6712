/* Group B: what a caller's allocator may do to the library, and the library to it. */
#include "check.h"

enum { LENGTH = 70000 };

static struct meter meter;
static unsigned char *data;
static unsigned char *packed, *other, *out;

/* Compresses and decompresses with the meter as it stands; the compressed length in `*length`. */
static int with_meter(struct settings s, unsigned char *to, size_t *length) {
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    if (!OK((code = start_deflate(&strm, s)) == Z_OK, "init gave %d", code)) return 0;
    strm.next_in = data, strm.avail_in = LENGTH;
    strm.next_out = to, strm.avail_out = (uInt)ample(LENGTH);
    OK((code = deflate(&strm, Z_FINISH)) == Z_STREAM_END, "deflate gave %d (%s)", code, settings_name(s));
    *length = strm.total_out;
    OK(deflateEnd(&strm) == Z_OK, "deflateEnd");
    if (!OK((code = inflateInit2(&strm, s.window_bits)) == Z_OK, "inflateInit2 gave %d", code)) return 0;
    strm.next_in = to, strm.avail_in = (uInt)*length;
    strm.next_out = out;
    do {
        strm.avail_out = 5000;
        code = inflate(&strm, Z_NO_FLUSH);
    } while (code == Z_OK);
    OK(code == Z_STREAM_END && strm.total_out == LENGTH && memcmp(out, data, LENGTH) == 0, "inflate gave %d (%s)", code, settings_name(s));
    OK(inflateEnd(&strm) == Z_OK, "inflateEnd");
    return meter_clean(&meter);
}

/* B2, B3: any alignment, any content of new memory: the same bytes as with the default allocator. */
static void b2_b3_one(struct settings s, unsigned skew, int fill) {
    size_t expected, got = 0;
    expected = pack(s, data, LENGTH, packed, ample(LENGTH));
    meter_clear(&meter);
    meter.skew = skew;
    meter.fill = fill;
    with_meter(s, other, &got);
    OK(got == expected && memcmp(packed, other, got) == 0, "other bytes with skew %u, fill %d (%s)", skew, fill, settings_name(s));
}

static void b2_alignment(void) {
    struct settings s = {0, 31, 8, 0};
    unsigned skew;
    for (skew = 0; skew <= 16; skew++) {
        for (s.level = 0; s.level <= 9; s.level += skew % 4 ? 3 : 1) b2_b3_one(s, skew, -1);
        for (s.level = 6, s.strategy = 1; s.strategy <= 4; s.strategy++) b2_b3_one(s, skew, -1);
        s.strategy = 0;
    }
}

static void b3_content(void) {
    static const int fills[] = {0x00, 0xa5, 0xff};
    struct settings s = {0, 15, 8, 0};
    int i;
    for (i = 0; i < 3; i++) {
        for (s.level = 0; s.level <= 9; s.level++) b2_b3_one(s, 0, fills[i]);
        for (s.level = 5, s.mem_level = 1; s.mem_level <= 9; s.mem_level++) {
            s.window_bits = -(9 + s.mem_level % 7);
            s.strategy = s.mem_level % 5;
            b2_b3_one(s, 0, fills[i]);
        }
        s.mem_level = 8, s.window_bits = 15, s.strategy = 0;
    }
}

/* B5: the k-th allocation of an init is refused. The code of the first init that went through, 0 = none of 40. */
static unsigned refused_inits(int which, int only) {
    z_stream strm;
    unsigned k;
    for (k = 1; k <= 40; k++) {
        int code;
        meter_clear(&meter);
        if (only) meter.refuse_only = k; else meter.refuse_from = k;
        memset(&strm, 0, sizeof strm);
        meter_attach(&strm, &meter);
        code = which == 0 ? deflateInit2(&strm, 6, 8, 15, 8, 0) : which == 1 ? inflateInit2(&strm, 47) : inflateBackInit(&strm, 15, out);
        OK(code == Z_OK || code == Z_MEM_ERROR, "init %d with allocation %u refused gave %d", which, k, code);
        if (code == Z_MEM_ERROR) {
            OK(which == 2 || strm.state == NULL, "a state was left");
            OK(k != 1 || which != 0 || (strm.msg == NULL || strcmp(strm.msg, "insufficient memory") == 0), "msg %s", strm.msg);
        } else {
            OK((which == 0 ? deflateEnd(&strm) : which == 1 ? inflateEnd(&strm) : inflateBackEnd(&strm)) == Z_OK, "end");
        }
        meter_clean(&meter);
        if (code == Z_OK) return k;
        OK(k != 40, "init never succeeded");
    }
    return 0;
}

static void b5_refused_inits(void) {
    int which, only;
    for (which = 0; which < 3; which++)
        for (only = 0; only < 2; only++) {
            unsigned first = refused_inits(which, only);
            OK(first > 1, "an init that allocates nothing cannot be right: it went through with every allocation refused");
        }
}

/* B5: an inflate that is refused its window says Z_MEM_ERROR, for good, and still ends without a leak. */
static void b5_refused_window(void) {
    struct settings s = {6, 15, 8, 0};
    size_t length = pack(s, data, LENGTH, packed, ample(LENGTH));
    z_stream strm;
    int code, again;
    meter_clear(&meter);
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    OK(inflateInit(&strm) == Z_OK, "init");
    meter.refuse_from = meter.calls + 1;
    strm.next_in = packed, strm.avail_in = (uInt)length;
    strm.next_out = out, strm.avail_out = 3000;
    code = inflate(&strm, Z_NO_FLUSH);
    strm.avail_out = 3000;
    again = inflate(&strm, Z_NO_FLUSH);
    say("inflate with its window refused: %d, then %d", code, again);
    OK(inflateEnd(&strm) == Z_OK, "end");
    meter_clean(&meter);
    /* One call into a big buffer needs no window; tables it may. */
    meter_clear(&meter);
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    OK(inflateInit(&strm) == Z_OK, "init");
    meter.refuse_from = meter.calls + 1;
    strm.next_in = packed, strm.avail_in = (uInt)length;
    strm.next_out = out, strm.avail_out = LENGTH;
    code = inflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END || code == Z_MEM_ERROR, "one inflate with all memory refused gave %d", code);
    OK(inflateEnd(&strm) == Z_OK, "end");
    meter_clean(&meter);
}

/* A dictionary needs the window at once. */
static void b5_refused_dictionary(void) {
    z_stream strm;
    meter_clear(&meter);
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    OK(inflateInit2(&strm, -15) == Z_OK, "init");
    meter.refuse_from = meter.calls + 1;
    say("inflateSetDictionary with memory refused: %d", inflateSetDictionary(&strm, data, 1000));
    OK(inflateEnd(&strm) == Z_OK, "end");
    meter_clean(&meter);
}

/* A source stream half way, for the copies. */
static void half_way(z_stream *strm, int deflating) {
    memset(strm, 0, sizeof *strm);
    meter_attach(strm, &meter);
    if (deflating) {
        OK(deflateInit(strm, 6) == Z_OK, "init");
        strm->next_in = data, strm->avail_in = 50000;
        strm->next_out = other, strm->avail_out = (uInt)ample(LENGTH);
        OK(deflate(strm, Z_NO_FLUSH) == Z_OK, "deflate");
    } else {
        struct settings s = {6, 15, 8, 0};
        size_t length = pack(s, data, LENGTH, packed, ample(LENGTH));
        OK(inflateInit(strm) == Z_OK, "init");
        strm->next_in = packed, strm->avail_in = (uInt)length;
        strm->next_out = out, strm->avail_out = 40000;
        OK(inflate(strm, Z_NO_FLUSH) == Z_OK, "inflate");
    }
}

static int copy(int deflating, z_stream *to, z_stream *from) {
    return deflating ? deflateCopy(to, from) : inflateCopy(to, from);
}

/* B6: a copy that fails leaves dest->state NULL and nothing else of dest changed. */
static void failed_copy(int deflating, z_stream *dest, z_stream *source, int expected, const char *why) {
    z_stream before;
    int code;
    memset(dest, 0x10, sizeof *dest);
    dest->state = (struct internal_state *)0x10;
    before = *dest;
    before.state = NULL;
    code = copy(deflating, dest, source);
    OK(code == expected, "copy of %s gave %d", why, code);
    OK(dest->state == NULL, "a failed copy of %s left state %p", why, (void *)dest->state);
    OK(memcmp(dest, &before, sizeof before) == 0, "a failed copy of %s changed dest", why);
}

static void b6_failed_copies(void) {
    z_stream source, dest, ended;
    int deflating;
    unsigned k;
    for (deflating = 0; deflating <= 1; deflating++) {
        meter_clear(&meter);
        half_way(&source, deflating);
        for (k = 1; k <= 40; k++) {
            meter.refuse_from = meter.calls + k;
            memset(&dest, 0, sizeof dest);
            if (copy(deflating, &dest, &source) == Z_OK) break;
            failed_copy(deflating, &dest, &source, Z_MEM_ERROR, "a stream, memory refused");
        }
        OK(k > 1 && k <= 40, "copy went through at refusal %u", k);
        meter.refuse_from = 0;
        OK((deflating ? deflateEnd(&dest) : inflateEnd(&dest)) == (deflating ? Z_DATA_ERROR : Z_OK), "end of the copy");
        memset(&ended, 0, sizeof ended);
        failed_copy(deflating, &dest, &ended, Z_STREAM_ERROR, "a zeroed stream");
        failed_copy(deflating, &dest, NULL, Z_STREAM_ERROR, "no stream");
        ended = source;
        failed_copy(deflating, &dest, &ended, Z_STREAM_ERROR, "a moved stream");
        failed_copy(!deflating, &dest, &source, Z_STREAM_ERROR, "a stream of the other kind");
        OK((deflating ? deflateEnd(&source) : inflateEnd(&source)) == (deflating ? Z_DATA_ERROR : Z_OK), "end of the source");
        meter_clean(&meter);
    }
}

/* What an opaque pointer points at: counts whose calls came with it. */
struct tag {
    unsigned allocs, frees;
};

static voidpf tagged_alloc(voidpf opaque, uInt items, uInt size) {
    ((struct tag *)opaque)->allocs++;
    return meter_alloc(&meter, items, size);
}

static void tagged_free(voidpf opaque, voidpf address) {
    ((struct tag *)opaque)->frees++;
    meter_free(&meter, address);
}

/* B7: memory returns through the functions that stand in the stream at that moment. */
static void b7_changed_functions(void) {
    z_stream strm;
    int deflating;
    for (deflating = 0; deflating <= 1; deflating++) {
        struct tag tag = {0, 0};
        unsigned live;
        meter_clear(&meter);
        half_way(&strm, deflating);
        strm.zfree = tagged_free;
        strm.opaque = &tag;
        live = meter.live_blocks;
        OK(live > 0, "nothing was allocated");
        OK((deflating ? deflateEnd(&strm) : inflateEnd(&strm)) == (deflating ? Z_DATA_ERROR : Z_OK), "end");
        OK(tag.frees == live, "the new zfree got %u of %u blocks", tag.frees, live);
        meter_clean(&meter);
    }
}

/* B7: late allocations come with the opaque of the moment, and so do all returns. */
static void b7_changed_opaque(void) {
    struct settings s = {6, 15, 8, 0};
    struct tag first = {0, 0}, second = {0, 0};
    size_t length = pack(s, data, LENGTH, packed, ample(LENGTH));
    unsigned before, live;
    z_stream strm;
    meter_clear(&meter);
    memset(&strm, 0, sizeof strm);
    strm.zalloc = tagged_alloc, strm.zfree = tagged_free, strm.opaque = &first;
    OK(inflateInit(&strm) == Z_OK, "init");
    before = first.allocs;
    strm.opaque = &second;
    strm.next_in = packed, strm.avail_in = (uInt)length;
    strm.next_out = out, strm.avail_out = 40000;
    OK(inflate(&strm, Z_NO_FLUSH) == Z_OK, "inflate");
    OK(second.allocs > 0 && first.allocs == before, "%u late allocations, %u with the old opaque", second.allocs, first.allocs - before);
    live = meter.live_blocks;
    OK(inflateEnd(&strm) == Z_OK, "end");
    OK(first.frees == 0 && second.frees >= live, "%u returns, %u with the old opaque", second.frees, first.frees);
    meter_clean(&meter);
}

/* B4: items and size are plausible and their product is what is used (the meter watches the end of each block). */
static void b4_products(void) {
    struct settings s = {6, 15, 8, 0};
    size_t length;
    for (s.window_bits = 9; s.window_bits <= 15; s.window_bits++)
        for (s.mem_level = 1; s.mem_level <= 9; s.mem_level++) {
            meter_clear(&meter);
            with_meter(s, other, &length);
        }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_MIXED, 2);
    packed = malloc(ample(LENGTH)), other = malloc(ample(LENGTH)), out = malloc(ample(LENGTH));
    RUN("B2 memory of any alignment", b2_alignment);
    RUN("B3 memory of any content", b3_content);
    RUN("B4 sizes that are asked for", b4_products);
    RUN("B5 refused inits", b5_refused_inits);
    RUN("B5 refused window", b5_refused_window);
    RUN("B5 refused dictionary", b5_refused_dictionary);
    RUN("B6 failed copies", b6_failed_copies);
    RUN("B7 zfree changed after init", b7_changed_functions);
    RUN("B7 opaque changed after init", b7_changed_opaque);
    return check_end();
}
