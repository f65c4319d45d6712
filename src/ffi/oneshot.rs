//! compress and uncompress: whole buffers in one call, on engines that stand behind no `z_stream`.

use super::codes::{self, DATA_ERROR, OK, STREAM_ERROR};
use super::inflate::Capture;
use super::names::{Bytef, uLong, uLongf, z_size_t};
use crate::deflate::params::Params;
use crate::deflate::{Call, Deflate, bound};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::inflate::stream::Inflate;
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;
use core::ffi::c_int;
use core::ptr::null_mut;

/// zlib's windowBits of compress and uncompress.
const WINDOW_BITS: c_int = 15;
/// zlib's memLevel of compress.
const MEM_LEVEL: c_int = 8;
/// Z_DEFAULT_COMPRESSION.
const DEFAULT_LEVEL: c_int = -1;

/// Compresses a buffer to one zlib stream at the default level.
///
/// source has sourceLen bytes, dest has *destLen bytes of room; *destLen is set to the bytes written. Room of
/// compressBound(sourceLen) bytes always suffices.
///
/// Returns Z_OK; Z_BUF_ERROR if dest is too small; Z_MEM_ERROR if memory is refused; Z_STREAM_ERROR if a pointer is NULL that
/// must not be.
///
/// # Safety
/// `source` has `source_len` readable bytes, `dest` has `*dest_len` writable ones; `dest_len` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compress(
    dest: *mut Bytef,
    dest_len: *mut uLongf,
    source: *const Bytef,
    source_len: uLong,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { compress_lengths(dest, dest_len, source, source_len, DEFAULT_LEVEL) }
}

/// compress at a level of one's choice, as for deflateInit. Z_STREAM_ERROR also stands for a level out of range.
///
/// # Safety
/// As for `compress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compress2(
    dest: *mut Bytef,
    dest_len: *mut uLongf,
    source: *const Bytef,
    source_len: uLong,
    level: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { compress_lengths(dest, dest_len, source, source_len, level) }
}

/// compress with lengths of type z_size_t.
///
/// # Safety
/// As for `compress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compress_z(
    dest: *mut Bytef,
    dest_len: *mut z_size_t,
    source: *const Bytef,
    source_len: z_size_t,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { pack(dest, dest_len, source, source_len, DEFAULT_LEVEL) }
}

/// compress2 with lengths of type z_size_t.
///
/// # Safety
/// As for `compress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compress2_z(
    dest: *mut Bytef,
    dest_len: *mut z_size_t,
    source: *const Bytef,
    source_len: z_size_t,
    level: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { pack(dest, dest_len, source, source_len, level) }
}

/// The most bytes that compress and compress2 make of sourceLen bytes. If that does not fit a uLong, the largest uLong.
#[unsafe(no_mangle)]
pub extern "C" fn compressBound(source_len: uLong) -> uLong {
    let bound = z_size_t::try_from(source_len).map_or(z_size_t::MAX, bound::compress);
    uLong::try_from(bound).unwrap_or(uLong::MAX)
}

/// compressBound with lengths of type z_size_t.
#[unsafe(no_mangle)]
pub extern "C" fn compressBound_z(source_len: z_size_t) -> z_size_t {
    bound::compress(source_len)
}

/// compress2 on lengths of type uLong.
///
/// # Safety
/// As for `compress`.
unsafe fn compress_lengths(
    dest: *mut Bytef,
    dest_len: *mut uLong,
    source: *const Bytef,
    source_len: uLong,
    level: c_int,
) -> c_int {
    // SAFETY: the caller's promise; as_mut answers NULL.
    let Some(dest_len) = (unsafe { dest_len.as_mut() }) else { return STREAM_ERROR };
    // A length that is no size_t is the length of no buffer.
    let (Ok(mut written), Ok(read)) = (z_size_t::try_from(*dest_len), z_size_t::try_from(source_len)) else {
        return STREAM_ERROR;
    };
    // SAFETY: the caller's promise.
    let code = unsafe { pack(dest, &raw mut written, source, read, level) };
    // It got smaller, so it still fits.
    *dest_len = written as uLong;
    code
}

