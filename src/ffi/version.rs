//! Who this library is and how it was built: zlibVersion, zlibCompileFlags, zError, zlazy_version.

use super::codes;
use super::names::{uInt, uLong, voidpf};
use core::ffi::{CStr, c_char, c_int};

/// The version of zlib whose interface and behaviour this library has; include/parts/zlib.h says the same.
const ZLIB_VERSION: &CStr = c"1.4.0";

/// This library's own version, from Cargo.toml, with the zero that C wants.
const ZLAZY_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// The version of zlib that this library stands in for, as text: the value that ZLIB_VERSION had in the header the
/// library was built with, "1.4.0".
///
/// Compare its first character with that of your own ZLIB_VERSION: if they differ, header and library do not belong
/// together. The init functions make this check themselves and answer Z_VERSION_ERROR.
#[unsafe(no_mangle)]
pub extern "C" fn zlibVersion() -> *const c_char {
    ZLIB_VERSION.as_ptr()
}

/// The version of zlazy itself, as text of three numbers. No other zlib has this function, so asking the dynamic linker
/// for it tells which library a program got.
#[unsafe(no_mangle)]
pub extern "C" fn zlazy_version() -> *const c_char {
    ZLAZY_VERSION.as_ptr().cast()
}

/// How the library was built, as a set of bits.
///
/// Bits 0-1, 2-3, 4-5 and 6-7 are the sizes of uInt, uLong, a pointer and z_off_t: 0 for 16 bits, 1 for 32, 2 for 64,
/// 3 for any other. The bits above them tell of features left out and of debugging aids; this library is built with every
/// feature and without aids, so they are 0.
#[unsafe(no_mangle)]
pub extern "C" fn zlibCompileFlags() -> uLong {
    size_code(size_of::<uInt>())
        | size_code(size_of::<uLong>()) << 2
        | size_code(size_of::<voidpf>()) << 4
        | size_code(size_of::<libc::off_t>()) << 6
}

/// The text that stands for a return code, such as "data error" for Z_DATA_ERROR. For Z_OK and for numbers that are no
/// return code it is empty; it is never NULL, and it must not be freed or changed.
#[unsafe(no_mangle)]
pub extern "C" fn zError(err: c_int) -> *const c_char {
    codes::text(err).as_ptr()
}

/// The two bits by which zlibCompileFlags tells a type's size.
const fn size_code(bytes: usize) -> uLong {
    match bytes {
        2 => 0,
        4 => 1,
        8 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(from_c: *const c_char) -> &'static str {
        // SAFETY: the functions under test return static strings that end with a zero.
        unsafe { CStr::from_ptr(from_c) }.to_str().expect("ASCII")
    }

    #[test]
    fn a7_versions_are_three_numbers() {
        for version in [text(zlibVersion()), text(zlazy_version())] {
            let numbers: Vec<u32> = version.split('.').map(|number| number.parse().expect("a number")).collect();
            assert_eq!(numbers.len(), 3, "{version}");
        }
        assert!(text(zlibVersion()).starts_with("1.4"));
    }

    #[test]
    fn the_header_states_the_same_version() {
        let header = include_str!("../../include/parts/zlib.h");
        assert!(header.contains(&format!("#define ZLIB_VERSION \"{}\"\n", text(zlibVersion()))));
    }

    #[test]
    fn zerror_answers_any_number() {
        assert_eq!(text(zError(2)), "need dictionary");
        assert_eq!(text(zError(-6)), "incompatible version");
        for no_code in [c_int::MIN, -7, 0, 3, c_int::MAX] {
            assert_eq!(text(zError(no_code)), "");
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn compile_flags_tell_the_sizes() {
        assert_eq!(zlibCompileFlags(), 0xa9);
    }
}
