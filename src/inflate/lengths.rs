//! The header of a dynamic block: codes of codes (RFC 1951, section 3.2.7).
#![forbid(unsafe_code)]

use super::bits::Bits;
use super::blocks::{At, Blocks, Flow, Stop};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Fault};
use crate::format::symbols::{CODE_LENGTH_ORDER, CODE_LENGTH_SYMBOLS, END_OF_BLOCK};
use crate::huffman::decode::Code;
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
        let (lengths, _) = self.tables.lengths_and_code();
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
        let (lengths, _) = self.tables.lengths_and_code();
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
        let (lengths, code) = self.tables.lengths_and_code();
        let lengths = lengths.get_mut(..wanted).ok_or(Error::Data(Fault::TooManySymbols))?;
        let bits = &mut self.bits;
        let mut have = read_plain_lengths(code, bits, input, lengths, self.have.into());
        while have < wanted {
            self.have = have as u16;
            let (symbol, codeword) = loop {
                let (entry, codeword) = code.find(bits.hold);
                if codeword <= bits.count {
                    break (entry >> 16, codeword);
                }
                let Some(()) = bits.pull(input) else { return Ok(None) };
            };
            let (extra, least) = repeat(symbol);
            let Some(()) = bits.need(codeword + extra, input) else { return Ok(None) };
            bits.drop(codeword);
            let value = match (symbol, have) {
                (..16, _) => symbol as u8,
                (16, 0) => return Err(Error::Data(Fault::LengthRepeat)),
                (16, _) => lengths[have - 1],
                _ => 0,
            };
            let end = have + least + bits.take(extra) as usize;
            lengths.get_mut(have..end).ok_or(Error::Data(Fault::LengthRepeat))?.fill(value);
            have = end;
        }
        self.have = have as u16;
        Ok(Some(()))
    }
}

/// The bits that follow a symbol of the code length code, and the repetitions that they are added to.
fn repeat(symbol: u32) -> (u32, usize) {
    match symbol {
        ..16 => (0, 1),
        16 => (2, 3),
        17 => (3, 3),
        _ => (7, 11),
    }
}

/// Reads lengths from `have` on while there is plenty of input and they are plainly good; says how many there are then.
///
/// Four symbols are read from each refill, which has 56 bits: none has more than 14. Whole bytes that are left over go back.
fn read_plain_lengths(
    code: Code<'_>,
    bits: &mut Bits,
    input: &mut Input,
    lengths: &mut [u8],
    mut have: usize,
) -> usize {
    let bytes = input.bytes();
    let mut taken = 0;
    if bits.count >= 8 {
        return have;
    }
    'refills: while let Some(word) = bytes[taken..].first_chunk() {
        let count = (63 - bits.count) / 8;
        bits.hold |= u64::from_le_bytes(*word) << bits.count;
        bits.count += 8 * count;
        bits.hold &= !(u64::MAX << bits.count);
        taken += count as usize;
        for _ in 0..4 {
            let (entry, codeword) = code.find(bits.hold);
            let (symbol, rest) = (entry >> 16, bits.hold >> codeword);
            let (extra, least) = repeat(symbol);
            let end = have + least + (rest & ((1 << extra) - 1)) as usize;
            let value = match symbol {
                ..16 => symbol as u8,
                16 => lengths[have.saturating_sub(1)],
                _ => 0,
            };
            let Some(run) = lengths.get_mut(have..end).filter(|_| symbol != 16 || have != 0) else { break 'refills };
            match run {
                [one] => *one = value,
                run => run.fill(value),
            }
            have = end;
            bits.drop(codeword + extra);
        }
    }
    let back = bits.count / 8;
    bits.count %= 8;
    bits.hold &= (1 << bits.count) - 1;
    input.skip(taken - back as usize);
    have
}
