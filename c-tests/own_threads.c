/* Threads, processes and signals: 64 threads that share the pool and hand streams on, forks amid that, and a signal handler that uses
 * streams while it interrupts others, without asking malloc for anything. */
#include "check.h"
#include "check/watched.h"
#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>

#ifdef ZLAZY
enum { THREADS = 64, HANDS = 97, LENGTH = 30000, KINDS = 10 };

/* The same lesson for all: data, and what each level makes of them. */
static unsigned char *lesson, *packed[KINDS];
static size_t packed_length[KINDS];
static z_stream *hands[HANDS];
static volatile int stop;

static zlazy_statistics now(void) {
    zlazy_statistics s;
    OK(zlazy_stats(&s) == Z_OK, "zlazy_stats");
    return s;
}

static void learn(void) {
    int level;
    lesson = new_data(LENGTH, DATA_JSON, 23);
    for (level = 0; level < KINDS; level++) {
        packed[level] = malloc(ample(LENGTH));
        packed_length[level] = pack((struct settings){level, 15, 8, 0}, lesson, LENGTH, packed[level], ample(LENGTH));
    }
}

/* Compresses and decompresses at one level; the number of errors. */
static size_t both_ways(int level, unsigned char *to, unsigned char *back) {
    z_stream strm;
    size_t errors = 0;
    memset(&strm, 0, sizeof strm);
    if (deflateInit(&strm, level) != Z_OK) return 1;
    strm.next_in = lesson, strm.avail_in = LENGTH, strm.next_out = to, strm.avail_out = (uInt)ample(LENGTH);
    errors += deflate(&strm, Z_FINISH) != Z_STREAM_END;
    errors += strm.total_out != packed_length[level] || memcmp(to, packed[level], strm.total_out) != 0;
    errors += deflateEnd(&strm) != Z_OK;
    memset(&strm, 0, sizeof strm);
    if (inflateInit(&strm) != Z_OK) return errors + 1;
    strm.next_in = packed[level], strm.avail_in = (uInt)packed_length[level], strm.next_out = back, strm.avail_out = LENGTH;
    errors += inflate(&strm, Z_SYNC_FLUSH) != Z_STREAM_END || memcmp(back, lesson, LENGTH) != 0;
    errors += inflateEnd(&strm) != Z_OK;
    return errors;
}

/* Takes somebody's stream, which is amid its data, and leaves another, which is begun here. */
static size_t hand_on(struct lots *lots, unsigned char *to) {
    z_stream *mine = calloc(1, sizeof *mine), *other;
    int level = (int)below(lots, KINDS);
    size_t errors = deflateInit(mine, level) != Z_OK, before;
    mine->reserved = (uLong)level;
    mine->next_in = lesson, mine->avail_in = (uInt)below(lots, LENGTH), mine->next_out = to, mine->avail_out = 0;
    if (below(lots, 2)) errors += deflate(mine, Z_NO_FLUSH) != Z_BUF_ERROR && mine->avail_in == LENGTH;
    other = __atomic_exchange_n(&hands[below(lots, HANDS)], mine, __ATOMIC_ACQ_REL);
    if (other == NULL) return errors;
    level = (int)other->reserved;
    before = other->total_in;
    other->next_in = lesson + before, other->avail_in = (uInt)(LENGTH - before), other->next_out = to, other->avail_out = (uInt)ample(LENGTH);
    errors += deflate(other, Z_FINISH) != Z_STREAM_END;
    if (level) errors += other->total_out != packed_length[level] || memcmp(to, packed[level], other->total_out) != 0;
    if (below(lots, 2)) errors += deflateReset(other) != Z_OK;
    errors += deflateEnd(other) != Z_OK;
    free(other);
    return errors;
}

static void *work(void *argument) {
    struct lots lots = lots_from(500 + (uint64_t)(size_t)argument);
    unsigned char *to = malloc(ample(LENGTH)), *back = malloc(LENGTH);
    size_t errors = 0;
    int round, rounds = (int)from_environment("ROUNDS", 60);
    for (round = 0; round < rounds || (argument == NULL && !stop); round++) {
        static const size_t bounds[] = {0, 30000, 300000, 3000000, 8 << 20};
        if (argument == NULL && stop) break;
        errors += below(&lots, 2) ? both_ways((int)below(&lots, KINDS), to, back) : hand_on(&lots, to);
        if (below(&lots, 32) == 0) zlazy_pool_limit(bounds[below(&lots, 5)]);
        if (below(&lots, 32) == 0) errors += zlazy_stats(&(zlazy_statistics){0}) != Z_OK;
    }
    free(to), free(back);
    return (void *)errors;
}

static void drop_hands(void) {
    int i;
    for (i = 0; i < HANDS; i++)
        if (hands[i]) deflateEnd(hands[i]), free(hands[i]), hands[i] = NULL;
}

static void many_threads(void) {
    static pthread_t thread[THREADS];
    void *errors;
    size_t i;
    for (i = 0; i < THREADS; i++) OK(pthread_create(&thread[i], NULL, work, (void *)(i + 1)) == 0, "no thread");
    for (i = 0; i < THREADS; i++) {
        pthread_join(thread[i], &errors);
        OK(errors == NULL, "thread %zu: %zu errors", i, (size_t)errors);
    }
    drop_hands();
    OK(now().streams == 0 && now().stream_bytes == 0, "%zu streams hold %zu bytes", now().streams, now().stream_bytes);
    zlazy_pool_limit(0);
    OK(now().pool_bytes == 0, "%zu bytes in the pool", now().pool_bytes);
    zlazy_pool_limit(8 << 20);
}

