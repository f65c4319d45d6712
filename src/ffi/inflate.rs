//! zlib.h's inflate functions.

use super::codes::{self, MEM_ERROR, OK, STREAM_ERROR, VERSION_ERROR};
use super::handle::{self, Engine, Kind, Open};
use super::types::{GzHeader, ZStream};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::inflate::stream::Inflate;
use crate::inflate::wrapper::{HeaderSink, Text};
use core::ffi::{c_char, c_int, c_long, c_uint, c_ulong};
use core::ptr::{NonNull, null_mut};

/// windowBits of `inflateInit_`.
const DEFAULT_WINDOW_BITS: c_int = 15;
/// The first character of zlib.h's ZLIB_VERSION.
const VERSION_START: c_char = b'1' as c_char;

/// A decompressor behind a `z_stream`, and where its caller wants the gzip header.
pub struct Decompressor {
    engine: Inflate,
    header: *mut GzHeader,
}

impl Engine for Decompressor {
    const KIND: Kind = Kind::Inflate;
}

const _: () = assert!(size_of::<handle::Head<Decompressor>>() <= 1024);

/// Whether a caller was compiled against a header that fits: zlib's own test.
///
/// # Safety
/// `version` is NULL or a C string.
pub unsafe fn fits(version: *const c_char, stream_size: c_int) -> bool {
    // SAFETY: the caller's promise; a C string has at least its zero.
    !version.is_null() && unsafe { *version } == VERSION_START && stream_size == size_of::<ZStream>() as c_int
}

/// What a reset does to the caller's side of the stream.
fn begin(strm: &mut ZStream, decompressor: &mut Decompressor) {
    decompressor.header = null_mut();
    (strm.total_in, strm.total_out) = (0, 0);
    strm.msg = core::ptr::null();
    strm.data_type = 0;
    if let Some(adler) = decompressor.engine.first_adler() {
        strm.adler = adler.into();
    }
}

/// `inflateInit_(strm, version, stream_size)`: as `inflateInit2_` with windowBits 15.
///
/// # Safety
/// As for `inflateInit2_`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateInit_(strm: *mut ZStream, version: *const c_char, stream_size: c_int) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { init(strm, DEFAULT_WINDOW_BITS, version, stream_size) }
}

/// `inflateInit2_(strm, windowBits, version, stream_size)`: sets up decompression. windowBits: -15..=-8 raw, 8..=15 zlib, 0
/// zlib with the header's window, + 16 gzip, + 32 either. Returns Z_OK, Z_MEM_ERROR, Z_VERSION_ERROR, Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream` with zalloc, zfree and opaque set; `version` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateInit2_(
    strm: *mut ZStream,
    window_bits: c_int,
    version: *const c_char,
    stream_size: c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { init(strm, window_bits, version, stream_size) }
}

/// Both inits.
///
/// # Safety
/// As for `inflateInit2_`.
unsafe fn init(strm: *mut ZStream, window_bits: c_int, version: *const c_char, stream_size: c_int) -> c_int {
    // SAFETY: the caller's promise.
    if !unsafe { fits(version, stream_size) } {
        return VERSION_ERROR;
    }
    // SAFETY: the caller's promise; as_mut answers NULL.
    let Some(strm) = (unsafe { strm.as_mut() }) else { return STREAM_ERROR };
    strm.msg = core::ptr::null();
    let allocator = handle::allocator_at_init(strm);
    let Some(engine) = Inflate::new(window_bits) else {
        strm.state = null_mut();
        return STREAM_ERROR;
    };
    let mut decompressor = Decompressor { engine, header: null_mut() };
    begin(strm, &mut decompressor);
    if handle::attach(strm, &allocator, decompressor) { OK } else { MEM_ERROR }
}

/// `inflate(strm, flush)`: decompresses as much as input and output allow. Returns Z_OK, Z_STREAM_END, Z_NEED_DICT,
/// Z_DATA_ERROR, Z_STREAM_ERROR, Z_MEM_ERROR, Z_BUF_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream` whose `next_in`/`avail_in` and `next_out`/`avail_out` describe the caller's memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflate(strm: *mut ZStream, flush: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    if strm.next_out.is_null() || (strm.next_in.is_null() && strm.avail_in != 0) {
        return STREAM_ERROR;
    }
    let Decompressor { engine, header } = &mut head.engine;
    // SAFETY: the caller's promise.
    let (mut input, mut output) = unsafe { handle::cursors(strm) };
    let flush = Flush::from_number(flush).unwrap_or(Flush::None);
    let result = engine.run(&allocator, &mut input, &mut output, flush, &mut Capture(*header));
    handle::commit(strm, &input, &output);
    show(strm, engine, result);
    codes::code(result)
}

