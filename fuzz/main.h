/* main for fuzz targets: libFuzzer's two functions with FUZZ_ENGINE, and else a program of its own.
 *
 * The program judges the files of CORPUS (a folder; none if not set), then inputs that it makes, from those files and from
 * nothing, ROUNDS of them or SECONDS long, and reports like a check. SEED makes others. Its arguments, if any, are files to
 * judge instead. */
#ifndef FUZZ_MAIN_H
#define FUZZ_MAIN_H

#include <dirent.h>
#include <time.h>

/* Longest input. */
#ifndef LONGEST
#define LONGEST 4096
#endif

static void open_target(void);

#ifdef CHECK_LINKED
/* Rust's core library names it when it is linked as it is; nothing unwinds. */
void rust_eh_personality(void);
__attribute__((weak)) void rust_eh_personality(void) {}
#endif

#ifdef FUZZ_ENGINE
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    check.verbose = 1;
    open_target();
    if (check.failures) abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t n);
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t n) {
    check.failures = 0;
    judge(bytes, n);
    if (check.failures) {
        fprintf(stderr, TARGET ": %s\n", check.first);
        abort();
    }
    return 0;
}
#else
static struct {
    unsigned char *bytes[4096];
    size_t length[4096], files;
    unsigned long judged;
} corpus;

/* Judges a copy that ends where its memory ends, so that watched programs see a byte too far. */
static void judge_copy(const unsigned char *bytes, size_t n) {
    static unsigned char room[LONGEST];
    memcpy(room + LONGEST - n, bytes, n);
    judge(room + LONGEST - n, n);
    corpus.judged++;
}

static void read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = malloc(LONGEST);
    if (file && bytes && corpus.files < 4096) {
        corpus.length[corpus.files] = fread(bytes, 1, LONGEST, file);
        corpus.bytes[corpus.files++] = bytes;
    }
    if (file) fclose(file);
}

static void read_corpus(const char *folder) {
    DIR *open = opendir(folder);
    struct dirent *entry;
    char path[4200];
    while (open && (entry = readdir(open)))
        if (entry->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", folder, entry->d_name), read_file(path);
    if (open) closedir(open);
}

/* An input from nothing, or from a file of the corpus with changes. */
static size_t make_input(unsigned char *to, struct lots *lots) {
    size_t n = 0, i, changes;
    if (corpus.files && below(lots, 8)) {
        size_t file = below(lots, corpus.files), other = below(lots, corpus.files);
        n = corpus.length[file];
        memcpy(to, corpus.bytes[file], n);
        if (n && corpus.length[other] && below(lots, 4) == 0) {
            size_t at = below(lots, n), from = below(lots, corpus.length[other]), part = piece(lots, corpus.length[other] - from);
            if (part > LONGEST - at) part = LONGEST - at;
            memcpy(to + at, corpus.bytes[other] + from, part);
            if (at + part > n) n = at + part;
        }
    } else {
        n = piece(lots, below(lots, 4) ? 100 : LONGEST);
        for (i = 0; i < n; i++) to[i] = (unsigned char)draw(lots);
    }
    for (changes = below(lots, 6); changes && n; changes--) {
        i = below(lots, n);
        switch (below(lots, 4)) {
        case 0: to[i] ^= (unsigned char)(1 << below(lots, 8)); break;
        case 1: to[i] = (unsigned char)draw(lots); break;
        case 2: memmove(to + i, to + i + 1, n - i - 1), n--; break;
        default:
            if (n < LONGEST) memmove(to + i + 1, to + i, n - i), to[i] = (unsigned char)draw(lots), n++;
        }
    }
    return n;
}

static void judge_all(void) {
    unsigned long rounds = from_environment("ROUNDS", 20000), seconds = from_environment("SECONDS", 0), round;
    time_t end = time(NULL) + (time_t)seconds;
    unsigned char input[LONGEST];
    size_t i;
    for (i = 0; i < corpus.files && check.failures == 0; i++) judge_copy(corpus.bytes[i], corpus.length[i]);
    for (round = 0; check.failures == 0 && (seconds ? time(NULL) < end : round < rounds); round++) {
        struct lots lots = lots_from(round);
        size_t n = make_input(input, &lots);
        judge_copy(input, n);
        if (check.failures) {
            FILE *file = fopen(TARGET ".failed", "wb");
            if (file) fwrite(input, 1, n, file), fclose(file);
            printf("  failed with SEED=%lu in round %lu: the input is in " TARGET ".failed\n", from_environment("SEED", 0), round);
        }
        if (seconds && check.failures == 0) alarm(CHECK_PATIENCE);
    }
}

int main(int count, char **arguments) {
    int i;
    check_begin();
    check_open(TARGET ": two libraries");
    open_target();
    check_close();
    if (check.failed) return check_end();
    if (getenv("CORPUS") && count < 2) read_corpus(getenv("CORPUS"));
    for (i = 1; i < count; i++) read_file(arguments[i]);
    if (count > 1) setenv("ROUNDS", "0", 1);
    RUN("fuzz target " TARGET, judge_all);
    if (getenv("COUNTS")) printf("executions %s %lu\n", TARGET, corpus.judged);
    return check_end();
}
#endif
#endif
