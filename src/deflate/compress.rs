//! The data part of a call: take input in, decide, end blocks, send them.
//!
//! Invariants:
//! 1. Decisions stop [`lookahead`] bytes before the end of the text unless all of it is wanted out, and a stage is left
//!    only there: so what is decided does not depend on how calls were cut.
//! 2. Text is taken in at most one reach (half a ring) ahead of the next decision, so that one reach of history stays.
//! 3. While a block is being sent nothing is decided and nothing taken in: the block's text and decisions stay.
#![forbid(unsafe_code)]

use super::bits::Sink;
use super::block::choose::{Question, choose};
use super::block::estimate::{Worth, compresses};
use super::block::split;
use super::block::write::Writing;
use super::cut::{Cut, Tables};
use super::finder::Span;
use super::levels::{Effort, Parser};
use super::params::{Params, Strategy, Wrapper};
use super::parse::{Bounds, Taste, asks_for_prices, lookahead, stretch};
use super::sequences::{Extent, Sequences, Tally, count, last_distance, room};
use super::state::{Prepared, Rooms};
use super::stream::{Call, DataType, Deflate, Earlier, Stop};
use crate::checksum::adler32::adler32;
use crate::checksum::crc32::crc32;
use crate::format::flush::Flush;
use crate::format::symbols::MAX_MATCH;
use crate::mem::alloc::Allocator;
use crate::mem::ring::Ring;

/// Text that is gathered before decisions are made without need, so that small calls cost little.
const BATCH: usize = 4096;

/// Text between two looks at whether a block that can be stored no longer still compresses, at least.
const LEAST_CHECKED: usize = 4096;

/// Z_FILTERED: what shorter matches save is likely to be chance.
const SHORTEST_FILTERED: u8 = 6;

/// Why decisions stopped.
enum Pause {
    /// The text's usable end.
    Text,
    /// The block is to end here.
    Block,
    /// Another level takes over here.
    Level,
}

/// Text that a block may cover and still be stored, and that is taken in ahead: half the last stage's ring.
pub(super) fn reach(params: &Params, parser: Parser) -> usize {
    match parser {
        Parser::Stored | Parser::HuffmanOnly | Parser::Rle => params.window().max(1024) / 2,
        _ => params.window(),
    }
}

impl Deflate {
    /// Compresses the call's input as far as room and flush allow.
    pub(super) fn compress(&mut self, call: &mut Call, flush: Flush) -> Stop {
        loop {
            if !self.send_block(call) {
                return Stop::More;
            }
            let parser = self.parser();
            if parser == Parser::Stored {
                return self.store(call, flush);
            }
            let before = self.starved;
            self.take_in(call, parser);
            if self.starved != before {
                // Without memory for its tables this parser cannot go on.
                continue;
            }
            let all = call.input.left() == 0;
            let wanted = self.starved || all && flush != Flush::None;
            if all && !wanted && self.text.end - self.text.position < BATCH.min(reach(&self.params, parser)) {
                return Stop::More;
            }
            match self.decide(parser, wanted) {
                Pause::Block => self.end_block(parser, false),
                Pause::Text if wanted => return self.flush_block(call, parser, flush),
                Pause::Text if all => return Stop::More,
                Pause::Text => self.outgrow(call, parser),
                Pause::Level => {}
            }
        }
    }

    /// Sends the block under way; `false` if output room ran out.
    fn send_block(&mut self, call: &mut Call) -> bool {
        if !self.unsent() {
            return true;
        }
        self.send(call);
        !self.unsent() && call.output.room() != 0
    }

    /// All text is decided and wanted out: ends the block and sends it.
    fn flush_block(&mut self, call: &mut Call, parser: Parser, flush: Flush) -> Stop {
        let last = flush == Flush::Finish && call.input.left() == 0;
        if self.text.block != self.text.position {
            self.end_block(parser, last);
            self.send(call);
        } else if last {
            self.end_empty(call);
        }
        let full = call.output.room() == 0;
        match (last, self.unsent()) {
            (false, unsent) if unsent || full => Stop::More,
            (false, _) if call.input.left() != 0 => self.compress(call, flush),
            (false, _) => Stop::Flushed,
            (true, unsent) if unsent || full && self.params.wrapper != Wrapper::Raw => Stop::Finishing,
            (true, _) => Stop::Finished,
        }
    }

    /// Ends the stream with an empty fixed block: last, type 01, end of block 0000000. It needs no working memory.
    fn end_empty(&mut self, call: &mut Call) {
        let mut sink = Sink { bits: &mut self.bits, pending: &mut self.pending, output: call.output };
        sink.put(1 | 1 << 1, 10);
        sink.align();
        sink.drain();
    }

