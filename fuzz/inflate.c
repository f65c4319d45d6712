/* inflate and inflateBack of any bytes, in any wrapper and any cuts, by this library and by zlib: all that shows is equal after
 * every call, and no byte beside the output changes. */
#define TARGET "inflate"
#include "target.h"

enum { ROOM = 70000, BEHIND = 300, MOST = 60000 };

static struct library library[2]; /* ours, zlib's */
static struct more more[2];
static unsigned char *out[2], *window[2], *collected[2];
static struct meter meter; /* our side's memory, if it is to be refused */

/* The input under judgement, and how it is cut. */
static struct {
    const unsigned char *bytes;
    size_t n;
    int window_bits, in_mood, out_mood, flush_mood, dictionary;
    int split; /* a call became two, as memory was refused amid it: what was written before is kept, whatever follows */
    int twice; /* this call was made again after it had moved: behind a header or block a second call does not say so any more */
    int lost;  /* nothing goes on as in zlib: the window found no memory, or two calls stop elsewhere than one */
    struct lots lots;
    z_stream strm[2];
    int code[2];
} job;

static int same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static int same(const char *call) {
    const z_stream *a = &job.strm[0], *b = &job.strm[1];
    return OK(job.code[0] == job.code[1], "%s at %lu/%lu: code %d, zlib %d", call, b->total_in, b->total_out, job.code[0], job.code[1]) &&
           OK(same_text(a->msg, b->msg), "%s: msg %s, zlib %s", call, a->msg ? a->msg : "NULL", b->msg ? b->msg : "NULL") &&
           OK(a->total_in == b->total_in && a->total_out == b->total_out && a->avail_in == b->avail_in && a->avail_out == b->avail_out,
              "%s: at %lu/%lu, zlib %lu/%lu, code %d", call, a->total_in, a->total_out, b->total_in, b->total_out, job.code[1]) &&
           OK(a->adler == b->adler, "%s: adler %lx, zlib %lx", call, a->adler, b->adler) &&
           (job.twice || OK(a->data_type == b->data_type, "%s: data_type %d, zlib %d", call, a->data_type, b->data_type));
}

/* A number of bytes up to `left`, as the mood is. */
static size_t draw_piece(int mood, size_t left) {
    size_t n = mood == 0 ? left : mood == 1 ? 1 : mood == 2 ? below(&job.lots, 12) : mood == 3 ? piece(&job.lots, 700) : piece(&job.lots, 40000);
    return n < left ? n : left;
}

static int set_dictionary(int s) {
    int code = library[s].inflateSetDictionary(&job.strm[s], job.bytes, (uInt)job.n);
    if (s || code != Z_MEM_ERROR || meter.refuse_from == 0) return code;
    meter.refuse_from = 0;
    return library[s].inflateSetDictionary(&job.strm[s], job.bytes, (uInt)job.n);
}

/* inflate of a side. When memory is refused, the call is made again when there is some. */
static int inflate_of(int s, int flush) {
    uInt in = job.strm[s].avail_in, room = job.strm[s].avail_out;
    int code = library[s].inflate(&job.strm[s], flush);
    if (s || code != Z_MEM_ERROR || meter.refuse_from == 0) return code;
    meter.refuse_from = 0;
    in -= job.strm[s].avail_in, room -= job.strm[s].avail_out;
    code = library[s].inflate(&job.strm[s], flush);
    job.split |= room != 0, job.twice = in || room;
    /* The second call does not stop at the block's end where the one call would have. */
    job.lost = code == Z_MEM_ERROR || ((in || room) && (flush == Z_BLOCK || flush == Z_TREES));
    /* Had it been one call, it would have done something. */
    return code == Z_BUF_ERROR && (in || room) && flush != Z_FINISH ? Z_OK : code;
}

/* One call on both, into room that ends where the memory ends but for BEHIND bytes. */
static int step(size_t in, size_t room, int flush) {
    size_t written;
    int s;
    job.twice = 0;
    for (s = 0; s < 2; s++) {
        z_stream *strm = &job.strm[s];
        unsigned char *to = out[s] + ROOM - BEHIND - room;
        memset(to, 0xee, room + BEHIND);
        strm->next_in = (z_const Bytef *)job.bytes + strm->total_in, strm->avail_in = (uInt)in;
        strm->next_out = to, strm->avail_out = (uInt)room;
        job.code[s] = inflate_of(s, flush);
    }
    if (job.lost) {
        uInt left = job.strm[0].avail_out > job.strm[1].avail_out ? job.strm[0].avail_out : job.strm[1].avail_out;
        OK(memcmp(out[0] + ROOM - BEHIND - room, out[1] + ROOM - BEHIND - room, room - left) == 0, "other bytes where memory was refused");
        return 0;
    }
    if (!same("inflate")) return 0;
    written = room - job.strm[1].avail_out;
    return OK(memcmp(out[0] + ROOM - BEHIND - room, out[1] + ROOM - BEHIND - room, written) == 0, "other bytes") &&
           OK(untouched(out[0], ROOM - BEHIND - room + written, ROOM, 0xee), "bytes behind the output changed");
}

