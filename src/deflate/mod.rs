//! The compressor (RFC 1951).
//!
//! `stream` is the door: one call of `run` a call of the caller's. It sends the wrapper (`wrap`), takes the input into the
//! text ring, and has `compress` cut it into decisions: a parser (`parse`) asks a finder (`finder`) and pushes what it
//! decides (`sequences`); `cut` picks the loop that was compiled for both. When a block is to end (`block::split`, or a
//! flush), `block::choose` gives it a form and `block::write` sends it. `state` has the memory policy, `layout` the sizes,
//! `levels` what each level does. `stored` is level 0 and what remains when memory is refused. `edit` has everything that
//! changes or asks a stream between calls, `bound` the bounds.

mod bits;
mod block;
pub mod bound;
mod compress;
mod cut;
mod edit;
mod finder;
mod layout;
mod levels;
pub mod params;
mod parse;
mod sequences;
mod state;
mod stored;
mod stream;
mod symbols;
mod wrap;

pub use stream::{Call, DataType, Deflate};
pub use wrap::GzipFields;
