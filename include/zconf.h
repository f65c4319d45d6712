#ifndef ZCONF_H
#define ZCONF_H

/* What the compiler is like. */
#ifndef STDC
#  if defined(__STDC__) || defined(__STDC_VERSION__) || defined(__cplusplus)
#    define STDC
#  endif
#endif
#ifndef STDC99
#  if defined(__STDC_VERSION__)
#    if __STDC_VERSION__ >= 199901L
#      define STDC99
#    endif
#  endif
#endif

/* Unix systems have both headers. Elsewhere, define HAVE_UNISTD_H or HAVE_STDARG_H as 1 before including this one. */
#ifndef Z_HAVE_UNISTD_H
#  if defined(__unix__) || defined(__APPLE__) || HAVE_UNISTD_H-0
#    define Z_HAVE_UNISTD_H
#  endif
#endif
#ifndef Z_HAVE_STDARG_H
#  if defined(STDC) || HAVE_STDARG_H-0
#    define Z_HAVE_STDARG_H
#  endif
#endif

/* "#define _LARGEFILE64_SOURCE" asks for 64-bit offsets as "... 1" does; "... 0" does not. */
#if defined(_LARGEFILE64_SOURCE)
#  if -_LARGEFILE64_SOURCE - -1 == 1
#    undef _LARGEFILE64_SOURCE
#  endif
#endif

#include <stddef.h>
#ifndef Z_SOLO
#  include <limits.h>
#  include <sys/types.h>
#  ifdef Z_HAVE_STDARG_H
#    include <stdarg.h>
#  endif
#  ifdef Z_HAVE_UNISTD_H
#    include <unistd.h>
#  endif
#endif

/* The largest windowBits and memLevel. */
#ifndef MAX_WBITS
#  define MAX_WBITS 15
#endif
#ifndef MAX_MEM_LEVEL
#  define MAX_MEM_LEVEL 9
#endif

/* Around declarations. Sources of the first C compilers' days use OF() and FAR; they expand to what a C89 compiler wants. */
#ifndef OF
#  define OF(args) args
#endif
#ifndef FAR
#  define FAR
#endif
#ifndef ZEXTERN
#  define ZEXTERN extern
#endif
#ifndef ZEXPORT
#  define ZEXPORT
#endif
#ifndef ZEXPORTVA
#  define ZEXPORTVA
#endif

/* Define ZLIB_CONST before including zlib.h to have next_in and msg point at const. */
#ifndef z_const
#  ifdef ZLIB_CONST
#    define z_const const
#  else
#    define z_const
#  endif
#endif

/* File offsets, and lengths of the pieces that the combine functions join. z_off_t is what the program's off_t is;
   z_off64_t has 64 bits where the system can. With Z_WANT64 the plain names mean the 64-bit functions. */
#ifndef z_off_t
#  if defined(Z_HAVE_UNISTD_H) && !defined(Z_SOLO)
#    define z_off_t off_t
#  else
#    define z_off_t long
#  endif
#endif
#if defined(_LFS64_LARGEFILE)
#  if _LFS64_LARGEFILE-0
#    define Z_LFS64
#  endif
#endif
#if defined(_LARGEFILE64_SOURCE) && defined(Z_LFS64)
#  define Z_LARGE64
#endif
#if defined(_FILE_OFFSET_BITS) && defined(Z_LFS64)
#  if _FILE_OFFSET_BITS-0 == 64
#    define Z_WANT64
#  endif
#endif
#ifdef Z_LARGE64
#  define z_off64_t off64_t
#else
#  define z_off64_t z_off_t
#endif

#if !defined(SEEK_SET) && !defined(Z_SOLO)
#  define SEEK_SET 0 /* from the start */
#  define SEEK_CUR 1 /* from the current position */
#  define SEEK_END 2 /* from the end */
#endif

/* Side by side with another zlib: with ZLAZY_PREFIX defined, this header's functions are those of libzlazy, whose names begin with
   zlazy_, and sources need no other change. The Makefile takes the names of libzlazy from these lines. */
