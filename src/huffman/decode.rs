//! Decoding tables: from codeword lengths to a table that answers the next symbol from the next bits (RFC 1951, 3.2).
//!
//! A table has a root of `2^root_bits` entries, indexed by the next bits of the stream (the first bit lowest). A codeword
//! no longer than that has its entry at every index that begins with it. Longer ones share a link at their first
//! `root_bits` bits, which says where a sub-table lies and how many more bits index it.
//!
//! An entry is 32 bits wide. That of a literal/length table may stand for two symbols, of which the first is a literal: they
//! are joined by [`super::join`] where their codewords fit the root.
//!
//! ```text
//! bits  0..8    bits that go with this entry: codewords and extra bits; in a link 0
//! bits  8..12   the codewords' part of the bits; in a link, the bits that index the sub-table
//! bits 12..14   literals: 0, 1 or 2
//! bit   12      END           the symbol ends the block            (only with SPECIAL)
//! bit   14      MATCH         a length, behind the literal if there is one
//! bit   14      LINK          the codeword goes on in a sub-table  (only with SPECIAL, which is part of LINK)
//! bit   15      SPECIAL       a link, the end of the block, or no symbol at all
//! bits 16..24   the first literal
//! bits 24..32   the second literal, or the smallest length less 3
//! bits 16..32   of a distance: the smallest one; in a link: the start of the sub-table
//! bits 16..24   of a code length symbol: how many lengths it stands for at least
//! bits 24..32   of a code length symbol: itself
//! ```
//!
//! Invariants of a built table:
//! 1. Every index of the root has an entry, and every link's `start + 2^bits` lies inside the table.
//! 2. A sub-table holds no links.
//! 3. An entry's extra bits and codeword bits are those of RFC 1951, at most 15 + 13.
#![forbid(unsafe_code)]

use crate::cpu;
use crate::format::symbols::{
    CODE_LENGTH_SYMBOLS, DISTANCE_BASE, DISTANCE_CODES, DISTANCE_EXTRA, DISTANCE_SYMBOLS, END_OF_BLOCK, LENGTH_BASE,
    LENGTH_CODES, LENGTH_EXTRA, LITLEN_SYMBOLS, MAX_CODEWORD, MIN_MATCH,
};

/// One literal in the count of literals.
pub const LITERAL: u32 = 1 << 12;
/// A length.
pub const MATCH: u32 = 1 << 14;
/// No literal, length or distance.
pub const SPECIAL: u32 = 1 << 15;
/// Ends the block; only with SPECIAL.
pub const END: u32 = 1 << 12;
/// Goes on in a sub-table.
pub const LINK: u32 = SPECIAL | 1 << 14;

/// The bits that go with an entry.
#[inline(always)]
pub const fn all_bits(entry: u32) -> u32 {
    entry & 0xff
}

/// The codewords' part of them.
#[inline(always)]
pub const fn codeword_bits(entry: u32) -> u32 {
    entry >> 8 & 15
}

/// Whether an entry leads to a sub-table.
#[inline(always)]
pub const fn is_link(entry: u32) -> bool {
    entry & LINK == LINK
}

/// How many literals an entry of a literal/length table has.
#[inline(always)]
pub const fn literals(entry: u32) -> u32 {
    entry >> 12 & 3
}

/// The smallest length that an entry with a length stands for.
#[inline(always)]
pub const fn length_base(entry: u32) -> u32 {
    (entry >> 24) + MIN_MATCH as u32
}

/// Root bits of a literal/length table: more need more cache, fewer more sub-tables.
pub const LITLEN_ROOT: u32 = 11;
/// Root bits of a distance table, of any: an index known when the library is compiled is worth a few more entries.
pub const DISTANCE_ROOT: u32 = 8;
/// Root bits of a code length table, of any: no codeword is longer.
pub const CODE_LENGTH_ROOT: u32 = 7;
/// A code length table.
pub type CodeLengths = [u32; 1 << CODE_LENGTH_ROOT];
/// Most entries of a literal/length table: the worst complete code over 288 symbols with this root.
pub const LITLEN_ENTRIES: usize = 2342;
/// Most entries of a distance table: the worst complete code over 32 symbols with this root.
pub const DISTANCE_ENTRIES: usize = 402;

/// How many codewords there are of each length.
pub type Counts = [u16; MAX_CODEWORD + 1];

