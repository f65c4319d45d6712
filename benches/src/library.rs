//! A zlib opened with dlopen, or what else compresses to its format: the few entries that the bench calls, as whole-buffer and
//! piecewise operations.
//!
//! Each library is opened by its path and keeps its names to itself, so several can be open at once.

use crate::whole::{Whole, function};
use libloading::Library as Handle;
use std::error::Error;
use std::ffi::{c_char, c_int, c_uint, c_ulong, c_void};
use std::mem::size_of;
use std::ops::RangeInclusive;
use std::path::Path;
use std::ptr::null_mut;

/// Input and room of each call where there is to be one call.
pub const WHOLE: usize = u32::MAX as usize;
const NO_FLUSH: c_int = 0;
const FINISH: c_int = 4;
const OK: c_int = 0;
const STREAM_END: c_int = 1;
const BUF_ERROR: c_int = -5;
const DEFLATED: c_int = 8;
const DEFAULT_MEM_LEVEL: c_int = 8;

/// zlib.h's z_stream.
#[repr(C)]
struct Stream {
    next_in: *const u8,
    avail_in: c_uint,
    total_in: c_ulong,
    next_out: *mut u8,
    avail_out: c_uint,
    total_out: c_ulong,
    msg: *const c_char,
    state: *mut c_void,
    zalloc: *mut c_void,
    zfree: *mut c_void,
    opaque: *mut c_void,
    data_type: c_int,
    adler: c_ulong,
    reserved: c_ulong,
}

type DeflateInit = unsafe extern "C" fn(*mut Stream, c_int, c_int, c_int, c_int, c_int, *const c_char, c_int) -> c_int;
type InflateInit = unsafe extern "C" fn(*mut Stream, c_int, *const c_char, c_int) -> c_int;
type Step = unsafe extern "C" fn(*mut Stream, c_int) -> c_int;
type End = unsafe extern "C" fn(*mut Stream) -> c_int;

/// zlib.h's functions.
struct Zlib {
    deflate_init: DeflateInit,
    deflate: Step,
    deflate_end: End,
    inflate_init: InflateInit,
    inflate: Step,
    inflate_end: End,
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
                    inflate_end: function(&handle, b"inflateEnd\0")?,
                }),
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Library { name, kind, _handle: handle })
    }

    /// The levels that compress, from the quickest.
    pub fn levels(&self) -> RangeInclusive<i32> {
        match &self.kind {
            Kind::Zlib(_) => 1..=9,
            Kind::Whole(whole) => whole.levels(),
        }
    }

    /// Compresses `data` (zlib format) into `out`, in calls with up to `piece` bytes of input and of room; the length.
    pub fn compress(&self, data: &[u8], level: i32, piece: usize, out: &mut [u8]) -> Done {
        match &self.kind {
            Kind::Zlib(zlib) => Some(zlib.compress(data, level, piece, out)),
            Kind::Whole(whole) => (piece == WHOLE).then(|| whole.compress(data, level, out)),
        }
    }

    /// Decompresses `data` (zlib format) into `out`, in calls with up to `piece` bytes of input and of room; the length.
    pub fn decompress(&self, data: &[u8], piece: usize, out: &mut [u8]) -> Done {
        match &self.kind {
            Kind::Zlib(zlib) => Some(zlib.decompress(data, piece, out)),
            Kind::Whole(whole) => (piece == WHOLE).then(|| whole.decompress(data, out)),
        }
    }
}

/// How long what came out is, or `None` if the library takes no pieces.
pub type Done = Option<Result<usize, String>>;

impl Zlib {
    fn compress(&self, data: &[u8], level: i32, piece: usize, out: &mut [u8]) -> Result<usize, String> {
        let mut strm = self.started(|strm| {
            let size = size_of::<Stream>() as c_int;
            // SAFETY: `strm` is a zeroed z_stream, the version a C string.
            unsafe { (self.deflate_init)(strm, level, DEFLATED, 15, DEFAULT_MEM_LEVEL, 0, c"1".as_ptr(), size) }
        })?;
        let length = self.run(&mut strm, self.deflate, data, piece, out);
        // SAFETY: the stream was begun by the same library.
        unsafe { (self.deflate_end)(&mut *strm) };
        length
    }

    fn decompress(&self, data: &[u8], piece: usize, out: &mut [u8]) -> Result<usize, String> {
        let mut strm = self.started(|strm| {
            // SAFETY: `strm` is a zeroed z_stream, the version a C string.
            unsafe { (self.inflate_init)(strm, 15, c"1".as_ptr(), size_of::<Stream>() as c_int) }
        })?;
        let length = self.run(&mut strm, self.inflate, data, piece, out);
        // SAFETY: the stream was begun by the same library.
        unsafe { (self.inflate_end)(&mut *strm) };
        length
    }

    /// A stream that `init` has begun. It stays at its address, as zlib asks.
    fn started(&self, init: impl FnOnce(*mut Stream) -> c_int) -> Result<Box<Stream>, String> {
        let mut strm = Box::new(Stream {
            next_in: null_mut(),
            avail_in: 0,
            total_in: 0,
            next_out: null_mut(),
            avail_out: 0,
            total_out: 0,
            msg: null_mut(),
            state: null_mut(),
            zalloc: null_mut(),
            zfree: null_mut(),
            opaque: null_mut(),
            data_type: 0,
            adler: 0,
            reserved: 0,
        });
        match init(&mut *strm) {
            OK => Ok(strm),
            code => Err(format!("init returned {code}")),
        }
    }

    /// Calls `step` until the stream ends.
    fn run(&self, strm: &mut Stream, step: Step, data: &[u8], piece: usize, out: &mut [u8]) -> Result<usize, String> {
        let (mut read, mut written) = (0, 0);
        loop {
            let give = (data.len() - read).min(piece);
            let room = (out.len() - written).min(piece);
            strm.next_in = data[read..].as_ptr();
            strm.avail_in = give as c_uint;
            strm.next_out = out[written..].as_mut_ptr();
            strm.avail_out = room as c_uint;
            let flush = if read + give == data.len() { FINISH } else { NO_FLUSH };
            // SAFETY: the stream was begun by this library; input and room are as long as it was told.
            let code = unsafe { step(strm, flush) };
            read += give - strm.avail_in as usize;
            written += room - strm.avail_out as usize;
            match code {
                STREAM_END => return Ok(written),
                OK | BUF_ERROR if written < out.len() => {}
                _ => return Err(format!("it returned {code} after {read} bytes")),
            }
        }
    }
}
