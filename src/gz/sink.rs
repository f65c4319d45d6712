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

/// How far the member at hand is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    /// Bytes can be added.
    Open,
    /// The engine has all bytes and was told that they are all, but not all that comes of it is written.
    Ending,
    /// It is written; the next begins with the next byte.
    Complete,
}

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
    state: Member,
    room: Option<Room>,
}

impl Sink {
    /// A sink without memory.
    pub fn new(mode: &Mode) -> Self {
        let plain = mode.format == Format::Plain;
        Sink { plain, level: mode.level, strategy: mode.strategy, state: Member::Open, room: None }
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
        if self.state == Member::Open {
            self.apply_params();
        }
    }

    /// Has the engine take the parameters. Without room for the block under way it goes on with the old ones.
    fn apply_params(&mut self) {
        let params = (level_from_number(self.level), Strategy::from_number(self.strategy));
        let ((Some(level), Some(strategy)), Some(room)) = (params, &mut self.room) else { return };
        let Room { engine, bytes, size, unsent } = room;
        let mut output = Output::from(&mut bytes.bytes_mut()[unsent.end..*size]);
        let mut input = Input::from(&[][..]);
        let call = &mut Call { allocator: &Allocator::Default, input: &mut input, output: &mut output, fields: None };
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
        if self.state == Member::Ending {
            // Whatever comes now: the file failed when the member was to end, so that comes first.
            self.press(common, &mut Input::from(&[][..]), Flush::Finish)?;
            if input.left() == 0 {
                return Ok(());
            }
        }
        if self.state == Member::Complete {
            if input.left() == 0 && flush == Flush::None {
                return Ok(());
            }
            if let Some(room) = &mut self.room {
                room.engine.reset(&Allocator::Default);
            }
            self.apply_params();
            self.state = Member::Open;
        }
        self.press(common, input, flush)
    }

    /// Compresses and writes until nothing more comes of it.
    fn press(&mut self, common: &mut Common, input: &mut Input, flush: Flush) -> Result<(), Failed> {
        let Some(Room { engine, bytes, size, unsent }) = &mut self.room else { return Ok(()) };
        let bytes = &mut bytes.bytes_mut()[..*size];
        let finish = flush == Flush::Finish;
        let mut ended = false;
        loop {
            // With Finish nothing is written before all is compressed, but for want of room.
            let all = flush != Flush::None && (!finish || ended);
            if all || unsent.end == *size {
                write_all(common, bytes, unsent)?;
                if unsent.end == *size {
                    *unsent = 0..0;
                }
            }
            let mut output = Output::from(&mut bytes[unsent.end..]);
            let allocator = &Allocator::Default;
            let result = engine.run(&mut Call { allocator, input, output: &mut output, fields: None }, flush);
            let count = output.written();
            unsent.end += count;
            if result == Err(Error::Stream) {
                common.report.set(Condition::Stream(c"internal error: deflate stream corrupt"));
                return Err(Failed);
            }
            ended = result == Ok(Progress::End);
            if finish && input.left() == 0 {
                self.state = Member::Ending;
            }
            if count == 0 {
                break;
            }
        }
        if finish {
            write_all(common, bytes, unsent)?;
            self.state = Member::Complete;
        }
        Ok(())
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
