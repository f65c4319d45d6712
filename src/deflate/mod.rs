//! The compressor (RFC 1951).
