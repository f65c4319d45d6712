/* Promises 2, 4 and 5: the pool, the trims and the statistics. Streams here have no allocator of their own, unless said. */
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <sys/wait.h>

#ifdef ZLAZY
enum { LENGTH = 300000, THREADS = 16 };

#define NEAR(bytes) ((bytes) + 64) /* what malloc itself adds to a block does not count */

static unsigned char *data, *packed, *again, *out;

static zlazy_statistics now(void) {
    zlazy_statistics s;
    OK(zlazy_stats(&s) == Z_OK, "zlazy_stats");
    return s;
}

static void begin(z_stream *strm, struct settings s) {
    memset(strm, 0, sizeof *strm);
    OK(start_deflate(strm, s) == Z_OK, "init (%s)", settings_name(s));
    strm->next_out = packed, strm->avail_out = (uInt)ample(LENGTH);
}

static int feed(z_stream *strm, const unsigned char *from, size_t n, int flush) {
    strm->next_in = (z_const Bytef *)from, strm->avail_in = (uInt)n;
    return deflate(strm, flush);
}

/* The numbers are those of what happened. */
static void statistics_are_exact(void) {
    struct settings s = {6, 15, 8, 0};
    zlazy_statistics before, s1, s2;
    z_stream strm[50];
    int i;
    zlazy_pool_limit(0);
    zlazy_pool_limit(8 << 20);
    before = now();
    OK(before.pool_bytes == 0 && before.pool_blocks == 0, "%zu bytes in an empty pool", before.pool_bytes);
    OK(before.stream_bytes == 0 && before.streams == 0, "%zu streams hold %zu bytes", before.streams, before.stream_bytes);
    for (i = 0; i < 50; i++) begin(&strm[i], s);
    s1 = now();
    OK(s1.streams == 50 && s1.stream_bytes <= 50 * 1024 && s1.pool_takes == before.pool_takes, "50 streams: %zu, %zu bytes", s1.streams, s1.stream_bytes);
    for (i = 0; i < 50; i++) OK(deflateEnd(&strm[i]) == Z_OK, "end");
    s2 = now();
    OK(s2.streams == 0 && s2.stream_bytes == 0, "%zu streams hold %zu bytes", s2.streams, s2.stream_bytes);
    OK(s2.pool_blocks > 0 && s2.pool_bytes <= 50 * 1024, "%zu blocks, %zu bytes in the pool", s2.pool_blocks, s2.pool_bytes);
    begin(&strm[0], s);
    s1 = now();
    OK(s1.pool_takes == before.pool_takes + 1 && s1.pool_blocks == s2.pool_blocks - 1, "%zu takes", s1.pool_takes - before.pool_takes);
    OK(s1.stream_bytes + s1.pool_bytes == s2.pool_bytes, "a block got lost");
    OK(deflateEnd(&strm[0]) == Z_OK, "end");
    OK(zlazy_stats(NULL) == Z_STREAM_ERROR, "NULL");
    OK(zlazy_pool_limit(0) == 8 << 20 && now().pool_bytes == 0, "the pool is not empty");
}

/* No bound is ever exceeded, whatever the sizes, and 0 means no pool. */
static void bounds_hold(void) {
    static const size_t bounds[] = {0, 1, 1024, 5000, 20000, 100000, 300000, 1000000, 5000000};
    struct lots lots = lots_from(11);
    z_stream strm[12];
    int i, round;
    make_data(data, LENGTH, DATA_MIXED, 11);
    for (round = 0; round < 40; round++) {
        size_t bound = bounds[round % 9];
        zlazy_pool_limit(bound);
        OK(now().pool_bytes <= bound, "%zu bytes right after a bound of %zu", now().pool_bytes, bound);
        for (i = 0; i < 12; i++) {
            struct settings s = {(int)below(&lots, 10), (int)(9 + below(&lots, 7)), (int)(1 + below(&lots, 9)), (int)below(&lots, 5)};
            begin(&strm[i], s);
            OK(feed(&strm[i], data, piece(&lots, LENGTH), below(&lots, 2) ? Z_FINISH : Z_SYNC_FLUSH) >= 0, "deflate");
            OK(now().pool_bytes <= bound, "%zu bytes, the bound is %zu", now().pool_bytes, bound);
        }
        for (i = 0; i < 12; i++) {
            deflateEnd(&strm[i]);
            OK(now().pool_bytes <= bound, "%zu bytes, the bound is %zu", now().pool_bytes, bound);
        }
        OK(bound < 20000 || now().pool_bytes > 0, "nothing is kept within %zu bytes", bound);
        OK(now().stream_bytes == 0, "%zu bytes held by no stream", now().stream_bytes);
    }
    zlazy_pool_limit(4 << 20);
}

