//! zlib.h's gz functions that open, close and ask: gzopen, gzclose, gzerror, gzseek and their kin.

use super::codes::{self, ERRNO, OK, STREAM_ERROR};
use super::names::gzFile;
use crate::gz::error::Condition;
use crate::gz::{Exposed, GzFile, Kind};
use crate::mem::alloc::{ALIGN, Allocator, Block};
use core::ffi::{CStr, c_char, c_int, c_uint};
use core::ptr::{null, null_mut};

/// What a gzFile points at: its first field is the file, whose first field is what zlib.h shows of it.
#[repr(C)]
struct Handle {
    file: GzFile,
    block: Option<Block>,
}

// An open file that was not used yet, with a name of usual length, is to take at most 1 KiB.
const _: () = assert!(size_of::<Handle>() <= 512 && align_of::<Handle>() <= ALIGN);

/// The file, if it is open in this way.
///
/// # Safety
/// `file` is NULL or came from gzopen or gzdopen and was not closed; nothing else uses it during the call.
#[inline(always)]
pub(super) unsafe fn opened<'a>(file: gzFile, kind: Kind) -> Option<&'a mut GzFile> {
    // SAFETY: the caller's promise.
    unsafe { marked(file, |mark| mark == kind as u32) }
}

/// The file, if it is one.
///
/// # Safety
/// As for `opened`.
unsafe fn any<'a>(file: gzFile) -> Option<&'a mut GzFile> {
    // SAFETY: the caller's promise.
    unsafe { marked(file, |mark| mark == Kind::Reader as u32 || mark == Kind::Writer as u32) }
}

/// The file, if its mark is right.
///
/// # Safety
/// As for `opened`.
#[inline(always)]
unsafe fn marked<'a>(file: gzFile, right: impl FnOnce(u32) -> bool) -> Option<&'a mut GzFile> {
    let file = file.cast::<GzFile>();
    // SAFETY: the caller's promise; only the mark is read before it is known.
    if file.is_null() || !right(unsafe { (*file).kind }) {
        return None;
    }
    // SAFETY: the mark says that it is a file; the borrow is unique by the caller's promise.
    Some(unsafe { &mut *file })
}

/// Puts an open file behind a gzFile.
fn attach(open: impl FnOnce() -> Option<GzFile>) -> gzFile {
    let memory = &Allocator::Default;
    let Some(block) = memory.take(size_of::<Handle>()) else { return null_mut() };
    let place = block.start().cast::<Handle>();
    let Some(file) = open() else {
        memory.give_back(block);
        return null_mut();
    };
    // SAFETY: the block is big and aligned enough for a Handle (see above) and belongs to nobody else.
    unsafe { place.write(Handle { file, block: Some(block) }) };
    place.as_ptr().cast::<Exposed>()
}

/// Opens the file `path` as `mode` says.
///
/// # Safety
/// Both are NULL or C strings.
unsafe fn open_path(path: *const c_char, mode: *const c_char) -> gzFile {
    if path.is_null() || mode.is_null() {
        return null_mut();
    }
    // SAFETY: the caller's promise, and not NULL.
    let (path, mode) = unsafe { (CStr::from_ptr(path), CStr::from_ptr(mode)) };
    attach(|| GzFile::open(path, None, mode))
}

/// Closes a file that is open in this way.
///
/// # Safety
/// As for `opened`.
unsafe fn close(file: gzFile, kind: Kind) -> c_int {
    // SAFETY: the caller's promise.
    let Some(opened) = (unsafe { opened(file, kind) }) else { return STREAM_ERROR };
    let mut code = match (kind, opened.condition()) {
        (Kind::Writer, _) => codes::file_code(opened.finish()),
        // The last read met the file's end amid a member.
        (Kind::Reader, condition @ Condition::Buffer(_)) => codes::file_code(condition),
        (Kind::Reader, _) => OK,
    };
    // A second close finds no mark, as long as nobody else got the memory.
    opened.kind = 0;
    // SAFETY: every file lies in a Handle (`attach`), which is read out once, as its mark is gone.
    let handle = unsafe { file.cast::<Handle>().read() };
    if !handle.file.close() {
        code = ERRNO;
    }
    if let Some(block) = handle.block {
        Allocator::Default.give_back(block);
    }
    code
}

