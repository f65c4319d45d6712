/* gzprintf takes any number of arguments, which stable Rust cannot define. This makes a va_list of them and goes on in Rust.
   Where Rust can jump here from a function of its own, that one is gzprintf, so that rustc exports it; else this one is. */
#include <stdarg.h>

#ifdef ZLAZY_EXPORT_GZPRINTF
#  define SHIM gzprintf
#else
#  define SHIM _zlazy_gzprintf
#endif
#if defined(__GNUC__)
#  define HIDDEN __attribute__((visibility("hidden")))
#else
#  define HIDDEN
#endif

HIDDEN int _zlazy_gzvprintf(void *file, const char *format, va_list arguments);

#ifndef ZLAZY_EXPORT_GZPRINTF
HIDDEN
#endif
int SHIM(void *file, const char *format, ...);

int SHIM(void *file, const char *format, ...) {
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = _zlazy_gzvprintf(file, format, arguments);
    va_end(arguments);
    return length;
}
