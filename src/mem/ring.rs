//! The text ring: the last bytes of the stream, addressed by stream position.
//!
//! A ring of `size` bytes (a power of two) holds stream position `p` at index `p % size`, so history never moves. Its first
//! [`MIRROR`] bytes stand a second time behind its end, so that any read of up to [`MIRROR`] bytes is contiguous.
//!
//! Invariants:
//! 1. `bytes.len() == size + MIRROR`, where `size` is `1 << width.bits()` and `mask` one less.
//! 2. For `i < MIRROR`: `bytes[size + i] == bytes[i]` wherever position `i` was written through [`Ring::append`].

use super::copy::common_prefix;
use super::width::{Free, Width};
use core::marker::PhantomData;
use core::ops::Range;

/// Bytes repeated behind the end: the longest match (258), read in words of 8, rounded up.
pub const MIRROR: usize = 288;

/// A view of a text ring.
pub struct Ring<'a, W: Width = Free> {
    bytes: &'a mut [u8],
    width: W,
}

impl<'a> Ring<'a> {
    /// The most positions that a ring holds.
    pub const LARGEST: usize = 1 << 16;

    /// The bytes that a ring of `size` needs.
    pub const fn footprint(size: usize) -> usize {
        size + MIRROR
    }

    /// Views `bytes` as a ring; its length is a power of two, at least [`MIRROR`], plus [`MIRROR`]. Any other length is
    /// cut to the largest ring that fits.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        let width = Free::of(bytes.len().saturating_sub(MIRROR));
        Ring { bytes: &mut bytes[..=width.mask() + MIRROR], width }
    }

    /// The same ring with another width; `None` if its size is not that width's.
    pub fn with_width<W: Width>(self) -> Option<Ring<'a, W>> {
        let width = W::of(self.size());
        (width.mask() == self.width.mask()).then_some(Ring { bytes: self.bytes, width })
    }
}

impl<W: Width> Ring<'_, W> {
    /// Positions that the ring holds at once.
    pub fn size(&self) -> usize {
        self.width.mask() + 1
    }

    /// The byte at a position.
    #[inline(always)]
    pub fn byte(&self, position: usize) -> u8 {
        // SAFETY: `position & mask < size` (invariant 1).
        unsafe { *self.bytes.as_ptr().add(position & self.width.mask()) }
    }

    /// Eight bytes at a position, the first in the low bits.
    #[inline(always)]
    pub fn u64(&self, position: usize) -> u64 {
        const { assert!(MIRROR >= 8) };
        // SAFETY: `(position & mask) + 8 <= size + MIRROR` (invariant 1).
        let raw = unsafe { self.bytes.as_ptr().add(position & self.width.mask()).cast::<u64>().read_unaligned() };
        u64::from_le(raw)
    }

    /// The text as it looks `ahead` of each position, by the low 16 bits of positions; the ring is no larger than 65,536.
    #[inline(always)]
    pub fn ahead(&self, ahead: u8) -> View<'_, W> {
        const { assert!(MIRROR >= u8::MAX as usize + 4) };
        // SAFETY: at most 255 <= MIRROR bytes are passed from the first one (invariant 1).
        View { bytes: unsafe { self.bytes.as_ptr().add(usize::from(ahead)) }, width: self.width, ring: PhantomData }
    }

    /// How many bytes are equal from positions `a` and `b` on; the first `known` are taken as equal, and `limit` (at
    /// most 258) bounds the answer.
    #[inline(always)]
    pub fn match_length(&self, a: usize, b: usize, known: usize, limit: usize) -> usize {
        const { assert!(MIRROR >= 258 + 8) };
        let (limit, known) = (limit.min(258), known.min(258));
        // SAFETY: both indices are < size, and at most 258 + 8 <= MIRROR bytes are read from them (invariant 1).
        unsafe {
            let base = self.bytes.as_ptr();
            common_prefix(base.add(a & self.width.mask()), base.add(b & self.width.mask()), known, limit)
        }
    }

    /// Copies the text at these positions to the begin of `to`, as far as that goes; up to 16 bytes behind them change, too,
    /// so that a few bytes are copied without a branch.
    #[inline(always)]
    pub fn copy(&self, mut text: Range<usize>, mut to: &mut [u8]) {
        const { assert!(MIRROR >= 16) };
        while to.len() >= 16 {
            let (piece, rest) = core::mem::take(&mut to).split_at_mut(16);
            let from = self.bytes.as_ptr().wrapping_add(text.start & self.width.mask()).cast::<[u8; 16]>();
            // SAFETY: `(at & mask) + 16 <= size + MIRROR` (invariant 1).
            piece.copy_from_slice(&unsafe { from.read_unaligned() });
            if text.len() <= 16 {
                return;
            }
            (text.start, to) = (text.start + 16, rest);
        }
        for (place, at) in to.iter_mut().zip(text) {
            *place = self.byte(at);
        }
    }

    /// Writes `text` at `position` and the positions after it; at most `size` bytes.
    pub fn append(&mut self, position: usize, text: &[u8]) {
        let size = self.size();
        let text = &text[text.len().saturating_sub(size)..];
        let start = position & self.width.mask();
        let first = text.len().min(size - start);
        self.place(start, &text[..first]);
        self.place(0, &text[first..]);
    }

    /// Writes `part` at index `start`, where it fits before the end, and its mirror.
    fn place(&mut self, start: usize, part: &[u8]) {
        self.bytes[start..start + part.len()].copy_from_slice(part);
        if start < MIRROR {
            let (size, count) = (self.size(), part.len().min(MIRROR - start));
            self.bytes[size + start..size + start + count].copy_from_slice(&part[..count]);
        }
    }

    /// The contiguous bytes from `position` on, at most `count`; fewer where the ring ends.
    pub fn run(&self, position: usize, count: usize) -> &[u8] {
        let start = position & self.width.mask();
        &self.bytes[start..start + count.min(self.size() - start)]
    }
}

