/* CHECK_WATCHED_MALLOC where a sanitizer has put its own malloc in place of the C library's. */
#ifndef CHECK_WATCHED_H
#define CHECK_WATCHED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECK_WATCHED_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHECK_WATCHED_MALLOC 1
#endif
#endif

#endif
