//! Where the decoding tables live: static ones for the fixed code; for a dynamic block one piece of memory, taken when
//! its header begins and given back when no block needs it.
//!
//! The piece holds the distance table, the literal/length table and the codeword lengths as they are read. The code length
//! code's table uses the distance table's place: it is done with before that is built.
#![forbid(unsafe_code)]

use crate::huffman::codes::Codes;
use crate::huffman::decode::{
    Alphabet, BadCode, CodeLengths, Counts, DISTANCE_ENTRIES, LITLEN_ENTRIES, LITLEN_ROOT, build,
};
use crate::huffman::join::join;
use crate::huffman::zlib_tables::zlib_entries;
use crate::mem::alloc::Allocator;
use crate::mem::owned::{Words, as_u8, as_u32};

/// Most codeword lengths that a dynamic block's header can send.
pub const MOST_LENGTHS: usize = 286 + 30;
/// Bytes behind them that may be written.
pub const LENGTHS_SLACK: usize = 12;
/// Room for them, in whole words.
const LENGTHS_BYTES: usize = (MOST_LENGTHS + LENGTHS_SLACK).next_multiple_of(8);
/// Entries of both tables.
const TABLE_ENTRIES: usize = LITLEN_ENTRIES + DISTANCE_ENTRIES;
/// Words of both tables.
const TABLE_WORDS: usize = TABLE_ENTRIES / 2;
/// Bytes of the piece.
const BYTES: usize = TABLE_WORDS * 8 + LENGTHS_BYTES;
const _: () = assert!(TABLE_ENTRIES.is_multiple_of(2) && BYTES <= 14 * 1024);

/// Root bits of zlib's own tables, for `zlib_entries`.
const ZLIB_ROOTS: [u32; 2] = [9, 6];

/// The open block's decoding tables.
#[derive(Default)]
pub struct Tables {
    memory: Option<Words>,
    /// Whether the open block has codes of its own.
    dynamic: bool,
    /// Whether entries of the literal/length table are joined.
    joined: bool,
    /// Whether it was asked if they should be.
    asked: bool,
    /// Root bits of the literal/length table.
    litlen_root: u8,
    /// Symbols of the literal/length code.
    litlen_symbols: u16,
    /// Entries that zlib would have used for the last code length code.
    code_length_entries: u16,
    /// How many of `counts` are of the last dynamic block.
    counted: u8,
    counts: [Counts; 2],
}

impl Tables {
    /// Forgets what earlier blocks used.
    pub fn reset(&mut self) {
        (self.dynamic, self.code_length_entries, self.counted) = (false, 0, 0);
    }

    /// Turns to the fixed code.
    pub fn use_fixed(&mut self) {
        self.dynamic = false;
    }

    /// Makes sure that there is memory for a dynamic block's tables; `None` if it is refused.
    pub fn take(&mut self, memory: &Allocator) -> Option<()> {
        if self.memory.is_none() {
            self.memory = Some(Words::new(memory, BYTES)?);
        }
        Some(())
    }

    /// Returns the memory.
    pub fn give_back(&mut self, memory: &Allocator) {
        if let Some(words) = self.memory.take() {
            words.give_back(memory);
        }
    }

    /// A copy with memory of its own; `None` if that is refused.
    pub fn duplicate(&self, memory: &Allocator) -> Option<Self> {
        let mut copy = None;
        if let Some(words) = &self.memory {
            let mut fresh = Words::new(memory, BYTES)?;
            fresh.words_mut().copy_from_slice(words.words());
            copy = Some(fresh);
        }
        Some(Tables { memory: copy, ..*self })
    }

    /// The open block's codes.
    pub fn codes(&self) -> Codes<'_> {
        // A block with codes of its own always has memory.
        let own = self.memory.as_ref().filter(|_| self.dynamic);
        own.and_then(|words| {
            let lengths = self.joined.then(|| &words.bytes()[TABLE_WORDS * 8..]);
            Codes::new(&words.u32s()[..TABLE_ENTRIES], self.litlen_root.into(), lengths)
        })
        .unwrap_or(Codes::fixed())
    }

    /// Whether it was not asked yet if the open block's literal/length table is to have its entries joined.
    #[inline(always)]
    pub fn may_join(&self) -> bool {
        self.dynamic && !self.asked
    }

    /// Joins entries of the open block's literal/length table, if that pays.
    #[inline(never)]
    pub fn join(&mut self) {
        self.asked = true;
        let (root_bits, symbols, counts) = (self.litlen_root.into(), usize::from(self.litlen_symbols), self.counts[0]);
        if let Some((litlen, _, lengths)) = self.places()
            && join(litlen, root_bits, &lengths[..symbols], &counts)
        {
            (self.joined, self.litlen_root) = (true, LITLEN_ROOT as u8);
        }
    }

    /// The codeword lengths read so far, with room for [`LENGTHS_SLACK`] more than there may be, and the code length code.
    /// Without memory there are none.
    pub fn lengths_and_code(&mut self) -> Option<(&mut [u8], &CodeLengths)> {
        let (tables, lengths) = self.memory.as_mut()?.words_mut().split_at_mut(TABLE_WORDS);
        Some((as_u8(lengths), as_u32(tables).first_chunk()?))
    }

    /// The tables' places and the codeword lengths.
    fn places(&mut self) -> Option<(&mut [u32], &mut [u32], &mut [u8])> {
        let (tables, lengths) = self.memory.as_mut()?.words_mut().split_at_mut(TABLE_WORDS);
        let (distances, litlen) = as_u32(tables).split_at_mut(DISTANCE_ENTRIES);
        Some((litlen, distances, as_u8(lengths)))
    }

    /// Builds the code length code from the first `count` lengths.
    pub fn build_code_lengths(&mut self, count: usize) -> Result<(), BadCode> {
        (self.code_length_entries, self.counted) = (0, 0);
        let (_, place, lengths) = self.places().ok_or(BadCode)?;
        let built = build(Alphabet::CodeLengths, lengths.get(..count).ok_or(BadCode)?, place)?;
        let longest = built.counts.iter().rposition(|&count| count != 0).unwrap_or(1);
        self.code_length_entries = 1 << longest;
        Ok(())
    }

    /// Builds the literal/length code from the first `count` lengths.
    pub fn build_litlen(&mut self, count: usize) -> Result<(), BadCode> {
        self.code_length_entries = 0;
        let (place, _, lengths) = self.places().ok_or(BadCode)?;
        let built = build(Alphabet::LitLen, lengths.get(..count).ok_or(BadCode)?, place)?;
        (self.litlen_root, self.litlen_symbols) = (built.root_bits as u8, count as u16);
        (self.asked, self.joined) = (false, false);
        (self.counts[0], self.counted) = (built.counts, 1);
        Ok(())
    }

    /// Builds the distance code from the lengths `from..from + count`; both codes are ready then.
    pub fn build_distances(&mut self, from: usize, count: usize) -> Result<(), BadCode> {
        let (_, place, lengths) = self.places().ok_or(BadCode)?;
        let built = build(Alphabet::Distances, lengths.get(from..from + count).ok_or(BadCode)?, place)?;
        (self.counts[1], self.counted) = (built.counts, 2);
        self.dynamic = true;
        Ok(())
    }

    /// Table entries that zlib would have used for the last dynamic block's codes, as far as they were read.
    pub fn zlib_entries(&self) -> u32 {
        let counted = self.counts.iter().zip(ZLIB_ROOTS).take(self.counted as usize);
        u32::from(self.code_length_entries) + counted.map(|(counts, root)| zlib_entries(counts, root)).sum::<u32>()
    }
}
