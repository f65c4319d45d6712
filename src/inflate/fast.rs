//! Symbols at speed, while there is plenty of input and room; then, more slowly, to the last symbol that is whole.
//!
//! `decode` runs *rounds*: up to three entries with literals, or two and a match, with one test of the margins. A round may
//! change up to `SLOP` bytes behind a match, as copies go in wide steps. Those bytes belong to the caller, so rounds come in
//! *laps*: before one, the room it can touch is copied aside, and after it the bytes behind the last one written are put
//! back. That is one copy of each output byte within the first-level cache, and leaves the rounds free of exact tails.
//! It costs 3 per cent of the speed for whole buffers, 6 where matches are long, and nothing in steps of 16 KiB.
//!
//! Where the margins do not hold, `decode_tail` goes on symbol by symbol: a symbol counts only if all its bits are there,
//! its output fits and it is plainly good. Anything else (the end of a block included) is left, untouched, to `careful`.
//!
//! Glossary: `next` the input byte to load next; `buffer`, `bits` the bit buffer and how many of its bits are counted
//! (bits above may be set already: they are the same that the next refill brings); `out` where the next byte goes;
//! `written` output bytes of this call before `out`; `entry` the decoding table's answer for the next bits.
//!
//! Invariants that the unsafe code rests on:
//! 1. A round begins with `next <= last_next`, so that `ROUND_INPUT` bytes can be loaded from `next`. It refills at most
//!    three times, each time loading 8 bytes: behind the length, passing over at most 7, or else none; amid the distance,
//!    passing over none if the first took place (56 bits are there) and at most 3 if not (32 are); and at its end.
//! 2. A round begins with `out <= last_out`, so that `ROUND_ROOM` bytes can be written at `out`, and copies a match only if
//!    it ends `SLOP` bytes before the span does, which laps but the last need not ask: their margin says so.
//! 3. Entries and table places are as `huffman::decode` promises: an index below `2^root_bits`, and a link's start plus an
//!    index below `2^bits` of it, lie inside the table.
//! 4. `written` bytes before `out` were written in this call, and `past` says what lies before.

use super::bits::Bits;
#[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
use crate::cpu::{Tier, tier};
use crate::format::symbols::MAX_MATCH;
use crate::huffman::codes::Codes;
use crate::huffman::decode::{
    Code, DISTANCE_ROOT, LITLEN_ROOT, MATCH, SPECIAL, all_bits, codeword_bits, is_link, length_base, literals,
};
use crate::mem::input::Input;
use crate::mem::matches::{SLOP, copy_either, copy_match};
use crate::mem::output::Output;
use crate::mem::past::Past;
use core::mem::MaybeUninit;

/// Entries with literals only that a round takes before it looks at the margins again.
const ENTRIES: usize = 3;
/// Room that a round needs without a match: two literals an entry, or one before a match, and a byte of a word behind it.
const ROUND_ROOM: usize = 2 * ENTRIES;
/// Room that a round needs in any case.
const ROUND_OUTPUT: usize = ROUND_ROOM + MAX_MATCH + SLOP;
/// Most bytes that a round loads: before its last refill it passes over no more than 7.
const ROUND_INPUT: usize = 7 + 8;
/// Least input for a lap: its first refill may pass over 7 bytes before the first round, so each lap has one.
const LAP_INPUT: usize = 7 + ROUND_INPUT;
/// Room that a lap saves. Less means more laps, more a larger stack and colder saved bytes.
const LAP: usize = 4096;
/// The same of a call's first lap: many a block is so short that to save more would be most of the work.
const FIRST_LAP: usize = 512;
/// After this much output the caller may take it into the check value while it is in the cache.
pub const STRETCH: usize = 1 << 16;
/// With less input, it would not pay to join entries: of a message of 8 KiB that would be a tenth of the time.
pub const JOIN_INPUT: usize = 3072;
/// After this much output of a block it is known not to be tiny.
pub const FIRST_STRETCH: usize = 1 << 10;
const _: () = assert!(FIRST_LAP > ROUND_OUTPUT && LAP > FIRST_LAP && STRETCH > LAP && FIRST_STRETCH > ROUND_OUTPUT);

