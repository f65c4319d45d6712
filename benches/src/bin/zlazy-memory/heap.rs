//! This program's malloc, calloc, realloc and free, which stand before the C library's and count. The libraries that are
//! opened ask for memory here, too, as the dynamic linker looks for these names in the program first.
//!
//! A block counts with what it takes of the heap: its usable size and the word before it.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
    fn malloc_usable_size(block: *mut c_void) -> usize;
}

static TAKEN: AtomicU64 = AtomicU64::new(0);
static GIVEN: AtomicU64 = AtomicU64::new(0);
static CALLS: AtomicU64 = AtomicU64::new(0);

/// What the heap was asked for so far.
#[derive(Clone, Copy, Default)]
pub struct Heap {
    /// Allocations.
    pub calls: u64,
    /// Bytes taken.
    pub taken: u64,
    /// Bytes in use.
    pub live: u64,
}

/// The counts now.
pub fn now() -> Heap {
    let (taken, given) = (TAKEN.load(Ordering::Relaxed), GIVEN.load(Ordering::Relaxed));
    Heap { calls: CALLS.load(Ordering::Relaxed), taken, live: taken.wrapping_sub(given) }
}

fn size(block: *mut c_void) -> u64 {
    // SAFETY: the block came from the C library and is live, or is NULL.
    if block.is_null() { 0 } else { unsafe { malloc_usable_size(block) as u64 + 8 } }
}

fn count(block: *mut c_void) -> *mut c_void {
    TAKEN.fetch_add(size(block), Ordering::Relaxed);
    CALLS.fetch_add(1, Ordering::Relaxed);
    block
}

#[unsafe(no_mangle)]
extern "C" fn malloc(bytes: usize) -> *mut c_void {
    // SAFETY: malloc has no preconditions.
    count(unsafe { __libc_malloc(bytes) })
}

#[unsafe(no_mangle)]
extern "C" fn calloc(items: usize, bytes: usize) -> *mut c_void {
    // SAFETY: calloc has no preconditions.
    count(unsafe { __libc_calloc(items, bytes) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(block: *mut c_void, bytes: usize) -> *mut c_void {
    let before = size(block);
    // SAFETY: the caller's promise.
    let after = unsafe { __libc_realloc(block, bytes) };
    if !after.is_null() || bytes == 0 {
        GIVEN.fetch_add(before, Ordering::Relaxed);
    }
    count(after)
}

#[unsafe(no_mangle)]
extern "C" fn memalign(alignment: usize, bytes: usize) -> *mut c_void {
    // SAFETY: memalign has no preconditions.
    count(unsafe { __libc_memalign(alignment, bytes) })
}

#[unsafe(no_mangle)]
extern "C" fn aligned_alloc(alignment: usize, bytes: usize) -> *mut c_void {
    memalign(alignment, bytes)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(to: *mut *mut c_void, alignment: usize, bytes: usize) -> c_int {
    let block = memalign(alignment, bytes);
    // SAFETY: the caller's promise.
    unsafe { *to = block };
    if block.is_null() { 12 } else { 0 }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn free(block: *mut c_void) {
    GIVEN.fetch_add(size(block), Ordering::Relaxed);
    // SAFETY: the caller's promise.
    unsafe { __libc_free(block) };
}
