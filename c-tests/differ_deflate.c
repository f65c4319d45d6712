/* deflate of this library and of zlib with the same calls. The bytes differ, so what is compared is what zlib.h fixes: codes,
 * positions and checks at each call that had room enough; and that either's output is the data again for either's inflate.
 *
 * ROUNDS jobs are tried (default 4000); SEED draws others. */
#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/library.h"

enum { MOST = 120000, ROOM = 2 * MOST + 20000 };

static struct library library[2]; /* ours, zlib's */
static unsigned char *data, *packed[2], *out;

/* One deflate job on both. */
struct job {
    unsigned long round;
    int level, window_bits, mem_level, strategy, kind;
    size_t n;
    int primed;        /* bits in front */
    size_t dictionary; /* its length */
    int code[2];
    z_stream strm[2];
};

static const char *job_name(const struct job *job) {
    static char name[160];
    snprintf(name, sizeof name, "round %lu: %zu bytes of %s, level %d, windowBits %d, memLevel %d, strategy %d", job->round, job->n, data_names[job->kind], job->level,
             job->window_bits, job->mem_level, job->strategy);
    return name;
}

static int same_codes(const struct job *job, const char *call) {
    return OK(job->code[0] == job->code[1], "%s, %s gave %d, zlib %d", job_name(job), call, job->code[0], job->code[1]);
}

/* Compares what both sides show after a call that had ample room. */
static int same(const struct job *job, const char *call) {
    const z_stream *a = &job->strm[0], *b = &job->strm[1];
    return same_codes(job, call) &&
           OK(a->total_in == b->total_in && a->avail_in == b->avail_in, "%s, %s: at %lu, zlib %lu", job_name(job), call, a->total_in, b->total_in) &&
           OK(a->adler == b->adler, "%s, %s: adler %lx, zlib %lx", job_name(job), call, a->adler, b->adler) &&
           /* Without an error zlib may leave there what an inner call said. */
           OK(job->code[1] >= 0 || (a->msg == NULL) == (b->msg == NULL), "%s, %s: msg %s, zlib %s", job_name(job), call, a->msg ? a->msg : "NULL", b->msg ? b->msg : "NULL") &&
           OK(job->code[1] >= 0 || a->msg == NULL || strcmp(a->msg, b->msg) == 0, "%s, %s: msg %s, zlib %s", job_name(job), call, a->msg, b->msg);
}

/* A deflate call with all the room there is. */
static int ample_call(struct job *job, size_t at, size_t n, int flush) {
    int s;
    for (s = 0; s < 2; s++) {
        z_stream *strm = &job->strm[s];
        strm->next_in = data + at, strm->avail_in = (uInt)n;
        strm->next_out = packed[s] + strm->total_out, strm->avail_out = (uInt)(ROOM - strm->total_out);
        job->code[s] = library[s].deflate(strm, flush);
    }
    return same(job, "deflate") && OK(job->strm[0].avail_in == 0 || job->code[0] < 0, "%s: input left with room", job_name(job));
}

/* The same part in pieces of little room, each side at its own pace; then both have taken it in and flushed. */
static int narrow_calls(struct job *job, size_t at, size_t n, int flush, size_t step) {
    int s;
    for (s = 0; s < 2; s++) {
        z_stream *strm = &job->strm[s];
        strm->next_in = data + at, strm->avail_in = (uInt)n;
        do {
            size_t left = ROOM - strm->total_out;
            strm->next_out = packed[s] + strm->total_out, strm->avail_out = (uInt)(step < left ? step : left);
            job->code[s] = library[s].deflate(strm, flush);
            if (!OK(job->code[s] >= 0 || job->code[s] == Z_BUF_ERROR, "%s: deflate gave %d (%s)", job_name(job), job->code[s], library[s].path)) return 0;
        } while (job->code[s] == Z_OK && strm->avail_out == 0);
        if (!OK(strm->avail_in == 0, "%s: input left with room (%s)", job_name(job), library[s].path)) return 0;
        /* Whether a call more was needed is each library's own affair. */
        if (job->code[s] == Z_BUF_ERROR) job->code[s] = Z_OK;
    }
    return same(job, "deflate with little room");
}

