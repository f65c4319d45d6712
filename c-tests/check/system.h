/* A system that is played to gz files: what a file is, how its calls go, and the same file for both libraries.
 *
 * read, write and lseek64 are this program's, and both libraries call them: for the file of a side they count the calls, cut
 * them short, have them fail, and play pipes that have nothing to read or no room, as the program under way says. */
#ifndef CHECK_SYSTEM_H
#define CHECK_SYSTEM_H

#include "check/library.h"
#include "check/lots.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

/* For names that are macros in zlib.h. */
#undef gzgetc
#undef gzopen
#undef gzseek
#undef gztell
#undef gzoffset

#define GZ_FUNCTIONS(F) \
    F(gzFile, gzopen, (const char *, const char *)) \
    F(gzFile, gzopen64, (const char *, const char *)) \
    F(gzFile, gzdopen, (int, const char *)) \
    F(int, gzbuffer, (gzFile, unsigned)) \
    F(int, gzsetparams, (gzFile, int, int)) \
    F(int, gzread, (gzFile, void *, unsigned)) \
    F(size_t, gzfread, (void *, size_t, size_t, gzFile)) \
    F(int, gzwrite, (gzFile, const void *, unsigned)) \
    F(size_t, gzfwrite, (const void *, size_t, size_t, gzFile)) \
    F(int, gzprintf, (gzFile, const char *, ...)) \
    F(int, gzputs, (gzFile, const char *)) \
    F(char *, gzgets, (gzFile, char *, int)) \
    F(int, gzputc, (gzFile, int)) \
    F(int, gzgetc, (gzFile)) \
    F(int, gzgetc_, (gzFile)) \
    F(int, gzungetc, (int, gzFile)) \
    F(int, gzflush, (gzFile, int)) \
    F(long, gzseek, (gzFile, long, int)) \
    F(long, gzseek64, (gzFile, long, int)) \
    F(int, gzrewind, (gzFile)) \
    F(long, gztell, (gzFile)) \
    F(long, gztell64, (gzFile)) \
    F(long, gzoffset, (gzFile)) \
    F(long, gzoffset64, (gzFile)) \
    F(int, gzeof, (gzFile)) \
    F(int, gzdirect, (gzFile)) \
    F(int, gzclose, (gzFile)) \
    F(int, gzclose_r, (gzFile)) \
    F(int, gzclose_w, (gzFile)) \
    F(const char *, gzerror, (gzFile, int *)) \
    F(void, gzclearerr, (gzFile))

enum { CONTENT = 300000, ROOM = 200000, SUNK = 4000000, FDS = 1024 };

/* What a program's file is. */
enum kind {
    FILE_NAME,   /* a file, opened by its name */
    FILE_FD,     /* a file, opened by a descriptor; system calls do less than they could, and fail */
    PIPE,        /* played: bytes come as fast as they are read, or go */
    SLOW_PIPE,   /* played: does not wait */
    REAL_PIPE,   /* one of the system's, with all there is to read */
    REAL_SLOW,   /* one of the system's that does not wait */
    KINDS
};

/* What a system call meets. */
enum weather { FAIR, CHANGING, FULL, STALLED };

/* One library and its file. */
struct side {
    struct library library;
#define F(result, name, arguments) result(*name) arguments;
    GZ_FUNCTIONS(F)
#undef F
    gzFile file;
    int fd, far;          /* the file's descriptor; a real pipe's other end */
    char path[200];
    size_t at;            /* played pipes: bytes that were read */
    struct lots lots;     /* for the weather */
    uint64_t calls;       /* fingerprint of the system calls */
    unsigned char *room;  /* what calls write to */
    unsigned char *sunk;  /* what was written to a pipe */
    size_t sunk_length;
    unsigned char *taken; /* writing: what the calls have taken */
    size_t taken_length;
};

static struct side sides[2];

/* The gz functions and the buffers of a side, whose library is open; 0 if there are none. */
static int open_gz(struct side *side) {
#ifdef CHECK_LINKED
    if (side == &sides[0]) {
#define F(result, name, arguments) side->name = name;
        GZ_FUNCTIONS(F)
#undef F
    } else
#endif
    {
#define F(result, name, arguments) *(void **)&side->name = library_symbol(&side->library, #name);
        GZ_FUNCTIONS(F)
#undef F
    }
    side->room = malloc(ROOM + 64), side->sunk = malloc(SUNK), side->taken = malloc(SUNK);
    return side->room && side->sunk && side->taken;
}

static char folder[100]; /* for the sides' files: one in 0, one in 1 */