static int ask(void) {
    uInt length[2];
    int s;
    if (!OK(library[0].inflateSyncPoint(&job.strm[0]) == library[1].inflateSyncPoint(&job.strm[1]), "inflateSyncPoint")) return 0;
    if (below(&job.lots, 8) || job.split) return 1;
    for (s = 0; s < 2; s++) job.code[s] = library[s].inflateGetDictionary(&job.strm[s], window[s], &length[s]);
    return same("inflateGetDictionary") && OK(length[0] == length[1] && memcmp(window[0], window[1], length[0]) == 0, "dictionary of %u, zlib %u", length[0], length[1]);
}

static void whole(void) {
    static const int flushes[] = {Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES, Z_PARTIAL_FLUSH};
    int idle = 0, s, refused = job.flush_mood == 7;
    memset(job.strm, 0, sizeof job.strm);
    use_arena(&job.strm[1]);
    if (refused) meter_clear(&meter), meter.fill = 0xa5, meter_attach(&job.strm[0], &meter);
    for (s = 0; s < 2; s++) job.code[s] = library[s].inflateInit2_(&job.strm[s], job.window_bits, ZLIB_VERSION, (int)sizeof(z_stream));
    if (!OK(job.code[0] == job.code[1], "init gave %d, zlib %d", job.code[0], job.code[1]) || job.code[0]) return;
    if (refused) meter.refuse_from = meter.calls + 1 + (unsigned)below(&job.lots, 4);
    if (job.dictionary && job.window_bits < 0)
        for (s = 0; s < 2; s++) set_dictionary(s);
    while (idle < 3 && job.strm[0].total_out < MOST) {
        size_t in = draw_piece(job.in_mood, job.n - job.strm[0].total_in), room = draw_piece(job.out_mood, ROOM - BEHIND);
        if (room > 1100 * in + 300) room = 1100 * in + 300;
        if (!step(in, room, flushes[job.flush_mood < 6 ? job.flush_mood : (int)below(&job.lots, 6)])) break;
        idle = job.code[0] == Z_OK ? 0 : idle + 1;
        if (job.code[0] == Z_NEED_DICT) {
            for (s = 0; s < 2; s++) job.code[s] = set_dictionary(s);
            if (!same("inflateSetDictionary")) break;
        } else if (job.code[0] == Z_DATA_ERROR && idle == 2) {
            for (s = 0; s < 2; s++) job.code[s] = library[s].inflateSync(&job.strm[s]);
            if (!same("inflateSync")) break;
        } else if (job.code[0] == Z_STREAM_END && job.strm[0].total_in < job.n && job.out_mood) {
            /* The next member. */
            size_t taken = job.strm[0].total_in;
            job.bytes += taken, job.n -= taken;
            for (s = 0; s < 2; s++) job.code[s] = library[s].inflateReset(&job.strm[s]);
            if (!same("inflateReset")) break;
            idle = 0;
        }
        if (!ask()) break;
    }
    for (s = 0; s < 2; s++) job.code[s] = library[s].inflateEnd(&job.strm[s]);
    OK(job.code[0] == job.code[1], "inflateEnd");
    if (refused) meter_clean(&meter);
}

/* inflateBack's two sides. */
struct supply {
    const unsigned char *at, *end;
    size_t part;
};

static unsigned supply_in(void *argument, z_const unsigned char **bytes) {
    struct supply *supply = argument;
    size_t n = (size_t)(supply->end - supply->at);
    if (n > supply->part) n = supply->part;
    *bytes = (z_const unsigned char *)supply->at, supply->at += n;
    return (unsigned)n;
}

struct receipt {
    unsigned char *to;
    size_t n;
    unsigned long patience; /* calls that succeed */
};

static int receive(void *argument, unsigned char *bytes, unsigned n) {
    struct receipt *receipt = argument;
    if (receipt->patience-- == 0 || receipt->n + n > MOST) return 1;
    memcpy(receipt->to + receipt->n, bytes, n), receipt->n += n;
    return 0;
}