/// The lengths are no prefix code, or leave codewords without a symbol.
#[derive(Debug, PartialEq, Eq)]
pub struct BadCode;

/// What came out of building a table.
#[derive(Debug, Clone, Copy)]
pub struct Built {
    /// Bits that index the root.
    pub root_bits: u32,
    /// Codewords of each length; `[0]` is 0.
    pub counts: Counts,
}

/// Which code a table is for: what its symbols mean, and what may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Alphabet {
    /// The code length code: must be complete. Without any codeword it reads each bit as length 0, as zlib does.
    CodeLengths,
    /// The literal/length code: complete, or one codeword of one bit.
    LitLen,
    /// The distance code: complete, or one codeword of one bit, or none.
    Distances,
}

impl Alphabet {
    /// Each symbol's entry, but for the codeword's bits.
    const fn entries(self) -> &'static [u32] {
        match self {
            Alphabet::CodeLengths => &CODE_LENGTH_MEANING,
            Alphabet::LitLen => &LITLEN_MEANING,
            Alphabet::Distances => &DISTANCE_MEANING,
        }
    }

    /// Bits that index the root, if the longest codeword has so many.
    const fn root(self, longest: u32) -> u32 {
        match self {
            Alphabet::CodeLengths => CODE_LENGTH_ROOT,
            Alphabet::LitLen if longest < LITLEN_ROOT => longest,
            Alphabet::LitLen => LITLEN_ROOT,
            Alphabet::Distances => DISTANCE_ROOT,
        }
    }
}

pub(super) const LITLEN_MEANING: [u32; LITLEN_SYMBOLS] = {
    let mut meaning = [SPECIAL; LITLEN_SYMBOLS];
    let mut symbol = 0;
    while symbol < END_OF_BLOCK {
        meaning[symbol] = LITERAL | (symbol as u32) << 16;
        symbol += 1;
    }
    meaning[END_OF_BLOCK] = SPECIAL | END;
    let mut code = 0;
    while code < LENGTH_CODES {
        let base = LENGTH_BASE[code] as u32 - MIN_MATCH as u32;
        meaning[END_OF_BLOCK + 1 + code] = MATCH | base << 24 | LENGTH_EXTRA[code] as u32;
        code += 1;
    }
    meaning
};

pub(super) const DISTANCE_MEANING: [u32; DISTANCE_SYMBOLS] = {
    let mut meaning = [SPECIAL; DISTANCE_SYMBOLS];
    let mut code = 0;
    while code < DISTANCE_CODES {
        meaning[code] = (DISTANCE_BASE[code] as u32) << 16 | DISTANCE_EXTRA[code] as u32;
        code += 1;
    }
    meaning
};

const CODE_LENGTH_MEANING: [u32; CODE_LENGTH_SYMBOLS] = {
    let mut meaning = [0; CODE_LENGTH_SYMBOLS];
    let mut symbol = 0;
    while symbol < CODE_LENGTH_SYMBOLS {
        let (extra, least) = match symbol {
            16 => (2, 3),
            17 => (3, 3),
            18 => (7, 11),
            _ => (0, 1),
        };
        meaning[symbol] = (symbol as u32) << 24 | least << 16 | extra;
        symbol += 1;
    }
    meaning
};

/// `meaning` with a codeword of `bits` bits.
pub(super) const fn entry(meaning: u32, bits: u32) -> u32 {
    meaning + bits * 0x101
}

/// The codeword of `bits` bits after `code`, both with the first bit lowest; `None` after the last.
const fn following(code: u32, bits: u32) -> Option<u32> {
    let zeros = !code & ((1 << bits) - 1);
    if zeros == 0 {
        return None;
    }
    let bit = 1 << (31 - zeros.leading_zeros());
    Some(code & (bit - 1) | bit)
}

/// Builds the table of the code whose symbols have these codeword lengths (0: not used, at most 15) into `table`.
///
/// The codewords go in by length. While they fit the root, the root is as large as they are long, so that each fills one
/// entry, and is doubled by copying when they grow (each entry then stands at every index that begins with its codeword).
/// No clearing is needed: a complete code fills every entry.
pub fn build(alphabet: Alphabet, lengths: &[u8], table: &mut [u32]) -> Result<Built, BadCode> {
    cpu::boosted(Building { alphabet, lengths, table })
}

/// What `build` does.
struct Building<'a> {
    alphabet: Alphabet,
    lengths: &'a [u8],
    table: &'a mut [u32],
}

