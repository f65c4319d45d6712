//! Sending a block: prefix, symbols, end of block, or the stored text. It stops wherever the caller's output is full and
//! goes on from there at the next call, so no block is ever buffered in its coded form.
//!
//! Invariants:
//! 1. While a block is being sent, the sequences buffer, the coder's codewords and (stored) the ring keep its contents.
//! 2. The quick loop runs only while at least [`AHEAD`] more symbols follow: each takes a bit or more, so the bytes that
//!    its eight-byte stores change behind the end are written again before the block is over (`Output::write_ahead`).
#![forbid(unsafe_code)]

use super::choose::{Coder, Form};
use crate::deflate::bits::{Bits, Sink};
use crate::deflate::sequences::{Extent, word as decision};
use crate::deflate::symbols::{distance_code, length_code};
use crate::format::symbols::{DISTANCE_BASE, DISTANCE_EXTRA, END_OF_BLOCK, LENGTH_BASE, LENGTH_EXTRA, MIN_MATCH};
use crate::huffman::codewords::{Codeword, LENGTH_SHIFT};
use crate::mem::output::Output;
use crate::mem::ring::Ring;

/// Symbols that must follow the quick loop's last store: 64 bits, and the at most four symbols of a round.
const AHEAD: usize = 64 + 4;
/// Output room that a round of the quick loop may use: one store of 8 bytes.
const ROUND_ROOM: usize = 16;

/// How far a block has been sent.
#[derive(Clone, Copy, Default)]
pub struct Writing {
    /// Whether there is a block to send.
    pub active: bool,
    /// Whether it is the last one of its stream.
    pub last: bool,
    stored: bool,
    /// Bits of the prefix that are out.
    prefix_at: usize,
    /// Symbols of a coded block.
    extent: Extent,
    /// Literals that are out.
    literal_at: usize,
    /// Where the current word's run of literals ends.
    literal_end: usize,
    /// Words that are out.
    word_at: usize,
    /// Stream position of a stored block's next byte.
    text_at: usize,
    /// Bytes of it that are not out.
    text_left: usize,
    /// Bits of the block that are not out.
    bits_left: u64,
}

/// What a block is sent from.
pub struct Source<'a> {
    /// Codewords and prefix.
    pub coder: &'a Coder,
    /// The filled sequences buffer.
    pub sequences: &'a [u8],
    /// The text, for stored blocks.
    pub ring: &'a Ring<'a>,
}

impl Writing {
    /// Begins to send a block whose text stands at the stream positions `text`.
    pub fn begin(
        (form, bits): (Form, u64),
        last: bool,
        sequences: &[u8],
        extent: Extent,
        text: core::ops::Range<usize>,
    ) -> Self {
        let mut writing = Writing {
            active: true,
            stored: form == Form::Stored,
            extent,
            last,
            text_at: text.start,
            text_left: text.len(),
            bits_left: bits,
            ..Writing::default()
        };
        writing.next_run(sequences);
        writing
    }

    /// Sets where the literals before word `word_at` end; after the last word, all that are left.
    #[inline(always)]
    fn next_run(&mut self, sequences: &[u8]) {
        self.literal_end = if self.word_at < self.extent.words {
            self.literal_at + decision(sequences, self.word_at).run as usize
        } else {
            self.extent.literals
        };
    }

    /// Bits of the block that are not out.
    pub fn bits_left(&self) -> u64 {
        self.bits_left
    }

    /// Sends what fits; `active` is false when the block is out.
    pub fn advance(&mut self, source: &Source, sink: &mut Sink) {
        let before = sink.position();
        while self.active && sink.drain() {
            if self.prefix_at < source.coder.prefix.len() {
                let (bits, count) = source.coder.prefix.piece(self.prefix_at);
                sink.put(u64::from(bits), count);
                self.prefix_at += count as usize;
            } else if self.stored {
                self.send_text(source, sink);
            } else {
                self.send_many(source, sink.bits, sink.output);
                self.send_one(source, sink);
            }
        }
        self.bits_left = self.bits_left.saturating_sub(sink.position() - before);
    }

