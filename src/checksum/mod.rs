//! Adler-32 (RFC 1950 section 8.2) and CRC-32 (RFC 1952 section 8).

pub mod adler32;
pub mod combine;
pub mod crc32;
