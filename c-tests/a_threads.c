/* A13: threads whose first call into the library happens at the same moment all get the same answers. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 16, LENGTH = 40000 };

static pthread_barrier_t start;
static unsigned char *data;

struct answer {
    uLong crc, adler;
    size_t packed;
    uint64_t hash;
    int code;
    int same;
};

/* The threads begin with different calls, so that every first use races with every other. */
static void *work(void *argument) {
    struct answer *answer = argument;
    unsigned char *packed = malloc(ample(LENGTH)), *out = malloc(LENGTH);
    struct settings settings = {6, 31, 8, 0};
    size_t got = 0;
    int first = (int)(answer->crc % 3);
    pthread_barrier_wait(&start);
    if (first == 0) answer->crc = crc32(0, data, LENGTH);
    if (first == 1) answer->adler = adler32(1, data, LENGTH);
    answer->packed = pack(settings, data, LENGTH, packed, ample(LENGTH));
    answer->crc = crc32(0, data, LENGTH);
    answer->adler = adler32(1, data, LENGTH);
    answer->hash = fingerprint(packed, answer->packed);
    answer->code = unpack(47, packed, answer->packed, out, LENGTH, &got);
    answer->same = got == LENGTH && memcmp(out, data, LENGTH) == 0;
    free(packed);
    free(out);
    return NULL;
}

static void a13_first_calls(void) {
    pthread_t thread[THREADS];
    struct answer answer[THREADS];
    int i;
    data = new_data(LENGTH, DATA_SOURCE, 13);
    memset(answer, 0, sizeof answer);
    pthread_barrier_init(&start, NULL, THREADS);
    for (i = 0; i < THREADS; i++) answer[i].crc = (uLong)i;
    for (i = 0; i < THREADS; i++)
        if (!OK(pthread_create(&thread[i], NULL, work, &answer[i]) == 0, "no thread")) _exit(1);
    for (i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    for (i = 0; i < THREADS; i++) {
        OK(answer[i].code == Z_STREAM_END && answer[i].same, "thread %d: inflate gave %d", i, answer[i].code);
        OK(answer[i].crc == answer[0].crc && answer[i].adler == answer[0].adler, "thread %d: other checksums", i);
        OK(answer[i].packed == answer[0].packed && answer[i].hash == answer[0].hash, "thread %d: other bytes", i);
    }
    say("crc %08lx adler %08lx", answer[0].crc, answer[0].adler);
    free(data);
}

/* Streams made in one thread and used and ended in another. */
static void *end_it(void *argument) {
    z_stream *strm = argument;
    unsigned char out[2000];
    strm->next_in = data;
    strm->avail_in = 1000;
    strm->next_out = out;
    strm->avail_out = sizeof out;
    if (deflate(strm, Z_FINISH) != Z_STREAM_END) return strm;
    return deflateEnd(strm) == Z_OK ? NULL : strm;
}

static void a13_streams_change_hands(void) {
    z_stream strm[THREADS];
    pthread_t thread[THREADS];
    void *failed;
    int i;
    data = new_data(1000, DATA_TEXT, 14);
    memset(strm, 0, sizeof strm);
    for (i = 0; i < THREADS; i++) {
        OK(deflateInit(&strm[i], i % 10) == Z_OK, "init");
        OK(pthread_create(&thread[i], NULL, end_it, &strm[i]) == 0, "no thread");
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(thread[i], &failed);
        OK(failed == NULL, "stream %d failed in the other thread", i);
    }
    free(data);
}

int main(void) {
    check_begin();
    RUN("A13 first calls at the same moment", a13_first_calls);
    RUN("A13 streams change hands", a13_streams_change_hands);
    return check_end();
}