    /// Sends a piece of a stored block's text.
    fn send_text(&mut self, source: &Source, sink: &mut Sink) {
        let piece = source.ring.run(self.text_at, self.text_left);
        let count = sink.output.write(piece);
        self.text_at += count;
        self.text_left -= count;
        if self.text_left == 0 {
            self.active = false;
        } else if count == 0 {
            // No room: one byte waits, which ends the loop in `advance`.
            sink.put_bytes(&piece[..1]);
            self.text_at += 1;
            self.text_left -= 1;
            self.active = self.text_left != 0;
        }
    }

    /// Sends the next literal, match or end of block, with no regard to room: what does not fit waits.
    fn send_one(&mut self, source: &Source, sink: &mut Sink) {
        if self.literal_at < self.literal_end {
            let byte = source.sequences[self.literal_at];
            let (bits, count) = split(source.coder.litlen[usize::from(byte)]);
            sink.put(bits, count);
            self.literal_at += 1;
        } else if self.word_at < self.extent.words {
            if let Some((above, below)) = decision(source.sequences, self.word_at).matched {
                let (bits, count) = match_bits(source.coder, above, below);
                sink.put(bits, count);
            }
            self.word_at += 1;
            self.next_run(source.sequences);
        } else {
            let (bits, count) = split(source.coder.litlen[END_OF_BLOCK]);
            sink.put(bits, count);
            self.active = false;
        }
    }

    /// The hot loop: sends symbols while output room and invariant 2 allow, eight bytes a store.
    ///
    /// `bits.word`, `bits.count`: the accumulator, fewer than 8 bits at the head of a round. A round adds up to three
    /// literals (45 bits) or one match (48 bits).
    fn send_many(&mut self, source: &Source, bits: &mut Bits, output: &mut Output) {
        let Bits { mut word, mut count, .. } = *bits;
        let (coder, sequences) = (source.coder, source.sequences);
        let left = |w: &Self| (w.extent.literals - w.literal_at) + (w.extent.words - w.word_at);
        while output.room() >= ROUND_ROOM && left(self) >= AHEAD {
            let literals = (self.literal_end - self.literal_at).min(3);
            if literals == 0 {
                if let Some((above, below)) = decision(sequences, self.word_at).matched {
                    let (value, length) = match_bits(coder, above, below);
                    word |= value << count;
                    count += length;
                }
                self.word_at += 1;
                self.next_run(sequences);
            } else {
                for &byte in &sequences[self.literal_at..self.literal_at + literals] {
                    let (value, length) = split(coder.litlen[usize::from(byte)]);
                    word |= value << count;
                    count += length;
                }
                self.literal_at += literals;
            }
            output.write_ahead(word, count as usize / 8);
            word >>= count & !7;
            count &= 7;
        }
        (bits.word, bits.count) = (word, count);
    }
}

/// A codeword's bits and length.
#[inline(always)]
fn split(word: Codeword) -> (u64, u32) {
    (u64::from(word & 0xffff), word >> LENGTH_SHIFT)
}

/// A match's bits: length codeword, extra bits, distance codeword, extra bits; at most 15 + 5 + 15 + 13.
#[inline(always)]
fn match_bits(coder: &Coder, above: u8, below: usize) -> (u64, u32) {
    let code = length_code(above);
    let (mut bits, mut count) = split(coder.litlen[END_OF_BLOCK + 1 + code]);
    let extra = usize::from(above) + MIN_MATCH - usize::from(LENGTH_BASE[code]);
    bits |= (extra as u64) << count;
    count += u32::from(LENGTH_EXTRA[code]);
    let code = distance_code(below);
    let (distance_bits, distance_count) = split(coder.distance[code]);
    bits |= distance_bits << count;
    count += distance_count;
    bits |= ((below + 1 - usize::from(DISTANCE_BASE[code])) as u64) << count;
    (bits, count + u32::from(DISTANCE_EXTRA[code]))
}
