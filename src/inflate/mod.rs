//! The decompressor (RFC 1951).
#![forbid(unsafe_code)]
