//! The decompressor (RFC 1951), its wrappers (RFC 1950, RFC 1952) and its call-back form. It knows nothing of C.
//!
//! Two engines share one core. [`stream::Inflate`] works on whatever input and output a call brings; [`back::Back`] asks
//! for input and hands out its window through functions. The core, [`blocks::Blocks`], reads deflate blocks until it
//! lacks input or room.
//!
//! - `stream`: the state of a stream, and the calls that set it: reset, prime, dictionary, mark. `run`: one call of
//!   inflate, from step to step.
//! - `wrapper`: zlib and gzip headers and trailers. `sync`: the search for a flush point.
//! - `blocks`: block types and stored blocks; `lengths`: the header of a dynamic block; `tables`: where decoding tables
//!   live; `careful`: symbols, to the bit, when input or room may end at any moment; `fast`: symbols while there is
//!   plenty of both.
//! - `bits`: the bit buffer. `history`: output of earlier calls that matches may still reach.
//!
//! Invariant of all: when a call returns for lack of input, every input byte was taken; when it returns for another
//! reason, no byte was taken that was not needed. So what a call reads depends on the data and the cuts alone, whichever
//! of `careful` and `fast` decoded it.

pub mod back;
mod bits;
mod blocks;
mod careful;
mod fast;
mod history;
mod lengths;
mod run;
pub mod stream;
mod sync;
mod tables;
#[cfg(test)]
mod tests;
pub mod wrapper;
