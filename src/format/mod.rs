//! The formats, written down: RFC 1950 (zlib), RFC 1951 (DEFLATE), RFC 1952 (gzip), and the words of a call's outcome.
#![forbid(unsafe_code)]

pub mod flush;
pub mod outcome;
pub mod symbols;
