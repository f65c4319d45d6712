//! What a program reads: blocks, bytes, lines, bytes pushed back.
//!
//! Bytes that were read before something went wrong are given out first; only then does a call fail. A file that would make
//! the program wait is no failure for later calls: each begins anew.
#![forbid(unsafe_code)]

use super::GzFile;
use super::error::{Condition, Failed};
use super::fd;
use super::source::{self, Way};
use crate::mem::output::Output;
use core::ffi::{CStr, c_uint};

/// What ends a file too early.
const TOO_SHORT: Condition = Condition::Buffer(c"unexpected end of file");

impl GzFile {
    /// Where `next` stands in the buffer; beyond it if a program has set it elsewhere.
    #[inline]
    fn place(&self) -> usize {
        self.buffer.as_ref().map_or(0, |buffer| self.exposed.next.addr().wrapping_sub(buffer.bytes().as_ptr().addr()))
    }

    /// The bytes that were decompressed and not read yet.
    #[inline]
    fn ready(&self) -> &[u8] {
        let place = self.place();
        let bytes = self.buffer.as_ref().map_or(&[][..], |buffer| buffer.bytes());
        place.checked_add(self.exposed.have as usize).and_then(|end| bytes.get(place..end)).unwrap_or(&[])
    }

    /// Makes the `have` bytes at `place` in the buffer the ones to be read.
    fn offer(&mut self, place: usize, have: usize) {
        self.exposed.next = match &mut self.buffer {
            Some(buffer) => buffer.bytes_mut().as_mut_ptr().wrapping_add(place),
            None => core::ptr::null_mut(),
        };
        // A buffer's size fits 32 bits.
        self.exposed.have = have as c_uint;
    }

    /// Passes over `count` of the bytes to be read.
    #[inline]
    pub fn pass(&mut self, count: usize) {
        self.exposed.have -= count as c_uint;
        self.exposed.next = self.exposed.next.wrapping_add(count);
        self.exposed.pos += count as i64;
    }

    /// Begins a call that reads: it fails if something serious is the matter and nothing is left from before.
    #[inline]
    pub fn begin_read(&mut self) -> Result<(), Failed> {
        if self.common.report.is_good() {
            return Ok(());
        }
        if self.common.stalled {
            self.common.report.clear();
        } else if self.common.report.is_serious() && self.exposed.have == 0 {
            return Err(Failed);
        }
        Ok(())
    }

    /// Refuses a call whose length is too large, unless something serious is the matter already.
    pub fn refuse(&mut self, why: &'static CStr) {
        self.common.report.set_if_harmless(Condition::Stream(why));
    }

    /// Sees what the file is, with memory for reading it.
    fn look(&mut self) -> Result<(), Failed> {
        self.prepare(|file| file.source.prepare(file.size))?;
        self.source.look(&mut self.common)?;
        if self.source.way == Way::Copy {
            let bytes = self.source.take_input();
            let count = bytes.len();
            if let Some(buffer) = &mut self.buffer {
                buffer.bytes_mut()[..count].copy_from_slice(bytes);
            }
            self.offer(0, count);
        }
        Ok(())
    }

    /// Gets bytes into the empty buffer: some, unless the file has ended, has no more for now or fails.
    fn fetch(&mut self) -> Result<(), Failed> {
        if self.common.report.is_serious() && !self.common.stalled {
            return Err(Failed);
        }
        loop {
            if self.source.way == Way::Look {
                self.look()?;
                if self.source.way == Way::Look {
                    return Ok(());
                }
            } else {
                let Some(buffer) = &mut self.buffer else { return Ok(()) };
                let mut room = Output::from(&mut buffer.bytes_mut()[..2 * self.size]);
                let copies = self.source.way == Way::Copy;
                let result = if copies {
                    source::load(&mut self.common, &mut self.source.ended, &mut room)
                } else {
                    self.source.decompress(&mut self.common, &mut room)
                };
                let count = room.written();
                self.offer(0, count);
                if copies || result.is_err() {
                    return result;
                }
            }
            if self.exposed.have != 0 || self.source.is_over() {
                return Ok(());
            }
        }
    }

