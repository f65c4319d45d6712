//! Huffman codes: building them (`lengths`, `codewords`) and decoding with them (`decode`).
#![forbid(unsafe_code)]

pub mod codewords;
pub mod decode;
pub mod lengths;
