//! A dynamic block's header (RFC 1951, section 3.2.7), composed as a string of bits before it is sent.
#![forbid(unsafe_code)]

use crate::format::symbols::{
    CODE_LENGTH_ORDER, CODE_LENGTH_SYMBOLS, DISTANCE_SYMBOLS, LITLEN_SYMBOLS, MAX_CODE_LENGTH_CODEWORD,
};
use crate::huffman::{codewords, lengths};

/// Words of the longest prefix: 17 bits of counts, 19 lengths of 3 bits, 318 codewords of at most 7 + 7 bits.
pub const PREFIX_WORDS: usize =
    (3 + 14 + 3 * CODE_LENGTH_SYMBOLS + 14 * (LITLEN_SYMBOLS + DISTANCE_SYMBOLS)).div_ceil(64);

/// The bits that go before a block's first symbol.
#[derive(Clone)]
pub struct Prefix {
    words: [u64; PREFIX_WORDS],
    bits: usize,
}

impl Prefix {
    /// No bits.
    pub const EMPTY: Prefix = Prefix { words: [0; PREFIX_WORDS], bits: 0 };

    /// Its length in bits.
    pub fn len(&self) -> usize {
        self.bits
    }

    /// Starts anew.
    pub fn clear(&mut self) {
        self.bits = 0;
    }

    /// Adds `count` <= 32 bits.
    #[inline(never)]
    pub fn push(&mut self, value: u32, count: u32) {
        let (index, shift) = (self.bits / 64, self.bits % 64);
        let Some([low, high]) = self.words.get_mut(index..).and_then(|w| w.first_chunk_mut::<2>()) else {
            if let Some(last) = self.words.get_mut(index) {
                *last = if shift == 0 { u64::from(value) } else { *last | u64::from(value) << shift };
            }
            self.bits += count as usize;
            return;
        };
        if shift == 0 {
            *low = 0;
        }
        *low |= u64::from(value) << shift;
        *high = if shift > 32 { u64::from(value) >> (64 - shift) } else { 0 };
        self.bits += count as usize;
    }

    /// Makes it a stored block's: type, padding, length and complement (RFC 1951, section 3.2.4).
    pub fn stored(&mut self, last: bool, padding: u32, length: usize) {
        self.clear();
        self.push(u32::from(last), 3 + padding);
        self.push(length as u32 | !(length as u32) << 16, 32);
    }

    /// Up to 32 bits from bit `at` on, and how many.
    pub fn piece(&self, at: usize) -> (u32, u32) {
        let count = (self.bits - at).min(32 - at % 32);
        let word = self.words.get(at / 64).copied().unwrap_or(0);
        let piece = word >> (at % 64);
        ((piece & ((1u64 << count) - 1)) as u32, count as u32)
    }
}

/// The header's contents: counts, the code length code, and the lengths as its symbols.
pub struct Plan {
    litlen_count: usize,
    distance_count: usize,
    order_count: usize,
    code_lengths: [u8; CODE_LENGTH_SYMBOLS],
    /// Symbol in the low 5 bits, its extra bits' value above.
    items: [u16; LITLEN_SYMBOLS + DISTANCE_SYMBOLS],
    item_count: usize,
}

/// Bits after each symbol of the code length alphabet.
const fn extra_bits(symbol: u16) -> u32 {
    match symbol {
        16 => 2,
        17 => 3,
        18 => 7,
        _ => 0,
    }
}

impl Plan {
    /// Plans the header for these codeword lengths and returns it with its length in bits (block type included).
    pub fn new(litlen: &[u8; LITLEN_SYMBOLS], distance: &[u8; DISTANCE_SYMBOLS]) -> (Self, u64) {
        let used = |lengths: &[u8], most: usize, least: usize| {
            lengths[..most].iter().rposition(|&l| l != 0).map_or(0, |last| last + 1).max(least)
        };
        let (litlen_count, distance_count) = (used(litlen, 286, 257), used(distance, 30, 1));
        let mut all = [0u8; LITLEN_SYMBOLS + DISTANCE_SYMBOLS];
        all[..litlen_count].copy_from_slice(&litlen[..litlen_count]);
        all[litlen_count..litlen_count + distance_count].copy_from_slice(&distance[..distance_count]);
        let mut plan = Plan {
            litlen_count,
            distance_count,
            order_count: 0,
            code_lengths: [0; CODE_LENGTH_SYMBOLS],
            items: [0; LITLEN_SYMBOLS + DISTANCE_SYMBOLS],
            item_count: 0,
        };
        plan.run_lengths(&all[..litlen_count + distance_count]);
        let bits = plan.code();
        (plan, bits)
    }