/// Most bits of a distance that needs no sub-table, and of the look-up behind it. With fewer left after a length, the round
/// refills once more; always to do so costs a tenth of the speed, as the next look-up would wait for it.
const DISTANCE_BITS: u32 = DISTANCE_ROOT + 13 + LITLEN_ROOT;
/// A round's literals and its length must leave no less than a look-up needs.
const _: () =
    assert!(2 * LITLEN_ROOT + 15 + 5 + DISTANCE_ROOT <= 56 && ENTRIES as u32 * LITLEN_ROOT + LITLEN_ROOT <= 56);

/// The input being read, bit by bit. The count of bits stands in the low byte of `bits`: what is above is noise, so that
/// an entry can be subtracted whole.
#[derive(Clone, Copy)]
struct Reader {
    next: *const u8,
    buffer: u64,
    bits: u32,
}

impl Reader {
    /// Makes 56 bits or more available.
    ///
    /// # Safety
    /// 8 bytes are readable at `next`.
    #[inline(always)]
    unsafe fn refill(&mut self) {
        // SAFETY: the caller's promise.
        let word = u64::from_le(unsafe { self.next.cast::<u64>().read_unaligned() });
        self.buffer |= word << (self.bits & 63);
        // SAFETY: at most 7, inside the 8 bytes.
        self.next = unsafe { self.next.add(7 - (self.bits as usize >> 3 & 7)) };
        self.bits |= 56;
    }

    /// Passes over an entry's bits.
    #[inline(always)]
    fn consume(&mut self, entry: u32) {
        self.buffer >>= entry & 63;
        self.bits = self.bits.wrapping_sub(entry);
    }

    /// Passes over an entry's bits and says what its extra bits are. Without literals, its count of codeword bits has zeros
    /// above, so that it need not be cut out.
    #[inline(always)]
    fn extra<const LITERALS: bool>(&mut self, entry: u32) -> usize {
        debug_assert!(LITERALS || literals(entry) == 0);
        let all = self.buffer & !(u64::MAX << (entry & 63));
        self.consume(entry);
        (all >> if LITERALS { codeword_bits(entry) } else { entry >> 8 & 63 }) as usize
    }

    /// Bits available.
    #[inline(always)]
    fn count(&self) -> u32 {
        self.bits & 0xff
    }
}

/// `condition`, with the word to the compiler that what depends on it is to stand apart from the loop: 1 to 2 per cent for data
/// in which matches and literals alternate.
#[inline(always)]
fn seldom(condition: bool) -> bool {
    if condition {
        cold();
    }
    condition
}

/// What is called is not often come by.
#[cold]
#[inline]
fn cold() {}

/// A table's entry.
///
/// # Safety
/// `index` is inside the table.
#[inline(always)]
unsafe fn at(code: Code<'_>, index: usize) -> u32 {
    debug_assert!(index < code.table.len());
    // SAFETY: the caller's promise.
    unsafe { *code.table.get_unchecked(index) }
}

/// Writes the literals of an entry, which is one literal unless entries are JOINED, and returns the place behind them.
///
/// # Safety
/// Two bytes can be written at `out`, of which those behind the literals may be changed.
#[inline(always)]
unsafe fn write_literals<const JOINED: bool>(out: *mut u8, entry: u32) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe {
        if JOINED {
            out.cast::<u16>().write_unaligned(((entry >> 16) as u16).to_le());
            out.add(literals(entry) as usize)
        } else {
            out.write((entry >> 16) as u8);
            out.add(1)
        }
    }
}

/// The root's entry for the next bits.
///
/// # Safety
/// Invariant 3.
#[inline(always)]
unsafe fn first(code: Code<'_>, reader: &Reader) -> u32 {
    // SAFETY: the index is below 2^root_bits (invariant 3).
    unsafe { at(code, reader.buffer as usize & ((1 << code.root_bits) - 1)) }
}

/// The sub-table's entry for the next bits, the first of which led to `link`.
///
/// # Safety
/// Invariant 3; `link` is a link of `code`.
#[inline(always)]
unsafe fn second(code: Code<'_>, link: u32, reader: &Reader) -> u32 {
    let index = (reader.buffer >> code.root_bits) as usize & ((1 << codeword_bits(link)) - 1);
    // SAFETY: the index is below 2^bits of the link (invariant 3).
    unsafe { at(code, (link >> 16) as usize + index) }
}

