/* Same data, parameters, gzip header and flush points, same bytes: other cuts, a stream with a history, a copy amid, memory of the
 * caller's that is badly aligned and dirty. And with trims, bits put in, other parameters at any moment and refused memory, the same
 * data. Decoded by zlib and by this library. */
#define TARGET "same"
#include "target.h"
#include "expand.h"

/* One input in RARE has its data amid LONG bytes. */
enum { MOST = 30000, LONG = 400000, RARE = 64, FIELD = 3000, ROOM = 2 * LONG + 14000, POINTS = 6 };

static struct library library[2]; /* ours, zlib's */
static int (*trim_deflate)(z_streamp), (*trim_inflate)(z_streamp);
static unsigned char *data, *expected, *got, *out;
static struct meter meter;

/* A place where a flush is asked for, and parameters that hold from there on. */
struct point {
    size_t at;
    int flush, params, level, strategy;
};

/* What the input asks for. */
static struct {
    int level, window_bits, mem_level, strategy;
    size_t n, dictionary;
    struct point point[POINTS + 1]; /* the last one is the end */
    int points;
    int has_header;
    gz_header header;
    struct lots lots;
} job;

/* How one compression goes about it. */
struct way {
    const char *name;
    size_t input_cut, output_cut; /* the largest pieces; 0 = all at once */
    int metered, history, copies, edits;
    unsigned refused; /* the number of the refused allocation behind the init; 0 = none */
};

static const char *job_name(const struct way *way) {
    static char name[200];
    snprintf(name, sizeof name, "%s: %zu bytes, level %d, windowBits %d, memLevel %d, strategy %d, %d points, cuts %zu/%zu, refused %u", way->name, job.n, job.level,
             job.window_bits, job.mem_level, job.strategy, job.points - 1, way->input_cut, way->output_cut, way->refused);
    return name;
}

/* The stream goes on in a copy; 0 if there is no memory for one. */
static int go_on_in_copy(z_stream *strm) {
    z_stream twin;
    if (library[0].deflateCopy(&twin, strm) != Z_OK) return 1;
    library[0].deflateEnd(strm);
    if (library[0].deflateCopy(strm, &twin) == Z_OK) {
        library[0].deflateEnd(&twin);
        return 1;
    }
    library[0].deflateEnd(&twin);
    return 0;
}

/* A call that changes the bytes but not what they say. Three primed bits and seven more are an empty block: it may lie between any two. */
static void edit(z_stream *strm, const struct way *way, int finishing) {
    int code = Z_OK;
    switch (finishing ? 0 : below(&job.lots, 4)) {
    case 0: trim_deflate(strm); break;
    case 1: code = library[0].deflateParams(strm, (int)below(&job.lots, 10), (int)below(&job.lots, 5)); break;
    case 2: code = job.window_bits < 0 ? library[0].deflatePrime(strm, 10, 2) : Z_OK; break;
    default: code = library[0].deflateTune(strm, 8, 8, 16, 16);
    }
    OK(code == Z_OK || code == Z_BUF_ERROR, "%s: a change gave %d", job_name(way), code);
}

/* Feeds up to the point. A flush is asked for with ample room: repeated, it would be another flush point. */
static int feed(z_stream *strm, const struct way *way, const struct point *point, const unsigned char *limit) {
    int code, now, edits = 3;
    do {
        size_t left = point->at - strm->total_in, in = way->input_cut ? piece(&job.lots, way->input_cut) : left;
        size_t room = (size_t)(limit - strm->next_out), output = way->output_cut ? piece(&job.lots, way->output_cut) : room;
        now = in >= left && point->flush == Z_FINISH ? Z_FINISH : Z_NO_FLUSH;
        strm->next_in = data + strm->total_in, strm->avail_in = (uInt)(in < left ? in : left);
        strm->avail_out = (uInt)(output < room ? output : room);
        code = library[0].deflate(strm, now);
        if (!OK(code >= 0 || code == Z_BUF_ERROR, "%s: deflate gave %d", job_name(way), code)) return 0;
        if (way->copies && edits && below(&job.lots, 4) == 0 && edits-- && !go_on_in_copy(strm)) return 0;
        if (way->edits && edits && below(&job.lots, 4) == 0 && edits--) edit(strm, way, now == Z_FINISH);
    } while (strm->total_in < point->at || (strm->avail_out == 0 && code != Z_STREAM_END) || (point->flush == Z_FINISH && code != Z_STREAM_END));
    if (point->flush == Z_FINISH) return 1;
    strm->avail_in = 0, strm->avail_out = (uInt)(limit - strm->next_out);
    code = library[0].deflate(strm, point->flush);
    /* A change may have flushed already. */
    OK(code == Z_OK || (code == Z_BUF_ERROR && (point->flush == Z_NO_FLUSH || way->edits)), "%s: flush %d gave %d", job_name(way), point->flush, code);
    if (way->edits) trim_deflate(strm);
    if (point->params) {
        code = library[0].deflateParams(strm, point->level, point->strategy);
        OK(code == Z_OK || (code == Z_BUF_ERROR && way->edits), "%s: deflateParams gave %d", job_name(way), code);
    }
    return 1;
}

