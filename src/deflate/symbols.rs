//! From lengths and distances to their codes: the tables of RFC 1951, section 3.2.5, the other way round.
#![forbid(unsafe_code)]

use crate::format::symbols::{LENGTH_BASE, LENGTH_CODES, MIN_MATCH};

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

/// The length code (0..=28) of a match length given as length − 3.
#[inline(always)]
pub fn length_code(above_minimum: u8) -> usize {
    LENGTH_CODE[above_minimum as usize] as usize
}

/// The distance code (0..=29) of a distance given as distance − 1, below 32768, and its number of extra bits.
///
/// Less one, distances from a power of two on to the next are two codes' worth: the highest two bits tell which, the others
/// are the extra bits, as bases are multiples of what their extra bits span.
#[inline(always)]
pub fn distance_code(below: u32) -> (usize, u32) {
    let extra = (below | 2).ilog2() - 1;
    ((2 * extra + (below >> extra)) as usize, extra)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::symbols::{DISTANCE_BASE, DISTANCE_EXTRA, LENGTH_EXTRA};

    #[test]
    fn every_length_and_distance_lies_in_its_codes_range() {
        for length in 3..=258usize {
            let code = length_code((length - 3) as u8);
            let base = LENGTH_BASE[code] as usize;
            assert!(length >= base && length < base + (1 << LENGTH_EXTRA[code]), "{length}");
        }
        assert_eq!(length_code(255), 28);
        for distance in 1..=32768usize {
            let (code, extra) = distance_code(distance as u32 - 1);
            assert_eq!(extra, u32::from(DISTANCE_EXTRA[code]));
            let base = DISTANCE_BASE[code] as usize;
            assert!(distance >= base && distance < base + (1 << DISTANCE_EXTRA[code]), "{distance}");
        }
    }
}
