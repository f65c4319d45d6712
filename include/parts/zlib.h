/* zlib.h: compression and decompression in memory, in the formats of RFC 1950 (zlib), RFC 1951 (raw deflate) and RFC 1952
   (gzip). This is zlazy's header: the interface is zlib's, the library and the words are its own. It is generated from the
   library's source by "make headers".

   Copyright (c) 2026 the zlazy authors. Free to use, change and pass on under the zlib License; see the file LICENSE.

   A stream is a z_stream that the program owns. An init function (deflateInit or inflateInit, or one of their longer forms)
   puts the library's state behind it; deflate() or inflate() is then called as often as needed, each time with input at
   next_in and room at next_out; deflateEnd() or inflateEnd() takes the state away. compress() and uncompress() do all of
   that for data that is wholly in memory. The gz functions read and write files in gzip format, as stdio does others: gzopen,
   gzread or gzwrite, gzclose.

   No call prints, exits or installs a signal handler. Calls on different streams may run in different threads at once;
   calls on one stream may not.

   A stream that is NULL, was never initialised with zeroes or an init function, was moved in memory, or belongs to
   functions of the other kind, makes a call return Z_STREAM_ERROR and do nothing. */

#ifndef ZLIB_H
#define ZLIB_H

#include "zconf.h"

/* The version of zlib that this interface is: as text, and as a number with one hexadecimal digit for each part. */
#define ZLIB_VERSION "1.4.0"
#define ZLIB_VERNUM 0x1400
#define ZLIB_VER_MAJOR 1
#define ZLIB_VER_MINOR 4
#define ZLIB_VER_REVISION 0
#define ZLIB_VER_SUBREVISION 0

/* Defined in this header alone, for programs that want zlazy's own functions. */
#define ZLAZY 1

/* flush, the second argument of deflate() and inflate(). */
#define Z_NO_FLUSH 0      /* as suits compression */
#define Z_PARTIAL_FLUSH 1 /* all input becomes decodable; the output need not end at a whole byte */
#define Z_SYNC_FLUSH 2    /* all input becomes decodable; the output ends at a whole byte */
#define Z_FULL_FLUSH 3    /* as Z_SYNC_FLUSH, and nothing after it refers to anything before it */
#define Z_FINISH 4        /* the input ends here */
#define Z_BLOCK 5         /* deflate: end the block; inflate: stop at the next end of a block */
#define Z_TREES 6         /* inflate: stop after the head of a block, too */

/* Return codes. Errors are negative. */
#define Z_OK 0               /* something was done, or there was nothing to do */
#define Z_STREAM_END 1       /* the stream is complete */
#define Z_NEED_DICT 2        /* inflate() needs the preset dictionary whose checksum is in adler */
#define Z_ERRNO (-1)         /* a file operation failed; see errno */
#define Z_STREAM_ERROR (-2)  /* the stream or an argument is not valid */
#define Z_DATA_ERROR (-3)    /* the compressed data is damaged or incomplete */
#define Z_MEM_ERROR (-4)     /* memory was refused */
#define Z_BUF_ERROR (-5)     /* nothing could be done without more input or more room; not fatal */
#define Z_VERSION_ERROR (-6) /* header and library do not belong together */

/* Levels: 0 stores, 1 is fastest, 9 is smallest. */
#define Z_NO_COMPRESSION 0
#define Z_BEST_SPEED 1
#define Z_BEST_COMPRESSION 9
#define Z_DEFAULT_COMPRESSION (-1)

/* Strategies. They change size and speed, never whether a stream can be decoded. */
#define Z_DEFAULT_STRATEGY 0
#define Z_FILTERED 1     /* data with many small values, as from PNG's filters: fewer short matches */
#define Z_HUFFMAN_ONLY 2 /* no matches */
#define Z_RLE 3          /* matches at distance 1 only */
#define Z_FIXED 4        /* no dynamic blocks, for decoders that cannot read them */

/* data_type as deflate() guesses it. */
#define Z_BINARY 0
#define Z_TEXT 1
#define Z_ASCII Z_TEXT
#define Z_UNKNOWN 2

/* The one compression method. */
#define Z_DEFLATED 8

/* For zalloc, zfree and opaque, and for buffers that are not there. */
#define Z_NULL 0

/* As sources from before zlib 1.0.2 ask for the version. */
#define zlib_version zlibVersion()

#ifdef __cplusplus
extern "C" {
#endif

/* zalloc gives items * size bytes, or NULL; zfree takes back what zalloc gave. opaque is the stream's. */
typedef voidpf (*alloc_func)(voidpf opaque, uInt items, uInt size);
typedef void (*free_func)(voidpf opaque, voidpf address);

/* For inflateBack. in sets *buf to input and returns its length, 0 if there is none; out takes len bytes of output at buf and
   returns 0, or anything else to stop. inDesc and outDesc are what inflateBack was called with. */
typedef unsigned (*in_func)(void *inDesc, z_const unsigned char **buf);
typedef int (*out_func)(void *outDesc, unsigned char *buf, unsigned len);

/* What a stream's state points to; known to the library alone. */
struct internal_state;

#ifndef Z_SOLO
/* A file in gzip format that was opened with gzopen or gzdopen. Its first fields are here for the macro gzgetc, and for nothing
   else. */
typedef struct gzFile_s *gzFile;
struct gzFile_s {
  unsigned have;
  unsigned char *next;
  z_off64_t pos;
};
#endif
