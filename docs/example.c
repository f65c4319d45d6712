/* A program that compresses and decompresses with whatever zlib it gets, and says which. docs/drop-in.md builds it. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    static unsigned char text[100000], packed[110000], again[100000];
    const char *(*version)(void) = (const char *(*)(void))dlsym(RTLD_DEFAULT, "zlazy_version");
    uLongf length = sizeof packed, back = sizeof again;
    size_t i;
    for (i = 0; i < sizeof text; i++) text[i] = (unsigned char)(i / 7 % 31 * (i % 5));
    if (compress2(packed, &length, text, sizeof text, 6) != Z_OK) return 1;
    if (uncompress(again, &back, packed, length) != Z_OK || back != sizeof text || memcmp(text, again, back) != 0) return 2;
    /* In a static program the dynamic linker knows no names; the header's own then tells. */
    printf("zlazy %s: %zu bytes became %lu and came back\n", version ? version() : zlazy_version(), sizeof text, length);
    return 0;
}
