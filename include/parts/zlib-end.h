/* The init functions as programs call them. Each hands the version and the size of z_stream that the program was compiled
   with to the function of the same name with an underscore, which is documented above. */
#define deflateInit(strm, level) \
  deflateInit_((strm), (level), ZLIB_VERSION, (int)sizeof(z_stream))
#define deflateInit2(strm, level, method, windowBits, memLevel, strategy) \
  deflateInit2_((strm), (level), (method), (windowBits), (memLevel), (strategy), ZLIB_VERSION, (int)sizeof(z_stream))
#define inflateInit(strm) \
  inflateInit_((strm), ZLIB_VERSION, (int)sizeof(z_stream))
#define inflateInit2(strm, windowBits) \
  inflateInit2_((strm), (windowBits), ZLIB_VERSION, (int)sizeof(z_stream))
#define inflateBackInit(strm, windowBits, window) \
  inflateBackInit_((strm), (windowBits), (window), ZLIB_VERSION, (int)sizeof(z_stream))

#ifndef Z_SOLO
/* A gzip file. Its first fields are here for a macro that reads one byte; only that macro may touch them. */
typedef struct gzFile_s *gzFile;
struct gzFile_s {
  unsigned have;
  unsigned char *next;
  z_off64_t pos;
};
#endif

/* The functions that take a length as a file offset, with 64 bits in any program. Compiled with _FILE_OFFSET_BITS=64, the
   plain names mean these. */
#if defined(Z_LARGE64) || defined(Z_WANT64)
ZEXTERN uLong ZEXPORT adler32_combine64(uLong adler1, uLong adler2, z_off64_t len2);
ZEXTERN uLong ZEXPORT crc32_combine64(uLong crc1, uLong crc2, z_off64_t len2);
ZEXTERN uLong ZEXPORT crc32_combine_gen64(z_off64_t len2);
#endif
#if defined(Z_WANT64) && !defined(ZLIB_INTERNAL)
#  define adler32_combine adler32_combine64
#  define crc32_combine crc32_combine64
#  define crc32_combine_gen crc32_combine_gen64
#endif

#ifdef __cplusplus
}
#endif

#endif /* ZLIB_H */
