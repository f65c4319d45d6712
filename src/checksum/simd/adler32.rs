//! Adler-32 on vectors of 64 bytes with AVX-512 VNNI, and of 32 bytes with AVX2.
//!
//! The data is worked on in pieces. Of a piece, apart from where the checksum stood before, two numbers are needed: the sum
//! of its bytes, and the sum of its bytes each times its distance from the end (the last byte has distance 1). The latter is
//! found as byte times distance from the end of the byte's *block*, plus sum of block times number of whole blocks behind.
//! A vector of sums `counted`, to which `sums` is added once for every block before the block's bytes are, holds the latter.
//!
//! Only the last vector of a piece may be partial. Its bytes' distances are read from a table that is zero for what does
//! not belong to it.
//!
//! Nothing that is done to the data waits for the checksum of the piece before: see [`State::after`].
//!
//! Invariants:
//! 1. The functions of this file run only at the tier that their kernel's name says, so that their instructions exist.

use super::{EARLY, LINE, NEAR};
use crate::checksum::adler32::BASE;
use core::arch::x86_64::*;

/// Data is worked on in pieces of at most this many bytes.
const PIECE: usize = 32 << 10;

/// The distances of a piece of at most this many bytes add up to no more than 32 bits hold.
const SHORT: usize = 4 << 10;

const _: () = assert!(255 * SHORT * (SHORT + 1) / 2 <= u32::MAX as usize);

// The largest number that a kernel keeps in 32 bits: the bytes of a piece, each times the 32-byte blocks behind it.
const _: () = assert!(255 * PIECE * (PIECE / 32) / 2 <= u32::MAX as usize);

/// The two halves of a checksum.
#[derive(Clone, Copy)]
struct State {
    first: u32,
    second: u32,
}

/// What matters of a piece.
#[derive(Clone, Copy)]
struct Sums {
    /// Its length.
    length: u32,
    /// The sum of its bytes.
    bytes: u32,
    /// The sum of its bytes, each times its distance from the end.
    distances: u64,
}

impl State {
    #[inline(always)]
    fn new(checksum: u32) -> State {
        State { first: checksum & 0xffff, second: checksum >> 16 }
    }

    #[inline(always)]
    fn checksum(self) -> u32 {
        self.first | (self.second << 16)
    }

    /// The state after a piece.
    #[inline(always)]
    fn after(self, piece: Sums) -> State {
        // What the piece brings is added up first: the state is on the way from piece to piece, and that shall be short.
        let second = u64::from(self.first) * u64::from(piece.length) + (u64::from(self.second) + piece.distances);
        State { first: (self.first + piece.bytes) % BASE, second: remainder(second) }
    }
}

/// A number less than 2^48 modulo [`BASE`]. The compiler, which does not know of the bound, takes four steps more.
#[inline(always)]
fn remainder(number: u64) -> u32 {
    /// 2^64 / BASE, too large by less than 1: then the quotient is right as long as number * BASE is less than 2^64.
    const RECIPROCAL: u64 = u64::MAX / BASE as u64 + 1;
    debug_assert!(number < 1 << 48);
    let quotient = (u128::from(number) * u128::from(RECIPROCAL)) >> 64;
    (number - quotient as u64 * u64::from(BASE)) as u32
}

/// Bytes in a vector of the tier `Avx512`.
const WIDE: usize = 64;

/// Blocks of two such vectors that are worked on side by side: enough to hide the latency of a multiplication.
const WIDE_ABREAST: usize = 4;

/// Bytes in a vector of the tier `Avx2Bmi2`.
const NARROW: usize = 32;

/// Such vectors that are worked on side by side.
const NARROW_ABREAST: usize = 4;

#[repr(align(64))]
struct Aligned<T>(T);

/// Distances from the last byte of 128, that is, one less than from the end, then zeros.
static FROM_LAST: Aligned<[i8; 4 * WIDE]> = Aligned(descending(i8::MAX));

/// Distances from the end of 64, then zeros.
static FROM_END: Aligned<[i8; 2 * WIDE]> = Aligned(descending(WIDE as i8));

/// These numbers down to 0, then zeros.
const fn descending<const N: usize>(from: i8) -> [i8; N] {
    let (mut numbers, mut i) = ([0; N], 0);
    while i < from as usize {
        numbers[i] = from - i as i8;
        i += 1;
    }
    numbers
}

