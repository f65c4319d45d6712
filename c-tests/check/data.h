/* Data to compress: every kind is a function of its seed, so that a run can be repeated. */
#ifndef CHECK_DATA_H
#define CHECK_DATA_H

#include "check/report.h"

/* Bytes from which numbers are drawn as long as there are some: a fuzzer's input. */
struct tape {
    const unsigned char *at, *end;
};

/* What the next generator draws from first; NULL but in fuzz targets. */
static struct tape *next_tape;

/* A generator of pseudo-random numbers (Steele, Lea, Flood: SplitMix64). */
struct lots {
    uint64_t state;
    struct tape *tape;
};

static inline uint64_t scramble(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Neighbouring seeds give unrelated numbers. */
static inline struct lots lots_from(uint64_t seed) {
    struct lots lots = {scramble(seed + 1) ^ scramble(from_environment("SEED", 0) * 0xd1342543de82ef95u), next_tape};
    /* Only where there is one: threads that draw at once have none. */
    if (next_tape) next_tape = NULL;
    return lots;
}

/* A number below `most`, or any for 0: from no more bytes of the tape than that needs. */
static inline uint64_t draw_from(struct lots *lots, uint64_t most) {
    uint64_t value = 0, covered = 0;
    while (lots->tape && lots->tape->at < lots->tape->end && covered + 1 < most) {
        value = value << 8 | *lots->tape->at++;
        covered = covered << 8 | 255;
    }
    return covered ? value : scramble(lots->state += 0x9e3779b97f4a7c15u);
}

static inline uint64_t draw(struct lots *lots) {
    return draw_from(lots, UINT64_MAX);
}

/* 0 .. n-1; 0 for n = 0. */
static inline size_t below(struct lots *lots, size_t n) {
    return n ? (size_t)(draw_from(lots, n) % n) : 0;
}

/* 1 .. most, short ones likelier: the logarithm is what is drawn. */
static inline size_t piece(struct lots *lots, size_t most) {
    size_t bits = 1, limit = most;
    while (limit >>= 1) bits++;
    limit = (size_t)1 << below(lots, bits + 1);
    if (limit > most) limit = most;
    return 1 + below(lots, limit);
}

enum data_kind {
    DATA_TEXT,     /* words with a skewed distribution */
    DATA_SOURCE,   /* indented lines of a small programming language */
    DATA_JSON,     /* records with the same keys */
    DATA_BINARY,   /* little-endian structures with slowly changing fields */
    DATA_RANDOM,   /* incompressible */
    DATA_RUNS,     /* runs of one byte, lengths from 1 to 2000 */
    DATA_PERIODIC, /* a period that changes now and then, up to just beyond a window */
    DATA_ZEROS,    /* one byte only */
    DATA_MIXED,    /* stretches of the others */
    DATA_KINDS
};

static const char *const data_names[DATA_KINDS] = {"text", "source", "json", "binary", "random",
                                                   "runs", "periodic", "zeros", "mixed"};

/* Writes as much of `text` as fits; the new end. */
static inline size_t data_put(unsigned char *to, size_t at, size_t n, const char *text) {
    while (*text && at < n) to[at++] = (unsigned char)*text++;
    return at;
}

/* A word: number `which` of a fixed vocabulary made of syllables. */
static inline size_t data_word(unsigned char *to, size_t at, size_t n, size_t which) {
    static const char *const syllables[] = {"ta", "ri", "mon", "e", "sul", "ka", "ver", "o", "lin", "dra", "hu", "pe", "ish", "no", "a", "wer"};
    char word[32] = "";
    do {
        strcat(word, syllables[which % 16]);
        which /= 16;
    } while (which);
    return data_put(to, at, n, word);
}

/* Small numbers are likelier, as the ranks of words are. */
static inline size_t data_rank(struct lots *lots, size_t most) {
    return below(lots, 1 + below(lots, 1 + below(lots, most)));
}

static inline void data_text(unsigned char *to, size_t n, struct lots *lots) {
    size_t at = 0;
    while (at < n) {
        at = data_word(to, at, n, data_rank(lots, 3000));
        at = data_put(to, at, n, below(lots, 9) ? " " : below(lots, 4) ? ", " : ".\n");
    }
}

static inline void data_source(unsigned char *to, size_t n, struct lots *lots) {
    static const char *const shapes[] = {"if (", "while (", "return ", "int ", "x->", "for (i = 0; i < ", "memcpy("};
    static const char *const ends[] = {");\n", ") {\n", ";\n", " = 0;\n", "++) {\n", "}\n\n"};
    size_t at = 0, depth = 1, i;
    while (at < n) {
        for (i = 0; i < depth; i++) at = data_put(to, at, n, "    ");
        at = data_put(to, at, n, shapes[below(lots, 7)]);
        at = data_word(to, at, n, data_rank(lots, 400));
        if (below(lots, 2)) at = data_put(to, at, n, "_"), at = data_word(to, at, n, data_rank(lots, 40));
        at = data_put(to, at, n, ends[below(lots, 6)]);
        depth = 1 + (depth + below(lots, 3)) % 4;
    }
}

static inline void data_json(unsigned char *to, size_t n, struct lots *lots) {
    size_t at = 0;
    char record[160];
    while (at < n) {
        snprintf(record, sizeof record, "{\"id\": %u, \"score\": %u.%02u, \"active\": %s, \"name\": \"", (unsigned)below(lots, 100000),
                 (unsigned)below(lots, 100), (unsigned)below(lots, 100), below(lots, 2) ? "true" : "false");
        at = data_put(to, at, n, record);
        at = data_word(to, at, n, data_rank(lots, 3000));
        at = data_put(to, at, n, "\"},\n");
    }
}

static inline void data_binary(unsigned char *to, size_t n, struct lots *lots) {
    uint32_t fields[4] = {0, 1000, 0x10000, 7};
    size_t at = 0, i;
    while (at < n) {
        fields[0]++;
        fields[1] += (uint32_t)below(lots, 17);
        fields[2] ^= (uint32_t)below(lots, 4) << below(lots, 20);
        if (!below(lots, 10)) fields[3] = (uint32_t)draw(lots);
        for (i = 0; i < 16 && at < n; i++) to[at++] = (unsigned char)(fields[i / 4] >> 8 * (i % 4));
    }
}

static inline void data_runs(unsigned char *to, size_t n, struct lots *lots) {
    size_t at = 0, left;
    while (at < n) {
        unsigned char byte = (unsigned char)below(lots, 7);
        for (left = piece(lots, 2000); left && at < n; left--) to[at++] = byte;
    }
}

static inline void data_periodic(unsigned char *to, size_t n, struct lots *lots) {
    size_t at = 0, left, period;
    while (at < n) {
        period = piece(lots, 33000);
        if (period > at) period = at;
        for (left = piece(lots, 600); left && at < n; left--, at++)
            to[at] = period && left % 97 ? to[at - period] : (unsigned char)draw(lots);
    }
}

static inline void data_random(unsigned char *to, size_t n, struct lots *lots) {
    size_t at;
    for (at = 0; at < n; at++) to[at] = (unsigned char)(draw(lots) >> 24);
}

/* Fills to[0..n] with data of one kind. */
static inline void make_data(unsigned char *to, size_t n, int kind, uint64_t seed) {
    struct lots lots = lots_from(seed * DATA_KINDS + (uint64_t)kind + 1);
    size_t at, part;
    switch (kind) {
    case DATA_TEXT: data_text(to, n, &lots); break;
    case DATA_SOURCE: data_source(to, n, &lots); break;
    case DATA_JSON: data_json(to, n, &lots); break;
    case DATA_BINARY: data_binary(to, n, &lots); break;
    case DATA_RUNS: data_runs(to, n, &lots); break;
    case DATA_PERIODIC: data_periodic(to, n, &lots); break;
    case DATA_ZEROS: if (n) memset(to, 0, n); break;
    case DATA_MIXED:
        for (at = 0; at < n; at += part) {
            part = piece(&lots, 20000);
            if (part > n - at) part = n - at;
            make_data(to + at, part, (int)below(&lots, DATA_MIXED), draw(&lots) % 1000);
        }
        break;
    default: data_random(to, n, &lots); break;
    }
}

/* Newly allocated data; the caller frees it. */
static inline unsigned char *new_data(size_t n, int kind, uint64_t seed) {
    unsigned char *data = malloc(n + 1);
    if (data == NULL) abort();
    make_data(data, n, kind, seed);
    return data;
}

/* A short fingerprint of bytes for answers (FNV-1a). */
static inline uint64_t fingerprint(const unsigned char *bytes, size_t n) {
    uint64_t hash = 0xcbf29ce484222325u;
    while (n--) hash = (hash ^ *bytes++) * 0x100000001b3u;
    return hash;
}

#endif