/// Compresses a buffer.
///
/// # Safety
/// As for `compress`.
unsafe fn pack(
    dest: *mut Bytef,
    dest_len: *mut z_size_t,
    source: *const Bytef,
    source_len: z_size_t,
    level: c_int,
) -> c_int {
    // SAFETY: the caller's promise; as_mut answers NULL.
    let Some(dest_len) = (unsafe { dest_len.as_mut() }) else { return STREAM_ERROR };
    if source.is_null() && source_len != 0 || dest.is_null() && *dest_len != 0 {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise; NULL was answered above unless nothing is there.
    let (mut input, mut output) = unsafe { (Input::new(source, source_len), Output::new(dest, *dest_len)) };
    *dest_len = 0;
    let Some(params) = Params::new(level, WINDOW_BITS, MEM_LEVEL, 0).ok().filter(|_| !dest.is_null()) else {
        return STREAM_ERROR;
    };
    let mut stream = Deflate::new(params);
    let allocator = &Allocator::Default;
    let mut call = Call { allocator, input: &mut input, output: &mut output, fields: None };
    let result = loop {
        match stream.run(&mut call, Flush::Finish) {
            Ok(Progress::Moved) => {}
            result => break result,
        }
    };
    stream.end(allocator);
    *dest_len = output.written();
    if result == Ok(Progress::End) { OK } else { codes::code(result) }
}

/// Decompresses one zlib stream that is wholly in memory.
///
/// source has sourceLen bytes, dest has *destLen bytes of room; *destLen is set to the bytes written. What follows the
/// stream in source is not looked at.
///
/// Returns Z_OK; Z_BUF_ERROR if dest is too small for the data (as much as fits was written); Z_DATA_ERROR if the stream is
/// damaged, ends too early or needs a dictionary; Z_MEM_ERROR if memory is refused; Z_STREAM_ERROR if a pointer is NULL that
/// must not be.
///
/// # Safety
/// `source` has `source_len` readable bytes, `dest` has `*dest_len` writable ones; `dest_len` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uncompress(
    dest: *mut Bytef,
    dest_len: *mut uLongf,
    source: *const Bytef,
    source_len: uLong,
) -> c_int {
    let mut used = source_len;
    // SAFETY: the caller's promise.
    unsafe { uncompress_lengths(dest, dest_len, source, &raw mut used) }
}

/// uncompress that also tells, in *sourceLen, how many bytes of source the stream had.
///
/// # Safety
/// As for `uncompress`; `source_len` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uncompress2(
    dest: *mut Bytef,
    dest_len: *mut uLongf,
    source: *const Bytef,
    source_len: *mut uLong,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { uncompress_lengths(dest, dest_len, source, source_len) }
}

/// uncompress with lengths of type z_size_t.
///
/// # Safety
/// As for `uncompress`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uncompress_z(
    dest: *mut Bytef,
    dest_len: *mut z_size_t,
    source: *const Bytef,
    source_len: z_size_t,
) -> c_int {
    let mut used = source_len;
    // SAFETY: the caller's promise.
    unsafe { unpack(dest, dest_len, source, &raw mut used) }
}

/// uncompress2 with lengths of type z_size_t.
///
/// # Safety
/// As for `uncompress2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uncompress2_z(
    dest: *mut Bytef,
    dest_len: *mut z_size_t,
    source: *const Bytef,
    source_len: *mut z_size_t,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { unpack(dest, dest_len, source, source_len) }
}

/// `unpack` for lengths of C's type `unsigned long`.
///
/// # Safety
/// As for `uncompress2`.
unsafe fn uncompress_lengths(
    dest: *mut Bytef,
    dest_len: *mut uLong,
    source: *const Bytef,
    source_len: *mut uLong,
) -> c_int {
    // SAFETY: the caller's promise; as_mut answers NULL.
    let (Some(dest_len), Some(source_len)) = (unsafe { (dest_len.as_mut(), source_len.as_mut()) }) else {
        return STREAM_ERROR;
    };
    // A length that is no size_t is the length of no buffer.
    let (Ok(mut written), Ok(mut read)) = (z_size_t::try_from(*dest_len), z_size_t::try_from(*source_len)) else {
        return STREAM_ERROR;
    };
    // SAFETY: the caller's promise.
    let code = unsafe { unpack(dest, &raw mut written, source, &raw mut read) };
    // Both got smaller, so they still fit.
    (*dest_len, *source_len) = (written as uLong, read as uLong);
    code
}

/// Decompresses a buffer.
///
/// # Safety
/// As for `uncompress2`.
unsafe fn unpack(dest: *mut Bytef, dest_len: *mut z_size_t, source: *const Bytef, source_len: *mut z_size_t) -> c_int {
    // SAFETY: the caller's promise; as_mut answers NULL.
    let (Some(dest_len), Some(source_len)) = (unsafe { (dest_len.as_mut(), source_len.as_mut()) }) else {
        return STREAM_ERROR;
    };
    if source.is_null() && *source_len != 0 || dest.is_null() && *dest_len != 0 {
        return STREAM_ERROR;
    }
    let Some(mut stream) = Inflate::new(WINDOW_BITS) else { return STREAM_ERROR };
    // SAFETY: the caller's promise; NULL was answered above unless nothing is there.
    let (mut input, mut output) = unsafe { (Input::new(source, *source_len), Output::new(dest, *dest_len)) };
    let no_header = &mut Capture::new(null_mut());
    let result = stream.run_apart(&Allocator::Default, &mut input, &mut output, Flush::Finish, no_header);
    stream.end(&Allocator::Default);
    *source_len -= input.left();
    *dest_len = output.written();
    match result {
        Ok(Progress::End) => OK,
        // No dictionary can be given here; and if all input was used, what is missing is input.
        Ok(Progress::NeedDictionary) => DATA_ERROR,
        Err(Error::Buffer) if input.left() == 0 => DATA_ERROR,
        result => codes::code(result),
    }
}
