//! Which form a block takes: stored, fixed or dynamic, by the exact length of each in bits.
#![forbid(unsafe_code)]

use super::header::{Plan, Prefix};
use super::price::Prices;
use crate::deflate::sequences::Tally;
use crate::format::symbols::{
    CODE_LENGTH_ORDER, DISTANCE_CODES, DISTANCE_EXTRA, DISTANCE_SYMBOLS, END_OF_BLOCK, FIXED_DISTANCE_LENGTHS,
    FIXED_LITLEN_LENGTHS, LENGTH_CODES, LENGTH_EXTRA, LITLEN_SYMBOLS, MAX_CODEWORD,
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
    /// What symbols are expected to cost.
    pub prices: Prices,
}

impl Coder {
    /// Nothing gathered, nothing to send.
    pub const EMPTY: Coder = Coder {
        tally: Tally::EMPTY,
        litlen: [0; LITLEN_SYMBOLS],
        distance: [0; DISTANCE_SYMBOLS],
        prefix: Prefix::EMPTY,
        prices: Prices::FIXED,
    };
}

/// Literals and lengths have no longer codewords, so that four of them fit the writer's accumulator. It costs nothing
/// that can be measured.
pub const LONGEST_LITLEN: usize = MAX_CODEWORD - 1;

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
    /// Whether the next block's parser asks for prices.
    pub prices: bool,
}

/// Chooses the form, makes the coder ready to send it, and returns it with the block's length in bits.
///
/// A stored block wins a tie, then a fixed one: they are quicker to decode.
pub fn choose(coder: &mut Coder, question: &Question) -> (Form, u64) {
    coder.tally.litlen[END_OF_BLOCK] = 1;
    let matches: u32 = coder.tally.distance.iter().sum();
    let extra = if matches == 0 { 0 } else { extra_bits(&coder.tally) };
    let fixed = 3 + extra + weigh_fixed(&coder.tally, matches);
    let padding = (question.offset + 3).wrapping_neg() % 8;
    let dynamic = (question.dynamic && least_dynamic(&coder.tally, matches) + extra < fixed).then(|| {
        let mut litlen = [0u8; LITLEN_SYMBOLS];
        let mut distance = [0u8; DISTANCE_SYMBOLS];
        lengths::build(&coder.tally.litlen, LONGEST_LITLEN, &mut litlen);
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
            if question.prices {
                coder.prices.learn(&coder.tally);
            }
        }
        _ => {
            coder.litlen = FIXED_LITLEN;
            coder.distance = FIXED_DISTANCE;
            coder.prices = Prices::FIXED;
            coder.prefix.clear();
            coder.prefix.push(u32::from(question.last) | 1 << 1, 3);
        }
    }
    (Form::Coded, coded)
}

/// Bits of all codewords of the fixed code.
fn weigh_fixed(tally: &Tally, matches: u32) -> u64 {
    let sum = |weights: &[u32]| u64::from(weights.iter().sum::<u32>());
    let (first, rest) = tally.litlen.split_at(144);
    let (second, rest) = rest.split_at(256 - 144);
    let (third, fourth) = rest.split_at(280 - 256);
    8 * sum(first) + 9 * sum(second) + 7 * sum(third) + 8 * sum(fourth) + 5 * u64::from(matches)
}

/// Bits that a dynamic block takes at least, extra bits left out; it saves building codes for blocks of a few bytes.
///
/// Each of s symbols has a codeword, their lengths add up to a full tree's at least, and every further use of one takes a
/// bit or more. The header sends lengths of the code length code up to that of the shortest codeword, which is no longer
/// than log2 s, and a symbol or two for every seven lengths.
fn least_dynamic(tally: &Tally, matches: u32) -> u64 {
    let used = |weights: &[u32]| weights.iter().map(|&weight| u32::from(weight != 0)).sum::<u32>();
    let payload = |used: u32, all: u32| {
        let whole = used.max(1).ilog2();
        used * whole + 2 * (used.max(1) - (1 << whole)) + (all - used)
    };
    let (symbols, distances) = (used(&tally.litlen), used(&tally.distance));
    // Alphabets with fewer than two symbols in use get two codewords of one bit.
    let shortest = symbols.min(distances).max(2).ilog2() as usize;
    let order = CODE_LENGTH_ORDER.iter().rposition(|&length| usize::from(length) == shortest).unwrap_or(0);
    let header = 3 + 14 + 3 * (order as u32 + 1) + symbols / 4 + 2;
    u64::from(header + payload(symbols, tally.litlen.iter().sum()) + payload(distances, matches))
}

/// Bits of all codewords.
#[inline(never)]
fn weigh(tally: &Tally, litlen: &[u8; LITLEN_SYMBOLS], distance: &[u8; DISTANCE_SYMBOLS]) -> u64 {
    // A block has fewer than 2^22 symbols (see `lengths::build`) of at most 15 bits: 32-bit sums are enough.
    let sum = |weights: &[u32], lengths: &[u8]| -> u32 {
        weights.iter().zip(lengths).map(|(&weight, &length)| weight * u32::from(length)).sum()
    };
    u64::from(sum(&tally.litlen, litlen)) + u64::from(sum(&tally.distance, distance))
}

/// Bits that follow the length and distance codewords.
#[inline(never)]
pub fn extra_bits(tally: &Tally) -> u64 {
    let lengths = &tally.litlen[END_OF_BLOCK + 1..END_OF_BLOCK + 1 + LENGTH_CODES];
    let sum = |weights: &[u32], extra: &[u8]| -> u32 {
        weights.iter().zip(extra).map(|(&weight, &bits)| weight * u32::from(bits)).sum()
    };
    u64::from(sum(lengths, &LENGTH_EXTRA)) + u64::from(sum(&tally.distance, &DISTANCE_EXTRA))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_dynamic_block_is_shorter_than_the_least() {
        let mut seed = 7u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) % below
        };
        for round in 0..20000 {
            let mut tally = Tally::EMPTY;
            let (kinds, most) = (1 + random(1 + round % 200), 1 + random(1 + round % 60));
            for _ in 0..kinds {
                tally.litlen[random(if round % 3 == 0 { 40 } else { 256 }) as usize] += 1 + random(most);
            }
            for _ in 0..random(1 + round % 40) {
                let count = 1 + random(most);
                tally.litlen[257 + random(29) as usize] += count;
                tally.distance[random(30) as usize] += count;
            }
            tally.litlen[END_OF_BLOCK] = 1;
            let (mut litlen, mut distance) = ([0u8; LITLEN_SYMBOLS], [0u8; DISTANCE_SYMBOLS]);
            lengths::build(&tally.litlen, MAX_CODEWORD, &mut litlen);
            lengths::build(&tally.distance[..DISTANCE_CODES], MAX_CODEWORD, &mut distance);
            let (_, header) = Plan::new(&litlen, &distance);
            let bits = header + weigh(&tally, &litlen, &distance);
            let least = least_dynamic(&tally, tally.distance.iter().sum());
            assert!(least <= bits, "{least} {bits}");
            let fixed = weigh(&tally, &FIXED_LITLEN_LENGTHS, &FIXED_DISTANCE_LENGTHS);
            assert_eq!(weigh_fixed(&tally, tally.distance.iter().sum()), fixed);
        }
    }
}
