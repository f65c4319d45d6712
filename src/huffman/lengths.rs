//! Codeword lengths of an optimal prefix code, limited to a number of bits.
//!
//! The two-queue construction on sorted weights (van Leeuwen 1976, in place as by Moffat and Katajainen 1995) gives the
//! depths of Huffman's tree; only the number of leaves at each depth matters. Leaves deeper than the limit are raised to
//! it and the Kraft sum is repaired by lowering the deepest leaves above it, which costs a fraction of a per cent at worst.
#![forbid(unsafe_code)]

use crate::format::symbols::{DISTANCE_SYMBOLS, LITLEN_SYMBOLS, MAX_CODEWORD};
use core::hint::select_unpredictable;

/// Symbols of the largest alphabet.
const MAX_SYMBOLS: usize = LITLEN_SYMBOLS;
/// Symbols of the others, at most.
const SMALL_ALPHABET: usize = DISTANCE_SYMBOLS;

/// Sets `lengths` to the codeword lengths (0 for a symbol of weight 0) of an optimal code whose longest codeword has at
/// most `limit` bits. At least two symbols get a codeword, so that the code is complete: some decoders want that.
///
/// Weights are below 2^22, `limit` is at most [`MAX_CODEWORD`], and there are at most 288 symbols and at most `2^limit`.
pub fn build(weights: &[u32], limit: usize, lengths: &mut [u8]) {
    if weights.len() <= SMALL_ALPHABET {
        build_within::<SMALL_ALPHABET>(weights, limit, lengths);
    } else {
        build_within::<MAX_SYMBOLS>(weights, limit, lengths);
    }
}

/// `build` with working memory for `N` symbols: clearing it is most of the work for a small alphabet.
#[inline(never)]
fn build_within<const N: usize>(weights: &[u32], limit: usize, lengths: &mut [u8]) {
    const SYMBOL_BITS: u32 = 9;
    const CHUNK: usize = 16;
    const { assert!(MAX_SYMBOLS <= 1 << SYMBOL_BITS) };
    lengths.fill(0);
    let mut leaves = [0u32; N];
    let mut used = 0;
    for (index, some) in weights.chunks(CHUNK).enumerate() {
        // Most symbols of a small block are not used.
        if some.iter().fold(0, |all, weight| all | weight) == 0 {
            continue;
        }
        for (symbol, &weight) in (CHUNK * index..).zip(some) {
            if let Some(place) = leaves.get_mut(used) {
                *place = weight.min((1 << 22) - 1) << SYMBOL_BITS | symbol as u32;
            }
            used += usize::from(weight != 0);
        }
    }
    if used < 2 {
        let only = if used == 1 { leaves[0] as usize & ((1 << SYMBOL_BITS) - 1) } else { 0 };
        lengths[only] = 1;
        lengths[if only == 0 { 1 } else { 0 }] = 1;
        return;
    }
    let mut ordered = [0u32; N];
    let (sorted, tree) = sort(&mut leaves[..used], &mut ordered[..used], SYMBOL_BITS);
    // The other place is the tree's.
    for (node, &leaf) in tree.iter_mut().zip(sorted.iter()) {
        *node = leaf >> SYMBOL_BITS;
    }
    let mut at_depth = leaves_at_depth(tree, limit);
    repair(&mut at_depth, limit);
    // The lightest symbols get the longest codewords.
    let mut depth = limit;
    for &leaf in sorted.iter() {
        while at_depth[depth] == 0 {
            depth -= 1;
        }
        at_depth[depth] -= 1;
        lengths[leaf as usize & ((1 << SYMBOL_BITS) - 1)] = depth as u8;
    }
}

/// Sorts by weight, then symbol, which is how equal ones stand already: few by insertion, more digit by digit of the weights,
/// lowest first, as most have one digit. Also returns the place that is left.
fn sort<'a>(mut from: &'a mut [u32], mut to: &'a mut [u32], symbol_bits: u32) -> (&'a mut [u32], &'a mut [u32]) {
    const FEW: usize = 16;
    const DIGIT: u32 = 6;
    if from.len() <= FEW {
        for end in 1..from.len() {
            let mut at = end;
            while at > 0 && from[at - 1] > from[at] {
                from.swap(at - 1, at);
                at -= 1;
            }
        }
        return (from, to);
    }
    let heaviest = from.iter().fold(0, |all, &leaf| all | leaf);
    let mut shift = symbol_bits;
    while shift < u32::BITS && heaviest >> shift != 0 {
        let mut next = [0u16; 1 << DIGIT];
        let digit = |leaf: u32| (leaf >> shift) as usize % (1 << DIGIT);
        for &leaf in from.iter() {
            next[digit(leaf)] += 1;
        }
        let mut start = 0;
        for place in &mut next {
            start += core::mem::replace(place, start);
        }
        for &leaf in from.iter() {
            let place = &mut next[digit(leaf)];
            if let Some(slot) = to.get_mut(usize::from(*place)) {
                *slot = leaf;
            }
            *place += 1;
        }
        (from, to) = (to, from);
        shift += DIGIT;
    }
    (from, to)
}

