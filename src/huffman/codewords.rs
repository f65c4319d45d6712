//! Canonical codewords (RFC 1951, section 3.2.2), bit-reversed as the format sends them: first bit lowest.
#![forbid(unsafe_code)]

use crate::format::symbols::MAX_CODEWORD;

/// A codeword and its length in one word: the length in the low [`LENGTH_BITS`] bits, the codeword above. 0: not coded.
///
/// So lengths can be added up as whole words, where a shift takes no more than the low bits of the sum.
pub type Codeword = u32;
/// Bits of a [`Codeword`] that its length has.
pub const LENGTH_BITS: u32 = 8;

/// A codeword's bits and how many they are.
pub const fn split(word: Codeword) -> (u32, u32) {
    (word >> LENGTH_BITS, word & ((1 << LENGTH_BITS) - 1))
}

/// Each byte's bits, the other way round.
static REVERSED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).reverse_bits();
        byte += 1;
    }
    table
};

/// Sixteen bits the other way round.
const fn reverse(code: u32) -> u32 {
    (REVERSED[code as usize & 255] as u32) << 8 | REVERSED[code as usize >> 8 & 255] as u32
}

/// Sets `codewords` to the canonical code with these lengths (each at most [`MAX_CODEWORD`], not over-subscribed).
#[inline(never)]
pub const fn assign(lengths: &[u8], codewords: &mut [Codeword]) {
    let mut count = [0u32; MAX_CODEWORD + 1];
    let mut i = 0;
    while i < lengths.len() {
        count[lengths[i] as usize & 15] += 1;
        i += 1;
    }
    count[0] = 0;
    let mut next = [0u32; MAX_CODEWORD + 1];
    let mut bits = 1;
    while bits <= MAX_CODEWORD {
        next[bits] = (next[bits - 1] + count[bits - 1]) << 1;
        bits += 1;
    }
    let mut i = 0;
    while i < lengths.len() && i < codewords.len() {
        let length = lengths[i] as u32 & 15;
        codewords[i] = 0;
        if length != 0 {
            let code = next[length as usize];
            next[length as usize] += 1;
            codewords[i] = reverse(code) >> (16 - length) << LENGTH_BITS | length;
        }
        i += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_1951() {
        // ABCDEFGH with lengths (3, 3, 3, 3, 3, 2, 4, 4): 010 011 100 101 110 00 1110 1111
        let mut code = [0; 8];
        assign(&[3, 3, 3, 3, 3, 2, 4, 4], &mut code);
        let expected = ["010", "011", "100", "101", "110", "00", "1110", "1111"];
        for (word, text) in code.iter().zip(expected) {
            let length = word & ((1 << LENGTH_BITS) - 1);
            let bits: String =
                (0..length).map(|i| if word >> (LENGTH_BITS + i) & 1 == 1 { '1' } else { '0' }).collect();
            assert_eq!(bits, text);
        }
    }
}
