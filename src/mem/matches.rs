//! Copying a match at speed, in steps of many bytes that may end behind it.
//!
//! A match of `length` bytes repeats what lies `distance` before it. From 16 on it goes in words, and from 32 on in steps twice
//! as wide: the first [`MOST`] bytes without a question, as most matches are no longer and a branch that is hard to foresee
//! costs more. Below, bytes of one load would be written by the store just before; so the bytes that repeat are put together
//! once, as a pattern, which is stored at every multiple of the distance.
//!
//! Invariant of all: every store begins inside the match or is one of the first, so no more than [`SLOP`] bytes behind
//! the match are changed.

use super::past::Past;
use core::hint::select_unpredictable;

/// What a match is copied by.
type Word = u128;
/// Words that are copied of every match.
const WORDS: usize = 4;
/// Their bytes.
const MOST: usize = WORDS * size_of::<Word>();
/// What longer matches are copied by, in one register where the processor has such wide ones.
#[cfg(target_arch = "x86_64")]
type Step = core::arch::x86_64::__m256i;
#[cfg(not(target_arch = "x86_64"))]
type Step = [u128; 2];
/// A pattern.
#[cfg(target_arch = "x86_64")]
type Pattern = core::arch::x86_64::__m128i;
#[cfg(not(target_arch = "x86_64"))]
type Pattern = u128;
/// Bytes of a step.
const STEP: usize = size_of::<Step>();
/// Bytes of a pattern.
const WIDTH: usize = size_of::<Pattern>();
/// From this distance on a match is copied by words.
const NEAR: usize = WIDTH;
/// Most bytes behind a match's end that are changed.
pub const SLOP: usize = MOST;
const _: () = assert!(SLOP >= STEP && SLOP >= WIDTH && NEAR >= size_of::<Word>());

/// Copies a match whose bytes were all written in this call. WIDE: the processor has SSSE3.
///
/// # Safety
/// `1 <= distance`, the bytes from `first` to `to` were written and begin `distance` before `to` or earlier, and
/// `length + SLOP` bytes can be written at `to`.
#[inline(always)]
pub unsafe fn copy_match<const WIDE: bool>(to: *mut u8, distance: usize, length: usize, first: *const u8) {
    // SAFETY: the caller's promise; a load of a word ends no later than its store begins.
    unsafe {
        if distance >= NEAR {
            copy_far(to, to.sub(distance), distance, length);
        } else if distance == 1 {
            store_steps(same(*to.sub(1)), WIDTH, to, length);
        } else {
            copy_near::<WIDE>(to, distance, length, first);
        }
    }
}

/// Copies a match from `from`.
///
/// # Safety
/// As for `copy_match`, with `distance >= NEAR`; or as many bytes can be read at `from` as are written, none of which is.
#[inline(always)]
unsafe fn copy_far(to: *mut u8, from: *const u8, distance: usize, length: usize) {
    // SAFETY: the caller's promise; a load ends no later than its store begins.
    unsafe {
        if distance >= STEP {
            copy_first::<Step>(from, to);
        } else {
            copy_first::<Word>(from, to);
        }
        if length <= MOST {
            return;
        }
        let (from, to, length) = (from.add(MOST), to.add(MOST), length - MOST);
        if distance >= STEP {
            copy_steps::<Step>(from, to, length);
        } else {
            copy_steps::<Word>(from, to, length);
        }
    }
}

/// Copies the first [`MOST`] bytes of a match, be it shorter or not, by one T after the other.
///
/// # Safety
/// As for `copy_far`; a T's load ends no later than its store begins.
#[inline(always)]
unsafe fn copy_first<T: Copy>(from: *const u8, to: *mut u8) {
    for at in 0..MOST / size_of::<T>() {
        // SAFETY: the caller's promise.
        unsafe { to.cast::<T>().add(at).write_unaligned(from.cast::<T>().add(at).read_unaligned()) };
    }
}

/// Copies a match that may begin before this call's output. Whether it does is hard to foresee where a call's output is no
/// larger than the window, so the source is chosen without a branch.
///
/// # Safety
/// The bytes from `first` to `to` were written in this call; `past` reaches `distance` back and, if it lies in the same
/// buffer, the match begins SLOP bytes or more ahead of `to`; `length + SLOP` bytes can be written at `to`.
#[inline(always)]
pub unsafe fn copy_either<const WIDE: bool>(
    to: *mut u8,
    distance: usize,
    length: usize,
    first: *const u8,
    past: &Past<'_>,
) {
    let written = to.addr() - first.addr();
    let old = distance > written;
    let (from, run) = past.run(distance.wrapping_sub(written));
    let from = select_unpredictable(old, from, to.wrapping_sub(distance));
    // Of a match in the output, `run` is more than any length.
    // SAFETY: the caller's promise. Where a match in the past lies in one run, as much may be read behind that as a copy's
    // steps read, and no store reaches bytes that are still to be loaded.
    unsafe {
        if length + past.margin(SLOP) > run {
            copy_pieces(to, distance, length, first, past);
        } else if distance >= NEAR {
            copy_far(to, from, distance, length);
        } else if old {
            copy_pieces(to, distance, length, first, past);
        } else {
            copy_match::<WIDE>(to, distance, length, first);
        }
    }
}

