//! Stored blocks only (RFC 1951, section 3.2.4): level 0, and what remains when memory is refused.
//!
//! Where room and input allow, text goes from the caller's input straight to the caller's output; the ring only gathers
//! what is too little for a block yet, and keeps history. Without a ring (memory was refused) each piece of input is sent
//! at once. Block lengths depend on how calls are cut, as in zlib.
#![forbid(unsafe_code)]

use super::bits::{INLINE, Sink};
use super::block::choose::Form;
use super::block::write::Writing;
use super::compress::reach;
use super::levels::Parser;
use super::params::Wrapper;
use super::sequences::Extent;
use super::stream::{Call, Deflate, Stop};
use crate::format::flush::Flush;
use crate::format::symbols::MAX_STORED;

/// Text of a block that is sent through the waiting bytes, where there is no ring and no room.
const SMALL: usize = INLINE - 16;

impl Deflate {
    /// Stores the call's input as far as room and flush allow.
    pub(super) fn store(&mut self, call: &mut Call, flush: Flush) -> Stop {
        loop {
            if self.gathered() == 0 && (self.starved || flush == Flush::Finish && call.input.left() == 0) {
                return self.store_without_ring(call, flush);
            }
            if self.store_directly(call, flush) {
                return Stop::Finished;
            }
            self.gather(call);
            if self.gathered() == 0 && call.input.left() == 0 && flush != Flush::None {
                return Stop::Flushed;
            }
            if self.gathered() == 0 && call.input.left() != 0 {
                continue;
            }
            if !self.store_gathered(call, flush) {
                return Stop::More;
            }
            if self.writing.last {
                return self.last_stop(call);
            }
            if self.unsent() || call.output.room() == 0 {
                return Stop::More;
            }
        }
    }

    /// How a call ends whose last block was begun.
    fn last_stop(&self, call: &Call) -> Stop {
        let out = !self.unsent() && (call.output.room() != 0 || self.params.wrapper == Wrapper::Raw);
        if out { Stop::Finished } else { Stop::Finishing }
    }

    /// Bytes in the ring that are not in a block yet.
    fn gathered(&self) -> usize {
        self.text.end - self.text.block
    }

    /// Sends blocks from ring and input straight to the output while they are worth it; whether the last one is out.
    fn store_directly(&mut self, call: &mut Call, flush: Flush) -> bool {
        let worthy = if self.starved { 1 } else { reach(&self.params, Parser::Stored) };
        loop {
            let header = (self.bits.count as usize + 3).div_ceil(8) + 4;
            let Some(room) = call.output.room().checked_sub(header) else { return false };
            let gathered = self.gathered();
            let length = MAX_STORED.min(gathered.saturating_add(call.input.left())).min(room);
            let all = length >= gathered && length - gathered == call.input.left();
            let wanted = if length == 0 { flush == Flush::Finish } else { flush != Flush::None };
            if length < worthy && !(wanted && all) {
                return false;
            }
            let last = flush == Flush::Finish && all;
            self.put_header(call, length, last);
            let from_ring = gathered.min(length);
            self.copy_gathered(call, from_ring);
            self.copy_input(call, length - from_ring);
            if last {
                self.bits.used = 8;
                return true;
            }
        }
    }

    fn put_header(&mut self, call: &mut Call, length: usize, last: bool) {
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output };
        sink.put(u64::from(last), 3);
        sink.align();
        sink.put(length as u64 | (!length as u64 & 0xffff) << 16, 32);
        sink.drain();
    }

    /// Copies `count` gathered bytes to the output, which has room for them.
    fn copy_gathered(&mut self, call: &mut Call, count: usize) {
        let end = self.text.block + count;
        let Some(rooms) = self.state.rooms() else { return };
        while self.text.block < end {
            let piece = rooms.ring.run(self.text.block, end - self.text.block);
            call.output.write(piece);
            self.text.block += piece.len();
        }
    }

    /// Copies `count` bytes of input to the output, which has room for them, and keeps the newest as history. What was
    /// gathered is out.
    fn copy_input(&mut self, call: &mut Call, count: usize) {
        if count == 0 {
            return;
        }
        let bytes = &call.input.bytes()[..count];
        call.output.write(bytes);
        let held = self.hold(call, count);
        if let Some(mut rooms) = self.state.rooms().filter(|_| held) {
            let kept = &bytes[count.saturating_sub(rooms.ring.size())..];
            rooms.ring.append(self.text.end + (count - kept.len()), kept);
        }
        self.note_taken(bytes);
        call.input.skip(count);
        self.settle(held);
    }

    /// All that was taken in is in blocks. What the ring did not hold, and all before it, is no history.
    fn settle(&mut self, held: bool) {
        self.text.position = self.text.end;
        if !held {
            (self.text.origin, self.text.floor) = (self.text.end, self.text.end);
        }
        self.begin_block(Parser::Stored);
    }

    /// Makes the ring large enough for `more` bytes of text; `false`, from now on without a ring, if that is refused.
    fn hold(&mut self, call: &Call, more: usize) -> bool {
        let end = self.text.end.saturating_add(more);
        !self.starved
            && (end <= self.state.capacity(&self.params) || self.prepare(call.allocator, Parser::Stored, end - 1))
    }

    /// Takes input into the ring, as much as it holds without losing what is gathered.
    fn gather(&mut self, call: &mut Call) {
        let left = call.input.left();
        if left == 0 || !self.hold(call, left.min(MAX_STORED)) {
            return;
        }
        let gathered = self.gathered();
        let Some(mut rooms) = self.state.rooms() else { return };
        let taken = &call.input.bytes()[..left.min(rooms.ring.size().min(MAX_STORED).saturating_sub(gathered))];
        rooms.ring.append(self.text.end, taken);
        self.note_taken(taken);
        call.input.skip(taken.len());
        self.text.position = self.text.end;
    }

    /// Begins a block of what is gathered, if that is worth a block or wanted out, and sends what fits.
    fn store_gathered(&mut self, call: &mut Call, flush: Flush) -> bool {
        let length = self.gathered();
        let all = call.input.left() == 0;
        if length < reach(&self.params, Parser::Stored) && !(flush != Flush::None && all) && !self.starved {
            return false;
        }
        let last = flush == Flush::Finish && all;
        let padding = (self.bits.count + 3).wrapping_neg() % 8;
        let text = self.text.block..self.text.end;
        self.text.block = text.end;
        let Some(rooms) = self.state.rooms() else { return false };
        rooms.coder.prefix.stored(last, padding, length);
        let bits = rooms.coder.prefix.len() as u64 + 8 * length as u64;
        self.writing = Writing::begin((Form::Stored, bits), last, &[], Extent::default(), text);
        self.send(call);
        true
    }

    /// Without a ring: sends all input at once, in small blocks that may wait where there is no room.
    fn store_without_ring(&mut self, call: &mut Call, flush: Flush) -> Stop {
        if self.store_directly(call, flush) {
            return Stop::Finished;
        }
        while self.pending.len() == 0 && (call.input.left() != 0 || flush == Flush::Finish) {
            let length = call.input.left().min(SMALL);
            let last = flush == Flush::Finish && length == call.input.left();
            let bytes = &call.input.bytes()[..length];
            self.put_header(call, length, last);
            Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output }.put_bytes(bytes);
            self.note_taken(bytes);
            call.input.skip(length);
            self.settle(false);
            if last {
                self.bits.used = 8;
                return self.last_stop(call);
            }
        }
        let flushed = call.input.left() == 0 && flush != Flush::None && !self.unsent();
        if flushed { Stop::Flushed } else { Stop::More }
    }
}
