/* A long run of everything at once: threads that compress, decompress, hand streams on, write and read files and change the pool's
 * bound, with the process's memory watched. It prints a line now and then and fails if memory grows once it should be flat.
 *
 * SECONDS (default 60), THREADS (default: one for each processor), SEED. */
#include "check.h"
#include <fcntl.h>
#include <pthread.h>
#include <time.h>

enum { LENGTH = 400000, HANDS = 16, LINES = 30 };

static unsigned char *text;
static z_stream *hands[HANDS];
static volatile int stop;
static unsigned long rounds_done, errors;

static void wrong(int condition) {
    if (condition) __atomic_add_fetch(&errors, 1, __ATOMIC_RELAXED);
}

/* One stream with calls by lot, decoded again. */
static void compress_and_back(struct lots *lots, unsigned char *to, unsigned char *back) {
    static const int windows[] = {15, -15, 31, 9, -12, 25};
    struct settings s = {(int)below(lots, 10), windows[below(lots, 6)], 1 + (int)below(lots, 9), (int)below(lots, 5)};
    size_t n = piece(lots, LENGTH), from = below(lots, LENGTH - n + 1), at = 0, length;
    z_stream strm, twin;
    int code;
    memset(&strm, 0, sizeof strm);
    if (start_deflate(&strm, s) != Z_OK) {
        wrong(1);
        return;
    }
    strm.next_out = to, strm.avail_out = (uInt)(2 * ample(LENGTH));
    while (at < n) {
        size_t part = piece(lots, n - at);
        strm.next_in = text + from + at, strm.avail_in = (uInt)part, at += part;
        wrong(deflate(&strm, (int)below(lots, 4)) != Z_OK);
        if (below(lots, 20) == 0) zlazy_deflateTrim(&strm);
        if (below(lots, 20) == 0) wrong(deflateParams(&strm, (int)below(lots, 10), (int)below(lots, 5)) != Z_OK);
        if (below(lots, 20) == 0 && deflateCopy(&twin, &strm) == Z_OK) deflateEnd(&twin);
    }
    wrong(deflate(&strm, Z_FINISH) != Z_STREAM_END);
    length = strm.total_out;
    if (below(lots, 2)) wrong(deflateReset(&strm) != Z_OK);
    wrong(deflateEnd(&strm) != Z_OK);
    memset(&strm, 0, sizeof strm);
    wrong(inflateInit2(&strm, s.window_bits) != Z_OK);
    strm.next_in = to, strm.avail_in = (uInt)length, strm.next_out = back;
    do {
        size_t left = n - strm.total_out, room = piece(lots, left + 1);
        strm.avail_out = (uInt)(room < left ? room : left);
        code = inflate(&strm, Z_SYNC_FLUSH);
        if (below(lots, 50) == 0) zlazy_inflateTrim(&strm);
    } while (code == Z_OK && (strm.total_out < n || strm.avail_in));
    wrong(strm.total_out != n || memcmp(back, text + from, n) != 0);
    wrong(inflateEnd(&strm) != Z_OK);
    /* Damaged: any answer, and an end. */
    to[below(lots, length)] ^= (unsigned char)(1 + below(lots, 255));
    unpack(s.window_bits, to, length, back, n, NULL);
}

static void hand_on(struct lots *lots, unsigned char *to) {
    z_stream *mine = calloc(1, sizeof *mine), *other;
    wrong(deflateInit(mine, (int)below(lots, 10)) != Z_OK);
    mine->next_in = text, mine->avail_in = (uInt)piece(lots, 50000), mine->next_out = to, mine->avail_out = 100000;
    wrong(deflate(mine, Z_SYNC_FLUSH) != Z_OK);
    other = __atomic_exchange_n(&hands[below(lots, HANDS)], mine, __ATOMIC_ACQ_REL);
    if (other == NULL) return;
    other->next_in = text, other->avail_in = 10000, other->next_out = to, other->avail_out = 100000;
    wrong(deflate(other, Z_FINISH) != Z_STREAM_END);
    deflateEnd(other);
    free(other);
}

