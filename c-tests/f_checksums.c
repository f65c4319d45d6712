/* Group F: Adler-32 and CRC-32: every length, alignment and seed against the definition; combinations; odd arguments. */
#include "check.h"

enum { MOST = 100000 };

static unsigned char *data;

/* Lengths 0..600 at 64 alignments in front of a guard page, long ones, seeds of all kinds. */
static void checksums_by_definition(void) {
    struct guarded g = guard(MOST, 1);
    struct lots lots = lots_from(1);
    size_t n, align;
    int i;
    memcpy(g.start, data, MOST);
    for (n = 0; n <= 600; n++)
        for (align = 0; align < 64; align += n < 70 ? 1 : 13) {
            const unsigned char *from = g.start + MOST - n - align;
            unsigned long seed = (unsigned long)draw(&lots) & 0xffffffff, adler = (seed & 0xffff) % 65521 | (seed >> 16) % 65521 << 16;
            OK(crc32(seed, from, (uInt)n) == plain_crc(seed, from, n), "crc32 of %zu bytes, alignment %zu", n, align);
            OK(adler32(adler, from, (uInt)n) == plain_adler(adler, from, n), "adler32 of %zu bytes, alignment %zu", n, align);
        }
    for (i = 0; i < 200; i++) {
        size_t at = below(&lots, MOST);
        n = below(&lots, MOST - at + 1);
        OK(crc32_z(7, g.start + at, n) == plain_crc(7, g.start + at, n), "crc32_z of %zu bytes", n);
        OK(adler32_z(7, g.start + at, n) == plain_adler(7, g.start + at, n), "adler32_z of %zu bytes", n);
    }
    memset(g.start, 0xff, MOST);
    for (n = MOST - 20; n <= MOST; n++) {
        OK(adler32(0xfff0fff0, g.start, (uInt)n) == plain_adler(0xfff0fff0, g.start, n), "adler32 of %zu times 255 from the largest seed", n);
        OK(crc32(0, g.start, (uInt)n) == plain_crc(0, g.start, n), "crc32 of %zu times 255", n);
    }
    unguard(&g);
}

/* Cut anywhere, the same sum. */
static void checksums_in_pieces(void) {
    struct lots lots = lots_from(2);
    int i;
    for (i = 0; i < 300; i++) {
        size_t n = piece(&lots, MOST), at = 0, part;
        uLong crc = crc32(0, NULL, 0), adler = adler32(0, NULL, 0);
        for (; at < n; at += part) {
            part = piece(&lots, n - at);
            crc = crc32(crc, data + at, (uInt)part), adler = adler32(adler, data + at, (uInt)part);
        }
        OK(crc == plain_crc(0, data, n) && adler == plain_adler(1, data, n), "%zu bytes in pieces", n);
    }
}

/* F3: NULL and nothing. */
static void f3_nothing(void) {
    static const uLong seeds[] = {0, 1, 2, 0x12345678, 0xfff0fff0, 0xffffffff, 0xfff1fff1, 0x100000000, 0xffffffffffffffff};
    size_t i;
    for (i = 0; i < 9; i++) {
        say("seed %lx at NULL: crc32 %lx %lx, adler32 %lx %lx", seeds[i], crc32(seeds[i], NULL, 0), crc32_z(seeds[i], NULL, 5), adler32(seeds[i], NULL, 0),
            adler32_z(seeds[i], NULL, 5));
        say("no bytes: crc32 %lx, adler32 %lx", crc32(seeds[i], data, 0), adler32(seeds[i], data, 0));
        say("one: crc32 %lx, adler32 %lx", crc32(seeds[i], data, 1), adler32(seeds[i], data, 1));
        say("seven: crc32 %lx, adler32 %lx", crc32(seeds[i], data, 7), adler32(seeds[i], data, 7));
        say("many: crc32 %lx, adler32 %lx", crc32(seeds[i], data, MOST), adler32(seeds[i], data, MOST));
        say("20: adler32 %lx, 6000: adler32 %lx", adler32(seeds[i], data, 20), adler32(seeds[i], data, 6000));
    }
}

