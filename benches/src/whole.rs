//! Libraries that take whole buffers alone, and that are no zlibs: libdeflate, and Intel's ISA-L.
//!
//! Each call begins and ends what it needs, as the zlibs beside them do.

use libloading::{Library as Handle, Symbol};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ops::RangeInclusive;

/// One such library, by what it is told from.
pub enum Whole {
    Libdeflate(Libdeflate),
    Isal(Isal),
}

/// libdeflate.h's functions.
pub struct Libdeflate {
    alloc_compressor: unsafe extern "C" fn(c_int) -> *mut c_void,
    free_compressor: unsafe extern "C" fn(*mut c_void),
    compress: unsafe extern "C" fn(*mut c_void, *const c_void, usize, *mut c_void, usize) -> usize,
    alloc_decompressor: unsafe extern "C" fn() -> *mut c_void,
    free_decompressor: unsafe extern "C" fn(*mut c_void),
    decompress: unsafe extern "C" fn(*mut c_void, *const c_void, usize, *mut c_void, usize, *mut usize) -> c_int,
    crc32: Checksum<usize>,
    adler32: Checksum<usize>,
}

/// igzip_lib.h's and crc.h's functions.
pub struct Isal {
    deflate_init: unsafe extern "C" fn(*mut IsalDeflate),
    deflate: unsafe extern "C" fn(*mut IsalDeflate) -> c_int,
    inflate_init: unsafe extern "C" fn(*mut IsalInflate),
    inflate: unsafe extern "C" fn(*mut IsalInflate) -> c_int,
    crc32: Checksum<u64>,
    adler32: Checksum<u64>,
}

type Checksum<Length> = unsafe extern "C" fn(u32, *const u8, Length) -> u32;

/// igzip_lib.h's isal_zstream, as of libisal.so.2.
#[repr(C, align(64))]
struct IsalDeflate {
    next_in: *const u8,
    avail_in: u32,
    total_in: u32,
    next_out: *mut u8,
    avail_out: u32,
    total_out: u32,
    tables: *mut c_void,
    level: u32,
    level_buf_size: u32,
    level_buf: *mut u8,
    end_of_stream: u16,
    flush: u16,
    gzip_flag: u16,
    hist_bits: u16,
    /// What is ISA-L's own, and some room.
    state: [MaybeUninit<u8>; 96 << 10],
}

/// igzip_lib.h's inflate_state, as of libisal.so.2.
#[repr(C, align(64))]
struct IsalInflate {
    next_out: *mut u8,
    avail_out: u32,
    total_out: u32,
    next_in: *const u8,
    read_in: u64,
    avail_in: u32,
    /// The Huffman tables and the state of a block.
    tables: [MaybeUninit<u8>; 21136],
    crc_flag: u32,
    /// What is ISA-L's own, and some room.
    state: [MaybeUninit<u8>; 96 << 10],
}

/// isal_zstream's gzip_flag and inflate_state's crc_flag: zlib's format, with its checksum.
const ISAL_ZLIB: u16 = 3;
/// Bytes of igzip_lib.h's default level_buf by level.
const ISAL_LEVEL_BUF: [usize; 4] = [0, 282_624, 331_776, 348_160];

impl Whole {
    /// What is in a library, or `None` if it is neither.
    ///
    /// # Safety
    /// The names of libdeflate and ISA-L have their meaning in this library.
    pub unsafe fn find(handle: &Handle) -> Result<Option<Self>, libloading::Error> {
        // SAFETY: the types are those of libdeflate.h, igzip_lib.h and crc.h.
        unsafe {
            if let Ok(compress) = function(handle, b"libdeflate_zlib_compress\0") {
                return Ok(Some(Whole::Libdeflate(Libdeflate {
                    alloc_compressor: function(handle, b"libdeflate_alloc_compressor\0")?,
                    free_compressor: function(handle, b"libdeflate_free_compressor\0")?,
                    compress,
                    alloc_decompressor: function(handle, b"libdeflate_alloc_decompressor\0")?,
                    free_decompressor: function(handle, b"libdeflate_free_decompressor\0")?,
                    decompress: function(handle, b"libdeflate_zlib_decompress\0")?,
                    crc32: function(handle, b"libdeflate_crc32\0")?,
                    adler32: function(handle, b"libdeflate_adler32\0")?,
                })));
            }
            let Ok(deflate) = function(handle, b"isal_deflate_stateless\0") else { return Ok(None) };
            Ok(Some(Whole::Isal(Isal {
                deflate_init: function(handle, b"isal_deflate_stateless_init\0")?,
                deflate,
                inflate_init: function(handle, b"isal_inflate_init\0")?,
                inflate: function(handle, b"isal_inflate_stateless\0")?,
                crc32: function(handle, b"crc32_gzip_refl\0")?,
                adler32: function(handle, b"isal_adler32\0")?,
            })))
        }
    }

