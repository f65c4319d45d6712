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

use crate::checksum::adler32::BASE;
use core::arch::x86_64::*;

/// Data is worked on in pieces of at most this many bytes.
const PIECE: usize = 32 << 10;

/// Data longer than this does not come out of the first level cache. It is worth cutting off a head then so that no vector
/// straddles two lines.
const NEAR: usize = 48 << 10;

/// The distances of a piece of at most this many bytes add up to no more than 32 bits hold.
const SHORT: usize = 4 << 10;

const _: () = assert!(255 * SHORT * (SHORT + 1) / 2 <= u32::MAX as usize);

/// Bytes in a cache line.
const LINE: usize = 64;

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

/// Read at n: a mask for the last n bytes of a vector of the tier `Avx2Bmi2`.
static LAST: Aligned<[[u8; NARROW]; 2]> = Aligned([[0; NARROW], [255; NARROW]]);

/// Kernel for the tier `Avx512`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
pub fn vnni(checksum: u32, data: &[u8]) -> u32 {
    if data.len() <= WIDE {
        vnni_one(checksum, data)
    } else if data.len() <= PIECE {
        vnni_piece(checksum, data)
    } else {
        vnni_pieces(checksum, data)
    }
}

/// Carries a checksum on over more than a piece.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_pieces(mut checksum: u32, mut data: &[u8]) -> u32 {
    if data.len() > NEAR {
        let (head, lines) = data.split_at(data.as_ptr().align_offset(LINE).min(WIDE));
        checksum = vnni_one(checksum, head);
        data = lines;
    }
    while data.len() > PIECE {
        let (piece, left) = data.split_at(PIECE);
        checksum = vnni_piece(checksum, piece);
        data = left;
    }
    vnni_piece(checksum, data)
}

/// Carries a checksum on over 0 to 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_one(checksum: u32, data: &[u8]) -> u32 {
    let none = _mm512_setzero_si512();
    let bytes = vnni_load(data.as_ptr(), data.len());
    // SAFETY: FROM_END has as many zeros at its end as the data may lack bytes.
    let distances = unsafe { _mm512_loadu_si512(FROM_END.0.as_ptr().add(WIDE - data.len() % (WIDE + 1)).cast()) };
    let sums = halves_added(_mm512_dpbusd_epi32(none, bytes, _mm512_set1_epi8(1)));
    let distances = halves_added(_mm512_dpbusd_epi32(none, bytes, distances));
    State::new(checksum).after(Sums::of_two(data.len(), sums, distances)).checksum()
}

