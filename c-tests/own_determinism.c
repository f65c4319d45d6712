/* D2, promise 5: the bytes depend on version, parameters, data and flush points alone. (Level 0 may depend on the cuts.)
   zlib keeps this nearly always: with a small window, whether a block can still be stored depends on the calls. */
#include "check.h"

enum { MOST = 100000, LONG = 400000, FLUSHES = 4 };

static unsigned char *data, *expected, *got;
static struct meter meter;

/* A place in the data where a flush is asked for. */
struct flush_point {
    size_t at;
    int flush;
};

/* One compression: what is asked for, and how the calls are cut. */
struct job {
    struct settings s;
    size_t n;
    struct flush_point point[FLUSHES + 1]; /* the last one is the end */
    int points;
    size_t input_cut, output_cut; /* the largest pieces; 0 = all at once */
    int random_cuts;
};

static size_t cut(size_t limit, int random, struct lots *lots) {
    return limit == 0 ? (size_t)1 << 30 : random ? piece(lots, limit) : limit;
}

/* Feeds up to `end` with the given flush. A flush is asked for with ample room: zlib.h lets a flush that meets a full
   buffer be repeated, and a repeated flush is another flush point. */
static int feed(z_stream *strm, const struct job *job, size_t end, int flush, unsigned char *limit, struct lots *lots) {
    int code = Z_OK;
    do {
        size_t left = end - strm->total_in, in = cut(job->input_cut, job->random_cuts, lots);
        size_t out = cut(job->output_cut, job->random_cuts, lots), room = (size_t)(limit - strm->next_out);
        int now = in >= left && (flush == Z_NO_FLUSH || flush == Z_FINISH) ? flush : Z_NO_FLUSH;
        strm->next_in = data + strm->total_in, strm->avail_in = (uInt)(in < left ? in : left);
        strm->avail_out = (uInt)(out < room ? out : room);
        code = deflate(strm, now);
        if (code == Z_BUF_ERROR && now == Z_NO_FLUSH) code = Z_OK;
        if (!OK(code >= 0, "deflate(%d) gave %d", now, code)) return code;
    } while (strm->total_in < end || (strm->avail_out == 0 && code != Z_STREAM_END) || (flush == Z_FINISH && code == Z_OK));
    if (flush != Z_NO_FLUSH && flush != Z_FINISH) {
        strm->avail_in = 0, strm->avail_out = (uInt)(limit - strm->next_out);
        code = deflate(strm, flush);
        OK(code == Z_OK, "flush %d gave %d", flush, code);
    }
    return code;
}

static size_t run(z_stream *strm, const struct job *job, unsigned char *to, struct lots *lots) {
    int i;
    strm->next_out = to;
    for (i = 0; i < job->points; i++) {
        int code = feed(strm, job, job->point[i].at, job->point[i].flush, to + 2 * ample(job->n), lots);
        if (code < 0) return 0;
    }
    return strm->total_out;
}

/* Compresses `job` on a new stream that takes memory from `meter` or the default. */
static size_t fresh(const struct job *job, unsigned char *to, struct lots *lots, int metered) {
    z_stream strm;
    size_t length;
    memset(&strm, 0, sizeof strm);
    if (metered) meter_attach(&strm, &meter);
    if (!OK(start_deflate(&strm, job->s) == Z_OK, "init (%s)", settings_name(job->s))) return 0;
    length = run(&strm, job, to, lots);
    OK(deflateEnd(&strm) == Z_OK, "end");
    return length;
}

static struct job draw_job_of(int kind, size_t n, struct lots *lots, int level, int strategy) {
    static const int windows[] = {15, 15, 15, -15, 31, 9, 10, -11, 12, 13, -14, 25};
    struct job job;
    size_t at = 0;
    int i;
    memset(&job, 0, sizeof job);
    job.s.level = level;
    job.s.window_bits = windows[below(lots, 12)];
    job.s.mem_level = below(lots, 3) ? 8 : 1 + (int)below(lots, 9);
    job.s.strategy = strategy;
    job.n = n;
    make_data(data, job.n, kind, draw(lots) % 100);
    if (below(lots, 2))
        for (i = 0; i < FLUSHES && at < job.n; i++) {
            at += 1 + below(lots, job.n - at);
            job.point[i].at = at;
            job.point[i].flush = (int[]){Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK}[below(lots, 4)];
            job.points++;
        }
    job.point[job.points].at = job.n;
    job.point[job.points++].flush = Z_FINISH;
    return job;
}

static struct job draw_job(struct lots *lots, int level, int strategy) {
    return draw_job_of((int)below(lots, DATA_KINDS), piece(lots, MOST), lots, level, strategy);
}

static void compare(const struct job *job, size_t n, size_t length, const char *how) {
    size_t i = 0;
    while (i < n && i < length && got[i] == expected[i]) i++;
    OK(n == length && i == n, "%s: %zu bytes instead of %zu, first difference at %zu (%zu in, %d flush points, cuts %zu/%zu; %s)", how, length, n, i,
       job->n, job->points - 1, job->input_cut, job->output_cut, settings_name(job->s));
}

