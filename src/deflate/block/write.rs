//! Sending a block: prefix, symbols, end of block, or the stored text. It stops wherever the caller's output is full and
//! goes on from there at the next call, so no block is ever buffered in its coded form.
//!
//! Invariants:
//! 1. While a block is being sent, the sequences buffer, the coder's codewords and (stored) the ring keep its contents.
//! 2. The quick loop runs only while at least [`AHEAD`] more symbols follow: each takes a bit or more, so the bytes that
//!    its eight-byte stores change behind the end are written again before the block is over (`Output::write_ahead`).
#![forbid(unsafe_code)]

use super::choose::{Coder, Form};
use crate::cpu;
use crate::deflate::bits::{Bits, Sink};
use crate::deflate::sequences::{Extent, word as decision};
use crate::deflate::symbols::{distance_code, length_code};
use crate::format::symbols::{
    DISTANCE_CODES, DISTANCE_EXTRA, DISTANCE_SYMBOLS, END_OF_BLOCK, LENGTH_BASE, LENGTH_CODES, LENGTH_EXTRA, MIN_MATCH,
};
use crate::huffman::codewords::{Codeword, LENGTH_SHIFT};
use crate::mem::output::{Ahead, Output};
use crate::mem::ring::Ring;

/// Symbols that must follow the quick loop's last store: a bit each, so eight bytes at least.
const AHEAD: usize = 64 + 4;
/// Bits from which the accumulator is emptied: what comes next still fits below.
const FULL: u32 = 64 - 28;
/// Output room for a word without its literals: 7 bits left over, a match of 48, and the stores' width.
const ROOM_FOR_WORD: usize = 16;
/// Output room for a literal: its codeword of at most 15 bits.
const ROOM_FOR_LITERAL: usize = 2;

/// Symbols that are sent by way of a buffer at the end of a block: a few more than the quick loop leaves.
const MOST_REST: usize = 128;
/// Bytes that they may take: 48 bits each, the end of the block, and what waited.
const REST_ROOM: usize = 6 * MOST_REST + 8;
/// Words, and bytes of room for them, from which it pays to put all lengths together first.
const MANY_WORDS: usize = 256;

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
        let worthwhile =
            !self.stored && self.extent.words - self.word_at >= MANY_WORDS && sink.output.room() >= MANY_WORDS;
        let lengths = worthwhile.then(|| lengths(source.coder));
        while self.active && sink.drain() {
            if self.prefix_at < source.coder.prefix.len() {
                let (bits, count) = source.coder.prefix.piece(self.prefix_at);
                sink.put(u64::from(bits), count);
                self.prefix_at += count as usize;
            } else if self.stored {
                self.send_text(source, sink);
            } else {
                self.send_many(source, lengths.as_ref(), sink.bits, sink.output);
                if !self.send_rest(source, sink.bits, sink.output) {
                    self.send_one(source, sink);
                }
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
                let (bits, count) = join(length_bits(source.coder, above), distance_bits(source.coder, below));
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

    /// Sends the rest of a block that is nearly out by way of a buffer, as its last bytes bound no store; `false` if there is
    /// too much left or too little room.
    fn send_rest(&mut self, source: &Source, bits: &mut Bits, output: &mut Output) -> bool {
        let left = (self.extent.literals - self.literal_at) + (self.extent.words - self.word_at);
        if left > MOST_REST || output.room() < REST_ROOM {
            return false;
        }
        let (mut buffer, mut at) = ([0u8; REST_ROOM + 8], 0);
        let mut put = |(value, count): (u64, u32)| {
            add(bits, (value, count));
            if let Some(place) = buffer.get_mut(at..at + 8) {
                place.copy_from_slice(&bits.word.to_le_bytes());
            }
            at += bits.count as usize / 8;
            bits.word >>= bits.count & !7;
            bits.count &= 7;
        };
        loop {
            for &byte in &source.sequences[self.literal_at..self.literal_end] {
                put(split(source.coder.litlen[usize::from(byte)]));
            }
            self.literal_at = self.literal_end;
            if self.word_at == self.extent.words {
                break;
            }
            if let Some((above, below)) = decision(source.sequences, self.word_at).matched {
                put(join(length_bits(source.coder, above), distance_bits(source.coder, below)));
            }
            self.word_at += 1;
            self.next_run(source.sequences);
        }
        put(split(source.coder.litlen[END_OF_BLOCK]));
        output.write(&buffer[..at]);
        self.active = false;
        true
    }

    /// Sends words, each with the literals before it, while output room and invariant 2 allow.
    fn send_many(&mut self, source: &Source, lengths: Option<&[Codeword; 256]>, bits: &mut Bits, output: &mut Output) {
        let words = self.extent.words - self.word_at;
        let left = self.extent.literals - self.literal_at + words;
        let Some(spare) = left.checked_sub(AHEAD).filter(|&spare| spare > 0 && words > 0) else { return };
        let writing = *self;
        let done = output.write_ahead(|ahead| {
            cpu::boosted(Many {
                coder: source.coder,
                lengths,
                sequences: source.sequences,
                spare,
                writing,
                bits: *bits,
                ahead,
            })
        });
        if let Some((writing, rest)) = done {
            (*self, *bits) = (writing, rest);
        }
    }
}

/// The hot loop's view of the block.
struct Many<'a> {
    coder: &'a Coder,
    /// Each match length's codeword and extra bits, where there are enough matches to make that pay.
    lengths: Option<&'a [Codeword; 256]>,
    sequences: &'a [u8],
    /// Symbols that may be sent here.
    spare: usize,
    writing: Writing,
    bits: Bits,
    ahead: &'a mut Ahead,
}

