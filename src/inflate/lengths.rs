//! The header of a dynamic block: codes of codes (RFC 1951, section 3.2.7).
#![forbid(unsafe_code)]

use super::blocks::{At, Blocks, Flow, Stop};
use crate::format::outcome::{Error, Fault};
use crate::format::symbols::{CODE_LENGTH_ORDER, CODE_LENGTH_SYMBOLS, END_OF_BLOCK};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;

/// Most literal/length codes that a header may announce; zlib refuses the two that RFC 1951 leaves unused.
const MOST_LITLEN: u16 = 286;
/// Most distance codes.
const MOST_DISTANCES: u16 = 30;

impl Blocks {
    /// Three counts. Memory for the tables is taken first: if it is refused, the call can be made again.
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
    pub(super) fn lengths(&mut self, input: &mut Input, stop_at_codes: bool) -> Flow {
        let Some(()) = self.read_lengths(input)? else { return Ok(Some(Stop::Input)) };
        let [litlen, distances, _] = self.counts.map(usize::from);
        let (lengths, _) = self.tables.lengths_and_code();
        if lengths[END_OF_BLOCK] == 0 {
            return Err(Error::Data(Fault::MissingEndOfBlock));
        }
        self.tables.build_litlen(litlen).map_err(|_| Error::Data(Fault::LiteralLengthsSet))?;
        self.tables.build_distances(litlen, distances).map_err(|_| Error::Data(Fault::DistancesSet))?;
        self.at = At::FirstSymbol;
        Ok(stop_at_codes.then_some(Stop::Boundary))
    }

    /// Reads lengths until all are there; `None` if the input ends before.
    fn read_lengths(&mut self, input: &mut Input) -> Result<Option<()>, Error> {
        let wanted = usize::from(self.counts[0] + self.counts[1]);
        let (lengths, code) = self.tables.lengths_and_code();
        let lengths = lengths.get_mut(..wanted).ok_or(Error::Data(Fault::TooManySymbols))?;
        let bits = &mut self.bits;
        while (self.have as usize) < wanted {
            let have = self.have as usize;
            let (symbol, codeword) = loop {
                let (entry, codeword) = code.find(bits.hold);
                if codeword <= bits.count {
                    break (entry >> 16, codeword);
                }
                let Some(()) = bits.pull(input) else { return Ok(None) };
            };
            // The bits that follow a repeat symbol, and what they are added to.
            let (extra, least) = match symbol {
                ..16 => {
                    bits.drop(codeword);
                    lengths[have] = symbol as u8;
                    self.have += 1;
                    continue;
                }
                16 => (2, 3),
                17 => (3, 3),
                _ => (7, 11),
            };
            let Some(()) = bits.need(codeword + extra, input) else { return Ok(None) };
            bits.drop(codeword);
            let repeated = match (symbol, have) {
                (16, 0) => return Err(Error::Data(Fault::LengthRepeat)),
                (16, _) => lengths[have - 1],
                _ => 0,
            };
            let end = have + least + bits.take(extra) as usize;
            let run = lengths.get_mut(have..end).ok_or(Error::Data(Fault::LengthRepeat))?;
            run.fill(repeated);
            self.have = end as u16;
        }
        Ok(Some(()))
    }
}
