/* A program that knows nothing of zlazy: linked to some zlib, run with another (a_preload.sh). Says which it got. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "zlib.h"

/* A4: all gz functions are one library's, whoever was linked. */
static int a_file(void) {
    char path[] = "/tmp/zlazy-guest-XXXXXX", line[100];
    int fd = mkstemp(path), code, result = 0;
    gzFile file = gzopen(path, "wb9");
    if (fd < 0 || file == NULL) return 10;
    close(fd);
    if (gzwrite(file, "written ", 8) != 8 || gzprintf(file, "%d %s %.2f %g\n", 42, "printed", 2.5, 1e9) != 22 || gzputc(file, 'x') != 'x') result = 11;
    if (gzseek(file, 10, SEEK_CUR) != 41 || gzclose(file) != Z_OK) result = 12;
    file = gzopen(path, "rb");
    if (file == NULL || gzgetc(file) != 'w' || gzungetc('W', file) != 'W' || gzgets(file, line, 100) == NULL || strcmp(line, "Written 42 printed 2.50 1e+09\n")) result = 13;
    if (gzread(file, line, 100) != 11 || !gzeof(file) || gztell(file) != 41 || gzerror(file, &code)[0] != 0 || gzclose(file) != Z_OK) result = 14;
    unlink(path);
    return result;
}

static unsigned char text[20000], packed[30000], out[20000];

int main(void) {
    const char *(*identity)(void) = NULL;
    void *found = dlsym(RTLD_DEFAULT, "zlazy_version");
    uLongf packed_length = sizeof packed, length = sizeof out;
    uLong used;
    z_stream strm;
    size_t i;
    int a;
    memcpy(&identity, &found, sizeof found);
    for (i = 0; i < sizeof text; i++) text[i] = (unsigned char)(i % 251 * (i / 700));
    if (compress2(packed, &packed_length, text, sizeof text, 9) != Z_OK || packed_length > compressBound(sizeof text)) return 1;
    used = packed_length;
    if (uncompress2(out, &length, packed, &used) != Z_OK || length != sizeof text || memcmp(out, text, length)) return 2;
    memset(&strm, 0, sizeof strm);
    if (deflateInit2(&strm, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) != Z_OK || deflateTune(&strm, 8, 16, 128, 128) != Z_OK) return 3;
    if (deflateBound(&strm, 100) < 100 || deflatePending(&strm, NULL, NULL) != Z_OK || deflateEnd(&strm) != Z_OK) return 4;
    if (crc32_combine(crc32(0, text, 10000), crc32_z(0, text + 10000, 10000), 10000) != crc32(0, text, 20000)) return 5;
    if ((a = a_file()) != 0) return a;
    printf("%s\n", identity ? "zlazy" : zlibVersion());
    return 0;
}
