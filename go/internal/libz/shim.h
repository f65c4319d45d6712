/* What Go calls in C: one call does all that can be done with the input and the room at hand, from beginning a stream to
   ending it. */
#ifndef ZLAZY_GO_SHIM_H
#define ZLAZY_GO_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* The checksum that goes with the data. */
enum { SHIM_NO_CHECK, SHIM_CRC32, SHIM_ADLER32 };

/* A stream, NULL for none. An integer and bytes are types that cgo need not look into for Go's pointers. */
typedef uintptr_t shim_stream;
typedef unsigned char shim_byte;

/* What a call did. */
struct shim_step {
	shim_stream stream; /* to be handed to the next call; NULL if it has ended */
	size_t consumed;    /* bytes of input */
	size_t produced;    /* bytes of output */
	uint32_t check;     /* the checksum of the uncompressed data so far */
	int32_t code;       /* zlib's return code */
};

/* Compresses. in_len and out_len are at most 1 GiB. check is what the data before has. With a NULL stream it begins one of the level (-2 is Huffman coding only) and the dictionary. */
struct shim_step shim_deflate(shim_stream stream, int level, const shim_byte *dictionary, size_t dictionary_len, int flush,
	const shim_byte *in, size_t in_len, shim_byte *out, size_t out_len, int kind, uint32_t check);

/* Decompresses; as above. A stream that has failed has ended, too. */
struct shim_step shim_inflate(shim_stream stream, const shim_byte *dictionary, size_t dictionary_len,
	const shim_byte *in, size_t in_len, shim_byte *out, size_t out_len, int kind, uint32_t check);

/* End a stream at any time. */
void shim_deflate_end(shim_stream stream);
void shim_inflate_end(shim_stream stream);

/* The checksum of data that does not pass through a stream. */
uint32_t shim_check(int kind, uint32_t check, const shim_byte *data, size_t len);

#endif
