/* zlazy-stats.so, for "zlazy-run --stats": stands before the library, counts what a process asks of it, and tells at the process's
 * end. ZLAZY_STATS says where: "-" for the standard error, else a file to which it is appended. A process that did not use zlib
 * tells nothing, unless it is the one that zlazy-run was asked to run (ZLAZY_RUN).
 *
 * Counted are calls by programs and other libraries; each is passed on unchanged. What a program reads or writes by the macro
 * gzgetc needs no counting here: a file's totals are asked for when it is closed. */
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "zlib.h"

typedef atomic_ullong count;

/* One way of using zlib: level is 0 to 9, -1 counted as 6 and what is no level not at all. */
struct use {
    count begun, in, out, level[10];
};
static struct {
    struct use deflate, inflate, compress, uncompress, written, read;
    count most;
} counts;
static int report_fd = -1;

/* The function that stands behind this one. */
#define NEXT(name) ((__typeof__(&(name)))next(&next_of_##name, #name))
#define SLOT(name) static _Atomic(void *) next_of_##name;
static void *next(_Atomic(void *) *slot, const char *name) {
    void *found = atomic_load(slot);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        if (found == NULL) {
            dprintf(STDERR_FILENO, "zlazy-run: no library behind zlazy-stats.so has %s\n", name);
            abort();
        }
        atomic_store(slot, found);
    }
    return found;
}

static void add(count *to, unsigned long long number) { atomic_fetch_add_explicit(to, number, memory_order_relaxed); }

static void begun(struct use *use, int level) {
    add(&use->begun, 1);
    if (level == Z_DEFAULT_COMPRESSION) level = 6;
    if (level >= 0 && level <= 9) add(&use->level[level], 1);
}

/* The library's own numbers, 1 if it has them. */
static int library_stats(zlazy_statistics *numbers) {
    static _Atomic(void *) slot;
    void *found = atomic_load(&slot);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, "zlazy_stats");
        if (found == NULL) return 0;
        atomic_store(&slot, found);
    }
    return ((int (*)(zlazy_statistics *))found)(numbers) == Z_OK;
}

/* A stream is about to give its memory back: here the most is held. */
static void look(void) {
    zlazy_statistics now;
    unsigned long long most = atomic_load(&counts.most);
    if (!library_stats(&now)) return;
    while (now.stream_bytes > most && !atomic_compare_exchange_weak(&counts.most, &most, now.stream_bytes)) {
    }
}

SLOT(deflateInit_)
int deflateInit_(z_streamp strm, int level, const char *version, int size) {
    int code = NEXT(deflateInit_)(strm, level, version, size);
    if (code == Z_OK) begun(&counts.deflate, level);
    return code;
}

SLOT(deflateInit2_)
int deflateInit2_(z_streamp strm, int level, int method, int bits, int memory, int strategy, const char *version, int size) {
    int code = NEXT(deflateInit2_)(strm, level, method, bits, memory, strategy, version, size);
    if (code == Z_OK) begun(&counts.deflate, level);
    return code;
}

/* A call that moves a stream: what it read and wrote is counted. */
#define MOVING(use, strm, call)                                                         \
    uInt in = (strm) ? (strm)->avail_in : 0, out = (strm) ? (strm)->avail_out : 0;      \
    int code = call;                                                                    \
    if (strm) add(&(use)->in, in - (strm)->avail_in), add(&(use)->out, out - (strm)->avail_out); \
    return code;

SLOT(deflate)
int deflate(z_streamp strm, int flush) { MOVING(&counts.deflate, strm, NEXT(deflate)(strm, flush)) }

SLOT(deflateParams)
int deflateParams(z_streamp strm, int level, int strategy) {
    MOVING(&counts.deflate, strm, NEXT(deflateParams)(strm, level, strategy))
}

SLOT(inflate)
int inflate(z_streamp strm, int flush) { MOVING(&counts.inflate, strm, NEXT(inflate)(strm, flush)) }

