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

/* What zlazy_stats tells. All streams of the process count, whatever allocator they have. */
struct zlazy_statistics_s {
  /* Streams that were begun and not ended. */
  z_size_t streams;
  /* Bytes that they hold, the small block that an idle stream has included, as asked of malloc or zalloc. */
  z_size_t stream_bytes;
  /* Bytes in the pool. */
  z_size_t pool_bytes;
  /* Blocks in the pool. */
  z_size_t pool_blocks;
  /* Requests for memory that the pool has answered since the process began. */
  z_size_t pool_takes;
  /* Requests for memory that malloc or a zalloc has refused since the process began. */
  z_size_t refusals;
};

/*
 A stream: what program and library tell each other. The program sets next_in and avail_in, next_out and avail_out, and
 before an init zalloc, zfree and opaque; the rest is the library's. The structure must stay at its address from the init
 to the end.
 */
struct z_stream_s {
  /* Next input byte. */
  z_const Bytef *next_in;
  /* Bytes of input at next_in. */
  uInt avail_in;
  /* Bytes read since the init or reset. */
  uLong total_in;
  /* Where the next output byte goes. */
  Bytef *next_out;
  /* Bytes of room at next_out. */
  uInt avail_out;
  /* Bytes written since the init or reset. */
  uLong total_out;
  /* What was wrong, as text that is never to be freed; NULL if nothing. */
  z_const char *msg;
  /* The library's state, or NULL. */
  struct internal_state *state;
  /* Gives memory, at any alignment. Set it and zfree to NULL for the C library's memory. */
  alloc_func zalloc;
  /* Takes back what zalloc gave. */
  free_func zfree;
  /* The first argument of both; of no meaning to the library. */
  voidpf opaque;
  /* deflate(): Z_TEXT, Z_BINARY or Z_UNKNOWN; inflate(): the position within the data's bits, see there. */
  int data_type;
  /* The checksum of the uncompressed data so far: Adler-32, or CRC-32 for gzip. */
  uLong adler;
  /* Not used. */
  uLong reserved;
};

/* What a gzip header says (RFC 1952), for deflateSetHeader and inflateGetHeader. */
struct gz_header_s {
  /* Not 0 if the data is thought to be text. */
  int text;
  /* The time of last change, in seconds since 1970; 0 if not known. */
  uLong time;
  /* Extra flags: what was read; not used when writing. */
  int xflags;
  /* The operating system: 3 for Unix, 255 if not known. */
  int os;
  /* The extra field, or NULL. */
  Bytef *extra;
  /* Bytes of the extra field. */
  uInt extra_len;
  /* Bytes of space at extra; reading only. */
  uInt extra_max;
  /* The file name with a zero at its end, or NULL. */
  Bytef *name;
  /* Bytes of space at name; reading only. */
  uInt name_max;
  /* A comment with a zero at its end, or NULL. */
  Bytef *comment;
  /* Bytes of space at comment; reading only. */
  uInt comm_max;
  /* Not 0 if the header has, or is to have, a CRC of its own. */
  int hcrc;
  /* Reading: 1 when the header is complete, -1 if there is none, 0 before; not used when writing. */
  int done;
};

/* A stream. */
typedef struct z_stream_s z_stream;

/* How every call takes a stream. */
typedef struct z_stream_s *z_streamp;

/* A gzip header. */
typedef struct gz_header_s gz_header;

/* How a call takes a gzip header. */
typedef struct gz_header_s *gz_headerp;

/* What zlazy_stats tells. */
typedef struct zlazy_statistics_s zlazy_statistics;

/*
 The version of zlib that this library stands in for, as text: the value that ZLIB_VERSION had in the header the
 library was built with, "1.4.0".

 Compare its first character with that of your own ZLIB_VERSION: if they differ, header and library do not belong
 together. The init functions make this check themselves and answer Z_VERSION_ERROR.
 */
ZEXTERN const char *zlibVersion(void);

/*
 The version of zlazy itself, as text of three numbers. No other zlib has this function, so asking the dynamic linker
 for it tells which library a program got.
 */
ZEXTERN const char *zlazy_version(void);

/*
 How the library was built, as a set of bits.

 Bits 0-1, 2-3, 4-5 and 6-7 are the sizes of uInt, uLong, a pointer and z_off_t: 0 for 16 bits, 1 for 32, 2 for 64,
 3 for any other. The bits above them tell of features left out and of debugging aids; this library is built with every
 feature and without aids, so they are 0.
 */
ZEXTERN uLong zlibCompileFlags(void);

/*
 The text that stands for a return code, such as "data error" for Z_DATA_ERROR. For Z_OK and for numbers that are no
 return code it is empty; it is never NULL, and it must not be freed or changed.
 */
ZEXTERN const char *zError(int err);

/*
 Tells what streams and the pool hold. The numbers are exact if no other thread is inside the library at this moment, and
 else each is one that was true during the call. The library does no work for them that it would not do without.

 Returns Z_OK, or Z_STREAM_ERROR if statistics is NULL.
 */
