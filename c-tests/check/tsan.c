/* Functions that a newer compiler's ThreadSanitizer calls and an older one's runtime lacks: the runtime watches the C
 * library's own. */
#include <string.h>

__attribute__((weak)) void *__tsan_memcpy(void *to, const void *from, size_t n) {
    return memcpy(to, from, n);
}

__attribute__((weak)) void *__tsan_memmove(void *to, const void *from, size_t n) {
    return memmove(to, from, n);
}

__attribute__((weak)) void *__tsan_memset(void *to, int byte, size_t n) {
    return memset(to, byte, n);
}
