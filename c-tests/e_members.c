/* Streams one after another, and bytes behind the end. */
#include "check.h"

enum { LENGTH = 50000 };

static unsigned char *data, *out;

/* E18: an end for each member, the input position exact each time, the next member after a reset. */
static void e18_members(void) {
    static const int flushes[] = {Z_NO_FLUSH, Z_BLOCK, Z_SYNC_FLUSH, Z_FINISH, Z_TREES};
    int f, round;
    for (round = 0; round < 8; round++)
        for (f = 0; f < 5; f++) {
            struct bits first = make_stream(data, LENGTH, GZIP, 15, (uint64_t)round), second = make_stream(data, 777, GZIP, 15, (uint64_t)round + 100);
            unsigned char *both = malloc(first.at + second.at + 8);
            int code, members = 0;
            z_stream strm;
            memcpy(both, first.bytes, first.at), memcpy(both + first.at, second.bytes, second.at);
            memcpy(both + first.at + second.at, "trailing", 8);
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, 31) == Z_OK, "init");
            strm.next_in = both, strm.avail_in = (uInt)(first.at + second.at + 8);
            do {
                uLong before = strm.total_out;
                strm.next_out = out, strm.avail_out = 32768;
                code = inflate(&strm, flushes[f]);
                /* Z_FINISH says so when the room is used up; Z_TREES when it stops where no byte had to be read. */
                if (code == Z_BUF_ERROR && ((flushes[f] == Z_FINISH && strm.total_out > before) || flushes[f] == Z_TREES)) code = Z_OK;
                if (code == Z_STREAM_END) {
                    say("flush %d: end, in %lu of %zu, out %lu, left %u, adler %08lx", flushes[f], strm.total_in, members ? second.at : first.at,
                        strm.total_out, strm.avail_in, strm.adler);
                    members++;
                    OK(inflate(&strm, Z_NO_FLUSH) == Z_STREAM_END, "the end is forgotten");
                    code = inflateReset(&strm);
                }
            } while (code == Z_OK);
            say("then %d \"%s\", left %u", code, strm.msg ? strm.msg : "", strm.avail_in);
            inflateEnd(&strm);
            free(both), free(first.bytes), free(second.bytes);
        }
}

/* Not a byte behind the end is read or counted. */
static void e18_exact_end(void) {
    int i;
    for (i = 0; i < 60; i++) {
        size_t n = (size_t)i * 13;
        struct bits b = make_stream(data, n, (enum wrapper)(i % 3), 15, (uint64_t)i);
        struct guarded in = guard(b.at, 1);
        int code, more;
        for (more = 0; more <= 20; more += 20) {
            z_stream strm;
            unsigned char *from = in.start, copy[9000];
            memcpy(in.start, b.bytes, b.at);
            if (more) {
                memcpy(copy, b.bytes, b.at), memset(copy + b.at, 0xff, (size_t)more);
                from = copy;
            }
            memset(&strm, 0, sizeof strm);
            OK(inflateInit2(&strm, stream_bits((enum wrapper)(i % 3), 15)) == Z_OK, "init");
            strm.next_in = from, strm.avail_in = (uInt)(b.at + (size_t)more);
            strm.next_out = out, strm.avail_out = LENGTH;
            code = inflate(&strm, Z_NO_FLUSH);
            OK(code == Z_STREAM_END && strm.avail_in == (uInt)more && strm.total_in == b.at && strm.total_out == n && memcmp(out, data, n) == 0,
               "stream %d: %d, %u of %d bytes left", i, code, strm.avail_in, more);
            inflateEnd(&strm);
        }
        unguard(&in), free(b.bytes);
    }
}

int main(void) {
    check_begin();
    data = new_data(LENGTH, DATA_SOURCE, 18), out = malloc(LENGTH);
    RUN("E18 members", e18_members);
    RUN("E18 the end is exact", e18_exact_end);
    return check_end();
}
