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
/* GZ */

#if defined(STDC) || defined(Z_HAVE_STDARG_H)
/*
 Formats a text as printf does and compresses it to the file. The text must be shorter than the buffer, which has 8192 bytes
 unless gzbuffer says otherwise.

 Returns the text's length; 0 if it is empty or too long, and nothing is written; an error code, such as Z_STREAM_ERROR if
 the file is not open for writing. Z_BUF_ERROR says that a descriptor that does not wait has stalled and nothing was written:
 the call can be made again.
 */
ZEXTERN int ZEXPORTVA gzprintf(gzFile file, const char *format, ...);

/* gzprintf with the arguments in a va_list. */
ZEXTERN int ZEXPORTVA gzvprintf(gzFile file, const char *format, va_list arguments);
#else
ZEXTERN int ZEXPORTVA gzprintf();
#endif

/* gzgetc as a macro: a byte that is there is taken without a call. */
#ifdef ZLAZY_PREFIX
#  define zlazy_gzgetc(g) ((g)->have == 0 ? (zlazy_gzgetc)(g) : ((g)->have--, (g)->pos++, (int)*(g)->next++))
#else
#  define gzgetc(g) ((g)->have == 0 ? (gzgetc)(g) : ((g)->have--, (g)->pos++, (int)*(g)->next++))
#endif
#endif

/* The functions that take or give a file offset, or open a file, with offsets of 64 bits in any program. Compiled with
   _FILE_OFFSET_BITS=64, the plain names mean these. */
#if defined(Z_LARGE64) || defined(Z_WANT64)
ZEXTERN uLong ZEXPORT adler32_combine64(uLong adler1, uLong adler2, z_off64_t len2);
ZEXTERN uLong ZEXPORT crc32_combine64(uLong crc1, uLong crc2, z_off64_t len2);
ZEXTERN uLong ZEXPORT crc32_combine_gen64(z_off64_t len2);
#  ifndef Z_SOLO
ZEXTERN gzFile ZEXPORT gzopen64(const char *path, const char *mode);
ZEXTERN z_off64_t ZEXPORT gzseek64(gzFile file, z_off64_t offset, int whence);
ZEXTERN z_off64_t ZEXPORT gztell64(gzFile file);
ZEXTERN z_off64_t ZEXPORT gzoffset64(gzFile file);
#  endif
#endif
#if defined(Z_WANT64) && !defined(ZLIB_INTERNAL)
#  ifdef ZLAZY_PREFIX
#    define zlazy_adler32_combine zlazy_adler32_combine64
#    define zlazy_crc32_combine zlazy_crc32_combine64
#    define zlazy_crc32_combine_gen zlazy_crc32_combine_gen64
#    define zlazy_gzopen zlazy_gzopen64
#    define zlazy_gzseek zlazy_gzseek64
#    define zlazy_gztell zlazy_gztell64
#    define zlazy_gzoffset zlazy_gzoffset64
#  else
#    define adler32_combine adler32_combine64
#    define crc32_combine crc32_combine64
#    define crc32_combine_gen crc32_combine_gen64
#    ifndef Z_SOLO
#      define gzopen gzopen64
#      define gzseek gzseek64
#      define gztell gztell64
#      define gzoffset gzoffset64
#    endif
#  endif
#endif

#ifdef __cplusplus
}
#endif

#endif /* ZLIB_H */
