/* E19: inflate of this library and of zlib step by step: the same streams, cut alike; everything must be equal after every call.
 *
 * ROUNDS streams are tried (default 30000); SEED draws others. */
#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/library.h"

enum { MOST = 80000, ROOM = 2 * MOST };

static struct library library[2]; /* ours, zlib's */
static unsigned char *data, *out[2], *window[2];

/* One side of a pair. */
struct side {
    z_stream strm;
    int code;
};

/* A stream to be decoded and how it came about. */
struct job {
    unsigned char *bytes;
    size_t n;
    int window_bits;
    const char *origin;
    unsigned long round;
    int small; /* pieces so small that zlib's fast loop never runs: only then is inflateMark well defined */
};

static int same_message(const z_stream *a, const z_stream *b) {
    return a->msg == b->msg || (a->msg && b->msg && strcmp(a->msg, b->msg) == 0);
}

/* Everything that a caller can see of the two streams. */
static int same(const struct job *job, struct side *side, const char *call) {
    z_stream *a = &side[0].strm, *b = &side[1].strm;
    return OK(side[0].code == side[1].code, "round %lu (%s), %s at %lu/%lu: code %d, zlib %d", job->round, job->origin, call, b->total_in, b->total_out, side[0].code,
              side[1].code) &&
           OK(same_message(a, b), "round %lu (%s), %s: msg %s, zlib %s", job->round, job->origin, call, a->msg ? a->msg : "NULL", b->msg ? b->msg : "NULL") &&
           OK(a->total_in == b->total_in && a->total_out == b->total_out && a->avail_in == b->avail_in && a->avail_out == b->avail_out,
              "round %lu (%s), %s: at %lu/%lu, zlib %lu/%lu, code %d", job->round, job->origin, call, a->total_in, a->total_out, b->total_in, b->total_out, side[1].code) &&
           OK(a->adler == b->adler, "round %lu (%s), %s: adler %lx, zlib %lx", job->round, job->origin, call, a->adler, b->adler) &&
           OK(a->data_type == b->data_type, "round %lu (%s), %s: data_type %d, zlib %d", job->round, job->origin, call, a->data_type, b->data_type);
}

/* Questions that change nothing. */
static int same_answers(const struct job *job, struct side *side, struct lots *lots) {
    uInt length[2];
    int s;
    if (!OK(library[0].inflateSyncPoint(&side[0].strm) == library[1].inflateSyncPoint(&side[1].strm), "round %lu: inflateSyncPoint", job->round)) return 0;
    if (job->small) {
        long mark[2];
        for (s = 0; s < 2; s++) mark[s] = library[s].inflateMark(&side[s].strm);
        if (!OK(mark[0] == mark[1], "round %lu (%s): inflateMark %lx, zlib %lx", job->round, job->origin, mark[0], mark[1])) return 0;
    }
    if (below(lots, 8)) return 1;
    for (s = 0; s < 2; s++) side[s].code = library[s].inflateGetDictionary(&side[s].strm, window[s], &length[s]);
    return same(job, side, "inflateGetDictionary") && OK(length[0] == length[1], "round %lu (%s): dictionary of %u, zlib %u, at %lu", job->round, job->origin, length[0],
                                                         length[1], side[1].strm.total_out) &&
           OK(memcmp(window[0], window[1], length[0]) == 0, "round %lu (%s): other dictionary", job->round, job->origin);
}

/* One inflate call on both. The room is poisoned, so that every byte written shows. */
static int step(const struct job *job, struct side *side, size_t in, size_t room, int flush) {
    size_t start = side[0].strm.total_out, end = start + room + 300;
    int s;
    if (end > ROOM) end = ROOM;
    for (s = 0; s < 2; s++) {
        z_stream *strm = &side[s].strm;
        memset(out[s] + start, 0xee, end - start);
        strm->next_in = job->bytes + strm->total_in, strm->avail_in = (uInt)in;
        strm->next_out = out[s] + start, strm->avail_out = (uInt)room;
        side[s].code = library[s].inflate(strm, flush);
    }
    return same(job, side, "inflate") && OK(memcmp(out[0] + start, out[1] + start, side[0].strm.total_out - start) == 0, "round %lu (%s): other bytes", job->round, job->origin) &&
           OK(untouched(out[0], side[0].strm.total_out, end, 0xee), "round %lu (%s): bytes behind the output changed", job->round, job->origin);
}