ZEXTERN int zlazy_stats(zlazy_statistics *statistics);

/*
 Bounds the memory that the library keeps for later streams, in bytes, and frees what is above the bound. 0 turns the pool
 off.

 Streams without a zalloc of their own return their memory to a pool that all of the process shares, and take it from
 there, so that ending one stream and beginning another costs as little as a reset. By default the pool keeps at most
 1 MiB for each processor (three streams' working memory at the largest parameters), but 2 MiB or more and 64 MiB or less.
 The environment variable ZLAZY_POOL, a number of bytes, is an other default; it is read when the library is loaded.

 Returns the bound that was in force before.
 */
ZEXTERN z_size_t zlazy_pool_limit(z_size_t bytes);

/*
 Returns the memory of a compressor that is idle but will go on: all but the small block behind the stream and a copy of
 the bytes that later matches may refer to, which are at most as many as were read, and at most the window. For streams
 that wait long between messages and are not reset, as those of WebSocket with context takeover.

 The next deflate() takes the memory again, and looks through the kept bytes anew, which costs about as much as
 compressing them; so trim a stream that is going to be idle, not one that is busy. What is decoded is the same with trims
 and without; the compressed bytes after a trim may be others.

 Returns Z_OK; Z_BUF_ERROR, and nothing is changed, if input was read that has not become output yet (flush with
 Z_SYNC_FLUSH, Z_PARTIAL_FLUSH, Z_FULL_FLUSH or Z_BLOCK first, with room enough); Z_MEM_ERROR, and nothing is changed, if
 memory for the kept bytes is refused; Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int zlazy_deflateTrim(z_streamp strm);

/*
 Returns the memory of a decompressor that is idle but will go on: all but the small block behind the stream, the bytes
 that later matches may refer to, and, if it stands in the midst of a block, that block's tables. May be called at any
 time; what is decoded is the same.

 Returns Z_OK; Z_MEM_ERROR, and nothing is changed, if memory for the kept bytes is refused; Z_STREAM_ERROR if the stream
 is not valid.
 */
ZEXTERN int zlazy_inflateTrim(z_streamp strm);

/*
 Begins a compressor: zlib format, 32 KiB window, memLevel 8, default strategy. Call it as deflateInit(strm, level).

 Before the call the program sets zalloc, zfree and opaque: either two functions of its own, or Z_NULL for the C
 library's. The call sets total_in and total_out to 0, msg to Z_NULL, adler to the checksum of nothing, and data_type to
 Z_UNKNOWN. It takes only a small block of memory; the rest comes with the data, as far as the data needs it.

 level: 0 stores, 1 is fastest, 9 is smallest; Z_DEFAULT_COMPRESSION (-1) stands for 6.

 Returns Z_OK; Z_STREAM_ERROR for a level out of range or a NULL stream; Z_MEM_ERROR if memory is refused; Z_VERSION_ERROR
 if the program was compiled with an incompatible zlib.h.
 */
ZEXTERN int deflateInit_(z_streamp strm, int level, const char *version, int streamSize);

/*
 Begins a compressor with everything chosen. Call it as deflateInit2(strm, level, method, windowBits, memLevel, strategy).
 The fields of strm are used and set as by deflateInit.

 level: as for deflateInit.

 method: Z_DEFLATED.

 windowBits: the window, which is how far back a match can lie, is 2 to this power, 8 to 15. The number also chooses the
 format around the compressed data:
 - 8..15: zlib (RFC 1950); adler is an Adler-32;
 - 24..31 (add 16): gzip (RFC 1952); adler is a CRC-32, and the header is a plain one unless deflateSetHeader says more;
 - -15..-8 (negative): none (raw deflate, RFC 1951); no checksum is made.

 8 means 9 in the zlib format and is refused for the others, whose streams do not state their window. A zlib stream
 begun with 8 therefore needs 9 at inflateInit2.

 memLevel: 1 takes the least memory, 9 the most; 8 is the default. More memory means longer blocks and better matches.

 strategy: one of Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE and Z_FIXED.

 The memory that a stream ever takes from zalloc stays below 2^(windowBits+2) + 2^(memLevel+9) bytes plus a few thousand.

 Returns Z_OK; Z_STREAM_ERROR for an argument out of range; Z_MEM_ERROR; Z_VERSION_ERROR.
 */
ZEXTERN int deflateInit2_(z_streamp strm, int level, int method, int windowBits, int memLevel, int strategy, const char *version, int streamSize);

