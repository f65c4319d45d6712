//! The decisions of one block: literals and matches, with their symbols counted run by run.
//!
//! One buffer, filled from both ends: literal bytes from the bottom up, one 32-bit word per match from the top down. So
//! 32 KiB hold 32,768 literals or 8,192 matches or any mix, and a block ends when the ends meet. Literals are copied here
//! because the ring may pass over the block's text before the block is written.
//!
//! A word is `run << 23 | (length - 3) << 15 | (distance - 1)`: `run` literals, then the match. A run of
//! [`RUN_ONLY`] means that many literals and no match.
//!
//! Invariants:
//! 1. `4 * words + literals <= buffer length`: whoever pushes has asked [`room`] before.
//! 2. The counts in the tally are those of the symbols pushed, once [`count`] has seen them.
#![forbid(unsafe_code)]

use super::finder::Match;
use super::symbols::{distance_code, length_code};
use crate::format::symbols::{DISTANCE_SYMBOLS, END_OF_BLOCK, LITLEN_SYMBOLS, MIN_MATCH};
use crate::mem::ring::Ring;
use crate::mem::width::Width;
use core::ops::Range;

/// A run this long stands alone, without a match.
pub const RUN_ONLY: usize = 511;
const WORD_RUN_ONLY: u32 = (RUN_ONLY as u32) << 23;

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
    /// Literals since the last match.
    pub run: usize,
}

impl Extent {
    /// Literals and words pushed.
    #[inline(always)]
    pub fn symbols(&self) -> usize {
        self.literals + self.words
    }
}

/// The block's decisions, open for pushing.
pub struct Sequences<'a> {
    /// What is free of the buffer.
    free: &'a mut [u8],
    /// How far it is filled.
    extent: Extent,
}

/// One word taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Literals before the match.
    pub run: usize,
    /// Match length − 3 and distance − 1; `None` for a run that stands alone.
    pub matched: Option<(u8, u32)>,
}

impl<'a> Sequences<'a> {
    /// Opens a buffer.
    pub fn new(buffer: &'a mut [u8], extent: Extent) -> Self {
        let end = buffer.len().saturating_sub(4 * extent.words);
        Sequences { free: buffer.get_mut(extent.literals..end).unwrap_or_default(), extent }
    }

    /// How far the buffer is filled.
    #[inline(always)]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Adds the text at these positions as literals.
    #[inline(always)]
    pub fn push_literals<W: Width>(&mut self, ring: &Ring<W>, text: Range<usize>) {
        let count = text.len();
        ring.copy(text, self.free);
        let Some(rest) = core::mem::take(&mut self.free).get_mut(count..) else { return };
        self.free = rest;
        self.extent.literals += count;
        self.extent.run += count;
    }

    /// Adds the text at these positions as literals, and a match of 3..=258 bytes at a distance of 1..=32768; returns the
    /// number of words that this took.
    #[inline(always)]
    pub fn push<W: Width>(&mut self, ring: &Ring<W>, text: Range<usize>, found: Match) -> usize {
        self.push_literals(ring, text);
        let long = if self.extent.run >= RUN_ONLY { self.shorten_run() } else { 0 };
        let (above, below) = ((found.length - MIN_MATCH) as u32, (found.distance - 1) as u32);
        self.push_word((self.extent.run as u32) << 23 | above << 15 | below);
        self.extent.run = 0;
        long + 1
    }

    /// Adds words for as much of a long run as they take; returns their number.
    #[cold]
    #[inline(never)]
    fn shorten_run(&mut self) -> usize {
        let words = self.extent.run / RUN_ONLY;
        for _ in 0..words {
            self.push_word(WORD_RUN_ONLY);
        }
        self.extent.run %= RUN_ONLY;
        words
    }

    #[inline(always)]
    fn push_word(&mut self, word: u32) {
        let Some((free, place)) = core::mem::take(&mut self.free).split_last_chunk_mut::<4>() else { return };
        *place = word.to_le_bytes();
        self.free = free;
        self.extent.words += 1;
    }
}

/// Counts the symbols that a buffer holds beyond `before`.
#[inline(always)]
pub fn count(buffer: &[u8], before: &Extent, now: &Extent, tally: &mut Tally) {
    for &byte in buffer.get(before.literals..now.literals).unwrap_or_default() {
        tally.litlen[usize::from(byte)] += 1;
    }
    let words = buffer.len().saturating_sub(4 * now.words)..buffer.len().saturating_sub(4 * before.words);
    for bytes in buffer.get(words).unwrap_or_default().as_chunks::<4>().0 {
        if let Some((above, below)) = Word::from(*bytes).matched {
            tally.litlen[END_OF_BLOCK + 1 + length_code(above)] += 1;
            tally.distance[distance_code(below).0 % DISTANCE_SYMBOLS] += 1;
        }
    }
}

impl From<[u8; 4]> for Word {
    #[inline(always)]
    fn from(bytes: [u8; 4]) -> Self {
        let raw = u32::from_le_bytes(bytes);
        let matched = (raw < WORD_RUN_ONLY).then_some(((raw >> 15) as u8, raw & 0x7fff));
        Word { run: (raw >> 23) as usize, matched }
    }
}

/// Bytes that are free in a buffer of `size` bytes beyond those for a decision over `text` bytes of text; `None` if not even
/// those are.
pub fn room(size: usize, extent: &Extent, text: usize) -> Option<usize> {
    let taken = extent.literals + 4 * extent.words;
    size.checked_sub(taken + text * 4 / 3 + 8 + 4 * (extent.run / RUN_ONLY))
}

/// The word number `index` of a filled buffer.
pub fn word(buffer: &[u8], index: usize) -> Word {
    let at = buffer.len().wrapping_sub(4 * (index + 1));
    let bytes = buffer.get(at..).and_then(|bytes| bytes.first_chunk());
    Word::from(bytes.copied().unwrap_or(WORD_RUN_ONLY.to_le_bytes()))
}

/// The distance of a filled buffer's last match; 0 if there is none.
pub fn last_distance(buffer: &[u8], extent: &Extent) -> usize {
    let last = extent.words.checked_sub(1).and_then(|index| word(buffer, index).matched);
    last.map_or(0, |(_, below)| below as usize + 1)
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
        let mut sequences = Sequences::new(&mut buffer, Extent::default());
        let mut text = vec![0u8; Ring::footprint(1024)];
        let mut ring = Ring::new(&mut text);
        ring.append(0, &(0..600).map(|i| i as u8).collect::<Vec<_>>());
        sequences.push_literals(&ring, 0..200);
        sequences.push(&ring, 200..600, Match { length: 258, distance: 32768 });
        sequences.push(&ring, 600..600, Match { length: 3, distance: 1 });
        let extent = sequences.extent();
        count(&buffer, &Extent::default(), &extent, &mut tally);
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
