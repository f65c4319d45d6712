/* Streams are raw deflate: headers, trailers and their errors are Go's. A stream lives in memory of C's, and points to the
   caller's buffers during a call only. */
#define ZLIB_CONST
#include "shim.h"

#include <stdlib.h>
#include <zlib.h>

uint32_t shim_check(int kind, uint32_t check, const shim_byte *data, size_t len)
{
	if (len == 0 || kind == SHIM_NO_CHECK)
		return check;
	return (uint32_t)(kind == SHIM_CRC32 ? crc32_z(check, data, len) : adler32_z(check, data, len));
}

/* Where output without room goes: zlib takes no NULL. */
static shim_byte nowhere;

static void aim(z_stream *z, const shim_byte *in, size_t in_len, shim_byte *out, size_t out_len)
{
	z->next_in = in;
	z->avail_in = (uInt)in_len;
	z->next_out = out != NULL ? out : &nowhere;
	z->avail_out = (uInt)out_len;
}

static struct shim_step result(z_stream *z, size_t in_len, size_t out_len, uint32_t check, int code)
{
	struct shim_step step = { (shim_stream)z, in_len - z->avail_in, out_len - z->avail_out, check, code };

	aim(z, NULL, 0, NULL, 0);
	return step;
}

static z_stream *begin_deflate(int level, const shim_byte *dictionary, size_t dictionary_len)
{
	z_stream *z = calloc(1, sizeof *z);
	int strategy = Z_DEFAULT_STRATEGY;

	if (z == NULL)
		return NULL;
	if (level < -1) {
		level = 1;
		strategy = Z_HUFFMAN_ONLY;
	}
	if (deflateInit2(z, level, Z_DEFLATED, -MAX_WBITS, 8, strategy) != Z_OK) {
		free(z);
		return NULL;
	}
	if (dictionary_len != 0 && deflateSetDictionary(z, dictionary, (uInt)dictionary_len) != Z_OK) {
		shim_deflate_end((shim_stream)z);
		return NULL;
	}
	return z;
}

struct shim_step shim_deflate(shim_stream stream, int level, const shim_byte *dictionary, size_t dictionary_len, int flush,
	const shim_byte *in, size_t in_len, shim_byte *out, size_t out_len, int kind, uint32_t check)
{
	z_stream *z = stream != 0 ? (z_stream *)stream : begin_deflate(level, dictionary, dictionary_len);
	struct shim_step step = { 0, 0, 0, check, Z_MEM_ERROR };

	if (z == NULL)
		return step;
	aim(z, in, in_len, out, out_len);
	int code = deflate(z, flush);
	step = result(z, in_len, out_len, check, code);
	step.check = shim_check(kind, check, in, step.consumed);
	if (code == Z_STREAM_END) {
		shim_deflate_end((shim_stream)z);
		step.stream = 0;
	}
	return step;
}

static z_stream *begin_inflate(const shim_byte *dictionary, size_t dictionary_len)
{
	z_stream *z = calloc(1, sizeof *z);

	if (z == NULL)
		return NULL;
	if (inflateInit2(z, -MAX_WBITS) != Z_OK) {
		free(z);
		return NULL;
	}
	if (dictionary_len != 0 && inflateSetDictionary(z, dictionary, (uInt)dictionary_len) != Z_OK) {
		shim_inflate_end((shim_stream)z);
		return NULL;
	}
	return z;
}

struct shim_step shim_inflate(shim_stream stream, const shim_byte *dictionary, size_t dictionary_len,
	const shim_byte *in, size_t in_len, shim_byte *out, size_t out_len, int kind, uint32_t check)
{
	z_stream *z = stream != 0 ? (z_stream *)stream : begin_inflate(dictionary, dictionary_len);
	struct shim_step step = { 0, 0, 0, check, Z_MEM_ERROR };

	if (z == NULL)
		return step;
	aim(z, in, in_len, out, out_len);
	int code = inflate(z, Z_NO_FLUSH);
	step = result(z, in_len, out_len, check, code);
	step.check = shim_check(kind, check, out, step.produced);
	if (code != Z_OK && code != Z_BUF_ERROR) {
		shim_inflate_end((shim_stream)z);
		step.stream = 0;
	}
	return step;
}

void shim_deflate_end(shim_stream stream)
{
	deflateEnd((z_stream *)stream);
	free((z_stream *)stream);
}

void shim_inflate_end(shim_stream stream)
{
	inflateEnd((z_stream *)stream);
	free((z_stream *)stream);
}
