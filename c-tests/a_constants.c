/* What zlib.h says to compilers: constants, sizes, fields and the types of functions. All of it must be the same with zlib's
 * own header; a_headers.sh also compiles this with the header that the system has. */
#include "check.h"

#define SAY(constant) say(#constant " %ld", (long)(constant))
#define FIELD(type, field) say(#type "." #field " at %zu, %zu bytes", offsetof(type, field), sizeof(((type *)0)->field))

/* Fails to compile unless `function` has exactly this type. */
#define TYPE(function, ...) _Static_assert(__builtin_types_compatible_p(__typeof__(function), __VA_ARGS__), #function)

TYPE(zlibVersion, const char *(void));
TYPE(deflateInit_, int(z_streamp, int, const char *, int));
TYPE(deflateInit2_, int(z_streamp, int, int, int, int, int, const char *, int));
TYPE(deflate, int(z_streamp, int));
TYPE(deflateEnd, int(z_streamp));
TYPE(deflateReset, int(z_streamp));
TYPE(deflateResetKeep, int(z_streamp));
TYPE(deflateCopy, int(z_streamp, z_streamp));
TYPE(deflateParams, int(z_streamp, int, int));
TYPE(deflateTune, int(z_streamp, int, int, int, int));
TYPE(deflateBound, uLong(z_streamp, uLong));
TYPE(deflatePending, int(z_streamp, unsigned *, int *));
TYPE(deflatePrime, int(z_streamp, int, int));
TYPE(deflateSetDictionary, int(z_streamp, const Bytef *, uInt));
TYPE(deflateGetDictionary, int(z_streamp, Bytef *, uInt *));
TYPE(deflateSetHeader, int(z_streamp, gz_headerp));
TYPE(inflateInit_, int(z_streamp, const char *, int));
TYPE(inflateInit2_, int(z_streamp, int, const char *, int));
TYPE(inflate, int(z_streamp, int));
TYPE(inflateEnd, int(z_streamp));
TYPE(inflateReset, int(z_streamp));
TYPE(inflateReset2, int(z_streamp, int));
TYPE(inflateResetKeep, int(z_streamp));
TYPE(inflateCopy, int(z_streamp, z_streamp));
TYPE(inflateSync, int(z_streamp));
TYPE(inflateSyncPoint, int(z_streamp));
TYPE(inflateMark, long(z_streamp));
TYPE(inflatePrime, int(z_streamp, int, int));
TYPE(inflateSetDictionary, int(z_streamp, const Bytef *, uInt));
TYPE(inflateGetDictionary, int(z_streamp, Bytef *, uInt *));
TYPE(inflateGetHeader, int(z_streamp, gz_headerp));
TYPE(inflateUndermine, int(z_streamp, int));
TYPE(inflateValidate, int(z_streamp, int));
TYPE(inflateCodesUsed, unsigned long(z_streamp));
TYPE(inflateBackInit_, int(z_streamp, int, unsigned char *, const char *, int));
TYPE(inflateBack, int(z_streamp, in_func, void *, out_func, void *));
TYPE(inflateBackEnd, int(z_streamp));
TYPE(compress, int(Bytef *, uLongf *, const Bytef *, uLong));
TYPE(compress2, int(Bytef *, uLongf *, const Bytef *, uLong, int));
TYPE(compressBound, uLong(uLong));
TYPE(uncompress, int(Bytef *, uLongf *, const Bytef *, uLong));
TYPE(uncompress2, int(Bytef *, uLongf *, const Bytef *, uLong *));
TYPE(adler32, uLong(uLong, const Bytef *, uInt));
TYPE(adler32_z, uLong(uLong, const Bytef *, z_size_t));
TYPE(adler32_combine, uLong(uLong, uLong, z_off_t));
TYPE(crc32, uLong(uLong, const Bytef *, uInt));
TYPE(crc32_z, uLong(uLong, const Bytef *, z_size_t));
TYPE(crc32_combine, uLong(uLong, uLong, z_off_t));
TYPE(crc32_combine_gen, uLong(z_off_t));
TYPE(crc32_combine_op, uLong(uLong, uLong, uLong));
TYPE(get_crc_table, const z_crc_t *(void));
TYPE(zError, const char *(int));
TYPE(zlibCompileFlags, uLong(void));
/* These are new in zlib 1.3.2: an older header has none of them. */
#if ZLIB_VERNUM >= 0x1320
TYPE(deflateUsed, int(z_streamp, int *));
TYPE(deflateBound_z, z_size_t(z_streamp, z_size_t));
TYPE(compress_z, int(Bytef *, z_size_t *, const Bytef *, z_size_t));
TYPE(compress2_z, int(Bytef *, z_size_t *, const Bytef *, z_size_t, int));
TYPE(compressBound_z, z_size_t(z_size_t));
TYPE(uncompress_z, int(Bytef *, z_size_t *, const Bytef *, z_size_t));
TYPE(uncompress2_z, int(Bytef *, z_size_t *, const Bytef *, z_size_t *));
#endif
#ifdef Z_LARGE64
TYPE(adler32_combine64, uLong(uLong, uLong, z_off64_t));
TYPE(crc32_combine64, uLong(uLong, uLong, z_off64_t));
TYPE(crc32_combine_gen64, uLong(z_off64_t));
#endif
TYPE(*(alloc_func)0, voidpf(voidpf, uInt, uInt));
TYPE(*(free_func)0, void(voidpf, voidpf));
TYPE(*(in_func)0, unsigned(void *, z_const unsigned char **));
TYPE(*(out_func)0, int(void *, unsigned char *, unsigned));

