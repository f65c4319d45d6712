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
use crate::deflate::sequences::{Extent, Word, word as decision};
use crate::deflate::symbols::{distance_code, length_code};
use crate::format::symbols::{
    DISTANCE_CODES, DISTANCE_EXTRA, DISTANCE_SYMBOLS, END_OF_BLOCK, LENGTH_BASE, LENGTH_CODES, LENGTH_EXTRA, MIN_MATCH,
};
use crate::huffman::codewords::{Codeword, LENGTH_SHIFT};
use crate::mem::output::{Ahead, Output};
use crate::mem::ring::Ring;

/// Symbols that must follow the quick loop's last store: a bit each, so eight bytes at least.
const AHEAD: usize = 64 + 4;
/// Output room that a symbol takes at most: a match's 48 bits.
const ROOM_FOR_SYMBOL: usize = 6;

/// Symbols that are sent by way of a buffer at the end of a block: a few more than the quick loop leaves.
const MOST_REST: usize = 128;
/// Bytes that they may take: 48 bits each, the end of the block, and what waited.
const REST_ROOM: usize = 6 * MOST_REST + 8;

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
    fn next_run(&mut self, sequences: &[u8]) {
        self.literal_end = self.literal_at + self.run(sequences);
    }

    /// The length of the run before word `word_at`; after the last word, all literals that are left.
    fn run(&self, sequences: &[u8]) -> usize {
        if self.word_at < self.extent.words {
            decision(sequences, self.word_at).run
        } else {
            self.extent.literals - self.literal_at
        }
    }

    /// Bits of the block that are not out.
    pub fn bits_left(&self) -> u64 {
        self.bits_left
    }

    /// Sends what fits; `active` is false when the block is out.
    pub fn advance(&mut self, source: &Source, sink: &mut Sink) {
        let before = sink.position();
        let left = self.extent.symbols() - self.literal_at - self.word_at;
        let many = !self.stored && left > MOST_REST && sink.output.room() > MOST_REST;
        let codes = many.then(|| Codes::new(source.coder));
        while self.active && sink.drain() {
            if self.prefix_at < source.coder.prefix.len() {
                let (bits, count) = source.coder.prefix.piece(self.prefix_at);
                sink.put(u64::from(bits), count);
                self.prefix_at += count as usize;
            } else if self.stored {
                self.send_text(source, sink);
            } else {
                if let Some(codes) = &codes {
                    self.send_many(source, codes, sink.bits, sink.output);
                }
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
        let left = self.extent.symbols() - self.literal_at - self.word_at;
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

    /// Sends words, each with the literals before it, and what comes of the next literals, while output room and
    /// invariant 2 allow.
    fn send_many(&mut self, source: &Source, codes: &Codes, bits: &mut Bits, output: &mut Output) {
        let left = self.extent.literals - self.literal_at + (self.extent.words - self.word_at);
        let spare = left.saturating_sub(AHEAD).min(output.room().saturating_sub(16) / ROOM_FOR_SYMBOL);
        if spare == 0 {
            return;
        }
        let (writing, before) = (*self, *bits);
        let done = output.write_ahead(|ahead| {
            let out = Out { bits: before, ahead };
            let (writing, out) = cpu::boosted(Many { source, codes, spare, writing, out });
            ((writing, out.bits), out.ahead)
        });
        if let Some((writing, rest)) = done {
            (*self, *bits) = (writing, rest);
        }
    }
}

/// What the hot loop sends into: fewer than 8 bits between symbols.
struct Out<'w> {
    bits: Bits,
    ahead: Ahead<'w>,
}

impl Out<'_> {
    #[inline(always)]
    fn add(&mut self, string: (u64, u32)) {
        add(&mut self.bits, string);
    }

    /// Sends whole bytes.
    #[inline(always)]
    fn flush(&mut self) {
        self.ahead.put(self.bits.word, self.bits.count as usize / 8);
        self.bits.word >>= self.bits.count & !7;
        self.bits.count &= 7;
    }

    /// Sends literals, four codewords at once.
    #[inline(always)]
    fn literals(&mut self, coder: &Coder, literals: &[u8]) {
        if literals.is_empty() {
            return;
        }
        let literal = |byte: u8| split(coder.litlen[usize::from(byte)]);
        let (fours, rest) = literals.as_chunks::<4>();
        for four in fours {
            for &byte in four {
                self.add(literal(byte));
            }
            self.flush();
        }
        for &byte in rest {
            self.add(literal(byte));
        }
        self.flush();
    }
}