/// Read at n: a mask for the last n bytes of a vector of 32.
static LAST: Aligned<[u8; 2 * NARROW]> = {
    let (mut mask, mut i) = ([0; 2 * NARROW], NARROW);
    while i < 2 * NARROW {
        mask[i] = 255;
        i += 1;
    }
    Aligned(mask)
};

/// Kernel for the tier `Avx512`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
pub fn vnni(checksum: u32, data: &[u8]) -> u32 {
    if data.len() <= WIDE {
        vnni_one(checksum, data)
    } else if data.len() <= 2 * WIDE {
        vnni_two(checksum, data)
    } else if data.len() <= PIECE {
        vnni_piece::<false>(checksum, data)
    } else {
        vnni_pieces(checksum, data)
    }
}

/// Carries a checksum on over more than a piece.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_pieces(mut checksum: u32, mut data: &[u8]) -> u32 {
    if data.len() > NEAR {
        let (head, mut lines) = data.split_at(data.as_ptr().align_offset(LINE).min(WIDE));
        checksum = vnni_one(checksum, head);
        while lines.len() > PIECE {
            let (piece, left) = lines.split_at(PIECE);
            checksum = vnni_piece::<true>(checksum, piece);
            lines = left;
        }
        data = lines;
    }
    for piece in data.chunks(PIECE) {
        checksum = vnni_piece::<false>(checksum, piece);
    }
    checksum
}

/// Carries a checksum on over 0 to 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_one(checksum: u32, data: &[u8]) -> u32 {
    let none = _mm512_setzero_si512();
    let bytes = vnni_load(data.as_ptr(), data.len());
    // SAFETY: FROM_END has as many zeros at its end as the data may lack bytes.
    let distances = unsafe { _mm512_loadu_si512(FROM_END.0.as_ptr().add(data.len().wrapping_neg() % WIDE).cast()) };
    let sums = halves_added(_mm512_dpbusd_epi32(none, bytes, _mm512_set1_epi8(1)));
    let distances = halves_added(_mm512_dpbusd_epi32(none, bytes, distances));
    State::new(checksum).after(Sums::of_two(data.len(), sums, distances)).checksum()
}

/// Carries a checksum on over 1 to 128 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_two(checksum: u32, data: &[u8]) -> u32 {
    let (sums, distances) = vnni_tail(data);
    // From the end and not from the last byte.
    let distances = halves_added(_mm512_add_epi32(distances, sums));
    State::new(checksum).after(Sums::of_two(data.len(), halves_added(sums), distances)).checksum()
}

/// Carries a checksum on over a piece.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_piece<const FAR: bool>(checksum: u32, piece: &[u8]) -> u32 {
    let (blocks, tail) = piece.as_chunks();
    let Wide { mut sums, counted, mut distances } = vnni_blocks::<FAR>(blocks);
    if !tail.is_empty() {
        let (tail_sums, tail_distances) = vnni_tail(tail);
        // The tail puts what came before farther from the end.
        let farther = _mm512_mullo_epi32(sums, _mm512_set1_epi32(tail.len() as i32));
        distances = _mm512_add_epi32(_mm512_add_epi32(tail_distances, distances), farther);
        sums = _mm512_add_epi32(tail_sums, sums);
    }
    // From the end and not from the last byte.
    distances = _mm512_add_epi32(distances, sums);
    let piece = if piece.len() <= SHORT {
        distances = _mm512_add_epi32(distances, _mm512_slli_epi32::<{ (2 * WIDE).ilog2() }>(counted));
        Sums::of_two(piece.len(), halves_added(sums), halves_added(distances))
    } else {
        Sums::of_three(piece.len(), halves_added(sums), halves_added(distances), halves_added(counted), 2 * WIDE)
    };
    State::new(checksum).after(piece).checksum()
}

/// Bytes and distances from the last of 1 to 128 bytes, in each lane of 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_tail(tail: &[u8]) -> (__m512i, __m512i) {
    let ones = _mm512_set1_epi8(1);
    let early = tail.len().min(WIDE);
    // Even a load of nothing is slow where there is no memory, so it is not to be beyond the end.
    let later = tail.as_ptr().wrapping_add(if tail.len() > WIDE { WIDE } else { 0 });
    let (a, b) = (vnni_load(tail.as_ptr(), early), vnni_load(later, tail.len() - early));
    // SAFETY: FROM_LAST has as many zeros at its end as a tail may lack bytes.
    let (far, near) = unsafe {
        let start = FROM_LAST.0.as_ptr().add(tail.len().wrapping_neg() % (2 * WIDE));
        (_mm512_loadu_si512(start.cast()), _mm512_loadu_si512(start.add(WIDE).cast()))
    };
    let none = _mm512_setzero_si512();
    let sums = _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(none, a, ones), b, ones);
    (sums, _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(none, a, far), b, near))
}