/* F1: combinations of two halves, by all six forms; negative lengths end at once. */
static void f1_combine(void) {
    struct lots lots = lots_from(3);
    int i;
    for (i = 0; i < 500; i++) {
        size_t a = below(&lots, 3000), b = below(&lots, 60000);
        uLong crc1 = crc32(0, data, (uInt)a), crc2 = crc32(0, data + a, (uInt)b), both = crc32(crc1, data + a, (uInt)b);
        uLong adler1 = adler32(1, data, (uInt)a), adler2 = adler32(1, data + a, (uInt)b), sum = adler32(adler1, data + a, (uInt)b);
        OK(crc32_combine(crc1, crc2, (z_off_t)b) == both && crc32_combine_op(crc1, crc2, crc32_combine_gen((z_off_t)b)) == both, "crc32 of %zu and %zu", a, b);
        OK(adler32_combine(adler1, adler2, (z_off_t)b) == sum, "adler32 of %zu and %zu", a, b);
    }
}

static void f1_odd_lengths(void) {
    static const z_off_t lengths[] = {0, 1, 2, 65520, 65521, 65522, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, -1, -2, -65521, -0x7fffffffffffffff};
    size_t i;
    for (i = 0; i < 15; i++) {
        say("length %lld: crc32 %lx, gen %lx, adler32 %lx", (long long)lengths[i], crc32_combine(0x12345678, 0x9abcdef0, lengths[i]), crc32_combine_gen(lengths[i]),
            adler32_combine(0x12345678, 0x1abcdef0, lengths[i]));
        say("seeds of any size: crc32 %lx, adler32 %lx", crc32_combine(0xffffffffffffffff, 0xffffffffffffffff, lengths[i]),
            adler32_combine(0xffffffff, 0xffffffff, lengths[i]));
    }
    say("operators of nothing: %lx %lx", crc32_combine_op(1, 2, 0), crc32_combine_op(1, 2, 1));
    for (i = 0; i < 8; i++) say("operator %zx: %lx", (size_t)0x12345678 << i & 0xffffffff, crc32_combine_op(0xdeadbeef, 0x87654321, (uLong)0x12345678 << i & 0xffffffff));
}

/* The 64-bit names, which zlib.h declares where large files are asked for (check.h does). */
static void f1_64_bit_names(void) {
    z_off64_t lengths[] = {0, 1, 99999999999, -1};
    int i;
    for (i = 0; i < 4; i++) {
        OK(adler32_combine64(1, 2, lengths[i]) == adler32_combine(1, 2, (z_off_t)lengths[i]), "adler32_combine64");
        OK(crc32_combine64(1, 2, lengths[i]) == crc32_combine(1, 2, (z_off_t)lengths[i]), "crc32_combine64");
        OK(crc32_combine_gen64(lengths[i]) == crc32_combine_gen((z_off_t)lengths[i]), "crc32_combine_gen64");
    }
}

static void f1_crc_table(void) {
    const z_crc_t *table = get_crc_table();
    unsigned i;
    for (i = 0; i < 256; i++) {
        unsigned char byte = (unsigned char)i;
        OK(table[i] == ((uint32_t)~plain_crc(0xffffffff, &byte, 1)), "entry %u is %08x", i, (unsigned)table[i]);
    }
    say("table %016llx", (unsigned long long)fingerprint((const unsigned char *)table, 1024));
}

int main(void) {
    check_begin();
    data = new_data(MOST, DATA_MIXED, 6);
    RUN("F1 checksums by definition", checksums_by_definition);
    RUN("F1 checksums in pieces", checksums_in_pieces);
    RUN("F1 combine", f1_combine);
    RUN("F1 combine with odd lengths", f1_odd_lengths);
    RUN("F1 the 64-bit names", f1_64_bit_names);
    RUN("F1 get_crc_table", f1_crc_table);
    RUN("F3 NULL and no bytes", f3_nothing);
    return check_end();
}