/* After one message of a kind the next ones take nothing from malloc, be the stream new or reset, whatever was in the pool. */
static void steady_state(void) {
    static const size_t sizes[] = {1, 100, 1024, 8192, 65536, LENGTH};
    zlazy_statistics first = {0}, last;
    int level, i, round;
    make_data(data, LENGTH, DATA_TEXT, 12);
    zlazy_pool_limit(0);
    zlazy_pool_limit(4 << 20);
    for (level = 0; level <= 9; level++)
        for (i = 0; i < 6; i++) {
            struct settings s = {level, 15, 8, 0};
            z_stream strm;
            for (round = 0; round < 4; round++) {
                begin(&strm, s);
                OK(feed(&strm, data, sizes[i], Z_FINISH) == Z_STREAM_END, "finish");
                if (round & 1) OK(deflateReset(&strm) == Z_OK && now().stream_bytes <= 1024, "%zu bytes after a reset", now().stream_bytes);
                OK(deflateEnd(&strm) == Z_OK, "end");
                last = now();
                if (round == 0) first = last;
                OK(last.pool_bytes == first.pool_bytes, "the pool went from %zu to %zu bytes (%s)", first.pool_bytes, last.pool_bytes, settings_name(s));
            }
        }
}

/* What the table of reach promises for streams without an allocator. */
static void reach(void) {
    int level, strategy;
    zlazy_pool_limit(4 << 20);
    make_data(data, LENGTH, DATA_TEXT, 13);
    for (level = 0; level <= 9; level++)
        for (strategy = 0; strategy <= 4; strategy++) {
            struct settings s = {level, -15, 8, strategy};
            int plain = level == 0 || strategy == Z_HUFFMAN_ONLY || strategy == Z_RLE;
            const char *name = settings_name(s);
            size_t seen = 0, step, most[3] = {12 << 10, 24 << 10, plain ? 72 << 10 : 268192};
            static const size_t steps[] = {100, 1024 - 100, 65536 - 1024};
            z_stream strm;
            int i;
            begin(&strm, s);
            OK(NEAR(now().stream_bytes) <= NEAR(1024), "%zu bytes after an init (%s)", now().stream_bytes, name);
            for (i = 0; i < 3; i++) {
                step = steps[i];
                OK(feed(&strm, data + seen, step, Z_SYNC_FLUSH) == Z_OK, "flush");
                seen += step;
                OK(now().stream_bytes <= most[i], "%zu bytes after %zu (%s)", now().stream_bytes, seen, name);
            }
            OK(zlazy_deflateTrim(&strm) == Z_OK && now().stream_bytes <= 34 << 10, "%zu bytes after a trim (%s)", now().stream_bytes, name);
            OK(feed(&strm, data + seen, 1000, Z_SYNC_FLUSH) == Z_OK && now().stream_bytes <= most[2], "%zu bytes after more (%s)", now().stream_bytes, name);
            OK(feed(&strm, NULL, 0, Z_FINISH) == Z_STREAM_END && now().stream_bytes <= 34 << 10, "%zu bytes at the end (%s)", now().stream_bytes, name);
            OK(deflateReset(&strm) == Z_OK && NEAR(now().stream_bytes) <= NEAR(1024), "%zu bytes after a reset (%s)", now().stream_bytes, name);
            OK(deflateEnd(&strm) == Z_OK, "end");
        }
}

