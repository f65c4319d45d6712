//! zlib.h's deflate functions.

use super::codes::{self, BUF_ERROR, DATA_ERROR, MEM_ERROR, OK, STREAM_ERROR, VERSION_ERROR};
use super::handle::{self, Engine, Kind, Open};
use super::inflate::fits;
use super::types::{GzHeader, ZStream};
use crate::deflate::bound;
use crate::deflate::params::{Params, Strategy, level_from_number};
use crate::deflate::{Call, DataType, Deflate, GzipFields};
use crate::format::flush::Flush;
use crate::format::outcome::Error;
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

/// See zlib.h.
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

/// See zlib.h.
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
unsafe fn init(
    strm: *mut ZStream,
    params: Result<Params, Error>,
    version: *const c_char,
    stream_size: c_int,
) -> c_int {
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

/// See zlib.h.
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

/// See zlib.h.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateEnd(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Compressor>(strm) }) else {
        return STREAM_ERROR;
    };
    // SAFETY: the head was opened just now and the reference is given up here.
    let mut compressor = unsafe { handle::detach(strm, NonNull::from(head), &allocator) };
    if compressor.engine.end(&allocator) { DATA_ERROR } else { OK }
}

/// See zlib.h.
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

/// See zlib.h.
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

/// See zlib.h.
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

/// See zlib.h.
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

/// See zlib.h.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateTune(
    strm: *mut ZStream,
    _good_length: c_int,
    _max_lazy: c_int,
    nice_length: c_int,
    max_chain: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    open.head.engine.engine.tune(nice_length, max_chain);
    OK
}

/// See zlib.h.
///
/// # Safety
/// As for `deflate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateBound_z(strm: *mut ZStream, source_len: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { bound_of(strm, source_len) }
}

/// See zlib.h.
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

/// See zlib.h.
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

/// See zlib.h.
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

/// See zlib.h.
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

/// See zlib.h.
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
        Ok(()) => {
            open.strm.adler = engine.check.into();
            OK
        }
        Err(_) => STREAM_ERROR,
    }
}

/// See zlib.h.
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

/// See zlib.h.
///
/// # Safety
/// As for `deflate`; `head` is NULL or valid as zlib.h asks until the header is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deflateSetHeader(strm: *mut ZStream, head: *mut GzHeader) -> c_int {
    // SAFETY: the caller's promise.
    let Some(open) = (unsafe { handle::open::<Compressor>(strm) }) else { return STREAM_ERROR };
    if !open.head.engine.engine.is_gzip() {
        return STREAM_ERROR;
    }
    open.head.engine.header = head;
    OK
}
