//! Joining entries of a literal/length table: a literal and the symbol behind it, where the root's bits tell both.
//!
//! One look-up then gives two symbols, and, what counts for more, whether a literal or a length comes is asked half as often:
//! no other branch of a decoder is so hard to foresee.
#![forbid(unsafe_code)]

use super::decode::{Counts, LITLEN_ROOT, MATCH, SPECIAL, codeword_bits};
use crate::format::symbols::{END_OF_BLOCK, MAX_CODEWORD};

/// Entries of a root of full size.
const ROOT: usize = 1 << LITLEN_ROOT;
/// Longest codeword that is joined with what follows.
const LONGEST_FIRST: u32 = 8;
/// A literal's codeword that others are joined to.
#[derive(Clone, Copy, Default)]
struct First {
    code: u8,
    bits: u8,
}
const _: () = assert!(LONGEST_FIRST <= u8::BITS);
/// More bits than any codeword has.
const TOO_LONG: u32 = 15;

/// Of the literals, by how likely their codewords are, so many hundredths must be joined. With fewer, the question is harder
/// to foresee than before: what was regular in the data is no longer so in the entries.
const LEAST_GAIN: u64 = 16;

/// Joins what can be joined in a table as `build` makes it of codewords with these lengths, so many of each. Its root is made
/// as large as any for that. `false`, and nothing changed, if it would not pay.
pub fn join(table: &mut [u32], root_bits: u32, lengths: &[u8], counts: &Counts) -> bool {
    let Some(root) = table.first_chunk_mut::<ROOT>() else { return false };
    let mut firsts = [First::default(); 1 << LONGEST_FIRST];
    let (mut count, mut shortest, mut gain) = (0, TOO_LONG, 0);
    let fitting = fitting(counts);
    for (code, &entry) in root.iter().enumerate().take(firsts.len().min(1 << root_bits)) {
        let bits = codeword_bits(entry);
        // Each codeword once: where only zeros follow it.
        if entry & (MATCH | SPECIAL) == 0 && code >> bits == 0 {
            firsts[count] = First { code: code as u8, bits: bits as u8 };
            count += 1;
            shortest = shortest.min(bits);
            gain += fitting[(LITLEN_ROOT - bits) as usize] >> bits;
        }
    }
    let others: u64 = lengths.iter().skip(END_OF_BLOCK).map(|&length| share(length)).sum();
    if gain * 100 < LEAST_GAIN * WHOLE.saturating_sub(others) {
        return false;
    }
    // A root that is smaller has no links: what lies behind it is free.
    for bits in root_bits..LITLEN_ROOT {
        root.copy_within(..1 << bits, 1 << bits);
    }
    join_root(root, &firsts[..count], shortest);
    true
}

/// How much of all that may come begins with a codeword, as a part of [`WHOLE`].
fn share(length: u8) -> u64 {
    if length == 0 { 0 } else { WHOLE >> length }
}

/// All that may come.
const WHOLE: u64 = 1 << MAX_CODEWORD;

/// How much of all that may come begins with a codeword no longer than the index.
fn fitting(counts: &Counts) -> [u64; LITLEN_ROOT as usize + 1] {
    let mut fitting = [0; LITLEN_ROOT as usize + 1];
    for bits in 1..fitting.len() {
        fitting[bits] = fitting[bits - 1] + u64::from(counts[bits]) * (WHOLE >> bits);
    }
    fitting
}

/// Joins what can be joined in a root of full size to the literals whose codewords are `firsts`, none of them shorter than
/// `shortest`.
fn join_root(root: &mut [u32; ROOT], firsts: &[First], shortest: u32) {
    // What an entry adds when it comes second: a literal moves up.
    let mut seconds = [0; ROOT];
    for (second, &entry) in seconds[..ROOT >> shortest].iter_mut().zip(root.iter()) {
        let moved = (entry & 0xff00_ffff) + ((entry & 0x00ff_0000) << 8);
        *second = if entry & SPECIAL == 0 { moved } else { TOO_LONG << 8 };
    }
    for bits in shortest..=LONGEST_FIRST {
        let seconds = &mut seconds[..ROOT >> bits];
        // What does not fit adds nothing; nor does it fit behind a longer codeword.
        for second in seconds.iter_mut() {
            *second = if codeword_bits(*second) + bits > LITLEN_ROOT { 0 } else { *second };
        }
        for first in firsts.iter().filter(|first| u32::from(first.bits) == bits) {
            let mut place = usize::from(first.code);
            let literal = root[place];
            // No other codeword's place is among these.
            for second in seconds.iter() {
                root[place % ROOT] = literal + second;
                place += 1 << bits;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::symbols::LITLEN_SYMBOLS;
    use crate::huffman::codes::Codes;
    use crate::huffman::decode::{Alphabet, Code, DISTANCE_ENTRIES, LITLEN_ENTRIES, all_bits, build, literals};

    /// A code in which some literals, the end of the block and some lengths are short.
    fn lengths() -> Vec<u8> {
        let mut lengths = vec![0; LITLEN_SYMBOLS];
        let short = [(101, 2), (32, 3), (97, 3), (END_OF_BLOCK, 5), (257, 3), (260, 4), (270, 4)];
        short.iter().for_each(|&(symbol, bits)| lengths[symbol] = bits);
        // 1/4 + 1/8 * 3 + 1/16 * 2 + 1/32 = 25/32; 7/32 are left for 112 literals of 9 bits.
        (0..115).filter(|symbol| ![101, 32, 97].contains(symbol)).for_each(|symbol| lengths[symbol] = 9);
        lengths
    }

    #[test]
    fn two_symbols_are_what_one_and_one_are() {
        let lengths = lengths();
        let mut plain = vec![0; DISTANCE_ENTRIES + LITLEN_ENTRIES];
        let built = build(Alphabet::LitLen, &lengths, &mut plain[DISTANCE_ENTRIES..]).unwrap();
        let mut joined = plain.clone();
        assert!(join(&mut joined[DISTANCE_ENTRIES..], built.root_bits, &lengths, &built.counts));
        let codes = Codes::new(&joined, LITLEN_ROOT, Some(&lengths)).unwrap();
        let plain = Code { table: &plain[DISTANCE_ENTRIES..], root_bits: built.root_bits };
        let mut pairs = 0;
        for hold in 0..1u64 << LITLEN_ROOT {
            let (entry, _) = codes.litlen().find(hold);
            let (first, bits) = plain.find(hold);
            assert_eq!(codes.find_litlen(hold), (first, bits), "the first of {hold:b}");
            if entry == first {
                continue;
            }
            let (second, more) = plain.find(hold >> bits);
            assert_eq!((literals(first), first & (MATCH | SPECIAL)), (1, 0));
            assert_eq!(all_bits(entry), all_bits(first) + all_bits(second));
            assert_eq!(codeword_bits(entry), bits + more);
            assert!(bits + more <= LITLEN_ROOT && second & SPECIAL == 0);
            assert_eq!(literals(entry), 1 + literals(second));
            assert_eq!((entry & MATCH, entry >> 16 & 0xff), (second & MATCH, first >> 16 & 0xff));
            let upper = if second & MATCH == 0 { second >> 16 & 0xff } else { second >> 24 };
            assert_eq!(entry >> 24, upper);
            pairs += 1;
        }
        assert!(pairs > 250, "{pairs} pairs");
    }
}
