//! A zlib, or what else decompresses its format, opened with dlopen: what the bench of decompression calls.

use crate::whole::{Whole, function};
use libloading::Library as Handle;
use std::error::Error;
use std::ffi::{c_char, c_int, c_uint, c_ulong, c_void};
use std::mem::size_of;
use std::path::Path;
use std::ptr::null_mut;

pub const NO_FLUSH: c_int = 0;
pub const FINISH: c_int = 4;
const OK: c_int = 0;
const STREAM_END: c_int = 1;
const BUF_ERROR: c_int = -5;

/// zlib.h's z_stream.
#[repr(C)]
pub struct Stream {
    next_in: *const u8,
    avail_in: c_uint,
    total_in: c_ulong,
    next_out: *mut u8,
    avail_out: c_uint,
    total_out: c_ulong,
    /// msg, state, zalloc, zfree, opaque, data_type, adler, reserved
    rest: [usize; 8],
}

type Step = unsafe extern "C" fn(*mut Stream, c_int) -> c_int;
type Plain = unsafe extern "C" fn(*mut Stream) -> c_int;
type InflateInit = unsafe extern "C" fn(*mut Stream, c_int, *const c_char, c_int) -> c_int;
type DeflateInit = unsafe extern "C" fn(*mut Stream, c_int, c_int, c_int, c_int, c_int, *const c_char, c_int) -> c_int;
type BackInit = unsafe extern "C" fn(*mut Stream, c_int, *mut u8, *const c_char, c_int) -> c_int;
type InFn = unsafe extern "C" fn(*mut c_void, *mut *const u8) -> c_uint;
type OutFn = unsafe extern "C" fn(*mut c_void, *mut u8, c_uint) -> c_int;
type Back = unsafe extern "C" fn(*mut Stream, InFn, *mut c_void, OutFn, *mut c_void) -> c_int;
type Uncompress = unsafe extern "C" fn(*mut u8, *mut c_ulong, *const u8, c_ulong) -> c_int;
type Checksum = unsafe extern "C" fn(c_ulong, *const u8, c_uint) -> c_ulong;

/// zlib.h's functions.
struct Zlib {
    deflate_init: DeflateInit,
    deflate: Step,
    deflate_end: Plain,
    inflate_init: InflateInit,
    inflate: Step,
    inflate_reset: Plain,
    inflate_end: Plain,
    /// inflateBackInit_, inflateBack and inflateBackEnd: not every zlib has them.
    back: Option<(BackInit, Back, Plain)>,
    uncompress: Uncompress,
    crc32: Checksum,
    adler32: Checksum,
}

enum Kind {
    Zlib(Zlib),
    Whole(Whole),
}

/// One library.
pub struct Library {
    /// The name of its file.
    pub name: String,
    kind: Kind,
    /// Keeps the functions above where they are.
    _handle: Handle,
}

/// What was decompressed, or `None` if the library cannot do such a thing.
pub type Done = Option<Result<usize, String>>;

impl Library {
    /// Opens the library at `path`.
    pub fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let path = path.canonicalize().map_err(|why| format!("{}: {why}", path.display()))?;
        // SAFETY: the user named this file as such a library; they do nothing when they are loaded.
        let handle = unsafe { Handle::new(&path)? };
        // SAFETY: the types are those of zlib.h.
        let kind = unsafe {
            match Whole::find(&handle)? {
                Some(whole) => Kind::Whole(whole),
                None => Kind::Zlib(Zlib {
                    deflate_init: function(&handle, b"deflateInit2_\0")?,
                    deflate: function(&handle, b"deflate\0")?,
                    deflate_end: function(&handle, b"deflateEnd\0")?,
                    inflate_init: function(&handle, b"inflateInit2_\0")?,
                    inflate: function(&handle, b"inflate\0")?,
                    inflate_reset: function(&handle, b"inflateReset\0")?,
                    inflate_end: function(&handle, b"inflateEnd\0")?,
                    back: match function(&handle, b"inflateBackInit_\0") {
                        Ok(init) => {
                            let (back, end) = (b"inflateBack\0", b"inflateBackEnd\0");
                            Some((init, function(&handle, back)?, function(&handle, end)?))
                        }
                        Err(_) => None,
                    },
                    uncompress: function(&handle, b"uncompress\0")?,
                    crc32: function(&handle, b"crc32\0")?,
                    adler32: function(&handle, b"adler32\0")?,
                }),
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Library { name, kind, _handle: handle })
    }

