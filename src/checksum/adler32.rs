//! Adler-32 (RFC 1950 section 8.2): two sums modulo 65521, the second a sum of the first's values.
#![forbid(unsafe_code)]

/// The largest prime below 2^16; both sums are kept modulo this.
pub const BASE: u32 = 65521;

/// The checksum of no bytes.
pub const START: u32 = 1;

/// Carries the checksum `start` on over `data`.
///
/// A `start` that is no checksum (a half of [`BASE`] or more) is carried on as zlib does it.
#[inline(always)]
pub fn adler32(start: u32, data: &[u8]) -> u32 {
    match data {
        &[byte] => return one_byte(start, byte),
        _ if data.len() <= FEW => return few_bytes(start, data),
        _ => {}
    }
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    if let Some(checksum) = super::simd::adler32(start, data) {
        return checksum;
    }
    portable(start, data)
}

/// One byte more: no division, as callers that go byte by byte expect.
fn one_byte(start: u32, byte: u8) -> u32 {
    let mut first = (start & 0xffff) + u32::from(byte);
    if first >= BASE {
        first -= BASE;
    }
    let mut second = (start >> 16) + first;
    if second >= BASE {
        second -= BASE;
    }
    // Only a start that is no checksum leaves `second` at BASE or more; zlib leaves it there too.
    first | (second << 16)
}

/// Up to so many bytes are added as one word: a vector of theirs would have to wait for them if they were written just now.
const FEW: usize = 8;

/// A few bytes more, without a loop whose end the processor would have to guess.
#[inline(never)]
fn few_bytes(start: u32, data: &[u8]) -> u32 {
    let count = data.len().min(FEW);
    // The last byte is the word's highest one, so each byte's weight is known.
    let word = match data {
        [] => 0,
        [low @ .., _] if low.len() < 3 => {
            let at = |index: usize| u64::from(data[index]) << (8 * (FEW - count + index));
            at(0) | at(count / 2) | at(count - 1)
        }
        _ => {
            let [low, high] =
                [data.first_chunk(), data.last_chunk()].map(|half| half.map_or(0, |&half| u32::from_le_bytes(half)));
            u64::from(low) << (8 * (FEW - count)) | u64::from(high) << 32
        }
    };
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let (even, odd) = (word & EVEN, word >> 8 & EVEN);
    // The highest sixteen bits of such a product are the lanes' sum, each by its weight.
    let sum = (even + odd).wrapping_mul(0x0001_0001_0001_0001) >> 48;
    let weighted = even.wrapping_mul(0x0008_0006_0004_0002).wrapping_add(odd.wrapping_mul(0x0007_0005_0003_0001)) >> 48;
    let first = start & 0xffff;
    let second = (start >> 16) + first * count as u32 + weighted as u32;
    ((first + sum as u32) % BASE) | ((second % BASE) << 16)
}

/// Columns of the portable loop: column `j` sums the bytes `j`, `j + COLUMNS`, `j + 2 * COLUMNS`, …
const COLUMNS: usize = 16;

/// Bytes between two divisions in the portable loop.
const PIECE: usize = 256 * COLUMNS;

// A column's second sum grows to 255 * n * (n + 1) / 2 in n rows, and the weighted sum of all columns must fit 64 bits.
const _: () = assert!(255 * (PIECE / COLUMNS) * (PIECE / COLUMNS + 1) / 2 < u32::MAX as usize);

/// The loop for every machine, apart from the door so that this stays light; the compiler makes vectors of its columns.
#[inline(never)]
pub fn portable(start: u32, data: &[u8]) -> u32 {
    if data.len() <= FEW {
        return few_bytes(start, data);
    }
    let (mut first, mut second) = (start & 0xffff, start >> 16);
    for piece in data.chunks(PIECE) {
        let (rows, rest) = piece.as_chunks::<COLUMNS>();
        let (mut sums, mut sums_of_sums) = ([0u32; COLUMNS], [0u32; COLUMNS]);
        for row in rows {
            for j in 0..COLUMNS {
                sums_of_sums[j] += sums[j];
                sums[j] += u32::from(row[j]);
            }
        }
        // A byte in column j of the last row counts COLUMNS - j times, and COLUMNS times more for each row below it.
        let mut weighted = u64::from(second) + u64::from(first) * (rows.len() * COLUMNS) as u64;
        for j in 0..COLUMNS {
            weighted += u64::from(sums_of_sums[j]) * COLUMNS as u64 + u64::from(sums[j]) * (COLUMNS - j) as u64;
            first += sums[j];
        }
        for &byte in rest {
            first += u32::from(byte);
            weighted += u64::from(first);
        }
        first %= BASE;
        second = (weighted % u64::from(BASE)) as u32;
    }
    (first % BASE) | ((second % BASE) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(adler32(START, b""), 1);
        assert_eq!(adler32(START, b"a"), 0x0062_0062);
        assert_eq!(adler32(START, b"Wikipedia"), 0x11e6_0398);
        assert_eq!(adler32(START, b"123456789"), 0x091e_01de);
        assert_eq!(adler32(START, &[0xff; 1 << 20]), 0x8e88_ef11);
    }

    #[test]
    fn a_start_that_is_no_checksum_is_carried_on_as_zlib_does() {
        assert_eq!(adler32(0xffff_ffff, b""), 0x000e_000e);
        assert_eq!(adler32(0xffff_ffff, b"\x01"), 0x001d_000f);
        assert_eq!(adler32(0xffff_fff0, b"\x00"), 0xfffe_fff0);
        assert_eq!(adler32(0xffff_fff0, b"\x00\x00"), 0x000c_fff0);
    }
}