/*
 Compresses: reads from next_in and writes to next_out until the input is used up or the room is full, and moves next_in,
 avail_in, total_in, next_out, avail_out and total_out accordingly.

 Before each call the program provides input, room, or both. Input that was read need not have led to output yet; flush
 says how much must:
 - Z_NO_FLUSH: nothing must come out; blocks end where that compresses best.
 - Z_SYNC_FLUSH: everything read so far comes out and can be decoded from what was written. The output ends at a whole
   byte, with an empty stored block, whose last four bytes are 00 00 ff ff.
 - Z_FULL_FLUSH: the same, and the matches of later data do not reach back beyond this point, so a decoder can start here.
 - Z_PARTIAL_FLUSH: the same as Z_SYNC_FLUSH but for its end, an empty fixed block of 10 bits, not at a whole byte.
 - Z_BLOCK: the block ends and is written, except for up to 7 bits that wait for more. The decoder may be unable to
   decode its last symbols before the next block.
 - Z_FINISH: there is no more input after what is given now; the stream is completed with its trailer.

 Flushing often costs compression.

 When avail_out is 0 on return, there may be more output: call again with more room and the same flush until some room
 is left (deflatePending tells, too). With Z_FINISH call again, giving no new input, until Z_STREAM_END; after that only
 deflateReset and deflateEnd may follow. For Z_SYNC_FLUSH and Z_FULL_FLUSH give more than 6 bytes of room each time, or
 the marker may be written again.

 In one step: after an init, one call with Z_FINISH and room of deflateBound bytes completes the stream.

 On return adler is the checksum of all input read (Adler-32, or CRC-32 for gzip), and data_type is a guess at what the
 data is: Z_TEXT, Z_BINARY, or Z_UNKNOWN before there is any.

 Returns Z_OK if something was read or written; Z_STREAM_END when the stream is complete; Z_BUF_ERROR if nothing could be
 done, which is not fatal; Z_STREAM_ERROR for a stream that is not valid, a flush out of range, next_out of NULL, next_in
 of NULL with avail_in not 0, or input after Z_FINISH. It never returns Z_MEM_ERROR: where memory is refused, the data is
 compressed less or stored.
 */
ZEXTERN int deflate(z_streamp strm, int flush);

/*
 Ends a compressor and returns its memory. Input not yet compressed and output not yet delivered are dropped.

 Returns Z_OK; Z_DATA_ERROR if data was dropped; Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflateEnd(z_streamp strm);

/*
 Begins anew on the same stream, with the same parameters: as deflateEnd and deflateInit2, but cheaper. A dictionary and a
 gzip header that were set are forgotten. total_in, total_out, adler, msg and data_type are as after an init. The output
 that follows is the same, byte for byte, as that of a new stream.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflateReset(z_streamp strm);

/*
 As deflateReset, but keeps what later matches can refer to, and bits that were put in by deflatePrime. Not part of zlib's
 documented interface.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflateResetKeep(z_streamp strm);

/*
 Makes dest a second, independent stream in the state of source, with memory of its own from source's zalloc. Both then
 give the same output for the same calls. Both have to be ended.

 Returns Z_OK; Z_STREAM_ERROR if source is not valid or dest is NULL; Z_MEM_ERROR if memory is refused. After an error
 dest's state is NULL and the rest of it is as it was, so that deflateEnd(dest) is safe.
 */
ZEXTERN int deflateCopy(z_streamp dest, z_streamp source);

/*
 Changes level and strategy in mid-stream. Their values are those of deflateInit2.

 If the change alters how data is compressed and deflate() has been called, the input that is available now is first
 compressed with the old values, as by deflate(strm, Z_BLOCK); the new ones hold from the next call on.

 Returns Z_OK; Z_BUF_ERROR if the room did not suffice for that, and then nothing is changed: call again with more room;
 Z_STREAM_ERROR if the stream or a value is not valid. To be sure of success, flush (Z_BLOCK will do) until some room is
 left, and give no new input before this call.
 */
ZEXTERN int deflateParams(z_streamp strm, int level, int strategy);

/*
 Sets how hard matches are searched for, in place of what the level says. For experiments.

 goodLength: with a match at least this long in hand, the search for a better one is cut to a quarter.
 maxLazy: a match shorter than this is held back to see whether the next byte begins a better one.
 niceLength: a match this long ends the search.
 maxChain: how many earlier places are looked at.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflateTune(z_streamp strm, int goodLength, int maxLazy, int niceLength, int maxChain);

/* deflateBound with lengths of type z_size_t. */
ZEXTERN z_size_t deflateBound_z(z_streamp strm, z_size_t sourceLen);

/*
 The most bytes that sourceLen bytes of input can become in this stream when they are compressed by one call of deflate()
 with Z_FINISH (or by several with Z_NO_FLUSH and a last one with Z_FINISH). With that much room the one call returns
 Z_STREAM_END. Other flushes can make the output longer.

 Call it after the init, and after deflateSetHeader and deflateSetDictionary where they are used. For a stream that is not
 valid the answer holds for any parameters. If the bound does not fit a uLong, the answer is the largest uLong.
 */
ZEXTERN uLong deflateBound(z_streamp strm, uLong sourceLen);

