/* inflate streams used again: which window, which checks, which wrapper hold afterwards. */
#include "check.h"

enum { LENGTH = 40000 };

static unsigned char *data, *out;

/* Inflates a whole stream on a live z_stream. */
static int run(z_stream *strm, const struct bits *b) {
    strm->next_in = b->bytes, strm->avail_in = (uInt)b->at;
    strm->next_out = out, strm->avail_out = LENGTH;
    return inflate(strm, Z_FINISH);
}

static const char *message(const z_stream *strm) {
    return strm->msg ? strm->msg : "NULL";
}

/* E5: windowBits 0 takes the header's window, anew after each reset. */
static void e5_window_from_header(void) {
    int first, second;
    for (first = 8; first <= 15; first++)
        for (second = 8; second <= 15; second++) {
            struct bits one = make_stream(data, 5000, ZLIB, first, 1), two = make_stream(data, LENGTH, ZLIB, second, 2);
            z_stream strm;
            int code;
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, 0) == Z_OK, "init");
            OK((code = run(&strm, &one)) == Z_STREAM_END, "windowBits %d: %d %s", first, code, message(&strm));
            OK(inflateReset(&strm) == Z_OK, "reset");
            OK((code = run(&strm, &two)) == Z_STREAM_END, "windowBits %d after %d: %d %s", second, first, code, message(&strm));
            inflateEnd(&strm);
            free(one.bytes), free(two.bytes);
        }
}

/* E6: a window smaller than the header's is refused, a larger one is not. */
static void e6_window_too_small(void) {
    int asked, given;
    for (asked = 8; asked <= 15; asked++)
        for (given = 8; given <= 15; given++) {
            struct bits b = make_stream(data, 1000, ZLIB, given, 3);
            z_stream strm;
            int code;
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, asked) == Z_OK, "init");
            code = run(&strm, &b);
            say("asked %d, header %d: %d %s", asked, given, code, message(&strm));
            inflateEnd(&strm);
            free(b.bytes);
        }
}

/* Headers: every first two bytes of interest, with each of the wrappers that can be asked for. */
static void e6_headers(void) {
    static const int asked[] = {15, 31, 47, 0, 40, 9, -15, 32, 16};
    unsigned char in[12] = {0};
    size_t a;
    unsigned header;
    for (a = 0; a < 9; a++) {
        unsigned char answers[65536 / 31 + 1];
        size_t n = 0;
        for (header = 0; header < 65536; header += a == 0 || a == 2 ? 31 : 31 * 37) {
            z_stream strm;
            int code;
            in[0] = (unsigned char)(header >> 8), in[1] = (unsigned char)header;
            memset(&strm, 0, sizeof strm);
            if (inflateInit2(&strm, asked[a]) != Z_OK) break;
            strm.next_in = in, strm.avail_in = 2;
            strm.next_out = out, strm.avail_out = 10;
            code = inflate(&strm, Z_NO_FLUSH);
            answers[n++] = (unsigned char)(code + 10 + 16 * (strm.msg ? strlen(strm.msg) % 16 : 0));
            inflateEnd(&strm);
        }
        say("windowBits %d: %zu headers, answers %016llx", asked[a], n, (unsigned long long)fingerprint(answers, n));
    }
}

/* E7: a check switched off by inflateSync or inflateValidate is on again after a reset. */
static void e7_check_is_on_again(void) {
    int wrapper, how;
    for (wrapper = ZLIB; wrapper <= GZIP; wrapper++)
        for (how = 0; how < 5; how++) {
            struct bits good = make_stream(data, 3000, (enum wrapper)wrapper, 15, 4), bad = make_stream(data, 3000, (enum wrapper)wrapper, 15, 4);
            z_stream strm;
            int code;
            bad.bytes[bad.at - (wrapper == GZIP ? 8 : 4)] ^= 0x40;
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, stream_bits((enum wrapper)wrapper, 15)) == Z_OK, "init");
            if (how == 1) {
                strm.next_in = (z_const Bytef *)"\x00\x00\xff\xff", strm.avail_in = 4;
                say("inflateSync: %d", inflateSync(&strm));
                say("inflate: %d", run(&strm, &bad));
            } else if (how == 2) {
                say("inflateValidate: %d", inflateValidate(&strm, 0));
                say("bad check: %d", run(&strm, &bad));
            } else if (how == 3) {
                strm.next_in = good.bytes, strm.avail_in = 500;
                strm.next_out = out, strm.avail_out = LENGTH;
                say("part: %d", inflate(&strm, Z_NO_FLUSH));
                strm.next_in = (z_const Bytef *)"\x00\x00\xff\xff\x03", strm.avail_in = 5;
                say("inflateSync: %d", inflateSync(&strm));
            } else if (how == 4) {
                say("inflateValidate off, on: %d", inflateValidate(&strm, 0));
                say("%d", inflateValidate(&strm, 1));
            }
            if (how == 2) {
                say("reset: %d", inflateReset(&strm));
                code = run(&strm, &bad);
                say("validation off, after a reset: %d %s", code, message(&strm));
                say("on: %d", inflateValidate(&strm, 1));
            }
            OK(inflateReset(&strm) == Z_OK, "reset");
            code = run(&strm, &bad);
            say("wrapper %d, way %d: bad check: %d %s", wrapper, how, code, message(&strm));
            OK(inflateReset(&strm) == Z_OK, "reset");
            code = run(&strm, &good);
            say("good: %d %s", code, message(&strm));
            inflateEnd(&strm);
            free(good.bytes), free(bad.bytes);
        }
}

