//! zlib.h's deflate functions.

use super::codes::{self, BUF_ERROR, DATA_ERROR, MEM_ERROR, OK, STREAM_ERROR, VERSION_ERROR};
use super::handle::{self, Engine, Kind, Open};
use super::inflate::fits;
use super::types::{GzHeader, ZStream};
use crate::deflate::bound;
use crate::deflate::params::{Params, Strategy, level_from_number};
use crate::deflate::{Call, DataType, Deflate, GzipFields};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::mem::alloc::GRAIN;
use core::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulong};
use core::ptr::{NonNull, null, null_mut};

/// Z_DEFLATED, the only method.
const DEFLATED: c_int = 8;
/// Z_UNKNOWN, what `data_type` is until the first block.
const UNKNOWN: c_int = 2;

/// A compressor behind a `z_stream`, and the gzip header that its caller has set.
pub struct Compressor {
    engine: Deflate,
    header: *const GzHeader,
}

impl Compressor {
    /// The compressor alone.
    pub fn engine(&mut self) -> &mut Deflate {
        &mut self.engine
    }
}

impl Engine for Compressor {
    const KIND: Kind = Kind::Deflate;
}

// With an allocator's worst alignment the head still is two grains.
const _: () = assert!(size_of::<handle::Head<Compressor>>() + crate::mem::alloc::ALIGN - 1 <= 2 * GRAIN);

/// What a reset does to the caller's side of the stream.
fn begin(strm: &mut ZStream, engine: &Deflate) {
    (strm.total_in, strm.total_out) = (0, 0);
    strm.msg = null();
    strm.data_type = UNKNOWN;
    strm.adler = engine.check.into();
}

/// The caller's gzip header as the engine reads it.
///
/// # Safety
/// `header` is NULL or valid as zlib.h asks of deflateSetHeader, for `'a`.
unsafe fn fields<'a>(header: *const GzHeader) -> Option<GzipFields<'a>> {
    // SAFETY: the caller's promise; as_ref answers NULL.
    let header = unsafe { header.as_ref() }?;
    let text = |at: *const c_uchar| {
        // SAFETY: zlib.h: name and comment are NULL or zero-terminated.
        (!at.is_null()).then(|| unsafe { CStr::from_ptr(at.cast::<c_char>()) }.to_bytes_with_nul())
    };
    // Only 16 bits of the length are sent.
    let extra_len = (header.extra_len & 0xffff) as usize;
    Some(GzipFields {
        text: header.text != 0,
        time: header.time as u32,
        os: header.os as u8,
        // SAFETY: zlib.h: extra is NULL or has extra_len bytes.
        extra: (!header.extra.is_null()).then(|| unsafe { core::slice::from_raw_parts(header.extra, extra_len) }),
        name: text(header.name),
        comment: text(header.comment),
        header_crc: header.hcrc != 0,
    })
}

/// Begins a compressor: zlib format, 32 KiB window, memLevel 8, default strategy. Call it as deflateInit(strm, level).
///
/// Before the call the program sets zalloc, zfree and opaque: either two functions of its own, or Z_NULL for the C
/// library's. The call sets total_in and total_out to 0, msg to Z_NULL, adler to the checksum of nothing, and data_type to
/// Z_UNKNOWN. It takes only a small block of memory; the rest comes with the data, as far as the data needs it.
///
/// level: 0 stores, 1 is fastest, 9 is smallest; Z_DEFAULT_COMPRESSION (-1) stands for 6.
///
/// Returns Z_OK; Z_STREAM_ERROR for a level out of range or a NULL stream; Z_MEM_ERROR if memory is refused; Z_VERSION_ERROR
/// if the program was compiled with an incompatible zlib.h.
///
/// # Safety
/// As for `deflateInit2_`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateInit_(
    strm: *mut ZStream,
    level: c_int,
    version: *const c_char,
    stream_size: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { init(strm, Params::new(level, 15, 8, 0), version, stream_size) }
}