/// The hot loop's view of the block.
struct Many<'a, 'w> {
    source: &'a Source<'a>,
    codes: &'a Codes,
    /// Symbols that may be sent here.
    spare: usize,
    writing: Writing,
    out: Out<'w>,
}

impl<'w> cpu::Work for Many<'_, 'w> {
    type Answer = (Writing, Out<'w>);

    /// A hot loop. Its accumulator holds fewer than 8 bits before a match of at most 48.
    #[inline(always)]
    fn run(self, _: bool) -> (Writing, Out<'w>) {
        let Many { source, codes, mut spare, mut writing, mut out } = self;
        let (coder, sequences) = (source.coder, source.sequences);
        let mut literals = sequences.get(writing.literal_at..writing.extent.literals).unwrap_or_default();
        let words = sequences.len().wrapping_sub(4 * writing.extent.words)..sequences.len() - 4 * writing.word_at;
        let mut words = sequences.get(words).unwrap_or_default().as_rchunks::<4>().1.iter().rev();
        // Literals of the first word's run that are out already.
        let mut out_already = writing.run(sequences) - (writing.literal_end - writing.literal_at);
        let run = loop {
            let Some(word) = words.next() else { break literals.len() };
            let word = Word::from(*word);
            let run = word.run - out_already;
            if spare <= run {
                break run;
            }
            let Some((before, rest)) = literals.split_at_checked(run) else { break run };
            out.literals(coder, before);
            if let Some((above, below)) = word.matched {
                out.add(split(codes.lengths[usize::from(above)]));
                out.add(codes.distance(below));
                out.flush();
            }
            (literals, out_already) = (rest, 0);
            spare -= run + 1;
            writing.word_at += 1;
        };
        let count = run.min(spare).min(literals.len());
        writing.literal_end = writing.extent.literals - literals.len() + run;
        writing.literal_at = writing.extent.literals - literals.len() + count;
        out.literals(coder, &literals[..count]);
        (writing, out)
    }
}

#[inline(always)]
fn add(bits: &mut Bits, (value, count): (u64, u32)) {
    bits.word |= value << bits.count;
    bits.count += count;
}

/// A codeword's bits and length; also a length's bits with its extra bits.
#[inline(always)]
fn split(word: Codeword) -> (u64, u32) {
    (u64::from(word & ((1 << LENGTH_SHIFT) - 1)), word >> LENGTH_SHIFT)
}

/// The parts of matches, put together once for many.
struct Codes {
    /// Codeword and extra bits of each length.
    lengths: [Codeword; 256],
    /// Codewords of distances, and from bit [`EXTRA_SHIFT`] on the number of extra bits.
    distances: [u32; DISTANCE_SYMBOLS],
}

/// Where the number of a distance's extra bits begins: behind a codeword of at most 15 bits.
const EXTRA_SHIFT: u32 = 16;

impl Codes {
    fn new(coder: &Coder) -> Self {
        let lengths = core::array::from_fn(|above| {
            let (bits, count) = length_bits(coder, above as u8);
            bits as u32 | count << LENGTH_SHIFT
        });
        let distances = core::array::from_fn(|code| coder.distance[code] | u32::from(EXTRA[code]) << EXTRA_SHIFT);
        Codes { lengths, distances }
    }

    /// A distance's codeword and extra bits, at most 15 + 13.
    #[inline(always)]
    fn distance(&self, below: usize) -> (u64, u32) {
        let code = self.distances[distance_code(below) % DISTANCE_SYMBOLS];
        let (count, extra) = (code >> LENGTH_SHIFT, code >> EXTRA_SHIFT & 15);
        // Less one, a base is a multiple of the power of two that its extra bits span: they are the low bits.
        let above = below as u64 & ((1 << extra) - 1);
        (u64::from(code & ((1 << EXTRA_SHIFT) - 1)) | above << count, count + extra)
    }
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
