/* What every fuzz target shares. A target is a program with one function, which judges one input:
 *
 *     static void judge(const unsigned char *bytes, size_t n) { ... OK(condition, "what is wrong"); ... }
 *
 * after `#define TARGET "name"` and before `#include "main.h"`. Both libraries are open in `library` then: ours and zlib's. With
 * FUZZ_ENGINE the engine has main and calls judge; without, main.h does, with the corpus and with inputs of its own. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/library.h"
#include "check/lots.h"

/* make_data for targets, which must not spend their time on it: a few kinds of data, made once. */
enum { KNOWN = 130000 };

/* n bytes of it, from place `from`. */
static inline void known_stretch(unsigned char *to, size_t n, int kind, uint64_t seed, size_t from) {
    static unsigned char *known[DATA_KINDS][4];
    unsigned char **data = &known[kind][seed % 4];
    if (n > KNOWN || from > KNOWN - n) abort();
    if (*data == NULL) *data = new_data(KNOWN, kind, seed % 4);
    memcpy(to, *data + from, n);
}

static inline void known_data(unsigned char *to, size_t n, int kind, uint64_t seed) {
    known_stretch(to, n, kind, seed, 0);
}
#define make_data known_data

/* Starts the tape of a program of calls with these bytes: the next generator draws from them. */
static struct tape tape;

static inline void wind(const unsigned char *bytes, size_t n) {
    tape.at = bytes, tape.end = bytes + n;
    next_tape = &tape;
}

/* Functions that library.h has not, from both libraries; `zlazy_` ones from ours alone. */
#define MORE_FUNCTIONS(F) \
    F(uLong, adler32, (uLong, const Bytef *, uInt)) \
    F(uLong, adler32_z, (uLong, const Bytef *, z_size_t)) \
    F(uLong, adler32_combine, (uLong, uLong, z_off_t)) \
    F(uLong, adler32_combine64, (uLong, uLong, z_off64_t)) \
    F(uLong, crc32_combine64, (uLong, uLong, z_off64_t)) \
    F(uLong, crc32_combine_gen64, (z_off64_t)) \
    F(uLong, crc32, (uLong, const Bytef *, uInt)) \
    F(uLong, crc32_z, (uLong, const Bytef *, z_size_t)) \
    F(uLong, crc32_combine, (uLong, uLong, z_off_t)) \
    F(uLong, crc32_combine_gen, (z_off_t)) \
    F(uLong, crc32_combine_op, (uLong, uLong, uLong)) \
    F(int, inflateBackInit_, (z_streamp, int, unsigned char *, const char *, int)) \
    F(int, inflateBack, (z_streamp, in_func, void *, out_func, void *)) \
    F(int, inflateBackEnd, (z_streamp)) \
    F(int, compress, (Bytef *, uLongf *, const Bytef *, uLong)) \
    F(int, compress2, (Bytef *, uLongf *, const Bytef *, uLong, int)) \
    F(int, compress_z, (Bytef *, z_size_t *, const Bytef *, z_size_t)) \
    F(int, compress2_z, (Bytef *, z_size_t *, const Bytef *, z_size_t, int)) \
    F(uLong, compressBound, (uLong)) \
    F(z_size_t, compressBound_z, (z_size_t)) \
    F(z_size_t, deflateBound_z, (z_streamp, z_size_t)) \
    F(int, uncompress, (Bytef *, uLongf *, const Bytef *, uLong)) \
    F(int, uncompress2, (Bytef *, uLongf *, const Bytef *, uLong *)) \
    F(int, uncompress_z, (Bytef *, z_size_t *, const Bytef *, z_size_t)) \
    F(int, uncompress2_z, (Bytef *, z_size_t *, const Bytef *, z_size_t *))

struct more {
#define F(result, name, arguments) result(*name) arguments;
    MORE_FUNCTIONS(F)
#undef F
};

static inline void open_more(struct more *more, struct library *library, int linked) {
#ifdef CHECK_LINKED
    if (linked) {
#define F(result, name, arguments) more->name = name;
        MORE_FUNCTIONS(F)
#undef F
        return;
    }
#endif
    (void)linked;
#define F(result, name, arguments) *(void **)&more->name = library_symbol(library, #name);
    MORE_FUNCTIONS(F)
#undef F
}

/* Memory for zlib that costs as little as the pool: a stack, emptied by clear_arena. */
static struct {
    unsigned char *bytes;
    size_t used;
} arena;

static inline voidpf arena_alloc(voidpf opaque, uInt items, uInt size) {
    enum { ARENA = 400000 };
    size_t n = ((size_t)items * size + 63) & ~(size_t)63;
    (void)opaque;
    if (arena.bytes == NULL) arena.bytes = malloc(ARENA);
    if (arena.bytes == NULL || arena.used + n > ARENA) abort();
    arena.used += n;
    return arena.bytes + arena.used - n;
}

/* Frees what was taken since, too: inflate's window comes after its state. */
static inline void arena_free(voidpf opaque, voidpf address) {
    (void)opaque;
    arena.used = (size_t)((unsigned char *)address - arena.bytes);
}

static inline void use_arena(z_stream *strm) {
    arena.used = 0;
    strm->zalloc = arena_alloc, strm->zfree = arena_free;
}

/* What the input has besides its stream: taken from its front, 0 when there is no more. */
struct front {
    const unsigned char *at, *end;
};

static inline unsigned byte_of(struct front *front) {
    return front->at < front->end ? *front->at++ : 0;
}

#endif