/// Sums over blocks of 128 bytes, in each lane of 32 bits.
#[derive(Clone, Copy)]
struct Wide {
    /// Bytes.
    sums: __m512i,
    /// `sums` as they stood before each block.
    counted: __m512i,
    /// Bytes times their distance from the last of their block.
    distances: __m512i,
}

impl Wide {
    /// With one block more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
    fn and(self, block: &[u8; 2 * WIDE]) -> Wide {
        let ones = _mm512_set1_epi8(1);
        // SAFETY: a block is two vectors, and so much of FROM_LAST is not zero.
        let (a, b, far, near) = unsafe {
            let (bytes, distances) = (block.as_ptr(), FROM_LAST.0.as_ptr());
            (
                _mm512_loadu_si512(bytes.cast()),
                _mm512_loadu_si512(bytes.add(WIDE).cast()),
                _mm512_load_si512(distances.cast()),
                _mm512_load_si512(distances.add(WIDE).cast()),
            )
        };
        Wide {
            sums: _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(self.sums, a, ones), b, ones),
            counted: _mm512_add_epi32(self.counted, self.sums),
            distances: _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(self.distances, a, far), b, near),
        }
    }
}

/// The sums of whole blocks. A hot loop: [`WIDE_ABREAST`] blocks make a round, and each place in a round has sums of its own.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_blocks<const FAR: bool>(blocks: &[[u8; 2 * WIDE]]) -> Wide {
    let none = _mm512_setzero_si512();
    let mut places = [Wide { sums: none, counted: none, distances: none }; WIDE_ABREAST];
    // The first round may lack its first blocks.
    let (first, rounds) = blocks.split_at(blocks.len() % WIDE_ABREAST);
    for (place, block) in places.iter_mut().rev().zip(first.iter().rev()) {
        *place = place.and(block);
    }
    let (rounds, _) = rounds.as_chunks::<WIDE_ABREAST>();
    for round in rounds {
        if FAR {
            for line in 0..size_of_val(round) / LINE {
                _mm_prefetch::<_MM_HINT_T0>(round.as_ptr().cast::<i8>().wrapping_add(EARLY + LINE * line));
            }
        }
        for (place, block) in places.iter_mut().zip(round) {
            *place = place.and(block);
        }
    }
    let (mut all, mut later) = (places[0], none);
    for place in &places[1..] {
        // Within a round each block has the later ones behind it.
        later = _mm512_add_epi32(later, all.sums);
        all.sums = _mm512_add_epi32(all.sums, place.sums);
        all.counted = _mm512_add_epi32(all.counted, place.counted);
        all.distances = _mm512_add_epi32(all.distances, place.distances);
    }
    // The others count rounds.
    all.counted = _mm512_add_epi32(_mm512_slli_epi32::<{ WIDE_ABREAST.ilog2() }>(all.counted), later);
    all
}

