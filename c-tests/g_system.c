/* G12: what the system does: interruptions, files that cannot be written, full disks, descriptors that are none. */
#include "check.h"
#include "check/files.h"
#include <sys/resource.h>
#include <sys/time.h>

enum { LENGTH = 60000 };

static unsigned char *data, *packed, got[LENGTH + 100];

static void nothing(int number) {
    (void)number;
}

/* An alarm that interrupts a read: an error that says so, and after gzclearerr reading goes on. */
static void g12_interrupted(void) {
    struct sigaction action, before;
    /* More than once: on a slow machine the first may come before the read. */
    static const struct itimerval soon = {{0, 30000}, {0, 30000}}, never;
    int ends[2];
    size_t length = gzip_member(packed, data, 5000);
    gzFile file;
    char name[30];
    memset(&action, 0, sizeof action);
    action.sa_handler = nothing;
    sigaction(SIGALRM, &action, &before);
    if (pipe(ends)) abort();
    file = gzdopen(ends[0], "rb");
    snprintf(name, sizeof name, "<fd:%d>", ends[0]);
    setitimer(ITIMER_REAL, &soon, NULL);
    errno = 0;
    SHOW(gzread(file, got, 5000));
    SHOW(errno == EINTR);
    setitimer(ITIMER_REAL, &never, NULL);
    SHOW_CONDITION(file, name);
    SHOW(gzread(file, got, 5000));
    OK(write(ends[1], packed, length) == (long)length, "write");
    close(ends[1]);
    gzclearerr(file);
    SHOW(gzread(file, got, 5000));
    OK(memcmp(got, data, 5000) == 0, "other bytes");
    SHOW(gzclose(file));
    sigaction(SIGALRM, &before, NULL);
}

/* Everything that writes, on a file where nothing can be written. */
static void cannot_write(int fd, const char *mode, unsigned size) {
    char name[30];
    gzFile file = gzdopen(fd, mode);
    int i;
    snprintf(name, sizeof name, "<fd:%d>", fd);
    say("mode %s, buffer of %u", mode, size);
    gzbuffer(file, size);
    SHOW(gzputs(file, "some text"));
    SHOW(gzflush(file, Z_SYNC_FLUSH));
    SHOW(errno != 0);
    SHOW_CONDITION(file, name);
    SHOW(gzwrite(file, data, LENGTH));
    SHOW(gzputc(file, 'x'));
    SHOW(gzprintf(file, "%d", 5));
    SHOW(gzflush(file, Z_FINISH));
    SHOW(gzsetparams(file, 1, 1));
    gzclearerr(file);
    for (i = 0; i < 300; i++) {
        gzputs(file, "a text that is written again and again");
        gzprintf(file, "%s", "a text that is written again and again");
        gzclearerr(file);
    }
    SHOW(gzwrite(file, data, LENGTH));
    SHOW_CONDITION(file, name);
    SHOW(gzclose(file));
}

static void g12_read_only(void) {
    static const char *const modes[] = {"wbT", "wb"};
    static const unsigned sizes[] = {64, 8192};
    int i;
    for (i = 0; i < 4; i++) {
        const char *path = put_file("only", "what it has", 11);
        cannot_write(open(path, O_RDONLY), modes[i % 2], sizes[i / 2]);
        SHOW(get_file(path, got, 100));
    }
}

static void g12_full(void) {
    static const char *const modes[] = {"wbT", "wb"};
    static const unsigned sizes[] = {64, 8192};
    int i;
    for (i = 0; i < 4; i++) {
        int fd = open("/dev/full", O_WRONLY);
        if (fd >= 0) cannot_write(fd, modes[i % 2], sizes[i / 2]);
    }
}

/* A file that may have 10000 bytes: the last write is done in part. */
static void g12_limit(void) {
    struct rlimit limit, before;
    const char *path = put_file("limit", "", 0);
    gzFile file = gzopen(path, "wbT");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before, limit.rlim_cur = 10000;
    setrlimit(RLIMIT_FSIZE, &limit);
    SHOW(gzwrite(file, data, LENGTH));
    SHOW(gztell(file));
    SHOW_CONDITION(file, path);
    setrlimit(RLIMIT_FSIZE, &before);
    SHOW(gzwrite(file, data, 10));
    gzclearerr(file);
    SHOW(gzwrite(file, data + 10000, LENGTH - 10000));
    SHOW(gzclose(file));
    SHOW(get_file(path, got, sizeof got));
    OK(memcmp(got, data, LENGTH) == 0, "other bytes");
}

static void g12_no_descriptor(void) {
    int fd = open("/dev/null", O_RDONLY);
    gzFile file;
    char name[30];
    close(fd);
    snprintf(name, sizeof name, "<fd:%d>", fd);
    file = gzdopen(fd, "rbNe");
    SHOW(gzoffset(file));
    SHOW(gzread(file, got, 10));
    SHOW_CONDITION(file, name);
    SHOW(gzrewind(file));
    SHOW(gzclose(file));
    file = gzdopen(fd, "wbNe");
    SHOW(gzputc(file, 'x'));
    SHOW(gzflush(file, Z_FINISH));
    SHOW_CONDITION(file, name);
    SHOW(gzclose(file));
    /* A folder can be opened but not read. */
    file = gzopen("/", "rb");
    SHOW(gzread(file, got, 10));
    SHOW_CONDITION(file, "/");
    SHOW(gzclose(file));
}

/* A pipe that nobody reads. */
static void g12_broken_pipe(void) {
    int ends[2];
    gzFile file;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    if (pipe(ends)) abort();
    close(ends[0]);
    file = gzdopen(ends[1], "wb");
    SHOW(gzputs(file, "text"));
    SHOW(gzflush(file, Z_SYNC_FLUSH));
    SHOW(errno == EPIPE);
    SHOW(gzclose(file));
    signal(SIGPIPE, before);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_RANDOM, 8);
    packed = malloc(2 * LENGTH);
    RUN("G12 an interrupted read", g12_interrupted);
    RUN("G12 a descriptor that is for reading only", g12_read_only);
    RUN("G12 a full disk", g12_full);
    RUN("G12 a file that may not grow", g12_limit);
    RUN("G12 a descriptor that is none", g12_no_descriptor);
    RUN("G12 a pipe that nobody reads", g12_broken_pipe);
    free(data), free(packed);
    return check_end();
}
