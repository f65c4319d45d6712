//! The decisions of one block: literals and matches, with their symbols counted as they come.
//!
//! One buffer, filled from both ends: literal bytes from the bottom up, one 32-bit word per match from the top down. So
//! 32 KiB hold 32,768 literals or 8,192 matches or any mix, and a block ends when the ends meet. Literals are copied here
//! because the ring may pass over the block's text before the block is written.
//!
//! A word is `run << 23 | (length - 3) << 15 | (distance - 1)`: `run` literals, then the match. A run of
//! [`RUN_ONLY`] means that many literals and no match.
//!
//! Invariants:
//! 1. `4 * words + literals <= buffer length`: whoever pushes has asked [`Sequences::has_room`] before.
//! 2. The counts in the tally are those of the symbols pushed.
#![forbid(unsafe_code)]

use super::symbols::{distance_code, length_code};
use crate::format::symbols::{DISTANCE_SYMBOLS, END_OF_BLOCK, LITLEN_SYMBOLS, MIN_MATCH};

/// A run this long stands alone, without a match.
pub const RUN_ONLY: u32 = 511;

/// Bytes of room that suffice for one decision of any parser: [`super::parse::MOST_LITERALS`] literals, a match, and a
/// word for a run that became too long.
const ROOM_FOR_DECISION: usize = super::parse::MOST_LITERALS + 2 * 4;

/// How often each symbol occurs in the block.
#[derive(Clone)]
pub struct Tally {
    /// Literals, the end of block, length codes.
    pub litlen: [u32; LITLEN_SYMBOLS],
    /// Distance codes.
    pub distance: [u32; DISTANCE_SYMBOLS],
}

impl Tally {
    /// Nothing counted.
    pub const EMPTY: Tally = Tally { litlen: [0; LITLEN_SYMBOLS], distance: [0; DISTANCE_SYMBOLS] };
}

/// How far the buffer is filled.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    /// Literals pushed.
    pub literals: usize,
    /// Words pushed.
    pub words: usize,
    /// Literals since the last word.
    pub run: u32,
}

impl Extent {
    /// Literals and matches pushed.
    #[inline(always)]
    pub fn symbols(&self) -> usize {
        self.literals + self.words
    }
}

/// The block's decisions, open for pushing.
pub struct Sequences<'a> {
    buffer: &'a mut [u8],
    /// How far it is filled.
    pub extent: Extent,
    tally: &'a mut Tally,
}

/// One word taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Literals before the match.
    pub run: u32,
    /// Match length − 3 and distance − 1; `None` for a run that stands alone.
    pub matched: Option<(u8, usize)>,
}

impl<'a> Sequences<'a> {
    /// Opens a buffer.
    pub fn new(buffer: &'a mut [u8], extent: Extent, tally: &'a mut Tally) -> Self {
        Sequences { buffer, extent, tally }
    }

    /// Whether one more decision fits.
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        self.extent.literals + 4 * self.extent.words + ROOM_FOR_DECISION <= self.buffer.len()
    }

    /// Adds a literal.
    #[inline(always)]
    pub fn push_literal(&mut self, byte: u8) {
        let at = self.extent.literals;
        if let Some(place) = self.buffer.get_mut(at) {
            *place = byte;
        }
        self.extent.literals = at + 1;
        self.tally.litlen[byte as usize] += 1;
        self.extent.run += 1;
        if self.extent.run == RUN_ONLY {
            self.push_word(RUN_ONLY << 23);
        }
    }

    /// Adds a match of 3..=258 bytes at a distance of 1..=32768.
    #[inline(always)]
    pub fn push_match(&mut self, length: usize, distance: usize) {
        let (above, below) = ((length - MIN_MATCH) as u8, (distance - 1) & 0x7fff);
        self.tally.litlen[END_OF_BLOCK + 1 + length_code(above)] += 1;
        self.tally.distance[distance_code(below)] += 1;
        self.push_word(self.extent.run << 23 | u32::from(above) << 15 | below as u32);
    }

    #[inline(always)]
    fn push_word(&mut self, word: u32) {
        self.extent.words += 1;
        let at = self.buffer.len().wrapping_sub(4 * self.extent.words);
        if let Some(place) = self.buffer.get_mut(at..at.wrapping_add(4)) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        self.extent.run = 0;
    }
}

/// The word number `index` of a filled buffer.
#[inline(always)]
pub fn word(buffer: &[u8], index: usize) -> Word {
    let at = buffer.len().wrapping_sub(4 * (index + 1));
    let raw = match buffer.get(at..at.wrapping_add(4)) {
        Some(bytes) => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        None => RUN_ONLY << 23,
    };
    let run = raw >> 23;
    let matched = (run != RUN_ONLY).then_some(((raw >> 15) as u8, raw as usize & 0x7fff));
    Word { run, matched }
}

/// Copies a filled buffer into a larger one.
pub fn move_to(from: &[u8], to: &mut [u8], extent: &Extent) {
    to[..extent.literals].copy_from_slice(&from[..extent.literals]);
    let words = 4 * extent.words;
    let (from_end, to_end) = (from.len(), to.len());
    to[to_end - words..].copy_from_slice(&from[from_end - words..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let (mut buffer, mut tally) = (vec![0u8; 4096], Tally::EMPTY);
        let mut sequences = Sequences::new(&mut buffer, Extent::default(), &mut tally);
        for i in 0..600 {
            sequences.push_literal(i as u8);
        }
        sequences.push_match(258, 32768);
        sequences.push_match(3, 1);
        let extent = sequences.extent;
        assert_eq!((extent.literals, extent.words, extent.run), (600, 3, 0));
        assert_eq!(word(&buffer, 0), Word { run: 511, matched: None });
        assert_eq!(word(&buffer, 1), Word { run: 89, matched: Some((255, 32767)) });
        assert_eq!(word(&buffer, 2), Word { run: 0, matched: Some((0, 0)) });
        let mut larger = vec![0u8; 9000];
        move_to(&buffer, &mut larger, &extent);
        assert_eq!(word(&larger, 1), word(&buffer, 1));
        assert_eq!(larger[..600], buffer[..600]);
        assert_eq!(tally.litlen[285], 1);
        assert_eq!(tally.distance[29], 1);
    }
}