/// Begins a compressor with everything chosen. Call it as deflateInit2(strm, level, method, windowBits, memLevel, strategy).
/// The fields of strm are used and set as by deflateInit.
///
/// level: as for deflateInit.
///
/// method: Z_DEFLATED.
///
/// windowBits: the window, which is how far back a match can lie, is 2 to this power, 8 to 15. The number also chooses the
/// format around the compressed data:
/// - 8..15: zlib (RFC 1950); adler is an Adler-32;
/// - 24..31 (add 16): gzip (RFC 1952); adler is a CRC-32, and the header is a plain one unless deflateSetHeader says more;
/// - -15..-8 (negative): none (raw deflate, RFC 1951); no checksum is made.
///
/// 8 means 9 in the zlib format and is refused for the others, whose streams do not state their window. A zlib stream
/// begun with 8 therefore needs 9 at inflateInit2.
///
/// memLevel: 1 takes the least memory, 9 the most; 8 is the default. More memory means longer blocks and better matches.
///
/// strategy: one of Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE and Z_FIXED.
///
/// The memory that a stream ever takes from zalloc stays below 2^(windowBits+2) + 2^(memLevel+9) bytes plus a few thousand.
///
/// Returns Z_OK; Z_STREAM_ERROR for an argument out of range; Z_MEM_ERROR; Z_VERSION_ERROR.
///
/// # Safety
/// `strm` is NULL or points at a `z_stream`; `version` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateInit2_(
    strm: *mut ZStream,
    level: c_int,
    method: c_int,
    window_bits: c_int,
    mem_level: c_int,
    strategy: c_int,
    version: *const c_char,
    stream_size: c_int,
) -> c_int {
    let params = Params::new(level, window_bits, mem_level, strategy);
    let params = if method == DEFLATED { params } else { Err(Error::Stream) };
    // SAFETY: the caller's promise.
    unsafe { init(strm, params, version, stream_size) }
}

/// Begins a compressor.
///
/// # Safety
/// As for `deflateInit2_`.
unsafe fn init(strm: *mut ZStream, params: Result<Params, Error>, version: *const c_char, stream_size: c_int) -> c_int {
    // SAFETY: the caller's promise.
    if !unsafe { fits(version, stream_size) } {
        return VERSION_ERROR;
    }
    // SAFETY: the caller's promise; as_mut answers NULL.
    let Some(strm) = (unsafe { strm.as_mut() }) else { return STREAM_ERROR };
    strm.msg = null();
    let allocator = handle::allocator_at_init(strm);
    let Ok(params) = params else { return STREAM_ERROR };
    let compressor = Compressor { engine: Deflate::new(params), header: null() };
    begin(strm, &compressor.engine);
    if handle::attach(strm, &allocator, compressor) { OK } else { MEM_ERROR }
}

/// Compresses: reads from next_in and writes to next_out until the input is used up or the room is full, and moves next_in,
/// avail_in, total_in, next_out, avail_out and total_out accordingly.
///
/// Before each call the program provides input, room, or both. Input that was read need not have led to output yet; flush
/// says how much must:
/// - Z_NO_FLUSH: nothing must come out; blocks end where that compresses best.
/// - Z_SYNC_FLUSH: everything read so far comes out and can be decoded from what was written. The output ends at a whole
///   byte, with an empty stored block, whose last four bytes are 00 00 ff ff.
/// - Z_FULL_FLUSH: the same, and the matches of later data do not reach back beyond this point, so a decoder can start here.
/// - Z_PARTIAL_FLUSH: the same as Z_SYNC_FLUSH but for its end, an empty fixed block of 10 bits, not at a whole byte.
/// - Z_BLOCK: the block ends and is written, except for up to 7 bits that wait for more. The decoder may be unable to
///   decode its last symbols before the next block.
/// - Z_FINISH: there is no more input after what is given now; the stream is completed with its trailer.
///
/// Flushing often costs compression.
///
/// When avail_out is 0 on return, there may be more output: call again with more room and the same flush until some room
/// is left (deflatePending tells, too). With Z_FINISH call again, giving no new input, until Z_STREAM_END; after that only
/// deflateReset and deflateEnd may follow. For Z_SYNC_FLUSH and Z_FULL_FLUSH give more than 6 bytes of room each time, or
/// the marker may be written again.
///
/// In one step: after an init, one call with Z_FINISH and room of deflateBound bytes completes the stream.
///
/// On return adler is the checksum of all input read (Adler-32, or CRC-32 for gzip), and data_type is a guess at what the
/// data is: Z_TEXT, Z_BINARY, or Z_UNKNOWN before there is any.
///
/// Returns Z_OK if something was read or written; Z_STREAM_END when the stream is complete; Z_BUF_ERROR if nothing could be
/// done, which is not fatal; Z_STREAM_ERROR for a stream that is not valid, a flush out of range, next_out of NULL, next_in
/// of NULL with avail_in not 0, or input after Z_FINISH. It never returns Z_MEM_ERROR: where memory is refused, the data is
/// compressed less or stored.
///
/// # Safety
/// `strm` is NULL or a `z_stream` as zlib.h asks; `next_in` and `next_out` describe readable and writable memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflate(strm: *mut ZStream, flush: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(mut open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    let Some(flush) = Flush::from_number(flush).filter(|&f| f != Flush::Trees) else { return STREAM_ERROR };
    let strm = &open.strm;
    let missing = strm.next_out.is_null() || strm.avail_in != 0 && strm.next_in.is_null();
    let result = if missing {
        Err(Error::Stream)
    } else {
        // SAFETY: the caller's promise; neither pointer is NULL where it matters.
        unsafe { with_call(&mut open, |engine, call| engine.run(call, flush)) }
    };
    if result == Ok(Progress::End) {
        open.head.engine.engine.rest_after_end(&open.allocator);
    }
    let code = codes::code(result);
    if result.is_err() {
        open.strm.msg = codes::text(code).as_ptr();
    }
    code
}