/// Shows a call's outcome in the caller's structure.
fn show(strm: &mut ZStream, engine: &Inflate, result: Result<Progress, Error>) {
    if let Some(adler) = engine.published() {
        strm.adler = adler.into();
    }
    if let Err(Error::Data(fault)) = result {
        strm.msg = codes::fault_text(fault).as_ptr();
    }
    if !matches!(result, Ok(Progress::NeedDictionary) | Err(Error::Stream | Error::Memory)) {
        strm.data_type = engine.position() as c_int;
    }
}

/// `inflateEnd(strm)`: returns all memory. Z_OK or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateEnd(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    // SAFETY: the head was opened just now and the reference is given up here.
    let mut decompressor = unsafe { handle::detach(strm, NonNull::from(head), &allocator) };
    decompressor.engine.end(&allocator);
    OK
}

/// `inflateReset(strm)`: as after init. Z_OK or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateReset(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    head.engine.engine.reset(&allocator);
    begin(strm, &mut head.engine);
    OK
}

/// `inflateReset2(strm, windowBits)`: as after `inflateInit2` with these windowBits. Z_OK or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateReset2(strm: *mut ZStream, window_bits: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    if head.engine.engine.reset_to(&allocator, window_bits).is_none() {
        return STREAM_ERROR;
    }
    begin(strm, &mut head.engine);
    OK
}

/// `inflateResetKeep(strm)`: as `inflateReset`, but earlier output stays in reach. Z_OK or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateResetKeep(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    head.engine.engine.reset_keep();
    begin(strm, &mut head.engine);
    OK
}

/// `inflatePrime(strm, bits, value)`: puts up to 16 bits before the input; a negative count drops all that are held. Z_OK
/// or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflatePrime(strm: *mut ZStream, bits: c_int, value: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    codes::code(head.engine.engine.prime(bits, value))
}

/// `inflateSetDictionary(strm, dictionary, dictLength)`: Z_OK, Z_STREAM_ERROR, Z_DATA_ERROR if it is not the one that the
/// header names, Z_MEM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`; `length` bytes are readable at `dictionary`, if that is not NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateSetDictionary(strm: *mut ZStream, dictionary: *const u8, length: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, allocator, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    if dictionary.is_null() {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise.
    let dictionary = unsafe { core::slice::from_raw_parts(dictionary, length as usize) };
    codes::code(head.engine.engine.set_dictionary(&allocator, dictionary))
}

/// `inflateGetDictionary(strm, dictionary, dictLength)`: tells the output within reach of matches. Z_OK or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`; `dictionary` is NULL or has room for the window; `length` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateGetDictionary(strm: *mut ZStream, dictionary: *mut u8, length: *mut c_uint) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    let [oldest, newest] = head.engine.engine.dictionary();
    if !dictionary.is_null() {
        // SAFETY: both pieces together are no longer than the window, for which the caller has room.
        unsafe {
            dictionary.copy_from(oldest.as_ptr(), oldest.len());
            dictionary.add(oldest.len()).copy_from(newest.as_ptr(), newest.len());
        }
    }
    if !length.is_null() {
        // SAFETY: the caller's promise.
        unsafe { length.write((oldest.len() + newest.len()) as c_uint) };
    }
    OK
}

/// `inflateGetHeader(strm, head)`: asks for the gzip header. Z_OK, or Z_STREAM_ERROR if none can come.
///
/// # Safety
/// `strm` is NULL or a `z_stream`; `header` lives until the header was read or the stream is reset or ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateGetHeader(strm: *mut ZStream, header: *mut GzHeader) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    if header.is_null() || !head.engine.engine.may_be_gzip() {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise, and not NULL.
    unsafe { (*header).done = 0 };
    head.engine.header = header;
    OK
}

/// `inflateSync(strm)`: skips to behind the next flush point. Z_OK, Z_BUF_ERROR without input, Z_DATA_ERROR if none was
/// found yet, Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream` whose `next_in` and `avail_in` describe the caller's memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateSync(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    if strm.next_in.is_null() && strm.avail_in != 0 {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise.
    let (mut input, output) = unsafe { handle::cursors(strm) };
    let result = head.engine.engine.sync(&allocator, &mut input);
    handle::commit(strm, &input, &output);
    if result.is_ok() {
        let totals = (strm.total_in, strm.total_out);
        begin(strm, &mut head.engine);
        (strm.total_in, strm.total_out) = totals;
    }
    codes::code(result)
}

/// `inflateSyncPoint(strm)`: 1 where a flush point's marker is expected, 0 elsewhere, or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateSyncPoint(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    head.engine.engine.at_sync_point().into()
}

