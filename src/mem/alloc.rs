//! Allocation: the default allocator or the caller's `zalloc`/`zfree`, one way to ask either.
//!
//! A block remembers the address it was given at, so that an allocator with poor alignment still yields aligned memory.
//! Nothing here is freed by going out of scope: zlib's rule is that a block returns through the functions that stand in
//! the stream *at that moment*, so whoever frees a block names the allocator.
//!
//! Invariants:
//! 1. A block's bytes are all initialised: fresh memory is zeroed.
//! 2. A block starts at a multiple of [`ALIGN`].
//! 3. What is asked of a `zalloc` is a multiple of [`GRAIN`] bytes: nginx counts any other request under 8192 bytes as 8192.

use core::ffi::c_void;
use core::ptr::NonNull;

/// Alignment of every block, enough for any type the library stores.
pub const ALIGN: usize = 16;

/// Requests to a caller's allocator are rounded up to this many bytes.
pub const GRAIN: usize = 512;

/// zlib.h's `alloc_func`: `items * size` bytes or NULL.
pub type ZallocFn = unsafe extern "C" fn(opaque: *mut c_void, items: u32, size: u32) -> *mut c_void;
/// zlib.h's `free_func`.
pub type ZfreeFn = unsafe extern "C" fn(opaque: *mut c_void, address: *mut c_void);

/// Where memory comes from and goes to.
#[derive(Clone, Copy)]
pub enum Allocator {
    /// The C library's `calloc` and `free`.
    Default,
    /// The functions of a caller's stream.
    Custom {
        /// Gives memory.
        zalloc: ZallocFn,
        /// Takes it back.
        zfree: ZfreeFn,
        /// Handed to both.
        opaque: *mut c_void,
    },
}

/// Memory that an [`Allocator`] gave. Must go back by [`Allocator::give_back`].
#[must_use]
#[derive(Debug)]
pub struct Block {
    /// The address as it was given.
    raw: NonNull<u8>,
    /// The first aligned address.
    start: NonNull<u8>,
    /// Usable bytes from `start`.
    len: usize,
}

impl Block {
    /// The first byte, aligned to [`ALIGN`].
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Usable bytes.
    pub fn len(&self) -> usize {
        self.len
    }
}

impl Allocator {
    /// `len` zeroed bytes aligned to [`ALIGN`]; `None` when memory is refused.
    pub fn take(&self, len: usize) -> Option<Block> {
        match *self {
            Allocator::Default => {
                // SAFETY: calloc has no preconditions.
                let raw = NonNull::new(unsafe { libc::calloc(1, len) })?.cast::<u8>();
                // Every supported C library aligns to two words; where that is less than ALIGN, see `aligned`.
                if raw.as_ptr().addr().is_multiple_of(ALIGN) {
                    return Some(Block { raw, start: raw, len });
                }
                // SAFETY: `raw` came from calloc just now and is not used afterwards.
                unsafe { libc::free(raw.as_ptr().cast()) };
                // SAFETY: calloc has no preconditions.
                let raw = NonNull::new(unsafe { libc::calloc(1, len + ALIGN - 1) })?.cast::<u8>();
                Some(aligned(raw, len))
            }
            Allocator::Custom { zalloc, opaque, .. } => {
                let asked = (len + ALIGN - 1).next_multiple_of(GRAIN);
                // SAFETY: `zalloc` is the caller's promise of zlib.h's alloc_func; it is called with its own `opaque`.
                let raw = NonNull::new(unsafe { zalloc(opaque, 1, u32::try_from(asked).ok()?) })?.cast::<u8>();
                let block = aligned(raw, len);
                // SAFETY: `len` bytes from `start` lie inside the `asked` bytes that zalloc gave (see `aligned`).
                unsafe { block.start.as_ptr().write_bytes(0, len) };
                Some(block)
            }
        }
    }

    /// Returns a block through the allocator that is in force now, as zlib does.
    pub fn give_back(&self, block: Block) {
        match *self {
            // SAFETY: the block came from calloc, or from a zalloc whose owner says by a NULL zfree that free takes it.
            Allocator::Default => unsafe { libc::free(block.raw.as_ptr().cast()) },
            // SAFETY: `raw` is the address this stream's zalloc gave, returned once.
            Allocator::Custom { zfree, opaque, .. } => unsafe { zfree(opaque, block.raw.as_ptr().cast()) },
        }
    }
}

/// The aligned part of the `len + ALIGN - 1` bytes or more at `raw`.
fn aligned(raw: NonNull<u8>, len: usize) -> Block {
    let skew = raw.as_ptr().addr().wrapping_neg() % ALIGN;
    // SAFETY: skew < ALIGN, so `start` and the `len` bytes after it stay inside what was asked for.
    let start = unsafe { raw.add(skew) };
    Block { raw, start, len }
}

/// `calloc` and `free` in zlib.h's shape, for streams whose fields are NULL at init.
pub mod default_functions {
    use core::ffi::c_void;

    /// The default `zalloc`.
    pub unsafe extern "C" fn zalloc(_: *mut c_void, items: u32, size: u32) -> *mut c_void {
        // SAFETY: calloc has no preconditions.
        unsafe { libc::calloc(items as usize, size as usize) }
    }

    /// The default `zfree`.
    pub unsafe extern "C" fn zfree(_: *mut c_void, address: *mut c_void) {
        // SAFETY: the caller returns what `zalloc` gave, or NULL.
        unsafe { libc::free(address) }
    }
}
