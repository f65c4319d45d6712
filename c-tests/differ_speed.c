/* E20: inflate in small and large steps is no slower than zlib's.
 *
 * Both libraries take turns, in short slices of processor time, and only the fastest slice of each counts: whatever else runs
 * on the machine makes slices slower, never faster. While ours seems slower, more turns are taken, up to PATIENCE. */
#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/library.h"
#include <time.h>

enum { PART = 30000, KINDS = 4, TEXT = PART * KINDS, ROOM = 2 * TEXT, LEAST = 8, PATIENCE = 100 };

/* Not slower, but for this: two slices of the same work differ by up to 1.08 at their best (one library in both places), and
 * processors differ in what the shortest steps cost on them. */
static const double noise = 1.12;

static struct library library[2]; /* ours, zlib's */
static unsigned char *text, *packed, *room;
static size_t packed_length;

/* Bytes of input and of room that a call gets, and how often a slice goes through the stream. */
struct shape {
    const char *name;
    uInt in, out;
    int passes;
};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uInt least(size_t a, size_t b) {
    return (uInt)(a < b ? a : b);
}

/* Once through the stream. */
static void pass(const struct library *by, z_stream *strm, const struct shape *shape) {
    size_t in = packed_length, out = ROOM;
    int code;
    OK(by->inflateReset(strm) == Z_OK, "reset");
    strm->next_in = packed, strm->avail_in = 0, strm->next_out = room, strm->avail_out = 0;
    do {
        if (strm->avail_in == 0) strm->avail_in = least(in, shape->in), in -= strm->avail_in;
        if (strm->avail_out == 0) strm->avail_out = least(out, shape->out), out -= strm->avail_out;
        code = by->inflate(strm, Z_NO_FLUSH);
    } while (code == Z_OK);
    OK(code == Z_STREAM_END && strm->total_out == TEXT && memcmp(room, text, TEXT) == 0, "%s: code %d after %lu bytes", shape->name, code, strm->total_out);
}

static void compare(struct shape shape) {
    double best[2] = {1e9, 1e9};
    z_stream strm[2];
    int turn, side, i;
    memset(strm, 0, sizeof strm);
    for (side = 0; side < 2; side++) OK(library[side].inflateInit2_(&strm[side], 15, ZLIB_VERSION, (int)sizeof strm[side]) == Z_OK, "init");
    for (turn = 0; turn < LEAST || (turn < PATIENCE && best[0] > best[1]); turn++)
        for (side = 0; side < 2; side++) {
            double begin = seconds();
            for (i = 0; i < shape.passes; i++) pass(&library[side], &strm[side], &shape);
            begin = seconds() - begin;
            if (begin < best[side]) best[side] = begin;
        }
    OK(best[0] <= best[1] * noise, "%s: %.2f times zlib's speed (%.0f and %.0f MB/s)", shape.name, best[1] / best[0],
       shape.passes * TEXT / best[0] / 1e6, shape.passes * TEXT / best[1] / 1e6);
    if (check.verbose) printf("  %s: %.2f times zlib's speed, %d turns\n", shape.name, best[1] / best[0], turn);
    for (side = 0; side < 2; side++) library[side].inflateEnd(&strm[side]);
}

static void e20_output(void) {
    compare((struct shape){"avail_out 1", TEXT, 1, 1});
    compare((struct shape){"avail_out 64", TEXT, 64, 3});
    compare((struct shape){"avail_out 4096", TEXT, 4096, 5});
}

static void e20_input(void) {
    compare((struct shape){"avail_in 1", 1, ROOM, 2});
}

static void e20_one_step(void) {
    compare((struct shape){"one step", ROOM, ROOM, 5});
}

int main(void) {
    z_stream strm;
    int opened, kind;
    check_begin();
    check_open("E20 two libraries");
    opened = open_both(&library[0], &library[1]);
    check_close();
    if (!opened) return check_end();
    text = malloc(TEXT), packed = malloc(ROOM), room = malloc(ROOM);
    for (kind = 0; kind < KINDS; kind++) make_data(text + kind * PART, PART, kind, 1);
    memset(&strm, 0, sizeof strm);
    library[1].deflateInit2_(&strm, 6, Z_DEFLATED, 15, 8, 0, ZLIB_VERSION, (int)sizeof strm);
    strm.next_in = text, strm.avail_in = TEXT, strm.next_out = packed, strm.avail_out = ROOM;
    library[1].deflate(&strm, Z_FINISH);
    packed_length = strm.total_out;
    library[1].deflateEnd(&strm);
    RUN("E20 small output steps", e20_output);
    RUN("E20 small input steps", e20_input);
    RUN("E20 one step", e20_one_step);
    return check_end();
}
