/* The half of both.c's program that uses zlazy: zlib's names in the source, zlazy's in the object. */
#include <zlazy.h>

int zlazy_packs(unsigned char *to, unsigned long *room, const unsigned char *from, unsigned long length);
int zlazy_unpacks(unsigned char *to, unsigned long *room, const unsigned char *from, unsigned long length);
const char *zlazy_is(void);
const void *zlazy_deflate_is_at(void);

int zlazy_packs(unsigned char *to, unsigned long *room, const unsigned char *from, unsigned long length) {
    z_stream strm = {0};
    int code = deflateInit(&strm, 9);
    if (code != Z_OK) return code;
    strm.next_in = (Bytef *)from, strm.avail_in = (uInt)length, strm.next_out = to, strm.avail_out = (uInt)*room;
    code = deflate(&strm, Z_FINISH);
    *room = strm.total_out;
    deflateEnd(&strm);
    return code != Z_STREAM_END;
}

int zlazy_unpacks(unsigned char *to, unsigned long *room, const unsigned char *from, unsigned long length) {
    return uncompress(to, room, from, length);
}

const char *zlazy_is(void) { return zlazy_version(); }

const void *zlazy_deflate_is_at(void) { return (const void *)deflate; }
