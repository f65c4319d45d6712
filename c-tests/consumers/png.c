/* libpng on the library under test: pictures of every kind are written, and read again. */
#include "check.h"
#include <png.h>
#include <setjmp.h>

enum { WIDTH = 301, HEIGHT = 67, ROW = WIDTH * 8, FILE_ROOM = 2000000 };

static unsigned char pixels[HEIGHT][ROW], got[HEIGHT][ROW], file[FILE_ROOM];
static size_t length, at;
static char comment[5000];

static void put(png_structp png, png_bytep from, size_t n) {
    if (length + n > FILE_ROOM) png_error(png, "the file grows too long");
    memcpy(file + length, from, n);
    length += n;
}

static void take(png_structp png, png_bytep to, size_t n) {
    if (at + n > length) png_error(png, "the file is too short");
    memcpy(to, file + at, n);
    at += n;
}

static void nothing(png_structp png) {
    (void)png;
}

static unsigned long complaints;
static int expected; /* whether a complaint is what a check waits for */

/* A complaint is kept for the report. */
static void warning(png_structp png, png_const_charp sentence) {
    (void)png;
    complaints++;
    OK(expected, "libpng: %s", sentence);
}

static void error(png_structp png, png_const_charp sentence) {
    warning(png, sentence);
    longjmp(png_jmpbuf(png), 1);
}

/* What a picture is like. */
struct picture {
    int colour, depth, interlace, level, strategy, window_bits, buffer;
};

static void write_picture(struct picture p) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, error, warning);
    png_infop info = png_create_info_struct(png);
    png_bytep rows[HEIGHT];
    png_text text = {.compression = PNG_TEXT_COMPRESSION_zTXt, .key = (char *)"Comment", .text = comment};
    int y;
    for (y = 0; y < HEIGHT; y++) rows[y] = pixels[y];
    length = 0;
    if (setjmp(png_jmpbuf(png)) == 0) {
        png_set_write_fn(png, NULL, put, nothing);
        png_set_IHDR(png, info, WIDTH, HEIGHT, p.depth, p.colour, p.interlace, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_compression_level(png, p.level);
        png_set_compression_strategy(png, p.strategy);
        png_set_compression_window_bits(png, p.window_bits);
        png_set_compression_buffer_size(png, (size_t)p.buffer);
        png_set_text(png, info, &text, 1);
        png_set_rows(png, info, rows);
        png_write_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    }
    png_destroy_write_struct(&png, &info);
}

static void read_picture(struct picture p) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, error, warning);
    png_infop info = png_create_info_struct(png);
    png_bytep rows[HEIGHT];
    png_textp texts;
    int y, n = 0;
    for (y = 0; y < HEIGHT; y++) rows[y] = got[y];
    memset(got, 0, sizeof got);
    at = 0;
    if (setjmp(png_jmpbuf(png)) == 0) {
        png_set_read_fn(png, NULL, take);
        png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
        png_read_info(png, info);
        png_set_interlace_handling(png);
        png_read_image(png, rows);
        png_read_end(png, info);
        for (y = 0; y < HEIGHT && !expected; y++)
            OK(memcmp(rows[y], pixels[y], png_get_rowbytes(png, info)) == 0, "line %d of colour %d, depth %d is another", y, p.colour, p.depth);
        png_get_text(png, info, &texts, &n);
        OK(n == 1 && strcmp(texts[0].text, comment) == 0, "the compressed text is another");
    }
    OK(expected || at == length, "%zu of %zu bytes were read", at, length);
    png_destroy_read_struct(&png, &info, NULL);
}

static void pictures(void) {
    static const int colours[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB_ALPHA};
    static const int buffers[] = {8192, 100, 1000000};
    struct lots lots = lots_from(8);
    int round, y;
    make_data((unsigned char *)comment, sizeof comment - 1, DATA_TEXT, 1);
    for (round = 0; round < 80; round++) {
        struct picture p = {colours[round % 4], round & 4 ? 16 : 8, round & 8 ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                            (int)below(&lots, 10), (int)below(&lots, 5), 9 + (int)below(&lots, 7), buffers[below(&lots, 3)]};
        for (y = 0; y < HEIGHT; y++) make_data(pixels[y], ROW, (enum data_kind)(round % DATA_KINDS), (uint64_t)(y / 3));
        write_picture(p);
        read_picture(p);
    }
}

/* What zlib says of damaged data must reach libpng's caller: the sums of chunks are not looked at. */
static void damage(void) {
    struct picture p = {PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_NONE, 6, 0, 15, 1000000};
    struct lots lots = lots_from(9);
    int round, y, seen = 0;
    for (y = 0; y < HEIGHT; y++) make_data(pixels[y], ROW, DATA_BINARY, (uint64_t)y);
    for (round = 0; round < 50; round++) {
        unsigned char *chunk;
        write_picture(p);
        chunk = memmem(file, length, "IDAT", 4);
        if (!OK(chunk != NULL, "no data")) return;
        chunk[4 + below(&lots, (size_t)chunk[-2] << 8 | chunk[-1])] ^= (unsigned char)(1 << below(&lots, 8));
        complaints = 0, expected = 1;
        read_picture(p);
        expected = 0;
        /* A bit that changes nothing of the picture does no damage. */
        for (y = 0; y < HEIGHT && memcmp(got[y], pixels[y], WIDTH * 3) == 0; y++) {}
        OK(complaints > 0 || y == HEIGHT, "damage number %d is not seen", round);
        seen += complaints > 0;
    }
    OK(seen > 40, "of 50 damages %d are seen", seen);
}

int main(void) {
    check_begin();
    RUN("A8 libpng writes pictures and reads them", pictures);
    RUN("A8 libpng learns of damaged data", damage);
    return check_end();
}