/// A ring's text as it looks from a number of bytes further on.
///
/// Invariant: from each index of the ring on 4 bytes are readable at `bytes`.
#[derive(Clone, Copy)]
pub struct View<'r, W: Width> {
    bytes: *const u8,
    width: W,
    ring: PhantomData<&'r [u8]>,
}

impl<W: Width> View<'_, W> {
    /// Four bytes, the first in the low bits.
    #[inline(always)]
    pub fn u32(&self, low: u16) -> u32 {
        // SAFETY: a masked position is an index of the ring (the invariant).
        let raw = unsafe { self.bytes.add(usize::from(low) & self.width.mask()).cast::<u32>().read_unaligned() };
        u32::from_le(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_are_contiguous_across_the_end() {
        let mut memory = vec![0u8; Ring::footprint(512)];
        let mut ring = Ring::new(&mut memory);
        let text: Vec<u8> = (0..5000u32).map(|i| (i * 7 + i / 256) as u8).collect();
        let mut at = 0;
        for step in [1, 100, 300, 5, 511, 512, 17].into_iter().cycle() {
            let step = usize::min(step, text.len() - at);
            if step == 0 {
                break;
            }
            ring.append(at, &text[at..at + step]);
            at += step;
            for back in 4..at.min(512) {
                let p = at - back;
                assert_eq!(ring.ahead(0).u32(p as u16), u32::from_le_bytes(text[p..p + 4].try_into().unwrap()));
                assert_eq!(ring.byte(p), text[p]);
                let n = back.min(258);
                assert_eq!(ring.match_length(p, p, 0, n), n);
            }
        }
    }

    #[test]
    fn match_length_stops_at_the_difference_and_at_the_limit() {
        let mut memory = vec![0u8; Ring::footprint(1024)];
        let mut ring = Ring::new(&mut memory);
        for same in 0..300 {
            let mut text = vec![7u8; 1000];
            text[500 + same] = 8;
            ring.append(0, &text);
            assert_eq!(ring.match_length(0, 500, 0, 258), same.min(258));
            assert_eq!(ring.match_length(0, 500, same.min(3), 40), same.min(40));
        }
    }
}
