//! The decompressor (RFC 1951).