impl cpu::Work for Building<'_> {
    type Answer = Result<Built, BadCode>;

    #[inline(always)]
    fn run(self, _: bool) -> Self::Answer {
        let Building { alphabet, lengths, table } = self;
        let counts = count(lengths);
        let longest = (1..=MAX_CODEWORD).rev().find(|&length| counts[length] != 0).unwrap_or(0) as u32;
        let root_bits = alphabet.root(longest.max(1));
        let free = unused(&counts)?;
        let meaning = alphabet.entries();
        let sorted = sort(lengths, &counts);
        if longest == 0 {
            let nothing = if alphabet == Alphabet::CodeLengths { meaning[0] } else { SPECIAL };
            table.get_mut(..1 << root_bits).ok_or(BadCode)?.fill(entry(nothing, 1));
        } else if free == 0 {
            fill(meaning, &sorted, &counts, root_bits, table)?;
        } else if longest == 1 && alphabet != Alphabet::CodeLengths {
            let only = *meaning.get(sorted[0] as usize).ok_or(BadCode)?;
            for pair in table.get_mut(..1 << root_bits).ok_or(BadCode)?.chunks_exact_mut(2) {
                pair.copy_from_slice(&[entry(only, 1), entry(SPECIAL, 1)]);
            }
        } else {
            return Err(BadCode);
        }
        Ok(Built { root_bits, counts })
    }
}

/// How many codewords there are of each length; those of length 0 do not count.
///
/// Neighbours are often of one length, and adding to one counter twice in a row waits for the first store: so they go to
/// counters of their own.
#[inline(always)]
fn count(lengths: &[u8]) -> Counts {
    let mut parts = [[0u8; MAX_CODEWORD + 1]; 4];
    let (fours, rest) = lengths.as_chunks::<4>();
    for four in fours.iter().filter(|&&four| four != [0; 4]) {
        for (part, &length) in parts.iter_mut().zip(four) {
            let counter = &mut part[length as usize & MAX_CODEWORD];
            *counter = counter.wrapping_add(1);
        }
    }
    for &length in rest {
        let counter = &mut parts[0][length as usize & MAX_CODEWORD];
        *counter = counter.wrapping_add(1);
    }
    let mut counts: Counts = [0; MAX_CODEWORD + 1];
    for (length, count) in counts.iter_mut().enumerate().skip(1) {
        *count = parts.iter().map(|part| u16::from(part[length])).sum();
    }
    counts
}

/// A part's counters hold a quarter of the largest alphabet.
const _: () = assert!(LITLEN_SYMBOLS / 4 + 4 < 256);

/// Codewords of 15 bits that no shorter one begins; refuses more codewords than there are.
#[inline(always)]
const fn unused(counts: &Counts) -> Result<u32, BadCode> {
    let (mut free, mut length) = (1u32, 1);
    while length <= MAX_CODEWORD {
        free <<= 1;
        if (counts[length] as u32) > free {
            return Err(BadCode);
        }
        free -= counts[length] as u32;
        length += 1;
    }
    Ok(free)
}

/// The symbols in the order of their codewords: by length, then by number.
///
/// Which symbols have a codeword is no pattern that a processor could foresee, so they are found as the bits of words, 64
/// symbols at once.
#[inline(always)]
pub(super) const fn sort(lengths: &[u8], counts: &Counts) -> [u16; LITLEN_SYMBOLS + DISTANCE_SYMBOLS] {
    let mut places = [0u16; MAX_CODEWORD + 1];
    let mut length = 1;
    while length < MAX_CODEWORD {
        places[length + 1] = places[length] + counts[length];
        length += 1;
    }
    let mut sorted = [0; LITLEN_SYMBOLS + DISTANCE_SYMBOLS];
    let (mut rest, mut first) = (lengths, 0);
    while !rest.is_empty() {
        let (many, others) = rest.split_at(if rest.len() < 64 { rest.len() } else { 64 });
        let mut used = used(many);
        while used != 0 {
            let symbol = first + used.trailing_zeros() as usize;
            let place = &mut places[lengths[symbol] as usize & MAX_CODEWORD];
            sorted[*place as usize % (LITLEN_SYMBOLS + DISTANCE_SYMBOLS)] = symbol as u16;
            *place += 1;
            used &= used - 1;
        }
        (rest, first) = (others, first + 64);
    }
    sorted
}