    /// Takes input into the ring, as far as stage and invariant 2 allow. Text that waits from before a change of level needs
    /// the new parser's tables even without input.
    fn take_in(&mut self, call: &mut Call, parser: Parser) {
        let nothing = call.input.left() == 0 && self.text.position == self.text.end;
        if nothing || self.starved {
            return;
        }
        if !self.fit(call.allocator, parser, self.text.end) {
            return;
        }
        let ahead = self.text.position + reach(&self.params, parser) - self.text.end;
        // A stage that must be left is left by `outgrow`, after decisions.
        let count = call.input.left().min(ahead).min(self.state.capacity(&self.params).saturating_sub(self.text.end));
        let Some(mut rooms) = self.state.rooms() else { return };
        let taken = &call.input.bytes()[..count];
        rooms.ring.append(self.text.end, taken);
        self.note_taken(taken);
        call.input.skip(count);
    }

    /// Counts bytes of data that were taken, and their checksum.
    pub(super) fn note_taken(&mut self, taken: &[u8]) {
        match self.params.wrapper {
            Wrapper::Raw => {}
            Wrapper::Zlib => self.check = adler32(self.check, taken),
            Wrapper::Gzip => self.check = crc32(self.check, taken),
        }
        self.text.end += taken.len();
        self.total_in += taken.len() as u64;
    }

    /// Makes the memory fit the parser at the current stage, or takes the first; `false` if that was refused.
    fn fit(&mut self, allocator: &Allocator, parser: Parser, taken: usize) -> bool {
        let at_bound = !self.state.is_empty() && taken >= self.state.capacity(&self.params);
        let taken = if at_bound { taken - 1 } else { taken };
        self.prepare(allocator, parser, taken)
    }

    /// The stage is full and decided: moves to the next one.
    fn outgrow(&mut self, call: &mut Call, parser: Parser) {
        if self.text.end >= self.state.capacity(&self.params) {
            self.prepare(call.allocator, parser, self.text.end);
        }
    }

    pub(super) fn prepare(&mut self, allocator: &Allocator, parser: Parser, taken: usize) -> bool {
        match self.state.prepare(allocator, &self.params, parser, taken, self.text.end, &self.extent) {
            Prepared::Ready => {}
            Prepared::Cleared => {
                let window = reach(&self.params, parser);
                self.text.remembered = self.text.floor.max(self.text.position.saturating_sub(window));
                if self.text.block == self.text.position {
                    self.text.check = self.text.block + window;
                }
            }
            Prepared::Refused => self.starved = true,
        }
        !self.starved
    }

    /// Makes decisions until the text's usable end or the block's.
    fn decide(&mut self, parser: Parser, wanted: bool) -> Pause {
        let usable = if wanted { self.text.end } else { self.text.end.saturating_sub(lookahead(parser)) };
        let earlier = self.earlier.filter(|e| self.text.position < e.until).map(|e| e.until);
        let stop = [earlier, self.brief_until()].into_iter().flatten().fold(usable, usize::min);
        while self.text.position < stop {
            let Some(symbols) = self.parse(parser, stop) else { return Pause::Block };
            // At the end of all text that is wanted out the block ends anyway.
            let done = wanted && self.text.position == self.text.end;
            if !done && self.block_is_over(parser, symbols) {
                return Pause::Block;
            }
        }
        if stop < usable { Pause::Level } else { Pause::Text }
    }

    /// Takes another row. What was taken in before is decided as before, at whatever time that happens.
    pub(super) fn change_effort(&mut self, effort: Effort) {
        let until = self.text.end.saturating_sub(lookahead(self.parser()));
        if self.text.position < until {
            self.earlier = Some(Earlier { until, effort: self.effort_here() });
        }
        self.effort = effort;
    }

    /// The row for the next decision.
    pub(super) fn effort_here(&self) -> Effort {
        self.earlier.filter(|earlier| self.text.position < earlier.until).map_or(self.effort, |earlier| earlier.effort)
    }

