/* Hostile input: streams that grow a thousandfold, blocks that say nothing, tables that cost most, text that misleads the search;
 * buffers beyond 2 GiB; and memory with nothing mapped beside it. Bounds of time are far above what any library needs. */
#include "check.h"
#include <time.h>

enum { MEGABYTE = 1 << 20, MOST_SECONDS = 60, SEARCHED = 200000 };

static struct meter meter;
static unsigned char *data, *packed, *out;

/* Decompresses in pieces of `room` with a meter; what came is counted, not kept. */
static int decompress(int window_bits, const unsigned char *from, size_t n, size_t room, uLong *length) {
    clock_t start = clock();
    z_stream strm;
    int code;
    meter_clear(&meter);
    memset(&strm, 0, sizeof strm);
    meter_attach(&strm, &meter);
    OK(inflateInit2(&strm, window_bits) == Z_OK, "init");
    strm.next_in = (z_const Bytef *)from, strm.avail_in = (uInt)n;
    do {
        strm.next_out = out, strm.avail_out = (uInt)room;
        code = inflate(&strm, Z_NO_FLUSH);
    } while (code == Z_OK);
    *length = strm.total_out;
    OK(inflateEnd(&strm) == Z_OK, "end");
    OK(meter.peak <= 48 << 10, "%zu bytes of memory", meter.peak);
    meter_clean(&meter);
    OK((clock() - start) / CLOCKS_PER_SEC < MOST_SECONDS, "it took %ld seconds", (long)((clock() - start) / CLOCKS_PER_SEC));
    return code;
}

/* A stream of one match after another, which grows as much as the format allows; and one that is compressed twice. */
static void bombs(void) {
    enum { MATCHES = 400000 };
    struct code literals, distances;
    struct bits b = new_bits();
    uLong length;
    int i, code;
    put_bits(&b, 1, 1), put_bits(&b, 2, 2);
    memset(&literals, 0, sizeof literals), memset(&distances, 0, sizeof distances);
    literals.n = 286, distances.n = 1;
    /* Two bits a match: the length 258, and the only distance. */
    literals.length[285] = 1, literals.length[0] = 2, literals.length[256] = 2, distances.length[0] = 1;
    code_words(&literals), code_words(&distances);
    put_dynamic_header(&b, &literals, &distances);
    put_symbol(&b, &literals, 0);
    for (i = 0; i < MATCHES; i++) put_match(&b, &literals, &distances, 258, 1);
    put_symbol(&b, &literals, 256), put_align(&b);
    code = decompress(-15, b.bytes, b.at, 1000, &length);
    say("%zu bytes in matches of two bits: %d, %lu bytes", b.at, code, length);
    code = decompress(-15, b.bytes, b.at, MEGABYTE, &length);
    say("in large pieces: %d, %lu bytes", code, length);
    free(b.bytes);
}

/* Blocks without content, which cost input only: stored, fixed and with codes of their own. */
static void empty_blocks(void) {
    int kind;
    for (kind = 0; kind <= 2; kind++) {
        struct bits b = new_bits();
        uLong length;
        int i, code, blocks = kind == 2 ? 60000 : 400000;
        for (i = 0; i < blocks; i++) put_block(&b, i == blocks - 1, kind, data, 0, 0, NULL, 0);
        put_align(&b);
        code = decompress(-15, b.bytes, b.at, 1000, &length);
        say("%d empty blocks of kind %d in %zu bytes: %d, %lu bytes", blocks, kind, b.at, code, length);
        free(b.bytes);
    }
}

