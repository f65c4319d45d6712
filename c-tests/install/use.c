/* A program as anybody writes one: for h_install.sh, which builds it against an installed tree in every way. Prints the
   version of zlazy and the file that the library is in. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    static unsigned char text[10000], packed[20000], again[10000];
    uLongf packed_length = sizeof packed, length = sizeof again;
    Dl_info info;
    size_t i;
    for (i = 0; i < sizeof text; i++) text[i] = (unsigned char)(i % 100 * i);
    if (compress2(packed, &packed_length, text, sizeof text, 9) != Z_OK) return 1;
    if (uncompress(again, &length, packed, packed_length) != Z_OK || length != sizeof text) return 2;
    if (memcmp(text, again, sizeof text) != 0 || zlibVersion()[0] != ZLIB_VERSION[0]) return 3;
    if (!dladdr((void *)zlazy_version, &info)) return 4;
    printf("%s %s\n", zlazy_version(), info.dli_fname);
    return 0;
}
