//! The search for a flush point: an empty stored block's length and its complement, 00 00 FF FF.
#![forbid(unsafe_code)]

use super::blocks::Blocks;
use super::stream::{CHECK, Inflate, Step};
use crate::format::outcome::{Error, Fault, Progress};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;

/// Length of the mark.
const MARK_LENGTH: u8 = 4;

/// How many bytes of the mark are matched after `byte`, `found` of them being matched before.
fn advance(found: u8, byte: u8) -> u8 {
    let expected = if found < 2 { 0x00 } else { 0xff };
    match byte {
        _ if byte == expected => found + 1,
        // A zero where FF should be: it is the mark's second zero, or its first after one FF.
        0 => MARK_LENGTH - found,
        _ => 0,
    }
}

impl Inflate {
    /// Searches for the mark and, once it is found, makes the stream ready for the block behind it, without check values
    /// (or raw, if no header was seen). All input is passed over up to the mark's end.
    ///
    /// Errors: `Buffer` if there is no input; `Data` if the mark was not found yet (the search goes on at the next call).
    pub fn sync(&mut self, memory: &Allocator, input: &mut Input) -> Result<Progress, Error> {
        let bits = &mut self.blocks.bits;
        if input.left() == 0 && bits.count < 8 {
            return Err(Error::Buffer);
        }
        if self.step != Step::Sync {
            self.step = Step::Sync;
            self.sync_found = 0;
            bits.align();
            while bits.count != 0 {
                let byte = bits.take(8) as u8;
                if self.sync_found < MARK_LENGTH {
                    self.sync_found = advance(self.sync_found, byte);
                }
            }
        }
        let mut passed = 0;
        for &byte in input.bytes() {
            if self.sync_found == MARK_LENGTH {
                break;
            }
            self.sync_found = advance(self.sync_found, byte);
            passed += 1;
        }
        input.skip(passed);
        if self.sync_found != MARK_LENGTH {
            // zlib sets no message here; any fault stands for Z_DATA_ERROR.
            return Err(Error::Data(Fault::DataCheck));
        }
        let flags = self.flags;
        self.reset(memory);
        self.flags = flags;
        self.published = self.first_adler();
        self.wrap = if flags == -1 { 0 } else { self.wrap & !CHECK };
        if self.window_bits == 0 {
            self.window_bits = 15;
        }
        self.step = Step::Blocks;
        self.blocks.at = Blocks::START;
        Ok(Progress::Moved)
    }
}