    /// Passes over what a seek wants passed over, as far as there is something.
    pub fn skip(&mut self) -> Result<(), Failed> {
        while self.skip != 0 {
            if self.exposed.have != 0 {
                self.skip_ready();
            } else if self.source.is_over() {
                self.note_early_end();
                (self.skip, self.past) = (0, true);
            } else if self.fetch().is_err() && self.exposed.have == 0 {
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// Passes over what a seek wants passed over, as far as it is in the buffer.
    pub(super) fn skip_ready(&mut self) {
        let count = usize::try_from(self.skip).unwrap_or(usize::MAX).min(self.exposed.have as usize);
        self.pass(count);
        self.skip -= count as i64;
    }

    fn note_early_end(&mut self) {
        if self.source.way == Way::Decompress && self.common.report.is_good() {
            self.common.report.set(TOO_SHORT);
        }
    }

    /// Fills `into`, as far as there are bytes: how many. If that is fewer than wanted, the file has ended, or it says why.
    pub fn read(&mut self, into: &mut Output) -> usize {
        if into.room() == 0 || self.skip().is_err() {
            return 0;
        }
        let mut failed = false;
        while into.room() != 0 && !failed {
            let before = into.written();
            if self.exposed.have != 0 {
                let count = into.write(self.ready());
                if count == 0 {
                    // The program has moved `next` out of the buffer.
                    self.exposed.have = 0;
                }
                self.pass(count);
                failed = !self.common.report.is_good();
                continue;
            } else if self.source.is_over() {
                self.note_early_end();
                break;
            } else if self.source.way == Way::Look || into.room() < 2 * self.size {
                failed = self.fetch().is_err() && self.exposed.have == 0;
            } else if self.source.way == Way::Copy {
                failed = source::load(&mut self.common, &mut self.source.ended, into).is_err();
            } else {
                failed = self.source.decompress(&mut self.common, into).is_err();
            }
            self.exposed.pos += (into.written() - before) as i64;
        }
        if into.room() != 0 && self.source.ended {
            self.past = true;
        }
        into.written()
    }

    /// As `read`, but `None` if nothing was read for another reason than the file's end.
    pub fn read_or_fail(&mut self, into: &mut Output) -> Option<usize> {
        let count = self.read(into);
        if count == 0 {
            if self.common.report.is_serious() {
                return None;
            }
            if self.common.stalled {
                // Something was read, but not enough to give a byte.
                self.common.report.set(Condition::System(fd::error_number()));
                return None;
            }
        }
        Some(count)
    }

    /// Where the bytes that are ready lie, and how many there are; none while a seek has bytes to pass over.
    #[inline]
    pub fn ready_now(&self) -> (*const u8, usize) {
        (self.exposed.next.cast_const(), if self.skip == 0 { self.exposed.have as usize } else { 0 })
    }

    /// Where a byte lies that is ready, which counts as read.
    #[inline]
    pub fn pass_one(&mut self) -> Option<*const u8> {
        let next = self.exposed.next;
        (self.exposed.have != 0).then(|| {
            self.pass(1);
            next.cast_const()
        })
    }

    /// Reads a byte when none is ready.
    #[inline(never)]
    pub fn first_byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        (self.read(&mut Output::from(&mut byte[..])) == 1).then_some(byte[0])
    }

    /// Reads up to the first newline or until `into` is full; `false` if not a byte could be read.
    pub fn line(&mut self, into: &mut Output) -> bool {
        if self.skip != 0 && self.skip().is_err() {
            return false;
        }
        let mut ended = into.room() == 0;
        let whole = ended;
        while !ended {
            if self.exposed.have == 0 {
                if self.fetch().is_err() && self.exposed.have == 0 {
                    break;
                }
                if self.exposed.have == 0 {
                    self.past = true;
                    break;
                }
            }
            let ready = self.ready();
            let reach = &ready[..ready.len().min(into.room())];
            let newline = fd::find(reach, b'\n');
            let count = into.write(&reach[..newline.map_or(reach.len(), |at| at + 1)]);
            if count == 0 {
                self.exposed.have = 0;
            }
            self.pass(count);
            ended = newline.is_some() || into.room() == 0;
        }
        whole || into.written() != 0
    }

    /// Puts a byte before those to be read; `false` if there is no place for it or no memory, or if it is no byte (`None`).
    /// In any case it does what a seek has left to do.
    pub fn push_back(&mut self, byte: Option<u8>) -> bool {
        if self.source.way == Way::Look && self.exposed.have == 0 {
            // Whether there is anything or not, this gives the buffer.
            _ = self.look();
        }
        if self.buffer.is_none() {
            return false;
        }
        if self.common.stalled {
            self.common.report.clear();
        }
        if self.skip().is_err() {
            return false;
        }
        let Some(byte) = byte else { return false };
        let whole = 2 * self.size;
        let have = self.exposed.have as usize;
        let place = if have == 0 { whole } else { self.place() };
        if have >= whole {
            self.common.report.set_if_harmless(Condition::Data(c"out of room to push characters"));
            return false;
        }
        let Some(buffer) = &mut self.buffer else { return false };
        let bytes = &mut buffer.bytes_mut()[..whole];
        let place = if place == 0 {
            bytes.copy_within(..have, whole - have);
            whole - have
        } else {
            place
        };
        let Some(free) = bytes.get_mut(place - 1) else { return false };
        *free = byte;
        self.offer(place - 1, have + 1);
        self.exposed.pos -= 1;
        self.past = false;
        true
    }

    /// Whether what is read is what the file has.
    pub fn reads_plain(&mut self) -> bool {
        if self.source.way == Way::Look && self.exposed.have == 0 {
            _ = self.look();
            self.skip_ready();
        }
        self.source.format == super::mode::Format::Plain
    }

    /// Forgets all that was read; what comes next is the file's first byte.
    pub fn restart(&mut self) {
        self.exposed.have = 0;
        self.exposed.pos = 0;
        (self.past, self.skip, self.common.stalled) = (false, 0, false);
        self.source.rewind();
        self.common.report.clear();
    }
}
