//! The header of a dynamic block: codes of codes (RFC 1951, section 3.2.7).
#![forbid(unsafe_code)]

use super::bits::Bits;
use super::blocks::{At, Blocks, Flow, Stop};
use super::tables::LENGTHS_SLACK;
use crate::cpu;
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Fault};
use crate::format::symbols::{CODE_LENGTH_ORDER, CODE_LENGTH_SYMBOLS, END_OF_BLOCK};
use crate::huffman::decode::{CODE_LENGTH_ROOT, CodeLengths, all_bits, codeword_bits};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;

/// Most literal/length codes that a header may announce; zlib refuses the two that RFC 1951 leaves unused.
const MOST_LITLEN: u16 = 286;
/// Most distance codes.
const MOST_DISTANCES: u16 = 30;

impl Blocks {
    /// Three counts. Memory for the tables is taken first: if it is refused, the call can be made again.
    #[inline(never)]
    pub(super) fn counts(&mut self, memory: &Allocator, input: &mut Input) -> Flow {
        if self.tables.take(memory).is_none() {
            return Err(Error::Memory);
        }
        if self.bits.need(14, input).is_none() {
            return Ok(Some(Stop::Input));
        }
        let litlen = self.bits.take(5) as u16 + 257;
        let distances = self.bits.take(5) as u16 + 1;
        let code_lengths = self.bits.take(4) as u16 + 4;
        self.counts = [litlen, distances, code_lengths];
        if litlen > MOST_LITLEN || distances > MOST_DISTANCES {
            return Err(Error::Data(Fault::TooManySymbols));
        }
        self.have = 0;
        self.at = At::CodeLengthLengths;
        Ok(None)
    }

    /// The code length code's lengths, three bits each, in their own order.
    #[inline(never)]
    pub(super) fn code_length_lengths(&mut self, input: &mut Input) -> Flow {
        let Some((lengths, _)) = self.tables.lengths_and_code() else { return Err(Error::Memory) };
        if self.have == 0 {
            lengths[..CODE_LENGTH_SYMBOLS].fill(0);
        }
        while self.have < self.counts[2] {
            if self.bits.need(3, input).is_none() {
                return Ok(Some(Stop::Input));
            }
            lengths[CODE_LENGTH_ORDER[self.have as usize] as usize] = self.bits.take(3) as u8;
            self.have += 1;
        }
        if self.tables.build_code_lengths(CODE_LENGTH_SYMBOLS).is_err() {
            return Err(Error::Data(Fault::CodeLengthsSet));
        }
        self.have = 0;
        self.at = At::Lengths;
        Ok(None)
    }

    /// The literal/length and distance codes' lengths, then both tables.
    #[inline(never)]
    pub(super) fn lengths(&mut self, input: &mut Input, flush: Flush) -> Flow {
        let Some(()) = self.read_lengths(input)? else { return Ok(Some(Stop::Input)) };
        let [litlen, distances, _] = self.counts.map(usize::from);
        let Some((lengths, _)) = self.tables.lengths_and_code() else { return Err(Error::Memory) };
        if lengths[END_OF_BLOCK] == 0 {
            return Err(Error::Data(Fault::MissingEndOfBlock));
        }
        self.tables.build_litlen(litlen).map_err(|_| Error::Data(Fault::LiteralLengthsSet))?;
        self.tables.build_distances(litlen, distances).map_err(|_| Error::Data(Fault::DistancesSet))?;
        self.at = At::FirstSymbol;
        Ok((flush == Flush::Trees).then_some(Stop::Boundary))
    }

