/* Checksums of any bytes at any address in any pieces, and their combinations, against zlib's and against plain loops. */
#define TARGET "sums"
#include "target.h"

static struct library library[2]; /* ours, zlib's */
static struct more more[2];
static unsigned char *room;

enum { ROOM = 9000 };

/* The number of the front's next eight bytes, small ones and negative ones among them. */
static long offset_of(struct front *front) {
    uint64_t value = 0;
    unsigned kind = byte_of(front), i;
    for (i = kind & 7; i; i--) value = value << 8 | byte_of(front);
    return (long)(kind & 8 ? ~value : kind & 16 ? value << 32 : value);
}

static void judge(const unsigned char *bytes, size_t n) {
    struct front front = {bytes, bytes + n};
    unsigned how = byte_of(&front), repeat = 1 + byte_of(&front) % 4;
    uLong seed = (uLong)offset_of(&front), sum[2], crc[2], two;
    long length = offset_of(&front);
    size_t cut, rest = (size_t)(front.end - front.at), at, total = rest * repeat;
    unsigned char *from;
    if (total > ROOM) total = ROOM;
    /* The bytes end where the memory ends, so every alignment comes, and a byte too far shows. */
    from = room + ROOM - total;
    for (at = 0; at < total; at++) from[at] = how & 1 ? 255 : front.at[at % rest];
    cut = total ? (how >> 1) * total / 128 : 0;
    sum[0] = more[0].adler32(seed, from, (uInt)total), sum[1] = more[1].adler32(seed, from, (uInt)total);
    OK(sum[0] == sum[1], "adler32 of %zu bytes from %lx: %lx, zlib %lx", total, seed, sum[0], sum[1]);
    OK(more[0].adler32_z(more[0].adler32(seed, from, (uInt)cut), from + cut, total - cut) ==
           more[1].adler32_z(more[1].adler32(seed, from, (uInt)cut), from + cut, total - cut), "adler32_z in pieces, cut at %zu of %zu", cut, total);
    if ((seed & 0xffff) < 65521 && seed >> 16 < 65521) OK(sum[0] == plain_adler(seed, from, total), "adler32 and the RFC's");
    seed &= 0xffffffff;
    crc[0] = more[0].crc32(seed, from, (uInt)total), crc[1] = more[1].crc32(seed, from, (uInt)total);
    OK(crc[0] == crc[1] && crc[0] == plain_crc(seed, from, total), "crc32 of %zu bytes from %lx: %lx, zlib %lx", total, seed, crc[0], crc[1]);
    two = more[0].crc32_z(seed, from, cut);
    OK(more[0].crc32_z(two, from + cut, total - cut) == crc[0], "crc32_z in pieces, cut at %zu of %zu", cut, total);
    OK(more[0].crc32_combine(two, more[0].crc32(0, from + cut, (uInt)(total - cut)), (z_off_t)(total - cut)) == crc[0], "crc32_combine of pieces");
    OK(more[0].adler32_combine(sum[0], crc[0], length) == more[1].adler32_combine(sum[0], crc[0], length), "adler32_combine(%lx, %lx, %ld)", sum[0], crc[0], length);
    OK(more[0].crc32_combine(sum[0], crc[0], length) == more[1].crc32_combine(sum[0], crc[0], length), "crc32_combine(%lx, %lx, %ld)", sum[0], crc[0], length);
    OK(more[0].crc32_combine_gen(length) == more[1].crc32_combine_gen(length), "crc32_combine_gen(%ld)", length);
    OK(more[0].adler32_combine64(sum[0], crc[0], length) == more[0].adler32_combine(sum[0], crc[0], length), "adler32_combine64");
    OK(more[0].crc32_combine64(sum[0], crc[0], length) == more[0].crc32_combine(sum[0], crc[0], length), "crc32_combine64");
    OK(more[0].crc32_combine_gen64(length) == more[0].crc32_combine_gen(length), "crc32_combine_gen64");
    OK(more[0].crc32_combine_op(seed, crc[0], crc[1] ^ seed) == more[1].crc32_combine_op(seed, crc[0], crc[1] ^ seed), "crc32_combine_op");
}

static void open_target(void) {
    int s;
    if (!open_both(&library[0], &library[1])) return;
    for (s = 0; s < 2; s++) open_more(&more[s], &library[s], s == 0);
    room = malloc(ROOM);
}

#include "main.h"