/* The wrong length of a gzip stream, header checks and reserved flags. */
static void e7_gzip_checks(void) {
    int which;
    for (which = 0; which < 6; which++) {
        struct bits b = new_bits();
        struct lots lots = lots_from(7);
        z_stream strm;
        int code;
        put_gzip_header(&b, 31, &lots);
        if (which == 1) b.bytes[b.at - 1] ^= 1;
        if (which == 2) b.bytes[3] |= 0x20;
        if (which == 3) b.bytes[2] = 7;
        put_bits(&b, 3, 10), put_align(&b);
        put_low_first(&b, which == 4, 4), put_low_first(&b, which == 5, 4);
        memset(&strm, 0, sizeof strm);
        OK(inflateInit2(&strm, 31) == Z_OK, "init");
        code = run(&strm, &b);
        say("gzip fault %d: %d %s, in %lu of %zu", which, code, message(&strm), strm.total_in, b.at);
        OK(inflateReset(&strm) == Z_OK && inflateValidate(&strm, 0) == Z_OK, "reset");
        code = run(&strm, &b);
        say("not validated: %d %s", code, message(&strm));
        inflateEnd(&strm);
        free(b.bytes);
    }
}

/* inflateReset2 to another wrapper or window, fresh, in the middle and after the end. */
static void e5_reset2(void) {
    static const int asked[] = {-15, 15, 31, 47, 0, -9, 9, 25, 40, -8, 8};
    int when;
    size_t a;
    for (when = 0; when < 3; when++)
        for (a = 0; a < 11; a++) {
            int wrapper;
            for (wrapper = RAW; wrapper <= GZIP; wrapper++) {
                struct bits first = make_stream(data, 30000, ZLIB, 15, 6), b = make_stream(data, 400, (enum wrapper)wrapper, 9, 5);
                z_stream strm;
                int code = Z_OK;
                memset(&strm, 0, sizeof strm);
                OK(inflateInit(&strm) == Z_OK, "init");
                strm.next_in = first.bytes, strm.avail_in = (uInt)(when == 1 ? first.at / 2 : first.at);
                strm.next_out = out, strm.avail_out = LENGTH;
                if (when) code = inflate(&strm, Z_NO_FLUSH);
                OK(code == (when == 2 ? Z_STREAM_END : Z_OK), "first: %d", code);
                OK(inflateReset2(&strm, asked[a]) == Z_OK, "reset2");
                code = run(&strm, &b);
                say("time %d, reset to %d, wrapper %d: %d %s, out %lu", when, asked[a], wrapper, code, message(&strm), strm.total_out);
                inflateEnd(&strm);
                free(first.bytes), free(b.bytes);
            }
        }
}

/* A refused inflateReset2 leaves the stream as it was. */
static void e5_refused_reset2(void) {
    struct bits b = make_stream(data, 30000, ZLIB, 15, 6);
    z_stream strm;
    int w, code;
    memset(&strm, 0, sizeof strm);
    OK(inflateInit(&strm) == Z_OK, "init");
    strm.next_in = b.bytes, strm.avail_in = (uInt)b.at;
    strm.next_out = out, strm.avail_out = 1000;
    OK(inflate(&strm, Z_NO_FLUSH) == Z_OK, "part");
    for (w = -20; w < 70; w++)
        if (w < -15 || (w > -8 && w < 0) || (w > 0 && w < 8) || (w > 16 && w < 24) || w >= 48) say("inflateReset2(%d): %d", w, inflateReset2(&strm, w));
    strm.avail_out = LENGTH - 1000;
    code = inflate(&strm, Z_FINISH);
    OK(code == Z_STREAM_END && strm.total_out == 30000 && memcmp(out, data, 30000) == 0, "then %d", code);
    inflateEnd(&strm);
    free(b.bytes);
}

/* inflateResetKeep: the history stays. */
static void e7_reset_keep(void) {
    struct bits first = make_stream(data, 20000, RAW, 15, 8), second = new_bits();
    struct code literals, distances;
    z_stream strm;
    int code;
    code_fixed(&literals, &distances);
    put_bits(&second, 3, 3);
    put_match(&second, &literals, &distances, 258, 15000);
    put_symbol(&second, &literals, 256);
    put_align(&second);
    memset(&strm, 0, sizeof strm);
    OK(inflateInit2(&strm, -15) == Z_OK, "init");
    strm.next_in = first.bytes, strm.avail_in = (uInt)first.at;
    strm.next_out = out;
    do {
        strm.avail_out = 999;
        code = inflate(&strm, Z_NO_FLUSH);
    } while (code == Z_OK);
    OK(code == Z_STREAM_END, "first: %d", code);
    OK(inflateResetKeep(&strm) == Z_OK, "reset keep");
    code = run(&strm, &second);
    say("a match into the kept history: %d %s, out %lu", code, message(&strm), strm.total_out);
    OK(code != Z_STREAM_END || memcmp(out, data + 5000, 258) == 0, "other bytes");
    OK(inflateReset(&strm) == Z_OK, "reset");
    code = run(&strm, &second);
    say("after inflateReset: %d %s", code, message(&strm));
    inflateEnd(&strm);
    free(first.bytes), free(second.bytes);
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_TEXT, 5), out = malloc(LENGTH);
    RUN("E5 window from the header", e5_window_from_header);
    RUN("E6 window too small", e6_window_too_small);
    RUN("E6 headers", e6_headers);
    RUN("E7 checks are on again after a reset", e7_check_is_on_again);
    RUN("E7 gzip checks", e7_gzip_checks);
    RUN("E5 inflateReset2", e5_reset2);
    RUN("E5 refused inflateReset2", e5_refused_reset2);
    RUN("E7 inflateResetKeep", e7_reset_keep);
    return check_end();
}
