//! zlazy's own functions: trims, statistics, the pool's bound; and what happens when the library is loaded and unloaded.

use super::codes::{BUF_ERROR, MEM_ERROR, OK, STREAM_ERROR};
use super::deflate::Compressor;
use super::handle::{self, Open};
use super::inflate::Decompressor;
use super::names::z_size_t;
use super::types::ZStream;
use crate::format::outcome::Error;
use crate::mem::{alloc, pool};
use core::ffi::{CStr, c_int};

/// What zlazy_stats tells. All streams of the process count, whatever allocator they have.
#[repr(C)]
pub struct Statistics {
    /// Streams that were begun and not ended.
    pub streams: z_size_t,
    /// Bytes that they hold, the small block that an idle stream has included, as asked of malloc or zalloc.
    pub stream_bytes: z_size_t,
    /// Bytes in the pool.
    pub pool_bytes: z_size_t,
    /// Blocks in the pool.
    pub pool_blocks: z_size_t,
    /// Requests for memory that the pool has answered since the process began.
    pub pool_takes: z_size_t,
    /// Requests for memory that malloc or a zalloc has refused since the process began.
    pub refusals: z_size_t,
}

/// Tells what streams and the pool hold. The numbers are exact if no other thread is inside the library at this moment, and
/// else each is one that was true during the call. The library does no work for them that it would not do without.
///
/// Returns Z_OK, or Z_STREAM_ERROR if statistics is NULL.
///
/// # Safety
/// `statistics` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zlazy_stats(statistics: *mut Statistics) -> c_int {
    if statistics.is_null() {
        return STREAM_ERROR;
    }
    let contents = pool::contents();
    let statistics_now = Statistics {
        streams: alloc::streams(contents.streams),
        stream_bytes: alloc::held().saturating_sub(contents.bytes),
        pool_bytes: contents.bytes,
        pool_blocks: contents.blocks,
        pool_takes: contents.served,
        refusals: alloc::refused(),
    };
    // SAFETY: the caller's promise, and not NULL.
    unsafe { statistics.write(statistics_now) };
    OK
}

/// Bounds the memory that the library keeps for later streams, in bytes, and frees what is above the bound. 0 turns the pool
/// off.
///
/// Streams without a zalloc of their own return their memory to a pool that all of the process shares, and take it from
/// there, so that ending one stream and beginning another costs as little as a reset. By default the pool keeps at most
/// 1 MiB for each processor (three streams' working memory at the largest parameters), but 2 MiB or more and 64 MiB or less.
/// The environment variable ZLAZY_POOL, a number of bytes, is an other default; it is read when the library is loaded.
///
/// Returns the bound that was in force before.
#[unsafe(no_mangle)]
pub extern "C" fn zlazy_pool_limit(bytes: z_size_t) -> z_size_t {
    pool::set_limit(bytes)
}

/// Returns the memory of a compressor that is idle but will go on: all but the small block behind the stream and a copy of
/// the bytes that later matches may refer to, which are at most as many as were read, and at most the window. For streams
/// that wait long between messages and are not reset, as those of WebSocket with context takeover.
///
/// The next deflate() takes the memory again, and looks through the kept bytes anew, which costs about as much as
/// compressing them; so trim a stream that is going to be idle, not one that is busy. What is decoded is the same with trims
/// and without; the compressed bytes after a trim may be others.
///
/// Returns Z_OK; Z_BUF_ERROR, and nothing is changed, if input was read that has not become output yet (flush with
/// Z_SYNC_FLUSH, Z_PARTIAL_FLUSH, Z_FULL_FLUSH or Z_BLOCK first, with room enough); Z_MEM_ERROR, and nothing is changed, if
/// memory for the kept bytes is refused; Z_STREAM_ERROR if the stream is not valid.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zlazy_deflateTrim(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, allocator, .. }) = (unsafe { handle::open::<Compressor>(strm) }) else {
        return STREAM_ERROR;
    };
    match head.engine.engine().trim(&allocator) {
        Ok(()) => OK,
        Err(Error::Memory) => MEM_ERROR,
        Err(_) => BUF_ERROR,
    }
}

/// Returns the memory of a decompressor that is idle but will go on: all but the small block behind the stream, the bytes
/// that later matches may refer to, and, if it stands in the midst of a block, that block's tables. May be called at any
/// time; what is decoded is the same.
///
/// Returns Z_OK; Z_MEM_ERROR, and nothing is changed, if memory for the kept bytes is refused; Z_STREAM_ERROR if the stream
/// is not valid.
///
/// # Safety
/// `strm` is NULL or a `z_stream`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zlazy_inflateTrim(strm: *mut ZStream) -> c_int {
    // SAFETY: the caller's promise.
    let Some(Open { head, allocator, .. }) = (unsafe { handle::open::<Decompressor>(strm) }) else {
        return STREAM_ERROR;
    };
    if head.engine.engine().trim(&allocator).is_some() { OK } else { MEM_ERROR }
}

/// Sets the pool's bound when the library is loaded: before any thread can call it, and while reading the environment is
/// safe.
extern "C" fn loaded() {
    // SAFETY: no other thread changes the environment before main; a library that is loaded later has this race with any.
    let wanted = unsafe { libc::getenv(c"ZLAZY_POOL".as_ptr()).as_ref() };
    // SAFETY: getenv's answer is a C string.
    let wanted = wanted.and_then(|text| number(unsafe { CStr::from_ptr(text) }.to_bytes()));
    pool::set_limit(wanted.unwrap_or_else(|| pool::PER_PROCESSOR * processors().clamp(2, 64)));
}

/// Frees the pool when the library is unloaded or the process ends. Streams may still be used and ended after it.
extern "C" fn unloaded() {
    pool::set_limit(0);
}

#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOADED: extern "C" fn() = loaded;

#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".fini_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_term_func"))]
static UNLOADED: extern "C" fn() = unloaded;

/// A decimal number; `None` for anything else.
fn number(text: &[u8]) -> Option<usize> {
    let digits = Some(text).filter(|text| !text.is_empty())?;
    digits.iter().try_fold(0usize, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| usize::from(digit - b'0'))?;
        Some(number.saturating_mul(10).saturating_add(digit))
    })
}

/// Processors that this process may run on.
#[cfg(target_os = "linux")]
fn processors() -> usize {
    // SAFETY: a set of bits, for which zeros are a value.
    let mut set: libc::cpu_set_t = unsafe { core::mem::zeroed() };
    // SAFETY: `set` has the size that is said.
    let answer = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) };
    // More processors than the set has bits for are an error, and more than anybody asks for here.
    // SAFETY: `set` is a set.
    if answer == 0 { unsafe { libc::CPU_COUNT(&set) as usize } } else { usize::MAX }
}

/// Processors that are running.
#[cfg(not(target_os = "linux"))]
fn processors() -> usize {
    // SAFETY: sysconf has no preconditions.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) }).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decimal_numbers_are_bounds() {
        assert_eq!(number(b"1048576"), Some(1 << 20));
        assert_eq!(number(b"99999999999999999999999"), Some(usize::MAX));
        for text in [&b""[..], b"1M", b"-1", b" 1", b"0x10"] {
            assert_eq!(number(text), None);
        }
    }
}
