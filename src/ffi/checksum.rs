//! The checksum entries of zlib.h.

use crate::checksum::{adler32 as adler, combine, crc32 as crc};
use core::ffi::{c_uchar, c_uint, c_ulong};

/// The caller's bytes; `None` if `buf` is NULL, whatever the length.
///
/// # Safety
/// `buf` is NULL or the start of `len` readable bytes.
unsafe fn bytes<'a>(buf: *const c_uchar, len: usize) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise; no object is longer than isize::MAX.
    (!buf.is_null()).then(|| unsafe { core::slice::from_raw_parts(buf, len) })
}

/// A `z_off_t`, which is narrower than 64 bits on some targets.
fn wide(length: impl Into<i64>) -> i64 {
    length.into()
}

/// Continues an Adler-32 (RFC 1950) over len bytes at buf and returns it. The checksum of nothing, to begin with, is 1; a
/// call with buf NULL returns it.
///
/// # Safety
/// `buf` is NULL or the start of `len` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn adler32(adler: c_ulong, buf: *const c_uchar, len: c_uint) -> c_ulong {
    // SAFETY: the caller's promise.
    match unsafe { bytes(buf, len as usize) } {
        Some(data) => adler::adler32(adler as u32, data).into(),
        None => adler::START.into(),
    }
}

/// adler32 with a length of type z_size_t.
///
/// # Safety
/// As for [`adler32`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn adler32_z(adler: c_ulong, buf: *const c_uchar, len: usize) -> c_ulong {
    // SAFETY: the caller's promise.
    match unsafe { bytes(buf, len) } {
        Some(data) => adler::adler32(adler as u32, data).into(),
        None => adler::START.into(),
    }
}

/// Continues a CRC-32 (RFC 1952) over len bytes at buf and returns it. The CRC of nothing, to begin with, is 0; a call with
/// buf NULL returns it. The inversions before and after are part of the call.
///
/// # Safety
/// `buf` is NULL or the start of `len` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crc32(crc: c_ulong, buf: *const c_uchar, len: c_uint) -> c_ulong {
    // SAFETY: the caller's promise.
    match unsafe { bytes(buf, len as usize) } {
        Some(data) => crc::crc32(crc as u32, data).into(),
        None => crc::START.into(),
    }
}

/// crc32 with a length of type z_size_t.
///
/// # Safety
/// As for [`crc32`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crc32_z(crc: c_ulong, buf: *const c_uchar, len: usize) -> c_ulong {
    // SAFETY: the caller's promise.
    match unsafe { bytes(buf, len) } {
        Some(data) => crc::crc32(crc as u32, data).into(),
        None => crc::START.into(),
    }
}

/// The Adler-32 of two pieces of data put together, from the checksum of each and the length of the second. A negative length
/// gives 0xffffffff.
#[unsafe(no_mangle)]
pub extern "C" fn adler32_combine(adler1: c_ulong, adler2: c_ulong, len2: libc::off_t) -> c_ulong {
    combine::adler32(adler1 as u32, adler2 as u32, wide(len2)).into()
}

/// [`adler32_combine`] with a 64-bit length.
#[unsafe(no_mangle)]
pub extern "C" fn adler32_combine64(adler1: c_ulong, adler2: c_ulong, len2: i64) -> c_ulong {
    combine::adler32(adler1 as u32, adler2 as u32, len2).into()
}

/// The CRC-32 of two pieces of data put together, from the CRC of each and the length of the second. A negative length gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn crc32_combine(crc1: c_ulong, crc2: c_ulong, len2: libc::off_t) -> c_ulong {
    combine::crc32(crc1 as u32, crc2 as u32, wide(len2)).into()
}

/// [`crc32_combine`] with a 64-bit length.
#[unsafe(no_mangle)]
pub extern "C" fn crc32_combine64(crc1: c_ulong, crc2: c_ulong, len2: i64) -> c_ulong {
    combine::crc32(crc1 as u32, crc2 as u32, len2).into()
}

/// What crc32_combine computes from len2 alone, to be used any number of times with crc32_combine_op. A negative length gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn crc32_combine_gen(len2: libc::off_t) -> c_ulong {
    combine::crc32_operator(wide(len2)).into()
}

/// [`crc32_combine_gen`] with a 64-bit length.
#[unsafe(no_mangle)]
pub extern "C" fn crc32_combine_gen64(len2: i64) -> c_ulong {
    combine::crc32_operator(len2).into()
}

/// crc32_combine with the result of crc32_combine_gen in place of a length.
#[unsafe(no_mangle)]
pub extern "C" fn crc32_combine_op(crc1: c_ulong, crc2: c_ulong, op: c_ulong) -> c_ulong {
    combine::crc32_with(crc1 as u32, crc2 as u32, op as u32).into()
}

/// The table of the CRC-32 of each byte, 256 entries, for programs that do a step of their own. Not part of zlib's documented
/// interface.
#[unsafe(no_mangle)]
pub extern "C" fn get_crc_table() -> *const u32 {
    crc::TABLE.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr::null;

    #[test]
    fn null_gives_the_initial_value_and_no_bytes_give_the_seed() {
        let byte = [0u8; 1];
        // SAFETY: NULL is allowed, and no byte is read where the length is 0.
        unsafe {
            assert_eq!((crc32(7, null(), 0), crc32_z(7, null(), 0)), (0, 0));
            assert_eq!((adler32(7, null(), 0), adler32_z(7, null(), 0)), (1, 1));
            assert_eq!((crc32(7, byte.as_ptr(), 0), crc32_z(7, byte.as_ptr(), 0)), (7, 7));
            assert_eq!((adler32(7, byte.as_ptr(), 0), adler32_z(7, byte.as_ptr(), 0)), (7, 7));
        }
    }

    #[test]
    fn both_widths_agree() {
        for length in [-1, 0, 1, 65521, 1 << 30] {
            assert_eq!(crc32_combine(1, 2, length), crc32_combine64(1, 2, wide(length)));
            assert_eq!(adler32_combine(1, 2, length), adler32_combine64(1, 2, wide(length)));
            assert_eq!(crc32_combine_gen(length), crc32_combine_gen64(wide(length)));
            assert_eq!(crc32_combine_op(1, 2, crc32_combine_gen(length)), crc32_combine(1, 2, length));
        }
    }
}