/// Carries a checksum on over a piece that is not empty.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi2")]
fn vnni_piece(checksum: u32, piece: &[u8]) -> u32 {
    let (blocks, tail) = piece.split_at((piece.len() - 1) / (2 * WIDE) * (2 * WIDE));
    let (mut sums, mut distances) = vnni_tail(tail);
    let mut counted = _mm512_setzero_si512();
    if !blocks.is_empty() {
        let before = vnni_blocks(blocks);
        // The tail puts what came before farther from the end.
        let farther = _mm512_mullo_epi32(before.sums, _mm512_set1_epi32(tail.len() as i32));
        distances = _mm512_add_epi32(_mm512_add_epi32(distances, before.distances), farther);
        sums = _mm512_add_epi32(sums, before.sums);
        counted = before.counted;
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
    let (a, b) = (vnni_load(tail.as_ptr(), early), vnni_load(tail.as_ptr().wrapping_add(WIDE), tail.len() - early));
    // SAFETY: FROM_LAST has as many zeros at its end as a tail may lack bytes.
    let (far, near) = unsafe {
        let start = FROM_LAST.0.as_ptr().add(2 * WIDE - tail.len() % (2 * WIDE + 1));
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
fn vnni_blocks(blocks: &[u8]) -> Wide {
    let none = _mm512_setzero_si512();
    let mut places = [Wide { sums: none, counted: none, distances: none }; WIDE_ABREAST];
    let (blocks, _) = blocks.as_chunks::<{ 2 * WIDE }>();
    // The first round may lack its first blocks.
    let (first, rounds) = blocks.split_at(blocks.len() % WIDE_ABREAST);
    for (place, block) in places.iter_mut().rev().zip(first.iter().rev()) {
        *place = place.and(block);
    }
    let (rounds, _) = rounds.as_chunks::<WIDE_ABREAST>();
    for round in rounds {
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

/// Kernel for the tier `Avx2Bmi2`. `data` must hold a vector or more, else nothing is done.
#[target_feature(enable = "avx2,bmi2")]
pub fn avx2(start: u32, data: &[u8]) -> u32 {
    let (mut state, mut data) = (State::new(start), data);
    while let Some(last) = data[..piece_length(data)].last_chunk() {
        let (piece, left) = data.split_at(piece_length(data));
        state = state.after(avx2_piece(piece, last));
        data = left;
    }
    state.checksum()
}

/// How much of the data to take for a piece: not so much that less than a vector remains.
#[inline(always)]
fn piece_length(data: &[u8]) -> usize {
    if data.len() > PIECE { PIECE.min(data.len() - NARROW) } else { data.len() }
}

/// The sums of a piece that ends with a vector's worth of bytes, `last`.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_piece(piece: &[u8], last: &[u8; NARROW]) -> Sums {
    let (vectors, tail) = piece.split_at((piece.len() - 1) / NARROW * NARROW);
    // SAFETY: the first is as long as a vector, the second lies within LAST.
    let bytes = unsafe {
        let mask = _mm256_loadu_si256(LAST.0.as_ptr().cast::<u8>().add(tail.len()).cast());
        _mm256_and_si256(_mm256_loadu_si256(last.as_ptr().cast()), mask)
    };
    let Narrow { sums, counted, distances } = avx2_vectors(vectors);
    // What came before the tail is as much farther from the end as the tail is long.
    let farther = _mm256_mullo_epi32(sums, _mm256_set1_epi32(tail.len() as i32));
    let sums = _mm256_add_epi32(sums, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
    let from_last = _mm256_add_epi32(distances, in_pairs(narrow_distances(bytes)));
    let distances = _mm256_add_epi32(_mm256_add_epi32(from_last, farther), sums);
    if piece.len() <= SHORT {
        let distances = _mm256_add_epi32(distances, _mm256_slli_epi32::<5>(counted));
        Sums::of_two(piece.len(), sums, distances)
    } else {
        Sums::of_three(piece.len(), sums, distances, counted, NARROW)
    }
}

/// Sums over vectors of 32 bytes, in each lane of 32 bits.
#[derive(Clone, Copy)]
struct Narrow {
    /// Bytes.
    sums: __m256i,
    /// `sums` as they stood before each vector.
    counted: __m256i,
    /// Bytes times their distance from the last of their vector.
    distances: __m256i,
}

/// The sums of whole vectors. A hot loop.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn avx2_vectors(vectors: &[u8]) -> Narrow {
    let rounds = vectors.chunks_exact(NARROW * NARROW_ABREAST);
    let left = rounds.remainder();
    let none = _mm256_setzero_si256();
    // SAFETY: each chunk that this is called for is a vector.
    let load = |chunk: &[u8]| unsafe { _mm256_loadu_si256(chunk.as_ptr().cast()) };
    let (mut sums, mut counted, mut distances) = ([none; NARROW_ABREAST], [none; NARROW_ABREAST], none);
    for round in rounds {
        let mut bytes = [none; NARROW_ABREAST];
        for (i, chunk) in round.chunks_exact(NARROW).enumerate() {
            bytes[i] = load(chunk);
            counted[i] = _mm256_add_epi32(counted[i], sums[i]);
            sums[i] = _mm256_add_epi32(sums[i], _mm256_sad_epu8(bytes[i], none));
        }
        for [a, b] in bytes.as_chunks().0 {
            let both = _mm256_add_epi16(narrow_distances(*a), narrow_distances(*b));
            distances = _mm256_add_epi32(distances, in_pairs(both));
        }
    }
    let mut all = Narrow { sums: sums[0], counted: counted[0], distances };
    let mut vectors = none;
    for i in 1..NARROW_ABREAST {
        // Within a round a vector has the later ones behind it.
        vectors = _mm256_add_epi32(vectors, all.sums);
        all.sums = _mm256_add_epi32(all.sums, sums[i]);
        all.counted = _mm256_add_epi32(all.counted, counted[i]);
    }
    const { assert!(NARROW_ABREAST == 1 << 2) };
    all.counted = _mm256_add_epi32(_mm256_slli_epi32::<2>(all.counted), vectors);
    for vector in left.chunks_exact(NARROW) {
        let bytes = load(vector);
        all.counted = _mm256_add_epi32(all.counted, all.sums);
        all.sums = _mm256_add_epi32(all.sums, _mm256_sad_epu8(bytes, none));
        all.distances = _mm256_add_epi32(all.distances, in_pairs(narrow_distances(bytes)));
    }
    all
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