/// With less input, `decode` would not pay: a match may take six bytes.
pub const LEAST_INPUT: usize = 4;
/// With less room, `decode` would not pay.
pub const LEAST_ROOM: usize = 4;

/// Decodes as many whole, good symbols as input and room allow. `true` if it stopped after a stretch of output, which is
/// `stretch` bytes or some more, although it could go on.
#[inline(never)]
pub fn decode(
    codes: Codes<'_>,
    bits: &mut Bits,
    input: &mut Input,
    output: &mut Output,
    past: &Past,
    stretch: usize,
) -> bool {
    let begin = output.written();
    let mut most = FIRST_LAP;
    let (inner_lap, last_lap) = match (past.is_none(), codes.joined()) {
        (true, false) => (best_lap::<false, false, false>(), best_lap::<true, false, false>()),
        (true, true) => (best_lap::<false, false, true>(), best_lap::<true, false, true>()),
        (false, false) => (best_lap::<false, true, false>(), best_lap::<true, true, false>()),
        (false, true) => (best_lap::<false, true, true>(), best_lap::<true, true, true>()),
    };
    let mut saved = [MaybeUninit::<u8>::uninit(); LAP];
    while input.left() >= LAP_INPUT && output.room() >= ROUND_ROOM {
        if output.written() - begin >= stretch {
            return true;
        }
        let span = output.room().min(most);
        let last = span < most;
        let start = output.next().cast::<MaybeUninit<u8>>();
        // SAFETY: `span` bytes of room begin at `start`, and `saved` has as many. What is not initialised stays so.
        unsafe { start.copy_to_nonoverlapping(saved.as_mut_ptr(), span) };
        let before = output.written();
        let best_lap = if last { last_lap } else { inner_lap };
        // SAFETY: input and room were seen to be enough.
        let strange = unsafe { best_lap(codes, bits, input, output, past, span) };
        let after = output.written() - before;
        // SAFETY: what was changed behind the last byte written is inside the span (invariant 2).
        unsafe { saved.as_ptr().add(after).copy_to_nonoverlapping(start.add(after), SLOP.min(span - after)) };
        if strange {
            return false;
        }
        if last {
            break;
        }
        most = LAP.min(stretch);
    }
    decode_tail(codes, bits, input, output, past);
    false
}

/// One lap.
type Lap = unsafe fn(Codes<'_>, &mut Bits, &mut Input, &mut Output, &Past, usize) -> bool;

/// `lap` as this processor does it best: shifts by register and bit masks are single instructions with BMI2.
fn best_lap<const LAST: bool, const PAST: bool, const JOINED: bool>() -> Lap {
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    if tier() >= Tier::Avx2Bmi2 {
        return lap_avx2_bmi2::<LAST, PAST, JOINED>;
    }
    lap_base
}

/// `lap` for any processor, with all the questions that others leave out.
///
/// # Safety
/// As for `lap`.
unsafe fn lap_base(
    codes: Codes<'_>,
    bits: &mut Bits,
    input: &mut Input,
    output: &mut Output,
    past: &Past,
    span: usize,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { lap::<true, true, true, false>(codes, bits, input, output, past, span) }
}

/// `lap` with AVX2 and BMI2.
///
/// # Safety
/// As for `lap`, and the processor is of tier Avx2Bmi2 or better.
#[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn lap_avx2_bmi2<const LAST: bool, const PAST: bool, const JOINED: bool>(
    codes: Codes<'_>,
    bits: &mut Bits,
    input: &mut Input,
    output: &mut Output,
    past: &Past,
    span: usize,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { lap::<LAST, PAST, JOINED, true>(codes, bits, input, output, past, span) }
}

