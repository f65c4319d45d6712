//! Where a block ends: when the statistics of the newest symbols differ from those of the block so far.
//!
//! Symbols are sorted into ten classes: literals by their top two bits and their parity, matches by short and long. Every
//! [`INTERVAL`] symbols the classes' shares in the new symbols are compared with their shares in the block; where the sum
//! of the differences is large, a new code pays for its header. The counts come from the tally, so a decision costs
//! nothing extra.
#![forbid(unsafe_code)]

use crate::deflate::sequences::Tally;
use crate::format::symbols::{END_OF_BLOCK, LENGTH_CODES};

/// Symbols between two looks at the statistics.
pub const INTERVAL: usize = 512;
/// Text that a block covers at least before it may be ended for its statistics, in bytes.
const LEAST_TEXT: usize = 5000;
const CLASSES: usize = 10;

/// What is known of the block so far.
#[derive(Clone, Copy, Default)]
pub struct Split {
    /// Symbols of each class up to the last look.
    seen: [u32; CLASSES],
    /// Symbols up to the last look.
    total: usize,
}

impl Split {
    /// The number of symbols at which to look next.
    pub fn next_look(&self) -> usize {
        self.total + INTERVAL
    }

    /// Looks; `true` if the block should end before more symbols like the newest come. `text` is the block's length so
    /// far in bytes.
    pub fn look(&mut self, tally: &Tally, symbols: usize, text: usize) -> bool {
        let now = classes(tally);
        let fresh = symbols.saturating_sub(self.total) as u64;
        let old = self.total as u64;
        let mut differs = false;
        if old > 0 && fresh > 0 && text >= LEAST_TEXT {
            // |new share - old share| summed, in units of 1 / (fresh * old).
            let difference: u64 = now
                .iter()
                .zip(&self.seen)
                .map(|(&all, &before)| (u64::from(all - before) * old).abs_diff(u64::from(before) * fresh))
                .sum();
            // A longer block has more to lose by ending: the threshold of 200/512 sinks by up to a half with its length.
            let threshold = fresh * old * 200 / 512;
            let bonus = difference * (text as u64 / 4096) / 128;
            differs = difference + bonus >= threshold;
        }
        (self.seen, self.total) = (now, symbols);
        differs
    }
}

fn classes(tally: &Tally) -> [u32; CLASSES] {
    let mut sums = [0; CLASSES];
    for (top, quarter) in tally.litlen[..256].chunks_exact(64).enumerate() {
        for pair in quarter.chunks_exact(2) {
            sums[2 * top] += pair[0];
            sums[2 * top + 1] += pair[1];
        }
    }
    let lengths = &tally.litlen[END_OF_BLOCK + 1..END_OF_BLOCK + 1 + LENGTH_CODES];
    let (short, long) = lengths.split_at(6);
    sums[8] = short.iter().sum();
    sums[9] = long.iter().sum();
    sums
}
