/* What every test program shares. A program is a list of checks:
 *
 *     static void b7_who_frees(void) { if (!OK(rc == Z_OK, "init gave %d", rc)) return; ... }
 *     int main(void) { check_begin(); RUN("B7 who frees", b7_who_frees); return check_end(); }
 *
 * It takes no arguments, prints "ok NAME" or "FAIL NAME: what" for each check and, where zlib itself defines an answer, the
 * answer (`say`), so that the output under two libraries can be compared. It ends with 0 if all went well.
 *
 * Environment: EXPECT=zlazy|oracle  the library this program must have got (not set: any);
 *              SEED=n               another seed for the data;
 *              ROUNDS=n             more rounds in the drivers that draw lots;
 *              VERBOSE=1            every failure of a check, not the first alone. */
#ifndef CHECK_H
#define CHECK_H

#include "check/report.h"
#include "check/data.h"
#include "check/memory.h"
#include "check/tokens.h"
#include "check/bits.h"
#include "check/streams.h"
#ifndef CHECK_TWO_LIBRARIES
#include "check/codec.h"
#endif

#endif
