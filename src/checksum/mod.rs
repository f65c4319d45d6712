//! Adler-32 (RFC 1950 section 8.2) and CRC-32 (RFC 1952 section 8).

pub mod adler32;
pub mod combine;
pub mod crc32;
#[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
mod simd;