static void back(int bits, size_t part, unsigned long patience) {
    struct supply supply[2];
    struct receipt receipt[2];
    int s;
    memset(job.strm, 0, sizeof job.strm);
    use_arena(&job.strm[1]);
    for (s = 0; s < 2; s++) {
        z_stream *strm = &job.strm[s];
        supply[s] = (struct supply){job.bytes, job.bytes + job.n, part};
        receipt[s] = (struct receipt){collected[s], 0, patience};
        job.code[s] = more[s].inflateBackInit_(strm, bits, window[s] + 32768 - (1u << bits), ZLIB_VERSION, (int)sizeof *strm);
        if (!OK(job.code[s] == Z_OK, "inflateBackInit gave %d", job.code[s])) return;
        job.code[s] = more[s].inflateBack(strm, supply_in, &supply[s], receive, &receipt[s]);
    }
    /* A distance beyond the window: zlib's careful loop refuses it, as this library does, but once the window was full its fast loop takes
       it and copies bytes that were written over. */
    if (job.code[0] == Z_DATA_ERROR && same_text(job.strm[0].msg, "invalid distance too far back") && receipt[1].n > receipt[0].n) {
        OK(receipt[1].n >= receipt[0].n && memcmp(collected[0], collected[1], receipt[0].n) == 0, "inflateBack: other bytes before a distance that is too far");
    } else {
        OK(job.code[0] == job.code[1] && same_text(job.strm[0].msg, job.strm[1].msg), "inflateBack gave %d %s, zlib %d %s", job.code[0], job.strm[0].msg ? job.strm[0].msg : "",
           job.code[1], job.strm[1].msg ? job.strm[1].msg : "");
        OK(receipt[0].n == receipt[1].n && memcmp(collected[0], collected[1], receipt[0].n) == 0, "inflateBack: other bytes");
        OK(job.strm[0].next_in == job.strm[1].next_in && job.strm[0].avail_in == job.strm[1].avail_in, "inflateBack: input left %u, zlib %u", job.strm[0].avail_in, job.strm[1].avail_in);
    }
    for (s = 0; s < 2; s++) OK(more[s].inflateBackEnd(&job.strm[s]) == Z_OK, "inflateBackEnd");
}

/* uncompress2 with room for `room` bytes. */
static void at_once(size_t room) {
    uLongf length[2];
    uLong taken[2];
    int s;
    if (room > ROOM) room = ROOM;
    for (s = 0; s < 2; s++) {
        length[s] = (uLongf)room, taken[s] = (uLong)job.n;
        memset(out[s] + ROOM - room, 0xee, room);
        job.code[s] = more[s].uncompress2(out[s] + ROOM - room, &length[s], job.bytes, &taken[s]);
    }
    OK(job.code[0] == job.code[1] && length[0] == length[1] && taken[0] == taken[1], "uncompress2 gave %d, %lu of %lu, zlib %d, %lu of %lu", job.code[0], length[0], taken[0],
       job.code[1], length[1], taken[1]);
    OK(memcmp(out[0] + ROOM - room, out[1] + ROOM - room, length[1]) == 0, "uncompress2: other bytes");
}

static void judge(const unsigned char *bytes, size_t n) {
    static const int windows[] = {-15, 15, 31, 47, 0, -8, -9, 9, 12, 8, 25, 40, 32, -12, 16, 24};
    struct front front = {bytes, bytes + n};
    unsigned how = byte_of(&front), moods = byte_of(&front);
    memset(&job, 0, sizeof job);
    job.window_bits = windows[how & 15], job.flush_mood = how >> 4 & 7, job.dictionary = how >> 7;
    job.in_mood = (int)(moods % 5), job.out_mood = (int)(moods / 5 % 5);
    job.lots = lots_from(moods);
    job.bytes = front.at, job.n = (size_t)(front.end - front.at);
    if (moods >= 250) at_once(job.n * (moods - 250) * 4);
    else if (moods >= 200) back(8 + (int)(how & 7), moods & 1 ? 1 : 1 + (how >> 3), moods >= 240 ? how >> 6 : 1000000);
    else whole();
}

static void open_target(void) {
    int s;
    if (!open_both(&library[0], &library[1])) return;
    for (s = 0; s < 2; s++) {
        open_more(&more[s], &library[s], s == 0);
        out[s] = malloc(ROOM), window[s] = malloc(32768), collected[s] = malloc(MOST);
    }
}

#include "main.h"