/* Now and then: goes on with a copy, resets the stream, looks for a flush point, primes bits. 0 to stop. */
static int surprise(const struct job *job, struct side *side, struct lots *lots) {
    static const int windows[] = {15, -15, 31, 47, 0, -9, 9, 12};
    unsigned which = (unsigned)below(lots, 7);
    int s, value = (int)draw(lots), bits = (int)below(lots, 18) - 1, w = windows[below(lots, 8)];
    z_stream twin;
    const char *name = "inflateReset";
    for (s = 0; s < 2; s++) {
        z_stream *strm = &side[s].strm;
        switch (which) {
        case 0:
        case 1:
            name = "inflateCopy";
            side[s].code = library[s].inflateCopy(&twin, strm);
            library[s].inflateEnd(strm);
            side[s].code = library[s].inflateCopy(strm, &twin);
            library[s].inflateEnd(&twin);
            break;
        case 2: side[s].code = library[s].inflateReset2(strm, w), name = "inflateReset2"; break;
        case 3: side[s].code = library[s].inflateSync(strm), name = "inflateSync"; break;
        case 4: side[s].code = library[s].inflatePrime(strm, bits, value), name = "inflatePrime"; break;
        case 5: side[s].code = library[s].inflateValidate(strm, value & 1), name = "inflateValidate"; break;
        default: side[s].code = value & 1 ? library[s].inflateReset(strm) : library[s].inflateResetKeep(strm); break;
        }
    }
    return same(job, side, name);
}

/* At Z_NEED_DICT: the right dictionary is not known here, so a wrong one, and on. */
static int offer_dictionary(const struct job *job, struct side *side) {
    int s;
    for (s = 0; s < 2; s++) side[s].code = library[s].inflateSetDictionary(&side[s].strm, data, 1000);
    return same(job, side, "inflateSetDictionary");
}

/* Sizes of the next pieces: the mood is drawn for each stream. */
static size_t draw_piece(int mood, size_t left, struct lots *lots) {
    size_t n = mood == 0 ? left : mood == 1 ? 1 : mood == 2 ? below(lots, 12) : mood == 3 ? piece(lots, 700) : piece(lots, 40000);
    return n < left ? n : left;
}

static void decode(struct job *job, struct lots *lots) {
    static const int flushes[] = {Z_NO_FLUSH, Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES, Z_PARTIAL_FLUSH};
    int in_mood = (int)below(lots, 5), out_mood = (int)below(lots, 5), flush_mood = (int)below(lots, 8), surprises = below(lots, 4) ? 0 : 6, idle = 0, s;
    struct side side[2];
    memset(side, 0, sizeof side);
    job->small = !surprises && (out_mood == 1 || (in_mood == 1 && out_mood != 1));
    for (s = 0; s < 2; s++) {
        side[s].strm.data_type = 77;
        side[s].code = library[s].inflateInit2_(&side[s].strm, job->window_bits, ZLIB_VERSION, (int)sizeof(z_stream));
    }
    if (!same(job, side, "inflateInit2") || side[0].code != Z_OK) return;
    while (idle < 4 && side[0].strm.total_out < MOST) {
        size_t in = draw_piece(in_mood, job->n - side[0].strm.total_in, lots), room = draw_piece(out_mood, ROOM - side[0].strm.total_out, lots);
        /* All the room is poisoned before each call, so no more of it than the input could fill. */
        if (room > 1100 * in + 300) room = 1100 * in + 300;
        if (!step(job, side, in, room, flush_mood < 7 ? flushes[flush_mood] : flushes[below(lots, 7)])) break;
        idle = side[0].code == Z_OK ? 0 : idle + 1;
        if (side[0].code == Z_NEED_DICT && !offer_dictionary(job, side)) break;
        if (!same_answers(job, side, lots)) break;
        if (surprises && below(lots, 20) == 0) {
            surprises--;
            if (!surprise(job, side, lots)) break;
            if (side[0].strm.total_in > job->n || side[0].strm.state == NULL) break;
        }
    }
    for (s = 0; s < 2; s++) side[s].code = library[s].inflateEnd(&side[s].strm);
    OK(side[0].code == side[1].code, "round %lu: inflateEnd", job->round);
}

