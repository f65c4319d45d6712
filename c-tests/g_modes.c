/* G4, G5, G9: how files are opened, what is read as it is, buffers, calls that are refused. */
#include "check.h"
#include "check/files.h"

static char text[400], got[70000];

/* What a reader makes of a file. */
static void reads(const char *name, const void *bytes, size_t length, const char *mode) {
    const char *path = put_file("plain", bytes, length);
    gzFile file = gzopen(path, mode);
    int count;
    if (!OK(file != NULL, "%s: not opened", name)) return;
    say("%s (%s)", name, mode);
    SHOW(gzdirect(file));
    SHOW(count = gzread(file, got, sizeof got));
    SHOW_CONDITION(file, path);
    SHOW(gzdirect(file));
    SHOW(gzeof(file));
    SHOW(gzoffset(file));
    OK(count <= 0 || gzdirect(file) == 0 || memcmp(got, bytes, length) == 0, "%s: other bytes", name);
    SHOW(gzclose(file));
}

static void g4_plain(void) {
    static unsigned char large[60000], member[300];
    size_t length = gzip_member(member, (const unsigned char *)"a text", 6);
    make_data(large, sizeof large, DATA_TEXT, 3);
    reads("method 9", "\x1f\x8b\x09\0 and more", 13, "rb");
    reads("a reserved flag", "\x1f\x8b\x08\x20 and more", 13, "rb");
    reads("the first byte", "\x1f", 1, "rb");
    reads("two bytes", "\x1f\x8b", 2, "rb");
    reads("three bytes", "\x1f\x8b\x08", 3, "rb");
    reads("four bytes", "\x1f\x8b\x08\0", 4, "rb");
    reads("nothing", "", 0, "rb");
    reads("text", large, sizeof large, "rb");
    reads("a member", member, length, "rb");
    reads("nothing", "", 0, "rbG");
    reads("text", large, sizeof large, "rbG");
    reads("method 9", "\x1f\x8b\x09\0 and more", 13, "rbG");
    reads("two bytes", "\x1f\x8b", 2, "rbG");
    reads("a member", member, length, "Gr");
}

static void g5_letters(void) {
    static const char *const modes[] = {"r", "rb", "br", "", "b", "9", "w+", "r+b", "+", "wG", "rT", "aG", "rGT", "rTG", "wTG", "wGT", "wTG1", "rx", "w9h", "wRf", "w0F", "ra", "wr", "r?!", "rN", "re", "wNe"};
    char path[300];
    unsigned i;
    snprintf(path, sizeof path, "%s", put_file("there", "some text", 9));
    for (i = 0; i < sizeof modes / sizeof *modes; i++) {
        int fd = open(path, O_RDWR), flags = -1, status = -1;
        gzFile file = gzopen(path, modes[i]), other = gzdopen(fd, modes[i]);
        if (other) flags = fcntl(fd, F_GETFD) & FD_CLOEXEC, status = fcntl(fd, F_GETFL) & O_NONBLOCK;
        say("mode '%s': gzopen %d, gzdopen %d, close-on-exec %d, non-blocking %d", modes[i], file != NULL, other != NULL, flags == FD_CLOEXEC, status == O_NONBLOCK);
        SHOW(gzclose(file));
        SHOW(gzclose(other));
        if (other == NULL) OK(close(fd) == 0, "gzdopen closed the descriptor");
        put_file("there", "some text", 9);
    }
    say("no mode %d, no path %d, neither %d, gzdopen without %d", gzopen(path, NULL) != NULL, gzopen(NULL, "rb") != NULL, gzopen(NULL, NULL) != NULL, gzdopen(5, NULL) != NULL);
    say("gzdopen of -1 %d, of -2 %d, of -99 %d", gzdopen(-1, "rb") != NULL, gzdopen(-2, "rb") != NULL, gzdopen(-99, "wb") != NULL);
    errno = 0;
    say("x on a file that is there: %d, errno EEXIST %d", gzopen(path, "wbx") != NULL, errno == EEXIST);
    errno = 0;
    say("no such file: %d, errno ENOENT %d", gzopen(file_path("missing"), "rb") != NULL, errno == ENOENT);
    {
        gzFile file = gzopen(file_path("new"), "wxb");
        OK(file != NULL, "x on a new file");
        SHOW(gzclose(file));
        SHOW(get_file(file_path("new"), got, sizeof got));
    }
}