/// Makes one call into the engine with the caller's buffers and header, and writes back how far it came.
///
/// # Safety
/// The stream's buffers and header are as zlib.h asks.
unsafe fn with_call<R>(open: &mut Open<Compressor>, work: impl FnOnce(&mut Deflate, &mut Call) -> R) -> R {
    let Open { strm, head, allocator } = open;
    let Compressor { engine, header } = &mut head.engine;
    // SAFETY: the caller's promise.
    let (mut input, mut output) = unsafe { handle::cursors(strm) };
    // SAFETY: the caller's promise.
    let fields = if engine.header_due() { unsafe { fields(*header) } } else { None };
    let mut call = Call { allocator, input: &mut input, output: &mut output, fields: fields.as_ref() };
    if strm.data_type == UNKNOWN {
        engine.data_type = None;
    }
    let result = work(engine, &mut call);
    handle::commit(strm, &input, &output);
    strm.adler = engine.check.into();
    if let (UNKNOWN, Some(kind)) = (strm.data_type, engine.data_type) {
        strm.data_type = (kind == DataType::Text).into();
    }
    result
}

/// Ends a compressor and returns its memory. Input not yet compressed and output not yet delivered are dropped.
///
/// Returns Z_OK; Z_DATA_ERROR if data was dropped; Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateEnd(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Compressor>(strm) }) else {
        return STREAM_ERROR;
    };
    let dropped = head.engine.engine.end(&allocator);
    // SAFETY: the head was opened just now and the reference is given up here.
    unsafe { handle::detach(strm, NonNull::from(head), &allocator) };
    if dropped { DATA_ERROR } else { OK }
}

/// Begins anew on the same stream, with the same parameters: as deflateEnd and deflateInit2, but cheaper. A dictionary and a
/// gzip header that were set are forgotten. total_in, total_out, adler, msg and data_type are as after an init. The output
/// that follows is the same, byte for byte, as that of a new stream.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateReset(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Compressor>(strm) }) else {
        return STREAM_ERROR;
    };
    head.engine.engine.reset(&allocator);
    head.engine.header = null();
    begin(strm, &head.engine.engine);
    OK
}

/// As deflateReset, but keeps what later matches can refer to, and bits that were put in by deflatePrime. Not part of zlib's
/// documented interface.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateResetKeep(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Compressor>(strm) }) else {
        return STREAM_ERROR;
    };
    head.engine.engine.reset_keep(&allocator);
    head.engine.header = null();
    begin(strm, &head.engine.engine);
    OK
}

/// Makes dest a second, independent stream in the state of source, with memory of its own from source's zalloc. Both then
/// give the same output for the same calls. Both have to be ended.
///
/// Returns Z_OK; Z_STREAM_ERROR if source is not valid or dest is NULL; Z_MEM_ERROR if memory is refused. After an error
/// dest's state is NULL and the rest of it is as it was, so that deflateEnd(dest) is safe.
///
/// # Safety
/// As for `deflate`; `dest` is NULL or a writable `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateCopy(dest: *mut ZStream, source: *mut ZStream) -> c_int {
    if dest.is_null() {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Compressor>(source) }) else {
        // SAFETY: `dest` is not NULL and writable.
        unsafe { (*dest).state = null_mut() };
        return STREAM_ERROR;
    };
    let Ok(engine) = head.engine.engine.try_clone(&allocator) else {
        // SAFETY: as above.
        unsafe { (*dest).state = null_mut() };
        return MEM_ERROR;
    };
    let copy = Compressor { engine, header: head.engine.header };
    // SAFETY: `dest` is writable; `strm` is the source's structure.
    match unsafe { handle::attach_copy(dest, strm, &allocator, copy) } {
        Ok(()) => OK,
        Err(mut copy) => {
            copy.engine.end(&allocator);
            MEM_ERROR
        }
    }
}

