//! A stream being decompressed: its state, and the calls that set or tell it. `run` drives it.
//!
//! The wrapper is chosen by three flags, as zlib.h's windowBits says: zlib, gzip (both: whichever comes), and whether check
//! values are checked. What was requested at init or reset is kept beside what is in force, as `sync` and `validate`
//! change the latter for one stream only.
#![forbid(unsafe_code)]

use super::blocks::{At, Blocks};
use super::history::History;
use crate::checksum::adler32::adler32;
use crate::format::outcome::{Error, Fault, Progress};
use crate::mem::alloc::Allocator;

/// A zlib header may come.
pub const ZLIB: u8 = 1;
/// A gzip header may come.
pub const GZIP: u8 = 2;
/// Check values are computed and compared.
pub const CHECK: u8 = 4;

/// Most bits that `prime` may leave in the bit buffer.
const MOST_PRIMED: u32 = 32;

/// Where a stream stands. The number is apart from the fault, as each call asks for it several times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Step {
    /// Before the first byte.
    Head,
    /// gzip: method and flags.
    Flags,
    /// gzip: modification time.
    Time,
    /// gzip: extra flags and operating system.
    System,
    /// gzip: length of the extra field.
    ExtraLength,
    /// gzip: the extra field.
    Extra,
    /// gzip: file name.
    Name,
    /// gzip: comment.
    Comment,
    /// gzip: CRC of the header.
    HeaderCrc,
    /// zlib: the dictionary's Adler-32.
    DictionaryId,
    /// zlib: waits for the dictionary.
    Dictionary,
    /// Deflate blocks.
    Blocks,
    /// The check value of the data.
    DataCheck,
    /// gzip: the data's length.
    DataLength,
    /// Complete.
    Done,
    /// Damaged, for ever.
    Bad(Fault),
    /// Output was lost for lack of memory to keep it: nothing can follow.
    Memory,
    /// Looking for a flush point.
    Sync,
}

/// A stream being decompressed.
pub struct Inflate {
    /// The next step.
    pub(super) step: Step,
    /// ZLIB, GZIP, CHECK in force.
    pub(super) wrap: u8,
    /// ... and as requested.
    requested_wrap: u8,
    /// Base-two logarithm of the window's size; 0 until a header tells.
    pub(super) window_bits: u8,
    /// ... and as requested.
    requested_bits: u8,
    /// Whether the dictionary that the header asks for was given.
    have_dictionary: bool,
    /// zlib's record of the header: -1 none yet or raw, 0 zlib, else the gzip header's method and flags.
    pub(super) flags: i32,
    /// Check value of the header or the data so far; the dictionary's while one is asked for.
    pub(super) check: u32,
    /// Bytes of output so far, modulo 2^32.
    pub(super) total: u32,
    /// What the stream's `adler` field is to say after this call, if it changes.
    pub(super) published: Option<u32>,
    /// Bytes of a flush point's mark found so far.
    pub(super) sync_found: u8,
    pub(super) blocks: Blocks,
    pub(super) history: History,
}

/// zlib.h's windowBits, taken apart: window bits and wrapper flags.
fn parse(window_bits: i32) -> Option<(u8, u8)> {
    let (bits, wrap) = match window_bits {
        -15..=-1 => (-window_bits, 0),
        0..48 => (window_bits & 15, (window_bits >> 4) + 5),
        _ => return None,
    };
    (bits == 0 || bits >= 8).then_some((bits as u8, wrap as u8))
}

impl Inflate {
    /// A stream with zlib.h's `window_bits`; `None` if there is no such value. Allocates nothing.
    pub fn new(window_bits: i32) -> Option<Self> {
        let (bits, wrap) = parse(window_bits)?;
        Some(Inflate {
            step: Step::Head,
            wrap,
            requested_wrap: wrap,
            window_bits: bits,
            requested_bits: bits,
            have_dictionary: false,
            flags: -1,
            check: 0,
            total: 0,
            published: None,
            sync_found: 0,
            blocks: Blocks::new(),
            history: History::new(),
        })
    }

    /// The `adler` of a fresh stream, if this stream has a wrapper.
    pub fn first_adler(&self) -> Option<u32> {
        (self.wrap != 0).then_some(u32::from(self.wrap & ZLIB))
    }

    /// The check value that the last call computed, if it did.
    pub fn published(&self) -> Option<u32> {
        self.published
    }

    /// To before the first byte, as after init. Returns all memory but the head's.
    pub fn reset(&mut self, memory: &Allocator) {
        self.window_bits = self.requested_bits;
        self.wrap = self.requested_wrap;
        self.history.give_back(memory);
        self.blocks.tables.give_back(memory);
        self.reset_keep();
    }

    /// To before the first byte with new `window_bits`; `None`, and nothing changed, if there is no such value.
    pub fn reset_to(&mut self, memory: &Allocator, window_bits: i32) -> Option<()> {
        (self.requested_bits, self.requested_wrap) = parse(window_bits)?;
        self.reset(memory);
        Some(())
    }

