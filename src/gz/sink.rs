//! From bytes to a file: compresses them, or not, and writes what comes of it.
#![forbid(unsafe_code)]

use super::Common;
use super::error::{Condition, Failed};
use super::fd;
use super::mode::{Format, Mode};
use crate::deflate::params::{Params, Strategy, level_from_number};
use crate::deflate::{Call, Deflate};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;
use crate::mem::owned::{Owned, Words};
use core::ffi::c_int;
use core::ops::Range;

/// zlib.h's windowBits for gzip, with the largest window.
const WINDOW_BITS: c_int = 15 + 16;
/// zlib's memLevel of gz files.
const MEM_LEVEL: c_int = 8;

/// Memory for compressing.
struct Room {
    engine: Owned<Deflate>,
    /// Bytes for the file, of which those in `unsent` are to be written.
    bytes: Words,
    /// How many there can be.
    size: usize,
    unsent: Range<usize>,
}

/// The file's side of a writer.
pub struct Sink {
    /// Bytes are written as they are.
    pub plain: bool,
    /// zlib.h's level, as it was asked for.
    level: c_int,
    /// zlib.h's strategy, as it was asked for.
    strategy: c_int,
    /// A member is complete; the next begins with the next byte.
    complete: bool,
    room: Option<Room>,
}

impl Sink {
    /// A sink without memory.
    pub fn new(mode: &Mode) -> Self {
        let plain = mode.format == Format::Plain;
        Sink { plain, level: mode.level, strategy: mode.strategy, complete: false, room: None }
    }

    /// Takes memory, with space for `size` bytes; `None` if it is refused or a parameter is none of zlib's.
    pub fn prepare(&mut self, size: usize) -> Option<()> {
        if self.plain {
            return Some(());
        }
        let memory = &Allocator::Default;
        let params = Params::new(self.level, WINDOW_BITS, MEM_LEVEL, self.strategy).ok()?;
        let bytes = Words::new(memory, size)?;
        let Some(engine) = Owned::new(memory, Deflate::new(params)) else {
            bytes.give_back(memory);
            return None;
        };
        self.room = Some(Room { engine, bytes, size, unsent: 0..0 });
        Some(())
    }

    /// Returns all memory.
    pub fn give_back(&mut self) {
        let memory = &Allocator::Default;
        if let Some(Room { engine, bytes, .. }) = self.room.take() {
            engine.give_back(memory).end(memory);
            bytes.give_back(memory);
        }
    }

    /// Whether these are the parameters in force.
    pub fn has_params(&self, level: c_int, strategy: c_int) -> bool {
        (self.level, self.strategy) == (level, strategy)
    }

    /// Changes the parameters for what comes next; what came before is compressed as far as there is room for it. Numbers
    /// that are none of zlib's change nothing that is under way.
    pub fn set_params(&mut self, level: c_int, strategy: c_int) {
        (self.level, self.strategy) = (level, strategy);
        let (Some(level), Some(strategy)) = (level_from_number(level), Strategy::from_number(strategy)) else { return };
        let memory = &Allocator::Default;
        let Some(Room { engine, bytes, size, unsent }) = &mut self.room else { return };
        if self.complete {
            engine.reset(memory);
        }
        let mut output = Output::from(&mut bytes.bytes_mut()[unsent.end..*size]);
        let mut input = Input::from(&[][..]);
        let call = &mut Call { allocator: memory, input: &mut input, output: &mut output, fields: None };
        // Without room for the block under way it goes on as it is.
        _ = engine.set_params(call, level, strategy);
        unsent.end += output.written();
    }

    /// Compresses `input` and writes what fills the buffer; all of it if `flush` asks for that. What is left in `input` after
    /// a failure was not taken.
    pub fn send(&mut self, common: &mut Common, input: &mut Input, flush: Flush) -> Result<(), Failed> {
        if self.plain {
            while input.left() != 0 {
                let count = write(common, input.bytes())?;
                input.skip(count);
            }
            return Ok(());
        }
        let memory = &Allocator::Default;
        let Some(Room { engine, bytes, size, unsent }) = &mut self.room else { return Ok(()) };
        if self.complete {
            if input.left() == 0 && flush == Flush::None {
                return Ok(());
            }
            if input.left() == 0 && unsent.start != unsent.end {
                // The member is one whose end could not be written: that is what is asked for, not another member.
                return write_all(common, bytes.bytes(), unsent);
            }
            engine.reset(memory);
            self.complete = false;
        }
        let bytes = &mut bytes.bytes_mut()[..*size];
        let mut ended = false;
        loop {
            // With Finish nothing is written before all is compressed, but for want of room.
            let all = flush != Flush::None && (flush != Flush::Finish || ended);
            if all || unsent.end == *size {
                write_all(common, bytes, unsent)?;
                if unsent.end == *size {
                    *unsent = 0..0;
                }
            }
            let mut output = Output::from(&mut bytes[unsent.end..]);
            let call = &mut Call { allocator: memory, input: &mut *input, output: &mut output, fields: None };
            let result = engine.run(call, flush);
            let count = output.written();
            unsent.end += count;
            if result == Err(Error::Stream) {
                common.report.set(Condition::Stream(c"internal error: deflate stream corrupt"));
                return Err(Failed);
            }
            ended = result == Ok(Progress::End);
            self.complete |= ended;
            if count == 0 {
                return Ok(());
            }
        }
    }
}

/// Writes those of `bytes` that are not sent yet.
fn write_all(common: &mut Common, bytes: &[u8], unsent: &mut Range<usize>) -> Result<(), Failed> {
    while unsent.start != unsent.end {
        unsent.start += write(common, &bytes[unsent.clone()])?;
    }
    Ok(())
}

/// Writes some of `bytes`; how many.
fn write(common: &mut Common, bytes: &[u8]) -> Result<usize, Failed> {
    fd::clear_error_number();
    common.stalled = false;
    common.file.write(bytes).map_err(|number| {
        common.stalled = fd::is_stall(number);
        common.report.set(Condition::System(number));
        Failed
    })
}