/* Writing by every mode, read again. */
static void g5_writing(void) {
    static const char *const modes[] = {"wb", "wb1", "wb9", "wb0", "wbh", "wbR", "wbF", "wb9f", "wbT", "ab", "abT"};
    unsigned i;
    for (i = 0; i < sizeof modes / sizeof *modes; i++) {
        const char *path = put_file("written", "", 0);
        gzFile file = gzopen(path, modes[i]);
        int count, direct;
        OK(gzwrite(file, text, sizeof text) == (int)sizeof text && gzputs(file, "and more\n") == 9 && gzputc(file, 300) == 44, "%s: writing", modes[i]);
        direct = gzdirect(file);
        OK(gzclose(file) == Z_OK, "%s: close", modes[i]);
        file = gzopen(path, "rb");
        count = gzread(file, got, sizeof got);
        say("'%s': direct %d, then %d, %d bytes, eof %d", modes[i], direct, gzdirect(file), count, gzeof(file));
        OK(memcmp(got, text, sizeof text) == 0 && memcmp(got + sizeof text, "and more\n,", 10) == 0, "%s: other bytes", modes[i]);
        gzclose(file);
    }
    {
        /* Members joined: written by 'a', and by a flush that ends one. */
        const char *path = put_file("joined", "", 0);
        gzFile file = gzopen(path, "wb");
        OK(gzputs(file, "one ") == 4 && gzflush(file, Z_FINISH) == Z_OK && gzputs(file, "two ") == 4 && gzclose(file) == Z_OK, "two members");
        file = gzopen(path, "ab");
        OK(gzoffset(file) > 0 && gztell(file) == 0 && gzputs(file, "three") == 5 && gzclose(file) == Z_OK, "a third");
        file = gzopen(path, "rb");
        memset(got, 0, 100);
        SHOW(gzread(file, got, 100));
        say("'%s'", got);
        gzclose(file);
    }
}

static int list(gzFile file, const char *format, ...) {
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = gzvprintf(file, format, arguments);
    va_end(arguments);
    return length;
}

static void g9_printf(void) {
    const char *path = file_path("printed");
    gzFile file = gzopen(path, "wb");
    int i, before;
    OK(gzbuffer(file, 64) == 0, "gzbuffer");
    memset(text, 'y', 300), text[299] = 0;
    SHOW(gzprintf(file, "%s", text));
    SHOW(gztell(file));
    SHOW_CONDITION(file, path);
    for (i = 60; i < 68; i++) {
        before = (int)gztell(file);
        SHOW(gzprintf(file, "%.*s", i, text));
        SHOW(gztell(file) - before);
    }
    SHOW(gzprintf(file, "%s", ""));
    SHOW(gzprintf(file, "%d %5.2f %s %c %llx %Lg\n", -5, 3.14159, "text", 'c', 0x123456789abcdefULL, 0.5L));
    SHOW(gzprintf(file, "%d %d %d %d %d %d %d %d %g %g %g %g %g %g %g %g %g %g\n", 1, 2, 3, 4, 5, 6, 7, 8, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.));
    SHOW(list(file, "%s %d %g\n", "listed", 42, 2.5));
    SHOW(gzclose(file));
    file = gzopen(path, "rb");
    i = gzread(file, got, sizeof got);
    say("%d bytes, %llx", i, (unsigned long long)fingerprint((unsigned char *)got, (size_t)i));
    gzclose(file);
    file = gzopen(path, "rb");
    SHOW(gzprintf(file, "text"));
    SHOW(gzprintf(NULL, "text"));
    gzclose(file);
}

