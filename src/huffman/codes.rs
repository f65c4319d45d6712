//! A block's codes: two decoding tables side by side, built or fixed.
#![forbid(unsafe_code)]

use super::decode::{
    Code, Counts, DISTANCE_ENTRIES, DISTANCE_MEANING, DISTANCE_ROOT, LITERAL, LITLEN_MEANING, MATCH, entry, fill,
    literals, sort,
};
use crate::format::symbols::{FIXED_DISTANCE_LENGTHS, FIXED_LITLEN_LENGTHS, MAX_CODEWORD};

/// A block's two tables in one piece: the distances' first, then, from [`DISTANCE_ENTRIES`] on, that of literals and
/// lengths.
#[derive(Clone, Copy)]
pub struct Codes<'a> {
    table: &'a [u32],
    litlen_root: u32,
    lengths: &'a [u8],
    joined: bool,
}

/// Root bits of the fixed literal/length table.
const FIXED_LITLEN_ROOT: u32 = 9;
/// The fixed codes' tables.
static FIXED: [u32; DISTANCE_ENTRIES + (1 << FIXED_LITLEN_ROOT)] = {
    let mut table = [0; DISTANCE_ENTRIES + (1 << FIXED_LITLEN_ROOT)];
    let (distances, litlen) = table.split_at_mut(DISTANCE_ENTRIES);
    fixed(&DISTANCE_MEANING, &FIXED_DISTANCE_LENGTHS, DISTANCE_ROOT, distances);
    fixed(&LITLEN_MEANING, &FIXED_LITLEN_LENGTHS, FIXED_LITLEN_ROOT, litlen);
    table
};

impl<'a> Codes<'a> {
    /// The fixed codes.
    pub fn fixed() -> Self {
        Codes { table: &FIXED, litlen_root: FIXED_LITLEN_ROOT, lengths: &FIXED_LITLEN_LENGTHS, joined: false }
    }

    /// Tables built by [`build`] at their places in `table`, and the lengths of the codewords of literals if entries were
    /// joined; `None` if the table is too short.
    pub fn new(table: &'a [u32], litlen_root: u32, lengths: Option<&'a [u8]>) -> Option<Self> {
        let (joined, lengths) = (lengths.is_some(), lengths.unwrap_or(&[]));
        (table.len() >= DISTANCE_ENTRIES + (1 << litlen_root)).then_some(Codes { table, litlen_root, lengths, joined })
    }

    /// Whether entries of the literal/length table may stand for two symbols.
    #[inline(always)]
    pub fn joined(self) -> bool {
        self.joined
    }

    /// As [`Code::find`] in the literal/length table, but one symbol only, be it joined with another or not.
    #[inline(always)]
    pub fn find_litlen(self, hold: u64) -> (u32, u32) {
        let found = self.litlen().find(hold);
        let joined = literals(found.0) == 2 || found.0 & (LITERAL | MATCH) == LITERAL | MATCH;
        if self.joined && joined { self.first_of(found.0) } else { found }
    }

    /// The literal that an entry begins with.
    #[inline(never)]
    fn first_of(self, joined: u32) -> (u32, u32) {
        let literal = joined >> 16 & 0xff;
        let bits = self.lengths.get(literal as usize).copied().unwrap_or(1).into();
        (entry(LITERAL | literal << 16, bits), bits)
    }

    /// Literals, lengths and the end of the block.
    pub fn litlen(self) -> Code<'a> {
        Code { table: &self.table[DISTANCE_ENTRIES..], root_bits: self.litlen_root }
    }

    /// Distances. The root has [`DISTANCE_ROOT`] bits.
    pub fn distances(self) -> Code<'a> {
        Code { table: &self.table[..DISTANCE_ENTRIES], root_bits: DISTANCE_ROOT }
    }
}

/// A complete code's table without sub-tables.
const fn fixed(meaning: &[u32], lengths: &[u8], root_bits: u32, table: &mut [u32]) {
    let mut counts: Counts = [0; MAX_CODEWORD + 1];
    let mut symbol = 0;
    while symbol < lengths.len() {
        counts[lengths[symbol] as usize] += 1;
        symbol += 1;
    }
    assert!(fill(meaning, &sort(lengths, &counts), &counts, root_bits, table).is_ok());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::huffman::decode::{Alphabet, LITLEN_ENTRIES, build};

    #[test]
    fn fixed_tables_are_what_build_makes() {
        let mut table = [0; LITLEN_ENTRIES];
        let built = build(Alphabet::LitLen, &FIXED_LITLEN_LENGTHS, &mut table).unwrap();
        assert_eq!(built.root_bits, FIXED_LITLEN_ROOT);
        assert_eq!(table[..1 << FIXED_LITLEN_ROOT], *Codes::fixed().litlen().table);
        build(Alphabet::Distances, &FIXED_DISTANCE_LENGTHS, &mut table).unwrap();
        assert_eq!(table[..1 << DISTANCE_ROOT], Codes::fixed().distances().table[..1 << DISTANCE_ROOT]);
    }
}