/* inflate: little at rest, and no more than 48 KiB ever. */
static void reach_of_inflate(void) {
    struct settings s = {6, -15, 8, 0};
    size_t n, at, seen = 0, length, powers;
    z_stream strm, from;
    make_data(data, LENGTH, DATA_TEXT, 14);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, -15) == Z_OK && now().stream_bytes <= 1024, "%zu bytes after an init", now().stream_bytes);
    begin(&from, s);
    for (n = 1; seen + n < LENGTH; n = n * 3 / 2 + 1) {
        size_t others;
        from.next_out = packed, from.avail_out = (uInt)ample(LENGTH);
        OK(feed(&from, data + seen, n, Z_SYNC_FLUSH) == Z_OK, "flush");
        length = ample(LENGTH) - from.avail_out;
        seen += n;
        OK(zlazy_deflateTrim(&from) == Z_OK, "trim");
        others = now().stream_bytes;
        strm.next_out = out, strm.avail_out = LENGTH;
        for (at = 0; at < length; at += 50) {
            strm.next_in = packed + at, strm.avail_in = (uInt)(length - at < 50 ? length - at : 50);
            OK(inflate(&strm, Z_SYNC_FLUSH) >= 0, "inflate");
            OK(now().stream_bytes - others <= (48 << 10), "more than 48 KiB");
            if (n > 1000) break;
        }
        strm.next_in += strm.avail_in ? 0 : 0, strm.avail_in = (uInt)(packed + length - strm.next_in);
        OK(inflate(&strm, Z_SYNC_FLUSH) == Z_OK || strm.avail_in == 0, "inflate");
        OK(strm.avail_in == 0 && memcmp(out, data + seen - n, n) == 0, "other data after %zu bytes", seen);
        for (powers = 512; powers < seen && powers < 32768; powers *= 2) {}
        {
            size_t mine;
            others = now().stream_bytes;
            deflateEnd(&from);
            mine = now().stream_bytes;
            OK(mine <= powers + 1024, "%zu bytes with %zu of history", mine, seen);
            OK(zlazy_inflateTrim(&strm) == Z_OK, "trim");
            OK(now().stream_bytes <= (seen < 32768 ? seen + seen / 8 + 64 : 32768) + 1024, "%zu bytes after a trim with %zu of history", now().stream_bytes, seen);
            begin(&from, s);
            if (seen) OK(deflateSetDictionary(&from, data, (uInt)seen) == Z_OK, "dictionary");
        }
    }
    deflateEnd(&from);
    OK(inflateReset(&strm) == Z_OK && now().stream_bytes <= 1024, "%zu bytes after a reset", now().stream_bytes);
    OK(inflateEnd(&strm) == Z_OK, "end");
}

/* Trims at flush points, between blocks of input, at any level: what comes out stays the same when decoded. */
static void trims_change_no_data(void) {
    struct lots lots = lots_from(15);
    int round;
    for (round = 0; round < 300; round++) {
        struct settings s = {round % 10, (int)(9 + below(&lots, 7)), (int)(1 + below(&lots, 9)), (int)below(&lots, 5)};
        size_t n = piece(&lots, 200000), at = 0, part, length, room;
        z_stream strm;
        int code = Z_OK;
        static struct meter meter;
        make_data(data, n, (int)below(&lots, DATA_KINDS), (uint64_t)round);
        memset(&strm, 0, sizeof strm);
        meter_clear(&meter);
        if (round % 4 == 3) meter_attach(&strm, &meter);
        if (round % 8 == 7) meter.refuse_from = (unsigned)(2 + below(&lots, 8));
        OK(start_deflate(&strm, s) == Z_OK, "init");
        strm.next_out = packed, strm.avail_out = (uInt)ample(LENGTH);
        while (at < n) {
            int flush = (int)below(&lots, 6);
            if (flush == Z_FINISH) flush = Z_NO_FLUSH;
            part = piece(&lots, n - at);
            code = feed(&strm, data + at, part, flush);
            OK(code == Z_OK && strm.avail_in == 0, "deflate gave %d", code);
            at += part;
            code = zlazy_deflateTrim(&strm);
            OK(code == Z_OK || code == (flush == Z_NO_FLUSH ? Z_BUF_ERROR : Z_MEM_ERROR) || (meter.refuse_from && code == Z_MEM_ERROR),
               "a trim after flush %d gave %d (%s)", flush, code, settings_name(s));
            if (below(&lots, 8) == 0) OK(deflateParams(&strm, (int)below(&lots, 10), (int)below(&lots, 5)) == Z_OK, "params");
            if (below(&lots, 8) == 0 && strm.avail_out > 100000) {
                z_stream copy;
                code = deflateCopy(&copy, &strm);
                OK(code == Z_OK || (meter.refuse_from && code == Z_MEM_ERROR), "a copy gave %d", code);
                if (code == Z_OK) {
                    deflateEnd(&strm);
                    OK(deflateCopy(&strm, &copy) == Z_OK || meter.refuse_from, "copy back");
                    if (strm.state == NULL) {
                        deflateEnd(&copy);
                        break;
                    }
                    deflateEnd(&copy);
                }
            }
        }
        if (strm.state) {
            OK(feed(&strm, NULL, 0, Z_FINISH) == Z_STREAM_END, "finish");
            OK(zlazy_deflateTrim(&strm) == Z_OK || meter.refuse_from, "a trim at the end");
            length = strm.total_out;
            OK(deflateEnd(&strm) == Z_OK, "end");
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, s.window_bits) == Z_OK, "init");
            for (at = 0, room = 0; strm.total_out < n || code != Z_STREAM_END; at += part) {
                if (at >= length) at = length;
                part = piece(&lots, 5000);
                if (part > length - at) part = length - at;
                strm.next_in = packed + at, strm.avail_in = (uInt)part;
                room = piece(&lots, 5000);
                if (room > LENGTH - strm.total_out) room = LENGTH - strm.total_out;
                strm.next_out = out + strm.total_out, strm.avail_out = (uInt)room;
                code = inflate(&strm, Z_NO_FLUSH);
                part -= strm.avail_in;
                if (code != Z_OK && code != Z_STREAM_END && !(code == Z_BUF_ERROR && (part || room || at < length))) break;
                OK(zlazy_inflateTrim(&strm) == Z_OK, "trim of inflate");
                if (code == Z_STREAM_END) break;
                if (code == Z_BUF_ERROR && part == 0 && at == length && room) break;
            }
            OK(code == Z_STREAM_END && strm.total_out == n && memcmp(out, data, n) == 0, "round %d: %d after %lu of %zu bytes", round, code, strm.total_out, n);
            OK(inflateEnd(&strm) == Z_OK, "end");
        }
        meter_clean(&meter);
    }
    {
        z_stream strm;
        memset(&strm, 0, sizeof strm);
        OK(zlazy_deflateTrim(NULL) == Z_STREAM_ERROR && zlazy_deflateTrim(&strm) == Z_STREAM_ERROR, "no stream");
        OK(zlazy_inflateTrim(NULL) == Z_STREAM_ERROR && zlazy_inflateTrim(&strm) == Z_STREAM_ERROR, "no stream");
    }
}

