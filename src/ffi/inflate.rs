//! zlib.h's inflate functions.

use super::codes::{self, MEM_ERROR, OK, STREAM_ERROR, VERSION_ERROR};
use super::handle::{self, Engine, Kind, Open};
use super::names::Bytef;
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

impl Decompressor {
    /// The decompressor alone.
    pub fn engine(&mut self) -> &mut Inflate {
        &mut self.engine
    }
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

/// Begins a decompressor of zlib streams with windows up to 32 KiB. Call it as inflateInit(strm).
///
/// Before the call the program sets zalloc, zfree and opaque (functions of its own or Z_NULL for the C library's), next_in
/// and avail_in. No input is read yet. total_in, total_out, msg and data_type are set to 0.
///
/// Returns Z_OK; Z_MEM_ERROR if memory is refused; Z_STREAM_ERROR for a NULL stream; Z_VERSION_ERROR if the program was
/// compiled with an incompatible zlib.h.
///
/// # Safety
/// As for `inflateInit2_`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateInit_(strm: *mut ZStream, version: *const c_char, stream_size: c_int) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { init(strm, DEFAULT_WINDOW_BITS, version, stream_size) }
}

/// Begins a decompressor for a format and a window. Call it as inflateInit2(strm, windowBits). The fields of strm are used
/// and set as by inflateInit.
///
/// windowBits: the largest window that is accepted is 2 to this power, 8 to 15; the number also says what is around the data:
/// - 8..15: zlib (RFC 1950); a stream whose header states a larger window is refused;
/// - 0: zlib, with any window that the header states;
/// - 24..31 or 16 (add 16): gzip (RFC 1952), one member;
/// - 40..47 or 32 (add 32): zlib or gzip, whichever the data begins with;
/// - -15..-8 (negative): raw deflate (RFC 1951), no header and no check.
///
/// At the end of a gzip member inflate() returns Z_STREAM_END; another member may follow in the input, after inflateReset.
///
/// Returns Z_OK; Z_STREAM_ERROR for windowBits out of range or a NULL stream; Z_MEM_ERROR; Z_VERSION_ERROR.
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

/// Decompresses: reads from next_in and writes to next_out until the input is used up, the room is full or the stream ends,
/// and moves next_in, avail_in, total_in, next_out, avail_out and total_out accordingly. No byte at next_out beyond what was
/// written is changed. Before each call the program provides input, room, or both.
///
/// flush:
/// - Z_NO_FLUSH, Z_SYNC_FLUSH: as much as possible, the normal case.
/// - Z_FINISH: this call is to complete the stream: all input is there, and room for all output. If that holds, no window is
///   ever allocated. If it does not, the call returns Z_BUF_ERROR and decompression may go on.
/// - Z_BLOCK: stop at the end of the header and of each block.
/// - Z_TREES: as Z_BLOCK, and also stop where the head of a block ends and its data begins.
///
/// On return data_type tells where decoding stands: the number of bits in the last byte read that are not used yet, plus 64
/// in the last block, plus 128 right behind a block or header, plus 256 right behind the head of a block. adler is the
/// checksum of the output so far (Adler-32, or CRC-32 for gzip); both checksum and length are compared with the trailer.
/// When a preset dictionary is needed, adler is the dictionary's Adler-32.
///
/// Returns Z_OK if something was read or written; Z_STREAM_END when the stream is complete and its check was right;
/// Z_NEED_DICT if inflateSetDictionary has to be called; Z_DATA_ERROR if the data is damaged, with the reason in msg (try
/// inflateSync to skip to a later part); Z_BUF_ERROR if nothing could be done or Z_FINISH could not be fulfilled, which is
/// not fatal; Z_MEM_ERROR; Z_STREAM_ERROR if the stream is not valid, next_out is NULL, or next_in is NULL with avail_in not
/// 0. After Z_DATA_ERROR each further call returns it again.
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
    let result = engine.run(&allocator, &mut input, &mut output, flush, &mut Capture::new(*header));
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
        strm.msg = fault.text().as_ptr();
    }
    if !matches!(result, Ok(Progress::NeedDictionary) | Err(Error::Stream | Error::Memory)) {
        strm.data_type = engine.position() as c_int;
    }
}

/// Ends a decompressor and returns its memory.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateEnd(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { strm, head, allocator }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    head.engine.engine.end(&allocator);
    // SAFETY: the head was opened just now and the reference is given up here.
    unsafe { handle::detach(strm, NonNull::from(head), &allocator) };
    OK
}

/// Begins anew on the same stream, with the same windowBits: as inflateEnd and inflateInit2, but cheaper. A structure given
/// to inflateGetHeader is forgotten.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
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

/// inflateReset with new windowBits, as for inflateInit2.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream or windowBits is not valid.
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

