//! Adler-32 (RFC 1950 section 8.2) and CRC-32 (RFC 1952 section 8).
