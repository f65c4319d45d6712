//! One call of inflate: from step to step until input or room is lacking, then what must be remembered is.
#![forbid(unsafe_code)]

use super::blocks::{At, Stop};
use super::stream::{CHECK, Inflate, Step};
use super::wrapper::HeaderSink;
use crate::checksum::adler32::adler32;
use crate::checksum::crc32::crc32;
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;

/// How much of this call's output was accounted for.
#[derive(Default)]
struct Accounts {
    /// Bytes that entered the check value.
    checked: usize,
    /// Whether the trailer was met and all was counted and shown: there is no more, and it is not kept as history.
    closed: bool,
}

impl Inflate {
    /// Decompresses what `input` and `output` allow. Only Block, Trees and Finish make a difference: the first two stop
    /// between blocks (Trees also behind their headers); with Finish a call that does not complete the stream is an
    /// error, if a harmless one.
    ///
    /// Errors: `Data` (the same at each later call), `Buffer` if nothing could be done or the stream is not complete,
    /// `Memory` if memory was refused, `Stream` after a failed search for a flush point.
    #[inline(always)]
    pub fn run(
        &mut self,
        memory: &Allocator,
        input: &mut Input,
        output: &mut Output,
        flush: Flush,
        sink: &mut dyn HeaderSink,
    ) -> Result<Progress, Error> {
        let available = input.left();
        let mut accounts = Accounts::default();
        self.published = None;
        if self.blocks.at == At::Between {
            self.blocks.at = At::Type;
        }
        let result = self.steps(memory, input, output, flush, sink, &mut accounts);
        match result {
            Ok(Progress::NeedDictionary) | Err(Error::Stream) => return result,
            Err(Error::Memory) if self.step == Step::Memory => return result,
            _ => {}
        }
        if !self.blocks.needs_tables() || self.step != Step::Blocks {
            self.blocks.tables.give_back(memory);
        }
        self.settle(memory, output, flush, &mut accounts)?;
        if result != Ok(Progress::Moved) {
            return result;
        }
        let moved = available != input.left() || (output.written() != 0 && !accounts.closed);
        if moved && flush != Flush::Finish { result } else { Err(Error::Buffer) }
    }

    /// The same for callers whose calls are large, so that it need not be part of them.
    #[inline(never)]
    pub fn run_apart(
        &mut self,
        memory: &Allocator,
        input: &mut Input,
        output: &mut Output,
        flush: Flush,
        sink: &mut dyn HeaderSink,
    ) -> Result<Progress, Error> {
        self.run(memory, input, output, flush, sink)
    }

    /// From step to step, until the call must end.
    #[inline(always)]
    fn steps(
        &mut self,
        memory: &Allocator,
        input: &mut Input,
        output: &mut Output,
        flush: Flush,
        sink: &mut dyn HeaderSink,
        accounts: &mut Accounts,
    ) -> Result<Progress, Error> {
        loop {
            let taken = match self.step {
                Step::Blocks => self.blocks(memory, input, output, flush, accounts),
                Step::DataCheck => self.trailer(input, output, accounts),
                Step::DataLength => self.data_length(input),
                Step::Dictionary if !self.has_dictionary() => return Ok(Progress::NeedDictionary),
                Step::Done => return Ok(Progress::End),
                Step::Bad(fault) => return Err(Error::Data(fault)),
                Step::Memory => return Err(Error::Memory),
                Step::Sync => return Err(Error::Stream),
                _ => self.header(input, sink),
            };
            match taken {
                Ok(Some(())) => {}
                Ok(None) => return Ok(Progress::Moved),
                Err(Error::Data(fault)) => self.step = Step::Bad(fault),
                Err(error) => return Err(error),
            }
        }
    }

    /// Blocks, as far as they go; `None` if the call must end.
    #[inline(always)]
    fn blocks(
        &mut self,
        memory: &Allocator,
        input: &mut Input,
        output: &mut Output,
        flush: Flush,
        accounts: &mut Accounts,
    ) -> Result<Option<()>, Error> {
        if !self.history.has_memory() {
            self.provide(memory, output, flush)?;
        }
        match self.blocks.run(memory, input, output, &self.history, flush)? {
            Stop::Input | Stop::Room | Stop::Boundary => return Ok(None),
            Stop::Stretch => self.check(output, accounts),
            Stop::Last => self.step = Step::DataCheck,
        }
        Ok(Some(()))
    }

    /// Takes memory for the window if this call's end will need it and can ask for it only once. Refused now, nothing is lost
    /// and the call can be made again.
    #[inline(never)]
    fn provide(&mut self, memory: &Allocator, output: &Output, flush: Flush) -> Result<(), Error> {
        if matches!(memory, Allocator::Custom { .. }) && flush != Flush::Finish && output.room() != 0 {
            self.history.reserve(memory, 1 << self.window_bits).ok_or(Error::Memory)?;
        }
        Ok(())
    }

    /// The check value behind the data; `None` if it is not there yet.
    fn trailer(&mut self, input: &mut Input, output: &Output, accounts: &mut Accounts) -> Result<Option<()>, Error> {
        if self.wrap == 0 {
            self.step = Step::DataLength;
            return Ok(Some(()));
        }
        if self.blocks.bits.need(32, input).is_none() {
            return Ok(None);
        }
        self.count(output, accounts);
        accounts.closed = true;
        self.data_check()
    }

    /// Takes output into the check value that was not yet.
    #[inline(always)]
    fn check(&mut self, output: &Output, accounts: &mut Accounts) {
        let fresh = &output.bytes()[accounts.checked..];
        if self.wrap & CHECK != 0 && !fresh.is_empty() {
            let check = if self.flags != 0 { crc32(self.check, fresh) } else { adler32(self.check, fresh) };
            self.publish(check);
        }
        accounts.checked = output.written();
    }

    /// Takes all output into the check value and the total.
    #[inline(always)]
    fn count(&mut self, output: &Output, accounts: &mut Accounts) {
        self.check(output, accounts);
        self.total = self.total.wrapping_add(output.written() as u32);
    }

    /// The end of a call: keeps what later matches may reach, and counts what was written.
    #[inline(always)]
    fn settle(
        &mut self,
        memory: &Allocator,
        output: &Output,
        flush: Flush,
        accounts: &mut Accounts,
    ) -> Result<(), Error> {
        let fresh = output.bytes();
        if accounts.closed || fresh.is_empty() {
            return Ok(());
        }
        self.count(output, accounts);
        let may_go_on = match self.step {
            _ if self.history.in_use() => true,
            Step::Bad(_) => false,
            Step::DataCheck | Step::DataLength | Step::Done => flush != Flush::Finish,
            _ => true,
        };
        if may_go_on {
            let kept = self.history.append(memory, self.window(), fresh);
            if kept.is_none() {
                self.step = Step::Memory;
                return Err(Error::Memory);
            }
        }
        Ok(())
    }
}