    fn zlib(&self) -> Option<&Zlib> {
        if let Kind::Zlib(zlib) = &self.kind { Some(zlib) } else { None }
    }

    /// Compresses `data` for a decoder with these windowBits.
    pub fn compress(&self, data: &[u8], level: i32, window_bits: i32) -> Result<Vec<u8>, String> {
        let zlib = self.zlib().ok_or("the first library must be a zlib: it compresses")?;
        let mut packed = vec![0; data.len() + data.len() / 8 + 1024];
        let mut strm = Stream::new();
        let size = size_of::<Stream>() as c_int;
        // SAFETY: a zeroed z_stream; input and room are as long as it is told.
        let code = unsafe {
            (zlib.deflate_init)(&mut *strm, level, 8, window_bits, 8, 0, c"1".as_ptr(), size);
            strm.give(data, &mut packed);
            let code = (zlib.deflate)(&mut *strm, FINISH);
            (zlib.deflate_end)(&mut *strm);
            code
        };
        packed.truncate(strm.total_out as usize);
        if code == STREAM_END { Ok(packed) } else { Err(format!("{}: deflate returned {code}", self.name)) }
    }

    /// Decompresses `data` in calls with up to `piece` bytes of input and `room` of room, on a new stream.
    pub fn inflate(&self, data: &[u8], window_bits: i32, piece: usize, room: usize, out: &mut [u8]) -> Done {
        let zlib = match &self.kind {
            Kind::Zlib(zlib) => zlib,
            Kind::Whole(library) => {
                let whole = piece >= data.len() && room >= out.len() && window_bits == 15;
                return whole.then(|| library.decompress(data, out));
            }
        };
        let mut strm = self.begin(window_bits)?;
        let length = zlib.steps(&mut strm, data, piece, room, out);
        // SAFETY: the stream was begun by this library.
        unsafe { (zlib.inflate_end)(&mut *strm) };
        Some(length)
    }

    /// A stream that was begun; `None` if this is no zlib.
    pub fn begin(&self, window_bits: i32) -> Option<Box<Stream>> {
        let zlib = self.zlib()?;
        let mut strm = Stream::new();
        // SAFETY: a zeroed z_stream, and a C string.
        unsafe { (zlib.inflate_init)(&mut *strm, window_bits, c"1".as_ptr(), size_of::<Stream>() as c_int) };
        Some(strm)
    }

    /// Decompresses all of `data` on a stream that was begun, and resets it.
    pub fn again(&self, strm: &mut Stream, data: &[u8], out: &mut [u8]) -> Done {
        let zlib = self.zlib()?;
        let length = zlib.steps(strm, data, usize::MAX, usize::MAX, out);
        // SAFETY: the stream was begun by this library.
        unsafe { (zlib.inflate_reset)(strm) };
        Some(length)
    }

    /// Ends a stream.
    pub fn end(&self, strm: &mut Stream) {
        if let Some(zlib) = self.zlib() {
            // SAFETY: the stream was begun by this library.
            unsafe { (zlib.inflate_end)(strm) };
        }
    }

