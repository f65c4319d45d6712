/* A bit writer and Huffman codes of its own, to put deflate streams together by hand: valid, odd and hostile ones. */
#ifndef CHECK_BITS_H
#define CHECK_BITS_H

#include "check/report.h"

/* A growing run of bits, low bit of each byte first. */
struct bits {
    unsigned char *bytes;
    size_t room, at; /* whole bytes written */
    uint64_t hold;   /* the rest */
    unsigned held;
};

static inline struct bits new_bits(void) {
    struct bits b = {malloc(4096), 4096, 0, 0, 0};
    if (b.bytes == NULL) abort();
    return b;
}

/* The low n <= 32 bits of value. */
static inline void put_bits(struct bits *b, unsigned value, unsigned n) {
    b->hold |= ((uint64_t)value & (((uint64_t)1 << n) - 1)) << b->held;
    b->held += n;
    while (b->held >= 8) {
        if (b->at == b->room && (b->bytes = realloc(b->bytes, b->room *= 2)) == NULL) abort();
        b->bytes[b->at++] = (unsigned char)b->hold;
        b->hold >>= 8, b->held -= 8;
    }
}

/* Zero bits up to the next byte. */
static inline void put_align(struct bits *b) {
    if (b->held) put_bits(b, 0, 8 - b->held);
}

/* Whole bytes; the writer must be aligned. */
static inline void put_bytes(struct bits *b, const void *from, size_t n) {
    const unsigned char *bytes = from;
    while (n--) put_bits(b, *bytes++, 8);
}

/* n bytes of a number, low byte first or last. */
static inline void put_low_first(struct bits *b, unsigned long value, int n) {
    for (; n; n--, value >>= 8) put_bits(b, (unsigned)value & 255, 8);
}

static inline void put_high_first(struct bits *b, unsigned long value, int n) {
    while (n--) put_bits(b, (unsigned)(value >> 8 * n) & 255, 8);
}

/* A canonical Huffman code. */
struct code {
    unsigned n;                  /* symbols */
    unsigned char length[288];   /* 0 = no codeword */
    unsigned short word[288];    /* as RFC 1951 counts them, high bit first */
};

/* The codewords that belong to the lengths. */
static inline void code_words(struct code *code) {
    unsigned next = 0, length, symbol;
    for (length = 1; length <= 15; length++, next <<= 1)
        for (symbol = 0; symbol < code->n; symbol++)
            if (code->length[symbol] == length) code->word[symbol] = (unsigned short)next++;
}

/* Kraft's sum in units of 2^-15: 32768 for a complete code. */
static inline unsigned long code_sum(const struct code *code) {
    unsigned long sum = 0;
    unsigned symbol;
    for (symbol = 0; symbol < code->n; symbol++)
        if (code->length[symbol]) sum += 32768ul >> code->length[symbol];
    return sum;
}

/* Lengths near the ideal ones for these counts, then made a complete code of at most `limit` bits. */
static inline void code_from_counts(struct code *code, const unsigned *counts, unsigned n, unsigned limit) {
    unsigned long total = 0;
    unsigned symbol, used = 0, length;
    memset(code, 0, sizeof *code);
    code->n = n;
    for (symbol = 0; symbol < n; symbol++) total += counts[symbol], used += counts[symbol] != 0;
    for (symbol = 0; symbol < n; symbol++) {
        if (counts[symbol] == 0) continue;
        for (length = 1; length < limit && (unsigned long)counts[symbol] << length < total; length++) {}
        code->length[symbol] = (unsigned char)length;
    }
    if (used < 2) {
        for (symbol = 0; symbol < n && used < 2; symbol++)
            if (code->length[symbol] == 0 || used == 0) code->length[symbol] = 1, used += 1;
        for (symbol = 0; symbol < n; symbol++)
            if (code->length[symbol]) code->length[symbol] = 1;
    }
    while (code_sum(code) > 32768)
        for (length = limit - 1; length; length--) {
            for (symbol = 0; symbol < n && code->length[symbol] != length; symbol++) {}
            if (symbol < n) {
                code->length[symbol]++;
                break;
            }
        }
    for (length = limit; length > 1 && code_sum(code) < 32768; length--)
        for (symbol = 0; symbol < n; symbol++)
            while (code->length[symbol] == length && code_sum(code) + (32768ul >> length) <= 32768) code->length[symbol]--;
    code_words(code);
}

