/* Calls that zlib refuses: no stream, a stream that is none, moved, of the wrong kind or ended; parameters out of range. */
#include "check.h"

static unsigned char bytes[4096], room[4096];
static unsigned number;
static int bits;
static gz_header header;

/* Every deflate entry on one stream; the codes as a line of numbers. End comes last. */
static const char *all_deflate_calls(z_stream *strm, int with_end) {
    static char line[200];
    z_stream other;
    uInt length = 0;
    int c[16], i, at = 0;
    memset(&other, 0, sizeof other);
    c[0] = deflate(strm, Z_NO_FLUSH);
    c[1] = deflate(strm, Z_FINISH);
    c[2] = deflateSetDictionary(strm, bytes, 10);
    c[3] = deflateGetDictionary(strm, room, &length);
    c[4] = deflateCopy(&other, strm);
    c[5] = deflateParams(strm, 6, 0);
    c[6] = deflateTune(strm, 8, 16, 128, 128);
    c[7] = deflatePending(strm, &number, &bits);
    c[8] = deflateUsed(strm, &bits);
    c[9] = deflatePrime(strm, 3, 5);
    c[10] = deflateSetHeader(strm, &header);
    c[11] = deflateReset(strm);
    c[12] = deflateResetKeep(strm);
    c[13] = with_end ? deflateEnd(strm) : 99;
    for (i = 0; i < 14; i++) at += snprintf(line + at, sizeof line - (size_t)at, " %d", c[i]);
    if (c[4] == Z_OK) deflateEnd(&other);
    return line;
}

static const char *all_inflate_calls(z_stream *strm, int with_end) {
    static char line[300];
    z_stream other;
    uInt length = 0;
    int c[16], i, at = 0;
    memset(&other, 0, sizeof other);
    c[0] = inflate(strm, Z_NO_FLUSH);
    c[1] = inflate(strm, Z_FINISH);
    c[2] = inflateSetDictionary(strm, bytes, 10);
    c[3] = inflateGetDictionary(strm, room, &length);
    c[4] = inflateCopy(&other, strm);
    c[5] = inflateSync(strm);
    c[6] = inflateSyncPoint(strm);
    c[7] = inflatePrime(strm, 3, 5);
    c[8] = inflateGetHeader(strm, &header);
    c[9] = inflateUndermine(strm, 1);
    c[10] = inflateValidate(strm, 1);
    c[11] = inflateReset(strm);
    c[12] = inflateReset2(strm, 15);
    c[13] = inflateResetKeep(strm);
    c[14] = with_end ? inflateEnd(strm) : 99;
    for (i = 0; i < 15; i++) at += snprintf(line + at, sizeof line - (size_t)at, " %d", c[i]);
    snprintf(line + at, sizeof line - (size_t)at, " mark %ld codes %ld", inflateMark(strm), (long)inflateCodesUsed(strm));
    if (c[4] == Z_OK) inflateEnd(&other);
    return line;
}

static void aim(z_stream *strm) {
    strm->next_in = bytes;
    strm->avail_in = 100;
    strm->next_out = room;
    strm->avail_out = sizeof room;
}

static unsigned refuse_input(void *descriptor, z_const unsigned char **buffer) {
    (void)descriptor, (void)buffer;
    return 0;
}

static int refuse_output(void *descriptor, unsigned char *buffer, unsigned length) {
    (void)descriptor, (void)buffer, (void)length;
    return 1;
}

static void no_stream(void) {
    unsigned char window[512];
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    say("deflate:%s", all_deflate_calls(NULL, 1));
    say("inflate:%s", all_inflate_calls(NULL, 1));
    say("inits: %d %d %d %d", deflateInit(NULL, 6), deflateInit2(NULL, 6, 8, 15, 8, 0), inflateInit(NULL), inflateInit2(NULL, 15));
    say("back: %d %d %d", inflateBackInit(NULL, 9, window), inflateBack(NULL, refuse_input, NULL, refuse_output, NULL), inflateBackEnd(NULL));
    say("copies to nowhere: %d %d", deflateCopy(NULL, &strm), inflateCopy(NULL, &strm));
    OK(deflateBound(NULL, 1000) >= 1000 + 18, "deflateBound of no stream: %lu", deflateBound(NULL, 1000));
}

static void zeroed_stream(void) {
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    aim(&strm);
    say("deflate:%s", all_deflate_calls(&strm, 1));
    say("inflate:%s", all_inflate_calls(&strm, 1));
    say("back: %d %d", inflateBack(&strm, refuse_input, NULL, refuse_output, NULL), inflateBackEnd(&strm));
    OK(strm.avail_in == 100 && strm.avail_out == sizeof room && strm.msg == NULL, "a refused stream was changed");
}

static void ended_stream(void) {
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    OK(deflateInit(&strm, 6) == Z_OK && deflateEnd(&strm) == Z_OK && strm.state == NULL, "deflate init and end");
    aim(&strm);
    say("deflate:%s", all_deflate_calls(&strm, 1));
    OK(inflateInit(&strm) == Z_OK && inflateEnd(&strm) == Z_OK && strm.state == NULL, "inflate init and end");
    say("inflate:%s", all_inflate_calls(&strm, 1));
}

