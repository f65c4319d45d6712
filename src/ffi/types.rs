//! The structures of zlib.h, field for field.
#![forbid(unsafe_code)]

use crate::mem::alloc::{ZallocFn, ZfreeFn};
use core::ffi::{c_char, c_int, c_uchar, c_uint, c_ulong, c_void};

/// zlib.h's `z_stream`.
#[repr(C)]
pub struct ZStream {
    /// Next input byte.
    pub next_in: *const c_uchar,
    /// Bytes available at `next_in`.
    pub avail_in: c_uint,
    /// Input bytes read so far.
    pub total_in: c_ulong,
    /// Where the next output byte goes.
    pub next_out: *mut c_uchar,
    /// Free space at `next_out`.
    pub avail_out: c_uint,
    /// Output bytes written so far.
    pub total_out: c_ulong,
    /// Last error's message, or NULL.
    pub msg: *const c_char,
    /// The library's head of this stream.
    pub state: *mut c_void,
    /// Gives memory.
    pub zalloc: Option<ZallocFn>,
    /// Takes it back.
    pub zfree: Option<ZfreeFn>,
    /// Handed to both.
    pub opaque: *mut c_void,
    /// Best guess about the data (deflate), decoding position (inflate).
    pub data_type: c_int,
    /// Adler-32 or CRC-32 of the uncompressed data.
    pub adler: c_ulong,
    /// Not used.
    pub reserved: c_ulong,
}

/// zlib.h's `gz_header`.
#[repr(C)]
pub struct GzHeader {
    /// Nonzero if the data is believed to be text.
    pub text: c_int,
    /// Modification time.
    pub time: c_ulong,
    /// Extra flags (not used when writing).
    pub xflags: c_int,
    /// Operating system.
    pub os: c_int,
    /// Extra field, or NULL.
    pub extra: *mut c_uchar,
    /// Its length.
    pub extra_len: c_uint,
    /// Space at `extra` (reading only).
    pub extra_max: c_uint,
    /// Zero-terminated file name, or NULL.
    pub name: *mut c_uchar,
    /// Space at `name` (reading only).
    pub name_max: c_uint,
    /// Zero-terminated comment, or NULL.
    pub comment: *mut c_uchar,
    /// Space at `comment` (reading only).
    pub comm_max: c_uint,
    /// Nonzero if there is or shall be a header CRC.
    pub hcrc: c_int,
    /// 1 when reading is done (not used when writing).
    pub done: c_int,
}
