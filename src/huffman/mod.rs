//! Huffman codes: building them (`lengths`, `codewords`), decoding with them (`decode`, `join`), and
//! what zlib's decoder would take for them (`zlib_tables`).
#![forbid(unsafe_code)]

pub mod codewords;
pub mod decode;
pub mod join;
pub mod lengths;
pub mod zlib_tables;
