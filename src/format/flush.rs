//! The flush values of zlib.h, for both engines.
#![forbid(unsafe_code)]

/// How much a call must bring out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Flush {
    /// Z_NO_FLUSH: whatever is best for compression.
    None = 0,
    /// Z_PARTIAL_FLUSH: all output, ended by an empty fixed block; not aligned to a byte.
    Partial = 1,
    /// Z_SYNC_FLUSH: all output, ended by an empty stored block, aligned to a byte.
    Sync = 2,
    /// Z_FULL_FLUSH: as Sync, and no later match reaches back over this point.
    Full = 3,
    /// Z_FINISH: ends the stream.
    Finish = 4,
    /// Z_BLOCK: ends the block (deflate) or stops at its end (inflate).
    Block = 5,
    /// Z_TREES: inflate only; stops also after a block's header.
    Trees = 6,
}

impl Flush {
    /// The flush value with the number of zlib.h, if there is one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Flush::None,
            1 => Flush::Partial,
            2 => Flush::Sync,
            3 => Flush::Full,
            4 => Flush::Finish,
            5 => Flush::Block,
            6 => Flush::Trees,
            _ => return None,
        })
    }
}
