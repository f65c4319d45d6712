//! zlib.h's gz functions that read: gzread, gzfread, gzgetc, gzgets, gzungetc.

use super::gz::opened;
use super::names::{gzFile, voidp, z_size_t};
use crate::gz::{GzFile, Kind};
use crate::mem::output::Output;
use core::ffi::{c_char, c_int, c_uint};
use core::ptr::null_mut;

/// Reads len bytes, decompressed, to buf.
///
/// Gzip members that follow one another are read as one; what follows a member and is none, is ignored. Data that comes before
/// damage is given first; only the call after that returns -1. A file that ends amid a member gives what it has; gzerror and
/// gzclose then say Z_BUF_ERROR, and after gzclearerr reading can go on if the file has grown.
///
/// Where there is nothing yet to read on a descriptor that does not wait, the call returns -1 with EAGAIN in errno, and can be
/// made again.
///
/// Returns how many bytes were read, less than len at the file's end or before an error; -1 on an error, if len is no positive
/// int, or if the file is not open for reading.
///
/// # Safety
/// `file` is NULL or an open gzFile that no other thread uses now; `len` bytes are writable at `buf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzread(file: gzFile, buf: voidp, len: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Reader) }) else { return -1 };
    if file.begin_read().is_err() {
        return -1;
    }
    if c_int::try_from(len).is_err() {
        file.refuse(c"request does not fit in an int");
        return -1;
    }
    // SAFETY: the caller's promise.
    let mut output = unsafe { Output::new(buf.cast(), len as usize) };
    // It fits, as `len` does.
    file.read_or_fail(&mut output).map_or(-1, |count| count as c_int)
}

/// Reads nitems items of size bytes each to buf, as fread does; otherwise as gzread. At the file's end a last item may be read
/// in part: its bytes are in buf but it does not count.
///
/// Returns how many whole items were read. 0 may be an error: gzerror tells.
///
/// # Safety
/// `file` as for `gzread`; `size * nitems` bytes are writable at `buf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzfread(buf: voidp, size: z_size_t, nitems: z_size_t, file: gzFile) -> z_size_t {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Reader) }) else { return 0 };
    if file.begin_read().is_err() {
        return 0;
    }
    let Some(length) = size.checked_mul(nitems) else {
        file.refuse(c"request does not fit in a size_t");
        return 0;
    };
    if length == 0 {
        return 0;
    }
    // SAFETY: the caller's promise.
    file.read(&mut unsafe { Output::new(buf.cast(), length) }).checked_div(size).unwrap_or(0)
}

/// Reads a byte. zlib.h also has this as a macro, which takes bytes that are there without a call.
///
/// Returns the byte, or -1 at the file's end or on an error.
///
/// # Safety
/// `file` is NULL or an open gzFile that no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzgetc(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { byte(file) }
}

/// gzgetc, for programs that were compiled with the macro of an old zlib.h.
///
/// # Safety
/// As for `gzgetc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzgetc_(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { byte(file) }
}

/// `gzgetc`.
///
/// # Safety
/// As for `gzgetc`.
#[inline(always)]
unsafe fn byte(file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Reader) }) else { return -1 };
    if file.begin_read().is_err() {
        return -1;
    }
    match file.pass_one() {
        // SAFETY: the mod.rs of gz, invariant 2: what is ready lies in the buffer.
        Some(next) => unsafe { *next }.into(),
        None => file.first_byte().map_or(-1, c_int::from),
    }
}

/// Puts a byte back, to be read next. One is always possible after a read; more, as far as the buffer goes, of which gzbuffer's
/// size twice over is free before the first read. Going elsewhere with gzseek or gzrewind forgets them.
///
/// With c = -1 it only does what a gzseek has left to do, so that gztell tells the truth about a file that ends before.
///
/// Returns c, or -1 if there is no place or c is negative.
///
/// # Safety
/// As for `gzgetc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzungetc(c: c_int, file: gzFile) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Reader) }) else { return -1 };
    let byte = (c >= 0).then_some(c as u8);
    if file.push_back(byte) { c } else { -1 }
}

/// Reads a line: bytes up to and with a newline, or len - 1 of them, or up to the file's end, and writes them and a zero to buf.
/// Zeros in the file are bytes like others.
///
/// Returns buf; NULL if not a byte could be read (then buf is as it was) or an argument is not valid. With a descriptor that
/// does not wait, a line may come in pieces.
///
/// # Safety
/// `file` as for `gzgetc`; `buf` is NULL or has `len` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzgets(file: gzFile, buf: *mut c_char, len: c_int) -> *mut c_char {
    let Some(room) = usize::try_from(len).ok().and_then(|len| len.checked_sub(1)) else { return null_mut() };
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Reader) }) else { return null_mut() };
    if buf.is_null() || file.begin_read().is_err() {
        return null_mut();
    }
    // SAFETY: the caller's promise: `room` bytes and one more are writable.
    if unsafe { whole_line(file, buf.cast(), room) } {
        return buf;
    }
    // SAFETY: the caller's promise.
    let mut output = unsafe { Output::new(buf.cast(), room) };
    if !file.line(&mut output) {
        return null_mut();
    }
    // SAFETY: one byte more than the cursor had room for is writable.
    unsafe { output.next().write(0) };
    buf
}

/// The common case of `gzgets` at little cost: copies a line that lies in the file's buffer as a whole, newline and all, and a
/// zero behind it. `false`, and nothing is done, if there is none.
///
/// # Safety
/// `room + 1` bytes are writable at `to`.
#[inline(always)]
unsafe fn whole_line(file: &mut GzFile, to: *mut u8, room: usize) -> bool {
    let (next, ready) = file.ready_now();
    if ready == 0 {
        return false;
    }
    // SAFETY: the mod.rs of gz, invariant 2: these bytes lie in the buffer.
    let newline = unsafe { libc::memchr(next.cast(), c_int::from(b'\n'), ready.min(room)) };
    if newline.is_null() {
        return false;
    }
    let count = newline.addr() - next.addr() + 1;
    // SAFETY: `count` is at most `ready` and `room`; the program's memory is not the file's buffer.
    unsafe {
        core::ptr::copy_nonoverlapping(next, to, count);
        to.add(count).write(0);
    }
    file.pass(count);
    true
}
