//! Deflate blocks: their types, stored blocks, and the loop that goes from one step to the next (RFC 1951, section 3.2.3).
//!
//! A step either does its work and names the next, or says what it lacks and is tried again later. Each takes from the
//! input only bytes that it needs, so a call can end anywhere.
#![forbid(unsafe_code)]

use super::bits::Bits;
use super::tables::Tables;
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Fault};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;
use crate::mem::past::Past;

/// Bits of the fixed code's end of the block, all 0.
const FIXED_END: u32 = 7;

/// What a decoder of blocks waits for or does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// Between blocks; some flush values stop here.
    Between,
    /// A block's type.
    Type,
    /// A stored block's length and its complement.
    StoredLength,
    /// A stored block's first byte, and none was tried to copy yet.
    StoredFirst,
    /// A stored block's next byte.
    Stored,
    /// A dynamic block's counts of codeword lengths.
    Counts,
    /// The lengths of the code length code.
    CodeLengthLengths,
    /// The lengths of the literal/length and distance codes.
    Lengths,
    /// The block's first symbol, and none was tried to read yet.
    FirstSymbol,
    /// A literal, a length or the end of the block.
    Symbol,
    /// A length's extra bits.
    LengthExtra,
    /// A distance.
    Distance,
    /// A distance's extra bits.
    DistanceExtra,
    /// Room for a match.
    Match,
    /// Room for a literal.
    Literal,
}

/// Why a decoder of blocks stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// All input is taken and more is needed.
    Input,
    /// The output is full and more is to be written.
    Room,
    /// The flush value asks to stop here.
    Boundary,
    /// A good stretch of output was written; there is more to do.
    Stretch,
    /// The last block is complete; the bit buffer is at a byte's start.
    Last,
}

/// Where output of earlier calls is, for matches. It is asked only when a match needs it: a tiny step seldom does.
pub trait Before {
    /// A view of it.
    fn past(&self) -> Past<'_>;
}

impl Before for Past<'_> {
    fn past(&self) -> Past<'_> {
        *self
    }
}

/// How a step ends: `None` goes on with the step that `at` names.
pub type Flow = Result<Option<Stop>, Error>;

/// A decoder of blocks.
pub struct Blocks {
    /// Bits taken from the input.
    pub bits: Bits,
    /// The next step.
    pub at: At,
    /// Whether the open block is the last.
    pub last: bool,
    /// Bytes still to copy, or the literal to write; also counts off header fields for the wrapper.
    pub length: u32,
    /// The match's distance.
    pub distance: u32,
    /// Extra bits of the length or distance being read.
    pub extra: u32,
    /// The match's whole length.
    pub whole_length: u32,
    /// Bits since the start of the symbol being read; -1 when there is none.
    pub back: i32,
    /// Codeword lengths that a dynamic block's header sends: literal/length, distance, code length.
    pub counts: [u16; 3],
    /// How many of them were read.
    pub have: u16,
    /// Decoding tables.
    pub tables: Tables,
}

impl Blocks {
    /// Where blocks begin behind a header: a call may be asked to stop there.
    pub const START: At = At::Between;

    /// Before the first block.
    pub fn new() -> Self {
        Blocks {
            bits: Bits::default(),
            at: At::Type,
            last: false,
            length: 0,
            distance: 0,
            extra: 0,
            whole_length: 0,
            back: -1,
            counts: [0; 3],
            have: 0,
            tables: Tables::default(),
        }
    }

    /// Back to before the first block. Memory stays.
    pub fn reset(&mut self) {
        (self.at, self.last, self.back) = (At::Type, false, -1);
        self.bits.clear();
        self.tables.reset();
    }

    /// Whether the open block needs decoding tables of its own.
    pub fn needs_tables(&self) -> bool {
        !matches!(self.at, At::Between | At::Type | At::StoredLength | At::StoredFirst | At::Stored)
    }

    /// Reads blocks until something is lacking, `flush` asks to stop, or the last block ends.
    #[inline(always)]
    pub fn run(
        &mut self,
        memory: &Allocator,
        input: &mut Input,
        output: &mut Output,
        before: &impl Before,
        flush: Flush,
    ) -> Result<Stop, Error> {
        loop {
            let flow = match self.at {
                At::Between if matches!(flush, Flush::Block | Flush::Trees) => Ok(Some(Stop::Boundary)),
                At::Between | At::Type => self.block_type(input, flush),
                At::StoredLength => self.stored_length(input, flush),
                At::StoredFirst | At::Stored => self.stored(input, output),
                At::Counts => self.counts(memory, input),
                At::CodeLengthLengths => self.code_length_lengths(input),
                At::Lengths => self.lengths(input, flush),
                At::FirstSymbol | At::Symbol => self.symbol(input, output, before),
                At::LengthExtra => Ok(self.length_extra(input)),
                At::Distance => self.distance(input),
                At::DistanceExtra => Ok(self.distance_extra(input)),
                At::Match => self.copy_match(output, before),
                At::Literal => Ok(self.literal(output)),
            };
            if let Some(stop) = flow? {
                return Ok(stop);
            }
        }
    }

    /// Three bits: is it the last block, and of which type?
    #[inline(never)]
    fn block_type(&mut self, input: &mut Input, flush: Flush) -> Flow {
        if self.last {
            self.bits.align();
            return Ok(Some(Stop::Last));
        }
        if self.bits.need(3, input).is_none() {
            return Ok(Some(Stop::Input));
        }
        self.last = self.bits.take(1) == 1;
        let block_type = self.bits.take(2);
        self.at = match block_type {
            0 => At::StoredLength,
            1 => At::FirstSymbol,
            2 => At::Counts,
            _ => return Err(Error::Data(Fault::BlockType)),
        };
        if self.at == At::StoredLength {
            return self.stored_length(input, flush);
        }
        if self.at == At::FirstSymbol {
            self.tables.use_fixed();
            if flush == Flush::Trees {
                return Ok(Some(Stop::Boundary));
            }
            // A block of nothing, as flushes make them, ends here; no codeword of the fixed code is shorter.
            if self.bits.need(FIXED_END, input).is_some() && self.bits.peek(FIXED_END) == 0 {
                self.bits.drop(FIXED_END);
                (self.back, self.at) = (-1, At::Between);
            }
        }
        Ok(None)
    }

    /// A stored block's length, twice, from the next byte on.
    #[inline(never)]
    fn stored_length(&mut self, input: &mut Input, flush: Flush) -> Flow {
        self.bits.align();
        if self.bits.need_word(input).is_none() {
            return Ok(Some(Stop::Input));
        }
        if self.bits.hold & 0xffff != (self.bits.hold >> 16) ^ 0xffff {
            return Err(Error::Data(Fault::StoredLengths));
        }
        self.length = self.bits.peek(16);
        self.bits.clear();
        self.at = if self.length == 0 && flush != Flush::Trees { At::Between } else { At::StoredFirst };
        Ok((flush == Flush::Trees).then_some(Stop::Boundary))
    }

    /// A stored block's bytes.
    #[inline(never)]
    fn stored(&mut self, input: &mut Input, output: &mut Output) -> Flow {
        self.at = At::Stored;
        while self.length != 0 {
            if input.left() == 0 {
                return Ok(Some(Stop::Input));
            }
            if output.room() == 0 {
                return Ok(Some(Stop::Room));
            }
            let bytes = input.bytes();
            let count = output.write(&bytes[..bytes.len().min(self.length as usize)]);
            input.skip(count);
            self.length -= count as u32;
        }
        self.at = At::Between;
        Ok(None)
    }
}