    /// Turns the lengths into symbols of the code length alphabet, repeats included.
    fn run_lengths(&mut self, all: &[u8]) {
        let mut at = 0;
        while at < all.len() {
            let value = all[at];
            let run = all[at..].iter().take_while(|&&l| l == value).count();
            let mut left = run;
            if value == 0 {
                while left >= 3 {
                    let count = left.min(138);
                    self.item(if count <= 10 { (17, count - 3) } else { (18, count - 11) });
                    left -= count;
                }
            } else {
                self.item((u16::from(value), 0));
                left -= 1;
                while left >= 3 {
                    let count = left.min(6);
                    self.item((16, count - 3));
                    left -= count;
                }
            }
            for _ in 0..left {
                self.item((u16::from(value), 0));
            }
            at += run;
        }
    }

    fn item(&mut self, (symbol, extra): (u16, usize)) {
        self.items[self.item_count] = symbol | (extra as u16) << 5;
        self.item_count += 1;
    }

    /// Builds the code length code and counts the header's bits.
    fn code(&mut self) -> u64 {
        let mut weights = [0u32; CODE_LENGTH_SYMBOLS];
        for item in &self.items[..self.item_count] {
            weights[usize::from(item & 31)] += 1;
        }
        lengths::build(&weights, MAX_CODE_LENGTH_CODEWORD, &mut self.code_lengths);
        let last = CODE_LENGTH_ORDER.iter().rposition(|&s| self.code_lengths[usize::from(s)] != 0).unwrap_or(0);
        self.order_count = (last + 1).max(4);
        let items: u64 = (0..CODE_LENGTH_SYMBOLS)
            .map(|s| u64::from(weights[s]) * u64::from(u32::from(self.code_lengths[s]) + extra_bits(s as u16)))
            .sum();
        3 + 14 + 3 * self.order_count as u64 + items
    }

    /// Writes the header.
    pub fn compose(&self, last: bool, prefix: &mut Prefix) {
        let mut code = [0; CODE_LENGTH_SYMBOLS];
        codewords::assign(&self.code_lengths, &mut code);
        prefix.clear();
        prefix.push(u32::from(last) | 2 << 1, 3);
        prefix.push((self.litlen_count - 257) as u32, 5);
        prefix.push((self.distance_count - 1) as u32, 5);
        prefix.push((self.order_count - 4) as u32, 4);
        for &symbol in &CODE_LENGTH_ORDER[..self.order_count] {
            prefix.push(u32::from(self.code_lengths[usize::from(symbol)]), 3);
        }
        for item in &self.items[..self.item_count] {
            let (symbol, extra) = (item & 31, u32::from(item >> 5));
            let word = code[usize::from(symbol)];
            let (bits, count) = codewords::split(word);
            prefix.push(bits | extra << count, count + extra_bits(symbol));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_gives_back_its_bits() {
        let mut prefix = Prefix::EMPTY;
        for round in 0..2 {
            prefix.clear();
            let mut expected = Vec::new();
            for i in 0..300u32 {
                let count = (i * 7 + round) % 15;
                let value = i.wrapping_mul(2654435761) >> 16 & ((1 << count) - 1);
                prefix.push(value, count);
                expected.extend((0..count).map(|b| value >> b & 1));
            }
            let (mut at, mut got) = (0, Vec::new());
            while at < prefix.len() {
                let (piece, count) = prefix.piece(at);
                got.extend((0..count).map(|b| piece >> b & 1));
                at += count as usize;
            }
            assert_eq!(got, expected);
        }
    }
}
