/* G7, G11: positions and seeks, to be done later and done, in all kinds of files; names with 64 bits. */
#include "check.h"
#include "check/files.h"

#ifdef __LP64__ /* elsewhere off64_t is another type than off_t, and the macros of zlib.h stand in for a program's choice */
ZEXTERN gzFile gzopen64(const char *path, const char *mode);
ZEXTERN z_off64_t gzseek64(gzFile file, z_off64_t offset, int whence);
ZEXTERN z_off64_t gztell64(gzFile file);
ZEXTERN z_off64_t gzoffset64(gzFile file);
#endif

enum { LENGTH = 100000 };

static unsigned char *data, got[LENGTH + 100], *packed;

static void g7_two_gaps(void) {
    static const char *const modes[] = {"wb", "wbT"};
    unsigned i;
    for (i = 0; i < 2; i++) {
        const char *path = file_path("gaps");
        gzFile file = gzopen(path, modes[i]);
        SHOW(gzseek(file, 5, SEEK_CUR));
        SHOW(gzseek(file, 5, SEEK_CUR));
        SHOW(gztell(file));
        SHOW(gzseek(file, 3, SEEK_SET));
        SHOW(gzseek(file, -20, SEEK_CUR));
        SHOW(gztell(file));
        SHOW(gzseek(file, 10, SEEK_SET));
        SHOW(gzwrite(file, "write", 5));
        SHOW(gztell(file));
        SHOW(gzseek(file, 5, SEEK_SET));
        SHOW(gztell(file));
        SHOW(gzseek(file, 10000, SEEK_CUR));
        SHOW(gzputc(file, 'p'));
        SHOW(gzseek(file, 3, SEEK_CUR));
        SHOW(gzprintf(file, "%d", 12));
        SHOW(gzseek(file, 9, SEEK_CUR));
        SHOW(gzflush(file, Z_SYNC_FLUSH));
        SHOW(gztell(file));
        SHOW(gzseek(file, 20000, SEEK_CUR));
        SHOW(gzclose(file));
        file = gzopen(path, "rb");
        memset(got, 1, LENGTH);
        SHOW(gzread(file, got, LENGTH));
        say("%llx", (unsigned long long)fingerprint(got, LENGTH));
        OK(memcmp(got, "\0\0\0\0\0\0\0\0\0\0write\0", 16) == 0, "other bytes");
        gzclose(file);
    }
}

/* Goes about in a file, and looks at the byte that is there. */
static void wander(const char *path) {
    gzFile file = gzopen(path, "rb");
    long where = 0;
    struct lots lots = lots_from(5);
    int i, c;
    for (i = 0; i < 200; i++) {
        long to = (long)below(&lots, LENGTH + 10), relative = (long)below(&lots, 2), said;
        said = (long)(relative ? gzseek(file, to - where, SEEK_CUR) : gzseek(file, to, SEEK_SET));
        OK(said == to && gztell(file) == to, "seek to %ld gave %ld, tell %ld", to, said, (long)gztell(file));
        c = gzgetc(file);
        OK(c == (to < LENGTH ? data[to] : -1), "at %ld: %d", to, c);
        where = (long)gztell(file);
    }
    SHOW(where);
    SHOW(gzrewind(file));
    SHOW(gzgetc(file));
    SHOW(gzseek(file, -5, SEEK_CUR));
    SHOW(gztell(file));
    SHOW(gzseek(file, LENGTH + 1000, SEEK_SET));
    SHOW(gztell(file));
    SHOW(gzeof(file));
    SHOW(gzungetc(-1, file));
    SHOW(gztell(file));
    SHOW(gzeof(file));
    SHOW(gzseek(file, 0, SEEK_SET));
    SHOW(gzseek(file, 0x7fffffff, SEEK_CUR));
    SHOW(gztell(file));
    SHOW(gzread(file, got, 10));
    SHOW(gztell(file));
    SHOW(gzclose(file));
}

static void g7_wandering(void) {
    wander(put_file("plain", data, LENGTH));
    wander(put_file("member", packed, gzip_member(packed, data, LENGTH)));
    {
        size_t first = gzip_member(packed, data, LENGTH / 3);
        wander(put_file("members", packed, first + gzip_member(packed + first, data + LENGTH / 3, LENGTH - LENGTH / 3)));
    }
}