#ifdef ZLAZY_PREFIX
#  define adler32 zlazy_adler32
#  define adler32_combine zlazy_adler32_combine
#  define adler32_combine64 zlazy_adler32_combine64
#  define adler32_z zlazy_adler32_z
#  define compress zlazy_compress
#  define compress2 zlazy_compress2
#  define compress2_z zlazy_compress2_z
#  define compress_z zlazy_compress_z
#  define compressBound zlazy_compressBound
#  define compressBound_z zlazy_compressBound_z
#  define crc32 zlazy_crc32
#  define crc32_combine zlazy_crc32_combine
#  define crc32_combine64 zlazy_crc32_combine64
#  define crc32_combine_gen zlazy_crc32_combine_gen
#  define crc32_combine_gen64 zlazy_crc32_combine_gen64
#  define crc32_combine_op zlazy_crc32_combine_op
#  define crc32_z zlazy_crc32_z
#  define deflate zlazy_deflate
#  define deflateBound zlazy_deflateBound
#  define deflateBound_z zlazy_deflateBound_z
#  define deflateCopy zlazy_deflateCopy
#  define deflateEnd zlazy_deflateEnd
#  define deflateGetDictionary zlazy_deflateGetDictionary
#  define deflateInit2_ zlazy_deflateInit2_
#  define deflateInit_ zlazy_deflateInit_
#  define deflateParams zlazy_deflateParams
#  define deflatePending zlazy_deflatePending
#  define deflatePrime zlazy_deflatePrime
#  define deflateReset zlazy_deflateReset
#  define deflateResetKeep zlazy_deflateResetKeep
#  define deflateSetDictionary zlazy_deflateSetDictionary
#  define deflateSetHeader zlazy_deflateSetHeader
#  define deflateTune zlazy_deflateTune
#  define deflateUsed zlazy_deflateUsed
#  define get_crc_table zlazy_get_crc_table
#  define gzbuffer zlazy_gzbuffer
#  define gzclearerr zlazy_gzclearerr
#  define gzclose zlazy_gzclose
#  define gzclose_r zlazy_gzclose_r
#  define gzclose_w zlazy_gzclose_w
#  define gzdirect zlazy_gzdirect
#  define gzdopen zlazy_gzdopen
#  define gzeof zlazy_gzeof
#  define gzerror zlazy_gzerror
#  define gzflush zlazy_gzflush
#  define gzfread zlazy_gzfread
#  define gzfwrite zlazy_gzfwrite
#  define gzgetc zlazy_gzgetc
#  define gzgetc_ zlazy_gzgetc_
#  define gzgets zlazy_gzgets
#  define gzoffset zlazy_gzoffset
#  define gzoffset64 zlazy_gzoffset64
#  define gzopen zlazy_gzopen
#  define gzopen64 zlazy_gzopen64
#  define gzprintf zlazy_gzprintf
#  define gzputc zlazy_gzputc
#  define gzputs zlazy_gzputs
#  define gzread zlazy_gzread
#  define gzrewind zlazy_gzrewind
#  define gzseek zlazy_gzseek
#  define gzseek64 zlazy_gzseek64
#  define gzsetparams zlazy_gzsetparams
#  define gztell zlazy_gztell
#  define gztell64 zlazy_gztell64
#  define gzungetc zlazy_gzungetc
#  define gzvprintf zlazy_gzvprintf
#  define gzwrite zlazy_gzwrite
#  define inflate zlazy_inflate
#  define inflateBack zlazy_inflateBack
#  define inflateBackEnd zlazy_inflateBackEnd
#  define inflateBackInit_ zlazy_inflateBackInit_
#  define inflateCodesUsed zlazy_inflateCodesUsed
#  define inflateCopy zlazy_inflateCopy
#  define inflateEnd zlazy_inflateEnd
#  define inflateGetDictionary zlazy_inflateGetDictionary
#  define inflateGetHeader zlazy_inflateGetHeader
#  define inflateInit2_ zlazy_inflateInit2_
#  define inflateInit_ zlazy_inflateInit_
#  define inflateMark zlazy_inflateMark
#  define inflatePrime zlazy_inflatePrime
#  define inflateReset zlazy_inflateReset
#  define inflateReset2 zlazy_inflateReset2
#  define inflateResetKeep zlazy_inflateResetKeep
#  define inflateSetDictionary zlazy_inflateSetDictionary
#  define inflateSync zlazy_inflateSync
#  define inflateSyncPoint zlazy_inflateSyncPoint
#  define inflateUndermine zlazy_inflateUndermine
#  define inflateValidate zlazy_inflateValidate
#  define uncompress zlazy_uncompress
#  define uncompress2 zlazy_uncompress2
#  define uncompress2_z zlazy_uncompress2_z
#  define uncompress_z zlazy_uncompress_z
#  define zError zlazy_zError
#  define zlibCompileFlags zlazy_zlibCompileFlags
#  define zlibVersion zlazy_zlibVersion
#endif

/* An octet. */
typedef unsigned char Byte;

/* A count that always fits 32 bits: bytes available, windowBits and the like. */
typedef unsigned int uInt;

/* A total, a checksum or a length: 64 bits on LP64 systems, 32 bits on others. */
typedef unsigned long uLong;

/* An octet of a buffer. */
typedef unsigned char Bytef;

/* A character of a buffer. */
typedef char charf;

/* An int of a buffer. */
typedef int intf;

/* A uInt of a buffer. */
typedef unsigned int uIntf;

/* A uLong of a buffer, or one that a call writes to. */
typedef unsigned long uLongf;

/* Any read-only memory. */
typedef const void *voidpc;

/* Any memory. */
typedef void *voidpf;

/* Any memory. */
typedef void *voidp;

/* A length that any object in memory can have. */
typedef size_t z_size_t;

/* An entry of the table behind get_crc_table: 32 bits. */
typedef unsigned int z_crc_t;

#endif  /* ZCONF_H */
