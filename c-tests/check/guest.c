/* A program that knows nothing of zlazy: linked to some zlib, run with another (a_preload.sh). Says which it got. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "zlib.h"

static unsigned char text[20000], packed[30000], out[20000];

int main(void) {
    const char *(*identity)(void) = NULL;
    void *found = dlsym(RTLD_DEFAULT, "zlazy_version");
    uLongf packed_length = sizeof packed, length = sizeof out;
    uLong used;
    z_stream strm;
    size_t i;
    memcpy(&identity, &found, sizeof found);
    for (i = 0; i < sizeof text; i++) text[i] = (unsigned char)(i % 251 * (i / 700));
    if (compress2(packed, &packed_length, text, sizeof text, 9) != Z_OK || packed_length > compressBound(sizeof text)) return 1;
    used = packed_length;
    if (uncompress2(out, &length, packed, &used) != Z_OK || length != sizeof text || memcmp(out, text, length)) return 2;
    memset(&strm, 0, sizeof strm);
    if (deflateInit2(&strm, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) != Z_OK || deflateTune(&strm, 8, 16, 128, 128) != Z_OK) return 3;
    if (deflateBound(&strm, 100) < 100 || deflatePending(&strm, NULL, NULL) != Z_OK || deflateEnd(&strm) != Z_OK) return 4;
    if (crc32_combine(crc32(0, text, 10000), crc32_z(0, text + 10000, 10000), 10000) != crc32(0, text, 20000)) return 5;
    printf("%s\n", identity ? "zlazy" : zlibVersion());
    return 0;
}