static int start(z_stream *strm) {
    return library[0].deflateInit2_(strm, job.level, Z_DEFLATED, job.window_bits, job.mem_level, job.strategy, ZLIB_VERSION, (int)sizeof *strm);
}

/* One compression into to[0..ROOM]; its length, or 0 if the stream was lost to refused memory. */
static size_t compress_as(const struct way *way, unsigned char *to) {
    z_stream strm;
    size_t length;
    int i, alive = 1;
    memset(&strm, 0, sizeof strm);
    if (way->metered) {
        meter_clear(&meter);
        meter.fill = 0xa5, meter.skew = 1 + (unsigned)below(&job.lots, 16);
        meter_attach(&strm, &meter);
    }
    if (!OK(start(&strm) == Z_OK, "%s: init", job_name(way))) return 0;
    if (way->history) {
        strm.next_in = data, strm.avail_in = (uInt)below(&job.lots, job.n + 1), strm.next_out = to, strm.avail_out = ROOM;
        library[0].deflate(&strm, (int)below(&job.lots, 6));
        OK(library[0].deflateReset(&strm) == Z_OK, "%s: reset", job_name(way));
    }
    if (job.has_header) OK(library[0].deflateSetHeader(&strm, &job.header) == Z_OK, "%s: deflateSetHeader", job_name(way));
    if (way->refused) meter.refuse_from = meter.calls + way->refused;
    strm.next_out = to, strm.avail_out = ROOM;
    if (job.dictionary) {
        i = library[0].deflateSetDictionary(&strm, data + job.n - job.dictionary, (uInt)job.dictionary);
        if (i == Z_STREAM_ERROR && way->refused) alive = 0; /* the dictionary found no memory */
        else OK(i == Z_OK, "%s: deflateSetDictionary gave %d", job_name(way), i);
        strm.total_in = 0;
    }
    for (i = 0; alive && i < job.points; i++) alive = feed(&strm, way, &job.point[i], to + ROOM);
    length = alive ? strm.total_out : 0;
    if (strm.state) library[0].deflateEnd(&strm);
    if (way->metered) meter_clean(&meter);
    return length;
}

static int same_bytes(const unsigned char *a, const unsigned char *b, size_t n) {
    return a == NULL || memcmp(a, b, n) == 0;
}

/* What a gzip header says is what was set. */
static int is_our_header(const gz_header *header) {
    const gz_header *ours = &job.header;
    return header->done == 1 && header->time == ours->time && header->os == ours->os && header->text == ours->text && header->hcrc == ours->hcrc &&
           (ours->extra == NULL || header->extra_len == ours->extra_len) && same_bytes(ours->extra, header->extra, ours->extra_len) &&
           same_bytes(ours->name, header->name, FIELD) && same_bytes(ours->comment, header->comment, FIELD);
}

/* Decodes from[0..length] on either side. */
static void decodes(const struct way *way, unsigned char *from, size_t length) {
    int s, code;
    for (s = 0; s < 2; s++) {
        static unsigned char extra[FIELD], name[FIELD], comment[FIELD];
        gz_header header = {.extra = extra, .extra_max = FIELD, .name = name, .name_max = FIELD, .comment = comment, .comm_max = FIELD};
        z_stream strm;
        size_t room = s ? 0 : below(&job.lots, 3) * 500;
        memset(&strm, 0, sizeof strm);
        if (s) use_arena(&strm);
        library[s].inflateInit2_(&strm, job.window_bits, ZLIB_VERSION, (int)sizeof strm);
        if (job.dictionary && job.window_bits < 0) library[s].inflateSetDictionary(&strm, data + job.n - job.dictionary, (uInt)job.dictionary);
        memset(name, 0, FIELD), memset(comment, 0, FIELD);
        if (job.has_header) library[s].inflateGetHeader(&strm, &header);
        strm.next_in = from, strm.avail_in = (uInt)length, strm.next_out = out;
        do {
            size_t left = LONG - strm.total_out;
            strm.avail_out = (uInt)(room && room < left ? room : left);
            code = library[s].inflate(&strm, Z_SYNC_FLUSH);
            if (room) trim_inflate(&strm);
            if (code == Z_NEED_DICT) code = library[s].inflateSetDictionary(&strm, data + job.n - job.dictionary, (uInt)job.dictionary);
        } while (code == Z_OK && strm.total_out < LONG);
        if (code == Z_OK) code = library[s].inflate(&strm, Z_SYNC_FLUSH);
        OK(code == Z_STREAM_END && strm.total_out == job.n && strm.avail_in == 0 && memcmp(out, data, job.n) == 0, "%s: what it made, %s decodes to %d %s after %lu bytes",
           job_name(way), library[s].path, code, strm.msg ? strm.msg : "", strm.total_out);
        OK(!job.has_header || is_our_header(&header), "%s: another header for %s", job_name(way), library[s].path);
        library[s].inflateEnd(&strm);
    }
}