/*
 Tells how much output exists but could not be delivered yet for lack of room: pending is set to the whole bytes, bits to
 the bits (0 to 7) that do not fill a byte. Either may be NULL.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflatePending(z_streamp strm, uInt *pending, int *bits);

/*
 Tells how many bits of the byte that the last flush to a whole byte filled up belong to compressed data: 1 to 8, or 0
 before there was such a flush. With it the exact bit at which a raw stream ends is known.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflateUsed(z_streamp strm, int *bits);

/*
 Puts the lowest bits (0 to 16) of value into the output, before anything that is compressed later: a way to go on at the
 bit where an earlier raw stream ended. For raw streams, before the first deflate() after an init or reset.

 Returns Z_OK; Z_BUF_ERROR if bits is out of range or there is no space left to keep them; Z_STREAM_ERROR if the stream is
 not valid.
 */
ZEXTERN int deflatePrime(z_streamp strm, int bits, int value);

/*
 Gives the compressor bytes that matches can refer to before there is any data. The decompressor needs the same bytes.
 What is likeliest to occur in the data should stand at the end, since no more than the window's last bytes are used.

 zlib format: right after an init or reset; adler becomes the dictionary's Adler-32, which the stream's header will carry.
 Raw: also between blocks, when all input is compressed and all output delivered; adler is left alone. Not for gzip.

 Returns Z_OK, or Z_STREAM_ERROR if dictionary is NULL, the stream is not valid or this is not the moment.
 */
ZEXTERN int deflateSetDictionary(z_streamp strm, const Bytef *dictionary, uInt dictLength);

/*
 Copies to dictionary the bytes that later matches can refer to, and sets dictLength to how many they are: the last ones
 of the input read so far (and of a dictionary before it), at most one window, so that 32768 bytes of space always
 suffice. Either pointer may be NULL.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int deflateGetDictionary(z_streamp strm, Bytef *dictionary, uInt *dictLength);

/*
 Says what the gzip header is to contain. Call it after deflateInit2 or a reset and before the first deflate(). text, time,
 os, extra, name, comment and hcrc of head are used; a name or comment ends with a zero; extra has extra_len bytes. head
 and what it points to must stay until the header is written. head may be NULL for the plain header, which states no time,
 no name and this system's os. A reset returns to the plain header.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid or not gzip.
 */
ZEXTERN int deflateSetHeader(z_streamp strm, gz_headerp head);

/*
 Begins a decompressor of zlib streams with windows up to 32 KiB. Call it as inflateInit(strm).

 Before the call the program sets zalloc, zfree and opaque (functions of its own or Z_NULL for the C library's), next_in
 and avail_in. No input is read yet. total_in, total_out, msg and data_type are set to 0.

 Returns Z_OK; Z_MEM_ERROR if memory is refused; Z_STREAM_ERROR for a NULL stream; Z_VERSION_ERROR if the program was
 compiled with an incompatible zlib.h.
 */
ZEXTERN int inflateInit_(z_streamp strm, const char *version, int streamSize);

/*
 Begins a decompressor for a format and a window. Call it as inflateInit2(strm, windowBits). The fields of strm are used
 and set as by inflateInit.

 windowBits: the largest window that is accepted is 2 to this power, 8 to 15; the number also says what is around the data:
 - 8..15: zlib (RFC 1950); a stream whose header states a larger window is refused;
 - 0: zlib, with any window that the header states;
 - 24..31 or 16 (add 16): gzip (RFC 1952), one member;
 - 40..47 or 32 (add 32): zlib or gzip, whichever the data begins with;
 - -15..-8 (negative): raw deflate (RFC 1951), no header and no check.

 At the end of a gzip member inflate() returns Z_STREAM_END; another member may follow in the input, after inflateReset.

 Returns Z_OK; Z_STREAM_ERROR for windowBits out of range or a NULL stream; Z_MEM_ERROR; Z_VERSION_ERROR.
 */
ZEXTERN int inflateInit2_(z_streamp strm, int windowBits, const char *version, int streamSize);

/*
 Decompresses: reads from next_in and writes to next_out until the input is used up, the room is full or the stream ends,
 and moves next_in, avail_in, total_in, next_out, avail_out and total_out accordingly. No byte at next_out beyond what was
 written is changed. Before each call the program provides input, room, or both.

 flush:
 - Z_NO_FLUSH, Z_SYNC_FLUSH: as much as possible, the normal case.
 - Z_FINISH: this call is to complete the stream: all input is there, and room for all output. If that holds, no window is
   ever allocated. If it does not, the call returns Z_BUF_ERROR and decompression may go on.
 - Z_BLOCK: stop at the end of the header and of each block.
 - Z_TREES: as Z_BLOCK, and also stop where the head of a block ends and its data begins.

 On return data_type tells where decoding stands: the number of bits in the last byte read that are not used yet, plus 64
 in the last block, plus 128 right behind a block or header, plus 256 right behind the head of a block. adler is the
 checksum of the output so far (Adler-32, or CRC-32 for gzip); both checksum and length are compared with the trailer.
 When a preset dictionary is needed, adler is the dictionary's Adler-32.

 Returns Z_OK if something was read or written; Z_STREAM_END when the stream is complete and its check was right;
 Z_NEED_DICT if inflateSetDictionary has to be called; Z_DATA_ERROR if the data is damaged, with the reason in msg (try
 inflateSync to skip to a later part); Z_BUF_ERROR if nothing could be done or Z_FINISH could not be fulfilled, which is
 not fatal; Z_MEM_ERROR; Z_STREAM_ERROR if the stream is not valid, next_out is NULL, or next_in is NULL with avail_in not
 0. After Z_DATA_ERROR each further call returns it again.
 */