    /// Decompresses by `uncompress`, or what the library has in its place.
    pub fn uncompress(&self, data: &[u8], out: &mut [u8]) -> Done {
        let zlib = match &self.kind {
            Kind::Zlib(zlib) => zlib,
            Kind::Whole(library) => return Some(library.decompress(data, out)),
        };
        let mut length = out.len() as c_ulong;
        // SAFETY: input and room are as long as they are told.
        let code = unsafe { (zlib.uncompress)(out.as_mut_ptr(), &mut length, data.as_ptr(), data.len() as c_ulong) };
        Some(if code == OK { Ok(length as usize) } else { Err(format!("{}: uncompress returned {code}", self.name)) })
    }

    /// Decompresses raw data by `inflateBack`; what comes out is counted.
    pub fn back(&self, data: &[u8], window: &mut [u8; 32768]) -> Done {
        unsafe extern "C" fn none(_: *mut c_void, _: *mut *const u8) -> c_uint {
            0
        }
        unsafe extern "C" fn count(to: *mut c_void, _: *mut u8, length: c_uint) -> c_int {
            // SAFETY: `to` is the counter that `back` was given.
            unsafe { *to.cast::<usize>() += length as usize };
            0
        }
        let (init, back, end) = self.zlib()?.back?;
        let mut strm = Stream::new();
        let mut length = 0usize;
        // SAFETY: a zeroed z_stream; the window has 2^15 bytes, and the functions keep zlib.h's promises.
        let code = unsafe {
            let size = size_of::<Stream>() as c_int;
            init(&mut *strm, 15, window.as_mut_ptr(), c"1".as_ptr(), size);
            strm.give(data, &mut []);
            let code = back(&mut *strm, none, null_mut(), count, (&raw mut length).cast());
            end(&mut *strm);
            code
        };
        Some(if code == STREAM_END { Ok(length) } else { Err(format!("{}: inflateBack returned {code}", self.name)) })
    }

    /// CRC-32 (or else Adler-32) of `data`.
    pub fn checksum(&self, crc: bool, data: &[u8]) -> u32 {
        let (from, length) = (data.as_ptr(), data.len());
        // SAFETY: the data are as long as is told.
        unsafe {
            match &self.kind {
                Kind::Zlib(zlib) if crc => (zlib.crc32)(0, from, length as c_uint) as u32,
                Kind::Zlib(zlib) => (zlib.adler32)(1, from, length as c_uint) as u32,
                Kind::Whole(library) => library.checksum(crc, data),
            }
        }
    }
}

impl Zlib {
    /// Calls inflate until the stream ends.
    fn steps(
        &self,
        strm: &mut Stream,
        data: &[u8],
        piece: usize,
        room: usize,
        out: &mut [u8],
    ) -> Result<usize, String> {
        let (mut read, mut written) = (0, 0);
        loop {
            let give = (data.len() - read).min(piece);
            let space = (out.len() - written).min(room);
            strm.give(&data[read..read + give], &mut out[written..written + space]);
            let flush = if give == data.len() && space == out.len() { FINISH } else { NO_FLUSH };
            // SAFETY: the stream was begun by this library; input and room are as long as it was told.
            let code = unsafe { (self.inflate)(strm, flush) };
            read += give - strm.avail_in as usize;
            written += space - strm.avail_out as usize;
            match code {
                STREAM_END => return Ok(written),
                OK | BUF_ERROR if give != strm.avail_in as usize || space != strm.avail_out as usize => {}
                _ => return Err(format!("inflate returned {code} after {read} bytes")),
            }
        }
    }
}

impl Stream {
    /// Zeroed. It stays at its address, as zlib asks.
    fn new() -> Box<Self> {
        let (next_in, next_out) = (null_mut(), null_mut());
        Box::new(Stream { next_in, avail_in: 0, total_in: 0, next_out, avail_out: 0, total_out: 0, rest: [0; 8] })
    }

    fn give(&mut self, data: &[u8], out: &mut [u8]) {
        (self.next_in, self.avail_in) = (data.as_ptr(), data.len() as c_uint);
        (self.next_out, self.avail_out) = (out.as_mut_ptr(), out.len() as c_uint);
    }
}
