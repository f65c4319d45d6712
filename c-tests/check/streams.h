/* Compressed streams that no library made: the same input for every library, with blocks of every kind. */
#ifndef CHECK_STREAMS_H
#define CHECK_STREAMS_H

#include "check/bits.h"
#include "check/data.h"

/* Adler-32 and CRC-32 straight from the RFCs. */
static inline unsigned long plain_adler(unsigned long adler, const unsigned char *bytes, size_t n) {
    unsigned long a = adler & 0xffff, b = adler >> 16 & 0xffff;
    while (n--) a = (a + *bytes++) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

static inline unsigned long plain_crc(unsigned long crc, const unsigned char *bytes, size_t n) {
    static uint32_t table[256];
    uint32_t c = ~(uint32_t)crc;
    unsigned i, k;
    if (table[1] == 0)
        for (i = 0; i < 256; i++)
            for (table[i] = i, k = 0; k < 8; k++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    while (n--) c = c >> 8 ^ table[(c ^ *bytes++) & 255];
    return (uint32_t)~c;
}

/* A literal (length 0, the byte in distance) or a match. */
struct token {
    unsigned short length, distance;
};

enum { TOKENS = 8192 }; /* at most in one block */

/* Greedy matching with a memory of one place per hash: enough to get matches of all lengths and distances. */
static inline size_t make_tokens(const unsigned char *data, size_t *at, size_t n, unsigned window, struct token *tokens, size_t most, size_t *last_seen) {
    size_t count;
    for (count = 0; count < most && *at < n; count++) {
        size_t length = 0, seen = 0;
        if (*at + 3 <= n) {
            size_t *slot = &last_seen[((size_t)data[*at] * 7919 + (size_t)data[*at + 1] * 613 + data[*at + 2]) % 4096];
            seen = *slot;
            *slot = *at + 1;
        }
        if (seen && *at + 1 - seen <= window)
            while (length < 258 && *at + length < n && data[seen - 1 + length] == data[*at + length]) length++;
        if (length >= 3) {
            tokens[count].length = (unsigned short)length, tokens[count].distance = (unsigned short)(*at + 1 - seen);
            *at += length;
        } else {
            tokens[count].length = 0, tokens[count].distance = data[(*at)++];
        }
    }
    return count;
}

/* Codes for exactly these tokens. */
static inline void token_codes(const struct token *tokens, size_t n, struct code *literals, struct code *distances) {
    unsigned counts[286] = {0}, far[30] = {0}, extra, bits;
    size_t i;
    counts[256] = 1;
    for (i = 0; i < n; i++) {
        if (tokens[i].length == 0) {
            counts[tokens[i].distance]++;
        } else {
            counts[length_symbol(tokens[i].length, &extra, &bits)]++;
            far[distance_symbol(tokens[i].distance, &extra, &bits)]++;
        }
    }
    code_from_counts(literals, counts, 286, 15);
    code_from_counts(distances, far, 30, 15);
}

/* One block of kind 0 (stored), 1 (fixed) or 2 (dynamic) that stands for data[from..to]. */
static inline void put_block(struct bits *b, int last, int kind, const unsigned char *data, size_t from, size_t to, const struct token *tokens, size_t n) {
    struct code literals, distances;
    size_t i;
    put_bits(b, (unsigned)last, 1);
    put_bits(b, (unsigned)kind, 2);
    if (kind == 0) {
        put_align(b);
        put_low_first(b, to - from, 2), put_low_first(b, ~(to - from), 2);
        put_bytes(b, data + from, to - from);
        return;
    }
    if (kind == 1) {
        code_fixed(&literals, &distances);
    } else {
        token_codes(tokens, n, &literals, &distances);
        put_dynamic_header(b, &literals, &distances);
    }
    for (i = 0; i < n; i++) {
        if (tokens[i].length) put_match(b, &literals, &distances, tokens[i].length, tokens[i].distance);
        else put_symbol(b, &literals, tokens[i].distance);
    }
    put_symbol(b, &literals, 256);
}

/* The deflate blocks of data[0..n]: lengths and kinds are drawn, empty ones among them. */
static inline void put_blocks(struct bits *b, const unsigned char *data, size_t n, unsigned window, struct lots *lots) {
    struct token *tokens = malloc(TOKENS * sizeof *tokens);
    size_t *last_seen = calloc(4096, sizeof *last_seen), at = 0;
    int last;
    if (tokens == NULL || last_seen == NULL) abort();
    do {
        size_t from = at, count = 0;
        int kind = (int)below(lots, 5) * 2 / 3;
        if (below(lots, 8)) count = make_tokens(data, &at, n, window, tokens, piece(lots, TOKENS), last_seen);
        last = at == n && below(lots, 4);
        if (at - from > 65535) kind = 2;
        put_block(b, last, kind, data, from, at, tokens, count);
    } while (!last);
    free(tokens), free(last_seen);
}

enum wrapper { RAW, ZLIB, GZIP };

/* A gzip header with those parts whose bits are set in flags (FTEXT 1, FHCRC 2, FEXTRA 4, FNAME 8, FCOMMENT 16). */
static inline void put_gzip_header(struct bits *b, unsigned flags, struct lots *lots) {
    size_t start = b->at, i, n;
    put_bytes(b, "\x1f\x8b\x08", 3);
    put_bits(b, flags, 8);
    put_low_first(b, (unsigned long)draw(lots), 4), put_low_first(b, (unsigned long)draw(lots), 2);
    if (flags & 4) {
        n = piece(lots, 500);
        put_low_first(b, n, 2);
        for (i = 0; i < n; i++) put_bits(b, (unsigned)draw(lots), 8);
    }
    for (i = 8; i <= 16; i *= 2) {
        if ((flags & i) == 0) continue;
        for (n = below(lots, 100); n; n--) put_bits(b, 1 + (unsigned)below(lots, 255), 8);
        put_bits(b, 0, 8);
    }
    if (flags & 2) put_low_first(b, plain_crc(0, b->bytes + start, b->at - start), 2);
}

/* A whole stream; the caller frees its bytes. */
static inline struct bits make_stream(const unsigned char *data, size_t n, enum wrapper wrapper, int window_bits, uint64_t seed) {
    struct lots lots = lots_from(seed);
    struct bits b = new_bits();
    unsigned head = (unsigned)(window_bits - 8) << 12 | 0x800 | (unsigned)below(&lots, 4) << 6;
    if (wrapper == ZLIB) put_high_first(&b, head + (31 - head % 31), 2);
    if (wrapper == GZIP) put_gzip_header(&b, (unsigned)below(&lots, 32), &lots);
    put_blocks(&b, data, n, 1u << window_bits, &lots);
    put_align(&b);
    if (wrapper == ZLIB) put_high_first(&b, plain_adler(1, data, n), 4);
    if (wrapper == GZIP) put_low_first(&b, plain_crc(0, data, n), 4), put_low_first(&b, n, 4);
    return b;
}

/* The windowBits that inflateInit2 wants for such a stream. */
static inline int stream_bits(enum wrapper wrapper, int window_bits) {
    return wrapper == RAW ? -window_bits : wrapper == ZLIB ? window_bits : window_bits + 16;
}

#endif