/* D13: a z_stream that was copied or moved byte for byte is not the library's any more. */
static void d13_moved_streams(void) {
    z_stream strm, moved;
    memset(&strm, 0, sizeof strm);
    OK(deflateInit2(&strm, 6, 8, 31, 8, 0) == Z_OK, "init");
    aim(&strm);
    moved = strm;
    say("deflate:%s", all_deflate_calls(&moved, 1));
    OK(deflate(&strm, Z_FINISH) == Z_STREAM_END, "the original still works");
    OK(deflateEnd(&strm) == Z_OK, "and ends");
    OK(inflateInit(&strm) == Z_OK, "init");
    aim(&strm);
    moved = strm;
    say("inflate:%s", all_inflate_calls(&moved, 1));
    OK(inflateEnd(&strm) == Z_OK, "the original still ends");
}

/* D13, A12: each engine's calls on the other engine's stream. */
static void d13_wrong_kind(void) {
    z_stream strm;
    memset(&strm, 0, sizeof strm);
    OK(deflateInit(&strm, 6) == Z_OK, "init");
    aim(&strm);
    say("inflate calls on a fresh deflate stream:%s", all_inflate_calls(&strm, 1));
    OK(deflate(&strm, Z_NO_FLUSH) == Z_OK, "deflate still works");
    say("inflate calls on a busy deflate stream:%s", all_inflate_calls(&strm, 1));
    OK(deflate(&strm, Z_FINISH) == Z_STREAM_END && deflateEnd(&strm) == Z_OK, "deflate still ends");
    OK(inflateInit(&strm) == Z_OK, "init");
    aim(&strm);
    say("deflate calls on a fresh inflate stream:%s", all_deflate_calls(&strm, 1));
    strm.avail_in = 1;
    bytes[0] = 0x78;
    OK(inflate(&strm, Z_NO_FLUSH) == Z_OK, "inflate still works");
    say("deflate calls on a busy inflate stream:%s", all_deflate_calls(&strm, 1));
    OK(inflateEnd(&strm) == Z_OK, "inflate still ends");
    bytes[0] = 0;
}

/* zalloc or zfree set to NULL after init: zlib calls that no stream. */
static void functions_taken_away(void) {
    z_stream strm;
    alloc_func zalloc;
    free_func zfree;
    memset(&strm, 0, sizeof strm);
    OK(deflateInit(&strm, 6) == Z_OK, "init");
    OK(strm.zalloc != NULL && strm.zfree != NULL, "init fills in the default functions");
    aim(&strm);
    zalloc = strm.zalloc, zfree = strm.zfree;
    strm.zalloc = NULL;
    say("no zalloc:%s", all_deflate_calls(&strm, 1));
    strm.zalloc = zalloc, strm.zfree = NULL;
    say("no zfree:%s", all_deflate_calls(&strm, 1));
    strm.zfree = zfree;
    OK(deflateEnd(&strm) == Z_OK, "end");
}

static void deflate_parameters(void) {
    static const int levels[] = {-2, -1, 0, 9, 10}, methods[] = {0, 7, 8, 9}, memories[] = {-1, 0, 1, 9, 10}, strategies[] = {-1, 0, 4, 5};
    z_stream strm;
    size_t i;
    int w;
    for (i = 0; i < 5 * 4 * 5 * 4; i++) {
        int code;
        memset(&strm, 0, sizeof strm);
        code = deflateInit2(&strm, levels[i % 5], methods[i / 5 % 4], 15, memories[i / 20 % 5], strategies[i / 100]);
        if (code == Z_OK) {
            say("accepted: level %d, method %d, memLevel %d, strategy %d", levels[i % 5], methods[i / 5 % 4], memories[i / 20 % 5], strategies[i / 100]);
            OK(deflateEnd(&strm) == Z_OK, "end");
        } else {
            OK(code == Z_STREAM_ERROR, "gave %d", code);
            OK(strm.state == NULL, "a refused init set a state");
        }
    }
    for (w = -20; w <= 50; w++) {
        int code;
        memset(&strm, 0, sizeof strm);
        code = deflateInit2(&strm, 6, 8, w, 8, 0);
        say("windowBits %d: %d", w, code);
        if (code == Z_OK) deflateEnd(&strm);
    }
    memset(&strm, 0, sizeof strm);
    OK(deflateInit(&strm, 6) == Z_OK, "init");
    for (w = -3; w <= 12; w++) say("deflateParams(%d, %d): %d %d", w, w, deflateParams(&strm, w, 0), deflateParams(&strm, 6, w));
    aim(&strm);
    for (w = -3; w <= 9; w++)
        if (w < 0 || w > 5) say("deflate(flush %d): %d", w, deflate(&strm, w));
    OK(strm.total_in == 0 && strm.total_out == 0, "a refused flush did something");
    OK(deflateEnd(&strm) == Z_OK, "end");
}

