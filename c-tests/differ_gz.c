/* Random programs of gz* calls on this library and on zlib: returns, contents, positions, conditions, what is asked of the
 * system and what is left for others must be equal.
 *
 * Both libraries call read, write and lseek of this program (check/system.h). What a compressor writes differs, and so when it
 * writes: there, failures come in calls that must write, or, if they come anywhere, what was taken must be what the file has in
 * the end.
 *
 * ROUNDS programs are run (default 1500); SEED draws others; FIRST is the first round. */
#define CHECK_TWO_LIBRARIES
#include "check.h"
#include "check/system.h"

enum { STEPS = 40 };

/* Calls on both sides, in expressions that name the side `by`; compares what they return. */
static long code_;
#define BOTH(...) \
    do { \
        long codes_[2]; \
        int errors_[2], i_; \
        for (i_ = 0; i_ < 2; i_++) { \
            struct side *by = &sides[i_]; \
            errno = 0; \
            codes_[i_] = (long)(__VA_ARGS__); \
            errors_[i_] = errno; \
        } \
        code_ = codes_[1]; \
        trace("=%ld", code_); \
        if (!OK(codes_[0] == codes_[1], "round %lu: %ld, zlib %ld: %s:%s", run.round, codes_[0], codes_[1], #__VA_ARGS__, recent())) return 0; \
        if (code_ == -1 && program.exact && errors_[1] != 9999 && \
            !OK(errors_[0] == errors_[1], "round %lu: errno %d, zlib %d: %s:%s", run.round, errors_[0], errors_[1], #__VA_ARGS__, recent())) return 0; \
    } while (0)

/* The sentence without the file's name, which must be there. */
static const char *sentence(struct side *side, int *code) {
    const char *said = side->gzerror(side->file, code);
    char name[220];
    if (said == NULL || *said == 0 || *code == Z_MEM_ERROR) return said ? said : "NULL";
    if (side->path[0]) snprintf(name, sizeof name, "%s: ", side->path);
    else snprintf(name, sizeof name, "<fd:%d>: ", side->fd);
    return strncmp(said, name, strlen(name)) ? said : said + strlen(name);
}

/* What can be asked without changing anything. */
static int same_state(void) {
    struct side *a = &sides[0], *b = &sides[1];
    int codes[2];
    const char *said[2] = {sentence(a, &codes[0]), sentence(b, &codes[1])};
    long offsets[2];
    if (!OK(codes[0] == codes[1] && strcmp(said[0], said[1]) == 0, "round %lu: condition %d %s, zlib %d %s:%s", run.round, codes[0], said[0], codes[1], said[1], recent())) return 0;
    if (!OK(a->gztell(a->file) == b->gztell(b->file), "round %lu: gztell %ld, zlib %ld:%s", run.round, a->gztell(a->file), b->gztell(b->file), recent())) return 0;
    if (!OK(a->gzeof(a->file) == b->gzeof(b->file), "round %lu: gzeof %d, zlib %d:%s", run.round, a->gzeof(a->file), b->gzeof(b->file), recent())) return 0;
    if (!OK(a->file->have == b->file->have && a->file->pos == b->file->pos, "round %lu: have %u pos %ld, zlib %u %ld:%s", run.round, a->file->have, (long)a->file->pos, b->file->have, (long)b->file->pos, recent())) return 0;
    if (program.writing && !program.plain) return 1;
    offsets[0] = a->gzoffset(a->file), offsets[1] = b->gzoffset64(b->file);
    if (!OK(offsets[0] == offsets[1], "round %lu: gzoffset %ld, zlib %ld:%s", run.round, offsets[0], offsets[1], recent())) return 0;
    return OK(a->calls == b->calls, "round %lu: other system calls:%s", run.round, recent());
}

/* The buffers that calls write to, before and after. */
static void clear_rooms(size_t n) {
    memset(sides[0].room, 0xee, n + 64);
    memset(sides[1].room, 0xee, n + 64);
}

static int same_rooms(size_t n) {
    return OK(memcmp(sides[0].room, sides[1].room, n + 64) == 0, "round %lu: other bytes:%s", run.round, recent());
}

/* A gzip member of some of the text, by zlib's compressor; its length. */
static size_t member(unsigned char *to, size_t room) {
    z_stream strm;
    gz_header header;
    unsigned char name[] = "a name", extra[] = "extra";
    size_t n = number(12) ? piece(&run.lots, 40000) : 0, at = (size_t)number(1000);
    memset(&strm, 0, sizeof strm);
    memset(&header, 0, sizeof header);
    if (sides[1].library.deflateInit2_(&strm, number(10), Z_DEFLATED, 31 - number(3), 8, number(5), ZLIB_VERSION, (int)sizeof strm)) return 0;
    if (number(4) == 0) {
        header.name = name, header.extra = extra, header.extra_len = 5, header.hcrc = number(2), header.comment = number(2) ? name : NULL;
        sides[1].library.deflateSetHeader(&strm, &header);
    }
    strm.next_in = program.text + at, strm.avail_in = (uInt)n;
    strm.next_out = to, strm.avail_out = (uInt)room;
    sides[1].library.deflate(&strm, Z_FINISH);
    n = room - strm.avail_out;
    sides[1].library.deflateEnd(&strm);
    return n;
}

/* What is to be read: members, plain bytes, garbage, damage. */
static void make_content(void) {
    static const unsigned char nearly[][6] = {{0x1f, 0x8b, 9, 0}, {0x1f, 0x8b, 8, 32}, {0x1f, 0x8b, 8, 0}, {0x1f}, {0x1f, 0x8b}, {0x1f, 0x8b, 8}};
    size_t at = 0, part;
    int shape = number(16);
    trace(" content %d", shape);
    if (shape == 0) { /* plain */
        at = piece(&run.lots, 60000);
        memcpy(program.content, program.text, at);
    } else if (shape == 1) {
        at = (size_t)number(5);
        memcpy(program.content, nearly[number(6)], at);
        if (number(2)) at += (size_t)number(100);
    } else if (shape > 2) {
        for (part = 1 + (size_t)number(4); part; part--) at += member(program.content + at, (CONTENT - at) / 2);
    }
    if (shape > 10 && at) program.content[below(&run.lots, number(2) ? at : at < 40 ? at : 40)] ^= (unsigned char)(1 << number(8));
    if (shape > 8 && shape < 13) at = below(&run.lots, at + 1);
    if (shape == 5 || shape == 11) {
        part = number(3) ? (size_t)number(30) : piece(&run.lots, 20000);
        memcpy(program.content + at, number(3) ? program.text + 7 : nearly[number(3)], part < 6 ? part : 6);
        memcpy(program.content + at + (part < 6 ? part : 6), program.text + 13, part < 6 ? 0 : part - 6);
        at += part;
    }
    if (shape == 6) memset(program.content + at, 0, 512), at += 512;
    program.length = at;
    program.arrived = program.kind == SLOW_PIPE || program.kind == REAL_SLOW ? 0 : at;
}

/* gzgetc as zlib.h's macro has it. */
static int macro(struct side *by) {
    gzFile g = by->file;
    return g->have ? (g->have--, g->pos++, *g->next++) : by->gzgetc(g);
}

static int wrong_direction(void) {
    switch (number(9)) {
    case 0: BOTH(by->gzwrite(program.writing ? NULL : by->file, "x", 1)); break;
    case 1: BOTH(program.writing ? by->gzread(by->file, by->room, 5) : by->gzputc(by->file, 'c')); break;
    case 2: BOTH(program.writing ? by->gzgetc(by->file) : by->gzflush(by->file, 2)); break;
    case 3: BOTH(program.writing ? by->gzungetc(5, by->file) : by->gzsetparams(by->file, 1, 1)); break;
    case 4: BOTH(program.writing ? by->gzgets(by->file, (char *)by->room, 5) != NULL : by->gzputs(by->file, "text")); break;
    case 5: BOTH(program.writing ? by->gzrewind(by->file) : by->gzprintf(by->file, "%d", 5)); break;
    case 6: BOTH(program.writing ? (int)by->gzfread(by->room, 1, 5, by->file) : (int)by->gzfwrite("text", 1, 4, by->file)); break;
    case 7: BOTH(program.writing ? by->gzclose_r(by->file) : by->gzclose_w(by->file)); break;
    default: BOTH(by->gzseek(by->file, 5, SEEK_END)); break;
    }
    return 1;
}

static int seek(void) {
    int whence = number(2);
    long offset = number(6) ? (long)piece(&run.lots, program.writing ? 3000 : 50000) : 0;
    if (whence == SEEK_CUR && number(program.writing ? 12 : 2) == 0) offset = -offset;
    offset = odd(offset, number(2) ? -5 : whence ? 0x7ffffffffffffff0 : 0x3fffffffffffffff);
    if (program.writing && offset > 1000000) offset = -1;
    trace(" gzseek(%ld,%d)", offset, whence);
    if (number(2)) BOTH(by->gzseek(by->file, offset, whence));
    else BOTH(by->gzseek64(by->file, offset, whence));
    return 1;
}

static int ask(void) {
    switch (number(6)) {
    case 0: trace(" gzdirect"); BOTH(by->gzdirect(by->file)); break;
    case 1: trace(" gztell64"); BOTH(by->gztell64(by->file)); break;
    case 2: trace(" gzclearerr"); BOTH((by->gzclearerr(by->file), 0)); break;
    case 3: trace(" gzbuffer"); BOTH(by->gzbuffer(by->file, 100)); break;
    case 4: trace(" wrong"); return wrong_direction();
    default: trace(" gzeof"); BOTH(by->gzeof(by->file)); break;
    }
    return 1;
}

static int read_step(void) {
    size_t n = number(8) ? piece(&run.lots, 20000) : (size_t)number(100000), size = 1 + (size_t)number(9);
    unsigned length = (unsigned)odd((long)n, 0x80000000L);
    int c;
    switch (number(16)) {
    case 0: case 1: case 2:
        trace(" gzread(%u)", length);
        clear_rooms(n);
        BOTH(by->gzread(by->file, by->room, length));
        return same_rooms(n);
    case 3:
        trace(" gzfread(%zu,%zu)", size, n / size);
        clear_rooms(n);
        if (number(20) == 0) BOTH(by->gzfread(by->room, (size_t)-1, 3, by->file));
        else BOTH(by->gzfread(by->room, size, n / size, by->file));
        return same_rooms(n);
    case 4:
        trace(" gzgetc");
        BOTH(by->gzgetc(by->file));
        break;
    case 5:
        trace(" macro");
        for (c = number(50); c >= 0; c--) BOTH(macro(by));
        break;
    case 6: case 7: case 8:
        n = odd((long)(n % 200), number(3) - 1);
        trace(" gzgets(%d)", (int)n);
        clear_rooms(200);
        BOTH(by->gzgets(by->file, (char *)by->room, (int)n) != NULL);
        return same_rooms(200);
    case 9: case 10:
        c = (int)odd(number(256), number(2) ? -1 : 300);
        trace(" gzungetc(%d)", c);
        for (n = 1 + (size_t)number(3) * (size_t)number(30); n; n--) BOTH(by->gzungetc(c, by->file));
        break;
    case 11: case 12: return seek();
    case 13:
        trace(" gzrewind");
        if (number(3) == 0) BOTH(by->gzrewind(by->file));
        break;
    case 14: return arrive();
    default: return ask();
    }
    return 1;
}

/* Notes what a side has taken; the same bytes on both. */
static void took(struct side *side, const void *from, size_t n) {
    if (side->taken_length + n <= SUNK) {
        if (from) memcpy(side->taken + side->taken_length, from, n);
        else memset(side->taken + side->taken_length, 0, n);
    }
    side->taken_length += n;
}

/* Where the next byte will come, zeros before it included. */
static void took_gap(struct side *side, long position) {
    if ((size_t)position > side->taken_length) took(side, NULL, (size_t)position - side->taken_length);
}

/* A call that writes n bytes. `taken` is how many of them the call says; where nothing but stalls comes in between, that must be
 * true, and else the position tells. */
#define WRITE(n, from, taken, ...) \
    do { \
        long before_[2] = {sides[0].gztell(sides[0].file), sides[1].gztell(sides[1].file)}; \
        int j_; \
        long said_[2]; \
        for (j_ = 0; j_ < 2; j_++) { \
            struct side *by = &sides[j_]; \
            long answer; \
            size_t got; \
            errno = 0; \
            answer = said_[j_] = (long)(__VA_ARGS__); \
            got = (size_t)(by->gztell(by->file) - before_[j_]); \
            /* zlib gives up a file whose gzflush(Z_FINISH) stalled. */ \
            if (!program.exact && j_ == 0 && !OK(got == (size_t)(taken), "round %lu: took %zu, said %ld: %s:%s", run.round, got, answer, #__VA_ARGS__, recent())) return 0; \
            if (got) took_gap(by, before_[j_]), took(by, from, got); \
            (void)answer; \
        } \
        code_ = said_[1]; \
        trace("=%ld", code_); \
        if (program.exact && !OK(said_[0] == said_[1], "round %lu: %ld, zlib %ld: %s:%s", run.round, said_[0], said_[1], #__VA_ARGS__, recent())) return 0; \
    } while (0)

static int print(void) {
    size_t n = number(4) ? (size_t)number(60) : (size_t)number(300);
    static char line[1000];
    int length = snprintf(line, sizeof line, "%d %s%0*d %g\n", number(1000), "text", (int)n, 7, 0.5);
    int first = atoi(line);
    trace(" gzprintf(%d)", length);
    WRITE(length, line, answer > 0 ? answer : 0, by->gzprintf(by->file, "%d %s%0*d %g\n", first, "text", (int)n, 7, 0.5));
    return 1;
}

static int flush(void) {
    int how = (int)odd(number(5), number(2) ? 5 : -1);
    trace(" gzflush(%d)", how);
    if (!program.exact) WRITE(0, NULL, 0, by->gzflush(by->file, how));
    else BOTH(by->gzflush(by->file, how));
    return 1;
}

/* Compressed data: a call that must write, in bad weather. */
static int flush_in_bad_weather(void) {
    /* zlib forgets to write the end of a member whose gzflush(Z_FINISH) failed: g_stall looks at that. */
    static const int how[] = {Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH};
    int n = number(3);
    trace(" gzputc");
    WRITE(1, "c", answer >= 0, by->gzputc(by->file, 'c'));
    if (code_ < 0) return 1;
    program.weather = number(2) ? FULL : STALLED;
    trace(" bad %d: gzflush(%d)", program.weather, how[n]);
    BOTH(by->gzflush(by->file, how[n]));
    program.weather = FAIR;
    /* Both must know that the stall is over. */
    BOTH(by->gzputc(by->file, 'd'));
    BOTH(by->gzflush(by->file, how[n]));
    if (code_ == 0) for (n = 0; n < 2; n++) took(&sides[n], "d", 1);
    return 1;
}

static int write_step(void) {
    size_t n = number(6) ? piece(&run.lots, 3000) : (size_t)number(60000), at = (size_t)number(2000), size = 1 + (size_t)number(9);
    int c = number(256), level = (int)odd(number(11) - 1, 10), strategy = (int)odd(number(5), 7);
    static char text[300];
    unsigned char byte = (unsigned char)c;
    if (sides[1].taken_length > 1000000) n = 3;
    switch (number(20)) {
    case 0: case 1: case 2: case 3: case 4:
        trace(" gzwrite(%zu)", n);
        WRITE(n, program.text + at, answer, by->gzwrite(by->file, program.text + at, (unsigned)n));
        break;
    case 5:
        trace(" gzwrite too long");
        WRITE(0, NULL, 0, by->gzwrite(by->file, program.text, 0x80000000u));
        break;
    case 6:
        trace(" gzfwrite(%zu,%zu)", size, n / size);
        /* A partial item does not show in the answer, so only whole ones are asked for when one may be. */
        if (!program.exact) size = 1;
        WRITE(n, program.text + at, (size_t)answer * size, by->gzfwrite(program.text + at, size, n / size, by->file));
        break;
    case 7: case 8: case 9:
        trace(" gzputc");
        for (n = 1 + (size_t)number(2) * (size_t)number(30); n; n--) WRITE(1, &byte, answer >= 0, by->gzputc(by->file, c + 256));
        break;
    case 10: case 11:
        snprintf(text, sizeof text, "%.*s", (int)(n % 290), "a line of text that is put again and again until it is long enough for a small buffer to overflow, which it does");
        trace(" gzputs(%zu)", strlen(text));
        WRITE(strlen(text), text, answer > 0 ? answer : 0, by->gzputs(by->file, text));
        break;
    case 12: case 13: case 14: return print();
    case 15: return !program.plain && program.exact && program.kind != FILE_NAME && number(4) == 0 ? flush_in_bad_weather() : flush();
    case 16:
        trace(" gzsetparams(%d,%d)", level, strategy);
        if (!program.exact) WRITE(0, NULL, 0, by->gzsetparams(by->file, level, strategy));
        else BOTH(by->gzsetparams(by->file, level, strategy));
        break;
    case 17: return program.exact ? seek() : 1;
    case 18:
        if (program.kind == REAL_SLOW) {
            long got[2];
            for (c = 0; c < 2; c++) {
                struct side *side = &sides[c];
                got[c] = syscall(SYS_read, side->far, side->sunk + side->sunk_length, SUNK - side->sunk_length);
                if (got[c] > 0) side->sunk_length += (size_t)got[c];
            }
            trace(" drain %ld", got[1]);
        }
        break;
    default:
        if (program.exact) return ask();
        trace(" gzclearerr");
        for (c = 0; c < 2; c++) if (number(4) == 0) sides[c].gzclearerr(sides[c].file);
        break;
    }
    return 1;
}

/* What a file has, decompressed by zlib: compared with what was taken. */
static int same_file(struct side *side, const char *whose, size_t start) {
    unsigned char *from = side->sunk, *got = sides[0].room;
    size_t length = side->sunk_length, at = 0;
    char path[200];
    if (program.kind <= FILE_FD) {
        int fd;
        long n;
        snprintf(path, sizeof path, "%s/%d/file.gz", folder, side == &sides[1]);
        fd = open(path, O_RDONLY);
        n = syscall(SYS_read, fd, side->sunk, SUNK);
        close(fd);
        length = n < 0 ? 0 : (size_t)n;
        if (length < start) return OK(0, "round %lu: %s file is shorter than before", run.round, whose);
        from += start, length -= start;
    }
    if (program.plain) {
        return OK(length == side->taken_length && memcmp(from, side->taken, length) == 0, "round %lu: %s file has %zu bytes, took %zu:%s", run.round, whose, length, side->taken_length, recent());
    }
    while (length) {
        z_stream strm;
        int code;
        size_t n;
        memset(&strm, 0, sizeof strm);
        if (sides[1].library.inflateInit2_(&strm, 31, ZLIB_VERSION, (int)sizeof strm)) return 0;
        strm.next_in = from, strm.avail_in = (uInt)length;
        do {
            strm.next_out = got, strm.avail_out = ROOM;
            code = sides[1].library.inflate(&strm, Z_NO_FLUSH);
            n = ROOM - strm.avail_out;
            if (at + n > side->taken_length || memcmp(got, side->taken + at, n)) {
                sides[1].library.inflateEnd(&strm);
                return OK(0, "round %lu: %s file differs from what was taken near %zu of %zu:%s", run.round, whose, at, side->taken_length, recent());
            }
            at += n;
        } while (code == Z_OK);
        from += length - strm.avail_in, length = strm.avail_in;
        sides[1].library.inflateEnd(&strm);
        if (code != Z_STREAM_END) return OK(0, "round %lu: %s file gives %d at %zu:%s", run.round, whose, code, at, recent());
    }
    return OK(at == side->taken_length, "round %lu: %s file has %zu bytes, took %zu:%s", run.round, whose, at, side->taken_length, recent());
}

static int close_both(void) {
    int how = number(3);
    trace(" gzclose %d", how);
    if (how == 0 || number(2)) BOTH(by->gzclose(by->file));
    else if (program.writing) BOTH(by->gzclose_w(by->file));
    else BOTH(by->gzclose_r(by->file));
    return 1;
}

static void read_program(void) {
    static const char *const modes[] = {"r", "rb", "rb", "rb", "rbe", "rbG", "rG", "rxN", "r9f"};
    const char *mode = modes[number(9)];
    int step;
    size_t start;
    make_content();
    start = (program.kind == FILE_FD || program.kind == PIPE) && number(8) == 0 ? below(&run.lots, program.length + 1) : 0;
    if (program.kind == FILE_FD || is_pipe()) program.weather = number(3) ? CHANGING : FAIR;
    if (!open_both_sides(mode, start) || sides[0].file == NULL) return;
    if (number(3) == 0) {
        unsigned size = number(4) ? (unsigned)piece(&run.lots, 600) : (unsigned)number(100000);
        trace(" gzbuffer(%u)", size);
        sides[0].gzbuffer(sides[0].file, size), sides[1].gzbuffer(sides[1].file, size);
    }
    for (step = number(STEPS); step >= 0; step--)
        if (!read_step() || !same_state()) break;
    if (step < 0) (void)close_both();
}

static void write_program(void) {
    static const char *const modes[] = {"w", "wb", "wb1", "wb9", "wb0", "ab", "w6h", "wR", "wF", "wTb", "wT", "aT", "wb2fN", "w3x"};
    const char *mode = modes[number(14)];
    size_t start;
    int step, i, closed[2];
    program.plain = strchr(mode, 'T') != NULL;
    program.exact = 1;
    start = strchr(mode, 'a') && program.kind <= FILE_FD ? (size_t)number(100) : 0;
    if (program.kind == FILE_NAME && strchr(mode, 'x')) mode = "wb";
    if (program.kind == FILE_FD || is_pipe()) program.weather = program.plain && number(4) ? CHANGING : FAIR;
    /* Where a stall may come at any call, what the calls say is one thing, what they do the other. */
    if (program.kind == REAL_PIPE) program.kind = FILE_NAME;
    if (!program.plain && (program.kind == REAL_SLOW || (program.kind == SLOW_PIPE && number(2)))) program.exact = 0;
    if (program.kind == REAL_SLOW && program.plain) program.exact = 1;
    if (!program.exact && program.kind == SLOW_PIPE) program.weather = CHANGING;
    trace(program.exact ? " exact" : " free");
    memset(program.content, 'p', 100);
    if (!open_both_sides(mode, start) || sides[0].file == NULL) return;
    if (program.kind == FILE_FD && strchr(mode, 'a') == NULL) start = 0;
    if (number(2) == 0) {
        unsigned size = number(4) ? (unsigned)piece(&run.lots, 600) : (unsigned)number(100000);
        trace(" gzbuffer(%u)", size);
        sides[0].gzbuffer(sides[0].file, size), sides[1].gzbuffer(sides[1].file, size);
    }
    for (step = number(STEPS); step >= 0; step--)
        if (!write_step() || (program.exact && !same_state())) return;
    /* The end: in fair weather all that was taken must arrive. */
    for (i = 0; i < 2; i++) {
        struct side *side = &sides[i];
        took_gap(side, side->gztell(side->file));
    }
    program.weather = FAIR;
    for (i = 0; i < 2; i++) {
        struct side *side = &sides[i];
        if (program.kind == REAL_SLOW) {
            int rounds = 0, said;
            long n;
            /* Room is made as often as the file asks for it. */
            do {
                side->gzclearerr(side->file);
                said = side->gzflush(side->file, Z_SYNC_FLUSH);
                while ((n = syscall(SYS_read, side->far, side->sunk + side->sunk_length, SUNK - side->sunk_length)) > 0) side->sunk_length += (size_t)n;
            } while (said == Z_ERRNO && rounds++ < 1000);
        }
        closed[i] = side->gzclose(side->file);
        if (program.kind == REAL_SLOW) {
            long n;
            while ((n = syscall(SYS_read, side->far, side->sunk + side->sunk_length, SUNK - side->sunk_length)) > 0) side->sunk_length += (size_t)n;
        }
    }
    if (!OK(closed[0] == closed[1] || !program.exact, "round %lu: gzclose %d, zlib %d:%s", run.round, closed[0], closed[1], recent())) return;
    if (closed[0] == Z_OK) same_file(&sides[0], "our", start);
    if (closed[1] == Z_OK && program.exact) same_file(&sides[1], "zlib's", start);
}

static void one_program(unsigned long round) {
    run_begin(round, round * 11 + 5, 15);
    program.kind = (enum kind)number(KINDS);
    program.writing = number(5) > 2;
    program.plain = 0, program.exact = 1, program.weather = FAIR;
    program.length = program.arrived = 0;
    make_data(program.text, 70000, number(DATA_KINDS), round % 50);
    if (program.writing) write_program();
    else read_program();
    forget();
}

static void all_programs(void) {
    unsigned long rounds = from_environment("ROUNDS", 1500), first = from_environment("FIRST", 0), round;
    for (round = first; round < first + rounds && check.failures < 20; round++) one_program(round);
}

int main(void) {
    int opened;
    check_begin();
    signal(SIGPIPE, SIG_IGN);
    check_open("A12 two libraries");
    opened = open_both(&sides[0].library, &sides[1].library) && open_gz(&sides[0]) && open_gz(&sides[1]);
    check_close();
    if (!opened) return check_end();
    if (!make_folders()) return check_skip("no folder for temporary files");
    program.content = malloc(CONTENT + 100000), program.text = malloc(70100);
    RUN("G12 random programs as zlib", all_programs);
    remove_folders();
    return check_end();
}