/// The number of leaves at each depth of Huffman's tree over ascending weights; those below `limit` are counted at it.
fn leaves_at_depth(tree: &mut [u32], limit: usize) -> [u32; MAX_CODEWORD + 1] {
    let n = tree.len();
    // Bottom up: tree[k] becomes the weight of inner node k, then the index of its parent. Which of the two is lighter cannot be
    // foreseen, so no branch asks.
    let (mut leaf, mut inner) = (0, 0);
    for next in 0..n - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let of_leaf = tree.get(leaf).copied().unwrap_or(u32::MAX);
            let held = tree[inner];
            let of_inner = if inner < next { held } else { u32::MAX };
            let is_leaf = of_leaf <= of_inner;
            sum += of_leaf.min(of_inner);
            tree[inner] = select_unpredictable(is_leaf, held, next as u32);
            leaf += usize::from(is_leaf);
            inner += usize::from(!is_leaf);
        }
        tree[next] = sum;
    }
    // Top down: tree[k] becomes the depth of inner node k; leaves fill what inner nodes leave free at each depth.
    let mut at_depth = [0u32; MAX_CODEWORD + 1];
    tree[n - 2] = 0;
    for k in (0..n - 2).rev() {
        tree[k] = tree[tree[k] as usize] + 1;
    }
    let (mut free, mut depth, mut k) = (1u32, 0, n - 1);
    let mut placed = 0;
    while placed < n as u32 {
        let mut inner_here = 0;
        while k > 0 && tree[k - 1] == depth {
            inner_here += 1;
            k -= 1;
        }
        let leaves = free - inner_here;
        at_depth[(depth as usize).min(limit)] += leaves;
        placed += leaves;
        free = 2 * inner_here;
        depth += 1;
    }
    at_depth
}

/// Makes the Kraft sum of `at_depth` exactly one: while it is over, a leaf above the limit goes one deeper and takes a
/// sibling from the limit with it.
fn repair(at_depth: &mut [u32; MAX_CODEWORD + 1], limit: usize) {
    let one = 1u32 << limit;
    let mut sum: u32 = (1..=limit).map(|d| at_depth[d] << (limit - d)).sum();
    while sum > one {
        let mut depth = limit - 1;
        while depth > 1 && at_depth[depth] == 0 {
            depth -= 1;
        }
        at_depth[depth] -= 1;
        at_depth[depth + 1] += 2;
        at_depth[limit] -= 1;
        sum -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(weights: &[u32], limit: usize) -> u64 {
        let mut lengths = vec![0u8; weights.len()];
        build(weights, limit, &mut lengths);
        let kraft: u32 = lengths.iter().filter(|&&l| l > 0).map(|&l| 1u32 << (limit - l as usize)).sum();
        assert_eq!(kraft, 1 << limit, "{weights:?} {lengths:?}");
        for (weight, &length) in weights.iter().zip(&lengths) {
            assert!(*weight == 0 || length > 0);
            assert!(length as usize <= limit);
        }
        weights.iter().zip(&lengths).map(|(&w, &l)| w as u64 * l as u64).sum()
    }

    #[test]
    fn codes_are_complete_and_limited() {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            seed >> 8
        };
        for round in 0..3000 {
            let n = 2 + random() as usize % 287;
            let shift = random() % 22;
            let weights: Vec<u32> = (0..n).map(|_| (random() & 0x3fffff) >> (random() % (shift + 1))).collect();
            check(&weights, 15);
            if n <= 19 || round % 8 == 0 && n <= 128 {
                check(&weights, 7);
            }
        }
    }

    #[test]
    fn fibonacci_weights_hit_the_limit() {
        let mut weights = vec![1u32, 1];
        while weights.len() < 30 {
            weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
        }
        check(&weights, 15);
        check(&weights[..19], 7);
    }

    #[test]
    fn an_unlimited_code_is_huffmans() {
        // The cost of Huffman's code is the sum of its inner nodes' weights.
        let weights = [5, 9, 12, 13, 16, 45];
        assert_eq!(check(&weights, 15), 14 + 25 + 30 + 55 + 100);
    }

    #[test]
    fn few_symbols_still_give_a_complete_code() {
        for weights in [[0, 0, 0], [0, 7, 0], [3, 0, 0], [1, 1, 0]] {
            check(&weights, 15);
        }
    }
}
