/* Every system call of gz files failing in turn, being interrupted, stalling, or doing less than asked; and every request for memory
 * refused in turn. What is said is true, what was taken arrives, what is there is read, and no call hangs or leaks. */
#include "check.h"
#include "check/files.h"
#include "check/requests.h"
#include <sys/syscall.h>

#ifdef ZLAZY
enum { LENGTH = 90000, ROOM = 300000, NEVER = 0x7fffffff };

/* What happens to a system call. */
enum fault { FAILS, INTERRUPTED, STALLS, FULL, ONE_BYTE, FAULTS };
static const int fault_errno[FAULTS] = {EIO, EINTR, EAGAIN, ENOSPC, 0};
static const char *const fault_name[FAULTS] = {"failing", "interrupted", "stalling", "without room", "of one byte"};

static struct {
    int armed;              /* only then are calls counted */
    int calls, from, until; /* calls so far; those in from..until have the fault */
    enum fault fault;
    int memory, memory_from, memory_until; /* the same for calloc */
    int unclosed;           /* a close that failed */
} plan;

static unsigned char *data, *model, *got, *packed;
static size_t modelled; /* what a file must have in the end */

static int refuse_request(void) {
    int now = plan.memory;
    if (plan.armed) plan.memory++;
    return plan.armed && now >= plan.memory_from && now < plan.memory_until;
}

/* How many of n bytes a call does, or -1. */
static ssize_t meets(size_t n) {
    int now = plan.calls++;
    if (!plan.armed || now < plan.from || now >= plan.until) return (ssize_t)n;
    if (plan.fault == ONE_BYTE) return n > 0;
    errno = fault_errno[plan.fault];
    return -1;
}

ssize_t read(int fd, void *to, size_t n) {
    ssize_t most = plan.armed ? meets(n) : (ssize_t)n;
    return most < 0 ? -1 : syscall(SYS_read, fd, to, (size_t)most);
}

ssize_t write(int fd, const void *from, size_t n) {
    ssize_t most = plan.armed ? meets(n) : (ssize_t)n;
    return most < 0 ? -1 : syscall(SYS_write, fd, from, (size_t)most);
}

off64_t lseek64(int fd, off64_t offset, int whence) {
    return plan.armed && plan.fault != ONE_BYTE && meets(1) < 0 ? -1 : syscall(SYS_lseek, fd, offset, whence);
}

/* A descriptor is gone even if its close fails. */
int close(int fd) {
    int fails = plan.armed && plan.fault != ONE_BYTE && meets(1) < 0, said = errno;
    plan.unclosed |= fails;
    syscall(SYS_close, fd);
    errno = said;
    return fails ? -1 : 0;
}

static const char *plan_name(void) {
    static char name[120];
    snprintf(name, sizeof name, "calls %d..%d %s, requests %d..%d refused", plan.from, plan.until, fault_name[plan.fault], plan.memory_from, plan.memory_until);
    return name;
}

/* Begins a program with calls from..until at fault, and requests for memory likewise. */
static void arm(enum fault fault, int from, int until, int memory_from, int memory_until) {
    plan.fault = fault, plan.from = from, plan.until = until, plan.memory_from = memory_from, plan.memory_until = memory_until;
    plan.calls = plan.memory = plan.unclosed = 0, plan.armed = 1;
}

/* After a call that did not do all: the condition must be a documented one, and goes. */
static int excuse(gzFile file, const char *call) {
    int code;
    const char *said = gzerror(file, &code);
    OK(said != NULL, "no sentence");
    OK(code == Z_ERRNO || code == Z_MEM_ERROR || code == Z_OK || code == Z_BUF_ERROR, "%s, %s: condition %d %s", plan_name(), call, code, said);
    gzclearerr(file);
    return code;
}

/* Notes n bytes that a call has taken at `before`. */
static void took(const unsigned char *from, size_t before, size_t n) {
    if (n == 0) return;
    if (before > modelled) memset(model + modelled, 0, before - modelled), modelled = before;
    memcpy(model + modelled, from, n), modelled += n;
}