/* The file of the program under way, and how its calls go. */
static struct {
    enum kind kind;
    int writing, plain, exact; /* plain: not compressed; exact: calls on both sides return the same */
    enum weather weather;
    unsigned char *content; /* reading: what the file has */
    size_t length, arrived; /* of it; of this, what can be read */
    unsigned char *text;
} program;

static struct side *side_of[FDS]; /* by descriptor, for what is played */

static struct side *played(int fd) {
    return fd >= 0 && fd < FDS ? side_of[fd] : NULL;
}

static int is_pipe(void) {
    return program.kind == PIPE || program.kind == SLOW_PIPE;
}

static void note_call(struct side *side, uint64_t what) {
    side->calls = (side->calls ^ what) * 0x100000001b3u;
}

/* How many of n bytes a system call does: n, fewer, or -1 with errno set. */
static ssize_t weather(struct side *side, size_t n, int reads) {
    static const int bad[] = {EIO, EINTR, ENOSPC, EBADF};
    /* zlib loses what it has read when a later read of the same call fails: such failures are not drawn. */
    int first = errno == 0;
    switch (program.weather) {
    case FAIR: return (ssize_t)n;
    case FULL: errno = ENOSPC; return -1;
    case STALLED: errno = EAGAIN; return -1;
    case CHANGING: break;
    }
    if (program.kind == SLOW_PIPE && below(&side->lots, 3) == 0) {
        errno = EAGAIN;
        return -1;
    }
    /* Behind such a failure a call does not say what it has taken. */
    if (program.exact && (first || !reads) && below(&side->lots, 60) == 0) {
        errno = bad[below(&side->lots, 4)];
        return -1;
    }
    if (below(&side->lots, 3)) return (ssize_t)n;
    return (ssize_t)(n ? 1 + below(&side->lots, n) : 0);
}

ssize_t read(int fd, void *to, size_t n) {
    struct side *side = played(fd);
    ssize_t most, done;
    if (side == NULL) return syscall(SYS_read, fd, to, n);
    note_call(side, n);
    most = weather(side, n, 1);
    if (most < 0) return -1;
    if (is_pipe()) {
        size_t left = program.arrived - side->at;
        if (left == 0 && program.arrived < program.length && program.kind == SLOW_PIPE) {
            errno = EAGAIN;
            return -1;
        }
        if (program.kind == PIPE) left = program.length - side->at;
        done = (size_t)most < left ? most : (ssize_t)left;
        memcpy(to, program.content + side->at, (size_t)done);
        side->at += (size_t)done;
    } else {
        done = syscall(SYS_read, fd, to, (size_t)most);
    }
    if (done > 0) errno = 9999;
    return done;
}

ssize_t write(int fd, const void *from, size_t n) {
    struct side *side = played(fd);
    ssize_t most;
    if (side == NULL) return syscall(SYS_write, fd, from, n);
    note_call(side, n);
    most = weather(side, n, 0);
    if (most < 0) return -1;
    if (!is_pipe()) return syscall(SYS_write, fd, from, (size_t)most);
    if (side->sunk_length + (size_t)most <= SUNK) memcpy(side->sunk + side->sunk_length, from, (size_t)most);
    side->sunk_length += (size_t)most;
    return most;
}

off64_t lseek64(int fd, off64_t offset, int whence) {
    struct side *side = played(fd);
    if (side) note_call(side, (uint64_t)offset * 3 + (uint64_t)whence);
    if (side && is_pipe()) {
        errno = ESPIPE;
        return -1;
    }
    return syscall(SYS_lseek, fd, offset, whence);
}

/* Writes behind the played system's back. */
static int put(int fd, const unsigned char *from, size_t n) {
    return syscall(SYS_write, fd, from, n) == (long)n;
}

