//! The call-back form: raw deflate, from input that a function brings, into a window that a function empties.
//!
//! The window is the output buffer. When it is full it is handed out and written over from its start, while what it
//! still holds ahead of that stays in reach of matches.
#![forbid(unsafe_code)]

use super::blocks::{At, Blocks, Stop};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Fault, Progress};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;
use crate::mem::past::Past;

/// The caller's two functions.
pub trait Calls<'a> {
    /// More input; `None` if there is none.
    fn input(&mut self) -> Option<Input<'a>>;
    /// Hands out the first `length` bytes of the window; `false` if they are not taken.
    fn output(&mut self, length: usize) -> bool;
}

/// A call-back decompressor.
pub struct Back {
    blocks: Blocks,
}

impl Back {
    /// Allocates nothing.
    pub fn new() -> Self {
        Back { blocks: Blocks::new() }
    }

    /// Decompresses one raw deflate stream into `window`, beginning with `input`.
    ///
    /// Errors: `Data`; `Buffer` if a function gave up (`None` stands in `input`'s place if it was the one for input);
    /// `Memory` if memory was refused.
    pub fn run<'a>(
        &mut self,
        memory: &Allocator,
        input: &mut Option<Input<'a>>,
        window: &mut Output<'a>,
        calls: &mut impl Calls<'a>,
    ) -> Result<Progress, Error> {
        self.blocks.reset();
        let result = self.blocks(memory, input, window, calls);
        self.blocks.tables.give_back(memory);
        let left_over = window.written();
        if left_over != 0 && !calls.output(left_over) && result.is_ok() {
            return Err(Error::Buffer);
        }
        result
    }

    fn blocks<'a>(
        &mut self,
        memory: &Allocator,
        input: &mut Option<Input<'a>>,
        window: &mut Output<'a>,
        calls: &mut impl Calls<'a>,
    ) -> Result<Progress, Error> {
        let size = window.room();
        let mut past = Past::none();
        loop {
            let Some(bytes) = input else { return Err(Error::Buffer) };
            match self.blocks.run(memory, bytes, window, &past, Flush::None)? {
                Stop::Last => return Ok(Progress::End),
                Stop::Input => *input = calls.input(),
                Stop::Room => {
                    if self.blocks.at == At::Match && self.blocks.distance as usize > size {
                        // zlib tells this before it hands the window out.
                        return Err(Error::Data(Fault::DistanceTooFar));
                    }
                    past = window.start_over();
                    if !calls.output(size) {
                        return Err(Error::Buffer);
                    }
                }
                Stop::Stretch | Stop::Boundary => {}
            }
        }
    }

    /// Returns all memory but the head's, at the stream's end.
    pub fn end(&mut self, memory: &Allocator) {
        self.blocks.tables.give_back(memory);
    }
}