ZEXTERN int inflate(z_streamp strm, int flush);

/*
 Ends a decompressor and returns its memory.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateEnd(z_streamp strm);

/*
 Begins anew on the same stream, with the same windowBits: as inflateEnd and inflateInit2, but cheaper. A structure given
 to inflateGetHeader is forgotten.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateReset(z_streamp strm);

/*
 inflateReset with new windowBits, as for inflateInit2.

 Returns Z_OK, or Z_STREAM_ERROR if the stream or windowBits is not valid.
 */
ZEXTERN int inflateReset2(z_streamp strm, int windowBits);

/*
 As inflateReset, but keeps the window, so that distances can reach back into earlier output. Not part of zlib's documented
 interface.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateResetKeep(z_streamp strm);

/*
 Puts the lowest bits (0 to 16) of value in front of the input: a way to begin at a bit in the middle of a byte. For raw
 streams, before the first inflate() or after one that stopped at a block's end for Z_BLOCK. Negative bits drop all bits
 that were read ahead. data_type is not updated.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid, bits exceeds 16, or more than 32 bits would be waiting.
 */
ZEXTERN int inflatePrime(z_streamp strm, int bits, int value);

/*
 Gives the decompressor the bytes that the compressor was given by deflateSetDictionary. zlib format: when inflate() has
 returned Z_NEED_DICT; adler says which dictionary is meant. Raw: at any time; the bytes count as output that came last.

 Returns Z_OK; Z_DATA_ERROR if it is not the dictionary that the stream names; Z_STREAM_ERROR if the stream is not valid or
 this is not the moment; Z_MEM_ERROR if there is no memory for the window.
 */
ZEXTERN int inflateSetDictionary(z_streamp strm, const Bytef *dictionary, uInt length);

/*
 Copies to dictionary the bytes of the window, oldest first, and sets dictLength to how many they are, at most 32768.
 Either pointer may be NULL.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateGetDictionary(z_streamp strm, Bytef *dictionary, uInt *length);

/*
 Asks that the gzip header be kept in head. Call it after inflateInit2 or inflateReset, before the first inflate(). head
 must stay until done is set: 1 when the header is complete (and its CRC, if there is one, was right), -1 when the stream
 turns out to be zlib.

 extra, name and comment of head are NULL or point to extra_max, name_max and comm_max bytes of space. What does not fit is
 cut off: extra_len still tells the real length, and a cut name or comment has no zero at its end. A pointer whose field the
 header lacks is set to NULL, so keep it elsewhere if it has to be freed.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid or does not accept gzip.
 */
ZEXTERN int inflateGetHeader(z_streamp strm, gz_headerp header);

/*
 Skips input up to the bytes 00 00 ff ff, with which a full flush of the compressor ends, and prepares to decode from
 there. The bytes can also occur by chance. No output is written, and the stream's check is not made any more.

 Returns Z_OK if they were found (total_in then says where); Z_DATA_ERROR if not, and more input may be tried; Z_BUF_ERROR
 if there was no input; Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateSync(z_streamp strm);

/*
 1 if decoding stands at the empty stored block of a sync or full flush, before its data; 0 if not; Z_STREAM_ERROR if the
 stream is not valid. Not part of zlib's documented interface.
 */
ZEXTERN int inflateSyncPoint(z_streamp strm);

/*
 Makes dest a second, independent stream in the state of source, with memory of its own from source's zalloc: a place to
 come back to in a long stream. Both have to be ended.

 Returns Z_OK; Z_STREAM_ERROR if source is not valid or dest is NULL; Z_MEM_ERROR if memory is refused. After an error
 dest's state is NULL and the rest of it is as it was, so that inflateEnd(dest) is safe.
 */
ZEXTERN int inflateCopy(z_streamp dest, z_streamp source);

/*
 Would allow distances that reach before the beginning of the output, which this library never does. Not part of zlib's
 documented interface.

 Returns Z_DATA_ERROR, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateUndermine(z_streamp strm, int subvert);

/*
 Turns the comparison of checksum and length with the trailer on (check not 0) or off. Not part of zlib's documented
 interface.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateValidate(z_streamp strm, int check);

/*
 Tells where decoding stands within a block, for programs that want to resume there. The upper part of the answer
 (answer >> 16) is -1 outside coded data, and the lower 16 bits are then the bytes of a stored block that are still to be
 copied, or 0 outside of one. Otherwise the upper part is how many bits before the current position the code now being
 decoded began, and the lower bits how many bytes of its match were written already.

 Returns that, or -65536 if the stream is not valid.
 */