/* A call that writes the n bytes at `from`; what the position says it took is what it took, and it is tried again for the rest. */
#define WRITE(file, from, n, ...) \
    do { \
        size_t done = 0, tries = 0, whole = (n); \
        while (done < whole && tries++ < 4) { \
            const unsigned char *rest = (from) + done; \
            size_t left = whole - done, before = (size_t)gztell(file), taken; \
            (void)rest, (void)left; \
            (void)(__VA_ARGS__); \
            taken = (size_t)gztell(file) - before; \
            if (!OK(taken <= left, "%s: took %zu of %zu: %s", plan_name(), taken, left, #__VA_ARGS__)) break; \
            took(rest, before, taken), done += taken; \
            if (taken < left) excuse(file, #__VA_ARGS__); \
            if (taken < left && one_piece) break; \
        } \
    } while (0)

/* Writes with every function; gzclose's answer, or Z_MEM_ERROR if the file could not be opened. */
static int write_all(const char *path, const char *mode, unsigned size) {
    int i, code, one_piece = 0;
    char line[3000];
    gzFile file = gzopen(path, mode);
    modelled = 0;
    if (file == NULL) return Z_MEM_ERROR;
    gzbuffer(file, size);
    WRITE(file, data, 100, gzwrite(file, rest, (unsigned)left));
    for (i = 0; i < 20; i++) WRITE(file, data + i, 1, gzputc(file, *rest));
    WRITE(file, data + 500, 30000, gzwrite(file, rest, (unsigned)left));
    WRITE(file, data + 700, 5000, gzfwrite(rest, 1, left, file));
    code = gzflush(file, Z_SYNC_FLUSH);
    if (code) OK(code == excuse(file, "gzflush") || code == Z_BUF_ERROR, "gzflush gave %d", code);
    if (gzsetparams(file, 1, Z_FILTERED)) excuse(file, "gzsetparams");
    memcpy(line, data, sizeof line), line[2000] = 0;
    for (i = 0; i < 2000; i++) line[i] = (char)(line[i] ? line[i] : 'x');
    WRITE(file, (const unsigned char *)line, strlen(line), gzputs(file, (const char *)rest));
    one_piece = 1;
    WRITE(file, (const unsigned char *)line, 50, gzprintf(file, "%.50s", line));
    one_piece = 0;
    if (gzseek(file, 3000, SEEK_CUR) < 0) excuse(file, "gzseek");
    WRITE(file, data + 900, 4000, gzwrite(file, rest, (unsigned)left));
    if (gzflush(file, Z_FINISH)) excuse(file, "gzflush");
    WRITE(file, data + 1900, 2000, gzwrite(file, rest, (unsigned)left));
    /* Zeros that were skipped over come at the close at the latest. */
    if (modelled < (size_t)gztell(file)) memset(model + modelled, 0, (size_t)gztell(file) - modelled), modelled = (size_t)gztell(file);
    return gzclose(file);
}

/* What the file has is what was taken. */
static void has_what_was_taken(const char *path, int plain) {
    size_t length;
    gzFile file;
    plan.armed = 0;
    if (plain) {
        length = get_file(path, got, ROOM);
    } else {
        file = gzopen(path, "rb");
        length = (size_t)gzread(file, got, ROOM);
        OK(gzclose(file) == Z_OK, "%s: the file is damaged", plan_name());
    }
    OK(length == modelled && memcmp(got, model, length) == 0, "%s: the file has %zu bytes, %zu were taken", plan_name(), length, modelled);
}

static size_t held(void) {
    zlazy_statistics s;
    OK(zlazy_stats(&s) == Z_OK, "zlazy_stats");
    return s.stream_bytes;
}

/* The program with the k-th call at fault, or all calls from the k-th on; the number of calls it made. */
static int writes(enum fault fault, int k, int all, const char *mode, unsigned size) {
    const char *path = file_path("written");
    size_t before = held();
    int code;
    arm(fault, k, all ? NEVER : k + 1, NEVER, NEVER);
    code = write_all(path, mode, size);
    plan.armed = 0;
    OK(code == Z_OK || code == Z_ERRNO || code == Z_MEM_ERROR, "%s: gzclose gave %d", plan_name(), code);
    if (code == Z_OK) has_what_was_taken(path, strchr(mode, 'T') != NULL);
    OK(code != Z_OK || !plan.unclosed, "%s: gzclose did not tell that the file was not closed", plan_name());
    OK(fault != ONE_BYTE || code == Z_OK, "%s: gzclose gave %d", plan_name(), code);
    OK(held() == before, "%s: %zu bytes are left", plan_name(), held() - before);
    return plan.calls;
}

static void every_write(void) {
    static const char *const modes[] = {"wb", "wbT", "ab3"};
    int fault, all, mode, k;
    for (mode = 0; mode < 3; mode++)
        for (fault = 0; fault < FAULTS; fault++)
            for (all = 0; all <= 1; all++) {
                remove(file_path("written"));
                for (k = 0; k < 400; k++) {
                    if (mode == 2) remove(file_path("written"));
                    if (writes((enum fault)fault, k, all, modes[mode], mode == 1 ? 512 : 2000) <= k) break;
                }
                OK(k > 3 && k < 400, "%d calls", k);
            }
}

/* Reads to the end with every function, comparing with data at the position; 0 if the file cannot be opened. */
static int read_all(const char *path, unsigned size) {
    int idle = 0, turn = 0, n, i;
    gzFile file = gzopen(path, "rb");
    if (file == NULL) return 0;
    gzbuffer(file, size);
    gzdirect(file);
    while (idle < 30 && turn < 1000 && !(gzeof(file) && gztell(file) == LENGTH)) {
        size_t at = (size_t)gztell(file);
        char line[300];
        n = -1;
        switch (turn++ % 7) {
        case 0: n = gzread(file, got, 5000); break;
        case 1:
            i = gzgetc(file);
            if (i >= 0) got[0] = (unsigned char)i, n = 1;
            break;
        case 2:
            /* Lines of gzgets end at zeros that the data have not: DATA_TEXT. */
            if (gzgets(file, line, sizeof line)) n = (int)strlen(line), memcpy(got, line, (size_t)n);
            break;
        case 3: n = (int)gzfread(got, 1, 7000, file); break;
        case 4:
            if (gzseek(file, 1000, SEEK_CUR) < 0) excuse(file, "gzseek");
            break;
        case 5:
            if (turn == 6 && gzseek(file, 10, SEEK_SET) < 0) excuse(file, "gzseek back");
            if (turn == 13 && gzrewind(file) < 0) excuse(file, "gzrewind");
            break;
        default:
            if (at > 0 && at < LENGTH && gztell(file) > 0 && gzungetc(data[at - 1], file) < 0) excuse(file, "gzungetc");
        }
        if (n > 0) {
            size_t end = (size_t)gztell(file);
            OK(end <= LENGTH && end >= (size_t)n && memcmp(got, data + end - (size_t)n, (size_t)n) == 0, "%s: turn %d: other bytes before %zu", plan_name(), turn, end);
            idle = 0;
        } else {
            idle++;
            excuse(file, "a read");
        }
    }
    n = (int)gztell(file);
    OK(idle < 30 && turn < 1000 ? n == LENGTH : plan.until == NEVER || plan.memory_until == NEVER, "%s: the end was not reached, but %d", plan_name(), n);
    n = gzclose(file);
    OK(n == Z_OK || n == Z_ERRNO || n == Z_BUF_ERROR, "%s: gzclose gave %d", plan_name(), n);
    OK(n != Z_OK || !plan.unclosed, "%s: gzclose did not tell that the file was not closed", plan_name());
    return 1;
}

static void every_read(void) {
    int fault, all, k, plain;
    const char *path;
    for (plain = 0; plain <= 1; plain++) {
        size_t length = gzip_member(packed, data, 40000);
        length += gzip_member(packed + length, data + 40000, LENGTH - 40000);
        path = plain ? put_file("plain", data, LENGTH) : put_file("packed", packed, length);
        for (fault = 0; fault < FAULTS; fault++)
            for (all = 0; all <= 1; all++) {
                for (k = 0; k < 400; k++) {
                    size_t before = held();
                    if (fault == ONE_BYTE && all && k > 0) break;
                    arm((enum fault)fault, k, all ? NEVER : k + 1, NEVER, NEVER);
                    read_all(path, 3000);
                    plan.armed = 0;
                    OK(held() == before, "%s: %zu bytes are left", plan_name(), held() - before);
                    if (plan.calls <= k) break;
                }
                OK((k > 3 || (fault == ONE_BYTE && all)) && k < 400, "%d calls", k);
            }
    }
}

static void every_request(void) {
    int k, all, reading;
    size_t length = gzip_member(packed, data, LENGTH);
    zlazy_pool_limit(0);
    put_file("packed", packed, length);
    for (reading = 0; reading <= 1; reading++)
        for (all = 0; all <= 1; all++) {
            for (k = 0; k < 100; k++) {
                size_t before = held();
                int code;
                arm(FAILS, NEVER, NEVER, k, all ? NEVER : k + 1);
                if (reading) read_all(file_path("packed"), 3000);
                else if ((code = write_all(file_path("written"), "wb", 2000)) == Z_OK) has_what_was_taken(file_path("written"), 0);
                else OK(code == Z_MEM_ERROR || code == Z_ERRNO, "%s: gzclose gave %d", plan_name(), code);
                plan.armed = 0;
                OK(held() == before, "%s: %zu bytes are left", plan_name(), held() - before);
                if (plan.memory <= k) break;
            }
            OK(k > 1 && k < 100, "%d requests", k);
        }
    zlazy_pool_limit(4 << 20);
}

/* Every length that a read may ask for. */
static void every_length(void) {
    unsigned n;
    gzFile file;
    put_file("plain", data, 300);
    put_file("packed", packed, gzip_member(packed, data, 300));
    for (n = 0; n <= 302; n++) {
        const char *path = file_path(n & 1 ? "plain" : "packed");
        struct guarded page = guard(4096, 1);
        unsigned char *to = page.start + 4096 - n;
        int want = n < 300 ? (int)n : 300;
        file = gzopen(path, "rb");
        OK(gzread(file, to, n) == want && memcmp(to, data, (size_t)want) == 0, "gzread of %u", n);
        OK(gzrewind(file) == 0 && gzfread(to, 1, n, file) == (size_t)want && memcmp(to, data, (size_t)want) == 0, "gzfread of %u", n);
        OK(gzrewind(file) == 0 && (gzgets(file, (char *)to, (int)n) != NULL) == (n > 0), "gzgets of %u", n);
        if (n > 1) OK(memchr(to, 0, n) != NULL && memcmp(to, data, strlen((char *)to)) == 0, "gzgets of %u: other bytes", n);
        gzclose(file);
        unguard(&page);
    }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_TEXT, 7), model = malloc(ROOM), got = malloc(ROOM), packed = malloc(2 * LENGTH);
    RUN("every write at fault", every_write);
    RUN("every read at fault", every_read);
    RUN("every request for memory refused", every_request);
    RUN("every length", every_length);
    free(data), free(model), free(got), free(packed);
    return check_end();
}
#else
int main(void) {
    return check_skip("for zlazy alone");
}
#endif
