/* Programs of calls by lot: what a random program draws, and what it called, for the report. */
#ifndef CHECK_LOTS_H
#define CHECK_LOTS_H

#include "check/data.h"

/* The random program under way. */
static struct {
    unsigned long round;
    struct lots lots;
    size_t odds;      /* one in so many values is bad */
    char trace[6000]; /* the calls */
} run;

/* Begins the program of a round: what it draws is a function of the seed. */
static inline void run_begin(unsigned long round, uint64_t seed, size_t odds) {
    run.round = round;
    run.lots = lots_from(seed);
    run.odds = odds;
    run.trace[0] = 0;
}

/* Notes a call or its result. */
__attribute__((format(printf, 1, 2))) static inline void trace(const char *format, ...) {
    size_t length = strlen(run.trace);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run.trace + length, sizeof run.trace - length, format, arguments);
    va_end(arguments);
}

/* The last calls, as far as a report has room for them. */
static inline const char *recent(void) {
    size_t length = strlen(run.trace);
    return run.trace + (length > 400 ? length - 400 : 0);
}

/* 0 .. n-1; 0 for n = 0. */
static inline int number(size_t n) {
    return (int)below(&run.lots, n);
}

/* Mostly good values, now and then a bad one. */
static inline long odd(long good, long bad) {
    return number(run.odds) ? good : bad;
}

#endif
