/* Two libraries in one process: each opened with dlopen, each a table of functions, so that both get the same calls.
 *
 * ZLAZY   path of the library under test (default build/libz.so.1)
 * ORACLE  path of zlib's, or of the folder it lies in (default target/oracle) */
#ifndef CHECK_LIBRARY_H
#define CHECK_LIBRARY_H

#include "check/report.h"

#define LIBRARY_FUNCTIONS(F) \
    F(int, deflateInit_, (z_streamp, int, const char *, int)) \
    F(int, deflateInit2_, (z_streamp, int, int, int, int, int, const char *, int)) \
    F(int, deflate, (z_streamp, int)) \
    F(int, deflateEnd, (z_streamp)) \
    F(int, deflateReset, (z_streamp)) \
    F(int, deflateResetKeep, (z_streamp)) \
    F(int, deflateCopy, (z_streamp, z_streamp)) \
    F(int, deflateParams, (z_streamp, int, int)) \
    F(int, deflateTune, (z_streamp, int, int, int, int)) \
    F(uLong, deflateBound, (z_streamp, uLong)) \
    F(int, deflatePending, (z_streamp, unsigned *, int *)) \
    F(int, deflateUsed, (z_streamp, int *)) \
    F(int, deflatePrime, (z_streamp, int, int)) \
    F(int, deflateSetHeader, (z_streamp, gz_headerp)) \
    F(int, deflateSetDictionary, (z_streamp, const Bytef *, uInt)) \
    F(int, deflateGetDictionary, (z_streamp, Bytef *, uInt *)) \
    F(int, inflateInit_, (z_streamp, const char *, int)) \
    F(int, inflateInit2_, (z_streamp, int, const char *, int)) \
    F(int, inflate, (z_streamp, int)) \
    F(int, inflateEnd, (z_streamp)) \
    F(int, inflateReset, (z_streamp)) \
    F(int, inflateReset2, (z_streamp, int)) \
    F(int, inflateResetKeep, (z_streamp)) \
    F(int, inflateCopy, (z_streamp, z_streamp)) \
    F(int, inflateSync, (z_streamp)) \
    F(int, inflateSyncPoint, (z_streamp)) \
    F(int, inflatePrime, (z_streamp, int, int)) \
    F(long, inflateMark, (z_streamp)) \
    F(unsigned long, inflateCodesUsed, (z_streamp)) \
    F(int, inflateValidate, (z_streamp, int)) \
    F(int, inflateUndermine, (z_streamp, int)) \
    F(int, inflateGetHeader, (z_streamp, gz_headerp)) \
    F(int, inflateSetDictionary, (z_streamp, const Bytef *, uInt)) \
    F(int, inflateGetDictionary, (z_streamp, Bytef *, uInt *))

struct library {
    const char *path;
    void *handle;
#define F(result, name, arguments) result(*name) arguments;
    LIBRARY_FUNCTIONS(F)
#undef F
};

/* The function `name` of the library; a failure is counted and NULL given. */
static inline void *library_symbol(struct library *library, const char *name) {
    void *symbol = dlsym(library->handle, name);
    OK(symbol != NULL, "%s has no %s", library->path, name);
    OK(symbol == NULL || strstr(file_of(symbol), "libz") != NULL, "%s comes from %s", name, file_of(symbol));
    return symbol;
}

#ifdef CHECK_LINKED
/* The library under test is linked into the program: fuzz targets see into it. */
static inline void library_linked(struct library *library) {
    library->path = "the program";
    library->handle = dlopen(NULL, RTLD_NOW);
#define F(result, name, arguments) library->name = name;
    LIBRARY_FUNCTIONS(F)
#undef F
}
#endif

/* 0 if the file cannot be opened as a library. */
static inline int library_open(struct library *library, const char *path) {
    library->path = path;
    library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library->handle == NULL) return 0;
#define F(result, name, arguments) *(void **)&library->name = library_symbol(library, #name);
    LIBRARY_FUNCTIONS(F)
#undef F
    return 1;
}

/* Opens both and proves that they are two, and which is which. 0 on failure, which is counted. */
static inline int open_both(struct library *ours, struct library *oracle) {
    static char path[4096];
    const char *where = getenv("ORACLE");
    struct stat status;
    int (*one)(z_streamp, int), (*two)(z_streamp, int);
    snprintf(path, sizeof path, "%s", where ? where : "target/oracle");
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) strncat(path, "/libz-oracle.so", sizeof path - strlen(path) - 1);
    if (!OK(library_open(oracle, path), "no library at %s", path)) return 0;
#ifdef CHECK_LINKED
    library_linked(ours);
#else
    where = getenv("ZLAZY");
    if (!OK(library_open(ours, where ? where : "build/libz.so.1"), "no library at %s", where ? where : "build/libz.so.1")) return 0;
#endif
    one = ours->deflate, two = oracle->deflate;
    OK(strcmp(file_of(ADDRESS(one)), file_of(ADDRESS(two))) != 0, "both libraries are %s", file_of(ADDRESS(one)));
    OK(dlsym(oracle->handle, "zlazy_version") == NULL, "the oracle is %s", file_of(ADDRESS(two)));
#ifndef CHECK_LINKED
    if (getenv("EXPECT") && strcmp(getenv("EXPECT"), "zlazy") == 0) OK(dlsym(ours->handle, "zlazy_version") != NULL, "%s is not zlazy", ours->path);
#endif
    return check.failures == 0;
}

#endif
