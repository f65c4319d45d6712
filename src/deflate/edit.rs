//! What changes or asks a compressor between calls of `run`.
#![forbid(unsafe_code)]

use super::bits::{Bits, Pending, Sink};
use super::block::estimate::Worth;
use super::levels::{self, Effort, Pains};
use super::params::{Strategy, Wrapper};
use super::sequences::Tally;
use super::stream::{Call, Deflate, RANK_RESET, Status, Text};
use super::wrap::Part;
use crate::checksum::adler32::adler32;
use crate::format::flush::Flush;
use crate::format::outcome::Error;
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;

impl Deflate {
    /// Forgets the stream, not the parameters; all working memory is returned.
    pub fn reset(&mut self, allocator: &Allocator) {
        self.reset_keep(allocator);
        self.state.release(allocator);
        self.effort = levels::effort(&self.params);
        self.text = Text::default();
        self.worth = Worth::UNKNOWN;
    }

    /// Forgets the stream but keeps its history for the next one; input that was not compressed yet is dropped.
    pub fn reset_keep(&mut self, allocator: &Allocator) {
        self.status = Status::Header(Part::Begin);
        self.last_rank = RANK_RESET;
        self.trailer_sent = false;
        self.starved = false;
        self.earlier = None;
        self.check = self.first_check();
        self.data_type = None;
        self.bits = Bits::default();
        self.pending.reset(allocator);
        self.writing = Default::default();
        self.total_in = 0;
        self.text.end = self.text.position;
        if let Some(rooms) = self.state.rooms() {
            rooms.coder.tally = Tally::EMPTY;
        }
        self.begin_block(self.parser());
    }

    /// Returns all memory; whether data was lost, because the stream was in the midst of it.
    pub fn end(&mut self, allocator: &Allocator) -> bool {
        self.state.release(allocator);
        self.pending.reset(allocator);
        self.status == Status::Busy
    }

    /// A copy with memory of its own.
    ///
    /// # Errors
    /// [`Error::Memory`] if that is refused; nothing is kept then.
    pub fn try_clone(&self, allocator: &Allocator) -> Result<Self, Error> {
        let mut pending = self.pending.try_clone(allocator).ok_or(Error::Memory)?;
        let Some(state) = self.state.try_clone(allocator) else {
            pending.reset(allocator);
            return Err(Error::Memory);
        };
        Ok(Deflate { pending, state, ..*self })
    }

    /// Whether a change to this level and strategy ends the current block.
    pub fn flushes_for(&self, level: u8, strategy: Strategy) -> bool {
        let other = strategy != self.params.strategy || levels::family(level) != levels::family(self.params.level);
        other && self.last_rank != RANK_RESET
    }

    /// Takes other level and strategy; zlib.h's `deflateParams`. What was taken in before is compressed as before.
    ///
    /// # Errors
    /// [`Error::Stream`] on a finished stream; [`Error::Buffer`] if there was not enough output room to bring out what
    /// was compressed so far: then nothing is changed.
    pub fn set_params(&mut self, call: &mut Call, level: u8, strategy: Strategy) -> Result<(), Error> {
        if self.flushes_for(level, strategy) {
            if let Err(Error::Stream) = self.run(call, Flush::Block) {
                return Err(Error::Stream);
            }
            if call.input.left() != 0 || self.text.end != self.text.block {
                return Err(Error::Buffer);
            }
        }
        if level != self.params.level {
            self.params.level = level;
            self.change_effort(levels::effort(&self.params));
        }
        self.params.strategy = strategy;
        Ok(())
    }

    /// Takes other search limits; zlib.h's `deflateTune`. The parsers know of three of zlib's four numbers: the length from
    /// which on a match is taken without a look ahead, the one that is good enough, and the number of candidates.
    pub fn tune(&mut self, lazy: i32, nice: i32, depth: i32) {
        let (lazy, nice) = (lazy.clamp(0, 258) as u16, nice.clamp(3, 258) as u16);
        let tuned = |pains: Pains| Pains { depth: depth.clamp(1, 4096) as u16, lazy, ..pains };
        let Effort { parser, pains, little, .. } = self.effort;
        self.change_effort(Effort { parser, nice, pains: tuned(pains), little: tuned(little) });
    }