ZEXTERN long inflateMark(z_streamp strm);

/*
 How many entries the decoding tables of the current block have, or (unsigned long)-1 if the stream is not valid. Not part
 of zlib's documented interface.
 */
ZEXTERN uLong inflateCodesUsed(z_streamp strm);

/*
 Begins a decompressor for inflateBack, with a window of the program's. Call it as inflateBackInit(strm, windowBits,
 window). zalloc, zfree and opaque of strm are set before the call as for inflateInit.

 windowBits: 8 to 15; window has 2 to this power bytes and belongs to the library until inflateBackEnd. Data from other
 programs needs 15.

 Returns Z_OK; Z_STREAM_ERROR for an argument out of range or NULL; Z_MEM_ERROR; Z_VERSION_ERROR.
 */
ZEXTERN int inflateBackInit_(z_streamp strm, int windowBits, Bytef *window, const char *version, int streamSize);

/*
 Decompresses one whole raw deflate stream, calling inFunc for input and outFunc for output, which lies in the window and
 must not be changed there. Input at next_in (avail_in bytes) is used first, unless next_in is NULL. May be called again for
 further streams.

 On return next_in and avail_in are the input that inFunc gave and that was not needed.

 Returns Z_STREAM_END when the stream is complete; Z_BUF_ERROR if inFunc had no input (next_in is then NULL) or outFunc
 refused (next_in is then not NULL); Z_DATA_ERROR if the data is damaged, with the reason in msg; Z_STREAM_ERROR if the
 stream is not valid. Never Z_OK.
 */
ZEXTERN int inflateBack(z_streamp strm, in_func inFunc, void *inDesc, out_func outFunc, void *outDesc);

/*
 Ends a decompressor that inflateBackInit began, and returns its memory.

 Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
 */
ZEXTERN int inflateBackEnd(z_streamp strm);

/*
 Compresses a buffer to one zlib stream at the default level.

 source has sourceLen bytes, dest has *destLen bytes of room; *destLen is set to the bytes written. Room of
 compressBound(sourceLen) bytes always suffices.

 Returns Z_OK; Z_BUF_ERROR if dest is too small; Z_MEM_ERROR if memory is refused; Z_STREAM_ERROR if a pointer is NULL that
 must not be.
 */
ZEXTERN int compress(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen);

/* compress at a level of one's choice, as for deflateInit. Z_STREAM_ERROR also stands for a level out of range. */
ZEXTERN int compress2(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen, int level);

/* compress with lengths of type z_size_t. */
ZEXTERN int compress_z(Bytef *dest, z_size_t *destLen, const Bytef *source, z_size_t sourceLen);

/* compress2 with lengths of type z_size_t. */
ZEXTERN int compress2_z(Bytef *dest, z_size_t *destLen, const Bytef *source, z_size_t sourceLen, int level);

/* The most bytes that compress and compress2 make of sourceLen bytes. If that does not fit a uLong, the largest uLong. */
ZEXTERN uLong compressBound(uLong sourceLen);

/* compressBound with lengths of type z_size_t. */
ZEXTERN z_size_t compressBound_z(z_size_t sourceLen);

/*
 Decompresses one zlib stream that is wholly in memory.

 source has sourceLen bytes, dest has *destLen bytes of room; *destLen is set to the bytes written. What follows the
 stream in source is not looked at.

 Returns Z_OK; Z_BUF_ERROR if dest is too small for the data (as much as fits was written); Z_DATA_ERROR if the stream is
 damaged, ends too early or needs a dictionary; Z_MEM_ERROR if memory is refused; Z_STREAM_ERROR if a pointer is NULL that
 must not be.
 */
ZEXTERN int uncompress(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen);

/* uncompress that also tells, in *sourceLen, how many bytes of source the stream had. */
ZEXTERN int uncompress2(Bytef *dest, uLongf *destLen, const Bytef *source, uLong *sourceLen);

/* uncompress with lengths of type z_size_t. */
ZEXTERN int uncompress_z(Bytef *dest, z_size_t *destLen, const Bytef *source, z_size_t sourceLen);

/* uncompress2 with lengths of type z_size_t. */
ZEXTERN int uncompress2_z(Bytef *dest, z_size_t *destLen, const Bytef *source, z_size_t *sourceLen);

/*
 Continues an Adler-32 (RFC 1950) over len bytes at buf and returns it. The checksum of nothing, to begin with, is 1; a
 call with buf NULL returns it.
 */
ZEXTERN uLong adler32(uLong adler, const Bytef *buf, uInt len);

/* adler32 with a length of type z_size_t. */
ZEXTERN uLong adler32_z(uLong adler, const Bytef *buf, z_size_t len);

/*
 Continues a CRC-32 (RFC 1952) over len bytes at buf and returns it. The CRC of nothing, to begin with, is 0; a call with
 buf NULL returns it. The inversions before and after are part of the call.
 */
ZEXTERN uLong crc32(uLong crc, const Bytef *buf, uInt len);

