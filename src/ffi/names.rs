//! zlib's names for C types and structures, for the headers and for entries written in the headers' own words.
#![forbid(unsafe_code)]
#![expect(non_camel_case_types, reason = "the names are C's")]
#![expect(dead_code, reason = "some stand here for the C header alone")]

use super::memory::Statistics;
use super::types::{GzHeader, ZStream};
use crate::gz::Exposed;
use core::ffi::{c_char, c_int, c_uchar, c_uint, c_ulong, c_void};

/// An octet.
pub type Byte = c_uchar;
/// A count that always fits 32 bits: bytes available, windowBits and the like.
pub type uInt = c_uint;
/// A total, a checksum or a length: 64 bits on LP64 systems, 32 bits on others.
pub type uLong = c_ulong;
/// An octet of a buffer.
pub type Bytef = c_uchar;
/// A character of a buffer.
pub type charf = c_char;
/// An int of a buffer.
pub type intf = c_int;
/// A uInt of a buffer.
pub type uIntf = c_uint;
/// A uLong of a buffer, or one that a call writes to.
pub type uLongf = c_ulong;
/// Any read-only memory.
pub type voidpc = *const c_void;
/// Any memory.
pub type voidpf = *mut c_void;
/// Any memory.
pub type voidp = *mut c_void;
/// A length that any object in memory can have.
pub type z_size_t = usize;
/// An entry of the table behind get_crc_table: 32 bits.
pub type z_crc_t = c_uint;
/// A stream.
pub type z_stream = ZStream;
/// How every call takes a stream.
pub type z_streamp = *mut ZStream;
/// A gzip header.
pub type gz_header = GzHeader;
/// How a call takes a gzip header.
pub type gz_headerp = *mut GzHeader;
/// What zlazy_stats tells.
pub type zlazy_statistics = Statistics;
/// An open gz file.
pub type gzFile = *mut Exposed;