impl cpu::Work for Many<'_> {
    type Answer = (Writing, Bits);

    /// A hot loop. `run`: the current word's literals that are not out. `bits` takes a literal (15 bits), a length (20) or
    /// a distance (28) while it holds fewer than [`FULL`].
    #[inline(always)]
    fn run(self) -> (Writing, Bits) {
        let Many { coder, lengths, sequences, mut spare, mut writing, mut bits, ahead } = self;
        while writing.word_at < writing.extent.words {
            let run = writing.literal_end - writing.literal_at;
            if spare <= run || ahead.room() < ROOM_FOR_WORD + ROOM_FOR_LITERAL * run {
                break;
            }
            for &byte in &sequences[writing.literal_at..writing.literal_end] {
                add(&mut bits, split(coder.litlen[usize::from(byte)]));
                if bits.count >= FULL {
                    flush(&mut bits, ahead);
                }
            }
            if let Some((above, below)) = decision(sequences, writing.word_at).matched {
                let length = match lengths {
                    Some(lengths) => split(lengths[usize::from(above)]),
                    None => length_bits(coder, above),
                };
                add(&mut bits, length);
                flush(&mut bits, ahead);
                add(&mut bits, distance_bits(coder, below));
            }
            flush(&mut bits, ahead);
            spare -= run + 1;
            writing.literal_at = writing.literal_end;
            writing.word_at += 1;
            writing.next_run(sequences);
        }
        (writing, bits)
    }
}

#[inline(always)]
fn add(bits: &mut Bits, (value, count): (u64, u32)) {
    bits.word |= value << bits.count;
    bits.count += count;
}

/// Sends whole bytes.
#[inline(always)]
fn flush(bits: &mut Bits, ahead: &mut Ahead) {
    ahead.put(bits.word, bits.count as usize / 8);
    bits.word >>= bits.count & !7;
    bits.count &= 7;
}

/// A codeword's bits and length; also a length's bits with its extra bits.
#[inline(always)]
fn split(word: Codeword) -> (u64, u32) {
    (u64::from(word & ((1 << LENGTH_SHIFT) - 1)), word >> LENGTH_SHIFT)
}

/// The length part of every match, put together once for many.
fn lengths(coder: &Coder) -> [Codeword; 256] {
    core::array::from_fn(|above| {
        let (bits, count) = length_bits(coder, above as u8);
        bits as u32 | count << LENGTH_SHIFT
    })
}

/// A length's codeword and extra bits, at most 15 + 5.
#[inline(always)]
fn length_bits(coder: &Coder, above: u8) -> (u64, u32) {
    let code = length_code(above) % LENGTH_CODES;
    let extra = usize::from(above) + MIN_MATCH - usize::from(LENGTH_BASE[code]);
    join(split(coder.litlen[END_OF_BLOCK + 1 + code]), (extra as u64, u32::from(LENGTH_EXTRA[code])))
}

/// A distance's codeword and extra bits, at most 15 + 13.
#[inline(always)]
fn distance_bits(coder: &Coder, below: usize) -> (u64, u32) {
    let code = distance_code(below) % DISTANCE_SYMBOLS;
    // Less one, a base is a multiple of the power of two that its extra bits span: they are the low bits.
    let count = u32::from(EXTRA[code]);
    join(split(coder.distance[code]), (below as u64 & ((1 << count) - 1), count))
}

/// One string of bits behind another.
#[inline(always)]
fn join((low, count): (u64, u32), (high, more): (u64, u32)) -> (u64, u32) {
    (low | high << count, count + more)
}

/// [`DISTANCE_EXTRA`] with as many entries as a masked code can ask for.
static EXTRA: [u8; DISTANCE_SYMBOLS] = {
    let mut table = [0; DISTANCE_SYMBOLS];
    table.split_at_mut(DISTANCE_CODES).0.copy_from_slice(&DISTANCE_EXTRA);
    table
};
