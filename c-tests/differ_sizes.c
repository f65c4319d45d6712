/* H1, H2: this library's output beside zlib's, level by level: on the mean no larger, and no case much larger. */
#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/library.h"

enum { MOST = 60000 };

static struct library library[2]; /* ours, zlib's */
static unsigned char *data, *packed;

/* How a stream is asked for. */
struct shape {
    int window_bits, mem_level, strategy, flush;
    size_t step; /* bytes between flushes */
};

static size_t size(const struct library *by, int level, struct shape shape, size_t n) {
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    OK(by->deflateInit2_(&strm, level, Z_DEFLATED, shape.window_bits, shape.mem_level, shape.strategy, ZLIB_VERSION, (int)sizeof strm) == Z_OK, "init");
    strm.next_in = data, strm.next_out = packed, strm.avail_out = 4 * MOST;
    while (shape.flush && n - (size_t)(strm.next_in - data) > shape.step) {
        strm.avail_in = (uInt)shape.step;
        OK(by->deflate(&strm, shape.flush) == Z_OK, "flush");
    }
    strm.avail_in = (uInt)(n - (size_t)(strm.next_in - data));
    OK(by->deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish");
    by->deflateEnd(&strm);
    return strm.total_out;
}

/* All kinds of data and lengths in one shape: the mean ratio of each level, and the worst case. */
static void compare(struct shape shape, const char *name, int lowest) {
    static const size_t lengths[] = {60, 300, 900, 3000, 20000, MOST};
    int level, kind, cases;
    size_t i;
    for (level = lowest; level <= 9; level++) {
        double sum = 0, worst = 0;
        char where[60] = "";
        cases = 0;
        for (kind = 0; kind < DATA_KINDS; kind++)
            for (i = 0; i < 6; i++) {
                double ratio;
                size_t ours, zlibs;
                make_data(data, lengths[i], kind, i);
                ours = size(&library[0], level, shape, lengths[i]), zlibs = size(&library[1], level, shape, lengths[i]);
                ratio = (double)ours / (double)zlibs, sum += ratio, cases++;
                if (ours > zlibs + 8 && ratio > worst) {
                    worst = ratio;
                    snprintf(where, sizeof where, "%zu bytes of %s: %zu, zlib %zu", lengths[i], data_names[kind], ours, zlibs);
                }
            }
        OK(sum <= cases, "%s, level %d: on the mean %.2f %% above zlib", name, level, 100 * (sum / cases - 1));
        OK(worst <= 1.03, "%s, level %d: %s", name, level, where);
    }
}

static void h1_whole(void) {
    compare((struct shape){15, 8, 0, 0, 0}, "whole", 0);
}

static void h1_strategies(void) {
    compare((struct shape){15, 8, Z_FILTERED, 0, 0}, "filtered", 1);
    compare((struct shape){15, 8, Z_HUFFMAN_ONLY, 0, 0}, "Huffman only", 1);
    compare((struct shape){15, 8, Z_RLE, 0, 0}, "runs", 1);
    compare((struct shape){15, 8, Z_FIXED, 0, 0}, "fixed", 1);
}

static void h1_flushes(void) {
    compare((struct shape){15, 8, 0, Z_SYNC_FLUSH, 1000}, "sync flush every 1000", 1);
    compare((struct shape){15, 8, 0, Z_FULL_FLUSH, 1000}, "full flush every 1000", 1);
    compare((struct shape){-15, 8, 0, Z_PARTIAL_FLUSH, 100}, "partial flush every 100", 1);
    compare((struct shape){-15, 8, 0, Z_BLOCK, 5000}, "block every 5000", 1);
}

static void h1_small_settings(void) {
    compare((struct shape){9, 1, 0, 0, 0}, "windowBits 9, memLevel 1", 1);
    compare((struct shape){10, 9, 0, 0, 0}, "windowBits 10, memLevel 9", 1);
    compare((struct shape){12, 5, 0, 0, 0}, "windowBits 12, memLevel 5", 1);
    compare((struct shape){15, 1, 0, 0, 0}, "memLevel 1", 1);
}

/* H2: a higher level is not larger, all data together, but for half a percent; no kind by more than zlib's own 2 %. */
static void h2_levels(void) {
    struct shape shape = {15, 8, 0, 0, 0};
    size_t before[DATA_KINDS], sum[10] = {0};
    int kind, level;
    for (level = 0; level <= 9; level++) {
        for (kind = 0; kind < DATA_KINDS; kind++) {
            size_t now;
            make_data(data, MOST, kind, 2);
            now = size(&library[0], level, shape, MOST);
            if (level) OK(now <= before[kind] + before[kind] / 50 + 8, "%s: level %d makes %zu, level %d %zu", data_names[kind], level - 1, before[kind], level, now);
            before[kind] = now, sum[level] += now;
        }
        if (level) OK(sum[level] <= sum[level - 1] + sum[level - 1] / 200, "level %d makes %zu, level %d %zu", level - 1, sum[level - 1], level, sum[level]);
    }
}

int main(void) {
    int opened;
    check_begin();
    check_open("H1 two libraries");
    opened = open_both(&library[0], &library[1]);
    check_close();
    if (!opened) return check_end();
    data = malloc(MOST), packed = malloc(4 * MOST);
    RUN("H1 whole streams", h1_whole);
    RUN("H1 strategies", h1_strategies);
    RUN("H1 with flushes", h1_flushes);
    RUN("H1 small windows and memory", h1_small_settings);
    RUN("H2 higher levels are not larger", h2_levels);
    return check_end();
}