SLOT(deflateReset)
int deflateReset(z_streamp strm) {
    int code;
    look();
    code = NEXT(deflateReset)(strm);
    if (code == Z_OK) add(&counts.deflate.begun, 1);
    return code;
}

SLOT(deflateEnd)
int deflateEnd(z_streamp strm) {
    look();
    return NEXT(deflateEnd)(strm);
}

SLOT(inflateInit_)
int inflateInit_(z_streamp strm, const char *version, int size) {
    int code = NEXT(inflateInit_)(strm, version, size);
    if (code == Z_OK) begun(&counts.inflate, -2);
    return code;
}

SLOT(inflateInit2_)
int inflateInit2_(z_streamp strm, int bits, const char *version, int size) {
    int code = NEXT(inflateInit2_)(strm, bits, version, size);
    if (code == Z_OK) begun(&counts.inflate, -2);
    return code;
}

SLOT(inflateReset)
int inflateReset(z_streamp strm) {
    int code;
    look();
    code = NEXT(inflateReset)(strm);
    if (code == Z_OK) add(&counts.inflate.begun, 1);
    return code;
}

SLOT(inflateReset2)
int inflateReset2(z_streamp strm, int bits) {
    int code;
    look();
    code = NEXT(inflateReset2)(strm, bits);
    if (code == Z_OK) add(&counts.inflate.begun, 1);
    return code;
}

SLOT(inflateEnd)
int inflateEnd(z_streamp strm) {
    look();
    return NEXT(inflateEnd)(strm);
}

/* In one step. */
SLOT(compress)
int compress(Bytef *to, uLongf *room, const Bytef *from, uLong length) {
    int code = NEXT(compress)(to, room, from, length);
    begun(&counts.compress, Z_DEFAULT_COMPRESSION);
    if (code == Z_OK) add(&counts.compress.in, length), add(&counts.compress.out, *room);
    return code;
}

SLOT(compress2)
int compress2(Bytef *to, uLongf *room, const Bytef *from, uLong length, int level) {
    int code = NEXT(compress2)(to, room, from, length, level);
    begun(&counts.compress, level);
    if (code == Z_OK) add(&counts.compress.in, length), add(&counts.compress.out, *room);
    return code;
}

SLOT(uncompress)
int uncompress(Bytef *to, uLongf *room, const Bytef *from, uLong length) {
    int code = NEXT(uncompress)(to, room, from, length);
    begun(&counts.uncompress, -2);
    if (code == Z_OK) add(&counts.uncompress.in, length), add(&counts.uncompress.out, *room);
    return code;
}

SLOT(uncompress2)
int uncompress2(Bytef *to, uLongf *room, const Bytef *from, uLong *length) {
    int code = NEXT(uncompress2)(to, room, from, length);
    begun(&counts.uncompress, -2);
    if (code == Z_OK) add(&counts.uncompress.in, *length), add(&counts.uncompress.out, *room);
    return code;
}

/* Files. Which of them are written is remembered, because closing does not tell; one of more than there are places for is not
   counted when it is closed. */
enum { PLACES = 256 };
static _Atomic(gzFile) writers[PLACES];
static int replace(gzFile old, gzFile new) {
    int place;
    for (place = 0; place < PLACES; place++) {
        gzFile expected = old;
        if (atomic_compare_exchange_strong(&writers[place], &expected, new)) return 1;
    }
    return 0;
}

static gzFile opened(gzFile file, const char *mode) {
    if (file == NULL) return file;
    if (strpbrk(mode, "wa") == NULL) begun(&counts.read, -2);
    else {
        const char *digit = strpbrk(mode, "0123456789");
        begun(&counts.written, digit ? *digit - '0' : Z_DEFAULT_COMPRESSION);
        replace(NULL, file);
    }
    return file;
}

SLOT(gztell64)
SLOT(gzoffset64)

/* The totals of a file that is being closed. What a writer will have written is not known yet. */
static void closing(gzFile file) {
    z_off64_t position, offset;
    if (file == NULL) return;
    look();
    position = NEXT(gztell64)(file);
    if (replace(file, NULL)) {
        if (position > 0) add(&counts.written.in, (unsigned long long)position);
        return;
    }
    offset = NEXT(gzoffset64)(file);
    if (position > 0) add(&counts.read.out, (unsigned long long)position);
    if (offset > 0) add(&counts.read.in, (unsigned long long)offset);
}