/* Opens the file on one side as the program says; 0 if the test cannot go on. */
static int open_side(struct side *side, const char *mode, size_t start) {
    int ends[2], flags = program.writing ? O_RDWR | O_CREAT : O_RDONLY;
    snprintf(side->path, sizeof side->path, "%s/%d/file.gz", folder, side == &sides[1]);
    side->at = 0, side->calls = 0, side->sunk_length = 0, side->taken_length = 0, side->fd = side->far = -1;
    side->lots = lots_from(run.round * 7 + 3);
    if (program.kind <= FILE_FD) {
        int fd = open(side->path, O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (fd < 0 || !put(fd, program.content, program.writing ? start : program.length)) return 0;
        close(fd);
    }
    if (program.kind == FILE_NAME) {
        side->file = number(2) ? side->gzopen(side->path, mode) : side->gzopen64(side->path, mode);
        return 1;
    }
    if (program.kind == FILE_FD) {
        side->fd = open(side->path, flags);
        if (!program.writing) lseek64(side->fd, (off64_t)start, SEEK_SET);
    } else if (is_pipe()) {
        side->fd = open("/dev/null", O_RDWR);
        side->at = start;
    } else {
        if (pipe(ends)) return 0;
        side->fd = ends[program.writing], side->far = ends[!program.writing];
        fcntl(side->far, F_SETFL, O_NONBLOCK);
        if (program.kind == REAL_SLOW) fcntl(side->fd, F_SETFL, O_NONBLOCK);
        if (!program.writing && program.kind == REAL_PIPE) {
            if (program.length > 65536) program.length = 65536;
            if (!put(side->far, program.content, program.length)) return 0;
            close(side->far), side->far = -1;
        }
    }
    side->path[0] = 0;
    if (side->fd < 0 || side->fd >= FDS) return 0;
    if (program.kind != REAL_PIPE && program.kind != REAL_SLOW) side_of[side->fd] = side;
    side->file = side->gzdopen(side->fd, mode);
    if (side->file == NULL) {
        side_of[side->fd] = NULL;
        close(side->fd);
    }
    return 1;
}

/* The same file on both sides, or no file on both. */
static int open_both_sides(const char *mode, size_t start) {
    struct lots lots = run.lots;
    trace(" kind %d mode %s start %zu", program.kind, mode, start);
    if (!OK(open_side(&sides[0], mode, start), "round %lu: no file", run.round)) return 0;
    run.lots = lots;
    if (!OK(open_side(&sides[1], mode, start), "round %lu: no file", run.round)) return 0;
    return OK((sides[0].file == NULL) == (sides[1].file == NULL), "round %lu: opened %p, zlib %p:%s", run.round, (void *)sides[0].file, (void *)sides[1].file, recent());
}

/* Bytes arrive. */
static int arrive(void) {
    size_t n = piece(&run.lots, 30000), left = program.length - program.arrived;
    int i;
    if (program.kind <= FILE_FD) { /* the file grows */
        for (i = 0; i < 2; i++) {
            char path[200];
            int fd;
            snprintf(path, sizeof path, "%s/%d/file.gz", folder, i);
            fd = open(path, O_WRONLY | O_APPEND);
            if (fd < 0 || !put(fd, program.text, n % 300)) return OK(0, "round %lu: no append", run.round);
            close(fd);
        }
        trace(" grow %zu", n % 300);
        return 1;
    }
    if (n > left) n = left;
    trace(" arrive %zu", n);
    if (program.kind == REAL_SLOW) {
        int waits[2] = {0, 0};
        /* Only when both pipes are empty is there room for sure. */
        for (i = 0; i < 2; i++) {
            if (sides[i].far >= 0 && syscall(SYS_ioctl, sides[i].far, 0x541b, &waits[i])) return 1;
        }
        if (sides[0].far < 0 || waits[0] || waits[1]) return OK(waits[0] == waits[1], "round %lu: %d in the pipe, zlib %d:%s", run.round, waits[0], waits[1], recent());
        for (i = 0; i < 2; i++) {
            if (n && !put(sides[i].far, program.content + program.arrived, n)) return OK(0, "round %lu: no room in a pipe", run.round);
            if (n == left) close(sides[i].far), sides[i].far = -1;
        }
    }
    program.arrived += n;
    return 1;
}

/* What closing the file leaves. */
static void forget(void) {
    int i;
    for (i = 0; i < 2; i++) {
        if (sides[i].fd >= 0 && sides[i].fd < FDS) side_of[sides[i].fd] = NULL;
        if (sides[i].far >= 0) close(sides[i].far);
        sides[i].far = -1;
    }
}

/* The folders that the sides' files lie in; 0 if there can be none. */
static int make_folders(void) {
    char path[120];
    snprintf(folder, sizeof folder, "%s/zlazy-gz-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    if (mkdtemp(folder) == NULL) return 0;
    snprintf(path, sizeof path, "%s/0", folder), mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/1", folder), mkdir(path, 0700);
    return 1;
}

static void remove_folders(void) {
    char path[120];
    snprintf(path, sizeof path, "%s/0/file.gz", folder), unlink(path);
    snprintf(path, sizeof path, "%s/1/file.gz", folder), unlink(path);
    snprintf(path, sizeof path, "%s/0", folder), rmdir(path);
    snprintf(path, sizeof path, "%s/1", folder), rmdir(path);
    rmdir(folder);
}

#endif