/// Opens a file in gzip format (RFC 1952) to be read or written as if it were not compressed.
///
/// mode, as for fopen, has one of these letters:
/// - r: read. A file that does not begin as a gzip file does is read as it is; see gzdirect;
/// - w: write; what the file had is gone;
/// - a: write behind what the file has, as a further gzip member. Readers see the members' data joined.
///
/// and any of these:
/// - 0 to 9: the level, as for deflateInit;
/// - f, h, R, F: the strategy: Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED;
/// - T: write without compression and without gzip's format. Not for reading;
/// - G: read nothing but gzip: another format is an error. Not for writing;
/// - x: the file must not exist yet, when writing;
/// - e: close the file when the process executes another program;
/// - N: do not wait for the other end of a pipe or device. Calls then do what they can; see gzread and gzwrite;
/// - b: nothing, as everywhere on Unix. Other letters mean nothing either, but + is refused.
///
/// Nothing is read or written yet, and hardly any memory taken.
///
/// Returns NULL if the mode is not valid, memory is refused, or the file cannot be opened; errno then tells why.
///
/// # Safety
/// `path` and `mode` are NULL or C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzopen(path: *const c_char, mode: *const c_char) -> gzFile {
    // SAFETY: the caller's promise.
    unsafe { open_path(path, mode) }
}

/// gzopen for files of any length, which gzopen opens, too.
///
/// # Safety
/// As for `gzopen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzopen64(path: *const c_char, mode: *const c_char) -> gzFile {
    // SAFETY: the caller's promise.
    unsafe { open_path(path, mode) }
}

/// Takes over the open file descriptor fd: gzclose closes it. mode is as for gzopen, but the file is neither created nor
/// emptied; e and N change the descriptor.
///
/// Reading begins where the descriptor stands. In messages the file is called <fd:N>, N being the number.
///
/// Returns NULL, with fd left open, if the mode is not valid, fd is negative, or memory is refused. That fd is not open
/// shows later.
///
/// # Safety
/// `mode` is NULL or a C string; `fd` belongs to the file from now on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzdopen(fd: c_int, mode: *const c_char) -> gzFile {
    if fd < 0 || mode.is_null() {
        return null_mut();
    }
    // SAFETY: the caller's promise, and not NULL.
    let mode = unsafe { CStr::from_ptr(mode) };
    let mut room = [0; 20];
    // SAFETY: the room suffices for any int, so snprintf writes a C string.
    unsafe { libc::snprintf(room.as_mut_ptr(), room.len(), c"<fd:%d>".as_ptr(), fd) };
    // SAFETY: as above.
    let name = unsafe { CStr::from_ptr(room.as_ptr()) };
    attach(|| GzFile::open(name, Some(fd), mode))
}

/// Sets the size of the file's buffers, three times which is taken in all; 8192 unless set, at least 8. More makes calls on
/// short pieces faster and lets gzprintf write longer texts.
///
/// Returns 0; -1 after the first read or write, for a size of 2^31 or more, or for what is no open file.
///
/// # Safety
/// `file` is NULL or an open gzFile that no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzbuffer(file: gzFile, size: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { any(file) }) else { return -1 };
    if file.set_size(size) { 0 } else { -1 }
}

/// Tells whether the file's bytes are handed on as they are (1), or decompressed or compressed (0).
///
/// When reading, this is known once the first four bytes were looked at, which this call does if no other has done so: call
/// gzbuffer before it. An empty file counts as not compressed.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzdirect(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { any(file) }.is_some_and(GzFile::is_plain).into()
}

/// Writes what is left to be written, closes the file and frees what belongs to it. A file is closed once.
///
/// Returns Z_OK; Z_STREAM_ERROR for what is no open file; Z_ERRNO if writing or closing failed; Z_MEM_ERROR; Z_BUF_ERROR if the
/// last read met the file's end amid compressed data. The file is closed in any case but the first error's.
///
/// # Safety
/// As for `gzbuffer`; the file is gone afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzclose(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    let reads = unsafe { opened(file, Kind::Reader) }.is_some();
    // SAFETY: the caller's promise.
    unsafe { close(file, if reads { Kind::Reader } else { Kind::Writer }) }
}

/// gzclose for a file that is read; Z_STREAM_ERROR for others.
///
/// # Safety
/// As for `gzclose`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzclose_r(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { close(file, Kind::Reader) }
}

