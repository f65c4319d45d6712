//! The compressor (RFC 1951).
#![forbid(unsafe_code)]
