//! How much zlib's own decoding tables would take: what `inflateCodesUsed` tells.
#![forbid(unsafe_code)]

use super::decode::Counts;
use crate::format::symbols::MAX_CODEWORD;

/// How many entries zlib's tables take for a code with these counts and this root.
pub fn zlib_entries(counts: &Counts, root_bits: u32) -> u32 {
    let used = |length: &usize| counts[*length] != 0;
    let Some(longest) = (1..=MAX_CODEWORD).rev().find(used) else { return 2 };
    let shortest = (1..=MAX_CODEWORD).find(used).unwrap_or(1);
    let root = root_bits.min(longest as u32).max(shortest as u32);
    let mut entries = 1 << root;
    let mut left = *counts;
    // Room in the open sub-table, in codewords of the longest length.
    let mut room = 0u32;
    for bits in root as usize + 1..=longest {
        while left[bits] != 0 {
            if room == 0 {
                let mut index_bits = bits as u32 - root;
                let mut free = 1i32 << index_bits;
                while index_bits + root < longest as u32 {
                    free -= i32::from(left[(index_bits + root) as usize]);
                    if free <= 0 {
                        break;
                    }
                    index_bits += 1;
                    free <<= 1;
                }
                entries += 1 << index_bits;
                room = 1 << (longest as u32 - root);
            }
            left[bits] -= 1;
            room = room.saturating_sub(1 << (longest - bits));
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::symbols::FIXED_LITLEN_LENGTHS;

    #[test]
    fn zlib_counts_its_tables_as_zlib_does() {
        let count = |lengths: &[u8]| {
            let mut counts: Counts = [0; MAX_CODEWORD + 1];
            lengths.iter().for_each(|&length| counts[length as usize] += 1);
            counts[0] = 0;
            counts
        };
        assert_eq!(zlib_entries(&count(&[0; 30]), 6), 2);
        assert_eq!(zlib_entries(&count(&FIXED_LITLEN_LENGTHS), 9), 512);
        // Fifteen bits deep: a root of 2^9, then one sub-table for all that is longer.
        let staircase: Vec<u8> = (1..=15).chain([15]).collect();
        assert_eq!(zlib_entries(&count(&staircase), 9), 512 + 64);
    }
}
