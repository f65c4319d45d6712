//! The cheapest way through a stretch of text, by the prices that symbols are expected to have: dynamic programming over
//! positions, forwards (as in the shortest path through a graph whose edges are literals and matches).
//!
//! A stretch ends where no match found so far leads past a position, at a match so long that it is taken anyway, or after
//! [`STRETCH`] bytes.
#![forbid(unsafe_code)]

use super::{Bounds, MatchFinder, Sequences, Taste};
use crate::deflate::block::price::{PART, Prices};
use crate::deflate::finder::{Match, Search, Shape, chain::Chains};
use crate::deflate::symbols::{distance_code, length_code};
use crate::format::symbols::{
    DISTANCE_CODES, DISTANCE_EXTRA, DISTANCE_SYMBOLS, END_OF_BLOCK, LENGTH_EXTRA, MAX_MATCH, MIN_MATCH,
};

/// Bytes of a stretch, at most, without its last match.
pub const STRETCH: usize = 1024;

/// Inside a match that goes on for this many bytes, few candidates are tried.
const GOOD: usize = 32;

/// At a stretch's first byte this many times the candidates are tried, for a match that leads through it at once.
const FIRST: usize = 128;
/// Candidates at most.
const MOST_TRIED: usize = 4096;

/// The cheapest way known to a position.
#[derive(Clone, Copy)]
struct Node {
    /// What it costs to get there.
    cost: u32,
    /// The length of the last step; 1 for a literal.
    length: u16,
    /// Its distance; 0 for a literal.
    distance: u16,
}

impl Node {
    const UNREACHED: Node = Node { cost: u32::MAX, length: 0, distance: 0 };
}

/// Prices with extra bits, by length − 3 and by distance code.
struct Menu {
    literals: [u8; 256],
    lengths: [u32; MAX_MATCH - MIN_MATCH + 1],
    distances: [u32; DISTANCE_SYMBOLS],
}

impl Menu {
    fn new(prices: &Prices) -> Self {
        let mut literals = [0; 256];
        literals.copy_from_slice(&prices.litlen[..256]);
        let lengths = core::array::from_fn(|above| {
            let code = length_code(above as u8);
            u32::from(prices.litlen[END_OF_BLOCK + 1 + code]) + PART * u32::from(LENGTH_EXTRA[code])
        });
        let distances = core::array::from_fn(|code| {
            u32::from(prices.distance[code]) + PART * u32::from(DISTANCE_EXTRA[code.min(DISTANCE_CODES - 1)])
        });
        Menu { literals, lengths, distances }
    }
}

/// Parses from `position` on and returns where it stopped, and the finder.
#[inline(always)]
pub fn run<'t, S: Shape>(
    mut finder: Chains<'t, S>,
    sequences: &mut Sequences,
    mut position: usize,
    bounds: &Bounds,
    taste: Taste,
    prices: &Prices,
) -> (usize, Chains<'t, S>) {
    let menu = Menu::new(prices);
    let mut nodes = [Node::UNREACHED; STRETCH + MAX_MATCH + 1];
    finder.catch_up(position);
    let mut begin = position;
    while position < bounds.limit(begin, sequences).at {
        let (end, reached, long) = plan(&mut finder, &mut nodes, position, &menu, taste, bounds.stretch);
        // Turns the way back into a way forward: each node on it gets the next one's index as its cost.
        let mut at = end;
        while at > 0 {
            let before = at - usize::from(nodes[at].length);
            nodes[before].cost = at as u32;
            at = before;
        }
        while at < end {
            let next = nodes[at].cost as usize;
            let Node { length, distance, .. } = nodes[next];
            if distance != 0 {
                let found = Match { length: usize::from(length), distance: usize::from(distance) };
                sequences.push(&finder.span().ring, begin..position + at, found);
                begin = position + next;
            }
            at = next;
        }
        nodes[..=reached].fill(Node::UNREACHED);
        position += end;
        if let Some(long) = long {
            sequences.push(&finder.span().ring, begin..position, long);
            position += long.length;
            begin = position;
            finder.pass(position);
        }
    }
    sequences.push_literals(&finder.span().ring, begin..position);
    (position, finder)
}

/// Finds the cheapest ways from `position` on; how many bytes they take to the stretch's end, the last node reached, and
/// the long match that follows, if one ended the stretch.
#[inline(always)]
fn plan<S: Shape>(
    finder: &mut Chains<S>,
    nodes: &mut [Node; STRETCH + MAX_MATCH + 1],
    position: usize,
    menu: &Menu,
    taste: Taste,
    stretch: usize,
) -> (usize, usize, Option<Match>) {
    let most = stretch.min(STRETCH).min(finder.span().end - position);
    nodes[0].cost = 0;
    let (mut at, mut reached) = (0, 0);
    loop {
        let here = nodes[at].cost;
        let mut longest = Match::default();
        let from = &mut nodes[at..];
        // Inside a long match only one that reaches farther is of use, and few candidates are tried for it.
        let inside = reached - at;
        let depth = if at == 0 { (FIRST * taste.depth).min(MOST_TRIED) } else { taste.depth };
        let search = if inside >= GOOD {
            Search { longer_than: inside / 4, depth: (taste.depth / 4).max(1), nice: MAX_MATCH }
        } else {
            Search { longer_than: MIN_MATCH - 1, depth, nice: MAX_MATCH }
        };
        finder.each(position + at, search, |found| {
            let base = here + menu.distances[distance_code(found.distance as u32 - 1).0 % DISTANCE_SYMBOLS];
            let first = longest.length.max(search.longer_than) + 1;
            let prices = &menu.lengths[first - MIN_MATCH..];
            for (length, (node, price)) in (first..).zip(from[first..=found.length].iter_mut().zip(prices)) {
                if base + price < node.cost {
                    let (length, distance) = (length as u16, found.distance as u16);
                    *node = Node { cost: base + price, length, distance };
                }
            }
            longest = found;
        });
        if longest.length >= taste.nice {
            return (at, reached.max(at + longest.length), Some(longest));
        }
        let cost = here + u32::from(menu.literals[usize::from(finder.span().ring.byte(position + at))]);
        if cost < from[1].cost {
            from[1] = Node { cost, length: 1, distance: 0 };
        }
        reached = reached.max(at + longest.length.max(1));
        at += 1;
        if at == reached || at >= most {
            return (at, reached, None);
        }
    }
}