/* Puts data[0..n] amid LONG bytes of one kind, in stretches by lot: rare decisions come to lie at the ends of calls there. */
static void lengthen(size_t n) {
    int kind = (int)below(&job.lots, DATA_KINDS);
    size_t place = below(&job.lots, LONG - n), at, part;
    memcpy(out, data, n);
    for (at = 0; at < LONG; at += part) {
        part = 1 + below(&job.lots, KNOWN);
        if (part > LONG - at) part = LONG - at;
        known_stretch(data + at, part, kind, draw(&job.lots), below(&job.lots, KNOWN - part + 1));
    }
    memcpy(data + place, out, n);
}

/* A header whose fields are short or long, or not there. */
static void draw_header(void) {
    static unsigned char field[3][FIELD];
    unsigned char *given[3];
    int i;
    for (i = 0; i < 3; i++) {
        memset(field[i], 0, FIELD);
        memset(field[i], 'a' + i, piece(&job.lots, FIELD) - 1);
        given[i] = below(&job.lots, 3) ? field[i] : NULL;
    }
    job.header = (gz_header){.text = (int)below(&job.lots, 2), .time = (uLong)draw(&job.lots) & 0xffffffff, .os = (int)below(&job.lots, 256), .hcrc = (int)below(&job.lots, 2)};
    job.header.extra = given[0], job.header.extra_len = (uInt)below(&job.lots, FIELD + 1), job.header.name = given[1], job.header.comment = given[2];
}

/* What is asked for, out of the input's front; `mark` is a fingerprint of all of it. */
static void draw_job(struct front *front, uint64_t mark) {
    static const int windows[] = {15, 15, -15, 31, 9, 10, -11, 12};
    unsigned how = byte_of(front), level = byte_of(front), strategy = byte_of(front), points = byte_of(front) % (POINTS + 1), i;
    unsigned char cuts[2 * POINTS];
    job.window_bits = windows[how & 7], job.mem_level = how & 8 ? 8 : 1 + (how >> 4) % 9;
    job.level = (int)(level % 10), job.strategy = strategy < 128 ? 0 : (int)(strategy % 5);
    for (i = 0; i < 2 * points; i++) cuts[i] = (unsigned char)byte_of(front);
    job.lots = lots_from(how);
    job.n = expand(front, data, MOST);
    if (mark % RARE == 0) job.lots = lots_from(mark), lengthen(job.n), job.n = LONG;
    job.has_header = job.window_bits > 15 && strategy & 64;
    if (job.has_header) draw_header();
    job.points = 0;
    for (i = 0; i < points; i++) {
        struct point *point = &job.point[job.points++];
        size_t before = i ? job.point[i - 1].at : 0;
        *point = (struct point){before + (job.n - before) * cuts[2 * i] / 256, (int[]){Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK, Z_NO_FLUSH}[cuts[2 * i + 1] % 5],
                                cuts[2 * i + 1] >= 200, cuts[2 * i + 1] % 9 + 1, cuts[2 * i + 1] % 5};
        if (job.level == 0) point->params = 0;
    }
    job.point[job.points++] = (struct point){job.n, Z_FINISH, 0, 0, 0};
    job.dictionary = (level >= 200 && job.window_bits < 16) ? job.n / 2 : 0;
}

/* Now and then no cuts; not so small that long data take thousands of calls. */
static size_t draw_cut(void) {
    return below(&job.lots, 3) ? piece(&job.lots, 3000) + job.n / 512 : 0;
}

static void judge(const unsigned char *bytes, size_t n) {
    static const struct way first = {"at once", 0, 0, 0, 0, 0, 0, 0};
    struct front front = {bytes, bytes + n};
    struct way way = {"in other cuts", 0, 0, 0, 0, 0, 0, 0};
    size_t length, other;
    draw_job(&front, fingerprint(bytes, n));
    length = compress_as(&first, expected);
    if (check.failures) return;
    decodes(&first, expected, length);
    way.input_cut = draw_cut(), way.output_cut = draw_cut();
    way.metered = (int)below(&job.lots, 2), way.history = (int)below(&job.lots, 2), way.copies = below(&job.lots, 4) == 0;
    other = compress_as(&way, got);
    if (check.failures) return;
    if (job.level) OK(other == length && memcmp(got, expected, length) == 0, "%s: %zu bytes, else %zu", job_name(&way), other, length);
    if (check.failures || below(&job.lots, 4)) return;
    way.name = "with changes and refusals", way.edits = 1, way.metered = 1, way.refused = (unsigned)below(&job.lots, 8);
    other = compress_as(&way, got);
    if (other && check.failures == 0) decodes(&way, got, other);
}

static void open_target(void) {
    if (!open_both(&library[0], &library[1])) return;
#ifdef CHECK_LINKED
    trim_deflate = zlazy_deflateTrim, trim_inflate = zlazy_inflateTrim;
#else
    *(void **)&trim_deflate = library_symbol(&library[0], "zlazy_deflateTrim"), *(void **)&trim_inflate = library_symbol(&library[0], "zlazy_inflateTrim");
#endif
    data = malloc(LONG), expected = malloc(ROOM), got = malloc(ROOM), out = malloc(LONG);
}

#include "main.h"