static void inflate_parameters(void) {
    unsigned char window[32768];
    z_stream strm;
    int w, flush;
    for (w = -20; w <= 70; w++) {
        int code, back;
        memset(&strm, 0, sizeof strm);
        strm.state = NULL;
        code = inflateInit2(&strm, w);
        OK(code == Z_OK || strm.state == NULL, "a refused init left a state");
        if (code == Z_OK) inflateEnd(&strm);
        memset(&strm, 0, sizeof strm);
        back = inflateBackInit(&strm, w, window);
        if (back == Z_OK) inflateBackEnd(&strm);
        OK(inflateInit(&strm) == Z_OK, "init");
        say("windowBits %d: init %d, back %d, reset %d", w, code, back, inflateReset2(&strm, w));
        OK(inflateEnd(&strm) == Z_OK, "end");
    }
    memset(&strm, 0, sizeof strm);
    OK(inflateBackInit(&strm, 15, NULL) == Z_STREAM_ERROR, "inflateBackInit without a window");
    /* inflate takes any flush value. */
    for (flush = -3; flush <= 9; flush++) {
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, -15) == Z_OK, "init");
        strm.next_in = (z_const Bytef *)"\x03\x00";
        strm.avail_in = 2;
        strm.next_out = room;
        strm.avail_out = 10;
        say("inflate(flush %d): %d", flush, inflate(&strm, flush));
        inflateEnd(&strm);
    }
}

/* Pointers that a call needs and does not get. */
static void missing_buffers(void) {
    z_stream strm;
    int code;
    memset(&strm, 0, sizeof strm);
    OK(deflateInit(&strm, 6) == Z_OK, "init");
    aim(&strm);
    strm.next_out = NULL;
    code = deflate(&strm, Z_NO_FLUSH);
    say("deflate, no output: %d \"%s\"", code, strm.msg ? strm.msg : "(none)");
    aim(&strm);
    strm.next_in = NULL;
    code = deflate(&strm, Z_NO_FLUSH);
    say("deflate, no input but a count: %d \"%s\"", code, strm.msg ? strm.msg : "(none)");
    aim(&strm);
    strm.avail_out = 0;
    code = deflate(&strm, Z_NO_FLUSH);
    say("deflate, no room: %d \"%s\"", code, strm.msg ? strm.msg : "(none)");
    aim(&strm);
    say("deflateSetDictionary(NULL): %d, deflateSetHeader on zlib: %d", deflateSetDictionary(&strm, NULL, 0), deflateSetHeader(&strm, &header));
    say("deflatePending, Used and GetDictionary with NULL: %d %d %d", deflatePending(&strm, NULL, NULL), deflateUsed(&strm, NULL),
        deflateGetDictionary(&strm, NULL, NULL));
    strm.next_in = NULL, strm.avail_in = 0;
    say("deflate of nothing at NULL: %d", deflate(&strm, Z_FINISH));
    deflateEnd(&strm);
    OK(inflateInit(&strm) == Z_OK, "init");
    aim(&strm);
    strm.next_out = NULL;
    code = inflate(&strm, Z_NO_FLUSH);
    say("inflate, no output: %d \"%s\"", code, strm.msg ? strm.msg : "(none)");
    aim(&strm);
    strm.next_in = NULL;
    code = inflate(&strm, Z_NO_FLUSH);
    say("inflate, no input but a count: %d \"%s\"", code, strm.msg ? strm.msg : "(none)");
    strm.avail_in = 0;
    say("inflate of nothing at NULL: %d", inflate(&strm, Z_NO_FLUSH));
    say("inflateSetDictionary(NULL): %d, GetDictionary with NULL: %d", inflateSetDictionary(&strm, NULL, 0), inflateGetDictionary(&strm, NULL, NULL));
    inflateEnd(&strm);
}

/* An input that was started but not finished. */
static void early_ends(void) {
    z_stream strm;
    int flush;
    for (flush = 0; flush <= 5; flush++) {
        memset(&strm, 0, sizeof strm);
        OK(deflateInit(&strm, 6) == Z_OK, "init");
        aim(&strm);
        say("flush %d: deflate %d", flush, deflate(&strm, flush));
        say("flush %d: deflateEnd %d", flush, deflateEnd(&strm));
    }
    memset(&strm, 0, sizeof strm);
    OK(inflateInit(&strm) == Z_OK, "init");
    bytes[0] = 0x78;
    aim(&strm);
    strm.avail_in = 1;
    say("inflate %d", inflate(&strm, Z_FINISH));
    say("inflateEnd %d", inflateEnd(&strm));
    bytes[0] = 0;
}

int main(void) {
    check_begin();
    RUN("A12 no stream", no_stream);
    RUN("A12 a zeroed stream", zeroed_stream);
    RUN("A12 an ended stream", ended_stream);
    RUN("D13 moved streams", d13_moved_streams);
    RUN("D13 streams of the wrong kind", d13_wrong_kind);
    RUN("A12 allocation functions taken away", functions_taken_away);
    RUN("A12 deflate parameters", deflate_parameters);
    RUN("A12 inflate parameters", inflate_parameters);
    RUN("A12 missing buffers", missing_buffers);
    RUN("A12 early ends", early_ends);
    return check_end();
}