/// The first `length` bytes (0 to 64) from there on, which must be readable, then zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
fn vnni_load(from: *const u8, length: usize) -> __m512i {
    // SAFETY: bytes that the mask leaves out are not touched.
    unsafe { _mm512_maskz_loadu_epi8(_bzhi_u64(u64::MAX, length as u32), from.cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn halves_added(lanes: __m512i) -> __m256i {
    _mm256_add_epi32(_mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64::<1>(lanes))
}

impl Sums {
    /// Adds up the lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of_two(length: usize, sums: __m256i, distances: __m256i) -> Sums {
        let both = _mm256_add_epi32(_mm256_unpacklo_epi32(sums, distances), _mm256_unpackhi_epi32(sums, distances));
        let both = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
        let both = _mm_cvtsi128_si64(_mm_add_epi32(both, _mm_unpackhi_epi64(both, both))) as u64;
        Sums { length: length as u32, bytes: both as u32, distances: both >> 32 }
    }

    /// Adds up the lanes; `counted` stands for that many bytes a unit.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of_three(length: usize, sums: __m256i, distances: __m256i, counted: __m256i, unit: usize) -> Sums {
        let mixed = |a, b| _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (a, b) = (mixed(sums, distances), mixed(counted, _mm256_setzero_si256()));
        let all = _mm256_add_epi32(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        let all = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        let (both, counted) = (_mm_cvtsi128_si64(all) as u64, _mm_extract_epi32::<2>(all) as u32);
        let distances = (both >> 32) + u64::from(counted) * unit as u64;
        Sums { length: length as u32, bytes: both as u32, distances }
    }
}

/// Kernel for the tier `Avx2Bmi2`. `data` must hold half a vector or more, else nothing is done.
#[target_feature(enable = "avx2,bmi2")]
pub fn avx2(checksum: u32, data: &[u8]) -> u32 {
    if data.len() <= NARROW {
        avx2_one(checksum, data)
    } else if data.len() <= 2 * NARROW {
        avx2_two(checksum, data)
    } else {
        avx2_pieces(checksum, data)
    }
}

/// Carries a checksum on over 16 to 32 bytes: the first 16, and those of the last 16 that are not among them.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_one(checksum: u32, data: &[u8]) -> u32 {
    let (Some(first), Some(last)) = (data.first_chunk::<16>(), data.last_chunk::<16>()) else { return checksum };
    // SAFETY: both chunks are as long as half a vector. The rest lies within the tables, as there are 16 to 32 bytes.
    let (bytes, distances) = unsafe {
        let table = FROM_END.0.as_ptr();
        let mask = _mm_loadu_si128(LAST.0.as_ptr().add(data.len()).cast());
        let last = _mm_and_si128(_mm_loadu_si128(last.as_ptr().cast()), mask);
        let distances =
            (_mm_loadu_si128(table.add(WIDE - data.len()).cast()), _mm_loadu_si128(table.add(WIDE - 16).cast()));
        (_mm256_set_m128i(last, _mm_loadu_si128(first.as_ptr().cast())), _mm256_set_m128i(distances.1, distances.0))
    };
    let distances = in_pairs(_mm256_maddubs_epi16(bytes, distances));
    State::new(checksum).after(Sums::of_two(data.len(), bytes_added(bytes), distances)).checksum()
}

/// Carries a checksum on over 32 to 64 bytes: the first 32, and those of the last 32 that are not among them.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_two(checksum: u32, data: &[u8]) -> u32 {
    let (Some(first), Some(last)) = (data.first_chunk(), data.last_chunk()) else { return checksum };
    let (first, last) = (narrow(first), last_of_narrow(last, data.len() - NARROW));
    // SAFETY: there are 32 to 64 bytes, so all of this lies within FROM_END.
    let distances = unsafe {
        let table = FROM_END.0.as_ptr();
        (_mm256_loadu_si256(table.add(WIDE - data.len()).cast()), _mm256_loadu_si256(table.add(WIDE - NARROW).cast()))
    };
    let sums = _mm256_add_epi32(bytes_added(first), bytes_added(last));
    let (first, last) = (_mm256_maddubs_epi16(first, distances.0), _mm256_maddubs_epi16(last, distances.1));
    let distances = _mm256_add_epi32(in_pairs(first), in_pairs(last));
    State::new(checksum).after(Sums::of_two(data.len(), sums, distances)).checksum()
}

/// Carries a checksum on over a vector or more.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_pieces(mut checksum: u32, mut data: &[u8]) -> u32 {
    while data.len() > PIECE {
        // Not so much that less than a vector remains.
        let (piece, left) = data.split_at(PIECE.min(data.len() - NARROW));
        checksum = avx2_piece(checksum, piece);
        data = left;
    }
    avx2_piece(checksum, data)
}

/// Carries a checksum on over a piece of a vector or more.
#[inline(never)]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_piece(checksum: u32, piece: &[u8]) -> u32 {
    let Some(last) = piece.last_chunk() else { return checksum };
    let (vectors, tail) = piece.as_chunks();
    let Narrow { mut sums, counted, mut distances } = avx2_vectors(vectors);
    if !tail.is_empty() {
        let bytes = last_of_narrow(last, tail.len());
        // The tail puts what came before farther from the end.
        let farther = _mm256_mullo_epi32(sums, _mm256_set1_epi32(tail.len() as i32));
        distances = _mm256_add_epi32(_mm256_add_epi32(distances, farther), in_pairs(narrow_distances(bytes)));
        sums = _mm256_add_epi32(sums, bytes_added(bytes));
    }
    // From the end and not from the last byte.
    distances = _mm256_add_epi32(distances, sums);
    let piece = if piece.len() <= SHORT {
        distances = _mm256_add_epi32(distances, _mm256_slli_epi32::<{ NARROW.ilog2() as i32 }>(counted));
        Sums::of_two(piece.len(), sums, distances)
    } else {
        Sums::of_three(piece.len(), sums, distances, counted, NARROW)
    };
    State::new(checksum).after(piece).checksum()
}