/* Calls between the pieces. */
static int between(struct job *job, struct lots *lots) {
    unsigned which = (unsigned)below(lots, 6), pending[2];
    int s, level = (int)below(lots, 12) - 1, strategy = (int)below(lots, 6), bits[2];
    uInt length[2];
    z_stream twin;
    const char *name = "deflatePending";
    for (s = 0; s < 2; s++) {
        z_stream *strm = &job->strm[s];
        strm->avail_in = 0;
        strm->next_out = packed[s] + strm->total_out, strm->avail_out = (uInt)(ROOM - strm->total_out);
        switch (which) {
        case 0:
            name = "deflateParams";
            job->code[s] = library[s].deflateParams(strm, level, strategy);
            strm->msg = NULL;
            break;
        case 1:
            name = "deflateCopy";
            job->code[s] = library[s].deflateCopy(&twin, strm);
            library[s].deflateEnd(strm);
            job->code[s] = library[s].deflateCopy(strm, &twin);
            library[s].deflateEnd(&twin);
            break;
        case 2: job->code[s] = library[s].deflateTune(strm, 4, 4, 16, 16), name = "deflateTune"; break;
        case 3: job->code[s] = library[s].deflateGetDictionary(strm, out + s * 32768, &length[s]), name = "deflateGetDictionary"; break;
        case 4: job->code[s] = library[s].deflateUsed(strm, &bits[s]), name = "deflateUsed"; break;
        default: job->code[s] = library[s].deflatePending(strm, &pending[s], &bits[s]); break;
        }
    }
    if (!same(job, name)) return 0;
    /* zlib returns up to a lookahead (262 bytes) less than the window holds, as zlib.h allows; more is welcome. */
    if (which == 3)
        return OK(length[0] >= length[1] && length[0] <= length[1] + 262, "%s: dictionary of %u, zlib %u", job_name(job), length[0], length[1]) &&
               OK(memcmp(out + length[0] - length[1], out + 32768, length[1]) == 0, "%s: other bytes in the dictionary", job_name(job));
    return which != 5 || OK(pending[0] == pending[1], "%s: %u pending bytes, zlib %u", job_name(job), pending[0], pending[1]);
}

/* Whether packed[by][0..] inflates to the data with the inflate of `with`. */
static void decodes(const struct job *job, int by, int with) {
    z_stream strm;
    size_t skip = (size_t)job->primed / 8;
    int code;
    memset(&strm, 0, sizeof strm);
    library[with].inflateInit2_(&strm, job->window_bits, ZLIB_VERSION, (int)sizeof strm);
    strm.next_in = packed[by] + skip, strm.avail_in = (uInt)(job->strm[by].total_out - skip);
    strm.next_out = out, strm.avail_out = MOST;
    if (job->dictionary && job->window_bits < 0) library[with].inflateSetDictionary(&strm, data + MOST - job->dictionary, (uInt)job->dictionary);
    code = library[with].inflate(&strm, Z_FINISH);
    if (code == Z_NEED_DICT) {
        library[with].inflateSetDictionary(&strm, data + MOST - job->dictionary, (uInt)job->dictionary);
        code = library[with].inflate(&strm, Z_FINISH);
    }
    OK(code == Z_STREAM_END && strm.total_out == job->n && strm.avail_in == 0 && memcmp(out, data, job->n) == 0, "%s: what %s made, %s decodes to %d %s after %lu bytes",
       job_name(job), library[by].path, library[with].path, code, strm.msg ? strm.msg : "", strm.total_out);
    library[with].inflateEnd(&strm);
}