SLOT(gzopen)
gzFile gzopen(const char *path, const char *mode) { return opened(NEXT(gzopen)(path, mode), mode); }

SLOT(gzopen64)
gzFile gzopen64(const char *path, const char *mode) { return opened(NEXT(gzopen64)(path, mode), mode); }

SLOT(gzdopen)
gzFile gzdopen(int fd, const char *mode) { return opened(NEXT(gzdopen)(fd, mode), mode); }

SLOT(gzclose)
int gzclose(gzFile file) {
    closing(file);
    return NEXT(gzclose)(file);
}

SLOT(gzclose_r)
int gzclose_r(gzFile file) {
    closing(file);
    return NEXT(gzclose_r)(file);
}

SLOT(gzclose_w)
int gzclose_w(gzFile file) {
    closing(file);
    return NEXT(gzclose_w)(file);
}

/* The report. */
struct text {
    size_t length;
    char bytes[4096];
};

static void say(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct text *text, const char *format, ...) {
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, arguments);
    va_end(arguments);
    if (length > 0 && text->length + (size_t)length < sizeof text->bytes) text->length += (size_t)length;
}

static void say_use(struct text *text, const char *name, const struct use *use, const char *unit) {
    int level;
    if (use->begun == 0) return;
    say(text, "  %-11s %8llu %-8s %12llu bytes in %12llu bytes out", name, use->begun, unit, use->in, use->out);
    for (level = 0; level < 10; level++) {
        if (use->level[level]) say(text, "  level %d: %llu", level, use->level[level]);
    }
    say(text, "\n");
}

static void say_memory(struct text *text) {
    zlazy_statistics now;
    if (!library_stats(&now)) {
        say(text, "  the zlib of this process is not zlazy\n");
        return;
    }
    say(text, "  memory      %8zu streams open hold %zu bytes; the most seen is %llu bytes; refused %zu times\n", now.streams,
        now.stream_bytes, counts.most, now.refusals);
    say(text, "  pool        %8zu blocks have %zu bytes; it answered %zu requests\n", now.pool_blocks, now.pool_bytes, now.pool_takes);
}

static int was_used(void) {
    return counts.deflate.begun || counts.inflate.begun || counts.compress.begun || counts.uncompress.begun || counts.read.begun ||
           counts.written.begun;
}

static void report(void) {
    const char *where = getenv("ZLAZY_STATS"), *asked = getenv("ZLAZY_RUN");
    static struct text text;
    int fd = report_fd;
    if (where == NULL) return;
    if (!was_used() && (asked == NULL || atol(asked) != (long)getpid())) return;
    say(&text, "zlazy-run: %s (process %ld)%s\n", program_invocation_short_name, (long)getpid(), was_used() ? "" : ": used no zlib");
    say_use(&text, "deflate", &counts.deflate, "streams");
    say_use(&text, "inflate", &counts.inflate, "streams");
    say_use(&text, "compress", &counts.compress, "calls");
    say_use(&text, "uncompress", &counts.uncompress, "calls");
    say_use(&text, "gz written", &counts.written, "files");
    say_use(&text, "gz read", &counts.read, "files");
    if (was_used()) say_memory(&text);
    if (strcmp(where, "-") != 0) fd = open(where, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd >= 0 && write(fd, text.bytes, text.length) < 0) return;
}

/* A child that goes on without another program counts for itself. */
static void forked(void) { memset(&counts, 0, sizeof counts); }

/* Functions registered here run before the library is taken down. Programs may close their standard error before they end, so
   there is a copy of it, out of the way. */
__attribute__((constructor)) static void loaded(void) {
    const char *where = getenv("ZLAZY_STATS");
    if (where == NULL) return;
    if (strcmp(where, "-") == 0) report_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 200);
    pthread_atfork(NULL, NULL, forked);
    atexit(report);
}