/* D2: however input and output are cut. */
static void d2_cuts(void) {
    static const size_t cuts[][2] = {{1, 0}, {128, 0}, {0, 37}, {0, 1}, {1, 1}, {4096, 4096}, {3000, 0}, {40000, 0}};
    struct lots lots = lots_from(2);
    int round, rounds = (int)from_environment("ROUNDS", 20), i;
    for (round = 0; round < rounds * 45; round++) {
        struct job job = draw_job(&lots, 1 + round % 9, round / 9 % 5);
        size_t n = fresh(&job, expected, &lots, 0);
        for (i = 0; i < 8; i++) {
            /* Single bytes are slow in any library. */
            if ((cuts[i][0] == 1 || cuts[i][1] == 1) && job.n > 20000) continue;
            job.input_cut = cuts[i][0], job.output_cut = cuts[i][1];
            compare(&job, n, fresh(&job, got, &lots, 0), "cut");
        }
        job.random_cuts = 1;
        for (i = 0; i < 3; i++) {
            job.input_cut = piece(&lots, 50000), job.output_cut = below(&lots, 2) ? piece(&lots, 50000) : 0;
            compare(&job, n, fresh(&job, got, &lots, 0), "random cuts");
        }
    }
}

/* Long data of every kind at every level, in which rare decisions come to lie at the ends of calls. */
static void d2_cuts_of_long_data(void) {
    static const size_t steps[] = {1000, 5000, 700};
    struct lots lots = lots_from(9);
    int round, rounds = (int)from_environment("ROUNDS", 20), i;
    for (round = 0; round < rounds * 9; round++) {
        struct job job = draw_job_of(round / 9 % DATA_KINDS, LONG, &lots, 1 + round % 9, below(&lots, 4) ? Z_DEFAULT_STRATEGY : (int)below(&lots, 5));
        size_t n = fresh(&job, expected, &lots, 0);
        for (i = 0; i < 3; i++) {
            job.input_cut = steps[i], job.random_cuts = i == 2;
            job.output_cut = below(&lots, 2) ? 0 : 3000;
            compare(&job, n, fresh(&job, got, &lots, 0), data_names[round / 9 % DATA_KINDS]);
        }
    }
}

/* Whatever memory the allocator gives, at whatever address. */
static void promise5_memory(void) {
    struct lots lots = lots_from(3);
    int round;
    for (round = 0; round < 100; round++) {
        struct job job = draw_job(&lots, round % 10, round / 10 % 5);
        size_t n = fresh(&job, expected, &lots, 0);
        meter_clear(&meter);
        meter.fill = (int[]){-1, 0, 0xa5, 0xff}[round % 4];
        meter.skew = (unsigned)below(&lots, 17);
        compare(&job, n, fresh(&job, got, &lots, 1), "own memory");
        meter_clean(&meter);
    }
}

/* Whatever this stream or others did before. */
static void promise5_history(void) {
    struct lots lots = lots_from(5);
    int round;
    for (round = 0; round < 200; round++) {
        struct job job, before = draw_job(&lots, round % 10, round / 10 % 5);
        struct settings s = before.s;
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        run(&strm, &before, got, &lots);
        OK(deflateReset(&strm) == Z_OK, "reset");
        if (round % 3 == 0) {
            job = draw_job(&lots, (int)below(&lots, 10), (int)below(&lots, 5));
            fresh(&job, got, &lots, 0);
        }
        job = draw_job(&lots, s.level, s.strategy);
        job.s = s;
        compare(&job, fresh(&job, expected, &lots, 0), run(&strm, &job, got, &lots), "after a reset");
        OK(deflateEnd(&strm) == Z_OK, "end");
    }
}

/* At whatever address the data and the room lie. */
static void promise5_addresses(void) {
    struct lots lots = lots_from(7);
    unsigned char *home = data, *room = got;
    int round;
    for (round = 0; round < 90; round++) {
        struct job job = draw_job(&lots, 1 + round % 9, round / 9 % 5);
        size_t n = fresh(&job, expected, &lots, 0);
        memmove(home + 1 + round % 31, home, job.n);
        data = home + 1 + round % 31, got = room + round % 29;
        compare(&job, n, fresh(&job, got, &lots, 0), "other addresses");
        data = home, got = room;
    }
}

int main(void) {
    check_begin();
    data = malloc(LONG), expected = malloc(2 * ample(LONG)), got = malloc(2 * ample(LONG));
    RUN("D2 cuts of input and output", d2_cuts);
    RUN("D2 cuts of long data", d2_cuts_of_long_data);
    RUN("Promise 5 memory", promise5_memory);
    RUN("Promise 5 history", promise5_history);
    RUN("Promise 5 addresses", promise5_addresses);
    return check_end();
}
