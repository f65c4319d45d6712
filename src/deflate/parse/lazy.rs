//! A match only if the next position, or the next two, have none that is better; or at once (greedy).
#![forbid(unsafe_code)]

use super::{Bounds, MOST_LITERALS, MatchFinder, Patience, Sequences, Taste};
use crate::deflate::finder::{Match, Search};

/// Literals before a match is taken although a later one might be better still.
const MOST_DEFERRED: usize = MOST_LITERALS - 2;

/// How much better `later` is than `now`: four times the bytes won, plus the bits of distance won.
#[inline(always)]
fn gain(now: Match, later: Match) -> i32 {
    4 * (later.length as i32 - now.length as i32) + now.distance.ilog2() as i32 - later.distance.ilog2() as i32
}

/// Parses from `position` on, looking `ahead` (0: greedy, 1 or 2) positions further, and returns where it stopped, and the
/// finder.
#[inline(always)]
pub fn run<F: MatchFinder>(
    mut finder: F,
    sequences: &mut Sequences,
    mut position: usize,
    bounds: &Bounds,
    taste: Taste,
    ahead: usize,
) -> (usize, F) {
    let (search, reach) = (taste.search(), taste.worth.reach());
    finder.catch_up(position);
    let mut begin = position;
    let mut limit = bounds.limit(begin, sequences);
    let mut patience = Patience::new(begin, sequences.extent().run, ahead);
    while position < limit.at {
        let first = finder.find(position, search);
        let pays = if F::ANY_DISTANCE { first.distance != 0 } else { reach.pays(first) };
        if pays {
            let (at, best) = defer(&mut finder, position, first, taste, ahead);
            finder.take(best);
            let words = sequences.push(&finder.span().ring, begin..at, best);
            position = at + best.length;
            limit.move_on(best.length, words);
            begin = position;
            patience = Patience::new(begin, 0, ahead);
            finder.pass(position);
        } else {
            position = patience.miss(&mut finder, position);
        }
    }
    sequences.push_literals(&finder.span().ring, begin..position);
    (position, finder)
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
    'better: while best.length < taste.lazy && at - start < MOST_DEFERRED {
        for ahead in 1..=most_ahead {
            let depth = (taste.depth >> (ahead + 1)).max(1);
            let search = Search { longer_than: best.length - 1, depth, nice: taste.nice };
            let later = finder.find(at + ahead, search);
            // The farther ahead, the more literals it costs to get there.
            if later.distance != 0 && gain(best, later) > if ahead == 1 { 2 } else { 5 } {
                at += ahead;
                best = later;
                continue 'better;
            }
        }
        break;
    }
    (at, best)
}