/* B7, promise 4: a caller's blocks never get into the pool and the pool's never to a caller, whoever frees them. */
static void callers_memory_stays_theirs(void) {
    struct settings s = {6, 15, 8, 0};
    static struct meter meter;
    zlazy_statistics before, after;
    z_stream strm, inflating;
    size_t n;
    int swap;
    make_data(data, LENGTH, DATA_TEXT, 16);
    n = pack(s, data, LENGTH, packed, ample(LENGTH));
    for (swap = 0; swap <= 1; swap++) {
        before = now();
        memset(&strm, 0, sizeof strm), memset(&inflating, 0, sizeof inflating);
        meter_clear(&meter);
        meter_attach(&strm, &meter), meter_attach(&inflating, &meter);
        OK(start_deflate(&strm, s) == Z_OK && inflateInit(&inflating) == Z_OK, "init");
        strm.next_out = again, strm.avail_out = (uInt)ample(LENGTH);
        OK(feed(&strm, data, LENGTH, Z_SYNC_FLUSH) == Z_OK, "deflate");
        inflating.next_in = packed, inflating.avail_in = (uInt)n, inflating.next_out = out, inflating.avail_out = 100000;
        OK(inflate(&inflating, Z_NO_FLUSH) == Z_OK, "inflate");
        OK(deflateReset(&strm) == Z_OK && feed(&strm, data, 1000, Z_FINISH) == Z_STREAM_END, "reset");
        after = now();
        OK(after.pool_bytes == before.pool_bytes && after.pool_takes == before.pool_takes, "a caller's stream used the pool");
        deflateEnd(&strm), inflateEnd(&inflating);
        after = now();
        OK(after.pool_bytes == before.pool_bytes && after.pool_takes == before.pool_takes, "a caller's stream used the pool");
        meter_clean(&meter);
    }
    OK(now().stream_bytes == 0, "%zu bytes are missing", now().stream_bytes);
}