    /// To before the first byte, but what was decompressed stays within reach of matches.
    pub fn reset_keep(&mut self) {
        self.step = Step::Head;
        self.have_dictionary = false;
        self.flags = -1;
        self.total = 0;
        self.blocks.reset();
    }

    /// Returns all memory but the head's, at the stream's end.
    pub fn end(&mut self, memory: &Allocator) {
        self.history.give_back(memory);
        self.blocks.tables.give_back(memory);
    }

    /// Returns all memory but the head's, the bytes within reach of matches, and an open block's tables; `None`, and
    /// nothing changed, if memory for the bytes is refused.
    pub fn trim(&mut self, memory: &Allocator) -> Option<()> {
        self.history.trim(memory)
    }

    /// A stream that goes on like this one, with memory of its own; `None`, and nothing taken, if that is refused.
    pub fn duplicate(&self, memory: &Allocator) -> Option<Self> {
        let mut tables = self.blocks.tables.duplicate(memory)?;
        let Some(history) = self.history.duplicate(memory) else {
            tables.give_back(memory);
            return None;
        };
        Some(Inflate { blocks: Blocks { tables, ..self.blocks }, history, ..*self })
    }

    /// Puts the low `count` bits of `value` behind the bits that were taken already; a negative `count` forgets those.
    pub fn prime(&mut self, count: i32, value: i32) -> Result<Progress, Error> {
        let bits = &mut self.blocks.bits;
        match count {
            0 => {}
            ..0 => bits.clear(),
            1..=16 if bits.count + count as u32 <= MOST_PRIMED => {
                let value = value as u32 & ((1 << count) - 1);
                bits.hold |= u64::from(value) << bits.count;
                bits.count += count as u32;
            }
            _ => return Err(Error::Stream),
        }
        Ok(Progress::Moved)
    }

    /// Turns the check of check values on or off, now and after resets. Raw streams have none.
    pub fn validate(&mut self, check: bool) {
        for wrap in [&mut self.wrap, &mut self.requested_wrap] {
            *wrap = if check && *wrap != 0 { *wrap | CHECK } else { *wrap & !CHECK };
        }
    }

    /// Gives the dictionary that a zlib header asked for, or, to a raw stream at any time, output before the next.
    pub fn set_dictionary(&mut self, memory: &Allocator, dictionary: &[u8]) -> Result<Progress, Error> {
        let asked = self.step == Step::Dictionary;
        if self.wrap != 0 && !asked {
            return Err(Error::Stream);
        }
        if asked && adler32(1, dictionary) != self.check {
            // zlib sets no message here; any fault stands for Z_DATA_ERROR.
            return Err(Error::Data(Fault::DataCheck));
        }
        self.history.append(memory, self.window(), dictionary).ok_or(Error::Memory)?;
        self.have_dictionary = true;
        Ok(Progress::Moved)
    }

    /// The output within reach of matches, oldest first, in two pieces.
    pub fn dictionary(&self) -> [&[u8]; 2] {
        self.history.pieces()
    }

    /// Whether a gzip header may come.
    pub fn may_be_gzip(&self) -> bool {
        self.wrap & GZIP != 0
    }

    /// Whether the decoder waits for a stored block's length at a byte's start: where a flush point ends.
    pub fn at_sync_point(&self) -> bool {
        self.step == Step::Blocks && self.blocks.at == At::StoredLength && self.blocks.bits.count == 0
    }

    /// zlib.h's inflateMark: bits back to the start of the symbol being read (-1: none), and bytes of it that were
    /// written or, in a stored block, are to come.
    pub fn mark(&self) -> (i32, u32) {
        let blocks = &self.blocks;
        let bytes = match blocks.at {
            At::Stored if self.step == Step::Blocks => blocks.length,
            At::Match if self.step == Step::Blocks => blocks.whole_length - blocks.length,
            _ => 0,
        };
        (blocks.back, bytes)
    }

    /// Table entries that zlib would have used for the codes of the last dynamic block.
    pub fn codes_used(&self) -> u32 {
        self.blocks.tables.zlib_entries()
    }

    /// zlib.h's data_type after a call: unused bits of the last byte taken, 64 in the last block, 128 between blocks, 256
    /// after a block's codes.
    pub fn position(&self) -> u32 {
        let last = if self.blocks.last { 64 } else { 0 };
        let place = match self.blocks.at {
            _ if self.step != Step::Blocks => 0,
            At::Between => 128,
            At::FirstSymbol | At::StoredFirst => 256,
            _ => 0,
        };
        self.blocks.bits.count + last + place
    }

    /// The window's size.
    pub(super) fn window(&self) -> usize {
        1 << self.window_bits
    }

    /// Whether the dictionary was given.
    pub(super) fn has_dictionary(&self) -> bool {
        self.have_dictionary
    }
}
