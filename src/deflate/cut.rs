//! One run of a parser over the text: from a level's parser and a stage's tables to the loop that was compiled for them.
#![forbid(unsafe_code)]

use super::block::estimate::Worth;
use super::block::price::Prices;
use super::finder::{Any, Shape, Span, Usual, bucket::Buckets, chain::Chains};
use super::levels::Parser;
use super::parse::{Bounds, Taste, lazy, optimal, plain};
use super::sequences::Sequences;
use crate::cpu;
use crate::mem::table::Table;
use crate::mem::width::Width;

/// The finders' tables, as far as a parser has them.
pub struct Tables<'a> {
    /// Links by position.
    pub links: &'a mut [u16],
    /// Heads by hash.
    pub heads: &'a mut [u16],
    /// Heads by hash of three bytes.
    pub short_heads: &'a mut [u16],
}

/// One run of a parser: from `position` on, as far as `bounds` allow.
pub struct Cut<'a, 's> {
    /// How to cut.
    pub parser: Parser,
    /// The text.
    pub span: Span<'a>,
    /// What finders remember.
    pub tables: Tables<'a>,
    /// The first position that they do not remember yet.
    pub next: usize,
    /// What is decided.
    pub sequences: Sequences<'s>,
    /// Where to begin.
    pub position: usize,
    /// Where to end.
    pub bounds: Bounds,
    /// What to prefer.
    pub taste: Taste,
    /// What symbols are expected to cost.
    pub prices: &'s Prices,
}

/// Whether a width tells just `count` entries apart.
fn fits<W: Width>(count: usize) -> bool {
    W::of(count).mask() + 1 == count
}

/// Where a run stopped.
pub struct Done<'s> {
    /// The next decision's position.
    pub position: usize,
    /// The first position that the finder does not remember.
    pub next: usize,
    /// What is decided.
    pub sequences: Sequences<'s>,
}

impl<'s> Cut<'_, 's> {
    /// Whether text and tables have the sizes of [`Usual`].
    fn is_usual(&self) -> bool {
        let Tables { links, heads, short_heads } = &self.tables;
        fits::<<Usual as Shape>::Ring>(self.span.ring.size())
            && fits::<<Usual as Shape>::ShortHeads>(short_heads.len())
            && match self.parser {
                Parser::Quick => fits::<<Usual as Shape>::Pairs>(heads.len()),
                _ => fits::<<Usual as Shape>::Heads>(heads.len()) && fits::<<Usual as Shape>::Links>(links.len()),
            }
    }

    /// Runs a parser that has none.
    #[inline(always)]
    fn plain(self) -> Done<'s> {
        let Cut { parser, span, next, mut sequences, position, bounds, .. } = self;
        let position = match parser {
            Parser::Rle => plain::runs(&span, &mut sequences, position, &bounds),
            _ => plain::literals(&span, &mut sequences, position, &bounds),
        };
        Done { position, next, sequences }
    }

    /// Runs a parser that has a finder; `None` if text and tables have not this shape.
    #[inline(always)]
    fn find<S: Shape>(self) -> Option<Done<'s>> {
        let Cut { parser, span, tables, next, mut sequences, position, bounds, taste, prices } = self;
        let out = &mut sequences;
        let (span, short_heads) = (span.with_width()?, Table::new(tables.short_heads)?);
        if parser == Parser::Quick {
            let mut finder = Buckets::<S> { span, pairs: Table::new(tables.heads)?, short_heads, next };
            let position = lazy::run(&mut finder, out, position, &bounds, taste, 0);
            return Some(Done { position, next: finder.next, sequences });
        }
        let (heads, links) = (Table::new(tables.heads)?, Table::new(tables.links)?);
        let mut finder = Chains::<S> { span, links, heads, short_heads, next };
        let ahead = match parser {
            Parser::Greedy => 0,
            // Two literals for a better match pay on the mean, but not in few symbols, with a fixed code.
            Parser::Lazy2 if taste.worth != Worth::UNKNOWN => 2,
            _ => 1,
        };
        let position = match ahead {
            _ if parser == Parser::Optimal => optimal::run(&mut finder, out, position, &bounds, taste, prices),
            0 if S::QUICK => lazy::run(&mut finder, out, position, &bounds, taste, 0),
            1 if S::QUICK => lazy::run(&mut finder, out, position, &bounds, taste, 1),
            _ => lazy::run(&mut finder, out, position, &bounds, taste, ahead),
        };
        Some(Done { position, next: finder.next, sequences })
    }
}

impl<'s> cpu::Work for Cut<'_, 's> {
    type Answer = Option<Done<'s>>;

    #[inline(always)]
    fn run(self, lean: bool) -> Option<Done<'s>> {
        match self.parser {
            Parser::Stored | Parser::HuffmanOnly | Parser::Rle => Some(self.plain()),
            _ if !lean && self.is_usual() => self.find::<Usual>(),
            _ => self.find::<Any>(),
        }
    }
}
