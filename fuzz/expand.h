/* Data to compress out of a fuzzer's bytes: a little language of literals, runs and copies, so that few bytes give data with
 * matches of all lengths and distances. */
#ifndef FUZZ_EXPAND_H
#define FUZZ_EXPAND_H

/* Fills to[0..most] as far as the input goes; the length. A byte below 128 is 1 .. 8 literals that follow (their number in its low
 * bits; what is above them is added to each), 128 .. 159 a run, the others a copy from a distance that follows. */
static inline size_t expand(struct front *front, unsigned char *to, size_t most) {
    size_t n = 0;
    while (front->at < front->end && n < most) {
        unsigned what = byte_of(front);
        size_t length = 1 + (what & 7), distance, i;
        if (what < 128) {
            for (i = 0; i < length && n < most && front->at < front->end; i++) to[n++] = (unsigned char)(byte_of(front) + (what >> 3));
            continue;
        }
        length = 1 + (what & 31) * (1 + byte_of(front));
        if (what < 160) {
            for (what = byte_of(front); length && n < most; length--) to[n++] = (unsigned char)what;
            continue;
        }
        distance = byte_of(front);
        if (what >= 192) distance = distance << 8 | byte_of(front);
        if (distance >= n) distance = n ? n - 1 : 0;
        for (; n && length && n < most; length--, n++) to[n] = to[n - 1 - distance];
    }
    return n;
}

#endif