/// Which of up to 64 lengths are not 0, the first one's bit lowest.
#[inline(always)]
const fn used(mut lengths: &[u8]) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while let Some((eight, rest)) = lengths.split_first_chunk() {
        bits |= used_of_eight(*eight) << at;
        (lengths, at) = (rest, at + 8);
    }
    let mut last = [0; 8];
    last.split_at_mut(lengths.len()).0.copy_from_slice(lengths);
    if at < 64 { bits | used_of_eight(last) << at } else { bits }
}

/// Which of eight lengths, at most 15 each, are not 0.
#[inline(always)]
const fn used_of_eight(eight: [u8; 8]) -> u64 {
    const EVERY: u64 = 0x0101_0101_0101_0101;
    // Any length brings the highest bit of its byte about; the product gathers these.
    let marks = (u64::from_le_bytes(eight) + 0x7f * EVERY) >> 7 & EVERY;
    marks.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Enters the codewords of a complete code.
#[inline(always)]
pub(super) const fn fill(
    meaning: &[u32],
    sorted: &[u16],
    counts: &Counts,
    root_bits: u32,
    table: &mut [u32],
) -> Result<(), BadCode> {
    if table.len() < 1 << root_bits {
        return Err(BadCode);
    }
    let (mut code, mut place, mut bits) = (0, 0, 1);
    while bits <= root_bits {
        let mut left = counts[bits as usize];
        while left != 0 {
            table[code as usize] = entry(meaning[sorted[place] as usize], bits);
            (place, left) = (place + 1, left - 1);
            match following(code, bits) {
                Some(next) => code = next,
                None => {
                    // The last codeword of all: what is left of the root repeats it.
                    let mut size = 1 << bits;
                    while size < 1 << root_bits {
                        double(table, size);
                        size <<= 1;
                    }
                    return Ok(());
                }
            }
        }
        if bits < root_bits {
            double(table, 1 << bits);
        }
        bits += 1;
    }
    fill_behind_root(meaning, sorted, counts, root_bits, table, code, place)
}

/// Copies the first `size` entries behind themselves.
const fn double(table: &mut [u32], size: usize) {
    let (low, high) = table.split_at_mut(size);
    let (high, _) = high.split_at_mut(size);
    high.copy_from_slice(low);
}

/// Enters the codewords longer than `root_bits`, from `code` on, the symbol of which is `sorted[place]`.
#[inline(always)]
const fn fill_behind_root(
    meaning: &[u32],
    sorted: &[u16],
    counts: &Counts,
    root_bits: u32,
    table: &mut [u32],
    mut code: u32,
    mut place: usize,
) -> Result<(), BadCode> {
    let root_mask = (1 << root_bits) - 1;
    let mut end = 1usize << root_bits;
    let (mut start, mut prefix) = (0, u32::MAX);
    let mut bits = root_bits + 1;
    let mut left = 0;
    while bits <= MAX_CODEWORD as u32 {
        left = counts[bits as usize];
        while left != 0 {
            if code & root_mask != prefix {
                prefix = code & root_mask;
                start = end;
                let index_bits = sub_table_bits(counts, bits, left, root_bits);
                end += 1 << index_bits;
                if end > table.len() {
                    return Err(BadCode);
                }
                table[prefix as usize] = LINK | (start as u32) << 16 | index_bits << 8;
            }
            let entry = entry(meaning[sorted[place] as usize], bits);
            let mut at = start + (code >> root_bits) as usize;
            while at < end {
                table[at] = entry;
                at += 1 << (bits - root_bits);
            }
            (place, left) = (place + 1, left - 1);
            match following(code, bits) {
                Some(next) => code = next,
                None => return Ok(()),
            }
        }
        bits += 1;
    }
    // Only a code that is not complete ends here.
    if left == 0 { Err(BadCode) } else { Ok(()) }
}

/// Bits that index a sub-table whose first codeword has `bits` bits, `left` of this length being still to come: enough
/// for the codewords that fill it.
const fn sub_table_bits(counts: &Counts, bits: u32, left: u16, root_bits: u32) -> u32 {
    let mut index_bits = bits - root_bits;
    let mut filled = left as u32;
    while filled < 1 << index_bits && root_bits + index_bits < MAX_CODEWORD as u32 {
        index_bits += 1;
        filled = 2 * filled + counts[(root_bits + index_bits) as usize] as u32;
    }
    index_bits
}

/// A built table, to look symbols up in.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    /// The root and its sub-tables.
    pub table: &'a [u32],
    /// Bits that index the root.
    pub root_bits: u32,
}

