//! What each symbol will cost, for parsers that weigh whole sequences of decisions: estimated from the block so far, and
//! carried on from block to block.
#![forbid(unsafe_code)]

use super::estimate::{FRACTION, log2};
use crate::deflate::sequences::Tally;
use crate::format::symbols::{DISTANCE_SYMBOLS, FIXED_LITLEN_LENGTHS, LITLEN_SYMBOLS};

/// Parts of a bit in prices.
pub const PART: u32 = 16;

/// Prices in parts of a bit, without extra bits.
#[derive(Clone)]
pub struct Prices {
    /// Of literals and length codes.
    pub litlen: [u8; LITLEN_SYMBOLS],
    /// Of distance codes.
    pub distance: [u8; DISTANCE_SYMBOLS],
}

impl Prices {
    /// Those of the fixed code: what holds before anything is known, and after a block that was sent with it.
    pub const FIXED: Prices = {
        let mut litlen = [0; LITLEN_SYMBOLS];
        let mut symbol = 0;
        while symbol < LITLEN_SYMBOLS {
            litlen[symbol] = FIXED_LITLEN_LENGTHS[symbol] * PART as u8;
            symbol += 1;
        }
        Prices { litlen, distance: [5 * PART as u8; DISTANCE_SYMBOLS] }
    };

    /// Moves halfway to what the block so far says.
    pub fn learn(&mut self, tally: &Tally) {
        approach(&mut self.litlen, &tally.litlen);
        approach(&mut self.distance, &tally.distance);
    }
}

#[inline(never)]
fn approach(prices: &mut [u8], counts: &[u32]) {
    // Each symbol counts as an eighth of one more than it is, so that none is without a price.
    let all = log2(8 * counts.iter().sum::<u32>() + counts.len() as u32);
    for (price, &count) in prices.iter_mut().zip(counts) {
        let fresh = ((all - log2(8 * count + 1)) * PART / FRACTION).min(15 * PART);
        *price = (u32::from(*price) + fresh).div_ceil(2) as u8;
    }
}