/// The hot loop: rounds until a margin of input or of the next `span` bytes of room is met, or a symbol that is left to
/// others: then `true`. Up to SLOP bytes behind the last one written are changed. The LAST lap goes as near to the span's
/// end as each match allows, the others spare themselves that question.
///
/// # Safety
/// LAP_INPUT bytes of input are left, and `span <= room`; it is at least ROUND_ROOM for the last lap, ROUND_OUTPUT for others.
#[inline(always)]
unsafe fn lap<const LAST: bool, const PAST: bool, const JOINED: bool, const WIDE: bool>(
    codes: Codes<'_>,
    bits: &mut Bits,
    input: &mut Input,
    output: &mut Output,
    past: &Past,
    span: usize,
) -> bool {
    let (litlen, distances) = (codes.litlen(), codes.distances());
    let first_out = output.next();
    let start = Reader { next: input.next(), buffer: bits.hold, bits: bits.count };
    let margin = if LAST { ROUND_ROOM } else { ROUND_OUTPUT };
    // SAFETY: the caller's promise.
    let (last_next, last_out, matches_end) = unsafe {
        (
            start.next.add(input.left() - ROUND_INPUT),
            first_out.add(span - margin),
            first_out.wrapping_add(span).wrapping_sub(SLOP),
        )
    };
    let mut out = first_out;
    let mut reader = start;
    let mut crowded = false;
    // SAFETY: `written` bytes before the output's place were written in this call.
    let base = unsafe { first_out.sub(output.written()) };
    // SAFETY: invariants 1 to 4, which the loop's head establishes for each round.
    let left_to_others = unsafe {
        reader.refill();
        let mut entry = first(litlen, &reader);
        loop {
            if seldom(reader.next > last_next || out > last_out) {
                break None;
            }
            if entry & (MATCH | SPECIAL) == 0 {
                out = write_literals::<JOINED>(out, entry);
                reader.consume(entry);
                entry = first(litlen, &reader);
                if entry & (MATCH | SPECIAL) == 0 {
                    out = write_literals::<JOINED>(out, entry);
                    reader.consume(entry);
                    entry = first(litlen, &reader);
                    if entry & (MATCH | SPECIAL) == 0 {
                        out = write_literals::<JOINED>(out, entry);
                        reader.consume(entry);
                        entry = first(litlen, &reader);
                        reader.refill();
                        continue;
                    }
                }
            }
            if seldom(entry & SPECIAL != 0) {
                if is_link(entry) {
                    entry = second(litlen, entry, &reader);
                }
                if entry & SPECIAL != 0 {
                    break Some(0);
                }
                if entry & MATCH == 0 {
                    out = write_literals::<JOINED>(out, entry);
                    reader.consume(entry);
                    entry = first(litlen, &reader);
                    reader.refill();
                    continue;
                }
            }
            let place = if JOINED { write_literals::<true>(out, entry) } else { out };
            let length = length_base(entry) as usize + reader.extra::<JOINED>(entry);
            if seldom(reader.count() < DISTANCE_BITS) {
                reader.refill();
            }
            let mut distance_entry = first(distances, &reader);
            if seldom(distance_entry & SPECIAL != 0) {
                if is_link(distance_entry) {
                    distance_entry = second(distances, distance_entry, &reader);
                    reader.refill();
                }
                if distance_entry & SPECIAL != 0 {
                    break Some(all_bits(entry));
                }
            }
            let distance = (distance_entry >> 16) as usize + reader.extra::<false>(distance_entry);
            let next_entry = first(litlen, &reader);
            if LAST && length as isize > matches_end.addr().wrapping_sub(place.addr()) as isize {
                crowded = true;
                break Some(all_bits(entry) + all_bits(distance_entry));
            }
            if PAST {
                if !past.reaches_clear(place.addr() - base.addr(), distance, SLOP) {
                    break Some(all_bits(entry) + all_bits(distance_entry));
                }
                copy_either::<WIDE>(place, distance, length, base, past);
            } else {
                if place.addr().wrapping_sub(distance) < base.addr() {
                    break Some(all_bits(entry) + all_bits(distance_entry));
                }
                copy_match::<WIDE>(place, distance, length, base);
            }
            reader.refill();
            entry = next_entry;
            out = place.add(length);
        }
    };
    finish(start, reader, left_to_others.unwrap_or(0), bits, input);
    // SAFETY: all bytes up to `out` were written, inside the span.
    unsafe { output.advance(out.offset_from_unsigned(first_out)) };
    left_to_others.is_some() && !crowded
}

