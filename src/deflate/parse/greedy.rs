//! The longest match at every position, at once.
#![forbid(unsafe_code)]

use super::{Bounds, MatchFinder, Sequences, Taste, miss, patience};

/// Parses from `position` on and returns where it stopped.
#[inline(always)]
pub fn run<F: MatchFinder>(
    finder: &mut F,
    sequences: &mut Sequences,
    mut position: usize,
    bounds: &Bounds,
    taste: Taste,
) -> usize {
    let search = taste.search();
    finder.catch_up(position);
    let mut begin = position;
    let mut limit = bounds.limit(begin, sequences);
    let mut patient = patience(begin, sequences);
    while position < limit {
        let found = finder.find(position, search);
        if taste.worth.pays(found.length, found.distance) {
            sequences.push_literals(&finder.span().ring, begin..position);
            sequences.push_match(found.length, found.distance);
            position += found.length;
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
