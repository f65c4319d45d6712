/* G6: descriptors that do not wait. No byte is lost or given twice, nothing is overrun, and each call can be made again. */
#include "check.h"
#include "check/files.h"

enum { LENGTH = 60000, PIPE = 65536 };

static unsigned char *data, *packed, got[LENGTH + 100], drained[4 * PIPE];
static size_t drained_length;

static gzFile open_pipe(const char *mode, int *far) {
    int ends[2];
    if (pipe(ends)) abort();
    *far = ends[mode[0] == 'r'];
    fcntl(*far, F_SETFL, O_NONBLOCK);
    return gzdopen(ends[mode[0] != 'r'], mode);
}

/* -1 with EAGAIN, a condition that says so, and no end of the file. */
static void waits(gzFile file, long returned) {
    int code;
    OK(returned == -1 && (errno == EAGAIN || errno == EWOULDBLOCK), "returned %ld, errno %d", returned, errno);
    gzerror(file, &code);
    OK(code == Z_ERRNO && !gzeof(file), "code %d, eof %d", code, gzeof(file));
}

static void g6_reading(void) {
    int far;
    gzFile file = open_pipe("rbN", &far);
    size_t length = gzip_member(packed, data, LENGTH), at, given = 0;
    struct lots lots = lots_from(3);
    errno = 0, waits(file, gzread(file, got, 10));
    errno = 0, waits(file, (gzgetc)(file));
    OK(gzgets(file, (char *)got, 10) == NULL && gzfread(got, 1, 10, file) == 0, "something to read");
    SHOW(gzdirect(file));
    for (at = 0; at < length;) {
        size_t n = piece(&lots, 5000);
        int count, before = (int)given;
        if (n > length - at) n = length - at;
        OK(write(far, packed + at, n) == (long)n, "the pipe is full");
        at += n;
        while ((count = gzread(file, got + given, 3000)) > 0) given += (size_t)count;
        if (at < length) waits(file, count);
        OK((long)gztell(file) == (long)given && given >= (size_t)before, "tell %ld after %zu", (long)gztell(file), given);
    }
    OK(given == LENGTH && memcmp(got, data, LENGTH) == 0, "%zu bytes", given);
    waits(file, gzread(file, got, 1));
    close(far);
    SHOW(gzread(file, got, 1));
    SHOW(gzeof(file));
    SHOW(gzclose(file));
}

/* The four bytes that tell gzip from plain come one by one. */
static void g6_first_bytes(void) {
    int far, i;
    gzFile file = open_pipe("rbN", &far);
    size_t length = gzip_member(packed, data, 100);
    for (i = 0; i < 4; i++) {
        OK(write(far, packed + i, 1) == 1, "write");
        SHOW(gzread(file, got, 5));
        SHOW(gzdirect(file));
    }
    OK(write(far, packed + 4, length - 4) == (long)(length - 4), "write");
    SHOW(gzread(file, got, 100));
    close(far);
    SHOW(gzread(file, got, 100));
    SHOW(gzclose(file));
    file = open_pipe("rbN", &far);
    OK(write(far, "ab", 2) == 2, "write");
    SHOW(gzread(file, got, 5));
    close(far);
    SHOW(gzread(file, got, 5));
    SHOW(gzdirect(file));
    SHOW(gzclose(file));
}

/* Lines, seeks and bytes pushed back, with a file that stalls in between. */
static void g6_lines_and_seeks(void) {
    int far;
    gzFile file = open_pipe("rbN", &far);
    memset(got, 'x', 100);
    OK(write(far, "plain text\nline tw", 18) == 18, "write");
    SHOW(gzgets(file, (char *)got, 50) != NULL);
    SHOW(strcmp((char *)got, "plain text\n"));
    SHOW(gzgets(file, (char *)got, 50) != NULL);
    SHOW(strcmp((char *)got, "line tw"));
    SHOW(gzgets(file, (char *)got, 50) != NULL);
    OK(write(far, "o\nand more", 10) == 10, "write");
    SHOW(gzgets(file, (char *)got, 50) != NULL);
    SHOW(strcmp((char *)got, "o\n"));
    SHOW(gzungetc('Z', file));
    SHOW(gzgetc(file));
    SHOW(gzread(file, got, 3));
    SHOW(gzseek(file, 20, SEEK_CUR));
    close(far);
    SHOW(gzclose(file));
    file = open_pipe("rbN", &far);
    OK(write(far, packed, gzip_member(packed, data, 3000)) > 3000, "write");
    SHOW(gzseek(file, 5000, SEEK_SET));
    SHOW(gzread(file, got, 5));
    SHOW(gztell(file));
    OK(write(far, packed, gzip_member(packed, data, 3000)) > 3000, "write");
    SHOW(gzread(file, got, 5));
    OK(memcmp(got, data + 2000, 5) == 0, "other bytes");
    close(far);
    SHOW(gzclose(file));
}

static void drain(int far) {
    ssize_t count;
    while (drained_length < sizeof drained && (count = read(far, drained + drained_length, sizeof drained - drained_length)) > 0) drained_length += (size_t)count;
}

/* Fills a pipe so that nothing can be written; what it was filled with. */
static void stuff(int fd) {
    static char stuffing[PIPE];
    while (write(fd, stuffing, sizeof stuffing) > 0) continue;
    while (write(fd, stuffing, 1) > 0) continue;
}

static void unstuff(int far) {
    static char stuffing[PIPE];
    while (read(far, stuffing, sizeof stuffing) > 0) continue;
}