    /// Puts `count` <= 16 bits before what comes next; zlib.h's `deflatePrime`.
    ///
    /// # Errors
    /// [`Error::Buffer`] if as many bytes wait as zlib would let wait, or memory for them is refused.
    pub fn prime(&mut self, allocator: &Allocator, count: u32, value: u32) -> Result<(), Error> {
        let most = 1usize << (self.params.mem_level + 8);
        if !self.spill_block(allocator) {
            return Err(Error::Buffer);
        }
        let whole = (self.bits.count + count) as usize / 8;
        if self.pending.len() + whole > most || !self.pending.reserve(whole, allocator) {
            return Err(Error::Buffer);
        }
        let mut nowhere = Output::none();
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: &mut nowhere };
        sink.put(u64::from(value) & ((1 << count) - 1), count);
        Ok(())
    }

    /// Moves all of the block under way to the waiting bytes; `false` if memory for them is refused.
    fn spill_block(&mut self, allocator: &Allocator) -> bool {
        if !self.writing.active {
            return true;
        }
        let bytes = self.writing.bits_left() as usize / 8 + 16;
        let Some(mut room) = crate::mem::owned::Words::new(allocator, bytes) else { return false };
        if !self.pending.reserve(bytes, allocator) {
            room.give_back(allocator);
            return false;
        }
        // The waiting bytes come first and there is no room: send the block aside, then queue it behind them.
        let waiting = core::mem::replace(&mut self.pending, Pending::EMPTY);
        let mut output = Output::from(room.bytes_mut());
        let mut input = Input::from(&[][..]);
        self.send(&mut Call { allocator, input: &mut input, output: &mut output, fields: None });
        self.pending = waiting;
        let mut nowhere = Output::none();
        Sink { bits: &mut self.bits, pending: &mut self.pending, output: &mut nowhere }.put_bytes(output.bytes());
        room.give_back(allocator);
        true
    }

    /// Bytes and bits that are compressed but not given out yet; zlib.h's `deflatePending`.
    pub fn waiting(&self) -> (u64, u32) {
        let block = if self.writing.active { self.writing.bits_left() } else { 0 };
        let bits = 8 * self.pending.len() as u64 + u64::from(self.bits.count) + block;
        (bits / 8, (bits % 8) as u32)
    }

    /// Bits in use of the byte that was last brought to its end; zlib.h's `deflateUsed`.
    pub fn used(&self) -> u32 {
        self.bits.used
    }

    /// Whether a gzip header can be set: not for other formats, nor once the trailer is sent.
    pub fn takes_header(&self) -> bool {
        self.params.wrapper == Wrapper::Gzip && !self.trailer_sent
    }

    /// Takes a dictionary as history; zlib.h's `deflateSetDictionary`. Returns how much of it that is: at most a window.
    ///
    /// # Errors
    /// [`Error::Stream`] for gzip, after a zlib stream's first data, or amid a raw stream's block.
    pub fn set_dictionary(&mut self, allocator: &Allocator, dictionary: &[u8]) -> Result<usize, Error> {
        let allowed = match self.params.wrapper {
            // Too late to matter, but zlib takes it.
            _ if self.trailer_sent => true,
            Wrapper::Gzip => false,
            Wrapper::Zlib => self.status == Status::Header(Part::Begin),
            Wrapper::Raw => true,
        };
        if !allowed || self.text.end != self.text.block || !self.spill_block(allocator) {
            return Err(Error::Stream);
        }
        if self.params.wrapper == Wrapper::Zlib && !self.trailer_sent {
            self.check = adler32(self.check, dictionary);
        }
        let window = self.params.window();
        let tail = &dictionary[dictionary.len().saturating_sub(window)..];
        if dictionary.len() >= window {
            (self.text.origin, self.text.floor) = (self.text.position, self.text.position);
        }
        self.append_history(allocator, tail);
        Ok(tail.len())
    }

    /// Puts history behind the text; without memory for it the stream goes on without history.
    fn append_history(&mut self, allocator: &Allocator, history: &[u8]) {
        let parser = self.parser();
        let end = self.text.end + history.len();
        let held = !history.is_empty() && !self.starved && {
            end <= self.state.capacity(&self.params) && self.prepare(allocator, parser, self.text.end)
                || self.prepare(allocator, parser, end - 1)
        };
        if let Some(mut rooms) = self.state.rooms().filter(|_| held) {
            let kept = &history[history.len().saturating_sub(rooms.ring.size())..];
            rooms.ring.append(end - kept.len(), kept);
        } else if !history.is_empty() {
            self.text.floor = end;
        }
        (self.text.position, self.text.end) = (end, end);
        self.begin_block(parser);
    }

    /// The window: the last text taken in, dictionaries included; zlib.h's `deflateGetDictionary`. Hands it to `take` in
    /// pieces, oldest first, and returns its length.
    pub fn dictionary(&mut self, take: impl FnMut(&[u8])) -> usize {
        let (end, length) = (self.text.end, self.known());
        self.state.show(end - length..end, take);
        length
    }

    /// How many of the last bytes later matches may refer to; none where memory was refused, as the ring is not filled then.
    fn known(&self) -> usize {
        if self.starved {
            return 0;
        }
        (self.text.end - self.text.origin).min(self.params.window()).min(self.state.reach_back())
    }

    /// The stream is complete: keeps history only, which a caller may still ask for. Only where memory goes to a pool: a
    /// caller's allocator would have to give more before it gets any back.
    pub fn rest_after_end(&mut self, allocator: &Allocator) {
        if matches!(allocator, Allocator::Default) {
            // Without memory for the history everything stays as it is.
            let _ = self.trim(allocator);
        }
    }

    /// Keeps history only, until more data comes; zlib.h's `zlazy_deflateTrim`.
    ///
    /// # Errors
    /// [`Error::Buffer`] if text was taken in that is not out yet; [`Error::Memory`] if memory for the history is refused.
    /// Nothing is changed then.
    pub fn trim(&mut self, allocator: &Allocator) -> Result<(), Error> {
        if self.writing.active || self.text.block != self.text.end {
            return Err(Error::Buffer);
        }
        if self.pending.len() == 0 {
            self.pending.reset(allocator);
        }
        let length = self.known();
        if self.state.rest(allocator, self.text.end, length) { Ok(()) } else { Err(Error::Memory) }
    }
}
