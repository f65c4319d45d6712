//! Which form a block takes: stored, fixed or dynamic, by the exact length of each in bits.
#![forbid(unsafe_code)]

use super::header::{Plan, Prefix};
use crate::deflate::sequences::Tally;
use crate::format::symbols::{
    DISTANCE_CODES, DISTANCE_EXTRA, DISTANCE_SYMBOLS, END_OF_BLOCK, FIXED_DISTANCE_LENGTHS, FIXED_LITLEN_LENGTHS,
    LENGTH_CODES, LENGTH_EXTRA, LITLEN_SYMBOLS, MAX_CODEWORD,
};
use crate::huffman::codewords::{self, Codeword};
use crate::huffman::lengths;

/// The code a block is sent with, and what it is made from.
#[derive(Clone)]
pub struct Coder {
    /// Symbols of the block that is being gathered.
    pub tally: Tally,
    /// The codewords of the block that is being sent.
    pub litlen: [Codeword; LITLEN_SYMBOLS],
    /// Its distance codewords.
    pub distance: [Codeword; DISTANCE_SYMBOLS],
    /// The bits before its first symbol.
    pub prefix: Prefix,
}

impl Coder {
    /// Nothing gathered, nothing to send.
    pub const EMPTY: Coder = Coder {
        tally: Tally::EMPTY,
        litlen: [0; LITLEN_SYMBOLS],
        distance: [0; DISTANCE_SYMBOLS],
        prefix: Prefix::EMPTY,
    };
}

/// How a block is to be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As it is.
    Stored,
    /// With the coder's codewords.
    Coded,
}

const FIXED_LITLEN: [Codeword; LITLEN_SYMBOLS] = {
    let mut code = [0; LITLEN_SYMBOLS];
    codewords::assign(&FIXED_LITLEN_LENGTHS, &mut code);
    code
};
const FIXED_DISTANCE: [Codeword; DISTANCE_SYMBOLS] = {
    let mut code = [0; DISTANCE_SYMBOLS];
    codewords::assign(&FIXED_DISTANCE_LENGTHS, &mut code);
    code
};

/// What the choice depends on besides the counts.
pub struct Question {
    /// The block's text, if it can be stored: its length in bytes.
    pub stored: Option<usize>,
    /// Bits already in the current byte: a stored block fills it up.
    pub offset: u32,
    /// Whether dynamic codes may be used.
    pub dynamic: bool,
    /// Whether this is the stream's last block.
    pub last: bool,
}

/// Chooses the form, makes the coder ready to send it, and returns it with the block's length in bits.
///
/// A stored block wins a tie, then a fixed one: they are quicker to decode.
pub fn choose(coder: &mut Coder, question: &Question) -> (Form, u64) {
    coder.tally.litlen[END_OF_BLOCK] = 1;
    let extra = extra_bits(&coder.tally);
    let fixed = 3 + extra + weigh(&coder.tally, &FIXED_LITLEN_LENGTHS, &FIXED_DISTANCE_LENGTHS);
    let padding = (question.offset + 3).wrapping_neg() % 8;
    let dynamic = question.dynamic.then(|| {
        let mut litlen = [0u8; LITLEN_SYMBOLS];
        let mut distance = [0u8; DISTANCE_SYMBOLS];
        lengths::build(&coder.tally.litlen, MAX_CODEWORD, &mut litlen);
        lengths::build(&coder.tally.distance[..DISTANCE_CODES], MAX_CODEWORD, &mut distance);
        let (plan, header) = Plan::new(&litlen, &distance);
        (header + extra + weigh(&coder.tally, &litlen, &distance), plan, litlen, distance)
    });
    let coded = dynamic.as_ref().map_or(fixed, |(bits, ..)| fixed.min(*bits));
    if let Some(text) = question.stored {
        let bits = u64::from(3 + padding + 32) + 8 * text as u64;
        if bits <= coded {
            coder.prefix.stored(question.last, padding, text);
            return (Form::Stored, bits);
        }
    }
    match dynamic {
        Some((bits, plan, litlen, distance)) if bits < fixed => {
            codewords::assign(&litlen, &mut coder.litlen);
            codewords::assign(&distance, &mut coder.distance);
            plan.compose(question.last, &mut coder.prefix);
        }
        _ => {
            coder.litlen = FIXED_LITLEN;
            coder.distance = FIXED_DISTANCE;
            coder.prefix.clear();
            coder.prefix.push(u32::from(question.last) | 1 << 1, 3);
        }
    }
    (Form::Coded, coded)
}

/// Bits of all codewords.
fn weigh(tally: &Tally, litlen: &[u8; LITLEN_SYMBOLS], distance: &[u8; DISTANCE_SYMBOLS]) -> u64 {
    let sum = |weights: &[u32], lengths: &[u8]| -> u64 {
        weights.iter().zip(lengths).map(|(&weight, &length)| u64::from(weight) * u64::from(length)).sum()
    };
    sum(&tally.litlen, litlen) + sum(&tally.distance, distance)
}

/// Bits that follow the length and distance codewords.
pub fn extra_bits(tally: &Tally) -> u64 {
    let lengths = &tally.litlen[END_OF_BLOCK + 1..END_OF_BLOCK + 1 + LENGTH_CODES];
    let sum = |weights: &[u32], extra: &[u8]| -> u64 {
        weights.iter().zip(extra).map(|(&weight, &bits)| u64::from(weight) * u64::from(bits)).sum()
    };
    sum(lengths, &LENGTH_EXTRA) + sum(&tally.distance, &DISTANCE_EXTRA)
}
