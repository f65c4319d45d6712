//! gz* files: a file descriptor with an engine and buffers before it, read or written as if the file were not compressed.
//!
//! - `mode`: the letters a file is opened with. `fd`: system calls. `error`: what went wrong, and the sentence about it.
//! - `source`: from the file to bytes: looks for members, decompresses or copies. `reader`: what a program reads from it.
//! - `sink`: from bytes to the file: compresses or copies. `writer`: what a program writes to it.
//! - `seek`: positions. What is skipped is skipped, and what is to be zero is written, when the file is next used.
//!
//! A program's bytes meet the engine's in one buffer of twice the size that `gzbuffer` sets; the engine's side has a buffer of
//! that size, and the program's own buffer takes the place of the first where a call brings more than it holds. None of them
//! exists, nor does an engine, before the first read or write.
//!
//! How much is read or written at a time, and when, is zlib's way to the byte: programs can see it from the other end of a
//! pipe, and in what is left to read when they share a descriptor.
//!
//! Invariants:
//! 1. `exposed` is the head of [`GzFile`]: programs' `gzgetc` macro reads and moves it.
//! 2. When reading, the `have` bytes from `next` lie in `buffer`. Programs may move both together by the macro, and nothing
//!    else; all but `pass_one` and `ready_now`, which trust them as the macro does, check it all the same.
//! 3. When writing, `have` is 0; `waiting` lies in `buffer`, and between calls in its first half.

pub mod error;
pub mod fd;
pub mod mode;
mod reader;
mod seek;
mod sink;
mod source;
mod writer;

use crate::mem::alloc::Allocator;
use crate::mem::owned::Words;
use core::ffi::{CStr, c_int, c_uint};
use core::ops::Range;
use error::{Condition, Failed, Report};
use fd::{Descriptor, From};
use mode::{Direction, Mode};
use sink::Sink;
use source::Source;

/// Buffers' size unless a program sets another.
const DEFAULT_SIZE: c_uint = 8192;
/// Smallest size, for flushes and for telling gzip from plain.
const LEAST_SIZE: c_uint = 8;

/// zlib.h's gzFile_s: what the `gzgetc` macro knows of a file.
#[repr(C)]
pub struct Exposed {
    /// Bytes that can be read at `next`.
    pub have: c_uint,
    /// The next of them.
    pub next: *mut u8,
    /// How many were read or written so far.
    pub pos: i64,
}

/// Marks of live files, for programs that pass something else.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    /// Open for reading.
    Reader = 0x677a_5201,
    /// Open for writing.
    Writer = 0x677a_5702,
}

/// What both sides of a file know.
pub struct Common {
    file: Descriptor,
    report: Report,
    /// The last system call would have had to wait.
    stalled: bool,
}

/// An open file.
#[repr(C)]
pub struct GzFile {
    /// The part that programs see.
    pub exposed: Exposed,
    /// A [`Kind`] as a number; 0 once the file is closed.
    pub kind: u32,
    common: Common,
    /// The file's name as it stands in messages.
    path: Words,
    /// Size of the engine's side of the buffers; program's side twice that.
    size: usize,
    buffer: Option<Words>,
    /// Bytes to pass over, or zeros to write, before the next byte.
    skip: i64,
    /// Reading: where the first byte stands in the file.
    start: i64,
    /// Reading: a read wanted more than there is.
    past: bool,
    source: Source,
    /// Writing: what of `buffer` is to be compressed.
    waiting: Range<usize>,
    sink: Sink,
}

impl GzFile {
    /// Opens the file of this name, or takes over the descriptor `number`, for which the name then stands in messages. `None`
    /// if the mode is none, memory is refused or the file cannot be opened; the descriptor stays open then.
    pub fn open(path: &CStr, number: Option<c_int>, mode: &CStr) -> Option<Self> {
        let mode = Mode::parse(mode.to_bytes())?;
        let bytes = path.to_bytes_with_nul();
        let mut name = Words::new(&Allocator::Default, bytes.len())?;
        name.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
        let file = match number {
            Some(number) => Descriptor::adopt(number, &mode),
            None => match Descriptor::open(path, &mode) {
                Some(file) => file,
                None => {
                    name.give_back(&Allocator::Default);
                    return None;
                }
            },
        };
        let (mut kind, mut start) = (Kind::Writer, 0);
        match mode.direction {
            Direction::Read => (kind, start) = (Kind::Reader, file.seek(0, From::Here).unwrap_or(0)),
            Direction::Write => {}
            // The system writes at the end in any case; this is for those who ask where that is.
            Direction::Append => _ = file.seek(0, From::End),
        }
        Some(GzFile {
            exposed: Exposed { have: 0, next: core::ptr::null_mut(), pos: 0 },
            kind: kind as u32,
            common: Common { file, report: Report::NONE, stalled: false },
            path: name,
            size: DEFAULT_SIZE as usize,
            buffer: None,
            skip: 0,
            start,
            past: false,
            source: Source::new(mode.format),
            waiting: 0..0,
            sink: Sink::new(&mode),
        })
    }

    /// Returns all memory and closes the file; the system's judgement on that is left in errno if it is `false`.
    pub fn close(self) -> bool {
        let memory = &Allocator::Default;
        let GzFile { common: Common { file, mut report, .. }, path, buffer, mut source, mut sink, .. } = self;
        source.give_back();
        sink.give_back();
        if let Some(buffer) = buffer {
            buffer.give_back(memory);
        }
        report.clear();
        path.give_back(memory);
        file.close()
    }

    /// Whether the file is open in this way; nothing else is, whatever it may be.
    pub fn is(&self, kind: Kind) -> bool {
        self.kind == kind as u32
    }

    /// Sets the size of buffers that are not there yet; `false` if they are, or if twice the size does not fit 32 bits.
    pub fn set_size(&mut self, size: c_uint) -> bool {
        if self.buffer.is_some() || size > c_uint::MAX / 2 {
            return false;
        }
        self.size = size.max(LEAST_SIZE) as usize;
        true
    }

    /// The file's condition.
    pub fn condition(&self) -> Condition {
        self.common.report.condition()
    }

    /// The sentence about the file's condition: empty if it is good.
    pub fn sentence(&mut self) -> &CStr {
        let path = CStr::from_bytes_until_nul(self.path.bytes()).unwrap_or(c"");
        self.common.report.sentence(path.to_bytes())
    }

    /// Forgets what went wrong, and that the file's end was met.
    pub fn clear_condition(&mut self) {
        if self.is(Kind::Reader) {
            (self.source.ended, self.past) = (false, false);
        }
        self.common.report.clear();
    }

    /// Whether bytes go between program and file as they are. For a reader that has not looked yet, it looks now.
    pub fn is_plain(&mut self) -> bool {
        if self.is(Kind::Reader) { self.reads_plain() } else { self.sink.plain }
    }

    /// Takes the buffer and what `side` needs; a refusal becomes the file's condition.
    fn prepare(&mut self, side: impl FnOnce(&mut Self) -> Option<()>) -> Result<(), Failed> {
        if self.buffer.is_some() {
            return Ok(());
        }
        self.buffer = Words::new(&Allocator::Default, 2 * self.size);
        if self.buffer.is_some() && side(self).is_some() {
            return Ok(());
        }
        if let Some(buffer) = self.buffer.take() {
            buffer.give_back(&Allocator::Default);
        }
        self.common.report.set(Condition::Memory);
        Err(Failed)
    }
}