static int begin(struct job *job, struct lots *lots) {
    int s;
    for (s = 0; s < 2; s++) {
        memset(&job->strm[s], 0, sizeof job->strm[s]);
        job->code[s] = library[s].deflateInit2_(&job->strm[s], job->level, Z_DEFLATED, job->window_bits, job->mem_level, job->strategy, ZLIB_VERSION, (int)sizeof(z_stream));
    }
    if (!same(job, "deflateInit2") || job->code[0] != Z_OK) return 0;
    if (job->window_bits < 16 && below(lots, 4) == 0) {
        job->dictionary = piece(lots, 40000);
        for (s = 0; s < 2; s++) {
            job->code[s] = library[s].deflateSetDictionary(&job->strm[s], data + MOST - job->dictionary, (uInt)job->dictionary);
            job->strm[s].total_in = 0;
        }
        if (!same(job, "deflateSetDictionary")) return 0;
    }
    if (job->window_bits < 0 && below(lots, 8) == 0) {
        job->primed = 8 * (int)below(lots, 3);
        for (s = 0; s < 2; s++) job->code[s] = library[s].deflatePrime(&job->strm[s], job->primed, 0);
        if (!same(job, "deflatePrime")) return 0;
    }
    return 1;
}

/* Whether there is room for more than the data will need: a flush behind each byte takes many times as much. */
static int spare_room(const struct job *job) {
    return job->strm[0].total_out < MOST && job->strm[1].total_out < MOST;
}

/* The data in pieces with flushes, up to the end. */
static int feed(struct job *job, struct lots *lots) {
    int flushing = (int)below(lots, 3), calls = (int)below(lots, 3);
    size_t at = 0, narrow = below(lots, 3) ? 0 : 7 + piece(lots, 3000), most = 1 + below(lots, job->n + 1);
    while (at < job->n) {
        size_t part = piece(lots, most);
        int flush = flushing && below(lots, 3) == 0 && spare_room(job) ? (int[]){Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK}[below(lots, 4)] : Z_NO_FLUSH;
        if (part > job->n - at) part = job->n - at;
        if (!(narrow ? narrow_calls(job, at, part, flush, narrow) : ample_call(job, at, part, flush))) return 0;
        at += part;
        if (calls == 0 && below(lots, 6) == 0 && !between(job, lots)) return 0;
    }
    return ample_call(job, job->n, 0, Z_FINISH) && OK(job->code[0] == Z_STREAM_END, "%s: finish gave %d", job_name(job), job->code[0]);
}

static void one_round(unsigned long round) {
    static const int windows[] = {15, 15, 15, -15, 31, 9, -9, 10, -11, 12, 25, 13, -14, 8};
    struct lots lots = lots_from(round * 17 + 5);
    struct job job;
    int s, t;
    memset(&job, 0, sizeof job);
    job.round = round;
    job.level = (int)below(&lots, 11) - 1, job.strategy = below(&lots, 2) ? 0 : (int)below(&lots, 5);
    job.window_bits = windows[below(&lots, 14)], job.mem_level = below(&lots, 2) ? 8 : 1 + (int)below(&lots, 9);
    job.kind = (int)below(&lots, DATA_KINDS);
    job.n = below(&lots, 20) ? piece(&lots, MOST - 40000) : 0;
    make_data(data, MOST, job.kind, round);
    if (!begin(&job, &lots)) return;
    if (feed(&job, &lots)) {
        if (job.window_bits == 8) job.window_bits = 9;
        for (s = 0; s < 2; s++)
            for (t = 0; t < 2; t++) decodes(&job, s, t);
    }
    for (s = 0; s < 2; s++) job.code[s] = library[s].deflateEnd(&job.strm[s]);
    same_codes(&job, "deflateEnd");
}

static void same_protocol(void) {
    unsigned long rounds = from_environment("ROUNDS", 4000), round;
    for (round = 0; round < rounds && check.failures < 20; round++) one_round(round);
}

int main(void) {
    int opened;
    check_begin();
    check_open("E19 two libraries");
    opened = open_both(&library[0], &library[1]);
    check_close();
    if (!opened) return check_end();
    data = malloc(MOST), packed[0] = malloc(ROOM), packed[1] = malloc(ROOM), out = malloc(MOST);
    RUN("D24 deflate as zlib, call by call", same_protocol);
    return check_end();
}
