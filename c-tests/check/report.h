/* How a check reports: names, answers, failures, and the proof of which library was loaded. */
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "zlib.h"

/* Seconds after which a check counts as hung. */
#ifndef CHECK_PATIENCE
#define CHECK_PATIENCE 240
#endif

static struct {
    const char *name;       /* the running check */
    unsigned long failures; /* of the running check */
    int failed;             /* checks that failed so far */
    char first[512];        /* the first failure of the running check */
    char other[512];        /* another, where all are told */
    int verbose;            /* whether all are told */
    FILE *quiet;            /* where stderr goes meanwhile: the library must write nothing there */
    int stderr_fd;          /* the real one */
} check;

/* True if `condition`; otherwise the failure is counted and the first one is kept for the report. */
#define OK(condition, ...) ((condition) ? 1 : check_fail(__VA_ARGS__))

/* Runs one check and prints its line. */
#define RUN(name, function) (check_open(name), function(), check_close())

__attribute__((format(printf, 1, 2))) static inline int check_fail(const char *format, ...) {
    va_list arguments;
    char *to = check.failures++ ? check.other : check.first;
    if (to == check.other && !check.verbose) return 0;
    va_start(arguments, format);
    vsnprintf(to, sizeof check.first, format, arguments);
    va_end(arguments);
    if (check.verbose) printf("  failure: %s\n", to);
    return 0;
}

/* Prints an answer that zlib defines: the output under two libraries must be the same. */
__attribute__((format(printf, 1, 2))) static inline void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("  ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

static inline void check_open(const char *name) {
    check.name = name;
    check.failures = 0;
    alarm(CHECK_PATIENCE);
}

static inline void check_close(void) {
    alarm(0);
    if (check.failures == 0) {
        printf("ok %s\n", check.name);
    } else if (check.failures == 1) {
        printf("FAIL %s: %s\n", check.name, check.first);
    } else {
        printf("FAIL %s: %s (and %lu more)\n", check.name, check.first, check.failures - 1);
    }
    check.failed += check.failures != 0;
    fflush(stdout);
}

/* A crash or a hang is a failure of the running check; the program ends there. */
static void check_died(int signal_number) {
    char line[300];
    int length = snprintf(line, sizeof line, "FAIL %s: %s %d\n", check.name ? check.name : "(start)",
                          signal_number == SIGALRM ? "no end, signal" : "died of signal", signal_number);
    if (write(STDOUT_FILENO, line, (size_t)length) < 0) _exit(2);
    _exit(1);
}

/* The file that holds `symbol`, or "". */
static inline const char *file_of(const void *symbol) {
    Dl_info info;
    return dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "";
}

/* An address that a function pointer holds: ISO C has no cast for it. */
#define ADDRESS(function) (*(const void **)&(function))

#ifdef CHECK_TWO_LIBRARIES
/* The program opens its libraries itself: see check/library.h. */
static inline void check_library(void) {}
#else
/* Weak: only our library has it, and a program linked to another must still start. */
extern const char *zlazy_version(void) __attribute__((weak));

/* Fails unless the library under test is the one that EXPECT names. */
static inline void check_library(void) {
    const char *expected = getenv("EXPECT");
    const char *(*version)(void) = zlibVersion;
    const char *(*identity)(void) = zlazy_version;
    int (*engine)(z_streamp, int) = deflate;
    if (expected == NULL || *expected == 0) return;
    check_open("the library under test");
    if (strcmp(expected, "zlazy") == 0) {
        OK(identity != NULL, "expected zlazy, got %s", file_of(ADDRESS(version)));
        OK(identity == NULL || strcmp(file_of(ADDRESS(identity)), file_of(ADDRESS(engine))) == 0,
           "zlazy_version from %s but deflate from %s", file_of(ADDRESS(identity)), file_of(ADDRESS(engine)));
    } else if (strcmp(expected, "oracle") == 0) {
        OK(identity == NULL, "expected the oracle, got zlazy from %s", file_of(ADDRESS(version)));
        OK(strcmp(zlibVersion(), "1.4") == 0, "expected the oracle, got zlib %s from %s", zlibVersion(), file_of(ADDRESS(version)));
    } else {
        OK(0, "EXPECT=%s is neither zlazy nor oracle", expected);
    }
    if (check.failures) check_close();
    alarm(0);
}
#endif

/* Must be the first call of main. */
static inline void check_begin(void) {
    int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGALRM, SIGPIPE};
    size_t i;
    for (i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], check_died);
    setvbuf(stdout, NULL, _IOLBF, 0);
    check.verbose = getenv("VERBOSE") != NULL;
    check.stderr_fd = dup(STDERR_FILENO);
    check.quiet = tmpfile();
    if (check.quiet) dup2(fileno(check.quiet), STDERR_FILENO);
    check_library();
}

/* Must be the last call of main: gives the exit status. A11: nothing was written to stderr. */
static inline int check_end(void) {
    char said[200] = "";
    size_t length = 0;
    if (check.quiet) {
        rewind(check.quiet);
        length = fread(said, 1, sizeof said - 1, check.quiet);
    }
    if (check.stderr_fd >= 0) dup2(check.stderr_fd, STDERR_FILENO);
    check_open("A11 nothing on stderr");
    OK(length == 0, "stderr holds: %s", said);
    check_close();
    return check.failed != 0;
}

/* Ends a program that cannot test anything here: the runner counts it as skipped. */
static inline int check_skip(const char *why) {
    if (check.stderr_fd >= 0) dup2(check.stderr_fd, STDERR_FILENO);
    printf("skipped: %s\n", why);
    return 77;
}

/* A number from the environment. */
static inline unsigned long from_environment(const char *name, unsigned long otherwise) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 0) : otherwise;
}

/* The code's name, for failures and answers. */
static inline const char *code_name(int code) {
    static const char *const names[] = {"VERSION_ERROR", "BUF_ERROR", "MEM_ERROR", "DATA_ERROR", "STREAM_ERROR",
                                        "ERRNO",         "OK",        "STREAM_END", "NEED_DICT"};
    return code >= -6 && code <= 2 ? names[code + 6] : "(no code of zlib)";
}

#endif