/* A sanitizer's own malloc may be locked where a thread forks or is interrupted; and ThreadSanitizer asks for memory in a thread that is
   not yet ready for watched code, so that a calloc that replaces the C library's ends the process there. */
#ifndef CHECK_WATCHED_MALLOC
#include "check/requests.h"

/* Requests that reach the C library from within the signal handler. */
static __thread int in_handler;
static volatile int handler_requests;
static int refuse_request(void) {
    if (in_handler) handler_requests++;
    return 0;
}

/* Children are born while 8 threads take and give; each uses streams, and threads of its own. */
static void fork_storm(void) {
    enum { WORKERS = 8, CHILDREN = 60, AT_ONCE = 6 };
    pthread_t thread[WORKERS];
    void *errors;
    int i, alive = 0, status;
    zlazy_pool_limit(8 << 20);
    for (i = 0; i < WORKERS; i++) OK(pthread_create(&thread[i], NULL, work, NULL) == 0, "no thread");
    for (i = 0; i < CHILDREN + AT_ONCE; i++) {
        pid_t child = i < CHILDREN ? fork() : 0;
        if (i < CHILDREN && child == 0) {
            unsigned char *to = malloc(ample(LENGTH)), *back = malloc(LENGTH);
            size_t wrong = both_ways(i % KINDS, to, back) + both_ways((i + 5) % KINDS, to, back);
            zlazy_pool_limit(i % 2 ? 0 : 50000);
            wrong += both_ways(i % KINDS, to, back);
            _exit(wrong != 0);
        }
        if (i < CHILDREN && OK(child > 0, "no fork")) alive++;
        if (alive && (alive == AT_ONCE || i >= CHILDREN)) {
            OK(wait(&status) > 0 && status == 0, "a child ended with %x", status);
            alive--;
        }
    }
    stop = 1;
    for (i = 0; i < WORKERS; i++) {
        pthread_join(thread[i], &errors);
        OK(errors == NULL, "thread %d: %zu errors", i, (size_t)errors);
    }
    stop = 0;
    drop_hands();
    OK(now().streams == 0 && now().stream_bytes == 0, "%zu streams hold %zu bytes", now().streams, now().stream_bytes);
}

/* The handler's own buffers: it runs once at a time. */
static unsigned char handler_to[60000], handler_back[LENGTH];
static volatile size_t handler_runs, handler_errors;

static void handle(int number) {
    in_handler = 1;
    handler_errors += both_ways((int)(handler_runs % KINDS), handler_to, handler_back);
    handler_runs++;
    in_handler = 0;
    (void)number;
}

/* Three streams of each kind at once, in step, leave three blocks of every size that one of them has at any time: for an interrupted
   stream, its interruption, and a slot that is busy at the moment. */
static void fill_pool(int level, unsigned char *to, unsigned char *back) {
    enum { AT_ONCE = 3, STEP = 250 };
    z_stream strm[AT_ONCE], from[AT_ONCE];
    size_t at;
    int i;
    memset(strm, 0, sizeof strm), memset(from, 0, sizeof from);
    for (i = 0; i < AT_ONCE; i++) OK(deflateInit(&strm[i], level) == Z_OK && inflateInit(&from[i]) == Z_OK, "init");
    for (at = 0; at <= LENGTH; at += STEP)
        for (i = 0; i < AT_ONCE; i++) {
            size_t room = from[i].total_out + STEP < LENGTH ? STEP : LENGTH - from[i].total_out;
            strm[i].next_in = lesson + at, strm[i].avail_in = at < LENGTH ? STEP : 0;
            strm[i].next_out = to, strm[i].avail_out = (uInt)ample(LENGTH);
            OK(deflate(&strm[i], at < LENGTH ? Z_NO_FLUSH : Z_FINISH) >= 0, "deflate");
            from[i].next_in = packed[level] + from[i].total_in, from[i].avail_in = (uInt)(packed_length[level] - from[i].total_in);
            from[i].next_out = back, from[i].avail_out = (uInt)room;
            OK(inflate(&from[i], Z_SYNC_FLUSH) >= 0 || room == 0, "inflate");
        }
    for (i = 0; i < AT_ONCE; i++) OK(deflateEnd(&strm[i]) == Z_OK && inflateEnd(&from[i]) == Z_OK, "end");
}

/* Streams that are begun, used and ended where others are interrupted amid the same. */
static void signal_handler(void) {
    struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    struct sigaction action;
    unsigned char *to = malloc(ample(LENGTH)), *back = malloc(LENGTH);
    size_t errors = 0, round;
    int level;
    zlazy_pool_limit(64 << 20);
    for (level = 0; level < KINDS; level++) fill_pool(level, to, back);
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
    for (round = 0; handler_runs < 300 && round < 60000; round++) errors += both_ways((int)(round % KINDS), to, back);
    setitimer(ITIMER_PROF, &never, NULL);
    OK(errors == 0 && handler_errors == 0, "%zu errors, %zu in the handler", errors, handler_errors);
    OK(handler_runs >= 20, "the handler ran %zu times", handler_runs);
    OK(handler_requests == 0, "malloc was asked %d times in the handler", handler_requests);
    free(to), free(back);
}
#endif

int main(void) {
    int level;
    check_begin();
    learn();
    RUN("64 threads", many_threads);
#ifndef CHECK_WATCHED_MALLOC
    RUN("forks amid threads", fork_storm);
    RUN("streams in a signal handler", signal_handler);
#endif
    for (level = 0; level < KINDS; level++) free(packed[level]);
    free(lesson);
    return check_end();
}
#else
int main(void) {
    return check_skip("for zlazy alone");
}
#endif
