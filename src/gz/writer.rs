//! What a program writes: blocks, bytes, formatted text; flushes, parameters, the end.
//!
//! Small pieces are gathered in the buffer's first half and compressed when it is full. Where the file would make the program
//! wait, a call says how much it has taken, and the next one goes on from there.
#![forbid(unsafe_code)]

use super::GzFile;
use super::error::{Condition, Failed};
use crate::format::flush::Flush;
use crate::mem::input::Input;
use core::ffi::c_int;

/// What a formatted text meets when the file has stalled.
const STALLED: Condition = Condition::Buffer(c"stalled write on gzprintf");

impl GzFile {
    /// Begins a call that writes: `false` if something is the matter.
    #[inline]
    pub fn begin_write(&mut self) -> bool {
        if self.common.report.is_good() {
            return true;
        }
        if self.common.stalled {
            self.common.report.clear();
        }
        self.common.stalled
    }

    /// Makes `condition` the file's.
    pub fn fail(&mut self, condition: Condition) {
        self.common.report.set(condition);
    }

    fn prepare_write(&mut self) -> Result<(), Failed> {
        self.prepare(|file| file.sink.prepare(file.size))
    }

    /// Compresses what waits.
    fn send_waiting(&mut self, flush: Flush) -> Result<(), Failed> {
        self.prepare_write()?;
        let Some(buffer) = &self.buffer else { return Ok(()) };
        let mut input = Input::from(&buffer.bytes()[self.waiting.clone()]);
        let result = self.sink.send(&mut self.common, &mut input, flush);
        self.waiting.start = self.waiting.end - input.left();
        result
    }

    /// Writes the zeros that a seek has left to write.
    fn fill_gap(&mut self) -> Result<(), Failed> {
        self.prepare_write()?;
        if !self.waiting.is_empty() {
            self.send_waiting(Flush::None)?;
        }
        let piece = |skip| usize::try_from(skip).unwrap_or(usize::MAX);
        if let Some(buffer) = &mut self.buffer {
            buffer.bytes_mut()[..self.size.min(piece(self.skip))].fill(0);
        }
        while self.skip != 0 {
            let count = self.size.min(piece(self.skip));
            self.waiting = 0..count;
            let result = self.send_waiting(Flush::None);
            let done = count - self.waiting.len();
            self.exposed.pos += done as i64;
            self.skip -= done as i64;
            if result.is_err() {
                // The rest is still in `skip`.
                self.waiting = 0..0;
                return result;
            }
        }
        Ok(())
    }

    /// Does what a seek has left to do.
    fn settle(&mut self) -> Result<(), Failed> {
        if self.skip == 0 { Ok(()) } else { self.fill_gap() }
    }

    /// Writes `input`: how many bytes of it were taken. If that is not all of it, the file has stalled, or it is 0.
    pub fn write(&mut self, input: &mut Input) -> usize {
        let whole = input.left();
        if whole == 0 || self.prepare_write().is_err() || self.settle().is_err() {
            return 0;
        }
        let result = if whole < self.size { self.gather(input) } else { self.write_directly(input) };
        match result {
            Ok(()) => whole,
            Err(Failed) if self.common.stalled => whole - input.left(),
            Err(Failed) => 0,
        }
    }

    /// Copies `input` to the buffer, which is compressed whenever it is full.
    fn gather(&mut self, input: &mut Input) -> Result<(), Failed> {
        loop {
            if self.waiting.is_empty() {
                self.waiting = 0..0;
            }
            let Some(buffer) = &mut self.buffer else { return Err(Failed) };
            let end = self.waiting.end.min(self.size);
            let room = &mut buffer.bytes_mut()[end..self.size];
            let count = room.len().min(input.left());
            room[..count].copy_from_slice(&input.bytes()[..count]);
            input.skip(count);
            self.waiting.end += count;
            self.exposed.pos += count as i64;
            if input.left() == 0 {
                return Ok(());
            }
            self.send_waiting(Flush::None)?;
        }
    }

    /// Compresses `input` from where it is, behind what waits.
    fn write_directly(&mut self, input: &mut Input) -> Result<(), Failed> {
        let whole = input.left();
        if !self.waiting.is_empty() {
            // Nothing of the input was taken if this fails, stalled or not.
            self.send_waiting(Flush::None)?;
        }
        self.waiting = 0..0;
        let result = self.sink.send(&mut self.common, input, Flush::None);
        self.exposed.pos += (whole - input.left()) as i64;
        result
    }

