/* minigzip: files in gzip format, by the gz functions alone. An example of their use, and a program to test them with.
 *
 *   minigzip [-c] [-d] [-f] [-h] [-k] [-l] [-t] [-v] [-1 ... -9] [FILE...]
 *
 * Replaces each FILE by FILE.gz, or with -d each FILE.gz by FILE. Without files, or for "-", it goes from standard input to
 * standard output.
 *   -c  write to standard output, and keep the files       -d  decompress        -t  decompress, and write nothing
 *   -f  overwrite files                                    -k  keep the files    -1 ... -9  fastest ... smallest
 *   -l  list sizes, which are found by decompressing       -v  tell what became of each file
 * Work that takes long shows on a terminal how far it is. Ends with 0; with 1 after an error; with 2 if some file was passed
 * over. As with gzip. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "zlib.h"

enum { PIECE = 65536 };
enum { FINE = 0, FAILED = 1, PASSED_OVER = 2 };

static struct {
    int decompress, to_stdout, keep, overwrite, test, list, tell;
    char level;
} wish = {0, 0, 0, 0, 0, 0, 0, '6'};

/* The file at work: the bytes on both sides so far, and its length (0: not known). */
static struct {
    long long packed, plain, length;
    double begun, shown;
} work;
/* Over all files, for -l. */
static struct {
    long long packed, plain;
    int files;
} sum;

static char buffer[PIECE];

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void begin_work(int from) {
    struct stat status;
    memset(&work, 0, sizeof work);
    if (fstat(from, &status) == 0 && S_ISREG(status.st_mode)) work.length = status.st_size;
    work.begun = work.shown = seconds();
}

/* On a terminal, from the second second on and five times a second: how far the work is. */
static void progress(const char *name) {
    double now = seconds();
    long long done = wish.decompress ? work.packed : work.plain;
    if (now - work.begun < 1 || now - work.shown < 0.2 || !isatty(STDERR_FILENO)) return;
    work.shown = now;
    fprintf(stderr, "\r%s: %lld MB, %.0f MB/s", name, done / 1000000, (double)work.plain / 1e6 / (now - work.begun));
    if (work.length > 0) fprintf(stderr, ", %lld %%", done >= work.length ? 100 : done * 100 / work.length);
    fputs("\033[K", stderr);
}

/* Takes the progress away, so that what is said next stands at the left. */
static void end_progress(void) {
    if (work.shown > work.begun) fputs("\r\033[K", stderr);
    work.shown = work.begun;
}

/* How much smaller the packed side is, in percent. */
static double saved(long long packed, long long plain) {
    return plain > 0 ? 100.0 * (double)(plain - packed) / (double)plain : 0;
}

static int complain(const char *name, const char *what, int status) {
    end_progress();
    fprintf(stderr, "minigzip: %s: %s\n", name, what);
    return status;
}

/* What gzerror says, which has a name of its own before it. */
static int complain_of(gzFile file, const char *name) {
    int code;
    const char *said = gzerror(file, &code), *colon = strstr(said, ": ");
    return complain(name, colon ? colon + 2 : said, FAILED);
}

