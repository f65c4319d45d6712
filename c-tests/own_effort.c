/* No data is pathological: whatever is built against the match finders takes at most twenty times what text takes, byte for
 * byte. Time grows linearly. A small window costs about twice as much at the lowest levels, less at the others: its matches are
 * short, so more places are searched.
 *
 * Time is processor time, the best of a few rounds; the bounds are so wide that what else runs does not matter. */
#include "check.h"
#include <time.h>

enum { SIZE = 1 << 17, ROUNDS = 2 };

static unsigned char *text, *data, *packed;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds for one stream, at best. */
static double cost(const unsigned char *from, size_t n, struct settings s) {
    double best = 1e9;
    int round;
    for (round = 0; round < ROUNDS; round++) {
        z_stream strm;
        double begin = seconds();
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        strm.next_in = (Bytef *)from, strm.avail_in = (uInt)n;
        strm.next_out = packed, strm.avail_out = (uInt)(n + n / 8 + 1000);
        OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "finish (%s)", settings_name(s));
        deflateEnd(&strm);
        begin = seconds() - begin;
        if (begin < best) best = begin;
    }
    return best;
}

static void fibonacci(size_t n) {
    size_t a = 1, b = 2, i;
    data[0] = 'a', data[1] = 'b';
    while (b < n) {
        for (i = 0; i < a && b + i < n; i++) data[b + i] = data[i];
        i = b, b += a, a = i;
    }
}

static void thue_morse(size_t n) {
    size_t i;
    for (i = 0; i < n; i++) data[i] = (unsigned char)('a' + __builtin_parityll(i));
}

/* Every word of four letters out of 16 once (a de Bruijn sequence by the greedy rule: the largest letter that is new). */
static void de_bruijn(size_t n) {
    static unsigned char seen[1 << 16];
    unsigned word = 0;
    size_t i;
    memset(seen, 0, sizeof seen);
    for (i = 0; i < n; i++) {
        unsigned letter = 16;
        while (letter-- > 1 && seen[(word << 4 | letter) & 0xffff]) {}
        word = (word << 4 | (letter & 15)) & 0xffff;
        seen[word] = 1;
        data[i] = (unsigned char)(letter & 15);
    }
}

/* The same four bytes everywhere, and what follows always another: every chain is as long as the window allows. */
static void long_chains(size_t n) {
    struct lots lots = lots_from(1);
    size_t i;
    for (i = 0; i < n; i++) data[i] = (i % 8 < 5) ? 'x' : (unsigned char)draw(&lots);
}

/* Long matches that all differ in their last byte. */
static void nearly_the_same(size_t n) {
    struct lots lots = lots_from(2);
    size_t i;
    for (i = 0; i < n; i++) data[i] = i % 250 ? (unsigned char)(i % 250) : (unsigned char)draw(&lots);
}

static void two_letters(size_t n) {
    struct lots lots = lots_from(3);
    size_t i;
    for (i = 0; i < n; i++) data[i] = (unsigned char)('a' + (draw(&lots) & 1));
}

static void counters(size_t n) {
    size_t i;
    for (i = 0; i < n; i++) data[i] = (unsigned char)(i / 4 >> 8 * (i % 4));
}

static void zeros(size_t n) {
    memset(data, 0, n);
}

static void random_bytes(size_t n) {
    make_data(data, n, DATA_RANDOM, 4);
}

static const struct {
    const char *name;
    void (*make)(size_t n);
} kinds[] = {{"zeros", zeros},           {"random", random_bytes},           {"Fibonacci", fibonacci},
             {"Thue-Morse", thue_morse}, {"de Bruijn", de_bruijn},           {"long chains", long_chains},
             {"counters", counters},     {"nearly the same", nearly_the_same}, {"two letters", two_letters}};

static void nothing_is_pathological(void) {
    size_t kind;
    int level;
    for (level = 1; level <= 9; level++) {
        struct settings s = {level, -15, 8, Z_DEFAULT_STRATEGY};
        double usual = cost(text, SIZE, s);
        for (kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
            double now;
            kinds[kind].make(SIZE);
            now = cost(data, SIZE, s);
            if (check.verbose) printf("  level %d, %s: %.2f times text\n", level, kinds[kind].name, now / usual);
            OK(now <= 20 * usual, "level %d: %s takes %.1f times what text takes", level, kinds[kind].name, now / usual);
        }
    }
}

/* A match of the greatest length was known before the search, and thousands of others were looked at all the same. */
static void nothing_is_better_than_the_longest(void) {
    int level;
    for (level = 1; level <= 9; level++) {
        struct settings s = {level, -15, 8, Z_DEFAULT_STRATEGY};
        double usual = cost(text, SIZE, s), now;
        zeros(SIZE);
        now = cost(data, SIZE, s);
        if (check.verbose) printf("  level %d: %.2f times text\n", level, now / usual);
        OK(now <= usual, "level %d: zeros take %.1f times what text takes", level, now / usual);
    }
}

/* The quickest levels are held against level 4: with the usual window they find matches in less time than the many small blocks of
 * a small memory can be coded in. */
static void small_windows(void) {
    double at_four = 0;
    int level;
    for (level = 9; level >= 1; level--) {
        struct settings usual = {level, -15, 8, Z_DEFAULT_STRATEGY}, small = {level, -9, 1, Z_DEFAULT_STRATEGY};
        double now = cost(text, SIZE, small), before = level < 3 ? at_four : cost(text, SIZE, usual);
        if (level == 4) at_four = before;
        if (check.verbose) printf("  level %d: %.2f times\n", level, now / before);
        OK(now <= (level < 3 ? 2 : 3) * before, "level %d: windowBits 9 and memLevel 1 take %.1f times what 15 and 8 take at level %d", level, now / before, level < 3 ? 4 : level);
    }
}

static void time_is_linear(void) {
    int level;
    for (level = 1; level <= 9; level += 4) {
        struct settings s = {level, -15, 8, Z_DEFAULT_STRATEGY};
        size_t n = 16 * SIZE;
        unsigned char *much = new_data(n, DATA_TEXT, 5);
        double ratio = cost(much, n, s) / cost(much, n / 8, s) / 8;
        if (check.verbose) printf("  level %d: %.2f times a byte\n", level, ratio);
        OK(ratio <= 2, "level %d: a byte of eight times the text takes %.1f times the time", level, ratio);
        free(much);
    }
}

int main(void) {
    check_begin();
    text = new_data(SIZE, DATA_TEXT, 0), data = malloc(SIZE), packed = malloc(20 * SIZE);
    RUN("effort: no data is pathological", nothing_is_pathological);
    RUN("effort: nothing is better than the longest match", nothing_is_better_than_the_longest);
    RUN("effort: small windows", small_windows);
    RUN("effort: time is linear", time_is_linear);
    free(text), free(data), free(packed);
    return check_end();
}