    /// Writes a byte; `false` if it was not taken.
    #[inline]
    pub fn write_byte(&mut self, byte: u8) -> bool {
        let end = self.waiting.end;
        // What waits begins anywhere in a buffer that was emptied: `write` sees to that.
        if self.skip == 0
            && end < self.size
            && self.waiting.start < end
            && let Some(place) = self.buffer.as_mut().and_then(|buffer| buffer.bytes_mut().get_mut(end))
        {
            *place = byte;
            self.waiting.end = end + 1;
            self.exposed.pos += 1;
            return true;
        }
        self.write_first_byte(byte)
    }

    /// Writes a byte when the buffer is empty or full.
    #[inline(never)]
    fn write_first_byte(&mut self, byte: u8) -> bool {
        self.settle().is_ok() && self.write(&mut Input::from(&[byte][..])) == 1
    }

    /// Compresses what lies in the buffer's second half, and brings what is left to its start. Whether that still reaches
    /// into the second half.
    fn vacate(&mut self) -> bool {
        if self.waiting.end <= self.size {
            return false;
        }
        // The condition tells whether it failed.
        _ = self.send_waiting(Flush::None);
        if let Some(buffer) = &mut self.buffer {
            buffer.bytes_mut().copy_within(self.waiting.clone(), 0);
        }
        self.waiting = 0..self.waiting.len();
        self.waiting.len() > self.size
    }

    /// Writes what `format` puts into the space it is given, the text and a zero, and says the length of (as vsnprintf does):
    /// the length, or 0 if that is none or not less than the buffer's size.
    ///
    /// # Errors
    /// The condition says why nothing was written.
    pub fn print(&mut self, format: impl FnOnce(&mut [u8]) -> c_int) -> Result<c_int, Failed> {
        self.prepare_write()?;
        self.settle()?;
        let in_the_way = self.vacate();
        self.judge(in_the_way)?;
        if self.waiting.is_empty() {
            self.waiting = 0..0;
        }
        let from = self.waiting.end;
        let Some(room) = self.buffer.as_mut().and_then(|buffer| buffer.bytes_mut().get_mut(from..from + self.size))
        else {
            return Err(Failed);
        };
        let last = room.len() - 1;
        room[last] = 0;
        let length = format(room);
        let count = match usize::try_from(length) {
            Ok(count) if count != 0 && count <= last && room[last] == 0 => count,
            _ => return Ok(0),
        };
        self.waiting.end += count;
        self.exposed.pos += i64::from(length);
        if self.vacate() {
            self.waiting.end -= count;
            self.exposed.pos -= i64::from(length);
            self.judge(true)?;
            return Err(Failed);
        }
        self.judge(false)?;
        Ok(length)
    }

    /// Whether formatted text can be taken: a stall does not keep it out, unless earlier text is in the way.
    fn judge(&mut self, in_the_way: bool) -> Result<(), Failed> {
        if self.common.report.is_good() {
            return Ok(());
        }
        if self.common.stalled {
            if !in_the_way {
                return Ok(());
            }
            self.common.report.set(STALLED);
        }
        Err(Failed)
    }

    /// Compresses and writes all that waits.
    pub fn flush(&mut self, flush: Flush) -> Result<(), Failed> {
        self.settle()?;
        self.send_waiting(flush)
    }

    /// Whether the file is compressed.
    pub fn compresses(&self) -> bool {
        !self.sink.plain
    }

    /// Changes level and strategy for what is written next.
    pub fn set_params(&mut self, level: c_int, strategy: c_int) -> Result<(), Failed> {
        if self.sink.has_params(level, strategy) {
            return Ok(());
        }
        self.settle()?;
        if !self.waiting.is_empty() {
            self.send_waiting(Flush::Block)?;
        }
        self.sink.set_params(level, strategy);
        Ok(())
    }

    /// Writes all there is to write, and a member's end. The condition after the last step that failed, if any did.
    pub fn finish(&mut self) -> Condition {
        let mut condition = Condition::Good;
        if self.settle().is_err() {
            condition = self.condition();
        }
        if self.send_waiting(Flush::Finish).is_err() {
            condition = self.condition();
        }
        condition
    }
}
