//! The checksum of two pieces put together, from the checksums of each and the length of the second.
//!
//! CRC-32: n zero bytes after a piece multiply its remainder by x^(8 n), and remainders add by exclusive or. Polynomials
//! stand in 32 bits, bit 31 being the coefficient of x^0. The power of x is a product of squares, one for each bit of n.
#![forbid(unsafe_code)]

use super::adler32::BASE;
use super::crc32::POLYNOMIAL;

/// The polynomial 1.
const ONE: u32 = 1 << 31;

/// x^(2^n) at n. The powers of x repeat after 2^32 - 1, so that x^(2^32) is x^(2^0) again.
const SQUARES: [u32; 32] = squares();

const fn squares() -> [u32; 32] {
    let mut squares = [ONE >> 1; 32];
    let mut n = 1;
    while n < 32 {
        squares[n] = multiply(squares[n - 1], squares[n - 1]);
        n += 1;
    }
    squares
}

/// The product of two polynomials modulo the CRC's.
pub const fn multiply(a: u32, b: u32) -> u32 {
    let (mut product, mut shifted, mut n) = (0, b, 0);
    while n < 32 {
        product ^= shifted & (a >> (31 - n) & 1).wrapping_neg();
        shifted = shifted >> 1 ^ POLYNOMIAL & (shifted & 1).wrapping_neg();
        n += 1;
    }
    product
}

/// x^(2^start * n) modulo the CRC's polynomial.
pub const fn power_of_x(n: u64, start: u32) -> u32 {
    let (mut power, mut left, mut square) = (ONE, n, start);
    while left != 0 {
        if left & 1 == 1 {
            power = multiply(SQUARES[square as usize % 32], power);
        }
        left >>= 1;
        square += 1;
    }
    power
}

/// The operator for [`crc32_with`] that stands for a second piece of `length` bytes; 0 if `length` is negative.
pub fn crc32_operator(length: i64) -> u32 {
    match u64::try_from(length) {
        Ok(length) => power_of_x(length, 3),
        Err(_) => 0,
    }
}

/// The CRC-32 of two pieces from theirs, the second's length given as an operator; 0 if the operator is 0.
pub fn crc32_with(first: u32, second: u32, operator: u32) -> u32 {
    match operator {
        0 => 0,
        _ => multiply(operator, first) ^ second,
    }
}

/// The CRC-32 of two pieces from theirs and the second's length in bytes; 0 if that is negative.
pub fn crc32(first: u32, second: u32, length: i64) -> u32 {
    crc32_with(first, second, crc32_operator(length))
}

/// The Adler-32 of two pieces from theirs and the second's length in bytes; all bits set if that is negative.
pub fn adler32(first: u32, second: u32, length: i64) -> u32 {
    let Ok(length) = u64::try_from(length) else { return u32::MAX };
    let length = (length % u64::from(BASE)) as u32;
    let start = first & 0xffff;
    // The second piece's sum began at 1 instead of at `start`, and its sum of sums missed `start - 1` in every byte.
    let mut sum = start + (second & 0xffff) + BASE - 1;
    let mut sum_of_sums = length * start % BASE + (first >> 16) + (second >> 16) + BASE - length;
    // Subtractions and not a remainder: what comes out for halves of BASE or more is then what zlib makes of them.
    for _ in 0..2 {
        if sum >= BASE {
            sum -= BASE;
        }
    }
    for much in [2 * BASE, BASE] {
        if sum_of_sums >= much {
            sum_of_sums -= much;
        }
    }
    sum | sum_of_sums << 16
}

#[cfg(test)]
mod tests {
    use super::super::{adler32 as adler, crc32 as crc};
    use super::*;

    const LENGTHS: [usize; 14] = [0, 1, 2, 3, 7, 8, 63, 64, 255, 1000, 65520, 65521, 65522, 200_000];

    fn data() -> Vec<u8> {
        (0..400_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 23) as u8).collect()
    }

    #[test]
    fn equals_the_checksum_of_the_whole() {
        let data = data();
        for a in LENGTHS {
            for b in LENGTHS {
                let (whole, first, second) = (&data[..a + b], &data[..a], &data[a..a + b]);
                let of = |piece| crc::crc32(crc::START, piece);
                assert_eq!(crc32(of(first), of(second), b as i64), of(whole), "{a} + {b}");
                assert_eq!(crc32_with(of(first), of(second), crc32_operator(b as i64)), of(whole), "{a} + {b}");
                let of = |piece| adler::adler32(adler::START, piece);
                assert_eq!(adler32(of(first), of(second), b as i64), of(whole), "{a} + {b}");
            }
        }
    }

    #[test]
    fn negative_lengths_end_at_once() {
        for length in [-1, -65521, i64::MIN] {
            assert_eq!(crc32(1, 2, length), 0);
            assert_eq!(crc32_operator(length), 0);
            assert_eq!(adler32(1, 2, length), 0xffff_ffff);
        }
    }

    #[test]
    fn huge_lengths_are_sums_of_smaller_ones() {
        let half = i64::MAX / 2;
        assert_eq!(multiply(crc32_operator(half), crc32_operator(half)), crc32_operator(2 * half));
        assert_eq!(adler32(adler32(77, 1, half), 1, half), adler32(77, 1, 2 * half));
        assert_eq!(crc32_operator(0), ONE);
        assert_eq!(crc32_with(5, 6, 0), 0);
    }

    #[test]
    fn halves_beyond_the_base_do_as_in_zlib() {
        assert_eq!(adler32(0xffff_ffff, 0xffff_ffff, 1), 0x0029_000c);
        assert_eq!(adler32(0xffff_fff0, 0xffff_0000, 1), 0x000b_ffef);
    }
}
