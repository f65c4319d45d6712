//! One run of a parser over the text: from a level's parser and a stage's tables to the loop that was compiled for them.
#![forbid(unsafe_code)]

use super::block::estimate::Worth;
use super::block::price::Prices;
use super::finder::{
    Any, Compact, MatchFinder, Shape, Span, Usual,
    chain::{self, Chains},
    newest::{self, Newest},
    rows::InRows,
};
use super::levels::Parser;
use super::parse::{Bounds, Taste, lazy, lookahead, optimal, plain};
use super::sequences::{Extent, Sequences};
use crate::cpu;
use crate::mem::ring::Ring;
use crate::mem::rows::Rows;
use crate::mem::table::Table;
use crate::mem::width::Width;

/// Where matches of three bytes pay from this distance on, literals are costly, as in records: with up to two tables, and with
/// three.
const FAR: [u16; 2] = [1024, 32768];

/// With so many candidates chains by four bytes, which are longer, find more than those by five.
const DEEP: usize = 100;

/// The finders' tables, as far as a parser has them.
pub struct Tables<'a> {
    /// Links by position.
    pub links: &'a mut [u16],
    /// Heads by hash.
    pub heads: &'a mut [u16],
    /// Heads by hash of three bytes.
    pub short_heads: &'a mut [u16],
}

impl<'a> Tables<'a> {
    /// The tables as so many of newest positions; `None` if they have not this shape.
    #[inline(always)]
    fn newest<S: Shape>(self, count: usize) -> Option<newest::Tables<'a, S>> {
        if count == 1 {
            return Some(newest::Tables::One(Table::new(self.heads)?));
        }
        let (long, rest) = self.heads.split_at_mut(self.heads.len() / 2);
        let long = Table::new(long)?;
        if count == 2 {
            return Some(newest::Tables::Two([long, Table::new(rest)?]));
        }
        let (middle, short) = rest.split_at_mut(rest.len() / 2);
        Some(newest::Tables::Three(long, [Table::new(middle)?, Table::new(short)?]))
    }

    /// The tables as chains, in much text by `bytes`; `None` if they have not this shape.
    #[inline(always)]
    fn chains<S: Shape>(self, span: Span<'a>, next: usize, bytes: usize) -> Option<Chains<'a, S>> {
        let bytes = if S::AMPLE || span.ring.size() == Ring::LARGEST { bytes } else { 4 };
        let (links, heads) = (Table::new(self.links)?, Table::new(self.heads)?);
        let tables = chain::Tables { links, heads, short_heads: Table::new(self.short_heads)? };
        Some(Chains::new(span.with_width()?, tables, bytes, next))
    }
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
    /// The block's last match's distance, 0 if it has none.
    pub last: usize,
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
pub struct Done {
    /// The next decision's position.
    pub position: usize,
    /// The first position that the finder does not remember.
    pub next: usize,
    /// How far the sequences buffer is filled.
    pub extent: Extent,
}

impl Cut<'_, '_> {
    /// Whether text and tables have the sizes of [`Usual`].
    fn is_usual(&self) -> bool {
        let Tables { links, heads, short_heads } = &self.tables;
        let has_tables = match self.parser {
            Parser::Quick => fits::<<Usual as Shape>::Heads>(heads.len()),
            Parser::Double | Parser::Triple => fits::<<Usual as Shape>::Heads>(heads.len() / 2),
            Parser::Rows => true,
            _ => {
                fits::<<Usual as Shape>::Heads>(heads.len())
                    && fits::<<Usual as Shape>::Links>(links.len())
                    && fits::<<Usual as Shape>::ShortHeads>(short_heads.len())
            }
        };
        has_tables
            && self.span.window == <Usual as Shape>::WINDOW
            && fits::<<Usual as Shape>::Ring>(self.span.ring.size())
    }

    /// Runs a parser that has none.
    #[inline(always)]
    fn plain(self) -> Done {
        let Cut { parser, span, next, sequences: mut out, position, bounds, .. } = self;
        let position = match parser {
            Parser::Rle => plain::runs(&span, &mut out, position, &bounds),
            _ => plain::literals(&span, &mut out, position, &bounds),
        };
        Done { position, next, extent: out.extent() }
    }

    /// Positions to look ahead: two literals for a better match pay on the mean, but not in few symbols, with a fixed code.
    #[inline(always)]
    fn ahead(&self) -> usize {
        if self.taste.worth == Worth::UNKNOWN { self.taste.ahead.min(1) } else { self.taste.ahead }
    }

    /// With the newest positions of as many tables as `count` says.
    #[inline(always)]
    fn newest<S: Shape>(self, count: usize) -> Option<Done> {
        let ahead = usize::from(count == 3);
        let Cut { span, tables, next, sequences, last, position, bounds, taste, .. } = self;
        let again = taste.worth == Worth::UNKNOWN || taste.worth.farthest[0] >= FAR[count / 3];
        let finder = Newest::<S> { span: span.with_width()?, tables: tables.newest(count)?, last, again, next };
        let go = Go { sequences, position, bounds, taste, ahead };
        Some(if S::AMPLE { go.with(finder) } else { go.with(Compact(finder)) })
    }

    #[inline(always)]
    fn rows<S: Shape>(self) -> Option<Done> {
        let ahead = self.ahead();
        let Cut { span, tables, next, sequences, position, bounds, taste, .. } = self;
        let finder = InRows::<S> { span: span.with_width()?, rows: Rows::view(tables.heads)?, next };
        let go = Go { sequences, position, bounds, taste, ahead };
        Some(if S::AMPLE { go.with(finder) } else { go.with(Compact(finder)) })
    }

    #[inline(always)]
    fn chains<S: Shape>(self, compact: bool) -> Option<Done> {
        let ahead = self.ahead();
        let Cut { span, tables, next, sequences, position, bounds, taste, .. } = self;
        let finder = tables.chains::<S>(span, next, if taste.depth < DEEP { 5 } else { 4 })?;
        let go = Go { sequences, position, bounds, taste, ahead };
        Some(if compact { go.with(Compact(finder)) } else { go.with(finder) })
    }

    #[inline(always)]
    fn optimal<S: Shape>(self) -> Option<Done> {
        let Cut { span, tables, next, mut sequences, position, bounds, taste, prices, .. } = self;
        let finder = tables.chains::<S>(span, next, 5)?;
        let (position, finder) = optimal::run(finder, &mut sequences, position, &bounds, taste, prices);
        Some(Done { position, next: finder.next, extent: sequences.extent() })
    }

    /// Runs the parser, as far as the loop that is chosen goes.
    ///
    /// The loops for [`Usual`], and chains in little text, are compiled for new processors, too. All others are not, which
    /// would gain little and make the library a twentieth larger.
    pub fn run(self) -> Option<Done> {
        if matches!(self.parser, Parser::Stored | Parser::HuffmanOnly | Parser::Rle) {
            return Some(self.plain());
        }
        // Where the text ends, the other loop goes on.
        let ample = self.bounds.stop.min((self.span.end + 1).saturating_sub(lookahead(self.parser)));
        let usual = self.position < ample && self.is_usual();
        match self.parser {
            Parser::Quick if usual => cpu::boosted(Boosted::<QUICK> { cut: self, ample }),
            Parser::Double if usual => cpu::boosted(Boosted::<DOUBLE> { cut: self, ample }),
            Parser::Triple if usual => cpu::boosted(Boosted::<TRIPLE> { cut: self, ample }),
            Parser::Optimal if usual => cpu::boosted(Boosted::<OPTIMAL> { cut: self, ample }),
            Parser::Chains if usual => cpu::boosted(Boosted::<CHAINS> { cut: self, ample }),
            Parser::Rows if usual => cpu::boosted(Boosted::<ROWS> { cut: self, ample }),
            Parser::Chains => cpu::boosted(Boosted::<ANY> { cut: self, ample }),
            _ => self.anywhere(),
        }
    }

    /// Runs a parser that has a finder, whatever the shape.
    #[inline(never)]
    fn anywhere(self) -> Option<Done> {
        let tables = match self.parser {
            Parser::Quick => 1,
            Parser::Double => 2,
            Parser::Triple => 3,
            Parser::Rows => return self.rows::<Any>(),
            Parser::Optimal => return self.optimal::<Any>(),
            _ => return self.chains::<Any>(true),
        };
        self.newest::<Any>(tables)
    }
}

/// What a parser with a look ahead goes by, but for its finder.
struct Go<'s> {
    sequences: Sequences<'s>,
    position: usize,
    bounds: Bounds,
    taste: Taste,
    ahead: usize,
}