/* RFC 1951's fixed codes. */
static inline void code_fixed(struct code *literals, struct code *distances) {
    unsigned i;
    memset(literals, 0, sizeof *literals), memset(distances, 0, sizeof *distances);
    literals->n = 288, distances->n = 30;
    for (i = 0; i < 288; i++) literals->length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    for (i = 0; i < 30; i++) distances->length[i] = 5;
    code_words(literals), code_words(distances);
}

/* A codeword, high bit first. */
static inline void put_symbol(struct bits *b, const struct code *code, unsigned symbol) {
    unsigned i;
    for (i = code->length[symbol]; i--;) put_bits(b, code->word[symbol] >> i & 1, 1);
}

/* The length symbol, its extra bits and their number for a match length 3..258. */
static inline unsigned length_symbol(unsigned length, unsigned *extra, unsigned *bits) {
    unsigned symbol = length - 3, shift = 0;
    *extra = *bits = 0;
    if (length == 258) return 285;
    while (symbol >= 8u << shift) shift++;
    if (shift == 0) return 257 + symbol;
    *bits = shift;
    *extra = symbol & ((1u << shift) - 1);
    return 257 + 4 * shift + (symbol >> shift);
}

/* The same for a distance 1..32768. */
static inline unsigned distance_symbol(unsigned distance, unsigned *extra, unsigned *bits) {
    unsigned symbol = distance - 1, shift = 0;
    while (symbol >= 4u << shift) shift++;
    *bits = shift;
    *extra = symbol & ((1u << shift) - 1);
    return 2 * shift + (symbol >> shift);
}

static inline void put_match(struct bits *b, const struct code *literals, const struct code *distances, unsigned length, unsigned distance) {
    unsigned extra, bits, symbol = length_symbol(length, &extra, &bits);
    put_symbol(b, literals, symbol);
    put_bits(b, extra, bits);
    symbol = distance_symbol(distance, &extra, &bits);
    put_symbol(b, distances, symbol);
    put_bits(b, extra, bits);
}

static const unsigned char code_length_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

/* The next step of a list of code lengths: a symbol, and for 16..18 the repeat in `*extra`; the new position. */
static inline unsigned length_step(const unsigned char *lengths, unsigned at, unsigned n, unsigned *symbol, unsigned *extra) {
    unsigned run = 1, most = lengths[at] ? 6 : 138;
    while (at + run < n && run < most && lengths[at + run] == lengths[at]) run++;
    *symbol = lengths[at], *extra = 0;
    if (lengths[at] == 0 && run >= 3) {
        *symbol = run < 11 ? 17 : 18, *extra = run - (run < 11 ? 3 : 11);
        return at + run;
    }
    if (at && lengths[at] && lengths[at - 1] == lengths[at] && run >= 3) {
        *symbol = 16, *extra = run - 3;
        return at + run;
    }
    return at + 1;
}

/* The header of a dynamic block, after its three bits. Trailing symbols without a codeword are not sent. */
static inline void put_dynamic_header(struct bits *b, const struct code *literals, const struct code *distances) {
    static const unsigned char extra_bits[3] = {2, 3, 7};
    unsigned nlen = literals->n, ndist = distances->n, ncode = 19, at, symbol, extra, counts[19] = {0};
    unsigned char lengths[320];
    struct code code;
    while (nlen > 257 && literals->length[nlen - 1] == 0) nlen--;
    while (ndist > 1 && distances->length[ndist - 1] == 0) ndist--;
    memcpy(lengths, literals->length, nlen), memcpy(lengths + nlen, distances->length, ndist);
    for (at = 0; at < nlen + ndist; counts[symbol]++) at = length_step(lengths, at, nlen + ndist, &symbol, &extra);
    code_from_counts(&code, counts, 19, 7);
    while (ncode > 4 && code.length[code_length_order[ncode - 1]] == 0) ncode--;
    put_bits(b, nlen - 257, 5), put_bits(b, ndist - 1, 5), put_bits(b, ncode - 4, 4);
    for (at = 0; at < ncode; at++) put_bits(b, code.length[code_length_order[at]], 3);
    for (at = 0; at < nlen + ndist;) {
        at = length_step(lengths, at, nlen + ndist, &symbol, &extra);
        put_symbol(b, &code, symbol);
        if (symbol >= 16) put_bits(b, extra, extra_bits[symbol - 16]);
    }
}

#endif
