/* Random programs of calls, sensible and not, on this library and on zlib: codes and everything that shows must be equal.
 *
 * A program has two compressors and two decompressors on each side. Compressors always get ample room, as their bytes differ;
 * decompressors read what zlib's compressors made. ROUNDS programs are run (default 6000); SEED draws others. */
#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/library.h"
#include "check/lots.h"

enum { STEPS = 60, TEXT = 50000, ROOM = 400000, PACKED = 200000 };

static struct library library[2]; /* ours, zlib's */
static unsigned char *text, *room[2], *packed;
static size_t packed_length;

/* One stream on one side. */
struct end {
    z_stream strm;
    gz_header header;
    unsigned char extra[64], name[64], comment[64];
};

struct pair {
    struct end end[2]; /* ours, zlib's */
    int deflating, live;
    size_t at;    /* position in text or in packed */
    int window_bits;
};

/* The program under way. */
static struct {
    int step;
    struct pair pair[4];
} program;

static int same_codes(long ours, long zlibs) {
    trace("=%ld", zlibs);
    return OK(ours == zlibs, "round %lu: %ld, zlib %ld:%s", run.round, ours, zlibs, recent());
}

/* What a caller sees of the pair. */
static int same(const struct pair *pair, int code) {
    const z_stream *a = &pair->end[0].strm, *b = &pair->end[1].strm;
    int position = a->total_in == b->total_in && a->avail_in == b->avail_in && (pair->deflating || (a->total_out == b->total_out && a->avail_out == b->avail_out));
    return OK(position, "round %lu: at %lu/%lu, zlib %lu/%lu:%s", run.round, a->total_in, a->total_out, b->total_in, b->total_out, recent()) &&
           OK(a->adler == b->adler, "round %lu: adler %lx, zlib %lx:%s", run.round, a->adler, b->adler, recent()) &&
           OK(pair->deflating || a->data_type == b->data_type, "round %lu: data_type %d, zlib %d:%s", run.round, a->data_type, b->data_type, recent()) &&
           OK((a->state == NULL) == (b->state == NULL), "round %lu: state %p, zlib %p:%s", run.round, (void *)a->state, (void *)b->state, recent()) &&
           OK(code >= 0 || pair->deflating || a->msg == b->msg || (a->msg && b->msg && strcmp(a->msg, b->msg) == 0), "round %lu: msg %s, zlib %s:%s", run.round,
              a->msg ? a->msg : "NULL", b->msg ? b->msg : "NULL", recent());
}

