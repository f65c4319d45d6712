//! zlib.h's gz functions that write: gzwrite, gzfwrite, gzputc, gzputs, gzprintf, gzflush, gzsetparams.

use super::codes::{self, OK, STREAM_ERROR};
use super::gz::opened;
use super::names::{gzFile, voidpc, z_size_t};
use crate::format::flush::Flush;
use crate::gz::error::Condition;
use crate::gz::{GzFile, Kind};
use crate::mem::input::Input;
use core::ffi::{CStr, c_char, c_int, c_uint, c_void};

/// A C va_list as a parameter: on every system that is one pointer or is passed as one.
type VaList = *mut c_void;

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, arguments: VaList) -> c_int;
}

/// The file, if it can be written to now.
///
/// # Safety
/// As for `gzwrite`.
#[inline(always)]
unsafe fn writable<'a>(file: gzFile) -> Option<&'a mut GzFile> {
    // SAFETY: the caller's promise.
    let file = unsafe { opened(file, Kind::Writer) }?;
    file.begin_write().then_some(file)
}

/// Compresses len bytes at buf to the file.
///
/// On a descriptor that does not wait, less than len may be taken; the rest can be written later.
///
/// Returns how many bytes were taken; 0 for none, on an error, if len is no positive int, or if the file is not open for
/// writing.
///
/// # Safety
/// `file` is NULL or an open gzFile that no other thread uses now; `len` bytes are readable at `buf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzwrite(file: gzFile, buf: voidpc, len: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { writable(file) }) else { return 0 };
    if c_int::try_from(len).is_err() {
        file.fail(Condition::Data(c"requested length does not fit in int"));
        return 0;
    }
    // SAFETY: the caller's promise.
    let mut input = unsafe { Input::new(buf.cast(), len as usize) };
    // It fits, as `len` does.
    file.write(&mut input) as c_int
}

/// Compresses nitems items of size bytes each at buf to the file, as fwrite does; otherwise as gzwrite. On a descriptor that
/// does not wait, an item may be taken in part.
///
/// Returns how many whole items were taken; 0 on an error.
///
/// # Safety
/// `file` as for `gzwrite`; `size * nitems` bytes are readable at `buf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzfwrite(buf: voidpc, size: z_size_t, nitems: z_size_t, file: gzFile) -> z_size_t {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { writable(file) }) else { return 0 };
    let Some(length) = size.checked_mul(nitems) else {
        file.fail(Condition::Stream(c"request does not fit in a size_t"));
        return 0;
    };
    if length == 0 {
        return 0;
    }
    // SAFETY: the caller's promise.
    file.write(&mut unsafe { Input::new(buf.cast(), length) }).checked_div(size).unwrap_or(0)
}

/// Compresses the byte c, as an unsigned char, to the file. Returns that byte, or -1 on an error.
///
/// # Safety
/// `file` is NULL or an open gzFile that no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzputc(file: gzFile, c: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { writable(file) }) else { return -1 };
    if file.write_byte(c as u8) { c_int::from(c as u8) } else { -1 }
}

/// Compresses the text s, without the zero at its end, to the file.
///
/// Returns how many bytes were taken, which is fewer than the text has where a descriptor that does not wait has stalled; -1 on
/// an error, or if the length is no int.
///
/// # Safety
/// `file` as for `gzputc`; `s` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzputs(file: gzFile, s: *const c_char) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { writable(file) }) else { return -1 };
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(s) }.to_bytes();
    if c_int::try_from(text.len()).is_err() {
        file.fail(Condition::Stream(c"string length does not fit in int"));
        return -1;
    }
    let taken = file.write(&mut Input::from(text));
    if taken == 0 && !text.is_empty() { -1 } else { taken as c_int }
}

/// gzprintf, going on: gzprintf.c makes a va_list of the arguments.
///
/// # Safety
/// As for `gzvprintf`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _zlazy_gzvprintf(file: gzFile, format: *const c_char, arguments: VaList) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { print(file, format, arguments) }
}

/// gzprintf with the arguments in a va_list.
///
/// # Safety
/// `file` as for `gzputc`; `format` and `arguments` are valid for vprintf.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzvprintf(file: gzFile, format: *const c_char, arguments: VaList) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { print(file, format, arguments) }
}

/// Formats a text as printf does and compresses it to the file.
///
/// # Safety
/// As for `gzvprintf`.
unsafe fn print(file: gzFile, format: *const c_char, arguments: VaList) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { writable(file) }) else { return STREAM_ERROR };
    let result = file.print(|room| {
        // SAFETY: the caller's promise for format and arguments, which are used this once.
        unsafe { vsnprintf(room.as_mut_ptr().cast(), room.len(), format, arguments) }
    });
    result.unwrap_or_else(|_| codes::file_code(file.condition()))
}

#[cfg(any(
    target_arch = "x86_64",
    target_arch = "x86",
    target_arch = "aarch64",
    target_arch = "arm",
    target_arch = "riscv64",
    target_arch = "loongarch64"
))]
mod variadic {
    use super::{c_char, c_int, gzFile};

    unsafe extern "C" {
        fn _zlazy_gzprintf(file: gzFile, format: *const c_char, ...) -> c_int;
    }

    /// Jumps to the function in gzprintf.c with all arguments where they are: it is there because a function of C is not
    /// exported from what rustc links. Declared and documented in include/parts.
    ///
    /// # Safety
    /// As for printf; `file` as for `gzputc`.
    #[unsafe(naked)]
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn gzprintf(file: gzFile, format: *const c_char) -> c_int {
        #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
        core::arch::naked_asm!("jmp {}", sym _zlazy_gzprintf);
        #[cfg(any(target_arch = "aarch64", target_arch = "arm", target_arch = "loongarch64"))]
        core::arch::naked_asm!("b {}", sym _zlazy_gzprintf);
        #[cfg(target_arch = "riscv64")]
        core::arch::naked_asm!("tail {}", sym _zlazy_gzprintf);
    }
}

/// Compresses and writes all that was given so far. flush is as for deflate(); Z_FINISH ends the gzip member, and what is
/// written later begins another. Frequent flushes make the file larger.
///
/// Returns Z_OK; Z_STREAM_ERROR if flush is out of range or the file is not open for writing; else gzerror's code.
///
/// # Safety
/// As for `gzputc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzflush(file: gzFile, flush: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { writable(file) }) else { return STREAM_ERROR };
    let Some(flush) = Flush::from_number(flush).filter(|flush| !matches!(flush, Flush::Block | Flush::Trees)) else {
        return STREAM_ERROR;
    };
    match file.flush(flush) {
        Ok(()) => OK,
        Err(_) => codes::file_code(file.condition()),
    }
}

/// Changes level and strategy, as for deflateInit2, for what is written from now on.
///
/// Returns Z_OK; Z_STREAM_ERROR if the file is not open for writing or does not compress; Z_ERRNO or Z_MEM_ERROR if what was
/// given so far could not be written.
///
/// # Safety
/// As for `gzputc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gzsetparams(file: gzFile, level: c_int, strategy: c_int) -> c_int {
    // SAFETY: the caller's promise.
    let Some(file) = (unsafe { opened(file, Kind::Writer) }) else { return STREAM_ERROR };
    if !file.compresses() || !file.begin_write() {
        return STREAM_ERROR;
    }
    match file.set_params(level, strategy) {
        Ok(()) => OK,
        Err(_) => codes::file_code(file.condition()),
    }
}