/* What was drained, decompressed if need be, is what was written. */
static void arrived(const char *what, size_t length) {
    const char *path = put_file("arrived", drained, drained_length);
    gzFile file = gzopen(path, "rb");
    int count = gzread(file, got, sizeof got);
    OK(count == (int)length && memcmp(got, data, length) == 0, "%s: %d bytes arrived, %zu were written", what, count, length);
    OK(gzclose(file) == Z_OK, "%s: what arrived is damaged", what);
}

static void g6_writing(void) {
    static const char *const modes[] = {"wbTN", "wb0N", "wb6N"};
    static const unsigned sizes[] = {64, 64, 64, 1000, 8192, 30000};
    unsigned i, size;
    for (i = 0; i < 18; i++) {
        const char *mode = modes[i % 3];
        int far, said = 0, rounds;
        gzFile file = open_pipe(mode, &far);
        size_t taken = 0;
        struct lots lots = lots_from(i);
        size = sizes[i / 3];
        drained_length = 0;
        gzbuffer(file, size);
        /* Data that does not become smaller, in random pieces; whenever nothing is taken, the pipe is drained. */
        for (rounds = 0; taken < LENGTH && rounds < 100000; rounds++) {
            size_t n = piece(&lots, 4000);
            long count;
            char line[64];
            if (n > LENGTH - taken) n = LENGTH - taken;
            switch (below(&lots, 4)) {
            case 0:
                count = gzputc(file, data[taken]) < 0 ? 0 : 1;
                break;
            case 1:
                n = n < 60 ? n : 60;
                memcpy(line, data + taken, n), line[n] = 0;
                if (strlen(line) < n) count = gzwrite(file, data + taken, (unsigned)n);
                else count = gzprintf(file, "%s", line);
                OK(count <= 0 || count == (long)n || strlen(line) < n, "gzprintf of %zu gave %ld", n, count);
                break;
            case 2: count = (long)gzfwrite(data + taken, 1, n, file); break;
            default: count = gzwrite(file, data + taken, (unsigned)n); break;
            }
            if (count > 0) taken += (size_t)count;
            else if (below(&lots, 3)) drain(far);
            OK((size_t)gztell(file) == taken, "tell %ld after %zu", (long)gztell(file), taken);
        }
        for (rounds = 0; (said = gzflush(file, Z_SYNC_FLUSH)) == Z_ERRNO && rounds < 1000; rounds++) drain(far);
        OK(said == Z_OK, "gzflush gave %d", said);
        drain(far);
        OK(gzclose(file) == Z_OK, "%s, buffer of %u: close", mode, size);
        drain(far);
        close(far);
        arrived(mode, taken);
    }
}

/* A pipe that is full from the start. */
static void g6_full(void) {
    static const char *const modes[] = {"wbTN", "wbN"};
    unsigned i;
    for (i = 0; i < 2; i++) {
        int far, fd;
        gzFile file;
        int ends[2];
        if (pipe(ends)) abort();
        far = ends[0], fd = ends[1];
        fcntl(far, F_SETFL, O_NONBLOCK), fcntl(fd, F_SETFL, O_NONBLOCK);
        stuff(fd);
        file = gzdopen(fd, modes[i]);
        gzbuffer(file, 64);
        drained_length = 0;
        SHOW(gzwrite(file, data, 40));
        errno = 0;
        SHOW(gzflush(file, Z_SYNC_FLUSH));
        SHOW(errno == EAGAIN);
        SHOW_CONDITION(file, (snprintf((char *)got, 30, "<fd:%d>", fd), (char *)got));
        SHOW(gzwrite(file, data + 40, 5));
        SHOW(gztell(file));
        unstuff(far);
        SHOW(gzflush(file, Z_SYNC_FLUSH));
        drain(far);
        SHOW(gzclose(file));
        drain(far);
        close(far);
        arrived(modes[i], 45);
    }
}

/* gzflush(Z_FINISH) that stalls: what is written later must not meet the half-ended member. zlib forgets to write the end, or
 * gives up the file. */
static void g6_finish(void) {
#ifdef ZLAZY
    unsigned i;
    for (i = 0; i < 6; i++) {
        int ends[2], said;
        gzFile file;
        if (pipe(ends)) abort();
        fcntl(ends[0], F_SETFL, O_NONBLOCK), fcntl(ends[1], F_SETFL, O_NONBLOCK);
        stuff(ends[1]);
        file = gzdopen(ends[1], "wbN");
        gzbuffer(file, i % 2 ? 100 : 20000);
        drained_length = 0;
        OK(gzwrite(file, data, 3000) > 0, "write");
        said = gzflush(file, Z_FINISH);
        OK(said == Z_ERRNO || i % 2, "a full pipe: gzflush gave %d", said);
        if (i / 2 == 1) gzwrite(file, data + gztell(file), 50);
        unstuff(ends[0]);
        if (i / 2 == 2) OK(gzflush(file, Z_FINISH) == Z_OK, "again");
        gzwrite(file, data + gztell(file), 70);
        {
            size_t length = (size_t)gztell(file);
            OK(gzclose(file) == Z_OK, "close");
            drain(ends[0]);
            close(ends[0]);
            arrived("a member that stalled at its end", length);
        }
    }
#endif
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_RANDOM, 6);
    packed = malloc(2 * LENGTH);
    RUN("G6 reading", g6_reading);
    RUN("G6 the first bytes", g6_first_bytes);
    RUN("G6 lines and seeks", g6_lines_and_seeks);
    RUN("G6 writing, with every buffer", g6_writing);
    RUN("G6 a full pipe", g6_full);
    RUN("G6 a member that cannot be ended", g6_finish);
    free(data), free(packed);
    return check_end();
}