/* A file that begins amid another, by its descriptor. */
static void g7_amid(void) {
    int fd;
    gzFile file;
    memcpy(packed, "0123456789", 10);
    put_file("amid", packed, 10 + gzip_member(packed + 10, data, LENGTH));
    fd = open(file_path("amid"), O_RDONLY);
    lseek(fd, 10, SEEK_SET);
    file = gzdopen(fd, "rb");
    SHOW(gzoffset(file));
    SHOW(gzread(file, got, 1000));
    SHOW(gztell(file));
    SHOW(gzrewind(file));
    SHOW(gztell(file));
    SHOW(gzread(file, got, 1000));
    OK(memcmp(got, data, 1000) == 0, "other bytes");
    SHOW(gzseek(file, 5, SEEK_SET));
    SHOW(gzgetc(file) == data[5]);
    SHOW(gzclose(file));
}

static void g7_pipe(void) {
    int ends[2];
    gzFile file;
    if (pipe(ends)) abort();
    OK(write(ends[1], packed, gzip_member(packed, data, 20000)) > 20000, "the pipe");
    close(ends[1]);
    file = gzdopen(ends[0], "rb");
    SHOW(gzoffset(file));
    SHOW(gzseek(file, 5000, SEEK_SET));
    SHOW(gzgetc(file) == data[5000]);
    SHOW(gzseek(file, 4000, SEEK_SET));
    SHOW(gztell(file));
    SHOW(gzseek(file, 10, SEEK_CUR));
    SHOW(gzgetc(file) == data[5011]);
    SHOW(gzrewind(file));
    SHOW(gzseek(file, 30000, SEEK_SET));
    SHOW(gzread(file, got, 5));
    SHOW(gztell(file));
    SHOW(gzclose(file));
}

static void g11_64_bits(void) {
#ifdef __LP64__
    const char *path = file_path("wide");
    gzFile file = gzopen64(path, "wb1h");
    long far = 5L << 30;
    SHOW(gzseek64(file, 20000, SEEK_SET));
    SHOW(gzputc(file, 'x'));
    SHOW(gztell64(file) == gztell(file));
    SHOW(gzoffset64(file) == gzoffset(file));
    SHOW(gzclose(file));
    file = gzopen64(path, "rb");
    SHOW(gzseek64(file, far, SEEK_SET) == far);
    SHOW(gztell64(file) == far);
    SHOW(gzseek64(file, far, SEEK_CUR) == 2 * far);
    SHOW(gzread(file, got, 5));
    SHOW(gztell64(file));
    SHOW(gzseek64(file, 0x7fffffffffffffff, SEEK_CUR));
    SHOW(gzseek64(file, -0x7fffffffffffffff - 1, SEEK_CUR));
    SHOW(gztell64(file));
    SHOW(gzclose(file));
    /* A file of more than 4 GiB without its bytes: read as it is. */
    {
        int fd = open(file_path("sparse"), O_RDWR | O_CREAT, 0600);
        if (fd < 0 || pwrite(fd, "far away", 8, far) != 8) {
            say("1"), say("1"), say("1"), say("1"), say("1");
        } else {
            file = gzopen64(file_path("sparse"), "rb");
            memset(got, 1, 20);
            say("%d", gzread(file, got, 20) == 20);
            say("%d", gzseek64(file, far + 4, SEEK_SET) == far + 4);
            say("%d", gzread(file, got, 20) == 4 && memcmp(got, "away", 4) == 0);
            say("%d", gztell64(file) == far + 8 && gzoffset64(file) == far + 8 && gzeof(file));
            say("%d", gzclose(file) == Z_OK);
        }
        close(fd);
        unlink(file_path("sparse"));
    }
#endif
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_TEXT, 4);
    packed = malloc(2 * LENGTH);
    RUN("G7 gaps in what is written", g7_two_gaps);
    RUN("G7 to and fro in what is read", g7_wandering);
    RUN("G7 a file amid another", g7_amid);
    RUN("G7 a pipe", g7_pipe);
    RUN("G11 64 bits", g11_64_bits);
    free(data), free(packed);
    return check_end();
}
