//! A match only if the next position, or the next two, have none that is better; or at once (greedy).
#![forbid(unsafe_code)]

use super::{Bounds, MOST_LITERALS, MatchFinder, Sequences, Taste, miss, patience};
use crate::deflate::finder::{Match, Search};

/// Literals before a match is taken although a later one might be better still.
const MOST_DEFERRED: usize = MOST_LITERALS - 2;

/// How much better `later` is than `now`: four times the bytes won, plus the bits of distance won.
#[inline(always)]
fn gain(now: Match, later: Match) -> i32 {
    4 * (later.length as i32 - now.length as i32) + now.distance.ilog2() as i32 - later.distance.ilog2() as i32
}

/// Parses from `position` on, looking `ahead` (0: greedy, 1 or 2) positions further, and returns where it stopped.
#[inline(always)]
pub fn run<F: MatchFinder>(
    finder: &mut F,
    sequences: &mut Sequences,
    mut position: usize,
    bounds: &Bounds,
    taste: Taste,
    ahead: usize,
) -> usize {
    let search = taste.search();
    finder.catch_up(position);
    let mut begin = position;
    let mut limit = bounds.limit(begin, sequences);
    let mut patient = patience(begin, sequences);
    while position < limit {
        let first = finder.find(position, search);
        if taste.worth.pays(first.length, first.distance) {
            let (at, best) = defer(finder, position, first, taste, ahead);
            sequences.push_literals(&finder.span().ring, begin..at);
            sequences.push_match(best.length, best.distance);
            position = at + best.length;
            begin = position;
            limit = bounds.limit(begin, sequences);
            patient = patience(begin, sequences);
            finder.pass(position);
        } else {
            position = miss(finder, position, patient);
        }
    }
    sequences.push_literals(&finder.span().ring, begin..position);
    position
}

/// Moves on from the match `best` at `start` as long as a later one is better; the match to take and where.
#[inline(always)]
fn defer<F: MatchFinder>(
    finder: &mut F,
    start: usize,
    mut best: Match,
    taste: Taste,
    most_ahead: usize,
) -> (usize, Match) {
    let mut at = start;
    'better: while best.length < taste.nice && at - start < MOST_DEFERRED {
        for ahead in 1..=most_ahead {
            let depth = (taste.depth >> ahead).max(1);
            let search = Search { longer_than: best.length - 1, depth, nice: taste.nice };
            let later = finder.find(at + ahead, search);
            // The farther ahead, the more literals it costs to get there.
            if later.length >= best.length && gain(best, later) > if ahead == 1 { 2 } else { 7 } {
                at += ahead;
                best = later;
                continue 'better;
            }
        }
        break;
    }
    (at, best)
}
