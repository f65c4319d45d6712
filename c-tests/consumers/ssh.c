/* libssh2's compression on the library under test: packets of a connection, there and back. */
#define _GNU_SOURCE 1
#include "libssh2_priv.h"
#include "check.h"
#include "comp.h"

enum { PACKET = 30000, PACKETS = 200 };

/* What comp.c wants of the rest of libssh2. */
int ssh2_err(LIBSSH2_SESSION *session, int code, const char *sentence) {
    (void)session;
    OK(0, "libssh2: %d %s", code, sentence);
    return code;
}

void *ssh2_calloc(LIBSSH2_SESSION *session, size_t size) {
    (void)session;
    return calloc(1, size);
}

static LIBSSH2_ALLOC_FUNC(give) {
    (void)abstract;
    return malloc(count);
}

static LIBSSH2_REALLOC_FUNC(change) {
    (void)abstract;
    return realloc(ptr, count);
}

static LIBSSH2_FREE_FUNC(take) {
    (void)abstract;
    free(ptr);
}

static void packets(void) {
    LIBSSH2_SESSION *session = calloc(1, sizeof *session);
    const struct comp_method *method;
    static unsigned char packet[PACKET], packed[PACKET * 2];
    struct lots lots = lots_from(8);
    void *out = NULL, *in = NULL;
    int i;
    if (session == NULL) abort();
    session->alloc = give, session->realloc = change, session->free = take;
    session->flag.compress = 1;
    method = ssh2_comp_methods(session)[0];
    if (!OK(strcmp(method->name, "zlib") == 0, "the first method is %s", method->name)) return;
    if (!OK(method->init(session, 1, &out) == 0 && method->init(session, 0, &in) == 0, "no streams")) return;
    for (i = 0; i < PACKETS && check.failures == 0; i++) {
        size_t n = piece(&lots, PACKET), length = sizeof packed, got = 0;
        unsigned char *back = NULL;
        make_data(packet, n, (enum data_kind)(i % DATA_KINDS), (uint64_t)i);
        if (method->comp(session, packed, &length, packet, n, &out)) break;
        if (method->decomp(session, &back, &got, PACKET * 4, packed, length, &in)) break;
        OK(got == n && memcmp(back, packet, n) == 0, "packet %d of %zu bytes is another of %zu", i, n, got);
        free(back);
    }
    method->dtor(session, 1, &out), method->dtor(session, 0, &in);
    free(session);
}

int main(void) {
    check_begin();
    RUN("A8 libssh2 compresses packets", packets);
    return check_end();
}
