#!/bin/sh
# The programs that break most, on watched libraries: a part of what make check-asan, check-ubsan and check-tsan run; all of it if
# CHECK_MINUTES says 4 or more.
set -u
if [ "${CHECK_MINUTES:-1}" -ge 4 ]; then
    sh c-tests/watch asan
    sh c-tests/watch tsan
    sh c-tests/watch ubsan own_faults own_refused own_regressions own_determinism d_flush d_params e_corrupt check/secrets
else
    sh c-tests/watch asan own_faults own_system_faults own_refused b_allocators e_room
    sh c-tests/watch tsan a_threads own_threads
    sh c-tests/watch ubsan check/secrets own_regressions
fi
exit 0