    /// The levels that it has.
    pub fn levels(&self) -> RangeInclusive<i32> {
        match self {
            Whole::Libdeflate(_) => 1..=12,
            Whole::Isal(_) => 0..=3,
        }
    }

    /// Compresses `data` to zlib's format; the length.
    pub fn compress(&self, data: &[u8], level: i32, out: &mut [u8]) -> Result<usize, String> {
        match self {
            Whole::Libdeflate(library) => {
                // SAFETY: input and room are as long as they are told.
                let length = unsafe {
                    let compressor = (library.alloc_compressor)(level);
                    let (from, to) = (data.as_ptr().cast(), out.as_mut_ptr().cast());
                    let length = (library.compress)(compressor, from, data.len(), to, out.len());
                    (library.free_compressor)(compressor);
                    length
                };
                if length > 0 { Ok(length) } else { Err("libdeflate does not compress".into()) }
            }
            Whole::Isal(library) => library.compress(data, level as u32, out),
        }
    }

    /// Decompresses `data` from zlib's format; the length.
    pub fn decompress(&self, data: &[u8], out: &mut [u8]) -> Result<usize, String> {
        match self {
            Whole::Libdeflate(library) => {
                let mut length = 0;
                // SAFETY: input and room are as long as they are told.
                let code = unsafe {
                    let decompressor = (library.alloc_decompressor)();
                    let (from, to) = (data.as_ptr().cast(), out.as_mut_ptr().cast());
                    let code = (library.decompress)(decompressor, from, data.len(), to, out.len(), &mut length);
                    (library.free_decompressor)(decompressor);
                    code
                };
                if code == 0 { Ok(length) } else { Err(format!("libdeflate returned {code}")) }
            }
            Whole::Isal(library) => library.decompress(data, out),
        }
    }

    /// CRC-32 (or else Adler-32) of `data`.
    pub fn checksum(&self, crc: bool, data: &[u8]) -> u32 {
        let (from, length) = (data.as_ptr(), data.len());
        // SAFETY: the data are as long as is told.
        unsafe {
            match self {
                Whole::Libdeflate(library) if crc => (library.crc32)(0, from, length),
                Whole::Libdeflate(library) => (library.adler32)(1, from, length),
                Whole::Isal(library) if crc => (library.crc32)(0, from, length as u64),
                Whole::Isal(library) => (library.adler32)(1, from, length as u64),
            }
        }
    }
}

impl Isal {
    fn compress(&self, data: &[u8], level: u32, out: &mut [u8]) -> Result<usize, String> {
        let mut buffer = Vec::<u8>::with_capacity(ISAL_LEVEL_BUF[level as usize]);
        let mut strm = Box::<IsalDeflate>::new_uninit();
        // SAFETY: deflate_init sets every field up to `state`, which may be anything; input, room and buffer are as long as
        // they are told.
        unsafe {
            (self.deflate_init)(strm.as_mut_ptr());
            let mut strm = strm.assume_init();
            (strm.level, strm.level_buf) = (level, buffer.as_mut_ptr());
            strm.level_buf_size = ISAL_LEVEL_BUF[level as usize] as u32;
            (strm.gzip_flag, strm.end_of_stream) = (ISAL_ZLIB, 1);
            (strm.next_in, strm.avail_in) = (data.as_ptr(), data.len() as u32);
            (strm.next_out, strm.avail_out) = (out.as_mut_ptr(), out.len() as u32);
            let code = (self.deflate)(&mut *strm);
            if code == 0 { Ok(strm.total_out as usize) } else { Err(format!("ISA-L's deflate returned {code}")) }
        }
    }

    fn decompress(&self, data: &[u8], out: &mut [u8]) -> Result<usize, String> {
        let mut strm = Box::<IsalInflate>::new_uninit();
        // SAFETY: inflate_init sets what ISA-L keeps, and nothing is read here before it is set; input and room are as long as
        // they are told.
        unsafe {
            (self.inflate_init)(strm.as_mut_ptr());
            let at = strm.as_mut_ptr();
            ((*at).next_in, (*at).avail_in) = (data.as_ptr(), data.len() as u32);
            ((*at).next_out, (*at).avail_out) = (out.as_mut_ptr(), out.len() as u32);
            (*at).crc_flag = u32::from(ISAL_ZLIB);
            let code = (self.inflate)(at);
            if code == 0 { Ok((*at).total_out as usize) } else { Err(format!("ISA-L's inflate returned {code}")) }
        }
    }
}

/// The function of this name.
///
/// # Safety
/// The function has the type `F`.
pub unsafe fn function<F: Copy>(handle: &Handle, name: &[u8]) -> Result<F, libloading::Error> {
    // SAFETY: the caller's promise.
    let symbol: Symbol<F> = unsafe { handle.get(name)? };
    Ok(*symbol)
}
