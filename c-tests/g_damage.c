/* G1, G2, G3: damaged, short and overlong files. What comes before the damage is given first, by every function that reads. */
#include "check.h"
#include "check/files.h"

enum { LENGTH = 200000 };

static unsigned char *data, *packed, got[LENGTH + 100];
static size_t packed_length;

/* Reads in pieces until nothing comes; how much came. */
static size_t read_all(gzFile file, unsigned piece) {
    size_t length = 0;
    int count;
    while (length < LENGTH && (count = gzread(file, got + length, piece)) > 0) length += (size_t)count;
    return length;
}

static void g1_data_first(void) {
    static const unsigned pieces[] = {LENGTH, 65536, 1000, 16384, 77};
    unsigned i;
    const char *path;
    unsigned char *head = packed + 10 + 25 * (BLOCK + 5);
    head[2] ^= 0x55;
    path = put_file("damaged.gz", packed, packed_length);
    head[2] ^= 0x55;
    for (i = 0; i < 5; i++) {
        gzFile file = gzopen(path, "rb");
        size_t length = read_all(file, pieces[i]);
        OK(length > 10000 && length < LENGTH, "%zu bytes", length);
        OK(memcmp(got, data, 10000) == 0, "other bytes");
        say("pieces of %u: %zu bytes", pieces[i], length);
        SHOW(gzread(file, got, 10));
        SHOW_CONDITION(file, path);
        SHOW(gztell(file));
        SHOW(gzgetc(file));
        SHOW(gzgets(file, (char *)got, 10) != NULL);
        SHOW(gzeof(file));
        SHOW(gzseek(file, 5, SEEK_CUR));
        SHOW(gzrewind(file));
        SHOW(gzungetc('x', file));
        SHOW(gzgetc(file));
        SHOW((gzgetc)(file));
        SHOW(gzclose(file));
    }
}

static void g1_bytes_and_lines(void) {
    gzFile file = gzopen(file_path("damaged.gz"), "rb");
    size_t length = 0, lines = 0;
    int c;
    while ((c = gzgetc(file)) != -1) OK(length < 10000 ? c == data[length] : 1, "byte %zu", length), length++;
    say("gzgetc gave %zu bytes", length);
    SHOW_CONDITION(file, file_path("damaged.gz"));
    gzclose(file);
    file = gzopen(file_path("damaged.gz"), "rb");
    length = 0;
    while (gzgets(file, (char *)got, 200)) length += strlen((char *)got), lines++;
    say("gzgets gave %zu lines, %zu bytes", lines, length);
    SHOW_CONDITION(file, file_path("damaged.gz"));
    gzclose(file);
    file = gzopen(file_path("damaged.gz"), "rb");
    SHOW(gzfread(got, 1000, 200, file));
    SHOW(gzfread(got, 1, 1, file));
    SHOW(gzfread(got, (size_t)-1, 2, file));
    SHOW(gzread(file, got, 0x80000000u));
    SHOW_CONDITION(file, file_path("damaged.gz"));
    gzclose(file);
}

static void g2_garbage(void) {
    static unsigned char file_bytes[400000];
    size_t first = gzip_member(file_bytes, data, 5000), second, i;
    const char *path;
    static const char *const shapes[] = {"garbage", "zeros", "a magic number", "a header", "a second member damaged at its first block", "a second member damaged late",
                                         "a second member cut short in its header", "a second member cut short in its data"};
    for (i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        gzFile file;
        size_t length;
        unsigned char *behind = file_bytes + first;
        second = gzip_member(behind, data, 70000);
        switch (i) {
        case 0: memcpy(behind, "sixteen bytes...", second = 16); break;
        case 1: memset(behind, 0, second = 512); break;
        case 2: second = 2; break;
        case 3: memcpy(behind, "\x1f\x8b\x08\0\0\0\0\0\0\3 garbage", second = 18); break;
        case 4: behind[10] = 7; break;
        case 5: behind[second - 6] ^= 1; break;
        case 6: second = 7; break;
        default: second /= 2; break;
        }
        path = put_file("garbage.gz", file_bytes, first + second);
        file = gzopen(path, "rb");
        length = read_all(file, 65536);
        OK(length >= 5000 && memcmp(got, data, 5000) == 0, "%s: %zu bytes", shapes[i], length);
        say("%s: %zu bytes", shapes[i], length);
        SHOW(gzread(file, got, 1));
        SHOW_CONDITION(file, path);
        SHOW(gzeof(file));
        SHOW(gzdirect(file));
        SHOW(gzoffset(file));
        gzclearerr(file);
        SHOW(gzread(file, got, 1));
        SHOW_CONDITION(file, path);
        SHOW(gzclose(file));
    }
}

static void g3_short(void) {
    static const size_t cuts[] = {4, 9, 10, 11, 30, 5000};
    unsigned i;
    for (i = 0; i < 6; i++) {
        const char *path = put_file("short.gz", packed, i == 5 ? packed_length - 4 : cuts[i]);
        gzFile file = gzopen(path, "rb");
        size_t length = read_all(file, 3000);
        say("%u: %zu bytes", i, length);
        SHOW(gzread(file, got, 1));
        SHOW_CONDITION(file, path);
        SHOW(gzeof(file));
        SHOW(gzclose_r(file));
    }
}

/* A file that grows while it is read. */
static void g3_growing(void) {
    const char *path = put_file("growing.gz", packed, packed_length / 2);
    gzFile file = gzopen(path, "rb");
    size_t length = read_all(file, 50000);
    SHOW_CONDITION(file, path);
    SHOW(gzeof(file));
    put_file("growing.gz", packed, packed_length);
    gzclearerr(file);
    while (length < LENGTH) {
        int count = gzread(file, got + length, 50000);
        if (count <= 0) break;
        length += (size_t)count;
    }
    OK(length == LENGTH && memcmp(got, data, LENGTH) == 0, "%zu bytes in all", length);
    SHOW_CONDITION(file, path);
    SHOW(gzeof(file));
    SHOW(gzclose(file));
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_TEXT, 1);
    packed = malloc(2 * LENGTH);
    packed_length = gzip_member(packed, data, LENGTH);
    RUN("G1 the data before the damage", g1_data_first);
    RUN("G1 ... by bytes, lines and items", g1_bytes_and_lines);
    RUN("G2 what follows a member", g2_garbage);
    RUN("G3 a file that ends too early", g3_short);
    RUN("G3 a file that grows", g3_growing);
    free(data), free(packed);
    return check_end();
}
