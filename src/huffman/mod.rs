//! Huffman codes: building them (`lengths`, `codewords`), decoding with them (`decode`, `codes`, `join`), and what zlib's
//! decoder would take for them (`zlib_tables`).
#![forbid(unsafe_code)]

pub mod codes;
pub mod codewords;
pub mod decode;
pub mod join;
pub mod lengths;
pub mod zlib_tables;
