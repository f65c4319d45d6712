//! One call of the compressor, in zlib's order: waiting output first, then the header, the data, the trailer.
#![forbid(unsafe_code)]

use super::bits::{Bits, Pending, Sink};
use super::block::estimate::Worth;
use super::block::split::Split;
use super::block::write::{Source, Writing};
use super::layout::{STAGES, chained};
use super::levels::{self, Effort, Parser};
use super::params::{Params, Wrapper};
use super::sequences::Extent;
use super::state::LazyState;
use super::wrap::{self, GzipFields, Part};
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;

/// What the data looks like (zlib.h's `data_type`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataType {
    /// Z_BINARY
    Binary,
    /// Z_TEXT
    Text,
}

/// How far a stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The header is due.
    Header(Part),
    /// Data.
    Busy,
    /// The last block is on its way or out.
    Finish,
}

/// The urgency of the last call, to tell a repeated flush (zlib's order of flush values, doubled).
pub const RANK_RESET: i8 = -4;
/// The last call ended for want of output room: the same flush again is no repetition.
pub const RANK_AGAIN: i8 = -2;

fn rank(flush: Flush) -> i8 {
    let number = flush as i8;
    2 * number - if number > 4 { 9 } else { 0 }
}

/// Where the stream stands in its text. Positions count the bytes taken in, dictionaries included.
#[derive(Clone, Copy, Default)]
pub struct Text {
    /// The next decision.
    pub position: usize,
    /// The end of what was taken in.
    pub end: usize,
    /// Where the text that dictionaries and headers know of begins.
    pub origin: usize,
    /// Matches reach back to here at most.
    pub floor: usize,
    /// Where the block that is being gathered begins.
    pub block: usize,
    /// The finder remembers positions before this one.
    pub remembered: usize,
    /// Where to look next whether the block compresses.
    pub check: usize,
    /// The last flush point.
    pub flushed: usize,
    /// Whether there was little text between it and the one before.
    pub brief: bool,
}

/// The row that decides before a position, where the level was changed ahead of decisions.
#[derive(Clone, Copy)]
pub struct Earlier {
    /// Decisions before this position are made by it.
    pub until: usize,
    /// The row.
    pub effort: Effort,
}

/// A compressor: the head of a stream, which is all there is until data comes.
pub struct Deflate {
    /// Checked parameters; level and strategy may change.
    pub params: Params,
    pub(super) effort: Effort,
    pub(super) earlier: Option<Earlier>,
    pub(super) status: Status,
    pub(super) last_rank: i8,
    pub(super) trailer_sent: bool,
    /// Memory was refused: stored blocks from here on.
    pub(super) starved: bool,
    /// The running checksum: what zlib shows in `adler`.
    pub check: u32,
    /// What the first block looked like, once it is known.
    pub data_type: Option<DataType>,
    pub(super) bits: Bits,
    pub(super) pending: Pending,
    pub(super) text: Text,
    pub(super) extent: Extent,
    pub(super) split: Split,
    pub(super) worth: Worth,
    pub(super) writing: Writing,
    /// Bytes of data taken in.
    pub(super) total_in: u64,
    pub(super) state: LazyState,
}

/// What one call brings.
pub struct Call<'c, 'i, 'o> {
    /// Where memory comes from.
    pub allocator: &'c Allocator,
    /// The caller's input.
    pub input: &'c mut Input<'i>,
    /// The caller's output space.
    pub output: &'c mut Output<'o>,
    /// The gzip header that the caller has set.
    pub fields: Option<&'c GzipFields<'c>>,
}

/// How the data part of a call ended.
pub(super) enum Stop {
    /// Output room or input ran out.
    More,
    /// All input is out, up to the flush point.
    Flushed,
    /// The last block is under way.
    Finishing,
    /// The last block is out.
    Finished,
}

impl Deflate {
    /// A compressor that has taken no memory but its own.
    pub fn new(params: Params) -> Self {
        let mut deflate = Deflate {
            params,
            effort: levels::effort(&params),
            earlier: None,
            status: Status::Header(Part::Begin),
            last_rank: RANK_RESET,
            trailer_sent: false,
            starved: false,
            check: 0,
            data_type: None,
            bits: Bits::default(),
            pending: Pending::EMPTY,
            text: Text::default(),
            extent: Extent::default(),
            split: Split::default(),
            worth: Worth::UNKNOWN,
            writing: Writing::default(),
            total_in: 0,
            state: LazyState::default(),
        };
        deflate.check = deflate.first_check();
        deflate
    }

    /// The checksum of no data.
    pub(super) fn first_check(&self) -> u32 {
        if self.params.wrapper == Wrapper::Gzip { 0 } else { 1 }
    }

    /// The parser in force. Without memory for its tables, what was taken in is sent as literals, the rest is stored.
    pub(super) fn parser(&self) -> Parser {
        let undecided = self.text.position != self.text.end || self.extent.symbols() != 0;
        match self.starved {
            false => {
                let parser = levels::parser(&self.params, &self.effort_here());
                if self.brief_until().is_some() { chained(parser) } else { parser }
            }
            true if undecided => Parser::HuffmanOnly,
            true => Parser::Stored,
        }
    }