impl Code<'_> {
    /// The entry of the symbol that the bits `hold` begin with, and its codeword's length; if `hold` has fewer valid
    /// bits than this length, there was no telling yet.
    pub fn find(&self, hold: u64) -> (u32, u32) {
        let mut entry = self.at(hold & ((1 << self.root_bits) - 1));
        if is_link(entry) {
            let index = (hold >> self.root_bits) & ((1 << codeword_bits(entry)) - 1);
            entry = self.at(u64::from(entry >> 16) + index);
        }
        (entry, codeword_bits(entry))
    }

    /// An entry; "no symbol" outside the table, which invariant 1 excludes.
    fn at(&self, index: u64) -> u32 {
        self.table.get(index as usize).copied().unwrap_or(entry(SPECIAL, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_and_oversubscribed_codes_are_refused_as_zlib_does() {
        let mut table = [0; LITLEN_ENTRIES];
        let mut build = |alphabet, lengths: &[u8]| build(alphabet, lengths, &mut table).map(|built| built.root_bits);
        assert_eq!(build(Alphabet::LitLen, &[1, 1, 1]), Err(BadCode));
        assert_eq!(build(Alphabet::LitLen, &[2, 2, 2]), Err(BadCode));
        assert_eq!(build(Alphabet::LitLen, &[0, 2]), Err(BadCode));
        assert_eq!(build(Alphabet::LitLen, &[0, 1]), Ok(1));
        assert_eq!(build(Alphabet::Distances, &[0, 1]), Ok(DISTANCE_ROOT));
        assert_eq!(build(Alphabet::Distances, &[0, 0]), Ok(DISTANCE_ROOT));
        assert_eq!(build(Alphabet::CodeLengths, &[0, 1]), Err(BadCode));
        assert_eq!(build(Alphabet::CodeLengths, &[0, 0]), Ok(CODE_LENGTH_ROOT));
        assert_eq!(build(Alphabet::LitLen, &[1, 2, 3, 3]), Ok(3));
    }

    #[test]
    fn no_code_outgrows_its_table() {
        // Random complete codes, made by splitting codewords; the tables' sizes must do for all of them.
        let mut seed = 1u32;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % below
        };
        for round in 0..3000 {
            let (alphabet, most, room) = match round % 2 {
                0 => (Alphabet::LitLen, LITLEN_SYMBOLS, LITLEN_ENTRIES),
                _ => (Alphabet::Distances, DISTANCE_SYMBOLS, DISTANCE_ENTRIES),
            };
            let mut lengths = vec![0u8];
            while lengths.len() < most {
                // Splitting the newest makes deep codes, splitting any makes flat ones.
                let at = if random(4) < round % 4 { lengths.len() - 1 } else { random(lengths.len()) };
                if lengths[at] < 15 {
                    lengths[at] += 1;
                    lengths.push(lengths[at]);
                } else if random(50) == 0 {
                    break;
                }
            }
            let mut table = vec![0; room];
            assert!(build(alphabet, &lengths, &mut table).is_ok(), "{lengths:?}");
        }
    }

    #[test]
    fn every_symbol_of_deep_codes_is_found() {
        // 1, 2, 3, … 15, 15 bits: one codeword a length, and flat codes shifted below a one-bit one.
        let staircase: Vec<u8> = (1..=15).chain([15]).collect();
        let mut flat = vec![1];
        flat.extend([9; 256]);
        for lengths in [staircase, flat] {
            let mut table = [0; LITLEN_ENTRIES];
            let built = build(Alphabet::LitLen, &lengths, &mut table).unwrap();
            let code = Code { table: &table, root_bits: built.root_bits };
            let (mut next, mut symbols) = (0u32, sort(&lengths, &built.counts).into_iter());
            for bits in 1..=15 {
                for _ in 0..built.counts[bits as usize] {
                    let symbol = symbols.next().unwrap();
                    for noise in [0, u64::MAX] {
                        let found = code.find(u64::from(next) | noise << bits);
                        assert_eq!(found, (entry(LITLEN_MEANING[symbol as usize], bits), bits));
                    }
                    next = following(next, bits).unwrap_or(0);
                }
            }
        }
    }
}
