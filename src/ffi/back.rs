//! zlib.h's inflateBack functions.

use super::codes::{self, MEM_ERROR, OK, STREAM_ERROR, VERSION_ERROR};
use super::handle::{self, Engine, Kind, Open};
use super::inflate::fits;
use super::names::Bytef;
use super::types::ZStream;
use crate::format::outcome::Error;
use crate::inflate::back::{Back, Calls};
use crate::mem::input::Input;
use crate::mem::output::Output;
use core::ffi::{c_char, c_int, c_uint, c_void};
use core::ptr::{NonNull, null, null_mut};

/// zlib.h's `in_func`: sets its second argument to input and returns how much it is; 0 for none.
pub type InFn = unsafe extern "C" fn(*mut c_void, *mut *const u8) -> c_uint;
/// zlib.h's `out_func`: takes output; nonzero if it fails.
pub type OutFn = unsafe extern "C" fn(*mut c_void, *mut u8, c_uint) -> c_int;

/// A call-back decompressor behind a `z_stream`, and its caller's window.
pub struct BackDecompressor {
    engine: Back,
    window: *mut u8,
    size: usize,
}

impl Engine for BackDecompressor {
    const KIND: Kind = Kind::Back;
}

const _: () = assert!(size_of::<handle::Head<BackDecompressor>>() <= 1024);

/// Begins a decompressor for inflateBack, with a window of the program's. Call it as inflateBackInit(strm, windowBits,
/// window). zalloc, zfree and opaque of strm are set before the call as for inflateInit.
///
/// windowBits: 8 to 15; window has 2 to this power bytes and belongs to the library until inflateBackEnd. Data from other
/// programs needs 15.
///
/// Returns Z_OK; Z_STREAM_ERROR for an argument out of range or NULL; Z_MEM_ERROR; Z_VERSION_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream` with zalloc, zfree and opaque set; `window` is NULL or lives as long as the stream;
/// `version` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateBackInit_(
    strm: *mut ZStream,
    window_bits: c_int,
    window: *mut Bytef,
    version: *const c_char,
    stream_size: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    if !unsafe { fits(version, stream_size) } {
        return VERSION_ERROR;
    }
    // SAFETY: the caller's promise; as_mut answers NULL.
    let Some(strm) = (unsafe { strm.as_mut() }) else { return STREAM_ERROR };
    if window.is_null() || !(8..=15).contains(&window_bits) {
        return STREAM_ERROR;
    }
    strm.msg = null();
    let allocator = handle::allocator_at_init(strm);
    let back = BackDecompressor { engine: Back::new(), window, size: 1 << window_bits };
    if handle::attach(strm, &allocator, back) { OK } else { MEM_ERROR }
}

/// Decompresses one whole raw deflate stream, calling inFunc for input and outFunc for output, which lies in the window and
/// must not be changed there. Input at next_in (avail_in bytes) is used first, unless next_in is NULL. May be called again for
/// further streams.
///
/// On return next_in and avail_in are the input that inFunc gave and that was not needed.
///
/// Returns Z_STREAM_END when the stream is complete; Z_BUF_ERROR if inFunc had no input (next_in is then NULL) or outFunc
/// refused (next_in is then not NULL); Z_DATA_ERROR if the data is damaged, with the reason in msg; Z_STREAM_ERROR if the
/// stream is not valid. Never Z_OK.
///
/// # Safety
/// `strm` is NULL or a `z_stream` whose `next_in` (may be NULL) and `avail_in` describe readable memory; the functions keep
/// zlib.h's promises.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateBack(
    strm: *mut ZStream,
    in_func: Option<InFn>,
    in_desc: *mut c_void,
    out_func: Option<OutFn>,
    out_desc: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    let opened = unsafe { handle::open::<BackDecompressor>(strm) };
    let (Some(Open { strm, head, allocator }), Some(in_func), Some(out_func)) = (opened, in_func, out_func) else {
        return STREAM_ERROR;
    };
    let BackDecompressor { engine, window, size } = &mut head.engine;
    strm.msg = null();
    let available = if strm.next_in.is_null() { 0 } else { strm.avail_in as usize };
    // SAFETY: the caller's promise, and that of inflateBackInit_ for the window.
    let (mut input, mut output) = unsafe { (Some(Input::new(strm.next_in, available)), Output::new(*window, *size)) };
    let mut calls = Functions { in_func, in_desc, out_func, out_desc, window: *window };
    let result = engine.run(&allocator, &mut input, &mut output, &mut calls);
    (strm.next_in, strm.avail_in) = input.map_or((null(), 0), |input| (input.next(), input.left() as c_uint));
    if let Err(Error::Data(fault)) = result {
        strm.msg = fault.text().as_ptr();
    }
    codes::code(result)
}

/// Ends a decompressor that inflateBackInit began, and returns its memory.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateBackEnd(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<BackDecompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    head.engine.engine.end(&allocator);
    // SAFETY: the head was opened just now and the reference is given up here.
    unsafe { handle::detach(strm, NonNull::from(head), &allocator) };
    OK
}

/// The caller's functions, with what they are handed.
struct Functions {
    in_func: InFn,
    in_desc: *mut c_void,
    out_func: OutFn,
    out_desc: *mut c_void,
    window: *mut u8,
}

impl<'a> Calls<'a> for Functions {
    fn input(&mut self) -> Option<Input<'a>> {
        let mut next: *const u8 = null_mut();
        // SAFETY: zlib.h's promise for in_func.
        let count = unsafe { (self.in_func)(self.in_desc, &raw mut next) } as usize;
        // SAFETY: zlib.h's promise for in_func: that much is readable until it is called again.
        (count != 0).then(|| unsafe { Input::new(next, count) })
    }

    fn output(&mut self, length: usize) -> bool {
        // SAFETY: zlib.h's promise for out_func; the window has at least `length` bytes, all written.
        unsafe { (self.out_func)(self.out_desc, self.window, length as c_uint) == 0 }
    }
}
