//! Checksum kernels for x86-64, and which of them runs: the best for the processor's tier and the length.

mod adler32;
mod crc32;

use crate::cpu::{self, Tier};

/// Data longer than this does not come out of the first level cache (32 to 48 KiB). For the widest kernels it is then worth
/// cutting off a head so that no vector straddles two lines, and asking for lines early.
const NEAR: usize = 48 << 10;

/// How many bytes early: later ones come too late from memory, earlier ones are a burden when the second level cache has
/// the data.
const EARLY: usize = 3072;

/// Bytes in a cache line.
const LINE: usize = 64;

/// Carries an Adler-32 on, if there is a kernel for this processor and length. `start` may be any number.
#[inline]
pub fn adler32(start: u32, data: &[u8]) -> Option<u32> {
    // SAFETY: each kernel runs at its tier or above.
    unsafe {
        match cpu::tier() {
            Tier::Avx512 => Some(adler32::vnni(start, data)),
            Tier::Avx2Bmi2 | Tier::Avx2Vpclmul if data.len() >= 16 => Some(adler32::avx2(start, data)),
            _ => None,
        }
    }
}

/// Carries a CRC-32 on, if there is a kernel for this processor and length.
#[inline]
pub fn crc32(start: u32, data: &[u8]) -> Option<u32> {
    // SAFETY: each kernel runs at its tier or above.
    unsafe {
        match cpu::tier() {
            Tier::Avx512 => Some(crc32::four_lanes(start, data)),
            Tier::Avx2Vpclmul if data.len() >= 32 => Some(crc32::two_lanes(start, data)),
            Tier::Avx2Bmi2 | Tier::Avx2Vpclmul if data.len() >= 16 => Some(crc32::one_lane(start, data)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::checksum::{adler32, crc32};
    use crate::cpu::tests::{at_most, tiers};

    /// Readable memory between two pages that nobody may touch.
    struct Guarded {
        map: *mut libc::c_void,
        page: usize,
        room: usize,
    }

    impl Guarded {
        fn new(at_least: usize) -> Guarded {
            // SAFETY: new pages are mapped, and protection is taken from two of them, which nobody uses yet.
            unsafe {
                let page = libc::sysconf(libc::_SC_PAGESIZE) as usize;
                let room = at_least.next_multiple_of(page);
                let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                let protection = libc::PROT_READ | libc::PROT_WRITE;
                let map = libc::mmap(core::ptr::null_mut(), room + 2 * page, protection, flags, -1, 0);
                assert_ne!(map, libc::MAP_FAILED);
                assert_eq!(libc::mprotect(map, page, libc::PROT_NONE), 0);
                assert_eq!(libc::mprotect(map.byte_add(page + room), page, libc::PROT_NONE), 0);
                Guarded { map, page, room }
            }
        }

        fn bytes(&mut self) -> &mut [u8] {
            // SAFETY: the pages between the guards, zeroed by the system and borrowed with the map.
            unsafe { core::slice::from_raw_parts_mut(self.map.byte_add(self.page).cast(), self.room) }
        }
    }

    impl Drop for Guarded {
        fn drop(&mut self) {
            // SAFETY: the whole map, which nobody borrows any more.
            unsafe { libc::munmap(self.map, self.room + 2 * self.page) };
        }
    }

    /// Fills with bytes that look random, or (`level` 255) with the largest sums.
    fn fill(bytes: &mut [u8], level: u8) {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8 | level;
        }
    }

    const SEEDS: [u32; 5] = [0, 1, 0xfff0_fff0, 0x1234_5678, 0xffff_ffff];

    /// Every kernel against its scalar twin.
    fn agrees(data: &[u8], seed: u32) {
        let expected = (adler32::portable(seed, data), crc32::portable(seed, data));
        for tier in tiers() {
            at_most(tier, || {
                let context = || format!("{tier:?}: {} bytes at {:p}, seed {seed:#x}", data.len(), data.as_ptr());
                if let Some(checksum) = super::adler32(seed, data) {
                    assert_eq!(checksum, expected.0, "Adler-32, {}", context());
                }
                if let Some(checksum) = super::crc32(seed, data) {
                    assert_eq!(checksum, expected.1, "CRC-32, {}", context());
                }
                if data.len() != 1 {
                    // One byte has a way of its own, which differs for a seed that is no checksum.
                    assert_eq!((adler32::adler32(seed, data), crc32::crc32(seed, data)), expected, "{}", context());
                }
            });
        }
    }

    #[test]
    fn all_lengths_between_guard_pages() {
        let mut memory = Guarded::new(4096);
        for level in [0, 255] {
            fill(memory.bytes(), level);
            let bytes = &*memory.bytes();
            for length in 0..1400 {
                agrees(&bytes[..length], SEEDS[length % 5]);
                agrees(&bytes[bytes.len() - length..], SEEDS[length / 5 % 5]);
            }
        }
    }

    #[test]
    fn all_alignments() {
        let mut memory = Guarded::new(70_000);
        fill(memory.bytes(), 0);
        let bytes = &*memory.bytes();
        for at in 0..64 {
            for length in (0..700).step_by(9).chain([2047, 4096, 4097, 5553, 50_000, 65_536]) {
                agrees(&bytes[at..at + length + at % 9], SEEDS[at % 5]);
            }
        }
    }

    #[test]
    fn large_buffers() {
        let mut memory = Guarded::new(1 << 20);
        for level in [0, 255] {
            fill(memory.bytes(), level);
            let bytes = &*memory.bytes();
            for length in [16_383, 32_767, 32_768, 32_769, 32_800, 49_152, 49_153, 131_072, 131_073, 131_080, 1 << 20] {
                for seed in SEEDS {
                    agrees(&bytes[bytes.len() - length..], seed);
                    agrees(&bytes[..length], seed);
                }
            }
        }
    }

    #[test]
    fn one_byte_at_a_time() {
        let data: Vec<u8> = (0..=255).collect();
        let (mut adler, mut crc) = (adler32::START, crc32::START);
        for byte in &data {
            adler = adler32::adler32(adler, core::slice::from_ref(byte));
            crc = crc32::crc32(crc, core::slice::from_ref(byte));
        }
        assert_eq!((adler, crc), (adler32::portable(1, &data), crc32::portable(0, &data)));
    }
}
