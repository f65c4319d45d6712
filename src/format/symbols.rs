//! DEFLATE's alphabets (RFC 1951, section 3.2): sizes, base values, extra bits, the fixed code.
#![forbid(unsafe_code)]

/// Shortest match.
pub const MIN_MATCH: usize = 3;
/// Longest match.
pub const MAX_MATCH: usize = 258;
/// Symbols of the literal/length alphabet that may be coded, the two unused ones of the fixed code included.
pub const LITLEN_SYMBOLS: usize = 288;
/// Symbols of the distance alphabet that may be coded, the two unused ones of the fixed code included.
pub const DISTANCE_SYMBOLS: usize = 32;
/// Length codes 257..=285.
pub const LENGTH_CODES: usize = 29;
/// Distance codes 0..=29.
pub const DISTANCE_CODES: usize = 30;
/// Symbols of the code length alphabet.
pub const CODE_LENGTH_SYMBOLS: usize = 19;
/// The literal/length symbol that ends a block.
pub const END_OF_BLOCK: usize = 256;
/// Longest codeword of the literal/length and distance codes, in bits.
pub const MAX_CODEWORD: usize = 15;
/// Longest codeword of the code length code, in bits.
pub const MAX_CODE_LENGTH_CODEWORD: usize = 7;
/// Most bytes in one stored block.
pub const MAX_STORED: usize = 65535;

/// The match length at which each length code begins.
pub const LENGTH_BASE: [u16; LENGTH_CODES] =
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
/// The number of bits that follow each length code.
pub const LENGTH_EXTRA: [u8; LENGTH_CODES] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
/// The distance at which each distance code begins.
pub const DISTANCE_BASE: [u16; DISTANCE_CODES] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
];
/// The number of bits that follow each distance code.
pub const DISTANCE_EXTRA: [u8; DISTANCE_CODES] =
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/// The order in which the code length code's lengths are sent.
pub const CODE_LENGTH_ORDER: [u8; CODE_LENGTH_SYMBOLS] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Codeword lengths of the fixed literal/length code (RFC 1951, section 3.2.6).
pub const FIXED_LITLEN_LENGTHS: [u8; LITLEN_SYMBOLS] = {
    let mut lengths = [8; LITLEN_SYMBOLS];
    let mut symbol = 144;
    while symbol < LITLEN_SYMBOLS {
        lengths[symbol] = if symbol < 256 {
            9
        } else if symbol < 280 {
            7
        } else {
            8
        };
        symbol += 1;
    }
    lengths
};
/// Codeword lengths of the fixed distance code.
pub const FIXED_DISTANCE_LENGTHS: [u8; DISTANCE_SYMBOLS] = [5; DISTANCE_SYMBOLS];