/* B7: functions exchanged for the default ones and back: malloc's blocks may go to the pool, zalloc's to free alone. */
static voidpf plain_alloc(voidpf opaque, uInt items, uInt size) {
    (void)opaque;
    return malloc((size_t)items * size);
}
static void plain_free(voidpf opaque, voidpf address) {
    (void)opaque;
    free(address);
}
static void exchanged_functions(void) {
    struct settings s = {6, 15, 8, 0};
    zlazy_statistics before, after;
    z_stream strm, model;
    make_data(data, LENGTH, DATA_TEXT, 17);
    begin(&model, s);
    memset(&strm, 0, sizeof strm);
    strm.zalloc = plain_alloc, strm.zfree = plain_free;
    OK(start_deflate(&strm, s) == Z_OK, "init");
    strm.next_out = packed, strm.avail_out = (uInt)ample(LENGTH);
    OK(feed(&strm, data, 50000, Z_SYNC_FLUSH) == Z_OK, "deflate");
    before = now();
    strm.zalloc = model.zalloc, strm.zfree = model.zfree;
    OK(deflateEnd(&strm) == Z_DATA_ERROR || 1, "end");
    after = now();
    OK(after.pool_bytes == before.pool_bytes, "the pool got a caller's block");
    OK(feed(&model, data, 50000, Z_SYNC_FLUSH) == Z_OK, "deflate");
    model.zalloc = plain_alloc, model.zfree = plain_free;
    deflateEnd(&model);
    OK(now().pool_bytes <= after.pool_bytes && now().stream_bytes == 0, "%zu bytes are missing", now().stream_bytes);
}

/* Is `secret` in bytes[0..n]? */
static int holds(const unsigned char *bytes, size_t n, const char *secret) {
    return memmem(bytes, n, secret, strlen(secret)) != NULL;
}

/* What one stream was given never comes out of another. */
static void secrets_stay(void) {
    static const char secret[] = "correct horse battery staple/";
    struct lots lots = lots_from(18);
    size_t at, n, length;
    int round;
    for (round = 0; round < 200; round++) {
        struct settings s = {round % 10, (int)(9 + below(&lots, 7)), (int)(1 + below(&lots, 9)), (int)below(&lots, 5)};
        z_stream strm;
        uInt known = 0;
        for (at = 0; at < LENGTH; at++) data[at] = (unsigned char)secret[at % (sizeof secret - 1)];
        begin(&strm, s);
        feed(&strm, data, piece(&lots, LENGTH), Z_SYNC_FLUSH);
        deflateEnd(&strm);
        n = pack((struct settings){0, 15, 8, 0}, data, 100000, packed, ample(LENGTH));
        memset(&strm, 0, sizeof strm);
        inflateInit(&strm);
        strm.next_in = packed, strm.avail_in = (uInt)n, strm.next_out = out, strm.avail_out = 60000;
        inflate(&strm, Z_NO_FLUSH);
        inflateEnd(&strm);
        memset(data, 0, LENGTH), memset(out, 0, LENGTH), memset(packed, 0, ample(LENGTH)), memset(again, 0, ample(LENGTH));
        n = piece(&lots, LENGTH);
        make_data(data, n, round % 2 ? DATA_RANDOM : DATA_BINARY, (uint64_t)round);
        s.level = (int)below(&lots, 10);
        begin(&strm, s);
        feed(&strm, data, n, Z_SYNC_FLUSH);
        OK(deflateGetDictionary(&strm, again, &known) == Z_OK && known <= n, "a dictionary of %u bytes after %zu", known, n);
        OK(!holds(again, ample(LENGTH), secret), "the dictionary tells the secret");
        feed(&strm, NULL, 0, Z_FINISH);
        length = strm.total_out;
        deflateEnd(&strm);
        OK(!holds(packed, ample(LENGTH), secret), "the output tells the secret");
        memset(&strm, 0, sizeof strm);
        inflateInit2(&strm, s.window_bits);
        strm.next_in = packed, strm.avail_in = (uInt)(length / 2), strm.next_out = out, strm.avail_out = LENGTH;
        inflate(&strm, Z_SYNC_FLUSH);
        OK(inflateGetDictionary(&strm, again, &known) == Z_OK && known <= strm.total_out, "inflate's dictionary");
        OK(!holds(again, ample(LENGTH), secret) && !holds(out, LENGTH, secret), "inflate tells the secret");
        /* A raw stream that reaches back behind its beginning gets nothing. */
        inflateReset2(&strm, -15);
        strm.next_in = (z_const Bytef *)"\x4b\x04\xfe\x00\x00", strm.avail_in = 5, strm.next_out = out, strm.avail_out = 1000;
        memset(out, 0, 1000);
        inflate(&strm, Z_SYNC_FLUSH);
        OK(!holds(out, 1000, secret), "inflate tells the secret");
        inflateEnd(&strm);
    }
}

