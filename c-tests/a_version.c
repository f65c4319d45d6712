/* Versions and identity: what programs parse, compare and refuse by. */
#include "check.h"

/* A7: CPython, curl, libpng, Perl and pigz each read another part of this. */
static void a7_version_strings(void) {
    int major = 0, minor = 0, revision = 0;
    OK(strncmp(zlibVersion(), "1.", 2) == 0, "zlibVersion() is %s", zlibVersion());
    OK(strncmp(zlibVersion(), "1.4", 3) == 0, "zlibVersion() is %s", zlibVersion());
    sscanf(ZLIB_VERSION, "%d.%d.%d", &major, &minor, &revision);
    OK(major == ZLIB_VER_MAJOR && minor == ZLIB_VER_MINOR && revision == ZLIB_VER_REVISION, "ZLIB_VERSION %s, parts %d %d %d",
       ZLIB_VERSION, ZLIB_VER_MAJOR, ZLIB_VER_MINOR, ZLIB_VER_REVISION);
    OK(ZLIB_VERNUM == (major << 12 | minor << 8 | revision << 4), "ZLIB_VERNUM %x", ZLIB_VERNUM);
}

static void a7_version_checks(void) {
    const char *const versions[] = {ZLIB_VERSION, "1.0", "1", "1.2.3-whatever", "2.0", "0.9", "", NULL};
    const int sizes[] = {(int)sizeof(z_stream), (int)sizeof(z_stream) - 8, (int)sizeof(z_stream) + 8, 0, -1};
    unsigned char window[32768];
    z_stream strm;
    size_t v, s;
    for (v = 0; v < 8; v++) {
        for (s = 0; s < 5; s++) {
            int codes[5];
            memset(&strm, 0, sizeof strm);
            codes[0] = deflateInit_(&strm, 6, versions[v], sizes[s]);
            if (codes[0] == Z_OK) deflateEnd(&strm);
            codes[1] = deflateInit2_(&strm, 6, Z_DEFLATED, 15, 8, 0, versions[v], sizes[s]);
            if (codes[1] == Z_OK) deflateEnd(&strm);
            codes[2] = inflateInit_(&strm, versions[v], sizes[s]);
            if (codes[2] == Z_OK) inflateEnd(&strm);
            codes[3] = inflateInit2_(&strm, 15, versions[v], sizes[s]);
            if (codes[3] == Z_OK) inflateEnd(&strm);
            codes[4] = inflateBackInit_(&strm, 15, window, versions[v], sizes[s]);
            if (codes[4] == Z_OK) inflateBackEnd(&strm);
            say("version %zu size %zu: %d %d %d %d %d", v, s, codes[0], codes[1], codes[2], codes[3], codes[4]);
        }
    }
    /* The version is looked at before the stream and the parameters are. */
    say("no stream, bad version: %d %d", deflateInit_(NULL, 6, "2", sizes[0]), inflateInit_(NULL, NULL, sizes[0]));
    say("bad level, bad version: %d", deflateInit_(&strm, 77, "2", sizes[0]));
}

static void a7_error_texts(void) {
    int code;
    for (code = -20; code <= 20; code++) say("zError(%d) = \"%s\"", code, zError(code));
    OK(strcmp(zError(-2147483647 - 1), "") == 0 && strcmp(zError(2147483647), "") == 0, "zError of extremes");
}

/* The sizes of C types, and that no feature is announced as missing. */
static void compile_flags(void) {
    say("zlibCompileFlags() sizes %lx", zlibCompileFlags() & 0xff);
    OK((zlibCompileFlags() & ((1UL << 16) | (1UL << 17) | (1UL << 20) | (1UL << 21))) == 0, "flags %lx", zlibCompileFlags());
    OK((zlibCompileFlags() & (1UL << 8)) == 0, "debug build announced");
}

/* A10: the layouts that compiled programs rely on. */
#define OFFSET(type, field) say(#type "." #field " at %zu", offsetof(type, field))
static void a10_layouts(void) {
    say("z_stream %zu, gz_header %zu, uLong %zu, uInt %zu, z_off_t %zu, z_crc_t %zu", sizeof(z_stream), sizeof(gz_header), sizeof(uLong),
        sizeof(uInt), sizeof(z_off_t), sizeof(z_crc_t));
    OFFSET(z_stream, next_in), OFFSET(z_stream, avail_in), OFFSET(z_stream, total_in), OFFSET(z_stream, next_out);
    OFFSET(z_stream, avail_out), OFFSET(z_stream, total_out), OFFSET(z_stream, msg), OFFSET(z_stream, state);
    OFFSET(z_stream, zalloc), OFFSET(z_stream, zfree), OFFSET(z_stream, opaque), OFFSET(z_stream, data_type);
    OFFSET(z_stream, adler), OFFSET(z_stream, reserved);
    OFFSET(gz_header, text), OFFSET(gz_header, time), OFFSET(gz_header, xflags), OFFSET(gz_header, os), OFFSET(gz_header, extra);
    OFFSET(gz_header, extra_len), OFFSET(gz_header, extra_max), OFFSET(gz_header, name), OFFSET(gz_header, name_max);
    OFFSET(gz_header, comment), OFFSET(gz_header, comm_max), OFFSET(gz_header, hcrc), OFFSET(gz_header, done);
}

int main(void) {
    check_begin();
    RUN("A7 version strings", a7_version_strings);
    RUN("A7 version checks of the inits", a7_version_checks);
    RUN("A7 error texts", a7_error_texts);
    RUN("A7 compile flags", compile_flags);
    RUN("A10 layouts", a10_layouts);
    return check_end();
}
