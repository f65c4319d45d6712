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
use crate::format::symbols::{DISTANCE_SYMBOLS, END_OF_BLOCK, LENGTH_BASE, LENGTH_CODES, LENGTH_EXTRA, MIN_MATCH};
use crate::huffman::codewords::{Codeword, LENGTH_BITS, split};
use crate::mem::output::{Ahead, Output};
use crate::mem::ring::Ring;
use core::hint::select_unpredictable;

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
            let (bits, count) = literal(source.coder.litlen[usize::from(byte)]);
            sink.put(bits, count);
            self.literal_at += 1;
        } else if self.word_at < self.extent.words {
            if let Some((above, below)) = decision(source.sequences, self.word_at).matched {
                let (bits, count) = matched(source.coder, above, below);
                sink.put(bits, count);
            }
            self.word_at += 1;
            self.next_run(source.sequences);
        } else {
            let (bits, count) = literal(source.coder.litlen[END_OF_BLOCK]);
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
            bits.word |= value << bits.count;
            bits.count += count;
            if let Some(place) = buffer.get_mut(at..at + 8) {
                place.copy_from_slice(&bits.word.to_le_bytes());
            }
            at += bits.count as usize / 8;
            bits.word >>= bits.count & !7;
            bits.count &= 7;
        };
        let coder = source.coder;
        loop {
            for &byte in &source.sequences[self.literal_at..self.literal_end] {
                put(literal(coder.litlen[usize::from(byte)]));
            }
            self.literal_at = self.literal_end;
            if self.word_at == self.extent.words {
                break;
            }
            if let Some((above, below)) = decision(source.sequences, self.word_at).matched {
                put(matched(coder, above, below));
            }
            self.word_at += 1;
            self.next_run(source.sequences);
        }
        put(literal(coder.litlen[END_OF_BLOCK]));
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
            let out = Out { word: before.word, count: before.count, ahead };
            let (writing, out) = cpu::boosted(Many { source, codes, spare, writing, out });
            ((writing, Bits { word: out.word, count: out.count, ..before }), out.ahead)
        });
        if let Some((writing, rest)) = done {
            (*self, *bits) = (writing, rest);
        }
    }
}

/// What the hot loop sends into: fewer than 8 bits between symbols.
///
/// The count of bits is its low six bits; what stands above comes of adding codewords as they are, and shifts ignore it.
struct Out<'w> {
    word: u64,
    count: u32,
    ahead: Ahead<'w>,
}

impl Out<'_> {
    /// Adds a codeword.
    #[inline(always)]
    fn add(&mut self, code: Codeword) {
        self.word |= u64::from(code >> LENGTH_BITS) << (self.count & 63);
        self.count = self.count.wrapping_add(code);
    }

    #[inline(always)]
    fn add_bits(&mut self, bits: u32, count: u32) {
        self.word |= u64::from(bits) << (self.count & 63);
        self.count = self.count.wrapping_add(count);
    }

    /// Sends whole bytes.
    #[inline(always)]
    fn flush(&mut self) {
        let count = self.count & 63;
        self.ahead.put(self.word, count as usize / 8);
        self.word >>= count & !7;
        self.count = count & 7;
    }

    /// Sends literals, four codewords at once; `behind` are the bytes from the literals on.
    #[inline(always)]
    fn literals(&mut self, coder: &Coder, literals: &[u8], behind: &[u8]) {
        let (fours, rest) = literals.as_chunks::<4>();
        for four in fours {
            for &byte in four {
                self.add(coder.litlen[usize::from(byte)]);
            }
            self.flush();
        }
        // How many are left cannot be foreseen, so no branch asks: three are added, those that are none as no bits. There are
        // three bytes: of the symbols that must follow (invariant 2), each takes one or more.
        let Some(three) = behind.get(4 * fours.len()..).and_then(|behind| behind.first_chunk::<3>()) else { return };
        for (index, &byte) in three.iter().enumerate() {
            let code = coder.litlen[usize::from(byte)];
            self.add(select_unpredictable(index < rest.len(), code, 0));
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
        // With what stands behind them, as far as the buffer goes.
        let mut literals = sequences.get(writing.literal_at..).unwrap_or_default();
        let behind = sequences.len() - writing.extent.literals;
        let words = sequences.len().wrapping_sub(4 * writing.extent.words)..sequences.len() - 4 * writing.word_at;
        let mut words = sequences.get(words).unwrap_or_default().as_rchunks::<4>().1;
        // Literals of the first word's run that are out already.
        let mut out_already = writing.run(sequences) - (writing.literal_end - writing.literal_at);
        let run = loop {
            let Some((word, next)) = words.split_last() else { break literals.len() - behind };
            let word = Word::from(*word);
            let run = word.run - out_already;
            if spare <= run {
                break run;
            }
            let Some((before, rest)) = literals.split_at_checked(run) else { break run };
            out.literals(coder, before, literals);
            if let Some((above, below)) = word.matched {
                out.add(codes.lengths[usize::from(above)]);
                let (code, extra) = distance_code(below);
                out.add(coder.distance[code % DISTANCE_SYMBOLS]);
                out.add_bits(below & ((1 << extra) - 1), extra);
                out.flush();
            }
            (literals, words, out_already) = (rest, next, 0);
            spare -= run + 1;
        };
        let left = literals.len() - behind;
        let count = run.min(spare).min(left);
        writing.word_at = writing.extent.words - words.len();
        writing.literal_end = writing.extent.literals - left + run;
        writing.literal_at = writing.extent.literals - left + count;
        out.literals(coder, &literals[..count], literals);
        (writing, out)
    }
}

/// Codeword and extra bits of each length, put together once for many matches.
struct Codes {
    lengths: [Codeword; 256],
}

impl Codes {
    fn new(coder: &Coder) -> Self {
        let mut lengths = [0; 256];
        for code in 0..LENGTH_CODES {
            let (bits, count) = split(coder.litlen[END_OF_BLOCK + 1 + code]);
            let (base, extra) = (usize::from(LENGTH_BASE[code]) - MIN_MATCH, u32::from(LENGTH_EXTRA[code]));
            // The last code's only length is in the range of the one before, too.
            for (value, place) in lengths[base..].iter_mut().take(1 << extra).enumerate() {
                *place = (bits | (value as u32) << count) << LENGTH_BITS | (count + extra);
            }
        }
        Codes { lengths }
    }
}

/// A literal's codeword.
fn literal(code: Codeword) -> (u64, u32) {
    let (bits, count) = split(code);
    (u64::from(bits), count)
}

/// A length's codeword and extra bits, at most 15 + 5.
fn length(coder: &Coder, above: u8) -> (u64, u32) {
    let code = length_code(above) % LENGTH_CODES;
    let extra = u32::from(above) + MIN_MATCH as u32 - u32::from(LENGTH_BASE[code]);
    let (bits, count) = literal(coder.litlen[END_OF_BLOCK + 1 + code]);
    (bits | u64::from(extra) << count, count + u32::from(LENGTH_EXTRA[code]))
}

/// A match's codewords and extra bits, at most 48.
fn matched(coder: &Coder, above: u8, below: u32) -> (u64, u32) {
    let (low, count) = length(coder, above);
    let (code, extra) = distance_code(below);
    let (high, more) = literal(coder.distance[code % DISTANCE_SYMBOLS]);
    let above = u64::from(below & ((1 << extra) - 1)) << more;
    (low | (high | above) << count, count + more + extra)
}