impl Go<'_> {
    #[inline(always)]
    fn with<F: MatchFinder>(self, finder: F) -> Done {
        let Go { mut sequences, position, bounds, taste, ahead } = self;
        let (position, finder) = lazy::run(finder, &mut sequences, position, &bounds, taste, ahead);
        Done { position, next: finder.next(), extent: sequences.extent() }
    }
}

/// A run that is worth a loop of its own, which `LOOP` names: each is a function, so that none has another's registers.
struct Boosted<'a, 's, const LOOP: u8> {
    cut: Cut<'a, 's>,
    /// The first position behind which too little text follows for [`Usual`].
    ample: usize,
}

const QUICK: u8 = 1;
const DOUBLE: u8 = 2;
const TRIPLE: u8 = 3;
const ROWS: u8 = 4;
const CHAINS: u8 = 5;
const OPTIMAL: u8 = 6;
/// Chains of any shape.
const ANY: u8 = 7;

impl<const LOOP: u8> cpu::Work for Boosted<'_, '_, LOOP> {
    type Answer = Option<Done>;

    #[inline(always)]
    fn run(self, lean: bool) -> Option<Done> {
        let Boosted { mut cut, ample } = self;
        if lean {
            return cut.anywhere();
        }
        if LOOP == ANY {
            return cut.chains::<Any>(false);
        }
        cut.bounds.stop = ample;
        match LOOP {
            QUICK => cut.newest::<Usual>(1),
            DOUBLE => cut.newest::<Usual>(2),
            TRIPLE => cut.newest::<Usual>(3),
            ROWS => cut.rows::<Usual>(),
            CHAINS => cut.chains::<Usual>(false),
            _ => cut.optimal::<Usual>(),
        }
    }
}