/* Blocks whose codes are the longest and the most there may be, for one literal each. */
static void costly_tables(void) {
    enum { TABLES = 12000 };
    struct code literals, distances;
    struct bits b = new_bits();
    unsigned i, block;
    uLong length;
    int code;
    memset(&literals, 0, sizeof literals), memset(&distances, 0, sizeof distances);
    literals.n = 286, distances.n = 30;
    /* 1, 2, ... bits, and the rest at 15: as many long codewords as fit, under as many prefixes as can be. */
    for (i = 0; i < 286; i++) literals.length[i] = 15;
    for (i = 0; code_sum(&literals) < 32768 && i < 286; i++)
        while (literals.length[i] > 1 && code_sum(&literals) + (32768ul >> literals.length[i]) <= 32768) literals.length[i]--;
    for (i = 0; i < 30; i++) distances.length[i] = (unsigned char)(i < 14 ? i + 1 : 15);
    for (i = 29; code_sum(&distances) > 32768; i--) distances.length[i] = 0;
    code_words(&literals), code_words(&distances);
    for (block = 0; block < TABLES; block++) {
        put_bits(&b, block == TABLES - 1, 1), put_bits(&b, 2, 2);
        put_dynamic_header(&b, &literals, &distances);
        put_symbol(&b, &literals, block % 256), put_symbol(&b, &literals, 256);
    }
    put_align(&b);
    code = decompress(-15, b.bytes, b.at, 100, &length);
    say("%d costly tables in %zu bytes: %d, %lu bytes", TABLES, b.at, code, length);
    free(b.bytes);
}

/* Text over which a search for matches is led on. */
static void mislead(unsigned char *to, size_t n, int how) {
    struct lots lots = lots_from(9);
    size_t i, a = 1, b = 1;
    for (i = 0; i < n; i++) {
        switch (how) {
        case 0: to[i] = 0; break;                                         /* one byte */
        case 1: to[i] = (unsigned char)"ab"[i & 1]; break;                /* two */
        case 2: to[i] = (unsigned char)(i % 259 == 258 ? draw(&lots) : 'a'); break; /* runs that are a byte too short for the longest match */
        case 3: to[i] = (unsigned char)(i % 4 == 3 ? draw(&lots) : (uint64_t)"abc"[i % 4]); break; /* the same three bytes, another fourth */
        case 4: to[i] = (unsigned char)(i % 33 < 32 ? i % 33 : draw(&lots)); break; /* many equal candidates that end alike */
        case 5: to[i] = (unsigned char)__builtin_parityll(i); break;      /* Thue and Morse: no run, no cube */
        case 6: /* Fibonacci's word: matches of all lengths everywhere */
            if (i < 2) to[i] = (unsigned char)i;
            else {
                while (i >= a + b) { size_t next = a + b; a = b, b = next; }
                to[i] = to[i - b];
            }
            break;
        default: to[i] = (unsigned char)(i % 32767 < 16000 ? i * i >> 3 : i % 3); break; /* repeats at a window's far end */
        }
    }
}

static void misleading_text(void) {
    int how, level;
    for (how = 0; how < 8; how++) {
        mislead(data, SEARCHED, how);
        for (level = 1; level <= 9; level++) {
            struct settings s = {level, level & 1 ? 15 : 9, 8 + level % 2, 0};
            clock_t start = clock();
            size_t n = pack(s, data, SEARCHED, packed, ample(SEARCHED));
            OK((clock() - start) / CLOCKS_PER_SEC < MOST_SECONDS, "text %d, level %d: %ld seconds", how, level, (long)((clock() - start) / CLOCKS_PER_SEC));
            round_trips(s.window_bits, packed, n, data, SEARCHED);
        }
    }
}

/* Buffers whose lengths do not fit in a signed int. */
static void large_buffers(void) {
    const uInt large = 0x80000000u + 12345;
    unsigned char *big = repeated((size_t)32 * MEGABYTE, 66);
    z_stream strm;
    size_t one, times = large / MEGABYTE, i;
    unsigned char *stream;
    int code = Z_OK;
    if (big == NULL) {
        say("no address space for this");
        return;
    }
    say("crc32 %08lx, adler32 %08lx", crc32(0, big, large), adler32(1, big, large));
    memset(&strm, 0, sizeof strm);
    OK(deflateInit(&strm, 0) == Z_OK, "init");
    strm.next_in = big, strm.avail_in = large;
    while (code == Z_OK) {
        strm.next_out = out, strm.avail_out = MEGABYTE;
        code = deflate(&strm, Z_FINISH);
    }
    say("stored: %d, %lu, adler %08lx", code, strm.total_in, strm.adler);
    deflateEnd(&strm);
    /* Compressed megabytes that each stand for themselves, decompressed in one call. */
    memset(&strm, 0, sizeof strm);
    OK(deflateInit2(&strm, 6, 8, -15, 8, 0) == Z_OK, "init");
    strm.next_in = big, strm.avail_in = MEGABYTE, strm.next_out = packed, strm.avail_out = MEGABYTE;
    OK(deflate(&strm, Z_FULL_FLUSH) == Z_OK, "flush");
    one = strm.total_out;
    deflateEnd(&strm);
    stream = malloc(one * times);
    if (stream == NULL) abort();
    for (i = 0; i < times; i++) memcpy(stream + i * one, packed, one);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, -15) == Z_OK, "init");
    strm.next_in = stream, strm.avail_in = (uInt)(one * times), strm.next_out = big, strm.avail_out = large;
    code = inflate(&strm, Z_SYNC_FLUSH);
    say("decompressed in one call: %d, %lu, %u left", code, strm.total_out, strm.avail_out);
    inflateEnd(&strm);
    free(stream), munmap(big, (size_t)66 * 32 * MEGABYTE);
}