/* Runs `expression` on both sides, with `strm` and `by` naming the side's stream and library; compares the codes. */
#define BOTH(pair, ...) \
    do { \
        long codes_[2]; \
        int side_; \
        trace(" %s", #__VA_ARGS__); \
        for (side_ = 0; side_ < 2; side_++) { \
            struct end *end = &(pair)->end[side_]; \
            z_stream *strm = &end->strm; \
            const struct library *by = &library[side_]; \
            (void)strm, (void)by, (void)end; \
            codes_[side_] = (long)(__VA_ARGS__); \
        } \
        code = (int)codes_[1]; \
        (void)code; \
        if (!same_codes(codes_[0], codes_[1])) return 0; \
    } while (0)

static int start(struct pair *pair) {
    static const int windows[] = {15, -15, 31, 9, -9, 12, 25, -13}, asked[] = {15, -15, 31, 47, 0, -9, 9, 32, 25};
    const char *version = odd(1, 0) ? ZLIB_VERSION : number(2) ? "0.1" : NULL;
    int level = (int)odd(number(10), 11), simple = number(6) == 0, size = (int)odd(sizeof(z_stream), 8), bits, mem = (int)odd(1 + number(9), 10), strategy = (int)odd(number(5), 5), code;
    memset(pair->end, 0, sizeof pair->end);
    pair->at = 0;
    if (pair->deflating) {
        pair->window_bits = bits = (int)odd(windows[number(8)], -8);
        if (simple) pair->window_bits = 15;
        trace(" [%d %d %d %d]", level, bits, mem, strategy);
        BOTH(pair, simple ? by->deflateInit_(strm, level, version, size) : by->deflateInit2_(strm, level, Z_DEFLATED, bits, mem, strategy, version, size));
    } else {
        bits = (int)odd(number(2) ? asked[number(9)] : program.pair[0].window_bits, 3);
        trace(" [%d]", bits);
        BOTH(pair, simple ? by->inflateInit_(strm, version, size) : by->inflateInit2_(strm, bits, version, size));
    }
    pair->live = code == Z_OK;
    return pair->live ? same(pair, code) : 1;
}

static int finish(struct pair *pair) {
    int code;
    if (pair->deflating) BOTH(pair, by->deflateEnd(strm));
    else BOTH(pair, by->inflateEnd(strm));
    pair->live = 0;
    return 1;
}

/* deflate with ample room; zlib's output goes to `packed`, for the decompressors. */
static int compress_some(struct pair *pair) {
    size_t n = number(8) ? piece(&run.lots, 3000) : 0, before;
    int flush = (int)odd(number(3) ? 0 : number(6), 7), side, code;
    z_stream *zlibs = &pair->end[1].strm;
    if (pair->at + n > TEXT) pair->at = 0;
    if (number(40) == 0) flush = Z_FINISH;
    for (side = 0; side < 2; side++) {
        z_stream *strm = &pair->end[side].strm;
        strm->next_in = text + pair->at, strm->avail_in = (uInt)n;
        strm->next_out = room[side], strm->avail_out = ROOM;
    }
    trace(" [%zu, flush %d]", n, flush);
    BOTH(pair, by->deflate(strm, flush));
    pair->at += n;
    before = packed_length;
    if (pair == &program.pair[0] && before + ROOM - zlibs->avail_out < PACKED) {
        memcpy(packed + before, room[1], ROOM - zlibs->avail_out);
        packed_length += ROOM - zlibs->avail_out;
    }
    return same(pair, code);
}

/* The stream's life goes on in a copy of a copy; the codes of the four calls. */
static int go_on_with_copy(const struct library *by, z_stream *strm, int deflating) {
    z_stream twin;
    int codes = deflating ? by->deflateCopy(&twin, strm) : by->inflateCopy(&twin, strm);
    if (codes != Z_OK) return codes;
    codes = codes * 10 + (deflating ? by->deflateEnd(strm) : by->inflateEnd(strm));
    codes = codes * 10 + (deflating ? by->deflateCopy(strm, &twin) : by->inflateCopy(strm, &twin));
    return codes * 10 + (deflating ? by->deflateEnd(&twin) : by->inflateEnd(&twin));
}

static int deflate_call(struct pair *pair) {
    int level = (int)odd(number(10), 77), strategy = (int)odd(number(5), 9), bits = (int)odd(number(17), 17), value = (int)draw(&run.lots), flush = (int)odd(Z_SYNC_FLUSH, -1), code;
    size_t at = (size_t)number(1000), n = (size_t)number(2000);
    uInt length[2];
    unsigned pending;
    int side;
    for (side = 0; side < 2; side++) pair->end[side].strm.avail_in = 0, pair->end[side].strm.next_out = room[side], pair->end[side].strm.avail_out = ROOM;
    trace(" [%d %d %d]", level, strategy, bits);
    switch (number(12)) {
    case 0: BOTH(pair, by->deflateReset(strm)); break;
    case 1: /* deflateResetKeep has a check of its own in d_reset */
    case 2: BOTH(pair, by->deflateParams(strm, level, strategy)); break;
    case 3:
        /* Once data were written the two stand at different bits, and a byte may become full here but not there. */
        if (pair->end[1].strm.total_in && bits < 17) bits = 0;
        BOTH(pair, by->deflatePrime(strm, bits, value));
        break;
    case 4:
        /* At level 0 it depends on how much was sent at once whether something waits: a block's end makes both alike. */
        BOTH(pair, by->deflate(strm, Z_BLOCK));
        BOTH(pair, by->deflateSetDictionary(strm, text + at, (uInt)n));
        /* zlib counts it into total_in: see d_dictionary. */
        pair->end[0].strm.total_in = pair->end[1].strm.total_in;
        break;
    case 5:
        BOTH(pair, by->deflateGetDictionary(strm, room[side_], &length[side_]));
        if (code) break;
        return OK(length[0] >= length[1] && length[0] <= length[1] + 262 && memcmp(room[0] + length[0] - length[1], room[1], length[1]) == 0,
                  "round %lu: dictionary of %u, zlib %u, or other bytes:%s", run.round, length[0], length[1], recent());
    case 6: BOTH(pair, by->deflateTune(strm, 4, 4, 16, 16)); break;
    case 7: BOTH(pair, by->deflatePending(strm, &pending, NULL)); break;
    case 8: BOTH(pair, by->deflateUsed(strm, NULL)); break;
    case 9: BOTH(pair, by->deflateSetHeader(strm, &end->header)); break;
    case 10:
        BOTH(pair, go_on_with_copy(by, strm, 1));
        break;
    default: BOTH(pair, by->deflate(strm, flush)); break;
    }
    return same(pair, code);
}

/* inflate of the next part of `packed`, or of what is not there. */
static int decompress_some(struct pair *pair) {
    size_t left = packed_length > pair->at ? packed_length - pair->at : 0, n = piece(&run.lots, 2000), space = number(3) ? piece(&run.lots, 20000) : 0;
    int flush = (int)odd(number(7), 9), side, code;
    uInt written;
    if (n > left) n = left;
    for (side = 0; side < 2; side++) {
        z_stream *strm = &pair->end[side].strm;
        memset(room[side], 0xee, space + 64);
        strm->next_in = packed + pair->at, strm->avail_in = (uInt)n;
        strm->next_out = room[side], strm->avail_out = (uInt)space;
    }
    trace(" [%zu into %zu, flush %d]", n, space, flush);
    BOTH(pair, by->inflate(strm, flush));
    if (!same(pair, code)) return 0;
    written = (uInt)space - pair->end[1].strm.avail_out;
    pair->at += n - pair->end[1].strm.avail_in;
    return OK(memcmp(room[0], room[1], written) == 0, "round %lu: other bytes:%s", run.round, recent()) &&
           OK(untouched(room[0], written, space + 64, 0xee), "round %lu: bytes behind the output changed:%s", run.round, recent());
}

static void prepare_header(struct end *end) {
    memset(&end->header, 0, sizeof end->header);
    end->header.extra = end->extra, end->header.extra_max = sizeof end->extra;
    end->header.name = end->name, end->header.name_max = sizeof end->name;
    end->header.comment = end->comment, end->header.comm_max = sizeof end->comment;
}

static int inflate_call(struct pair *pair) {
    static const int asked[] = {15, -15, 31, 47, 0, -9, 9, 12, 32, 3, 99, -20};
    int bits = (int)odd(number(17) - 1, 17), value = (int)draw(&run.lots), window_bits = asked[number(12)], code, side;
    size_t at = (size_t)number(1000), n = (size_t)number(2000);
    uInt length[2];
    for (side = 0; side < 2; side++) pair->end[side].strm.next_in = packed + pair->at, pair->end[side].strm.avail_in = pair->at + 50 < packed_length ? 50 : 0;
    trace(" [%d %d]", bits, window_bits);
    switch (number(14)) {
    case 0: BOTH(pair, by->inflateReset(strm)); break;
    case 1: BOTH(pair, by->inflateReset2(strm, window_bits)); break;
    case 2: BOTH(pair, by->inflateResetKeep(strm)); break;
    case 3:
        BOTH(pair, by->inflateSync(strm));
        pair->at += (pair->at + 50 < packed_length ? 50 : 0) - pair->end[1].strm.avail_in;
        break;
    case 4: BOTH(pair, by->inflateSyncPoint(strm)); break;
    case 5: BOTH(pair, by->inflatePrime(strm, bits, value)); break;
    case 6: BOTH(pair, by->inflateValidate(strm, value & 1)); break;
    case 7: BOTH(pair, by->inflateUndermine(strm, value & 1)); break;
    case 8: BOTH(pair, by->inflateSetDictionary(strm, text + at, (uInt)n)); break;
    case 9:
        BOTH(pair, by->inflateGetDictionary(strm, room[side_], &length[side_]));
        if (code) break;
        return OK(length[0] == length[1] && memcmp(room[0], room[1], length[0]) == 0, "round %lu: dictionary of %u, zlib %u, or other bytes:%s", run.round,
                  length[0], length[1], recent());
    case 10:
        prepare_header(&pair->end[0]), prepare_header(&pair->end[1]);
        BOTH(pair, by->inflateGetHeader(strm, &end->header));
        break;
    case 11:
        BOTH(pair, go_on_with_copy(by, strm, 0));
        break;
    case 12: BOTH(pair, (long)by->inflateCodesUsed(strm)); break;
    /* What it says after zlib's fast loop is that loop's affair: see differ_inflate. */
    default: BOTH(pair, ((void)by->inflateMark(strm), 0)); break;
    }
    return same(pair, code) &&
           OK(memcmp(pair->end[0].name, pair->end[1].name, 64) == 0 && pair->end[0].header.done == pair->end[1].header.done &&
                  pair->end[0].header.hcrc == pair->end[1].header.hcrc && pair->end[0].header.text == pair->end[1].header.text,
              "round %lu: gz_header:%s", run.round, recent());
}

/* Calls of the other kind: Z_STREAM_ERROR, and nothing happens. */
static int wrong_kind(struct pair *pair) {
    int code;
    if (pair->deflating) {
        BOTH(pair, by->inflate(strm, 0));
        BOTH(pair, by->inflateReset(strm));
        BOTH(pair, by->inflateSync(strm));
        BOTH(pair, by->inflateEnd(strm));
    } else {
        BOTH(pair, by->deflate(strm, 0));
        BOTH(pair, by->deflateReset(strm));
        BOTH(pair, by->deflateParams(strm, 1, 1));
        BOTH(pair, by->deflateEnd(strm));
    }
    return same(pair, code);
}

static int one_step(void) {
    struct pair *pair = &program.pair[number(4)];
    int which = number(40);
    trace(" | %d:", (int)(pair - program.pair));
    if (!pair->live) return which < 30 ? start(pair) : wrong_kind(pair);
    if (which == 0) return finish(pair);
    if (which == 1) return wrong_kind(pair);
    if (which < 14) return pair->deflating ? deflate_call(pair) : inflate_call(pair);
    return pair->deflating ? compress_some(pair) : decompress_some(pair);
}

static void one_program(unsigned long round) {
    int i;
    memset(&program, 0, sizeof program);
    run_begin(round, round * 13 + 1, 12);
    packed_length = 0;
    for (i = 0; i < 4; i++) program.pair[i].deflating = i < 2;
    make_data(text, TEXT, number(DATA_KINDS), round);
    /* Something to read from the start. */
    if (!start(&program.pair[0])) return;
    for (program.step = 0; program.step < STEPS; program.step++)
        if (!one_step()) break;
    for (i = 0; i < 4; i++)
        if (program.pair[i].live) finish(&program.pair[i]);
}

static void all_programs(void) {
    unsigned long rounds = from_environment("ROUNDS", 6000), round;
    for (round = 0; round < rounds && check.failures < 20; round++) one_program(round);
}

int main(void) {
    int opened;
    check_begin();
    check_open("A12 two libraries");
    opened = open_both(&library[0], &library[1]);
    check_close();
    if (!opened) return check_end();
    text = malloc(TEXT), packed = malloc(PACKED), room[0] = malloc(ROOM), room[1] = malloc(ROOM);
    RUN("A12 random programs as zlib", all_programs);
    return check_end();
}
