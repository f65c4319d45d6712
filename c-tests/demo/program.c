/* The demo's program where there is no python3, and the one that asks what a stream costs.
 *
 * program pack IN OUT | unpack IN OUT: converts, and prints the library's version, MB/s of uncompressed data, and its file.
 * program init: prints the bytes that deflateInit and inflateInit take. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "zlib.h"

static size_t taken;

static voidpf give(voidpf opaque, uInt items, uInt size) {
    (void)opaque;
    taken += (size_t)items * size;
    return calloc(items, size);
}

static void take(voidpf opaque, voidpf address) {
    (void)opaque;
    free(address);
}

static int init(void) {
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    strm.zalloc = give, strm.zfree = take;
    if (deflateInit(&strm, 6) != Z_OK) return 1;
    printf("%zu ", taken);
    deflateEnd(&strm);
    taken = 0;
    if (inflateInit(&strm) != Z_OK) return 1;
    printf("%zu\n", taken);
    return inflateEnd(&strm) != Z_OK;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static unsigned char *whole(const char *path, uLong *length) {
    FILE *file = fopen(path, "rb");
    unsigned char *data;
    long end;
    if (!file || fseek(file, 0, SEEK_END) || (end = ftell(file)) < 0) return NULL;
    rewind(file);
    data = malloc((size_t)end + 1);
    if (data) *length = fread(data, 1, (size_t)end, file);
    fclose(file);
    return data;
}

int main(int count, char **arguments) {
    uLong length = 0, made = 0, room;
    unsigned char *data, *result;
    int packs, code = Z_OK;
    double best = 1e9, begin, end;
    int (*where)(z_streamp, int) = deflate;
    void *address;
    Dl_info info;
    FILE *out;
    if (count == 2 && strcmp(arguments[1], "init") == 0) return init();
    if (count != 4 || !(data = whole(arguments[2], &length))) return 2;
    packs = strcmp(arguments[1], "pack") == 0;
    room = packs ? compressBound(length) : length * 1040 + 1000;
    if (!(result = malloc(room))) return 3;
    for (end = now() + 0.5; now() < end || best == 1e9;) {
        begin = now();
        made = room;
        code = packs ? compress2(result, &made, data, length, 6) : uncompress(result, &made, data, length);
        if (code != Z_OK) break;
        if (now() - begin < best) best = now() - begin;
    }
    if (code != Z_OK || !(out = fopen(arguments[3], "wb"))) return 4;
    if (fwrite(result, 1, made, out) != made || fclose(out)) return 5;
    memcpy(&address, &where, sizeof address);
    if (!dladdr(address, &info)) return 6;
    printf("%s %.1f %s\n", zlibVersion(), (double)(packs ? length : made) / best / 1e6, info.dli_fname);
    return 0;
}