/// Changes level and strategy in mid-stream. Their values are those of deflateInit2.
///
/// If the change alters how data is compressed and deflate() has been called, the input that is available now is first
/// compressed with the old values, as by deflate(strm, Z_BLOCK); the new ones hold from the next call on.
///
/// Returns Z_OK; Z_BUF_ERROR if the room did not suffice for that, and then nothing is changed: call again with more room;
/// Z_STREAM_ERROR if the stream or a value is not valid. To be sure of success, flush (Z_BLOCK will do) until some room is
/// left, and give no new input before this call.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateParams(strm: *mut ZStream, level: c_int, strategy: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(mut open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    let (Some(level), Some(strategy)) = (level_from_number(level), Strategy::from_number(strategy)) else {
        return STREAM_ERROR;
    };
    let strm = &open.strm;
    let missing = strm.next_out.is_null() || strm.avail_in != 0 && strm.next_in.is_null();
    if missing && open.head.engine.engine.flushes_for(level, strategy) {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise; where the buffers are used they are not NULL.
    match unsafe { with_call(&mut open, |engine, call| engine.set_params(call, level, strategy)) } {
        Ok(()) => OK,
        Err(Error::Buffer) => BUF_ERROR,
        Err(_) => STREAM_ERROR,
    }
}

/// Sets how hard matches are searched for, in place of what the level says. For experiments.
///
/// goodLength: with a match at least this long in hand, the search for a better one is cut to a quarter.
/// maxLazy: a match shorter than this is held back to see whether the next byte begins a better one.
/// niceLength: a match this long ends the search.
/// maxChain: how many earlier places are looked at.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateTune(
    strm: *mut ZStream,
    _good_length: c_int,
    max_lazy: c_int,
    nice_length: c_int,
    max_chain: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    open.head.engine.engine.tune(max_lazy, nice_length, max_chain);
    OK
}

/// deflateBound with lengths of type z_size_t.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateBound_z(strm: *mut ZStream, source_len: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { bound_of(strm, source_len) }
}

/// The most bytes that sourceLen bytes of input can become in this stream when they are compressed by one call of deflate()
/// with Z_FINISH (or by several with Z_NO_FLUSH and a last one with Z_FINISH). With that much room the one call returns
/// Z_STREAM_END. Other flushes can make the output longer.
///
/// Call it after the init, and after deflateSetHeader and deflateSetDictionary where they are used. For a stream that is not
/// valid the answer holds for any parameters. If the bound does not fit a uLong, the answer is the largest uLong.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateBound(strm: *mut ZStream, source_len: c_ulong) -> c_ulong {
    // SAFETY: the caller's promise.
    let bound = unsafe { bound_of(strm, usize::try_from(source_len).unwrap_or(usize::MAX)) };
    c_ulong::try_from(bound).unwrap_or(c_ulong::MAX)
}

/// # Safety
/// As for `deflate`.
unsafe fn bound_of(strm: *mut ZStream, source_len: usize) -> usize {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return bound::any(source_len) };
    // SAFETY: the caller's promise.
    let fields = unsafe { fields(open.head.engine.header) };
    open.head.engine.engine.bound(source_len, fields.as_ref())
}

/// Tells how much output exists but could not be delivered yet for lack of room: pending is set to the whole bytes, bits to
/// the bits (0 to 7) that do not fill a byte. Either may be NULL.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`; `pending` and `bits` are NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflatePending(strm: *mut ZStream, pending: *mut c_uint, bits: *mut c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    let (bytes, more) = open.head.engine.engine.waiting();
    // SAFETY: the caller's promise; as_mut answers NULL.
    if let Some(bits) = unsafe { bits.as_mut() } {
        *bits = more as c_int;
    }
    // SAFETY: as above.
    if let Some(pending) = unsafe { pending.as_mut() } {
        *pending = c_uint::try_from(bytes).unwrap_or(c_uint::MAX);
        if u64::from(*pending) != bytes {
            return BUF_ERROR;
        }
    }
    OK
}

