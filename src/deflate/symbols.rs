//! From lengths and distances to their codes: the tables of RFC 1951, section 3.2.5, the other way round.
#![forbid(unsafe_code)]

use crate::format::symbols::{DISTANCE_BASE, DISTANCE_CODES, LENGTH_BASE, LENGTH_CODES, MIN_MATCH};

/// Length code (0..=28) by match length − 3.
static LENGTH_CODE: [u8; 256] = {
    let mut table = [0; 256];
    let mut code = 0;
    while code < LENGTH_CODES {
        let mut length = LENGTH_BASE[code] as usize;
        let end = if code + 1 < LENGTH_CODES { LENGTH_BASE[code + 1] as usize } else { 259 };
        while length < end {
            table[length - MIN_MATCH] = code as u8;
            length += 1;
        }
        code += 1;
    }
    table
};

/// Distance code by distance − 1 below 256, and by 256 + (distance − 1) / 128 from there on.
static DISTANCE_CODE: [u8; 512] = {
    let mut table = [0; 512];
    let mut code = 0;
    while code < DISTANCE_CODES {
        let mut below = DISTANCE_BASE[code] as usize - 1;
        let end = if code + 1 < DISTANCE_CODES { DISTANCE_BASE[code + 1] as usize - 1 } else { 32768 };
        while below < end {
            if below < 256 {
                table[below] = code as u8;
                below += 1;
            } else {
                table[256 + (below >> 7)] = code as u8;
                below += 128;
            }
        }
        code += 1;
    }
    table
};

/// The length code (0..=28) of a match length given as length − 3.
#[inline(always)]
pub fn length_code(above_minimum: u8) -> usize {
    LENGTH_CODE[above_minimum as usize] as usize
}

/// The distance code (0..=29) of a distance given as distance − 1, below 32768.
#[inline(always)]
pub fn distance_code(below: usize) -> usize {
    let index = if below < 256 { below } else { 256 + (below >> 7) };
    DISTANCE_CODE[index & 511] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::symbols::{DISTANCE_EXTRA, LENGTH_EXTRA};

    #[test]
    fn every_length_and_distance_lies_in_its_codes_range() {
        for length in 3..=258usize {
            let code = length_code((length - 3) as u8);
            let base = LENGTH_BASE[code] as usize;
            assert!(length >= base && length < base + (1 << LENGTH_EXTRA[code]), "{length}");
        }
        assert_eq!(length_code(255), 28);
        for distance in 1..=32768usize {
            let code = distance_code(distance - 1);
            let base = DISTANCE_BASE[code] as usize;
            assert!(distance >= base && distance < base + (1 << DISTANCE_EXTRA[code]), "{distance}");
        }
    }
}