/// Copies a match that lies in more than one piece, or at the end of one.
///
/// # Safety
/// As for `copy_past`.
#[inline(never)]
unsafe fn copy_pieces(mut to: *mut u8, distance: usize, mut length: usize, first: *const u8, past: &Past<'_>) {
    // SAFETY: `run` bytes are readable at `from`, and no more are copied; the rest of a match that has left the past was
    // written in this call.
    unsafe {
        loop {
            let written = to.addr() - first.addr();
            if distance <= written {
                return copy_match::<false>(to, distance, length, first);
            }
            let (from, run) = past.run(distance - written);
            let count = run.min(length);
            core::ptr::copy(from, to, count);
            (to, length) = (to.add(count), length - count);
            if length == 0 {
                return;
            }
        }
    }
}

/// Copies `length` bytes, one or more, in steps of one T.
///
/// # Safety
/// For each step that begins before `length`: its bytes are readable at `from` once the steps before were stored, and can be
/// written at `to`.
#[inline(always)]
unsafe fn copy_steps<T: Copy>(mut from: *const u8, mut to: *mut u8, length: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        let end = to.add(length);
        loop {
            to.cast::<T>().write_unaligned(from.cast::<T>().read_unaligned());
            (to, from) = (to.add(size_of::<T>()), from.add(size_of::<T>()));
            if to >= end {
                return;
            }
        }
    }
}

/// Stores `pattern` at `to` and every `stride` bytes, as long as that begins before `length`.
///
/// # Safety
/// `length + WIDTH` bytes can be written at `to`; `stride` is not 0.
#[inline(always)]
unsafe fn store_steps(pattern: Pattern, stride: usize, mut to: *mut u8, length: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        let end = to.add(length);
        loop {
            to.cast::<Pattern>().write_unaligned(pattern);
            to = to.add(stride);
            if to >= end {
                return;
            }
        }
    }
}

/// A pattern of one byte.
#[inline(always)]
fn same(byte: u8) -> Pattern {
    let pattern = [byte; WIDTH];
    // SAFETY: as many bytes, any of which is valid.
    unsafe { pattern.as_ptr().cast::<Pattern>().read_unaligned() }
}

/// For each distance below NEAR, its largest multiple that is no larger than WIDTH.
const STRIDE: [u8; NEAR] = {
    let mut strides = [WIDTH as u8; NEAR];
    let mut distance = 1;
    while distance < NEAR {
        strides[distance] = (WIDTH - WIDTH % distance) as u8;
        distance += 1;
    }
    strides
};

/// For each distance below NEAR, where in the last WIDTH bytes those of the pattern stand.
#[cfg(target_arch = "x86_64")]
static ORDER: [[u8; WIDTH]; NEAR] = {
    let mut orders = [[0; WIDTH]; NEAR];
    let mut distance = 1;
    while distance < NEAR {
        let mut at = 0;
        while at < WIDTH {
            orders[distance][at] = (WIDTH - distance + at % distance) as u8;
            at += 1;
        }
        distance += 1;
    }
    orders
};

/// Copies a match with `2 <= distance < NEAR`.
///
/// # Safety
/// As for `copy_match`.
#[inline(always)]
unsafe fn copy_near<const WIDE: bool>(to: *mut u8, distance: usize, length: usize, first: *const u8) {
    #[cfg(target_arch = "x86_64")]
    if WIDE && to.addr() - first.addr() >= WIDTH {
        // SAFETY: the processor has SSSE3, WIDTH bytes before `to` were written, and `distance` is below NEAR; the rest is
        // the caller's promise.
        unsafe {
            let order = ORDER.as_ptr().add(distance).cast::<Pattern>().read_unaligned();
            let pattern = core::arch::x86_64::_mm_shuffle_epi8(to.sub(WIDTH).cast::<Pattern>().read_unaligned(), order);
            return store_steps(pattern, (*STRIDE.as_ptr().add(distance)).into(), to, length);
        }
    }
    let _ = first;
    // SAFETY: the caller's promise.
    unsafe { copy_bytes(to, distance, length) }
}

/// The same without vectors: the pattern is written byte by byte.
///
/// # Safety
/// As for `copy_match`, with `distance < NEAR`.
#[inline(never)]
unsafe fn copy_bytes(to: *mut u8, distance: usize, length: usize) {
    // SAFETY: the caller's promise; WIDTH bytes at `to` may be changed, be the match shorter or not.
    unsafe {
        for at in 0..WIDTH {
            to.add(at).write(*to.add(at).sub(distance));
        }
        if length > WIDTH {
            let stride = (*STRIDE.as_ptr().add(distance)).into();
            let pattern = to.cast::<Pattern>().read_unaligned();
            store_steps(pattern, stride, to.add(stride), length - stride);
        }
    }
}