/// `inflateCopy(dest, source)`: makes `dest` a stream that goes on like `source`. Z_OK, Z_STREAM_ERROR, Z_MEM_ERROR; on an
/// error `dest->state` is NULL and the rest of `dest` untouched.
///
/// # Safety
/// `dest` is NULL or a writable `z_stream`; `source` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateCopy(dest: *mut ZStream, source: *mut ZStream) -> c_int {
    if dest.is_null() {
        return STREAM_ERROR;
    }
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(source) }) else {
        // SAFETY: `dest` is a z_stream.
        unsafe { (*dest).state = null_mut() };
        return STREAM_ERROR;
    };
    let Some(engine) = head.engine.engine.duplicate(&allocator) else {
        // SAFETY: `dest` is a z_stream.
        unsafe { (*dest).state = null_mut() };
        return MEM_ERROR;
    };
    let copy = Decompressor { engine, header: head.engine.header };
    // SAFETY: `dest` and `strm` are z_streams.
    match unsafe { handle::attach_copy(dest, strm, &allocator, copy) } {
        Ok(()) => OK,
        Err(mut refused) => {
            refused.engine.end(&allocator);
            MEM_ERROR
        }
    }
}

/// `inflateUndermine(strm, subvert)`: this library never allows distances that reach too far. Z_DATA_ERROR or
/// Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateUndermine(strm: *mut ZStream, _subvert: c_int) -> c_int {
    // SAFETY: the caller's promise.
    if unsafe { handle::open::<Decompressor>(strm) }.is_none() { STREAM_ERROR } else { codes::DATA_ERROR }
}

/// `inflateValidate(strm, check)`: whether check values are compared, from now on. Z_OK or Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateValidate(strm: *mut ZStream, check: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    head.engine.engine.validate(check != 0);
    OK
}

/// `inflateMark(strm)`: bits back to the start of the symbol in hand, times 65536, plus the bytes of it that were written;
/// -65536 for no stream.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateMark(strm: *mut ZStream) -> c_long {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return -(1 << 16) };
    let (back, bytes) = head.engine.engine.mark();
    (c_long::from(back) << 16) + bytes as c_long
}

/// `inflateCodesUsed(strm)`: table entries that zlib uses for the last dynamic block's codes; all ones for no stream.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateCodesUsed(strm: *mut ZStream) -> c_ulong {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return c_ulong::MAX };
    head.engine.engine.codes_used().into()
}

/// Writes a gzip header into the caller's structure, or nowhere. Not NULL: alive, by `inflateGetHeader`'s promise.
struct Capture(*mut GzHeader);

impl Capture {
    fn header(&mut self) -> Option<&mut GzHeader> {
        // SAFETY: NULL, or alive while the header is read.
        unsafe { self.0.as_mut() }
    }
}

impl HeaderSink for Capture {
    fn text(&mut self, text: bool) {
        if let Some(header) = self.header() {
            header.text = text.into();
        }
    }

    fn time(&mut self, time: u64) {
        if let Some(header) = self.header() {
            header.time = time as c_ulong;
        }
    }

    fn system(&mut self, extra_flags: u8, system: u32) {
        if let Some(header) = self.header() {
            (header.xflags, header.os) = (extra_flags.into(), system as c_int);
        }
    }

    fn extra_length(&mut self, length: Option<u32>) {
        if let Some(header) = self.header() {
            match length {
                Some(length) => header.extra_len = length,
                None => header.extra = null_mut(),
            }
        }
    }

    fn extra(&mut self, left: u32, bytes: &[u8]) {
        let Some(header) = self.header() else { return };
        let at = header.extra_len.wrapping_sub(left);
        if !header.extra.is_null() && at < header.extra_max {
            let count = bytes.len().min((header.extra_max - at) as usize);
            // SAFETY: the caller has `extra_max` bytes at `extra`, and `at + count` is no more.
            unsafe { header.extra.add(at as usize).copy_from(bytes.as_ptr(), count) };
        }
    }

    fn letter(&mut self, text: Text, at: u32, letter: u8) -> bool {
        let Some(header) = self.header() else { return false };
        let (to, room) = match text {
            Text::Name => (header.name, header.name_max),
            Text::Comment => (header.comment, header.comm_max),
        };
        let kept = !to.is_null() && at < room;
        if kept {
            // SAFETY: the caller has `room` bytes at `to`.
            unsafe { to.add(at as usize).write(letter) };
        }
        kept
    }

    fn no_text(&mut self, text: Text) {
        if let Some(header) = self.header() {
            match text {
                Text::Name => header.name = null_mut(),
                Text::Comment => header.comment = null_mut(),
            }
        }
    }

    fn done(&mut self, has_crc: bool) {
        if let Some(header) = self.header() {
            (header.hcrc, header.done) = (has_crc.into(), 1);
        }
    }

    fn not_gzip(&mut self) {
        if let Some(header) = self.header() {
            header.done = -1;
        }
    }
}