/// As inflateReset, but keeps the window, so that distances can reach back into earlier output. Not part of zlib's documented
/// interface.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
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

/// Puts the lowest bits (0 to 16) of value in front of the input: a way to begin at a bit in the middle of a byte. For raw
/// streams, before the first inflate() or after one that stopped at a block's end for Z_BLOCK. Negative bits drop all bits
/// that were read ahead. data_type is not updated.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid, bits exceeds 16, or more than 32 bits would be waiting.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflatePrime(strm: *mut ZStream, bits: c_int, value: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    codes::code(head.engine.engine.prime(bits, value))
}

/// Gives the decompressor the bytes that the compressor was given by deflateSetDictionary. zlib format: when inflate() has
/// returned Z_NEED_DICT; adler says which dictionary is meant. Raw: at any time; the bytes count as output that came last.
///
/// Returns Z_OK; Z_DATA_ERROR if it is not the dictionary that the stream names; Z_STREAM_ERROR if the stream is not valid or
/// this is not the moment; Z_MEM_ERROR if there is no memory for the window.
///
/// # Safety
/// `strm` is NULL or a `z_stream`; `length` bytes are readable at `dictionary`, if that is not NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateSetDictionary(strm: *mut ZStream, dictionary: *const Bytef, length: c_uint) -> c_int {
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

/// Copies to dictionary the bytes of the window, oldest first, and sets dictLength to how many they are, at most 32768.
/// Either pointer may be NULL.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// `strm` is NULL or a `z_stream`; `dictionary` is NULL or has room for the window; `length` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateGetDictionary(
    strm: *mut ZStream,
    dictionary: *mut Bytef,
    length: *mut c_uint,
) -> c_int {
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

/// Asks that the gzip header be kept in head. Call it after inflateInit2 or inflateReset, before the first inflate(). head
/// must stay until done is set: 1 when the header is complete (and its CRC, if there is one, was right), -1 when the stream
/// turns out to be zlib.
///
/// extra, name and comment of head are NULL or point to extra_max, name_max and comm_max bytes of space. What does not fit is
/// cut off: extra_len still tells the real length, and a cut name or comment has no zero at its end. A pointer whose field the
/// header lacks is set to NULL, so keep it elsewhere if it has to be freed.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid or does not accept gzip.
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

/// Skips input up to the bytes 00 00 ff ff, with which a full flush of the compressor ends, and prepares to decode from
/// there. The bytes can also occur by chance. No output is written, and the stream's check is not made any more.
///
/// Returns Z_OK if they were found (total_in then says where); Z_DATA_ERROR if not, and more input may be tried; Z_BUF_ERROR
/// if there was no input; Z_STREAM_ERROR if the stream is not valid.
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

/// 1 if decoding stands at the empty stored block of a sync or full flush, before its data; 0 if not; Z_STREAM_ERROR if the
/// stream is not valid. Not part of zlib's documented interface.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateSyncPoint(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else { return STREAM_ERROR };
    head.engine.engine.at_sync_point().into()
}

/// Makes dest a second, independent stream in the state of source, with memory of its own from source's zalloc: a place to
/// come back to in a long stream. Both have to be ended.
///
/// Returns Z_OK; Z_STREAM_ERROR if source is not valid or dest is NULL; Z_MEM_ERROR if memory is refused. After an error
/// dest's state is NULL and the rest of it is as it was, so that inflateEnd(dest) is safe.
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

/// Would allow distances that reach before the beginning of the output, which this library never does. Not part of zlib's
/// documented interface.
///
/// Returns Z_DATA_ERROR, or Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn inflateUndermine(strm: *mut ZStream, _subvert: c_int) -> c_int {
    // SAFETY: the caller's promise.
    if unsafe { handle::open::<Decompressor>(strm) }.is_none() { STREAM_ERROR } else { codes::DATA_ERROR }
}

/// Turns the comparison of checksum and length with the trailer on (check not 0) or off. Not part of zlib's documented
/// interface.
///
/// Returns Z_OK, or Z_STREAM_ERROR if the stream is not valid.
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

/// Tells where decoding stands within a block, for programs that want to resume there. The upper part of the answer
/// (answer >> 16) is -1 outside coded data, and the lower 16 bits are then the bytes of a stored block that are still to be
/// copied, or 0 outside of one. Otherwise the upper part is how many bits before the current position the code now being
/// decoded began, and the lower bits how many bytes of its match were written already.
///
/// Returns that, or -65536 if the stream is not valid.
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

/// How many entries the decoding tables of the current block have, or (unsigned long)-1 if the stream is not valid. Not part
/// of zlib's documented interface.
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
pub(super) struct Capture(*mut GzHeader);

impl Capture {
    /// What writes into `header`; nothing if that is NULL.
    pub(super) fn new(header: *mut GzHeader) -> Self {
        Capture(header)
    }

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
