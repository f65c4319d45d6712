//! What codewords will cost, from counts alone: a symbol that makes up a share p of a block takes about -log2 p bits.
//!
//! It says whether a block compresses at all, and, for the next block, which short matches cost less than the literals
//! that they replace.
#![forbid(unsafe_code)]

use super::choose::extra_bits;
use crate::deflate::finder::Match;
use crate::deflate::sequences::Tally;
use crate::format::symbols::{END_OF_BLOCK, MIN_MATCH};

/// Symbols of a block from which it says something about the next one.
const ENOUGH: u32 = 2048;
/// Literals and matches from which their average costs are known.
const SOME: u32 = 64;
/// Fractions of a bit in costs.
pub const FRACTION: u32 = 256;
/// What a match of three bytes must save, in such fractions: the literals that it replaces are often cheaper than the mean.
const GAIN: u32 = FRACTION;

/// The shortest matches that pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Shorter ones do not.
    pub shortest: u8,
    /// The farthest that matches of three and of four bytes do.
    pub farthest: [u16; 2],
}

impl Worth {
    /// What holds before anything is known: three bytes from nearby.
    pub const UNKNOWN: Worth = Worth { shortest: 3, farthest: [4096, 32768] };

    /// What the counts of a block say for the next one; `None` if they are too few.
    pub fn from_counts(tally: &Tally) -> Option<Self> {
        let symbols: u32 = tally.litlen.iter().sum();
        (symbols >= ENOUGH).then(|| Worth { shortest: shortest(tally), farthest: farthest(tally) })
    }

    /// What matches pay, by their length.
    pub fn reach(&self) -> Reach {
        let mut by_length = [0; KINDS];
        for (length, most) in by_length.iter_mut().enumerate().skip(usize::from(self.shortest)) {
            *most = self.farthest.get(length.wrapping_sub(MIN_MATCH)).copied().unwrap_or(1 << 15);
        }
        Reach { by_length }
    }
}

/// Lengths that are told apart: the last stands for all longer ones.
const KINDS: usize = 8;

/// The farthest that matches pay, by length.
#[derive(Clone, Copy)]
pub struct Reach {
    by_length: [u16; KINDS],
}

impl Reach {
    /// Whether a match pays, if it is one.
    #[inline(always)]
    pub fn pays(&self, found: Match) -> bool {
        found.distance.wrapping_sub(1) < usize::from(self.by_length[found.length.min(KINDS - 1)])
    }
}

/// Where few literals are in use they are cheap, and short matches are not.
fn shortest(tally: &Tally) -> u8 {
    let literals: u32 = tally.litlen[..END_OF_BLOCK].iter().sum();
    let used = tally.litlen[..END_OF_BLOCK].iter().filter(|&&count| count > literals >> 10).count();
    match used {
        0..8 => 7,
        8..16 => 6,
        16..32 => 5,
        32..64 => 4,
        _ => 3,
    }
}

/// A distance code with e extra bits reaches 2^(e + 2); what three or four literals cost more than a match without extra
/// bits can be spent on them.
fn farthest(tally: &Tally) -> [u16; 2] {
    let literals: u32 = tally.litlen[..END_OF_BLOCK].iter().sum();
    let matches: u32 = tally.distance.iter().sum();
    if literals < SOME || matches < SOME {
        return Worth::UNKNOWN.farthest;
    }
    let average = |counts: &[u32], total: u32| (cost(counts) / u64::from(total)) as u32;
    let either = log2(literals + matches);
    let literal = average(&tally.litlen[..END_OF_BLOCK], literals) + either - log2(literals);
    let length = average(&tally.litlen[END_OF_BLOCK + 1..], matches) + either - log2(matches);
    let matched = length + average(&tally.distance, matches);
    [(3, GAIN), (4, 0)].map(|(bytes, gain)| {
        let extra = (bytes * literal).saturating_sub(matched + gain) / FRACTION;
        1 << (extra + 2).min(15)
    })
}

/// Whether a block of `covered` bytes compresses by a sixteenth or more.
pub fn compresses(tally: &Tally, covered: usize) -> bool {
    let most = covered as u64 * 15 / 2;
    // With the fixed code no literal takes more than 9 bits, and no match more than 31.
    let literals: u32 = tally.litlen[..END_OF_BLOCK].iter().sum();
    let matches: u32 = tally.distance.iter().sum();
    9 * u64::from(literals) + 31 * u64::from(matches) < most || {
        (cost(&tally.litlen) + cost(&tally.distance)) / u64::from(FRACTION) + extra_bits(tally) < most
    }
}

/// What all counted symbols cost with a code of their own.
#[inline(never)]
fn cost(counts: &[u32]) -> u64 {
    let all = log2(counts.iter().sum::<u32>().max(1));
    counts.iter().filter(|&&count| count != 0).map(|&count| u64::from(count) * u64::from(all - log2(count))).sum()
}

/// The base two logarithm of `value` > 0 in fractions of a bit, linear between powers of two (at most 22 too low).
pub fn log2(value: u32) -> u32 {
    let whole = value.ilog2();
    let fraction = if whole >= 8 { value >> (whole - 8) } else { value << (8 - whole) };
    FRACTION * whole + (fraction - FRACTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_counts_cost_what_they_must() {
        assert_eq!(cost(&[5; 256]), 256 * 5 * 8 * u64::from(FRACTION));
        assert_eq!(cost(&[0, 9, 0]), 0);
        let mut tally = Tally::EMPTY;
        tally.litlen[..256].fill(10);
        assert!(!compresses(&tally, 2560));
        tally.litlen[128..256].fill(0);
        assert!(compresses(&tally, 1280));
    }

    #[test]
    fn cheap_literals_make_short_matches_a_loss() {
        let mut tally = Tally::EMPTY;
        tally.litlen[b'a' as usize..b'e' as usize].fill(1000);
        tally.litlen[257..277].fill(50);
        tally.distance.fill(30);
        assert!(Worth::from_counts(&Tally::EMPTY).is_none());
        let worth = Worth::from_counts(&tally).unwrap();
        assert_eq!(worth.shortest, 7);
        let pays = |worth: &Worth, length, distance| worth.reach().pays(Match { length, distance });
        assert!(worth.farthest[0] <= 4 && !pays(&worth, 6, 1) && pays(&worth, 7, 32768) && pays(&worth, 258, 1));
        let unknown = &Worth::UNKNOWN;
        assert!(pays(unknown, 3, 4096) && !pays(unknown, 3, 4097) && pays(unknown, 4, 32768) && !pays(unknown, 8, 0));
    }
}
