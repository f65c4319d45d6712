//! A zlib opened by its path, and streams of it that are begun, used, reset, trimmed and ended one call at a time.

use libloading::{Library as Handle, Symbol};
use std::error::Error;
use std::ffi::{c_char, c_int, c_uint, c_ulong, c_void};
use std::mem::size_of;
use std::path::Path;
use std::ptr::null_mut;

/// zlib.h's Z_SYNC_FLUSH.
pub const SYNC_FLUSH: c_int = 2;
/// zlib.h's Z_FINISH.
pub const FINISH: c_int = 4;
const DEFLATED: c_int = 8;

/// zlib.h's z_stream.
#[repr(C)]
pub struct Stream {
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

/// A stream that was not begun.
pub const BLANK: Stream = Stream {
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
};

/// What a compressor is begun with.
#[derive(Clone, Copy)]
pub struct Settings {
    pub level: c_int,
    pub window_bits: c_int,
    pub strategy: c_int,
}

type DeflateInit = unsafe extern "C" fn(*mut Stream, c_int, c_int, c_int, c_int, c_int, *const c_char, c_int) -> c_int;
type InflateInit = unsafe extern "C" fn(*mut Stream, c_int, *const c_char, c_int) -> c_int;
type Step = unsafe extern "C" fn(*mut Stream, c_int) -> c_int;
type Act = unsafe extern "C" fn(*mut Stream) -> c_int;
type Limit = unsafe extern "C" fn(usize) -> usize;

/// One zlib.
pub struct Library {
    /// The name of its file.
    pub name: String,
    deflate_init: DeflateInit,
    deflate: Step,
    deflate_reset: Act,
    deflate_end: Act,
    inflate_init: InflateInit,
    inflate: Step,
    inflate_reset: Act,
    inflate_end: Act,
    trim: Option<[Act; 2]>,
    limit: Option<Limit>,
    /// Keeps the functions above where they are.
    _handle: Handle,
}

impl Library {
    /// Opens the zlib at `path`.
    pub fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let path = path.canonicalize().map_err(|why| format!("{}: {why}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // SAFETY: the user named this file as a zlib. The types are those of zlib.h.
        unsafe {
            let handle = Handle::new(&path)?;
            let trims = [function::<Act>(&handle, b"zlazy_deflateTrim\0"), function(&handle, b"zlazy_inflateTrim\0")];
            Ok(Library {
                name,
                deflate_init: function(&handle, b"deflateInit2_\0")?,
                deflate: function(&handle, b"deflate\0")?,
                deflate_reset: function(&handle, b"deflateReset\0")?,
                deflate_end: function(&handle, b"deflateEnd\0")?,
                inflate_init: function(&handle, b"inflateInit2_\0")?,
                inflate: function(&handle, b"inflate\0")?,
                inflate_reset: function(&handle, b"inflateReset\0")?,
                inflate_end: function(&handle, b"inflateEnd\0")?,
                trim: if let [Ok(deflate), Ok(inflate)] = trims { Some([deflate, inflate]) } else { None },
                limit: function(&handle, b"zlazy_pool_limit\0").ok(),
                _handle: handle,
            })
        }
    }

    /// Whether streams can be trimmed.
    pub fn trims(&self) -> bool {
        self.trim.is_some()
    }

    /// Bounds the library's pool, if it has one; the bound before.
    pub fn pool(&self, bytes: usize) -> usize {
        // SAFETY: it takes any number.
        self.limit.map_or(0, |limit| unsafe { limit(bytes) })
    }

    /// Begins a compressor.
    pub fn begin(&self, strm: &mut Stream, settings: Settings) {
        let Settings { level, window_bits, strategy } = settings;
        let (version, size) = (c"1".as_ptr(), size_of::<Stream>() as c_int);
        *strm = BLANK;
        // SAFETY: `strm` is a blank z_stream, the version a C string.
        let code = unsafe { (self.deflate_init)(strm, level, DEFLATED, window_bits, 8, strategy, version, size) };
        assert_eq!(code, 0, "{}: deflateInit2", self.name);
    }

    /// Compresses `data` into `out`; the length.
    pub fn squeeze(&self, strm: &mut Stream, data: &[u8], out: &mut [u8], flush: c_int) -> usize {
        (strm.next_in, strm.avail_in) = (data.as_ptr(), data.len() as c_uint);
        (strm.next_out, strm.avail_out) = (out.as_mut_ptr(), out.len() as c_uint);
        // SAFETY: the stream was begun by this library; input and room are as long as it was told.
        let code = unsafe { (self.deflate)(strm, flush) };
        assert!(code == i32::from(flush == FINISH), "{}: deflate gave {code}", self.name);
        out.len() - strm.avail_out as usize
    }

    /// Resets a compressor.
    pub fn reset(&self, strm: &mut Stream) {
        // SAFETY: the stream was begun by this library.
        assert_eq!(unsafe { (self.deflate_reset)(strm) }, 0, "{}: deflateReset", self.name);
    }

    /// Trims a compressor, where that can be done.
    pub fn trim(&self, strm: &mut Stream) {
        if let Some([trim, _]) = self.trim {
            // SAFETY: the stream was begun by this library.
            assert_eq!(unsafe { trim(strm) }, 0, "{}: zlazy_deflateTrim", self.name);
        }
    }

    /// Ends a compressor.
    pub fn end(&self, strm: &mut Stream) {
        // SAFETY: the stream was begun by this library.
        unsafe { (self.deflate_end)(strm) };
    }

    /// Begins a decompressor of raw data.
    pub fn begin_inflate(&self, strm: &mut Stream) {
        *strm = BLANK;
        // SAFETY: `strm` is a blank z_stream, the version a C string.
        let code = unsafe { (self.inflate_init)(strm, -15, c"1".as_ptr(), size_of::<Stream>() as c_int) };
        assert_eq!(code, 0, "{}: inflateInit2", self.name);
    }

    /// Decompresses `data` into `out`, as much as fits.
    pub fn expand(&self, strm: &mut Stream, data: &[u8], out: &mut [u8]) {
        (strm.next_in, strm.avail_in) = (data.as_ptr(), data.len() as c_uint);
        (strm.next_out, strm.avail_out) = (out.as_mut_ptr(), out.len() as c_uint);
        // SAFETY: the stream was begun by this library; input and room are as long as it was told.
        let code = unsafe { (self.inflate)(strm, SYNC_FLUSH) };
        assert!(code >= 0, "{}: inflate gave {code}", self.name);
    }

    /// Resets a decompressor.
    pub fn reset_inflate(&self, strm: &mut Stream) {
        // SAFETY: the stream was begun by this library.
        assert_eq!(unsafe { (self.inflate_reset)(strm) }, 0, "{}: inflateReset", self.name);
    }

    /// Trims a decompressor, where that can be done.
    pub fn trim_inflate(&self, strm: &mut Stream) {
        if let Some([_, trim]) = self.trim {
            // SAFETY: the stream was begun by this library.
            assert_eq!(unsafe { trim(strm) }, 0, "{}: zlazy_inflateTrim", self.name);
        }
    }

    /// Ends a decompressor.
    pub fn end_inflate(&self, strm: &mut Stream) {
        // SAFETY: the stream was begun by this library.
        unsafe { (self.inflate_end)(strm) };
    }
}

/// The function of this name.
///
/// # Safety
/// The function has the type `F`.
unsafe fn function<F: Copy>(handle: &Handle, name: &[u8]) -> Result<F, libloading::Error> {
    // SAFETY: the caller's promise.
    let symbol: Symbol<F> = unsafe { handle.get(name)? };
    Ok(*symbol)
}