/* crc32 with a length of type z_size_t. */
ZEXTERN uLong crc32_z(uLong crc, const Bytef *buf, z_size_t len);

/*
 The Adler-32 of two pieces of data put together, from the checksum of each and the length of the second. A negative length
 gives 0xffffffff.
 */
ZEXTERN uLong adler32_combine(uLong adler1, uLong adler2, z_off_t len2);

/* The CRC-32 of two pieces of data put together, from the CRC of each and the length of the second. A negative length gives 0. */
ZEXTERN uLong crc32_combine(uLong crc1, uLong crc2, z_off_t len2);

/* What crc32_combine computes from len2 alone, to be used any number of times with crc32_combine_op. A negative length gives 0. */
ZEXTERN uLong crc32_combine_gen(z_off_t len2);

/* crc32_combine with the result of crc32_combine_gen in place of a length. */
ZEXTERN uLong crc32_combine_op(uLong crc1, uLong crc2, uLong op);

/*
 The table of the CRC-32 of each byte, 256 entries, for programs that do a step of their own. Not part of zlib's documented
 interface.
 */
ZEXTERN const z_crc_t *get_crc_table(void);

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
/*
 Opens a file in gzip format (RFC 1952) to be read or written as if it were not compressed.

 mode, as for fopen, has one of these letters:
 - r: read. A file that does not begin as a gzip file does is read as it is; see gzdirect;
 - w: write; what the file had is gone;
 - a: write behind what the file has, as a further gzip member. Readers see the members' data joined.

 and any of these:
 - 0 to 9: the level, as for deflateInit;
 - f, h, R, F: the strategy: Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED;
 - T: write without compression and without gzip's format. Not for reading;
 - G: read nothing but gzip: another format is an error. Not for writing;
 - x: the file must not exist yet, when writing;
 - e: close the file when the process executes another program;
 - N: do not wait for the other end of a pipe or device. Calls then do what they can; see gzread and gzwrite;
 - b: nothing, as everywhere on Unix. Other letters mean nothing either, but + is refused.

 Nothing is read or written yet, and hardly any memory taken.

 Returns NULL if the mode is not valid, memory is refused, or the file cannot be opened; errno then tells why.
 */
ZEXTERN gzFile gzopen(const char *path, const char *mode);

/*
 Takes over the open file descriptor fd: gzclose closes it. mode is as for gzopen, but the file is neither created nor
 emptied; e and N change the descriptor.

 Reading begins where the descriptor stands. In messages the file is called <fd:N>, N being the number.

 Returns NULL, with fd left open, if the mode is not valid, fd is negative, or memory is refused. That fd is not open
 shows later.
 */
ZEXTERN gzFile gzdopen(int fd, const char *mode);

/*
 Sets the size of the file's buffers, three times which is taken in all; 8192 unless set, at least 8. More makes calls on
 short pieces faster and lets gzprintf write longer texts.

 Returns 0; -1 after the first read or write, for a size of 2^31 or more, or for what is no open file.
 */
ZEXTERN int gzbuffer(gzFile file, uInt size);

/*
 Tells whether the file's bytes are handed on as they are (1), or decompressed or compressed (0).

 When reading, this is known once the first four bytes were looked at, which this call does if no other has done so: call
 gzbuffer before it. An empty file counts as not compressed.
 */
ZEXTERN int gzdirect(gzFile file);

/*
 Writes what is left to be written, closes the file and frees what belongs to it. A file is closed once.

 Returns Z_OK; Z_STREAM_ERROR for what is no open file; Z_ERRNO if writing or closing failed; Z_MEM_ERROR; Z_BUF_ERROR if the
 last read met the file's end amid compressed data. The file is closed in any case but the first error's.
 */
ZEXTERN int gzclose(gzFile file);

/* gzclose for a file that is read; Z_STREAM_ERROR for others. */
ZEXTERN int gzclose_r(gzFile file);

/* gzclose for a file that is written; Z_STREAM_ERROR for others. */
ZEXTERN int gzclose_w(gzFile file);

/*
 Tells what went wrong last: a sentence that begins with the file's name, empty if nothing did. It is valid until the next
 call on the file. *errnum, unless errnum is NULL, is set to the code; for Z_ERRNO the system's number was in errno.

 What went wrong is told at once, even where data from before is still to be read. Returns NULL for what is no open file.
 */
ZEXTERN const char *gzerror(gzFile file, int *errnum);

/* Forgets what went wrong and that the file's end was met, so that reading goes on in a file that has grown. */
ZEXTERN void gzclearerr(gzFile file);

/*
 Tells whether a read wanted more than there was: 1, or 0. As with feof, a read that just took the last byte does not
 count. 0 for a file that is written.
 */
ZEXTERN int gzeof(gzFile file);

/*
 Goes to the position offset, counted in uncompressed bytes from the start (whence is SEEK_SET) or from the position now
 (SEEK_CUR). SEEK_END is refused.

 A reader reads and forgets what lies between, with the next read; to go back it begins anew, which a pipe does not allow.
 A writer can go forward only, and writes zeros. In a file that is read as it is, the system's lseek does it.

 Returns the new position, or -1; then nothing has changed.
 */
