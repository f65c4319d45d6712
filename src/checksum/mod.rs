//! Adler-32 (RFC 1950 section 8.2) and CRC-32 (RFC 1952 section 8).

/// stand-in
pub fn adler32(start: u32, data: &[u8]) -> u32 {
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    for chunk in data.chunks(5552) {
        for &byte in chunk {
            a += byte as u32;
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    b << 16 | a
}

/// stand-in
pub fn crc32(start: u32, data: &[u8]) -> u32 {
    let mut h = crc32fast::Hasher::new_with_initial(start);
    h.update(data);
    h.finalize()
}