static void file_and_back(struct lots *lots, unsigned char *back, unsigned long number) {
    char path[200];
    size_t n = piece(lots, 100000);
    gzFile file;
    snprintf(path, sizeof path, "%s/zlazy-soak-%ld-%lu.gz", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (long)getpid(), number);
    file = gzopen(path, below(lots, 2) ? "wb" : "wb1");
    if (file == NULL) {
        wrong(1);
        return;
    }
    wrong(gzwrite(file, text, (unsigned)n) != (int)n || gzprintf(file, "%05d", 7) != 5 || gzclose(file) != Z_OK);
    file = gzopen(path, "rb");
    wrong(file == NULL || gzread(file, back, (unsigned)n) != (int)n || memcmp(back, text, n) != 0 || gzseek(file, 1, SEEK_CUR) < 0 || gzgetc(file) != '0');
    if (file) wrong(gzclose(file) != Z_OK);
    unlink(path);
}

static void *work(void *argument) {
    struct lots lots = lots_from(900 + (uint64_t)(size_t)argument);
    unsigned char *to = malloc(2 * ample(LENGTH)), *back = malloc(LENGTH);
    uLongf length;
    while (!stop) {
        switch (below(&lots, 8)) {
        case 0: hand_on(&lots, to); break;
        case 1: file_and_back(&lots, back, (unsigned long)(size_t)argument); break;
        case 2:
            length = 2 * ample(LENGTH);
            wrong(compress2(to, &length, text, 5000, (int)below(&lots, 10)) != Z_OK || crc32(adler32(1, text, 7), text, 5000) == 0);
            break;
        case 3:
            if (below(&lots, 50) == 0) zlazy_pool_limit((size_t[]){0, 100000, 1000000, 4 << 20}[below(&lots, 4)]);
            break;
        default: compress_and_back(&lots, to, back);
        }
        __atomic_add_fetch(&rounds_done, 1, __ATOMIC_RELAXED);
    }
    free(to), free(back);
    return NULL;
}

/* KiB of this process in memory. */
static long resident(void) {
    long pages = 0, all;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld %ld", &all, &pages) != 2) pages = 0;
    if (file) fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void soak(void) {
    unsigned long seconds = from_environment("SECONDS", 60), threads = from_environment("THREADS", (unsigned long)sysconf(_SC_NPROCESSORS_ONLN)), i;
    pthread_t thread[256];
    long early = 0, late = 0, now_kib;
    time_t begin = time(NULL);
    zlazy_statistics s;
    int line;
    alarm(0);
    text = new_data(LENGTH, DATA_MIXED, 5);
    if (threads > 256) threads = 256;
    for (i = 0; i < threads; i++) OK(pthread_create(&thread[i], NULL, work, (void *)i) == 0, "no thread");
    printf("  seconds  rounds  resident KiB  streams  stream KiB  pool KiB\n");
    for (line = 1; line <= LINES; line++) {
        while (time(NULL) < begin + (time_t)(seconds * (unsigned long)line / LINES)) usleep(100000);
        now_kib = resident();
        zlazy_stats(&s);
        printf("  %7ld %7lu %13ld %8zu %11zu %9zu\n", (long)(time(NULL) - begin), __atomic_load_n(&rounds_done, __ATOMIC_RELAXED), now_kib, (size_t)s.streams, (size_t)s.stream_bytes / 1024, (size_t)s.pool_bytes / 1024);
        if (line <= LINES / 3 && now_kib > early) early = now_kib;
        if (line > LINES / 3 && now_kib > late) late = now_kib;
    }
    stop = 1;
    for (i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    for (i = 0; i < HANDS; i++)
        if (hands[i]) deflateEnd(hands[i]), free(hands[i]);
    zlazy_stats(&s);
    OK(errors == 0, "%lu errors", errors);
    OK(s.streams == 0 && s.stream_bytes == 0, "%zu streams hold %zu bytes", (size_t)s.streams, (size_t)s.stream_bytes);
    /* malloc's own scatter is allowed for. */
    OK(late <= early + early / 4 + 4096, "%ld KiB in the first third, %ld later", early, late);
    free(text);
}

int main(void) {
    check_begin();
    RUN("soak", soak);
    return check_end();
}