ZEXTERN z_off_t gzseek(gzFile file, z_off_t offset, int whence);

/*
 Goes to the first byte again: as gzseek(file, 0, SEEK_SET), for a file that is read. Bytes pushed back are forgotten.

 Returns 0, or -1.
 */
ZEXTERN int gzrewind(gzFile file);

/*
 Tells the position of the next byte to be read or written, counted in uncompressed bytes from where the file was opened; -1
 for what is no open file.
 */
ZEXTERN z_off_t gztell(gzFile file);

/*
 Tells how much of the file was used or written, in the file's own bytes from its start: for showing progress. What waits in
 buffers does not count. -1 for a pipe.
 */
ZEXTERN z_off_t gzoffset(gzFile file);

/*
 Reads len bytes, decompressed, to buf.

 Gzip members that follow one another are read as one; what follows a member and is none, is ignored. Data that comes before
 damage is given first; only the call after that returns -1. A file that ends amid a member gives what it has; gzerror and
 gzclose then say Z_BUF_ERROR, and after gzclearerr reading can go on if the file has grown.

 Where there is nothing yet to read on a descriptor that does not wait, the call returns -1 with EAGAIN in errno, and can be
 made again.

 Returns how many bytes were read, less than len at the file's end or before an error; -1 on an error, if len is no positive
 int, or if the file is not open for reading.
 */
ZEXTERN int gzread(gzFile file, voidp buf, uInt len);

/*
 Reads nitems items of size bytes each to buf, as fread does; otherwise as gzread. At the file's end a last item may be read
 in part: its bytes are in buf but it does not count.

 Returns how many whole items were read. 0 may be an error: gzerror tells.
 */
ZEXTERN z_size_t gzfread(voidp buf, z_size_t size, z_size_t nitems, gzFile file);

/*
 Reads a byte. zlib.h also has this as a macro, which takes bytes that are there without a call.

 Returns the byte, or -1 at the file's end or on an error.
 */
ZEXTERN int gzgetc(gzFile file);

/* gzgetc, for programs that were compiled with the macro of an old zlib.h. */
ZEXTERN int gzgetc_(gzFile file);

/*
 Puts a byte back, to be read next. One is always possible after a read; more, as far as the buffer goes, of which gzbuffer's
 size twice over is free before the first read. Going elsewhere with gzseek or gzrewind forgets them.

 With c = -1 it only does what a gzseek has left to do, so that gztell tells the truth about a file that ends before.

 Returns c, or -1 if there is no place or c is negative.
 */
ZEXTERN int gzungetc(int c, gzFile file);

/*
 Reads a line: bytes up to and with a newline, or len - 1 of them, or up to the file's end, and writes them and a zero to buf.
 Zeros in the file are bytes like others.

 Returns buf; NULL if not a byte could be read (then buf is as it was) or an argument is not valid. With a descriptor that
 does not wait, a line may come in pieces.
 */
ZEXTERN char *gzgets(gzFile file, char *buf, int len);

/*
 Compresses len bytes at buf to the file.

 On a descriptor that does not wait, less than len may be taken; the rest can be written later.

 Returns how many bytes were taken; 0 for none, on an error, if len is no positive int, or if the file is not open for
 writing.
 */
ZEXTERN int gzwrite(gzFile file, voidpc buf, uInt len);

/*
 Compresses nitems items of size bytes each at buf to the file, as fwrite does; otherwise as gzwrite. On a descriptor that
 does not wait, an item may be taken in part.

 Returns how many whole items were taken; 0 on an error.
 */
ZEXTERN z_size_t gzfwrite(voidpc buf, z_size_t size, z_size_t nitems, gzFile file);

/* Compresses the byte c, as an unsigned char, to the file. Returns that byte, or -1 on an error. */
ZEXTERN int gzputc(gzFile file, int c);

/*
 Compresses the text s, without the zero at its end, to the file.

 Returns how many bytes were taken, which is fewer than the text has where a descriptor that does not wait has stalled; -1 on
 an error, or if the length is no int.
 */
ZEXTERN int gzputs(gzFile file, const char *s);

/*
 Compresses and writes all that was given so far. flush is as for deflate(); Z_FINISH ends the gzip member, and what is
 written later begins another. Frequent flushes make the file larger.

 Returns Z_OK; Z_STREAM_ERROR if flush is out of range or the file is not open for writing; else gzerror's code.
 */
ZEXTERN int gzflush(gzFile file, int flush);

/*
 Changes level and strategy, as for deflateInit2, for what is written from now on.

 Returns Z_OK; Z_STREAM_ERROR if the file is not open for writing or does not compress; Z_ERRNO or Z_MEM_ERROR if what was
 given so far could not be written.
 */
ZEXTERN int gzsetparams(gzFile file, int level, int strategy);

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
