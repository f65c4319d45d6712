/* C2 (c): deflateBound asked before the dictionary is set holds all the same. zlib's does not. */
#include "check.h"

static void c2_bound_before_dictionary(void) {
    unsigned char *data = new_data(5000, DATA_RANDOM, 2), *dictionary = new_data(1000, DATA_TEXT, 3), *packed = malloc(20000);
    static const int windows[] = {15, -15, 9, 12};
    int i;
    for (i = 0; i < 3000; i++) {
        struct settings s = {i % 10, windows[i / 10 % 4], 1 + i % 9, i / 40 % 5};
        size_t n = (size_t)i % 1000 * 5;
        z_stream strm;
        uLong bound;
        int code;
        memset(&strm, 0, sizeof strm);
        OK(start_deflate(&strm, s) == Z_OK, "init");
        bound = deflateBound(&strm, n);
        OK(deflateSetDictionary(&strm, dictionary, 1000) == Z_OK, "set");
        strm.next_in = data, strm.avail_in = (uInt)n;
        strm.next_out = packed, strm.avail_out = (uInt)bound;
        OK((code = deflate(&strm, Z_FINISH)) == Z_STREAM_END, "%zu bytes into %lu gave %d (%s)", n, bound, code, settings_name(s));
        deflateEnd(&strm);
    }
    free(data), free(dictionary), free(packed);
}

/* A bound is of use only if it is not much more than what is needed. */
static void c1_bounds_are_tight(void) {
    static const int windows[] = {15, -15, 31, 9};
    int i;
    size_t n;
    for (i = 0; i < 360; i++)
        for (n = 0; n < 1000000; n = n * 3 + 1) {
            struct settings s = {i % 10, windows[i / 90], 1 + i % 9, 0};
            z_stream strm;
            uLong bound;
            memset(&strm, 0, sizeof strm);
            OK(start_deflate(&strm, s) == Z_OK, "init");
            bound = deflateBound(&strm, n);
            OK(bound <= n + n / 7 + 40, "deflateBound(%zu) is %lu (%s)", n, bound, settings_name(s));
            deflateEnd(&strm);
        }
}

int main(void) {
    const char *expected = getenv("EXPECT");
    check_begin();
    if (expected && strcmp(expected, "oracle") == 0) return check_skip("zlib does not promise this");
    RUN("C2 bound before the dictionary", c2_bound_before_dictionary);
    RUN("C1 bounds are tight", c1_bounds_are_tight);
    return check_end();
}