    /// Where text that is flushed in short pieces ends to be served as such: short pieces are served like short streams.
    pub(super) fn brief_until(&self) -> Option<usize> {
        let until = self.text.flushed + STAGES[1];
        (self.text.brief && self.text.position < until).then_some(until)
    }

    /// Whether the header's fields are still to be sent.
    pub fn header_due(&self) -> bool {
        matches!(self.status, Status::Header(_))
    }

    /// Compresses: zlib.h's `deflate`.
    ///
    /// # Errors
    /// [`Error::Stream`] when a finished stream is to go on; [`Error::Buffer`] without output room, when nothing is to be
    /// done, or for input after the end. Never for memory: the stream then goes on with stored blocks.
    pub fn run(&mut self, call: &mut Call, flush: Flush) -> Result<Progress, Error> {
        if self.status == Status::Finish && flush != Flush::Finish {
            return Err(Error::Stream);
        }
        if call.output.room() == 0 {
            return Err(Error::Buffer);
        }
        let old_rank = core::mem::replace(&mut self.last_rank, rank(flush));
        if self.unsent() {
            self.send(call);
            if call.output.room() == 0 {
                self.last_rank = RANK_AGAIN;
                return Ok(Progress::Moved);
            }
        } else if call.input.left() == 0 && rank(flush) <= old_rank && flush != Flush::Finish {
            return Err(Error::Buffer);
        }
        if self.status == Status::Finish && call.input.left() != 0 {
            return Err(Error::Buffer);
        }
        if !self.send_header(call) {
            self.last_rank = RANK_AGAIN;
            return Ok(Progress::Moved);
        }
        let lookahead = self.text.end != self.text.position;
        let due = call.input.left() != 0 || lookahead || flush != Flush::None && self.status != Status::Finish;
        if let Some(progress) = due.then(|| self.send_data(call, flush)).flatten() {
            return Ok(progress);
        }
        if flush != Flush::Finish {
            return Ok(Progress::Moved);
        }
        Ok(self.send_trailer(call))
    }

    /// Sends the header; `false` if some of it waits.
    fn send_header(&mut self, call: &mut Call) -> bool {
        let Status::Header(part) = self.status else { return true };
        let dictionary = self.text.position != self.text.origin;
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output };
        let part = wrap::header(part, &self.params, call.fields, dictionary, &mut self.check, &mut sink);
        let drained = sink.drain();
        self.status = if part == Part::Done { Status::Busy } else { Status::Header(part) };
        drained && part == Part::Done
    }

    /// Compresses the input and sends what the flush asks for; the outcome if the call ends here.
    fn send_data(&mut self, call: &mut Call, flush: Flush) -> Option<Progress> {
        let stop = self.compress(call, flush);
        if matches!(stop, Stop::Finishing | Stop::Finished) {
            self.status = Status::Finish;
        }
        match stop {
            Stop::More | Stop::Finishing => {
                if call.output.room() == 0 {
                    self.last_rank = RANK_AGAIN;
                }
                Some(Progress::Moved)
            }
            Stop::Finished => None,
            Stop::Flushed => {
                self.mark(call, flush);
                if call.output.room() == 0 {
                    self.last_rank = RANK_AGAIN;
                    return Some(Progress::Moved);
                }
                None
            }
        }
    }

    /// Sends the empty block that marks a flush point.
    fn mark(&mut self, call: &mut Call, flush: Flush) {
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output };
        match flush {
            Flush::None | Flush::Finish | Flush::Block | Flush::Trees => {}
            // An empty fixed block: type 01, end of block 0000000.
            Flush::Partial => sink.put(1 << 1, 10),
            Flush::Sync | Flush::Full => {
                sink.put(0, 3);
                sink.align();
                sink.put(0xffff_0000, 32);
            }
        }
        sink.drain();
        let text = self.text.position - self.text.flushed;
        if text != 0 {
            (self.text.flushed, self.text.brief) = (self.text.position, text < STAGES[1]);
        }
        if flush == Flush::Full {
            self.text.origin = self.text.position;
            self.text.floor = self.text.position;
        }
    }

    fn send_trailer(&mut self, call: &mut Call) -> Progress {
        if self.params.wrapper == Wrapper::Raw || self.trailer_sent {
            return Progress::End;
        }
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output };
        wrap::trailer(self.params.wrapper, self.check, self.total_in, &mut sink);
        self.trailer_sent = true;
        if sink.drain() { Progress::End } else { Progress::Moved }
    }

    /// Whether output waits.
    pub(super) fn unsent(&self) -> bool {
        self.writing.active || self.pending.len() > 0
    }

    /// Sends what fits of the waiting output: bytes, then the block that is being sent.
    pub(super) fn send(&mut self, call: &mut Call) {
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output };
        if !self.writing.active {
            sink.drain();
            return;
        }
        let Some(rooms) = self.state.rooms() else { return };
        let source = Source { coder: rooms.coder, sequences: rooms.sequences, ring: &rooms.ring };
        self.writing.advance(&source, &mut sink);
        if !self.writing.active && self.writing.last {
            sink.align();
        }
        sink.drain();
    }
}
