//! CRC-32 (RFC 1952 section 8): the remainder of the data, as a polynomial over GF(2), divided by a fixed polynomial.
#![forbid(unsafe_code)]

/// The polynomial without its x^32. Bit 31 is the coefficient of x^0: CRC-32 reads bits lowest first.
pub const POLYNOMIAL: u32 = 0xedb8_8320;

/// The checksum of no bytes.
pub const START: u32 = 0;

/// The remainder of each byte: the table of RFC 1952's sample code.
pub static TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = remainder >> 1 ^ if remainder & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
}

/// Carries the checksum `start` on over `data`.
#[inline]
pub fn crc32(start: u32, data: &[u8]) -> u32 {
    if data.len() < FEW {
        return few_bytes(start, data);
    }
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    if let Some(checksum) = super::simd::crc32(start, data) {
        return checksum;
    }
    portable(start, data)
}

/// Fewer bytes than this are taken one by one, for callers that go so.
const FEW: usize = 4;

/// A few bytes more.
fn few_bytes(start: u32, data: &[u8]) -> u32 {
    !data.iter().fold(!start, |crc, &byte| TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}

/// The loop for every machine, apart from the door so that this stays light.
#[inline(never)]
pub fn portable(start: u32, data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    hasher.update(data);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(crc32(START, b""), 0);
        assert_eq!(crc32(START, b"a"), 0xe8b7_be43);
        assert_eq!(crc32(START, b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(START, &[0; 32]), 0x190a_55ad);
    }

    #[test]
    fn the_table_is_the_one_of_the_rfc() {
        assert_eq!(TABLE[..4], [0, 0x7707_3096, 0xee0e_612c, 0x9909_51ba]);
        assert_eq!(TABLE[255], 0x2d02_ef8d);
    }
}
