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

/* With ZLAZY_PREFIX, a program calls the functions of libzlazy, in which each has zlazy_ before its name, so that it can be in
   a process with another zlib. The program's source has the usual names. */
#ifdef ZLAZY_PREFIX
#  include "zlazy_prefix.h"
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
