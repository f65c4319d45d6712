//! Parsing without a finder: literals only, and runs of one byte.
#![forbid(unsafe_code)]

use super::{Bounds, Sequences};
use crate::deflate::finder::Span;
use crate::format::symbols::MIN_MATCH;

/// Literals only (Z_HUFFMAN_ONLY); returns where it stopped.
#[inline(always)]
pub fn literals(span: &Span, sequences: &mut Sequences, mut position: usize, bounds: &Bounds) -> usize {
    while bounds.allow(position, sequences) {
        sequences.push_literal(span.ring.byte(position));
        position += 1;
    }
    position
}

/// Literals and matches at distance one (Z_RLE); returns where it stopped.
#[inline(always)]
pub fn runs(span: &Span, sequences: &mut Sequences, mut position: usize, bounds: &Bounds) -> usize {
    while bounds.allow(position, sequences) {
        let longest = span.longest(position);
        let length = if span.reach(position) >= 1 && longest >= MIN_MATCH {
            span.ring.match_length(position, position - 1, 0, longest)
        } else {
            0
        };
        if length >= MIN_MATCH {
            sequences.push_match(length, 1);
            position += length;
        } else {
            sequences.push_literal(span.ring.byte(position));
            position += 1;
        }
    }
    position
}
