//! Allocation: the default allocator or the caller's `zalloc`/`zfree`, one way to ask either.
//!
//! A block remembers the address it was given at, so that an allocator with poor alignment still yields aligned memory.
//! Nothing here is freed by going out of scope: zlib's rule is that a block returns through the functions that stand in
//! the stream *at that moment*, so whoever frees a block names the allocator.
//!
//! The default allocator's blocks come from the pool where that has some, and go there; a block of a caller's zalloc never
//! does, whatever functions stand in the stream when it is returned.
//!
//! Invariants:
//! 1. A block's bytes are all initialised: fresh memory is zeroed. What they are is left open: the pool's blocks have what
//!    their last owner wrote, and builds with assertions write over it.
//! 2. A block starts at a multiple of [`ALIGN`].
//! 3. What is asked of a `zalloc` is a multiple of [`GRAIN`] bytes: nginx counts any other request under 8192 bytes as 8192.

use super::pool::{self, Class, Purpose};
use core::ffi::c_void;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering};

/// What builds with assertions fill returned blocks with.
const POISON: u8 = 0xd5;

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
    /// The C library's memory, by way of the pool.
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
    /// The first aligned address.
    start: NonNull<u8>,
    /// Usable bytes from `start`.
    len: u32,
    /// How far `start` lies behind the address as it was given.
    skew: u8,
    origin: Origin,
}

/// Where a block came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// The C library, in a size of the pool's.
    Pooled(Class),
    /// The C library, too large for the pool.
    Large,
    /// A caller's zalloc.
    Custom,
}

/// Bytes that the library has taken and not returned, those in the pool included.
static HELD: AtomicUsize = AtomicUsize::new(0);
/// Streams that were begun with a block that was not the pool's, less those whose block did not go there, modulo a word.
static STREAMS: AtomicUsize = AtomicUsize::new(0);
/// Requests that were refused.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// Bytes taken from C library and callers and not returned, those in the pool included.
pub fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

/// How many streams there are; `from_pool` is the pool's part of the count.
pub fn streams(from_pool: usize) -> usize {
    STREAMS.load(Ordering::Relaxed).wrapping_add(from_pool)
}

/// How many requests for memory were refused so far.
pub fn refused() -> usize {
    REFUSED.load(Ordering::Relaxed)
}

impl Block {
    /// The first byte, aligned to [`ALIGN`].
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Usable bytes.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The aligned part of the `size` bytes at `raw`, if it has `len` bytes.
    ///
    /// # Safety
    /// `raw` points at `size` bytes that the block may own.
    unsafe fn within(raw: NonNull<u8>, size: usize, len: u32, origin: Origin) -> Option<Self> {
        let skew = raw.as_ptr().addr().wrapping_neg() % ALIGN;
        if len as usize + skew > size {
            return None;
        }
        // SAFETY: skew <= size.
        Some(Block { start: unsafe { raw.add(skew) }, len, skew: skew as u8, origin })
    }

    /// The address as it was given.
    fn raw(&self) -> NonNull<u8> {
        // SAFETY: `start` lies `skew` bytes behind it in the same memory.
        unsafe { self.start.sub(self.skew.into()) }
    }

    /// Bytes that were asked for it.
    fn size(&self) -> usize {
        match self.origin {
            Origin::Pooled(class) => class.size(),
            Origin::Large => large_size(self.len()),
            Origin::Custom => custom_size(self.len()),
        }
    }
}

/// What is asked of a caller's allocator for `len` bytes.
const fn custom_size(len: usize) -> usize {
    (len + ALIGN - 1).next_multiple_of(GRAIN)
}

/// What is asked of the C library for `len` bytes that are too many for the pool.
const fn large_size(len: usize) -> usize {
    len + ALIGN - 1
}

/// Zeroed memory of the C library.
fn fresh(size: usize) -> Option<NonNull<u8>> {
    // SAFETY: calloc has no preconditions.
    let raw = NonNull::new(unsafe { libc::calloc(1, size) })?.cast();
    HELD.fetch_add(size, Ordering::Relaxed);
    Some(raw)
}

/// Returns memory to the C library.
///
/// # Safety
/// `raw` came from [`fresh`] with this size, and nobody uses it.
pub(super) unsafe fn free(raw: NonNull<u8>, size: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::free(raw.as_ptr().cast()) };
    HELD.fetch_sub(size, Ordering::Relaxed);
}