/// gzclose for a file that is written; Z_STREAM_ERROR for others.
///
/// # Safety
/// As for `gzclose`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzclose_w(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { close(file, Kind::Writer) }
}

/// Tells what went wrong last: a sentence that begins with the file's name, empty if nothing did. It is valid until the next
/// call on the file. *errnum, unless errnum is NULL, is set to the code; for Z_ERRNO the system's number was in errno.
///
/// What went wrong is told at once, even where data from before is still to be read. Returns NULL for what is no open file.
///
/// # Safety
/// As for `gzbuffer`; `errnum` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzerror(file: gzFile, errnum: *mut c_int) -> *const c_char {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { any(file) }) else { return null() };
    let sentence = file.sentence().as_ptr();
    // SAFETY: the caller's promise; as_mut answers NULL.
    if let Some(errnum) = unsafe { errnum.as_mut() } {
        *errnum = codes::file_code(file.condition());
    }
    sentence
}

/// Forgets what went wrong and that the file's end was met, so that reading goes on in a file that has grown.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzclearerr(file: gzFile) {
    // SAFETY: the caller's promise.
    if let Some(file) = unsafe { any(file) } {
        file.clear_condition();
    }
}

/// Tells whether a read wanted more than there was: 1, or 0. As with feof, a read that just took the last byte does not
/// count. 0 for a file that is written.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzeof(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { opened(file, Kind::Reader) }.is_some_and(|file| file.is_past_end()).into()
}

/// gzseek with an offset of 64 bits.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzseek64(file: gzFile, offset: i64, whence: c_int) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { go_to(file, offset, whence) }
}

/// Goes to the position offset, counted in uncompressed bytes from the start (whence is SEEK_SET) or from the position now
/// (SEEK_CUR). SEEK_END is refused.
///
/// A reader reads and forgets what lies between, with the next read; to go back it begins anew, which a pipe does not allow.
/// A writer can go forward only, and writes zeros. In a file that is read as it is, the system's lseek does it.
///
/// Returns the new position, or -1; then nothing has changed.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzseek(file: gzFile, offset: libc::off_t, whence: c_int) -> libc::off_t {
    // SAFETY: the caller's promise.
    narrow(unsafe { go_to(file, offset, whence) })
}

/// Goes to the first byte again: as gzseek(file, 0, SEEK_SET), for a file that is read. Bytes pushed back are forgotten.
///
/// Returns 0, or -1.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzrewind(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Reader) }) else { return -1 };
    if file.rewind().is_ok() { 0 } else { -1 }
}

/// gztell with 64 bits.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gztell64(file: gzFile) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { any(file) }.map_or(-1, |file| file.position())
}

/// Tells the position of the next byte to be read or written, counted in uncompressed bytes from where the file was opened; -1
/// for what is no open file.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gztell(file: gzFile) -> libc::off_t {
    // SAFETY: the caller's promise.
    narrow(unsafe { any(file) }.map_or(-1, |file| file.position()))
}

/// gzoffset with 64 bits.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzoffset64(file: gzFile) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { any(file) }.and_then(|file| file.offset()).unwrap_or(-1)
}

/// Tells how much of the file was used or written, in the file's own bytes from its start: for showing progress. What waits in
/// buffers does not count. -1 for a pipe.
///
/// # Safety
/// As for `gzbuffer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzoffset(file: gzFile) -> libc::off_t {
    // SAFETY: the caller's promise.
    narrow(unsafe { any(file) }.and_then(|file| file.offset()).unwrap_or(-1))
}

/// `gzseek64`.
///
/// # Safety
/// As for `gzbuffer`.
unsafe fn go_to(file: gzFile, offset: impl Into<i64>, whence: c_int) -> i64 {
    // SAFETY: the caller's promise.
    match (unsafe { any(file) }, whence) {
        (Some(file), libc::SEEK_SET | libc::SEEK_CUR) => {
            file.seek(offset.into(), whence == libc::SEEK_CUR).unwrap_or(-1)
        }
        _ => -1,
    }
}

/// A position as the type that the system has; -1 if it does not fit.
fn narrow(position: i64) -> libc::off_t {
    libc::off_t::try_from(position).unwrap_or(-1)
}
