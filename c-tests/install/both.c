/* Half of a program that has two zlibs: this half uses another zlib, and other.c zlazy. Each reads what the other wrote. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int zlazy_packs(unsigned char *to, unsigned long *room, const unsigned char *from, unsigned long length);
int zlazy_unpacks(unsigned char *to, unsigned long *room, const unsigned char *from, unsigned long length);
const char *zlazy_is(void);
const void *zlazy_deflate_is_at(void);

int main(void) {
    static unsigned char text[10000], packed[20000], again[10000];
    unsigned long packed_length = sizeof packed, length = sizeof again;
    size_t i;
    for (i = 0; i < sizeof text; i++) text[i] = (unsigned char)(i % 100 * i);
    if (zlazy_deflate_is_at() == (const void *)deflate) return 1;
    if (zlazy_packs(packed, &packed_length, text, sizeof text) || uncompress(again, &length, packed, packed_length) != Z_OK) return 2;
    if (length != sizeof text || memcmp(text, again, length) != 0) return 3;
    packed_length = sizeof packed, length = sizeof again;
    memset(again, 0, sizeof again);
    if (compress(packed, &packed_length, text, sizeof text) != Z_OK || zlazy_unpacks(again, &length, packed, packed_length)) return 4;
    if (length != sizeof text || memcmp(text, again, length) != 0) return 5;
    printf("%s and %s\n", zlibVersion(), zlazy_is());
    return 0;
}
