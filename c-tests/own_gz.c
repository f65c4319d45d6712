/* Promises 2 and 8 for gz files: memory comes with the first byte, and its refusal is an error like others. */
#include "check.h"
#include "check/files.h"
#include "check/requests.h"

#ifdef ZLAZY
enum { FILES = 20, LENGTH = 300000 };

static unsigned char *data, *packed, got[LENGTH];

/* calloc, which is all that the library asks for memory by, refuses from call number `refuse_from` on; 0 is never. */
static unsigned long calls, refuse_from;
static int refuse_request(void) {
    calls++;
    return refuse_from && calls >= refuse_from;
}

static size_t held(void) {
    zlazy_statistics s;
    OK(zlazy_stats(&s) == Z_OK, "zlazy_stats");
    return s.stream_bytes;
}

static void an_open_file_is_small(void) {
    static const char *const modes[] = {"rb", "wb", "wbT", "ab9", "rbG"};
    gzFile file[FILES];
    size_t before = held(), open, i;
    char path[300];
    snprintf(path, sizeof path, "%s", put_file("small", data, 100));
    for (i = 0; i < FILES; i++) file[i] = gzopen(path, modes[i % 5]);
    open = held() - before;
    OK(open <= FILES * 1024, "%zu bytes for a file", open / FILES);
    for (i = 0; i < FILES; i++) {
        gzbuffer(file[i], 100000), gztell(file[i]), gzeof(file[i]), gzerror(file[i], NULL), gzoffset(file[i]);
        gzsetparams(file[i], 3, 1), gzseek(file[i], 5, SEEK_CUR), gzrewind(file[i]);
    }
    OK(held() - before == open, "questions have taken %zu bytes", held() - before - open);
    for (i = 0; i < FILES; i++) gzclose(file[i]);
    OK(held() == before, "%zu bytes are left", held() - before);
}

/* Reads or writes with memory refused from the nth request on. */
static void refused(unsigned long n, int writing) {
    const char *path = file_path("refused");
    gzFile file;
    int code = Z_OK, count;
    calls = 0, refuse_from = n;
    file = writing ? gzopen(path, "wb") : gzopen(path, "rb");
    if (file) {
        const char *said;
        count = writing ? gzwrite(file, data, LENGTH) : gzread(file, got, LENGTH);
        said = gzerror(file, &code);
        OK(strcmp(said, code == Z_MEM_ERROR ? "out of memory" : "") == 0, "from request %lu: code %d", n, code);
        OK(code == Z_OK || code == Z_MEM_ERROR, "from request %lu: code %d", n, code);
        OK(code == Z_OK ? count == LENGTH : writing ? count == 0 : count < LENGTH, "from request %lu: %d bytes, code %d", n, count, code);
        if (!writing && count > 0) OK(memcmp(got, data, (size_t)count) == 0, "other bytes");
        if (!writing && code != Z_OK) OK(gzread(file, got, 1) == -1, "no error from request %lu on", n);
        if (!writing && count < 0) OK(gzungetc('x', file) == -1 && gzgetc(file) == -1, "a byte without a buffer");
        refuse_from = 0;
        if (code == Z_OK) {
            OK(gzclose(file) == Z_OK, "close");
            if (writing) {
                file = gzopen(path, "rb");
                OK(gzread(file, got, LENGTH) == LENGTH && memcmp(got, data, LENGTH) == 0, "from request %lu: other bytes", n);
                gzclose(file);
            }
        } else {
            gzclose(file);
        }
    }
    refuse_from = 0;
}

static void refusals(void) {
    unsigned long n;
    size_t before = held();
    put_file("refused", packed, gzip_member(packed, data, LENGTH));
    for (n = 1; n < 12; n++) refused(n, 0);
    for (n = 1; n < 12; n++) refused(n, 1);
    OK(held() == before, "%zu bytes are left", held() - before);
}

/* The sentence is the one thing that is composed when it is asked for. */
static void a_sentence_refused(void) {
    int code;
    const char *said;
    gzFile file = gzopen(put_file("short", packed, 100), "rb");
    OK(gzread(file, got, LENGTH) > 0, "read");
    calls = 0, refuse_from = 1;
    said = gzerror(file, &code);
    OK(strcmp(said, "out of memory") == 0 && code == Z_MEM_ERROR, "code %d", code);
    refuse_from = 0;
    gzclose(file);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 9);
    packed = malloc(2 * LENGTH);
    zlazy_pool_limit(0);
    RUN("an open file takes 1 KiB at most", an_open_file_is_small);
    RUN("refused memory is an error", refusals);
    RUN("refused memory for a sentence", a_sentence_refused);
    free(data), free(packed);
    return check_end();
}
#else
int main(void) {
    return check_skip("for zlazy alone");
}
#endif
