/* A slow, plain reader of deflate streams that reports every block, literal and match: what a compressor really wrote. */
#ifndef CHECK_TOKENS_H
#define CHECK_TOKENS_H

#include "check/report.h"

/* What is counted while a stream is read. */
struct tokens {
    unsigned long blocks[3];     /* stored, fixed, dynamic */
    unsigned long literals, matches;
    unsigned nearest, farthest;  /* distances; 0 = no match */
    unsigned shortest, longest;  /* match lengths */
    size_t bytes_in, bytes_out;  /* consumed (rounded up to a byte) and described */
};

struct token_reader {
    const unsigned char *in;
    size_t length, bit;
    int overrun;
};

static inline unsigned token_bits(struct token_reader *r, unsigned n) {
    unsigned value = 0, i;
    for (i = 0; i < n; i++, r->bit++) {
        if (r->bit / 8 >= r->length) r->overrun = 1;
        else value |= (unsigned)(r->in[r->bit / 8] >> (r->bit % 8) & 1) << i;
    }
    return value;
}

/* A canonical Huffman code: how many codewords there are of each length, and the symbols in code order. */
struct token_code {
    unsigned short count[16], symbol[288];
};

static inline void token_code_make(struct token_code *code, const unsigned char *lengths, unsigned n) {
    unsigned short next[16];
    unsigned i;
    memset(code, 0, sizeof *code);
    for (i = 0; i < n; i++) code->count[lengths[i]]++;
    code->count[0] = 0;
    for (next[1] = 0, i = 1; i < 15; i++) next[i + 1] = (unsigned short)(next[i] + code->count[i]);
    for (i = 0; i < n; i++)
        if (lengths[i]) code->symbol[next[lengths[i]]++] = (unsigned short)i;
}

/* The next symbol, or -1. */
static inline int token_symbol(struct token_reader *r, const struct token_code *code) {
    int value = 0, first = 0, index = 0;
    unsigned length;
    for (length = 1; length <= 15; length++) {
        value |= (int)token_bits(r, 1);
        if (value - first < code->count[length]) return code->symbol[index + value - first];
        index += code->count[length];
        first = (first + code->count[length]) << 1;
        value <<= 1;
    }
    return -1;
}

/* The codes of a dynamic block's header; 0 if it is malformed. */
static inline int token_header(struct token_reader *r, struct token_code *literals, struct token_code *distances) {
    static const unsigned char order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[320] = {0};
    unsigned nlen = token_bits(r, 5) + 257, ndist = token_bits(r, 5) + 1, ncode = token_bits(r, 4) + 4, i, repeat;
    for (i = 0; i < ncode; i++) lengths[order[i]] = (unsigned char)token_bits(r, 3);
    token_code_make(literals, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    for (i = 0; i < nlen + ndist && !r->overrun;) {
        int symbol = token_symbol(r, literals);
        unsigned char length = symbol == 16 && i ? lengths[i - 1] : 0;
        if (symbol < 0) return 0;
        if (symbol < 16) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        repeat = symbol == 16 ? 3 + token_bits(r, 2) : symbol == 17 ? 3 + token_bits(r, 3) : 11 + token_bits(r, 7);
        if (i + repeat > nlen + ndist) return 0;
        while (repeat--) lengths[i++] = length;
    }
    token_code_make(literals, lengths, nlen);
    token_code_make(distances, lengths + nlen, ndist);
    return !r->overrun;
}

static inline void token_fixed(struct token_code *literals, struct token_code *distances) {
    unsigned char lengths[288];
    unsigned i;
    for (i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    token_code_make(literals, lengths, 288);
    memset(lengths, 5, 30);
    token_code_make(distances, lengths, 30);
}

static inline void token_match(struct tokens *t, unsigned length, unsigned distance) {
    t->matches++;
    if (t->nearest == 0 || distance < t->nearest) t->nearest = distance;
    if (distance > t->farthest) t->farthest = distance;
    if (t->shortest == 0 || length < t->shortest) t->shortest = length;
    if (length > t->longest) t->longest = length;
    t->bytes_out += length;
}

/* The literals and matches up to the end of a block; 0 if something cannot be. */
static inline int token_block(struct token_reader *r, const struct token_code *literals, const struct token_code *distances, struct tokens *t) {
    for (;;) {
        int symbol = token_symbol(r, literals);
        unsigned length, distance, extra;
        if (symbol < 0 || symbol > 285 || r->overrun) return 0;
        if (symbol == 256) return 1;
        if (symbol < 256) {
            t->literals++, t->bytes_out++;
            continue;
        }
        symbol -= 257;
        extra = symbol < 8 || symbol == 28 ? 0 : (unsigned)(symbol / 4 - 1);
        length = symbol == 28 ? 258 : 3 + (extra ? (4u + (unsigned)symbol % 4) << extra : (unsigned)symbol) + token_bits(r, extra);
        symbol = token_symbol(r, distances);
        if (symbol < 0 || symbol > 29) return 0;
        extra = symbol < 4 ? 0 : (unsigned)(symbol / 2 - 1);
        distance = 1 + (extra ? (2u + (unsigned)symbol % 2) << extra : (unsigned)symbol) + token_bits(r, extra);
        if (distance > t->bytes_out) return 0;
        token_match(t, length, distance);
    }
}

/* Reads one raw deflate stream; 0 if it is malformed. */
static inline int read_tokens(const unsigned char *in, size_t length, struct tokens *t) {
    struct token_reader r = {in, length, 0, 0};
    struct token_code literals, distances;
    unsigned last, kind, stored;
    memset(t, 0, sizeof *t);
    do {
        last = token_bits(&r, 1);
        kind = token_bits(&r, 2);
        if (kind == 3 || r.overrun) return 0;
        t->blocks[kind]++;
        if (kind == 0) {
            r.bit = (r.bit + 7) / 8 * 8;
            stored = token_bits(&r, 16);
            if ((stored ^ token_bits(&r, 16)) != 0xffff) return 0;
            r.bit += (size_t)stored * 8, t->bytes_out += stored;
            if (r.bit / 8 > length) return 0;
            continue;
        }
        if (kind == 1) token_fixed(&literals, &distances);
        else if (!token_header(&r, &literals, &distances)) return 0;
        if (!token_block(&r, &literals, &distances, t)) return 0;
    } while (!last);
    t->bytes_in = (r.bit + 7) / 8;
    return !r.overrun;
}

#endif