    /// Runs the parser; the block's symbols, or `None` if its buffer had no room for a decision.
    ///
    /// Room is asked for before a decision alone: behind one, how much text is left to decide depends on how calls were cut.
    fn parse(&mut self, parser: Parser, stop: usize) -> Option<usize> {
        let (text, next_look) = (self.text, self.split.next_look());
        let parser = self.state.serving(&self.params, parser);
        let taste = self.taste();
        let rooms = self.state.rooms()?;
        let Rooms { coder, ring, links, heads, short_heads, sequences } = rooms;
        let stretch = stretch(parser, sequences.len());
        let free = room(sequences.len(), &self.extent, stretch.min(text.end - text.position))?;
        let last = last_distance(sequences, &self.extent);
        let decisions = Sequences::new(sequences, self.extent);
        // A symbol takes four bytes at most.
        let check_symbols = next_look.min(self.extent.symbols() + (free / 4).max(1));
        let bounds = Bounds { stop, check_position: text.check, check_symbols, stretch };
        let span = Span { ring, floor: text.floor, end: text.end, window: self.params.window(), most: MAX_MATCH };
        let (next, position) = (text.remembered, text.position);
        let tables = Tables { links, heads, short_heads };
        let cut = Cut {
            parser,
            span,
            tables,
            next,
            sequences: decisions,
            last,
            position,
            bounds,
            taste,
            prices: &coder.prices,
        };
        let done = cut.run()?;
        (self.text.position, self.text.remembered) = (done.position, done.next);
        count(sequences, &self.extent, &done.extent, &mut coder.tally);
        self.extent = done.extent;
        Some(self.extent.symbols())
    }

    fn taste(&self) -> Taste {
        let mut worth = self.worth;
        if self.params.strategy == Strategy::Filtered && self.params.level >= 4 {
            worth.shortest = worth.shortest.max(SHORTEST_FILTERED);
        }
        let effort = self.effort_here();
        let pains = if self.state.reach_back() < Ring::LARGEST { effort.little } else { effort.pains };
        Taste {
            depth: usize::from(pains.depth),
            ahead: usize::from(pains.ahead),
            lazy: usize::from(pains.lazy.min(effort.nice)),
            nice: usize::from(effort.nice),
            worth,
        }
    }

    /// Whether the block should end here: its statistics change, or it could not be stored any longer and compresses
    /// too little to risk it.
    fn block_is_over(&mut self, parser: Parser, symbols: usize) -> bool {
        let covered = self.text.position - self.text.block;
        let Some(rooms) = self.state.rooms() else { return true };
        let tally = &rooms.coder.tally;
        if self.text.position >= self.text.check {
            if !compresses(tally, covered) {
                return true;
            }
            self.text.check = self.text.position + (reach(&self.params, parser) / 2).max(LEAST_CHECKED);
        }
        if symbols < self.split.next_look() {
            return false;
        }
        if asks_for_prices(parser) && self.params.strategy != Strategy::Fixed {
            rooms.coder.prices.learn(&rooms.coder.tally);
        }
        let tally = &rooms.coder.tally;
        self.split.look(tally, symbols, covered) && compresses(tally, covered)
    }

    /// Ends the gathered block: chooses its form and begins to send it.
    fn end_block(&mut self, parser: Parser, last: bool) {
        let text = self.text.block..self.text.position;
        let Some(rooms) = self.state.rooms() else { return };
        self.data_type.get_or_insert_with(|| data_type(&rooms.coder.tally));
        // After the last block nothing is gathered but by a reset, which begins anew.
        if !last {
            self.worth = Worth::from_counts(&rooms.coder.tally).unwrap_or(self.worth);
        }
        let question = Question {
            // Text was last taken in before the first check was passed, so all of the block is in the ring (invariant 2).
            stored: (self.text.check == text.start + reach(&self.params, parser)).then_some(text.len()),
            offset: self.bits.count,
            dynamic: self.params.strategy != Strategy::Fixed,
            last,
            prices: asks_for_prices(parser) && !last,
        };
        let chosen = choose(rooms.coder, &question);
        self.writing = Writing::begin(chosen, last, rooms.sequences, self.extent, text);
        if !last {
            rooms.coder.tally = Tally::EMPTY;
        }
        self.begin_block(parser);
    }

    /// Nothing is gathered yet of the block that begins at the next decision.
    pub(super) fn begin_block(&mut self, parser: Parser) {
        self.extent = Extent::default();
        self.split = split::Split::default();
        self.text.block = self.text.position;
        self.text.check = self.text.position + reach(&self.params, parser);
    }
}

/// zlib's guess: binary if control characters occur that text does not have, text if any other character does.
fn data_type(tally: &Tally) -> DataType {
    let used = |byte: usize| tally.litlen[byte] != 0;
    if (0..=6).chain(14..=25).chain(28..=31).any(used) {
        DataType::Binary
    } else if [9, 10, 13].into_iter().chain(32..=255).any(used) {
        DataType::Text
    } else {
        DataType::Binary
    }
}
