//! The structures of zlib.h, field for field. Comments here are the header's.
#![forbid(unsafe_code)]

use super::names::{Bytef, uInt, uLong, voidpf};
use crate::mem::alloc::{ZallocFn, ZfreeFn};
use core::ffi::{c_char, c_int};

/// What a stream's state points to; known to the library alone.
pub enum InternalState {}

/// A stream: what program and library tell each other. The program sets next_in and avail_in, next_out and avail_out, and
/// before an init zalloc, zfree and opaque; the rest is the library's. The structure must stay at its address from the init
/// to the end.
#[repr(C)]
pub struct ZStream {
    /// Next input byte.
    pub next_in: *const Bytef,
    /// Bytes of input at next_in.
    pub avail_in: uInt,
    /// Bytes read since the init or reset.
    pub total_in: uLong,
    /// Where the next output byte goes.
    pub next_out: *mut Bytef,
    /// Bytes of room at next_out.
    pub avail_out: uInt,
    /// Bytes written since the init or reset.
    pub total_out: uLong,
    /// What was wrong, as text that is never to be freed; NULL if nothing.
    pub msg: *const c_char,
    /// The library's state, or NULL.
    pub state: *mut InternalState,
    /// Gives memory, at any alignment. Set it and zfree to NULL for the C library's memory.
    pub zalloc: Option<ZallocFn>,
    /// Takes back what zalloc gave.
    pub zfree: Option<ZfreeFn>,
    /// The first argument of both; of no meaning to the library.
    pub opaque: voidpf,
    /// deflate(): Z_TEXT, Z_BINARY or Z_UNKNOWN; inflate(): the position within the data's bits, see there.
    pub data_type: c_int,
    /// The checksum of the uncompressed data so far: Adler-32, or CRC-32 for gzip.
    pub adler: uLong,
    /// Not used.
    pub reserved: uLong,
}

/// What a gzip header says (RFC 1952), for deflateSetHeader and inflateGetHeader.
#[repr(C)]
pub struct GzHeader {
    /// Not 0 if the data is thought to be text.
    pub text: c_int,
    /// The time of last change, in seconds since 1970; 0 if not known.
    pub time: uLong,
    /// Extra flags: what was read; not used when writing.
    pub xflags: c_int,
    /// The operating system: 3 for Unix, 255 if not known.
    pub os: c_int,
    /// The extra field, or NULL.
    pub extra: *mut Bytef,
    /// Bytes of the extra field.
    pub extra_len: uInt,
    /// Bytes of space at extra; reading only.
    pub extra_max: uInt,
    /// The file name with a zero at its end, or NULL.
    pub name: *mut Bytef,
    /// Bytes of space at name; reading only.
    pub name_max: uInt,
    /// A comment with a zero at its end, or NULL.
    pub comment: *mut Bytef,
    /// Bytes of space at comment; reading only.
    pub comm_max: uInt,
    /// Not 0 if the header has, or is to have, a CRC of its own.
    pub hcrc: c_int,
    /// Reading: 1 when the header is complete, -1 if there is none, 0 before; not used when writing.
    pub done: c_int,
}
