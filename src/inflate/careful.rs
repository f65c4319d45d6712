//! Symbols, one at a time and exact to the bit: the path for the ends of input and output, and for every error.
//!
//! Each step can be left for lack of input or room and taken up again by a later call. `fast` never judges: it leaves
//! any symbol that is not plainly good to these steps.
#![forbid(unsafe_code)]

use super::bits::Bits;
use super::blocks::{At, Before, Blocks, Flow, Stop};
use super::fast;
use crate::format::outcome::{Error, Fault};
use crate::huffman::decode::{END, MATCH, SPECIAL, all_bits, length_base};
use crate::mem::input::Input;
use crate::mem::output::Output;

/// The next symbol's entry and its codeword's length, as `find` tells them from bits, passed over; `None` if the input ends
/// before it is known.
#[inline(always)]
fn next_symbol(find: impl Fn(u64) -> (u32, u32), bits: &mut Bits, input: &mut Input) -> Option<(u32, u32)> {
    loop {
        let (entry, codeword) = find(bits.hold);
        if codeword <= bits.count {
            bits.drop(codeword);
            return Some((entry, codeword));
        }
        bits.pull(input)?;
    }
}

impl Blocks {
    /// Decodes fast while that is possible and pays; `true` after a good stretch of output.
    #[inline(always)]
    fn hurry(&mut self, input: &mut Input, output: &mut Output, before: &impl Before) -> bool {
        if self.bits.count >= 8 || input.left() < fast::LEAST_INPUT || output.room() < fast::LEAST_ROOM {
            return false;
        }
        let past = before.past();
        if self.tables.may_join() && input.left() >= fast::JOIN_INPUT {
            if !fast::decode(self.tables.codes(), &mut self.bits, input, output, &past, fast::FIRST_STRETCH) {
                return false;
            }
            self.tables.join();
        }
        fast::decode(self.tables.codes(), &mut self.bits, input, output, &past, fast::STRETCH)
    }

    /// A literal, a length, or the end of the block; before that, as many symbols as go fast.
    #[inline(always)]
    pub(super) fn symbol(&mut self, input: &mut Input, output: &mut Output, before: &impl Before) -> Flow {
        self.at = At::Symbol;
        if self.hurry(input, output, before) {
            return Ok(Some(Stop::Stretch));
        }
        self.back = 0;
        let codes = self.tables.codes();
        let Some((entry, codeword)) = next_symbol(|hold| codes.find_litlen(hold), &mut self.bits, input) else {
            return Ok(Some(Stop::Input));
        };
        self.back = codeword as i32;
        if entry & SPECIAL != 0 {
            if entry & END == 0 {
                return Err(Error::Data(Fault::LiteralLengthCode));
            }
            self.back = -1;
            self.at = At::Between;
            Ok(None)
        } else if entry & MATCH != 0 {
            self.length = length_base(entry);
            self.extra = all_bits(entry) - codeword;
            self.at = At::LengthExtra;
            Ok(self.length_extra(input))
        } else {
            self.length = entry >> 16;
            self.at = At::Literal;
            Ok(self.literal(output))
        }
    }

    /// The bits that follow a length symbol.
    #[inline(always)]
    pub(super) fn length_extra(&mut self, input: &mut Input) -> Option<Stop> {
        if self.bits.need(self.extra, input).is_none() {
            return Some(Stop::Input);
        }
        self.length += self.bits.take(self.extra);
        self.back += self.extra as i32;
        self.whole_length = self.length;
        self.at = At::Distance;
        None
    }

    /// A distance symbol.
    #[inline(always)]
    pub(super) fn distance(&mut self, input: &mut Input) -> Flow {
        let distances = self.tables.codes().distances();
        let Some((entry, codeword)) = next_symbol(|hold| distances.find(hold), &mut self.bits, input) else {
            return Ok(Some(Stop::Input));
        };
        self.back += codeword as i32;
        if entry & SPECIAL != 0 {
            return Err(Error::Data(Fault::DistanceCode));
        }
        self.distance = entry >> 16;
        self.extra = all_bits(entry) - codeword;
        self.at = At::DistanceExtra;
        Ok(self.distance_extra(input))
    }

    /// The bits that follow a distance symbol.
    #[inline(always)]
    pub(super) fn distance_extra(&mut self, input: &mut Input) -> Option<Stop> {
        if self.bits.need(self.extra, input).is_none() {
            return Some(Stop::Input);
        }
        self.distance += self.bits.take(self.extra);
        self.back += self.extra as i32;
        self.at = At::Match;
        None
    }

    /// Copies a match, or a piece of it. That it reaches too far is told only when there is room for it, as in zlib.
    #[inline(always)]
    pub(super) fn copy_match(&mut self, output: &mut Output, before: &impl Before) -> Flow {
        if output.room() == 0 {
            return Ok(Some(Stop::Room));
        }
        let past = before.past();
        if !past.reaches(output.written(), self.distance as usize) {
            return Err(Error::Data(Fault::DistanceTooFar));
        }
        self.length -= output.copy_piece(self.distance as usize, self.length as usize, &past) as u32;
        if self.length == 0 {
            self.at = At::Symbol;
        } else if output.room() == 0 {
            return Ok(Some(Stop::Room));
        }
        Ok(None)
    }

    /// Writes a literal.
    #[inline(always)]
    pub(super) fn literal(&mut self, output: &mut Output) -> Option<Stop> {
        if !output.push(self.length as u8) {
            return Some(Stop::Room);
        }
        self.at = At::Symbol;
        None
    }
}