static void a10_constants(void) {
    SAY(Z_NO_FLUSH), SAY(Z_PARTIAL_FLUSH), SAY(Z_SYNC_FLUSH), SAY(Z_FULL_FLUSH), SAY(Z_FINISH), SAY(Z_BLOCK), SAY(Z_TREES);
    SAY(Z_OK), SAY(Z_STREAM_END), SAY(Z_NEED_DICT), SAY(Z_ERRNO), SAY(Z_STREAM_ERROR), SAY(Z_DATA_ERROR), SAY(Z_MEM_ERROR);
    SAY(Z_BUF_ERROR), SAY(Z_VERSION_ERROR);
    SAY(Z_NO_COMPRESSION), SAY(Z_BEST_SPEED), SAY(Z_BEST_COMPRESSION), SAY(Z_DEFAULT_COMPRESSION);
    SAY(Z_FILTERED), SAY(Z_HUFFMAN_ONLY), SAY(Z_RLE), SAY(Z_FIXED), SAY(Z_DEFAULT_STRATEGY);
    SAY(Z_BINARY), SAY(Z_TEXT), SAY(Z_ASCII), SAY(Z_UNKNOWN), SAY(Z_DEFLATED), SAY(Z_NULL);
    SAY(MAX_WBITS), SAY(MAX_MEM_LEVEL), SAY(SEEK_SET), SAY(SEEK_CUR), SAY(SEEK_END);
}

static void a10_types(void) {
    say("Byte %zu, Bytef %zu, charf %zu, intf %zu", sizeof(Byte), sizeof(Bytef), sizeof(charf), sizeof(intf));
    say("uInt %zu, uIntf %zu, uLong %zu, uLongf %zu", sizeof(uInt), sizeof(uIntf), sizeof(uLong), sizeof(uLongf));
    say("voidp %zu, voidpf %zu, voidpc %zu", sizeof(voidp), sizeof(voidpf), sizeof(voidpc));
    say("z_size_t %zu, z_crc_t %zu, z_off_t %zu, z_off64_t %zu", sizeof(z_size_t), sizeof(z_crc_t), sizeof(z_off_t), sizeof(z_off64_t));
    OK((uInt)-1 > 0 && (uLong)-1 > 0 && (z_size_t)-1 > 0 && (z_crc_t)-1 > 0 && (Byte)-1 > 0, "an unsigned type is not");
    OK((z_off_t)-1 < 0 && (z_off64_t)-1 < 0, "an offset is not signed");
}

static void a10_structures(void) {
    say("z_stream %zu, gz_header %zu, gzFile_s %zu", sizeof(struct z_stream_s), sizeof(struct gz_header_s), sizeof(struct gzFile_s));
    FIELD(z_stream, next_in), FIELD(z_stream, avail_in), FIELD(z_stream, total_in), FIELD(z_stream, next_out);
    FIELD(z_stream, avail_out), FIELD(z_stream, total_out), FIELD(z_stream, msg), FIELD(z_stream, state);
    FIELD(z_stream, zalloc), FIELD(z_stream, zfree), FIELD(z_stream, opaque), FIELD(z_stream, data_type);
    FIELD(z_stream, adler), FIELD(z_stream, reserved);
    FIELD(gz_header, text), FIELD(gz_header, time), FIELD(gz_header, xflags), FIELD(gz_header, os), FIELD(gz_header, extra);
    FIELD(gz_header, extra_len), FIELD(gz_header, extra_max), FIELD(gz_header, name), FIELD(gz_header, name_max);
    FIELD(gz_header, comment), FIELD(gz_header, comm_max), FIELD(gz_header, hcrc), FIELD(gz_header, done);
    FIELD(struct gzFile_s, have), FIELD(struct gzFile_s, next), FIELD(struct gzFile_s, pos);
}

int main(void) {
    check_begin();
    RUN("A10 constants", a10_constants);
    RUN("A10 types", a10_types);
    RUN("A10 structures", a10_structures);
    return check_end();
}
