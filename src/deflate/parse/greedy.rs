//! The longest match at every position, at once.
#![forbid(unsafe_code)]

use super::{Bounds, MatchFinder, Sequences, Taste, miss};

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
    while bounds.allow(position, sequences) {
        let found = finder.find(position, search);
        if taste.worth.pays(found.length, found.distance) {
            sequences.push_match(found.length, found.distance);
            position += found.length;
            finder.pass(position);
        } else {
            position = miss(finder.span(), sequences, position);
        }
    }
    position
}