/// Puts the input and the bit buffer where `reader` stands, but `undo` bits before: whole bytes go back to the input.
fn finish(start: Reader, reader: Reader, undo: u32, bits: &mut Bits, input: &mut Input) {
    // Bits of input passed over since the start; negative if not even the bits held at the start were.
    let loaded = 8 * (reader.next.addr() - start.next.addr()) as i64;
    let used = loaded - i64::from(reader.count()) - i64::from(undo);
    if used <= 0 {
        let drop = (used + i64::from(start.count())) as u32;
        bits.drop(drop);
        return;
    }
    let bytes = used.div_euclid(8) + i64::from(used % 8 != 0);
    let count = (8 * bytes - used) as u32;
    let last = input.bytes().get(bytes as usize - 1).copied().unwrap_or(0);
    *bits = Bits { hold: (u64::from(last) >> (8 - count)), count };
    input.skip(bytes as usize);
}

/// Symbols until one is not whole, does not fit or is not plainly good. Writes no byte behind the last one.
fn decode_tail(codes: Codes<'_>, bits: &mut Bits, input: &mut Input, output: &mut Output, past: &Past) {
    let (litlen, distances) = (codes.litlen(), codes.distances());
    let start = Reader { next: input.next(), buffer: bits.hold, bits: bits.count };
    let mut rest = input.bytes();
    let mut reader = start;
    loop {
        fill(&mut reader, &mut rest);
        let whole = reader;
        // SAFETY: invariant 3.
        let entry = unsafe { resolve(litlen, &reader) };
        // SAFETY: invariant 3.
        let good = unsafe { whole_entry(entry, &mut reader, distances, output, past) };
        if !good {
            return finish(start, whole, 0, bits, input);
        }
    }
}

/// Writes what an entry stands for if all its bits are there, it fits and is plainly good; else nothing, and `false`.
///
/// # Safety
/// Invariant 3.
#[inline(always)]
unsafe fn whole_entry(entry: u32, reader: &mut Reader, distances: Code<'_>, output: &mut Output, past: &Past) -> bool {
    let left = reader.count();
    if entry & SPECIAL != 0 || all_bits(entry) > left {
        return false;
    }
    let count = literals(entry) as usize;
    let bytes = (entry >> 16).to_le_bytes();
    if entry & MATCH == 0 {
        reader.consume(entry);
        return count <= output.room() && output.push(bytes[0]) && (count == 1 || output.push(bytes[1]));
    }
    let length = length_base(entry) as usize + reader.extra::<true>(entry);
    // SAFETY: the caller's promise.
    let distance_entry = unsafe { resolve(distances, reader) };
    let distance = (distance_entry >> 16) as usize + reader.extra::<true>(distance_entry);
    let whole = all_bits(entry) + all_bits(distance_entry) <= left;
    if distance_entry & SPECIAL != 0 || !whole || count + length > output.room() {
        return false;
    }
    if !past.reaches(output.written() + count, distance) {
        return false;
    }
    output.write(&bytes[..count]);
    output.copy_match(distance, length, past) == length
}

/// Makes 56 bits or more available, or all that are left.
#[inline(always)]
fn fill(reader: &mut Reader, rest: &mut &[u8]) {
    if rest.len() >= 8 {
        let from = reader.next;
        // SAFETY: `rest` begins at `next` and has 8 bytes.
        unsafe { reader.refill() };
        *rest = &rest[reader.next.addr() - from.addr()..];
        return;
    }
    while reader.count() < 56 {
        let [byte, others @ ..] = *rest else { return };
        reader.buffer |= u64::from(*byte) << reader.count();
        reader.bits += 8;
        reader.next = reader.next.wrapping_add(1);
        *rest = others;
    }
}

/// The entry of the next symbol.
///
/// # Safety
/// Invariant 3.
#[inline(always)]
unsafe fn resolve(code: Code<'_>, reader: &Reader) -> u32 {
    // SAFETY: the caller's promise.
    unsafe {
        let entry = first(code, reader);
        if is_link(entry) { second(code, entry, reader) } else { entry }
    }
}
