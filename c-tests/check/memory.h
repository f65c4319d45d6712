/* Memory that notices misuse: buffers between guard pages, and an allocator that counts, refuses, misaligns and poisons. */
#ifndef CHECK_MEMORY_H
#define CHECK_MEMORY_H

#include "check/report.h"
#include <sys/mman.h>

/* `length` bytes at `start` with an inaccessible page before and after the mapping. */
struct guarded {
    unsigned char *start;
    size_t length;
    unsigned char *mapping;
    size_t mapped;
};

/* The bytes end at a guard page (`at_end`), or else begin right after one. */
static inline struct guarded guard(size_t length, int at_end) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (length + page - 1) / page * page;
    struct guarded g;
    if (inside == 0) inside = page;
    g.length = length;
    g.mapped = inside + 2 * page;
    g.mapping = mmap(NULL, g.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (g.mapping == MAP_FAILED || mprotect(g.mapping + page, inside, PROT_READ | PROT_WRITE)) abort();
    g.start = g.mapping + page + (at_end ? inside - length : 0);
    return g;
}

static inline void unguard(struct guarded *g) {
    munmap(g->mapping, g->mapped);
}

/* `times` views of the same `bytes` in a row: a big buffer that costs little. NULL if the system refuses. */
static inline unsigned char *repeated(size_t bytes, size_t times) {
    FILE *file = tmpfile();
    unsigned char *start;
    size_t i;
    if (file == NULL || ftruncate(fileno(file), (off_t)bytes)) return NULL;
    start = mmap(NULL, bytes * times, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return NULL;
    for (i = 0; i < times; i++)
        if (mmap(start + i * bytes, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fileno(file), 0) == MAP_FAILED) return NULL;
    fclose(file);
    return start;
}

/* True if bytes[from..end] still holds `byte` everywhere. */
static inline int untouched(const unsigned char *bytes, size_t from, size_t end, unsigned char byte) {
    while (from < end && bytes[from] == byte) from++;
    return from >= end;
}

#define METER_BLOCKS 4096

/* An allocator for z_stream.opaque. Zero-initialise it, set the first fields, attach it to a stream. */
struct meter {
    unsigned refuse_from;   /* refuse the call of this number and all later ones; 0 = never */
    unsigned refuse_only;   /* refuse the call of this number alone; 0 = never */
    unsigned skew;          /* give addresses this far past an aligned one */
    int fill;               /* fill new memory with this byte; negative = as it comes */
    unsigned calls;         /* zalloc calls so far */
    unsigned frees;         /* zfree calls so far */
    unsigned live_blocks;   /* given and not returned */
    size_t live, peak, sum; /* bytes: now, at most, all together */
    size_t nginx;           /* bytes as nginx counts them: see nginx_bytes */
    int absurd;             /* a size was 0 or above 16 MiB */
    int foreign;            /* something was freed that was not given */
    struct {
        unsigned char *raw, *given;
        size_t bytes;
    } block[METER_BLOCKS];
};

/* nginx rounds an odd request of less than 8192 bytes up to 8192. */
static inline size_t nginx_bytes(size_t bytes) {
    return bytes % 512 != 0 && bytes < 8192 ? 8192 : bytes;
}

static inline voidpf meter_alloc(voidpf opaque, uInt items, uInt size) {
    struct meter *m = opaque;
    size_t bytes = (size_t)items * size, i;
    m->calls++;
    if (bytes == 0 || bytes > ((size_t)16 << 20)) m->absurd = 1;
    if (m->calls == m->refuse_only || (m->refuse_from && m->calls >= m->refuse_from)) return Z_NULL;
    for (i = 0; i < METER_BLOCKS && m->block[i].raw; i++) {}
    if (i == METER_BLOCKS) return Z_NULL;
    m->block[i].raw = malloc(bytes + m->skew + 64);
    if (m->block[i].raw == NULL) abort();
    m->block[i].given = m->block[i].raw + m->skew;
    m->block[i].bytes = bytes;
    if (m->fill >= 0) memset(m->block[i].given, m->fill, bytes);
    memset(m->block[i].given + bytes, 0xfd, 16);
    m->live_blocks++;
    m->sum += bytes;
    m->nginx += nginx_bytes(bytes);
    m->live += bytes;
    if (m->live > m->peak) m->peak = m->live;
    return m->block[i].given;
}

static inline void meter_free(voidpf opaque, voidpf address) {
    struct meter *m = opaque;
    size_t i;
    m->frees++;
    for (i = 0; i < METER_BLOCKS && (m->block[i].raw == NULL || m->block[i].given != address); i++) {}
    if (i == METER_BLOCKS) {
        m->foreign = 1;
        return;
    }
    if (!untouched(m->block[i].given, m->block[i].bytes, m->block[i].bytes + 16, 0xfd)) m->foreign = 2;
    memset(m->block[i].raw, 0xdd, m->block[i].bytes + m->skew + 16);
    m->live_blocks--;
    m->live -= m->block[i].bytes;
    free(m->block[i].raw);
    m->block[i].raw = NULL;
}

/* A fresh meter that only counts. */
static inline void meter_clear(struct meter *m) {
    memset(m, 0, sizeof *m);
    m->fill = -1;
}

static inline void meter_attach(z_stream *strm, struct meter *m) {
    strm->zalloc = meter_alloc;
    strm->zfree = meter_free;
    strm->opaque = m;
}

/* Everything came back, nothing else did, and no block was overrun. */
static inline int meter_clean(const struct meter *m) {
    return OK(m->live_blocks == 0, "%u blocks not returned", m->live_blocks) &
           OK(m->foreign != 1, "freed what was not allocated") & OK(m->foreign != 2, "wrote past the end of a block") &
           OK(!m->absurd, "an absurd size was asked for");
}

#endif
