//! The parameters of a compressor, checked.
#![forbid(unsafe_code)]

use crate::format::outcome::Error;

/// What the data is taken to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Z_DEFAULT_STRATEGY: anything.
    Default,
    /// Z_FILTERED: small values with a somewhat random distribution; short matches do not pay.
    Filtered,
    /// Z_HUFFMAN_ONLY: no matches.
    HuffmanOnly,
    /// Z_RLE: only matches at distance one.
    Rle,
    /// Z_FIXED: no dynamic codes.
    Fixed,
}

impl Strategy {
    /// The strategy with zlib.h's number.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Strategy::Default,
            1 => Strategy::Filtered,
            2 => Strategy::HuffmanOnly,
            3 => Strategy::Rle,
            4 => Strategy::Fixed,
            _ => return None,
        })
    }
}

/// What stands around the compressed data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrapper {
    /// Nothing (RFC 1951).
    Raw,
    /// zlib (RFC 1950).
    Zlib,
    /// gzip (RFC 1952).
    Gzip,
}

/// The level that zlib.h's Z_DEFAULT_COMPRESSION stands for.
pub const DEFAULT_LEVEL: u8 = 6;

/// A level from zlib.h's number: 0..=9, or −1 for the default.
pub fn level_from_number(number: i32) -> Option<u8> {
    match number {
        -1 => Some(DEFAULT_LEVEL),
        0..=9 => Some(number as u8),
        _ => None,
    }
}

/// A compressor's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// 0..=9.
    pub level: u8,
    /// The data's kind.
    pub strategy: Strategy,
    /// Base two logarithm of the window, 9..=15.
    pub window_bits: u8,
    /// 1..=9: how much memory hashing and buffering may take.
    pub mem_level: u8,
    /// What stands around the data.
    pub wrapper: Wrapper,
}

impl Params {
    /// Parameters from the arguments of zlib.h's `deflateInit2`.
    ///
    /// # Errors
    /// [`Error::Stream`] where zlib refuses them: a value out of range, or a window of 8 bits for raw and gzip streams.
    pub fn new(level: i32, window_bits: i32, mem_level: i32, strategy: i32) -> Result<Self, Error> {
        let (wrapper, bits) = match window_bits {
            -15..=-8 => (Wrapper::Raw, -window_bits),
            8..=15 => (Wrapper::Zlib, window_bits),
            24..=31 => (Wrapper::Gzip, window_bits - 16),
            _ => return Err(Error::Stream),
        };
        if !(1..=9).contains(&mem_level) || bits == 8 && wrapper != Wrapper::Zlib {
            return Err(Error::Stream);
        }
        Ok(Params {
            level: level_from_number(level).ok_or(Error::Stream)?,
            strategy: Strategy::from_number(strategy).ok_or(Error::Stream)?,
            // A window of 256 bytes is made one of 512, as zlib does: some decoders mistake the former.
            window_bits: bits.max(9) as u8,
            mem_level: mem_level as u8,
            wrapper,
        })
    }

    /// Bytes of the window.
    pub fn window(&self) -> usize {
        1 << self.window_bits
    }
}