/* zalloc from pages of their own, with nothing mapped before and behind: the block begins or ends at its page's edge. */
static struct guarded guarded_block[64];

static voidpf guarded_alloc(voidpf opaque, uInt items, uInt size) {
    int i = 0;
    while (guarded_block[i].start) i++;
    guarded_block[i] = guard((size_t)items * size, opaque != NULL);
    memset(guarded_block[i].start, 0xa5, guarded_block[i].length);
    return guarded_block[i].start;
}

static void guarded_free(voidpf opaque, voidpf address) {
    int i = 0;
    (void)opaque;
    while (guarded_block[i].start != address) i++;
    unguard(&guarded_block[i]);
    guarded_block[i].start = NULL;
}

static void nothing_beside(void) {
    struct lots lots = lots_from(10);
    int round;
    for (round = 0; round < 1200; round++) {
        struct settings s = {round % 10, (int[]){15, -15, 31, 9, -10, 12}[round % 6], 1 + round % 9, round % 5};
        size_t n = piece(&lots, SEARCHED / 2), room, length, at = 0;
        struct guarded in = guard(n, round & 1), to, back = guard(n, round & 4);
        z_stream strm;
        int code;
        make_data(in.start, n, (int)below(&lots, DATA_KINDS), (uint64_t)round);
        memset(&strm, 0, sizeof strm);
        strm.zalloc = guarded_alloc, strm.zfree = guarded_free, strm.opaque = round & 8 ? &lots : NULL;
        OK(start_deflate(&strm, s) == Z_OK, "init");
        room = deflateBound(&strm, n), to = guard(room, round & 2);
        strm.next_in = in.start, strm.next_out = to.start, strm.avail_out = (uInt)room;
        while (at < n) {
            size_t part = piece(&lots, n - at);
            strm.avail_in = (uInt)part, at += part;
            OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate");
        }
        OK((code = deflate(&strm, Z_FINISH)) == Z_STREAM_END, "finish gave %d (%s)", code, settings_name(s));
        length = strm.total_out;
        deflateEnd(&strm);
        memmove(to.start + room - length, to.start, length);
        memset(&strm, 0, sizeof strm);
        strm.zalloc = guarded_alloc, strm.zfree = guarded_free, strm.opaque = round & 8 ? &lots : NULL;
        OK(inflateInit2(&strm, s.window_bits) == Z_OK, "init");
        strm.next_in = to.start + room - length, strm.avail_in = (uInt)length, strm.next_out = back.start;
        do {
            size_t part = piece(&lots, n - strm.total_out);
            strm.avail_out = (uInt)(strm.total_out == n ? 0 : part);
            code = inflate(&strm, Z_SYNC_FLUSH);
        } while (code == Z_OK && strm.total_out < n);
        if (code == Z_OK) code = inflate(&strm, Z_SYNC_FLUSH);
        OK(strm.total_out == n && memcmp(back.start, in.start, n) == 0, "%d after %lu of %zu bytes", code, strm.total_out, n);
        inflateEnd(&strm);
        unguard(&in), unguard(&to), unguard(&back);
    }
}

int main(void) {
    check_begin();
    data = malloc(MEGABYTE), packed = malloc(MEGABYTE), out = malloc(MEGABYTE);
    RUN("bombs", bombs);
    RUN("empty blocks", empty_blocks);
    RUN("costly tables", costly_tables);
    RUN("misleading text", misleading_text);
    RUN("C8 buffers beyond 2 GiB", large_buffers);
    RUN("D27 nothing mapped beside any memory", nothing_beside);
    free(data), free(packed), free(out);
    return check_end();
}