    /// Reads lengths until all are there; `None` if the input ends before.
    fn read_lengths(&mut self, input: &mut Input) -> Result<Option<()>, Error> {
        let wanted = usize::from(self.counts[0] + self.counts[1]);
        let (lengths, code) = self.tables.lengths_and_code().ok_or(Error::Memory)?;
        let lengths = lengths.get_mut(..wanted + LENGTHS_SLACK).ok_or(Error::Data(Fault::TooManySymbols))?;
        let bits = &mut self.bits;
        let plain = Plain { code, bits, input, lengths, have: self.have.into() };
        let mut have = cpu::boosted(plain);
        let lengths = &mut lengths[..wanted];
        while have < wanted {
            self.have = have as u16;
            let entry = loop {
                let entry = code[(bits.hold & INDEX) as usize];
                if codeword_bits(entry) <= bits.count {
                    break entry;
                }
                let Some(()) = bits.pull(input) else { return Ok(None) };
            };
            let Some(()) = bits.need(all_bits(entry), input) else { return Ok(None) };
            bits.drop(codeword_bits(entry));
            let (symbol, least) = (symbol(entry), least(entry));
            let value = match (symbol, have) {
                (..16, _) => symbol,
                (16, 0) => return Err(Error::Data(Fault::LengthRepeat)),
                (16, _) => lengths[have - 1],
                _ => 0,
            };
            let end = have + least + bits.take(all_bits(entry) - codeword_bits(entry)) as usize;
            lengths.get_mut(have..end).ok_or(Error::Data(Fault::LengthRepeat))?.fill(value);
            have = end;
        }
        self.have = have as u16;
        Ok(Some(()))
    }
}

/// The bits that index a code length table.
const INDEX: u64 = (1 << CODE_LENGTH_ROOT) - 1;

/// The symbol of an entry of a code length table.
fn symbol(entry: u32) -> u8 {
    (entry >> 24) as u8
}

/// How many lengths it stands for, before its extra bits are added.
fn least(entry: u32) -> usize {
    (entry >> 16 & 0xff) as usize
}

/// Reads lengths from `have` on while there is plenty of input and they are plainly good; says how many there are then.
///
/// Four symbols are read from each refill, which has 56 bits: none has more than 14. Whole bytes that are left over go back.
/// Each is written as a word, be it one length or up to eight; what is too much is written over, or lies in the slack.
struct Plain<'a, 'b> {
    code: &'a CodeLengths,
    bits: &'a mut Bits,
    input: &'a mut Input<'b>,
    lengths: &'a mut [u8],
    have: usize,
}

impl cpu::Work for Plain<'_, '_> {
    type Answer = usize;

    #[inline(always)]
    fn run(self, _: bool) -> usize {
        let Plain { code, bits, input, lengths, mut have } = self;
        let wanted = lengths.len() - LENGTHS_SLACK;
        let bytes = input.bytes();
        let (mut taken, Bits { mut hold, mut count }) = (0, *bits);
        let mut last = if have == 0 { 0 } else { lengths[have - 1] };
        if count >= 8 {
            return have;
        }
        'refills: while let Some(word) = bytes.get(taken..).and_then(<[u8]>::first_chunk) {
            hold |= u64::from_le_bytes(*word) << count;
            taken += (63 - count as usize) / 8;
            count |= 56;
            for _ in 0..4 {
                let entry = code[(hold & INDEX) as usize];
                let all = all_bits(entry);
                let end = have + least(entry) + ((hold & !(u64::MAX << all)) >> codeword_bits(entry)) as usize;
                let symbol = symbol(entry);
                if end > wanted || (symbol == 16 && have == 0) {
                    break 'refills;
                }
                let value = match symbol {
                    ..16 => symbol,
                    16 => last,
                    _ => 0,
                };
                let Some((first, rest)) = lengths[have..].split_first_chunk_mut() else { break 'refills };
                *first = [value; 8];
                if end - have > first.len() {
                    rest[..end - have - first.len()].fill(value);
                }
                (have, last) = (end, value);
                hold >>= all;
                count -= all;
            }
        }
        taken -= count as usize / 8;
        count %= 8;
        *bits = Bits { hold: hold & !(u64::MAX << count), count };
        input.skip(taken);
        have
    }
}