/// Sums over vectors of 32 bytes, in each lane of 32 bits.
struct Narrow {
    /// Bytes.
    sums: __m256i,
    /// `sums` as they stood before each vector.
    counted: __m256i,
    /// Bytes times their distance from the last of their vector.
    distances: __m256i,
}

/// The sums of whole vectors. A hot loop: [`NARROW_ABREAST`] vectors make a round, and each place in a round has sums of its
/// own.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_vectors(vectors: &[[u8; NARROW]]) -> Narrow {
    let none = _mm256_setzero_si256();
    let (mut sums, mut counted, mut distances) = ([none; NARROW_ABREAST], [none; NARROW_ABREAST], none);
    // The first round may lack its first vectors.
    let (first, rounds) = vectors.split_at(vectors.len() % NARROW_ABREAST);
    for (sums, vector) in sums.iter_mut().rev().zip(first.iter().rev()) {
        let bytes = narrow(vector);
        *sums = bytes_added(bytes);
        distances = _mm256_add_epi32(distances, in_pairs(narrow_distances(bytes)));
    }
    let (rounds, _) = rounds.as_chunks::<NARROW_ABREAST>();
    for round in rounds {
        for (pair, [a, b]) in round.as_chunks().0.iter().enumerate() {
            let (a, b) = (narrow(a), narrow(b));
            for (place, bytes) in [(2 * pair, a), (2 * pair + 1, b)] {
                counted[place] = _mm256_add_epi32(counted[place], sums[place]);
                sums[place] = _mm256_add_epi32(sums[place], bytes_added(bytes));
            }
            let both = in_pairs(_mm256_add_epi16(narrow_distances(a), narrow_distances(b)));
            distances = _mm256_add_epi32(distances, both);
        }
    }
    let mut all = Narrow { sums: sums[0], counted: counted[0], distances };
    let mut later = none;
    for i in 1..NARROW_ABREAST {
        // Within a round each vector has the later ones behind it.
        later = _mm256_add_epi32(later, all.sums);
        all.sums = _mm256_add_epi32(all.sums, sums[i]);
        all.counted = _mm256_add_epi32(all.counted, counted[i]);
    }
    // The others count rounds.
    all.counted = _mm256_add_epi32(_mm256_slli_epi32::<{ NARROW_ABREAST.ilog2() as i32 }>(all.counted), later);
    all
}

#[inline]
#[target_feature(enable = "avx2")]
fn narrow(bytes: &[u8; NARROW]) -> __m256i {
    // SAFETY: a reference to as many bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The last `length` bytes (0 to 32) in their places, zeros before them.
#[inline]
#[target_feature(enable = "avx2")]
fn last_of_narrow(bytes: &[u8; NARROW], length: usize) -> __m256i {
    // SAFETY: 32 bytes from there on are within the 64 of LAST.
    let mask = unsafe { _mm256_loadu_si256(LAST.0.as_ptr().add(length.min(NARROW)).cast()) };
    _mm256_and_si256(narrow(bytes), mask)
}

/// The bytes added up, eight by eight.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_added(bytes: __m256i) -> __m256i {
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}

/// Bytes times their distance from the last, added in pairs: at most 255 * (31 + 30), so that two such fit 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn narrow_distances(bytes: __m256i) -> __m256i {
    // SAFETY: a vector from there on is within FROM_LAST.
    let distances = unsafe { _mm256_load_si256(FROM_LAST.0.as_ptr().add(2 * WIDE - NARROW).cast()) };
    _mm256_maddubs_epi16(bytes, distances)
}

#[inline]
#[target_feature(enable = "avx2")]
fn in_pairs(numbers: __m256i) -> __m256i {
    _mm256_madd_epi16(numbers, _mm256_set1_epi16(1))
}