static void g9_refused(void) {
    const char *path = put_file("refused", text, sizeof text);
    gzFile file = gzopen(path, "rb");
    SHOW(gzbuffer(file, 0x80000000u));
    SHOW(gzbuffer(file, 0xffffffffu));
    SHOW(gzbuffer(file, 0));
    SHOW(gzwrite(file, "x", 1));
    SHOW(gzfwrite("x", 1, 1, file));
    SHOW(gzputc(file, 'x'));
    SHOW(gzputs(file, "x"));
    SHOW(gzflush(file, Z_SYNC_FLUSH));
    SHOW(gzsetparams(file, 1, 1));
    SHOW(gzclose_w(file));
    SHOW(gzread(file, got, 0x80000000u));
    SHOW_CONDITION(file, path);
    SHOW(gzread(file, got, 5));
    gzclearerr(file);
    SHOW(gzread(file, got, 5));
    SHOW(gzfread(got, (size_t)-1, 2, file));
    SHOW_CONDITION(file, path);
    gzclearerr(file);
    SHOW(gzfread(got, 0, 5, file));
    SHOW(gzfread(got, 5, 0, file));
    SHOW(gzbuffer(file, 100));
    SHOW(gzseek(file, 0, SEEK_END));
    SHOW(gzgets(file, NULL, 5) != NULL);
    SHOW(gzgets(file, got, 0) != NULL);
    SHOW(gzgets(file, got, -1) != NULL);
    SHOW(gzgets(file, got, 1) == got);
    SHOW(gzclose_r(file));
    file = gzopen(path, "wb");
    SHOW(gzread(file, got, 1));
    SHOW(gzfread(got, 1, 1, file));
    SHOW(gzgetc(file));
    SHOW((gzgetc)(file));
    SHOW(gzgetc_(file));
    SHOW(gzungetc('x', file));
    SHOW(gzgets(file, got, 5) != NULL);
    SHOW(gzrewind(file));
    SHOW(gzeof(file));
    SHOW(gzclose_r(file));
    SHOW(gzflush(file, 9));
    SHOW(gzflush(file, -1));
    SHOW(gzflush(file, Z_BLOCK));
    SHOW_CONDITION(file, path);
    SHOW(gzwrite(file, text, 0x80000000u));
    SHOW_CONDITION(file, path);
    SHOW(gzwrite(file, text, 5));
    gzclearerr(file);
    SHOW(gzwrite(file, text, 5));
    SHOW(gzbuffer(file, 100));
    SHOW(gzfwrite(text, (size_t)-1, 2, file));
    SHOW_CONDITION(file, path);
    gzclearerr(file);
    SHOW(gzsetparams(file, 1, 3));
    SHOW(gzsetparams(file, 77, 0));
    SHOW(gzsetparams(file, 5, 9));
    SHOW(gzsetparams(file, 5, 9));
    SHOW(gzclose_w(file));
    /* Parameters that are none, before the first write. */
    file = gzopen(path, "wb");
    SHOW(gzsetparams(file, 77, 0));
    SHOW(gzputc(file, 'x'));
    SHOW_CONDITION(file, path);
    SHOW(gzclose(file));
}

static void g9_nothing(void) {
    int code = 77;
    SHOW(gzread(NULL, got, 1));
    SHOW(gzwrite(NULL, got, 1));
    SHOW((gzgetc)(NULL));
    SHOW(gzputc(NULL, 1));
    SHOW(gzputs(NULL, "x"));
    SHOW(gzgets(NULL, got, 5) != NULL);
    SHOW(gzungetc(1, NULL));
    SHOW(gzfread(got, 1, 1, NULL));
    SHOW(gzfwrite(got, 1, 1, NULL));
    SHOW(gzflush(NULL, 0));
    SHOW(gzseek(NULL, 0, 0));
    SHOW(gzrewind(NULL));
    SHOW(gztell(NULL));
    SHOW(gzoffset(NULL));
    SHOW(gzeof(NULL));
    SHOW(gzdirect(NULL));
    SHOW(gzbuffer(NULL, 100));
    SHOW(gzsetparams(NULL, 1, 1));
    gzclearerr(NULL);
    SHOW(gzerror(NULL, &code) != NULL);
    SHOW(code);
    SHOW(gzclose(NULL));
    SHOW(gzclose_r(NULL));
    SHOW(gzclose_w(NULL));
}

static void g9_push_back(void) {
    const char *path = put_file("pushed", "abc", 3);
    gzFile file = gzopen(path, "rb");
    int i, count;
    gzbuffer(file, 100);
    for (count = 0; gzungetc('0' + count % 10, file) != -1; count++) continue;
    say("pushed before reading: %d", count);
    SHOW(gztell(file));
    SHOW_CONDITION(file, path);
    gzclearerr(file);
    for (i = 0; i < count; i++) OK((gzgetc)(file) == '0' + (count - 1 - i) % 10, "byte %d", i);
    SHOW(gzread(file, got, 10));
    SHOW(gztell(file));
    SHOW(gzungetc('z', file));
    SHOW(gzeof(file));
    SHOW((gzgetc)(file));
    SHOW((gzgetc)(file));
    SHOW(gzeof(file));
    SHOW(gzungetc(-1, file));
    SHOW(gzungetc(300, file));
    SHOW(gzgetc(file));
    SHOW(gzseek(file, 1, SEEK_SET));
    SHOW(gzungetc('q', file));
    SHOW(gzgetc(file));
    SHOW(gzgetc(file));
    SHOW(gzclose(file));
}

int main(void) {
    check_begin();
    make_data((unsigned char *)text, sizeof text, DATA_TEXT, 2);
    RUN("G4 what is read as it is", g4_plain);
    RUN("G5 letters of modes", g5_letters);
    RUN("G5 written and read again", g5_writing);
    RUN("G9 gzprintf", g9_printf);
    RUN("G9 refused calls", g9_refused);
    RUN("G9 no file", g9_nothing);
    RUN("G9 bytes pushed back", g9_push_back);
    return check_end();
}