static int write_all(int fd, const char *bytes, size_t length) {
    while (length) {
        ssize_t count = write(fd, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return 0;
        bytes += count, length -= (size_t)count;
    }
    return 1;
}

/* Takes both descriptors over. */
static int compress_file(int from, int to, const char *name) {
    char mode[] = {'w', 'b', wish.level, 0};
    gzFile file = gzdopen(to, mode);
    ssize_t length;
    int status = FINE;
    if (file == NULL) {
        close(from), close(to);
        return complain(name, "out of memory", FAILED);
    }
    gzbuffer(file, PIECE);
    begin_work(from);
    while ((length = read(from, buffer, PIECE)) != 0) {
        if (length < 0 && errno == EINTR) continue;
        if (length < 0) status = complain(name, strerror(errno), FAILED);
        else if (gzwrite(file, buffer, (unsigned)length) != (int)length) status = complain_of(file, name);
        if (status) break;
        work.plain += length;
        progress(name);
    }
    close(from);
    if (gzclose(file) != Z_OK && status == FINE) status = complain(name, strerror(errno), FAILED);
    end_progress();
    return status;
}

/* Takes both descriptors over; `to` is -1 if nothing is to be written. */
static int decompress_file(int from, int to, const char *name) {
    gzFile file = gzdopen(from, "rbG");
    int length, code, status = FINE;
    if (file == NULL) {
        close(from), close(to);
        return complain(name, "out of memory", FAILED);
    }
    gzbuffer(file, PIECE);
    begin_work(from);
    while ((length = gzread(file, buffer, PIECE)) > 0) {
        work.plain += length;
        work.packed = gzoffset(file);
        progress(name);
        if (to >= 0 && !write_all(to, buffer, (size_t)length)) {
            status = complain(name, strerror(errno), FAILED);
            break;
        }
    }
    work.packed = gzoffset(file);
    gzerror(file, &code);
    if (status == FINE && code != Z_OK) status = gzoffset(file) == 0 ? complain(name, "not in gzip format", FAILED) : complain_of(file, name);
    gzclose(file);
    if (to >= 0 && close(to) && status == FINE) status = complain(name, strerror(errno), FAILED);
    end_progress();
    return status;
}

/* A line of -l, in gzip's columns. */
static void list(long long packed, long long plain, const char *name) {
    if (sum.files == 0) puts("         compressed        uncompressed  ratio uncompressed_name");
    printf("%19lld %19lld %5.1f%% %s\n", packed, plain, saved(packed, plain), name);
}

/* The name without the suffix, if it has one. */
static void list_file(const char *name) {
    size_t length = strlen(name);
    char *plain_name = strdup(name);
    if (plain_name && length > 3 && strcmp(name + length - 3, ".gz") == 0) plain_name[length - 3] = 0;
    list(work.packed, work.plain, plain_name ? plain_name : name);
    free(plain_name);
    sum.packed += work.packed, sum.plain += work.plain, sum.files++;
}

static int one_stream(int from, int to, const char *name) {
    int status = wish.decompress ? decompress_file(from, to, name) : compress_file(from, to, name);
    if (status == FINE && wish.list) list_file(name);
    else if (status == FINE && wish.test && wish.tell) fprintf(stderr, "%s:\tOK\n", name);
    return status;
}

/* A copy of standard output, so that it can be closed with each file. */
static int standard_output(void) {
    return wish.test ? -1 : dup(STDOUT_FILENO);
}

/* The name that a file gets; an empty one if it is to be passed over. Newly allocated. */
static char *new_name(const char *name) {
    size_t length = strlen(name);
    int has_suffix = length > 3 && strcmp(name + length - 3, ".gz") == 0;
    char *other = malloc(length + 4);
    if (other == NULL) return NULL;
    memcpy(other, name, length + 1);
    if (has_suffix != wish.decompress) other[0] = 0;
    else if (has_suffix) other[length - 3] = 0;
    else memcpy(other + length, ".gz", 4);
    return other;
}

/* The new file has the old one's times and permissions. */
static void same_properties(int from, int to) {
    struct stat old;
    struct timespec times[2];
    if (fstat(from, &old)) return;
    times[0] = old.st_atim, times[1] = old.st_mtim;
    if (fchmod(to, old.st_mode & 07777) || futimens(to, times)) return;
}

static int replace_file(int from, const char *name) {
    char *other = new_name(name);
    int status, to, old, properties;
    if (other == NULL) return complain(name, "out of memory", FAILED);
    if (*other == 0) {
        free(other), close(from);
        return complain(name, wish.decompress ? "unknown suffix -- ignored" : "already has .gz suffix -- unchanged", PASSED_OVER);
    }
    to = open(other, O_WRONLY | O_CREAT | O_CLOEXEC | (wish.overwrite ? O_TRUNC : O_EXCL), 0600);
    if (to < 0) {
        status = complain(other, strerror(errno), errno == EEXIST ? PASSED_OVER : FAILED);
        free(other), close(from);
        return status;
    }
    /* Both descriptors are closed by the call, but times can be set only after the last write. */
    old = dup(from), properties = dup(to);
    status = one_stream(from, to, name);
    if (status == FINE) {
        struct stat packed;
        same_properties(old, properties);
        if (!wish.decompress && fstat(properties, &packed) == 0) work.packed = packed.st_size;
        if (wish.tell) fprintf(stderr, "%s:\t%5.1f%% -- %s %s\n", name, saved(work.packed, work.plain), wish.keep ? "created" : "replaced with", other);
    }
    close(old), close(properties);
    if (status != FINE) unlink(other);
    else if (!wish.keep && unlink(name)) status = complain(name, strerror(errno), FAILED);
    free(other);
    return status;
}

static int one_file(const char *name) {
    struct stat status;
    int from;
    if (strcmp(name, "-") == 0) return one_stream(dup(STDIN_FILENO), standard_output(), "stdin");
    from = open(name, O_RDONLY | O_CLOEXEC);
    if (from < 0) return complain(name, strerror(errno), FAILED);
    if (fstat(from, &status) == 0 && !S_ISREG(status.st_mode) && !wish.to_stdout) {
        close(from);
        return complain(name, S_ISDIR(status.st_mode) ? "is a directory -- ignored" : "not a regular file -- ignored", PASSED_OVER);
    }
    return wish.to_stdout ? one_stream(from, standard_output(), name) : replace_file(from, name);
}

static int help(void) {
    puts("minigzip [-c] [-d] [-f] [-h] [-k] [-l] [-t] [-v] [-1 ... -9] [FILE...]\n"
         "Replaces each FILE by FILE.gz, or with -d each FILE.gz by FILE; without files, standard input goes to standard output.\n"
         "  -c  to standard output   -d  decompress     -f  overwrite files  -k  keep the files\n"
         "  -l  list sizes           -t  test           -v  tell more        -1 ... -9  fastest ... smallest");
    return FINE;
}

int main(int count, char **words) {
    int option, status = FINE;
    while ((option = getopt(count, words, "cdfhkltv123456789")) != -1) {
        switch (option) {
        case 'c': wish.to_stdout = 1; break;
        case 'd': wish.decompress = 1; break;
        case 'f': wish.overwrite = 1; break;
        case 'h': return help();
        case 'k': wish.keep = 1; break;
        case 'l': wish.list = wish.test = wish.decompress = wish.to_stdout = 1; break;
        case 't': wish.test = wish.decompress = wish.to_stdout = 1; break;
        case 'v': wish.tell = 1; break;
        case '?': return FAILED;
        default: wish.level = (char)option; break;
        }
    }
    if (optind == count) return one_file("-");
    for (; optind < count; optind++) {
        int one = one_file(words[optind]);
        if (status != FAILED && one != FINE) status = one;
    }
    if (sum.files > 1) list(sum.packed, sum.plain, "(totals)");
    if (fflush(stdout) && status == FINE) status = complain("stdout", strerror(errno), FAILED);
    return status;
}