/* A stream made by one of the two compressors. */
static void compressed(struct job *job, size_t n, enum wrapper wrapper, struct lots *lots) {
    struct library *by = &library[below(lots, 2)];
    int bits = 9 + (int)below(lots, 7), flush, code;
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    by->deflateInit2_(&strm, (int)below(lots, 10), Z_DEFLATED, stream_bits(wrapper, bits), 1 + (int)below(lots, 9), (int)below(lots, 5), ZLIB_VERSION, (int)sizeof strm);
    job->bytes = malloc(2 * n + 10000);
    if (wrapper != GZIP && below(lots, 10) == 0) by->deflateSetDictionary(&strm, data, 1000);
    strm.next_in = data, strm.next_out = job->bytes, strm.avail_out = (uInt)(2 * n + 10000);
    do {
        size_t left = n - (size_t)(strm.next_in - data), part = piece(lots, left + 1);
        flush = part >= left ? Z_FINISH : (int)below(lots, 4);
        strm.avail_in = (uInt)(part < left ? part : left);
        code = by->deflate(&strm, flush);
    } while (code == Z_OK || code == Z_BUF_ERROR);
    job->n = strm.total_out;
    by->deflateEnd(&strm);
    job->window_bits = stream_bits(wrapper, bits);
    job->origin = by == library ? "made by this library" : "made by zlib";
}

static void noise(struct job *job, struct lots *lots) {
    size_t i;
    job->n = 1 + below(lots, 2000);
    job->bytes = malloc(job->n);
    for (i = 0; i < job->n; i++) job->bytes[i] = (unsigned char)draw(lots);
    job->bytes[0] = (unsigned char)((job->bytes[0] & 0xf8) | below(lots, 8));
    job->window_bits = -15;
    job->origin = "noise";
}

static void damage(struct job *job, struct lots *lots) {
    int changes = 1 + (int)below(lots, 4);
    if (below(lots, 4) == 0) job->n = below(lots, job->n);
    while (changes-- && job->n) job->bytes[below(lots, below(lots, 2) && job->n > 60 ? 60 : job->n)] ^= (unsigned char)(1 << below(lots, 8));
}

static void one_stream(unsigned long round) {
    static const int odd_bits[] = {47, 0, 32, 40, 15, -15, 31, 8, -8, 16};
    struct lots lots = lots_from(round * 31 + 19);
    enum wrapper wrapper = (enum wrapper)below(&lots, 3);
    size_t n = piece(&lots, below(&lots, 8) ? 4000 : MOST);
    unsigned origin = (unsigned)below(&lots, 10);
    struct job job;
    memset(&job, 0, sizeof job);
    job.round = round;
    make_data(data, n < 1000 ? 1000 : n, (int)below(&lots, DATA_KINDS), round);
    if (origin == 0) {
        noise(&job, &lots);
    } else if (origin < 6) {
        struct bits b = make_stream(data, n, wrapper, 8 + (int)below(&lots, 8), round);
        job.bytes = b.bytes, job.n = b.at, job.window_bits = stream_bits(wrapper, 15), job.origin = "made by hand";
    } else {
        compressed(&job, n, wrapper, &lots);
    }
    if (origin && below(&lots, 2)) damage(&job, &lots);
    if (below(&lots, 10) == 0) job.window_bits = odd_bits[below(&lots, 10)];
    decode(&job, &lots);
    free(job.bytes);
}

static void e19_streams(void) {
    unsigned long rounds = from_environment("ROUNDS", 30000), round;
    for (round = 0; round < rounds && check.failures < 20; round++) one_stream(round);
}

int main(void) {
    int s;
    check_begin();
    check_open("E19 two libraries");
    s = open_both(&library[0], &library[1]);
    check_close();
    if (!s) return check_end();
    data = malloc(MOST);
    for (s = 0; s < 2; s++) out[s] = malloc(ROOM), window[s] = malloc(32768);
    RUN("E19 inflate as zlib", e19_streams);
    return check_end();
}