/// A block of the pool or the C library.
fn take_default(len: u32, purpose: Purpose) -> Option<Block> {
    let Some(class) = Class::of(len as usize) else {
        let size = large_size(len as usize);
        // SAFETY: `fresh` gave that much.
        return count(purpose, unsafe { Block::within(fresh(size)?, size, len, Origin::Large) });
    };
    if let Some(raw) = pool::take(class, purpose) {
        // SAFETY: the pool's invariant 1.
        if let Some(block) = unsafe { Block::within(raw, class.size(), len, Origin::Pooled(class)) } {
            return Some(block);
        }
        // SAFETY: as above.
        unsafe { free(raw, class.size()) };
        uncount(purpose);
    }
    count(purpose, take_fresh(class, len))
}

/// Counts a stream with a block that is not from the pool.
fn count(purpose: Purpose, block: Option<Block>) -> Option<Block> {
    if purpose == Purpose::Stream && block.is_some() {
        STREAMS.fetch_add(1, Ordering::Relaxed);
    }
    block
}

/// Counts a stream off whose block does not go to the pool.
fn uncount(purpose: Purpose) {
    if purpose == Purpose::Stream {
        STREAMS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A block of the C library, in a size of the pool's.
#[cold]
fn take_fresh(class: Class, len: u32) -> Option<Block> {
    let raw = fresh(class.size())?;
    // SAFETY: `fresh` gave that much.
    if let Some(block) = unsafe { Block::within(raw, class.size(), len, Origin::Pooled(class)) } {
        return Some(block);
    }
    // An allocator that aligns to less than ALIGN, and a class without room for that: the next larger size.
    // SAFETY: `raw` came from `fresh` just now.
    unsafe { free(raw, class.size()) };
    let size = large_size(len as usize);
    // SAFETY: `fresh` gave that much.
    unsafe { Block::within(fresh(size)?, size, len, Origin::Large) }
}

impl Allocator {
    /// `len` initialised bytes aligned to [`ALIGN`], of any content; `None` when memory is refused.
    #[inline]
    pub fn take(&self, len: usize) -> Option<Block> {
        self.take_for(Purpose::Work, len)
    }

    /// As `take`, for a purpose that is counted.
    pub fn take_for(&self, purpose: Purpose, len: usize) -> Option<Block> {
        let len = u32::try_from(len).ok()?;
        let block = match *self {
            Allocator::Default => take_default(len, purpose),
            Allocator::Custom { zalloc, opaque, .. } => count(purpose, take_custom(len, zalloc, opaque)),
        };
        if block.is_none() {
            REFUSED.fetch_add(1, Ordering::Relaxed);
        }
        block
    }

    /// Returns a block through the allocator that is in force now, as zlib does.
    #[inline]
    pub fn give_back(&self, block: Block) {
        self.give_back_from(Purpose::Work, block);
    }

    /// As `give_back`, for what `take_for` gave for the same purpose.
    pub fn give_back_from(&self, purpose: Purpose, block: Block) {
        let (raw, size) = (block.raw(), block.size());
        if cfg!(debug_assertions) {
            // SAFETY: the block's bytes, which nobody refers to any more.
            unsafe { block.start.as_ptr().write_bytes(POISON, block.len()) };
        }
        match (*self, block.origin) {
            // SAFETY: the block came from `fresh` in its class's size (pool's invariant 1) and is given up here.
            (Allocator::Default, Origin::Pooled(class)) if unsafe { pool::give(class, raw, purpose) } => return,
            // SAFETY: the block came from `fresh`; or from a zalloc whose owner says by a NULL zfree that free takes it.
            (Allocator::Default, _) => unsafe { free(raw, size) },
            (Allocator::Custom { zfree, opaque, .. }, _) => {
                // SAFETY: `raw` is the address that this stream was given, returned once.
                unsafe { zfree(opaque, raw.as_ptr().cast()) };
                HELD.fetch_sub(size, Ordering::Relaxed);
            }
        }
        uncount(purpose);
    }
}

/// A block of a caller's zalloc, zeroed.
fn take_custom(len: u32, zalloc: ZallocFn, opaque: *mut c_void) -> Option<Block> {
    let size = custom_size(len as usize);
    // SAFETY: `zalloc` is the caller's promise of zlib.h's alloc_func; it is called with its own `opaque`.
    let raw = NonNull::new(unsafe { zalloc(opaque, 1, u32::try_from(size).ok()?) })?.cast::<u8>();
    HELD.fetch_add(size, Ordering::Relaxed);
    // SAFETY: zalloc gave that much.
    let block = unsafe { Block::within(raw, size, len, Origin::Custom) }?;
    // SAFETY: the block's own bytes.
    unsafe { block.start.as_ptr().write_bytes(0, block.len()) };
    Some(block)
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
