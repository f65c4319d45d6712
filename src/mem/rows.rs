//! Rows of positions: each the newest [`WAYS`] with one hash, and a tag beside each, more bits of it, by which those of other
//! text are told apart without a look at it.
//!
//! Row-based search is that of Zstandard's greedy and lazy levels, here for windows of 32 KiB and 16-bit positions.

/// Positions in a row.
pub const WAYS: usize = 16;
/// Rows, by as many bits of the hash.
const ROW_BITS: u32 = 11;
const ROWS: usize = 1 << ROW_BITS;
/// Bits of the hash of three bytes.
const SHORT_BITS: u32 = 14;

/// The rows, and the newest position with the same three bytes.
///
/// Sixteen bits each, aligned to no more, and any bits are valid ones, so that any table may be viewed as this.
#[repr(C)]
pub struct Rows {
    rows: [Row; ROWS],
    /// The newest one's place in its row; the next older one's is behind it.
    newest: [u8; ROWS],
    short: [u16; 1 << SHORT_BITS],
}

/// One row.
#[repr(C)]
struct Row {
    positions: [u16; WAYS],
    tags: [u8; WAYS],
}

/// A row's positions with one tag, newest first.
#[derive(Clone, Copy)]
pub struct Candidates {
    row: usize,
    newest: u32,
    /// A bit each; the lowest is that of the newest position of the row.
    bits: u32,
}

impl Candidates {
    /// Whether there is none left.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Leaves the newest one out.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.bits &= self.bits.wrapping_sub(1);
    }
}

/// The row and the tag that a hash chooses.
#[inline(always)]
fn split(hash: u32) -> (usize, u8) {
    ((hash >> (32 - ROW_BITS)) as usize, (hash >> (32 - ROW_BITS - u8::BITS)) as u8)
}

impl Rows {
    /// Bytes of a table.
    pub const SIZE: usize = size_of::<Rows>();

    /// Views a table as rows; `None` if it is smaller.
    pub fn view(table: &mut [u16]) -> Option<&mut Rows> {
        const { assert!(align_of::<Rows>() == align_of::<u16>() && Rows::SIZE.is_multiple_of(8)) };
        // SAFETY: the table is as large and as aligned as rows are, and any bits are valid in both.
        (size_of_val(table) >= Rows::SIZE).then(|| unsafe { &mut *table.as_mut_ptr().cast::<Rows>() })
    }

    /// Remembers a position, in the oldest one's place, and returns those with the same hash among the `depth` newest of its
    /// row before.
    #[inline(always)]
    pub fn replace(&mut self, hash: u32, position: u16, depth: u32) -> Candidates {
        let (row, tag) = split(hash);
        let newest = u32::from(self.newest[row]) % WAYS as u32;
        let bits = u32::from(equal(&self.rows[row].tags, tag).rotate_right(newest)) & depth;
        self.place(row, newest, tag, position);
        Candidates { row, newest, bits }
    }

    #[inline(always)]
    fn place(&mut self, row: usize, newest: u32, tag: u8, position: u16) {
        let place = newest.wrapping_sub(1) % WAYS as u32;
        self.newest[row] = place as u8;
        self.rows[row].tags[place as usize] = tag;
        self.rows[row].positions[place as usize] = position;
    }

    /// The newest of candidates that there are.
    #[inline(always)]
    pub fn newest(&self, candidates: Candidates) -> u16 {
        let place = (candidates.newest + candidates.bits.trailing_zeros()) as usize % WAYS;
        self.rows[candidates.row].positions[place]
    }

    /// Remembers a position, in the oldest one's place.
    #[inline(always)]
    pub fn insert(&mut self, hash: u32, position: u16) {
        let (row, tag) = split(hash);
        self.place(row, self.newest[row].into(), tag, position);
    }

    /// Sets the newest position with the same three bytes, by their hash, and returns what it was.
    #[inline(always)]
    pub fn exchange(&mut self, hash: u32, position: u16) -> u16 {
        core::mem::replace(&mut self.short[(hash >> (32 - SHORT_BITS)) as usize], position)
    }
}

/// A bit for each tag: whether it is `tag`.
#[inline(always)]
fn equal(tags: &[u8; WAYS], tag: u8) -> u16 {
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    {
        use core::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
        // SAFETY: 16 bytes are read from a table of as many; every processor of this kind has SSE2.
        unsafe {
            let row = _mm_loadu_si128(tags.as_ptr().cast());
            _mm_movemask_epi8(_mm_cmpeq_epi8(row, _mm_set1_epi8(tag as i8))) as u16
        }
    }
    #[cfg(any(not(target_arch = "x86_64"), zlazy_portable))]
    {
        tags.iter().enumerate().map(|(place, &other)| u16::from(other == tag) << place).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_newest_positions_first_and_forgets_the_oldest() {
        let mut table = vec![0u16; Rows::SIZE / 2];
        assert!(Rows::view(&mut table[1..]).is_none());
        let rows = Rows::view(&mut table).unwrap();
        let all = |rows: &Rows, mut candidates: Candidates| {
            let mut found = Vec::new();
            while !candidates.is_empty() {
                found.push(rows.newest(candidates));
                candidates.pass();
            }
            found
        };
        // Two tags in one row, by turns.
        let hash = |position: u16| 0xabc0_0000 | u32::from(1 + position % 2) << 13;
        for position in 1..=100 {
            let depth = 1 + u32::from(position) % 15;
            let candidates = rows.replace(hash(position), position, (1 << depth) - 1);
            let expected = (1..position).rev().take(depth as usize).filter(|old| old % 2 == position % 2);
            assert_eq!(all(rows, candidates), expected.collect::<Vec<_>>(), "{position}");
        }
        for position in 101..=110 {
            rows.insert(hash(position), position);
        }
        let candidates = rows.replace(hash(0), 111, (1 << 15) - 1);
        assert_eq!(all(rows, candidates), [110, 108, 106, 104, 102, 100, 98, 96]);
    }

    #[test]
    fn tags_are_told_apart() {
        let mut tags = [7; WAYS];
        assert_eq!(equal(&tags, 7), 0xffff);
        for place in 0..WAYS {
            tags[place] = 8;
            assert_eq!(equal(&tags, 8), 1 << place);
            tags[place] = 7;
        }
    }
}
