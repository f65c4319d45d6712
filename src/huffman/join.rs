//! Joining entries of a literal/length table: a literal and the symbol behind it, where the root's bits tell both.
//!
//! One look-up then gives two symbols, and, what counts for more, whether a literal or a length comes is asked half as often:
//! no other branch of a decoder is so hard to foresee.
#![forbid(unsafe_code)]

use super::decode::{LITLEN_ROOT, MATCH, SPECIAL, codeword_bits};

/// Longest codeword that is joined with what follows.
const LONGEST_FIRST: u32 = 8;
/// More bits than any codeword has.
const TOO_LONG: u32 = 15;

/// Joins what can be joined in a table as `build` makes it, whose root is made as large as any for that, and says how many
/// bits index it then. It costs as much as decoding some hundred symbols.
pub fn join(table: &mut [u32], root_bits: u32) -> u32 {
    let Some(root) = table.get_mut(..1 << LITLEN_ROOT) else { return root_bits };
    // A root that is smaller has no links: what lies behind it is free.
    for bits in root_bits..LITLEN_ROOT {
        root.copy_within(..1 << bits, 1 << bits);
    }
    join_root(root);
    LITLEN_ROOT
}

/// Joins what can be joined in a root of full size.
fn join_root(root: &mut [u32]) {
    let mut firsts = [0u16; 1 << LONGEST_FIRST];
    let mut count = 0;
    let (mut shortest_first, mut shortest) = (TOO_LONG, TOO_LONG);
    for (code, &entry) in root.iter().enumerate().take(firsts.len()) {
        if entry & SPECIAL != 0 {
            continue;
        }
        let bits = codeword_bits(entry);
        shortest = shortest.min(bits);
        // Each codeword once: where only zeros follow it.
        if entry & MATCH == 0 && code >> bits == 0 {
            firsts[count % firsts.len()] = code as u16;
            count += 1;
            shortest_first = shortest_first.min(bits);
        }
    }
    if shortest_first + shortest > LITLEN_ROOT {
        return;
    }
    // What an entry adds when it comes second: a literal moves up.
    let mut seconds = [0; 1 << LITLEN_ROOT];
    let seconds = &mut seconds[..root.len() >> shortest_first];
    for (second, &entry) in seconds.iter_mut().zip(root.iter()) {
        let moved = (entry & 0xff00_ffff) + ((entry & 0x00ff_0000) << 8);
        *second = if entry & SPECIAL == 0 { moved } else { TOO_LONG << 8 };
    }
    for &code in firsts.iter().take(count) {
        let first = root[usize::from(code)];
        let bits = codeword_bits(first);
        if bits + shortest > LITLEN_ROOT {
            continue;
        }
        // No other codeword's place is among these.
        let places = root[usize::from(code)..].iter_mut().step_by(1 << bits);
        for (place, &second) in places.zip(seconds.iter()) {
            *place = if codeword_bits(second) + bits <= LITLEN_ROOT { first + second } else { first };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::symbols::{END_OF_BLOCK, LITLEN_SYMBOLS};
    use crate::huffman::decode::{Alphabet, Code, Codes, DISTANCE_ENTRIES, LITLEN_ENTRIES, all_bits, build, literals};

    /// A code in which some literals, the end of the block and some lengths are short.
    fn lengths() -> Vec<u8> {
        let mut lengths = vec![0; LITLEN_SYMBOLS];
        let short = [(101, 3), (32, 4), (97, 4), (END_OF_BLOCK, 5), (257, 3), (260, 4), (270, 4)];
        short.iter().for_each(|&(symbol, bits)| lengths[symbol] = bits);
        // 1/8 * 2 + 1/16 * 4 + 1/32 = 17/32; 15/32 are left for 240 literals of 9 bits.
        (0..243).filter(|symbol| ![101, 32, 97].contains(symbol)).for_each(|symbol| lengths[symbol] = 9);
        lengths
    }

    #[test]
    fn two_symbols_are_what_one_and_one_are() {
        let lengths = lengths();
        let mut plain = vec![0; DISTANCE_ENTRIES + LITLEN_ENTRIES];
        let built = build(Alphabet::LitLen, &lengths, &mut plain[DISTANCE_ENTRIES..]).unwrap();
        let mut joined = plain.clone();
        assert_eq!(join(&mut joined[DISTANCE_ENTRIES..], built.root_bits), LITLEN_ROOT);
        let codes = Codes::new(&joined, LITLEN_ROOT, &lengths).unwrap();
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