/// Tells how many bits of the byte that the last flush to a whole byte filled up belong to compressed data: 1 to 8, or 0
/// before there was such a flush. With it the exact bit at which a raw stream ends is known.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`; `bits` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateUsed(strm: *mut ZStream, bits: *mut c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    // SAFETY: the caller's promise; as_mut answers NULL.
    if let Some(bits) = unsafe { bits.as_mut() } {
        *bits = open.head.engine.engine.used() as c_int;
    }
    OK
}

/// Puts the lowest bits (0 to 16) of value into the output, before anything that is compressed later: a way to go on at the
/// bit where an earlier raw stream ended. For raw streams, before the first deflate() after an init or reset.
///
/// Returns Z_OK; Z_BUF_ERROR if bits is out of range or there is no space left to keep them; Z_STREAM_ERROR if the stream is
/// not valid.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflatePrime(strm: *mut ZStream, bits: c_int, value: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    if !(0..=16).contains(&bits) {
        return BUF_ERROR;
    }
    match open.head.engine.engine.prime(&open.allocator, bits as u32, value as u32) {
        Ok(()) => OK,
        Err(_) => BUF_ERROR,
    }
}

/// Gives the compressor bytes that matches can refer to before there is any data. The decompressor needs the same bytes.
/// What is likeliest to occur in the data should stand at the end, since no more than the window's last bytes are used.
///
/// zlib format: right after an init or reset; adler becomes the dictionary's Adler-32, which the stream's header will carry.
/// Raw: also between blocks, when all input is compressed and all output delivered; adler is left alone. Not for gzip.
///
/// Returns Z_OK, or Z_STREAM_ERROR if dictionary is NULL, the stream is not valid or this is not the moment.
///
/// # Safety
/// As for `deflate`; `dictionary` is NULL or has `dict_length` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateSetDictionary(
    strm: *mut ZStream,
    dictionary: *const c_uchar,
    dict_length: c_uint,
) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    if dictionary.is_null() {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise, and not NULL.
    let dictionary = unsafe { core::slice::from_raw_parts(dictionary, dict_length as usize) };
    let engine = &mut open.head.engine.engine;
    match engine.set_dictionary(&open.allocator, dictionary) {
        Ok(taken) => {
            open.strm.adler = engine.check.into();
            // zlib counts it as input.
            open.strm.total_in = open.strm.total_in.wrapping_add(taken as c_ulong);
            OK
        }
        Err(_) => STREAM_ERROR,
    }
}

/// Copies to dictionary the bytes that later matches can refer to, and sets dictLength to how many they are: the last ones
/// of the input read so far (and of a dictionary before it), at most one window, so that 32768 bytes of space always
/// suffice. Either pointer may be NULL.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// As for `deflate`; `dictionary` is NULL or has room for the window; `dict_length` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateGetDictionary(
    strm: *mut ZStream,
    dictionary: *mut c_uchar,
    dict_length: *mut c_uint,
) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    let mut at = dictionary;
    let length = open.head.engine.engine.dictionary(|piece| {
        if !at.is_null() {
            // SAFETY: the pieces together are at most a window long, which the caller has room for.
            unsafe {
                at.copy_from(piece.as_ptr(), piece.len());
                at = at.add(piece.len());
            }
        }
    });
    // SAFETY: the caller's promise; as_mut answers NULL.
    if let Some(dict_length) = unsafe { dict_length.as_mut() } {
        *dict_length = length as c_uint;
    }
    OK
}

/// Says what the gzip header is to contain. Call it after deflateInit2 or a reset and before the first deflate(). text, time,
/// os, extra, name, comment and hcrc of head are used; a name or comment ends with a zero; extra has extra_len bytes. head
/// and what it points to must stay until the header is written. head may be NULL for the plain header, which states no time,
/// no name and this system's os. A reset returns to the plain header.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid or not gzip.
///
/// # Safety
/// As for `deflate`; `head` is NULL or valid as zlib.h asks until the header is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateSetHeader(strm: *mut ZStream, head: *mut GzHeader) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    if !open.head.engine.engine.takes_header() {
        return STREAM_ERROR;
    }
    open.head.engine.header = head;
    OK
}