/* Streams of 16 threads, made here, used there and ended elsewhere, while the bound changes and numbers are asked for. */
static z_stream *hands[64];
static unsigned char *lesson;
static size_t lesson_length[10];
static uint64_t lesson_hash[10];

static void *hand_over(void *argument) {
    struct lots lots = lots_from(100 + (uint64_t)(size_t)argument);
    unsigned char *to = malloc(ample(40000)), *back = malloc(40000);
    size_t errors = 0;
    int round;
    for (round = 0; round < 400; round++) {
        int level = (int)below(&lots, 10);
        z_stream *strm = calloc(1, sizeof *strm), *other;
        struct settings s = {level, 15, 8, 0};
        size_t got = 0;
        errors += start_deflate(strm, s) != Z_OK;
        strm->reserved = (uLong)level;
        strm->next_in = lesson, strm->avail_in = 10000, strm->avail_out = 0;
        other = __atomic_exchange_n(&hands[below(&lots, 64)], strm, __ATOMIC_ACQ_REL);
        if (other) {
            level = (int)other->reserved;
            other->next_in = lesson, other->avail_in = 40000;
            other->next_out = to, other->avail_out = (uInt)ample(40000);
            errors += deflate(other, Z_FINISH) != Z_STREAM_END;
            errors += other->total_out != lesson_length[level] || fingerprint(to, other->total_out) != lesson_hash[level];
            errors += unpack(15, to, other->total_out, back, 40000, &got) != Z_STREAM_END || got != 40000 || memcmp(back, lesson, got) != 0;
            if (below(&lots, 2)) errors += deflateReset(other) != Z_OK;
            errors += deflateEnd(other) != Z_OK;
            free(other);
        }
        if (below(&lots, 16) == 0) {
            static const size_t bounds[] = {0, 30000, 300000, 3000000};
            zlazy_statistics numbers;
            zlazy_pool_limit(bounds[below(&lots, 4)]);
            errors += zlazy_stats(&numbers) != Z_OK;
        }
    }
    free(to), free(back);
    return (void *)errors;
}

static void threads_share(void) {
    pthread_t thread[THREADS];
    zlazy_statistics s;
    size_t i;
    void *errors;
    lesson = new_data(40000, DATA_JSON, 19);
    for (i = 0; i < 10; i++) {
        struct settings s0 = {(int)i, 15, 8, 0};
        lesson_length[i] = pack(s0, lesson, 40000, packed, ample(LENGTH));
        lesson_hash[i] = fingerprint(packed, lesson_length[i]);
    }
    for (i = 0; i < THREADS; i++) OK(pthread_create(&thread[i], NULL, hand_over, (void *)i) == 0, "no thread");
    for (i = 0; i < THREADS; i++) {
        pthread_join(thread[i], &errors);
        OK(errors == NULL, "thread %zu: %zu errors", i, (size_t)errors);
    }
    for (i = 0; i < 64; i++)
        if (hands[i]) deflateEnd(hands[i]), free(hands[i]);
    s = now();
    OK(s.streams == 0 && s.stream_bytes == 0, "%zu streams hold %zu bytes", s.streams, s.stream_bytes);
    zlazy_pool_limit(100000);
    OK(now().pool_bytes <= 100000, "%zu bytes in the pool", now().pool_bytes);
    zlazy_pool_limit(0);
    OK(now().pool_bytes == 0, "%zu bytes in the pool", now().pool_bytes);
    zlazy_pool_limit(4 << 20);
    free(lesson);
}

/* A process with live streams and a full pool divides: both halves go on alike. */
static void forks(void) {
    struct settings s = {6, 15, 8, 0};
    z_stream strm;
    size_t n;
    int status = 0;
    pid_t child;
    make_data(data, LENGTH, DATA_SOURCE, 20);
    n = pack(s, data, LENGTH, again, ample(LENGTH));
    begin(&strm, s);
    feed(&strm, data, 100000, Z_NO_FLUSH);
    child = fork();
    if (!OK(child >= 0, "no fork")) return;
    OK(feed(&strm, data + 100000, LENGTH - 100000, Z_FINISH) == Z_STREAM_END, "finish");
    OK(strm.total_out == n && memcmp(packed, again, n) == 0, "other bytes");
    OK(deflateEnd(&strm) == Z_OK && pack(s, data, LENGTH, packed, ample(LENGTH)) == n && now().stream_bytes == 0, "another stream");
    if (child == 0) _exit(check.failures != 0);
    OK(waitpid(child, &status, 0) == child && status == 0, "the child ended with %x", status);
}

