//! The text ring: the last bytes of the stream, addressed by stream position.
//!
//! A ring of `size` bytes (a power of two) holds stream position `p` at index `p % size`, so history never moves. Its first
//! [`MIRROR`] bytes stand a second time behind its end, so that any read of up to [`MIRROR`] bytes is contiguous.
//!
//! Invariants:
//! 1. `bytes.len() == size + MIRROR`, `size` is a power of two, `mask == size - 1`.
//! 2. For `i < MIRROR`: `bytes[size + i] == bytes[i]` wherever position `i` was written through [`Ring::append`].

use super::copy::common_prefix;

/// Bytes repeated behind the end: the longest match (258), read in words of 8, rounded up.
pub const MIRROR: usize = 288;

/// A view of a text ring.
pub struct Ring<'a> {
    bytes: &'a mut [u8],
    mask: usize,
}

impl<'a> Ring<'a> {
    /// The bytes that a ring of `size` needs.
    pub const fn footprint(size: usize) -> usize {
        size + MIRROR
    }

    /// Views `bytes` as a ring; its length is a power of two, at least [`MIRROR`], plus [`MIRROR`]. Any other length is
    /// cut to the largest ring that fits.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        let size = 1 << (bytes.len().saturating_sub(MIRROR).max(1)).ilog2();
        Ring { bytes: &mut bytes[..size + MIRROR], mask: size - 1 }
    }

    /// Positions that the ring holds at once.
    pub fn size(&self) -> usize {
        self.mask + 1
    }

    /// The byte at a position.
    #[inline(always)]
    pub fn byte(&self, position: usize) -> u8 {
        // SAFETY: `position & mask < size` (invariant 1).
        unsafe { *self.bytes.as_ptr().add(position & self.mask) }
    }

    /// Four bytes at a position, the first in the low bits.
    #[inline(always)]
    pub fn u32(&self, position: usize) -> u32 {
        const { assert!(MIRROR >= 4) };
        // SAFETY: `(position & mask) + 4 <= size + MIRROR` (invariant 1).
        let raw = unsafe { self.bytes.as_ptr().add(position & self.mask).cast::<u32>().read_unaligned() };
        u32::from_le(raw)
    }

    /// Four bytes `ahead` of a position of which the low 16 bits are known; the ring is no larger than 65,536.
    #[inline(always)]
    pub fn u32_ahead(&self, low: u16, ahead: u8) -> u32 {
        const { assert!(MIRROR >= u8::MAX as usize + 4) };
        // SAFETY: the index is < size, and at most 255 + 4 <= MIRROR bytes are passed from it (invariant 1).
        let raw = unsafe {
            let place = self.bytes.as_ptr().add(usize::from(low) & self.mask).add(usize::from(ahead));
            place.cast::<u32>().read_unaligned()
        };
        u32::from_le(raw)
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
            common_prefix(base.add(a & self.mask), base.add(b & self.mask), known, limit)
        }
    }

    /// Writes `text` at `position` and the positions after it; at most `size` bytes.
    pub fn append(&mut self, position: usize, text: &[u8]) {
        let size = self.size();
        let text = &text[text.len().saturating_sub(size)..];
        let start = position & self.mask;
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
        let start = position & self.mask;
        &self.bytes[start..start + count.min(self.size() - start)]
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
                assert_eq!(ring.u32(p), u32::from_le_bytes(text[p..p + 4].try_into().unwrap()));
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