/* ZLAZY_POOL is the bound when the library is loaded. */
static void from_the_environment(void) {
    static const char *const texts[] = {"0", "123456", "", "many", "-3", "99999999999999999999999"};
    char line[4200], self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    size_t i, normal = 0;
    if (length <= 0) return;
    self[length] = 0;
    for (i = 0; i < 7; i++) {
        size_t bound = 1;
        FILE *answer;
        if (i) setenv("ZLAZY_POOL", texts[i - 1], 1);
        else unsetenv("ZLAZY_POOL");
        setenv("OWN_POOL_ASKS", "1", 1);
        snprintf(line, sizeof line, "'%s'", self);
        answer = popen(line, "r");
        OK(answer && fscanf(answer, "%zu", &bound) == 1, "no answer");
        if (answer) pclose(answer);
        if (i == 0) {
            normal = bound;
            OK(bound >= 2 << 20 && bound <= 64 << 20, "%zu bytes by default", bound);
        }
        OK(i != 1 || bound == 0, "%zu for 0", bound);
        OK(i != 2 || bound == 123456, "%zu for 123456", bound);
        OK(i < 3 || i > 5 || bound == normal, "%zu for \"%s\"", bound, texts[i - 1]);
    }
    unsetenv("ZLAZY_POOL"), unsetenv("OWN_POOL_ASKS");
}

/* The library comes and goes, also in several threads at once, and leaves nothing behind. */
static const char *library_file;

static void *load_use_unload(void *argument) {
    size_t errors = 0;
    int round;
    (void)argument;
    for (round = 0; round < 60; round++) {
        unsigned char from[1000], to[2000];
        uLongf length = sizeof to;
        int (*squeeze)(Bytef *, uLongf *, const Bytef *, uLong);
        void *handle = dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
        if (handle == NULL) return (void *)1;
        *(void **)&squeeze = dlsym(handle, "compress");
        memset(from, round, sizeof from);
        errors += squeeze == NULL || squeeze(to, &length, from, sizeof from) != Z_OK;
        errors += dlclose(handle) != 0;
    }
    return (void *)errors;
}

static void comes_and_goes(void) {
    pthread_t thread[4];
    char copy[] = "build/check/own_pool.so.XXXXXX", command[5000];
    void *errors;
    int i, file;
    const char *mine;
    const char *(*identity)(void) = zlazy_version;
    mine = file_of(ADDRESS(identity));
    if (strstr(mine, ".so") == NULL) return;
    /* A copy: this program holds the library itself, so that it would never be unloaded. */
    file = mkstemp(copy);
    if (!OK(file >= 0, "no place for a copy")) return;
    close(file);
    snprintf(command, sizeof command, "cp '%s' %s", mine, copy);
    if (!OK(system(command) == 0, "no copy")) return;
    library_file = copy;
    for (i = 0; i < 4; i++) OK(pthread_create(&thread[i], NULL, load_use_unload, NULL) == 0, "no thread");
    for (i = 0; i < 4; i++) {
        pthread_join(thread[i], &errors);
        OK(errors == NULL, "%zu errors", (size_t)errors);
    }
    unlink(copy);
}

int main(void) {
    if (getenv("OWN_POOL_ASKS")) return printf("%zu\n", (size_t)zlazy_pool_limit(0)) < 0;
    check_begin();
    data = malloc(LENGTH), packed = malloc(ample(LENGTH) + 200000), again = malloc(ample(LENGTH)), out = malloc(LENGTH + 1);
    RUN("statistics are exact", statistics_are_exact);
    RUN("bounds hold", bounds_hold);
    RUN("the steady state allocates nothing", steady_state);
    RUN("memory of compressors", reach);
    RUN("memory of decompressors", reach_of_inflate);
    RUN("trims change no data", trims_change_no_data);
    RUN("callers' memory stays theirs", callers_memory_stays_theirs);
    RUN("exchanged functions", exchanged_functions);
    RUN("secrets stay", secrets_stay);
    RUN("16 threads", threads_share);
    RUN("fork", forks);
    RUN("ZLAZY_POOL", from_the_environment);
    RUN("loading and unloading", comes_and_goes);
    return check_end();
}

#else
int main(void) {
    return check_skip("zlib has no pool");
}
#endif
