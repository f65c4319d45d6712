//! CRC-32 by carry-less multiplication, on vectors of one, two or four lanes of 128 bits.
//!
//! The data is cut into vectors from its *end*. What is left over, up to one whole vector, stands at the front as the low
//! part of a vector that begins with zeros, which do not change a remainder. So every lane lies at a whole number of lanes
//! from the end, and one multiplication of each of its halves by a constant of [`TO_END`] brings it there, whatever the
//! length. Up to [`STRAIGHT`] vectors take that one step and their products are added up; with more, [`ABREAST`] vectors
//! are first folded onto the next ones, again and again, until few are left. [`remainder`] reduces the sum.
//!
//! A polynomial's highest coefficient stands in the lowest bit. In a lane of data bit k is the coefficient of x^(127-k);
//! the product of two halves has 127 bits, and bit k of it is the coefficient of x^(126-k).
//!
//! Why this way: see V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", for
//! folding and Barrett reduction. Going to the end in one step replaces the usual ladder of folds from wide to narrow, each
//! of which costs the latency of a multiplication, and has no tail to treat apart.
//!
//! Invariants:
//! 1. The functions of this file run only at the tier that their kernel's name says, so that their instructions exist.

use super::{EARLY, LINE, NEAR};
use crate::checksum::combine::{multiply, power_of_x};
use crate::checksum::crc32::POLYNOMIAL;
use core::arch::x86_64::*;

/// Bytes in a lane.
const LANE: usize = 16;

/// Vectors that are folded side by side: enough to hide the latency of a multiplication (3 to 8 cycles).
const ABREAST: usize = 8;

/// Up to this many vectors go to the end in one step each.
const STRAIGHT: usize = 16;

// Folding leaves its own vectors and less than a round of others, which then go to the end in one step.
const _: () = assert!(2 * ABREAST - 1 <= STRAIGHT);

/// Lanes in the widest vector.
const WIDEST: usize = 4;

/// Half lanes that [`TO_END`] reaches over.
const REACH: usize = 2 * STRAIGHT * WIDEST;

/// Factors for half lanes.
#[repr(align(64))]
struct Factors<const N: usize>([u64; N]);

/// What brings a half lane to the end, already times x^32, in the order of the data: the last is for the last half lane.
static TO_END: Factors<REACH> = to_end();

const fn to_end() -> Factors<REACH> {
    let (mut factors, mut behind) = (Factors([0; REACH]), 0);
    while behind < REACH {
        factors.0[REACH - 1 - behind] = factor(behind as u64 * 64 + 32);
        behind += 1;
    }
    factors
}

/// Data is worked on in pieces of at most this many bytes, the reach of [`STRIDES`].
const PIECE: usize = 128 << 10;

/// A state goes to the end in two steps: whole strides of this many bytes, then the bytes that are left.
const STRIDE: usize = 512;

/// At `n`: what moves a state `n` strides on. The product of two words has 63 bits; hence one power less.
static STRIDES: [u32; PIECE / STRIDE + 1] = powers(u32::MAX as u64 - 1, 8 * STRIDE as u64);

/// At `n`: what moves a state `n` bytes on.
static BYTES: [u32; STRIDE] = powers(0, 8);

/// x^first, x^(first + step), x^(first + 2 step), … The powers of x repeat after 2^32 - 1.
const fn powers<const N: usize>(first: u64, step: u64) -> [u32; N] {
    let (mut powers, step, mut n) = ([power_of_x(first, 0); N], power_of_x(step, 0), 1);
    while n < N {
        powers[n] = multiply(powers[n - 1], step);
        n += 1;
    }
    powers
}

/// What folds lanes onto those so many lanes later. A product's bit k is one power lower than a lane's: hence the -1.
const fn fold_over(lanes: usize) -> Factors<{ 2 * WIDEST }> {
    let bits = lanes as u64 * 128 - 1;
    let (low, high) = (factor(bits + 64), factor(bits));
    Factors([low, high, low, high, low, high, low, high])
}

/// The remainder of x^n, as a half lane.
const fn factor(n: u64) -> u64 {
    (power_of_x(n, 0) as u64) << 32
}

/// The quotient of x^95 by the CRC's polynomial, all of its 64 bits: bit k is the coefficient of x^(63-k).
const QUOTIENT: u64 = quotient();

const fn quotient() -> u64 {
    let divisor = (1 << 32) | POLYNOMIAL.reverse_bits() as u128;
    let (mut left, mut quotient, mut power) = (1u128 << 95, 0u64, 64);
    while power > 0 {
        power -= 1;
        if left >> (power + 32) & 1 == 1 {
            left ^= divisor << power;
            quotient |= 1 << power;
        }
    }
    quotient.reverse_bits()
}

/// The CRC's polynomial with its x^32, moved up so that the low 32 bits of what [`remainder`] wants fill a word.
const DIVISOR: u64 = ((POLYNOMIAL as u64) << 2) | 2;

/// [`QUOTIENT`] and [`DIVISOR`].
static REMAINDER: Factors<2> = Factors([QUOTIENT, DIVISOR]);

/// The bits of a quotient.
static BEFORE_POINT: Factors<2> = Factors([u64::MAX >> 1, 0]);

/// A vector of whole lanes.
///
/// # Safety
/// Of all functions: invariant 1.
trait Vector: Copy {
    /// Lanes in it.
    const LANES: usize;
    /// Bytes in it.
    const BYTES: usize = Self::LANES * LANE;
    /// What folds it onto the vector [`ABREAST`] vectors later.
    const FOLD: &Factors<{ 2 * WIDEST }> = const { &fold_over(ABREAST * Self::LANES) };
    /// Reads [`Self::BYTES`] bytes, which must be readable.
    unsafe fn load(from: *const u8) -> Self;
    /// The sum of two.
    unsafe fn plus(self, other: Self) -> Self;
    /// In each lane: the product of the low halves plus that of the high halves.
    unsafe fn times(self, factors: Self) -> Self;
    /// The sum of all lanes.
    unsafe fn lanes_added(self) -> __m128i;
}

impl Vector for __m128i {
    const LANES: usize = 1;
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's promise.
        unsafe { _mm_loadu_si128(from.cast()) }
    }
    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        // SAFETY: invariant 1.
        unsafe { _mm_xor_si128(self, other) }
    }
    #[inline(always)]
    unsafe fn times(self, factors: Self) -> Self {
        // SAFETY: invariant 1.
        unsafe {
            _mm_xor_si128(_mm_clmulepi64_si128::<0x00>(self, factors), _mm_clmulepi64_si128::<0x11>(self, factors))
        }
    }
    #[inline(always)]
    unsafe fn lanes_added(self) -> __m128i {
        self
    }
}

impl Vector for __m256i {
    const LANES: usize = 2;
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's promise.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }
    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        // SAFETY: invariant 1.
        unsafe { _mm256_xor_si256(self, other) }
    }
    #[inline(always)]
    unsafe fn times(self, factors: Self) -> Self {
        // SAFETY: invariant 1.
        unsafe {
            let low = _mm256_clmulepi64_epi128::<0x00>(self, factors);
            _mm256_xor_si256(low, _mm256_clmulepi64_epi128::<0x11>(self, factors))
        }
    }
    #[inline(always)]
    unsafe fn lanes_added(self) -> __m128i {
        // SAFETY: invariant 1.
        unsafe { _mm_xor_si128(_mm256_castsi256_si128(self), _mm256_extracti128_si256::<1>(self)) }
    }
}

impl Vector for __m512i {
    const LANES: usize = 4;
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller's promise.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        // SAFETY: invariant 1.
        unsafe { _mm512_xor_si512(self, other) }
    }
    #[inline(always)]
    unsafe fn times(self, factors: Self) -> Self {
        // SAFETY: invariant 1.
        unsafe {
            let low = _mm512_clmulepi64_epi128::<0x00>(self, factors);
            _mm512_xor_si512(low, _mm512_clmulepi64_epi128::<0x11>(self, factors))
        }
    }
    #[inline(always)]
    unsafe fn lanes_added(self) -> __m128i {
        // SAFETY: invariant 1.
        unsafe { _mm256_xor_si256(_mm512_castsi512_si256(self), _mm512_extracti64x4_epi64::<1>(self)).lanes_added() }
    }
}

/// Kernel for the tier `Avx2Bmi2`: one lane at a time. `data` must hold a lane or more, else nothing is done.
#[target_feature(enable = "avx2,pclmulqdq")]
pub fn one_lane(start: u32, data: &[u8]) -> u32 {
    let (mut state, mut data) = (!start, data);
    while let Some(lane) = data.first_chunk() {
        let piece = take_piece(&mut data);
        let (head, rest) = piece.split_at(head_length(piece, LANE));
        // SAFETY: invariant 1, and `rest` is a whole number of vectors.
        state = unsafe { carry_on::<_, false>(state, piece.len(), at_end(lane, head.len()), rest) };
    }
    !state
}

/// Kernel for the tier `Avx2Vpclmul`: two lanes at a time. `data` must hold two lanes or more, else nothing is done.
#[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
pub fn two_lanes(start: u32, data: &[u8]) -> u32 {
    let (mut state, mut data) = (!start, data);
    while let Some((lane, [_, ..])) = data.split_first_chunk() {
        let piece = take_piece(&mut data);
        let (head, rest) = piece.split_at(head_length(piece, 2 * LANE));
        let first = match head.split_last_chunk() {
            Some((earlier, later)) => _mm256_set_m128i(load_lane(later), at_end(lane, earlier.len())),
            None => _mm256_set_m128i(at_end(lane, head.len()), _mm_setzero_si128()),
        };
        // SAFETY: invariant 1, and `rest` is a whole number of vectors.
        state = unsafe { carry_on::<_, false>(state, piece.len(), first, rest) };
    }
    !state
}

/// Kernel for the tier `Avx512`: four lanes at a time.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,pclmulqdq,vpclmulqdq,bmi2")]
pub fn four_lanes(start: u32, data: &[u8]) -> u32 {
    let (mut state, mut data) = (!start, data);
    if data.len() > NEAR {
        let (head, aligned) = data.split_at(data.as_ptr().align_offset(LINE).min(data.len()));
        let (mut lines, tail) = aligned.split_at(aligned.len() / LINE * LINE);
        state = four_lanes_piece::<false>(state, head);
        while !lines.is_empty() {
            state = four_lanes_piece::<true>(state, take_piece(&mut lines));
        }
        data = tail;
    }
    !four_lanes_piece::<false>(state, data)
}

/// Carries a state on over at most [`PIECE`] bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,pclmulqdq,vpclmulqdq,bmi2")]
fn four_lanes_piece<const FAR: bool>(state: u32, piece: &[u8]) -> u32 {
    if piece.is_empty() {
        return state;
    }
    let (head, rest) = piece.split_at(head_length(piece, 4 * LANE));
    let absent = 4 * LANE - head.len();
    // SAFETY: bytes that the mask leaves out are not touched, and those of `head` are readable.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(u64::MAX >> absent, head.as_ptr().cast()) };
    let first = _mm512_permutexvar_epi8(four_lanes_up(absent), bytes);
    // SAFETY: invariant 1, and `rest` is a whole number of vectors.
    unsafe { carry_on::<_, FAR>(state, piece.len(), first, rest) }
}

/// For [`_mm512_permutexvar_epi8`]: which byte comes to each place when those of a vector move up by `by` (0 to 63). What
/// comes in is the last byte.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_lanes_up(by: usize) -> __m512i {
    /// Read at 64 - n.
    static MOVES: [u8; 8 * LANE] = {
        let (mut moves, mut i) = ([255; 8 * LANE], 0);
        while i < 4 * LANE {
            moves[4 * LANE + i] = i as u8;
            i += 1;
        }
        moves
    };
    debug_assert!(by < 64);
    // SAFETY: the 64 bytes from 64 - by on are within the 128 of MOVES.
    unsafe { _mm512_loadu_si512(MOVES.as_ptr().add(4 * LANE - by % 64).cast()) }
}

/// Takes the next piece off the data: at most [`PIECE`] bytes, and not so many that only a few remain.
#[inline(always)]
fn take_piece<'a>(data: &mut &'a [u8]) -> &'a [u8] {
    let (piece, left) = data.split_at(if data.len() > PIECE { PIECE / 2 } else { data.len() });
    *data = left;
    piece
}

/// How many bytes stand before the first whole vector of `bytes` bytes: 1 to `bytes`. `data` is not empty.
#[inline(always)]
fn head_length(data: &[u8], bytes: usize) -> usize {
    (data.len() - 1) % bytes + 1
}

#[inline]
#[target_feature(enable = "avx2,pclmulqdq")]
fn load_lane(from: &[u8; LANE]) -> __m128i {
    // SAFETY: a reference to as many bytes.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

/// Moves the bytes of a lane up by `by` (0 to 16), zeros coming in.
#[inline]
#[target_feature(enable = "avx2,pclmulqdq")]
fn moved_up(lane: __m128i, by: usize) -> __m128i {
    /// Read at 16 - n: for each byte of a lane which byte comes there when it moves up by n; 255 stands for zero.
    static MOVES: [u8; 2 * LANE] = {
        let (mut moves, mut i) = ([255; 2 * LANE], 0);
        while i < LANE {
            moves[LANE + i] = i as u8;
            i += 1;
        }
        moves
    };
    let moves = MOVES.get(LANE - by..).and_then(|moves| moves.first_chunk()).unwrap_or(&[255; LANE]);
    _mm_shuffle_epi8(lane, load_lane(moves))
}

/// The first `length` bytes (0 to 16) at the end of a lane that begins with zeros.
#[inline]
#[target_feature(enable = "avx2,pclmulqdq")]
fn at_end(from: &[u8; LANE], length: usize) -> __m128i {
    moved_up(load_lane(from), LANE - length)
}

/// Carries a state on over the bytes in `first` and `rest`, `length` in all, at most [`PIECE`].
///
/// The state takes a way to the end of its own. So nothing of the data's way waits for it, and one piece can be worked on
/// while the state before it is still being found.
///
/// # Safety
/// Invariant 1, and `rest` is a whole number of vectors.
#[inline(always)]
unsafe fn carry_on<V: Vector, const FAR: bool>(state: u32, length: usize, first: V, rest: &[u8]) -> u32 {
    // SAFETY: the caller's promise; `few` gets less than STRAIGHT whole vectors.
    unsafe {
        if rest.len() < STRAIGHT * V::BYTES {
            let sum = few(first, rest).lanes_added();
            return remainder(sum.plus(state_at_end(state, length)));
        }
        let (second, rest) = rest.split_at((ABREAST - 1) * V::BYTES);
        let mut folded = [first; ABREAST];
        for (place, vector) in folded[1..].iter_mut().zip(second.chunks_exact(V::BYTES)) {
            *place = V::load(vector.as_ptr());
        }
        let fold = constant(V::FOLD);
        let rounds = rest.chunks_exact(ABREAST * V::BYTES);
        let left = rounds.remainder();
        for round in rounds {
            if FAR {
                for line in 0..ABREAST * V::BYTES / LINE {
                    _mm_prefetch::<_MM_HINT_T0>(round.as_ptr().wrapping_add(EARLY + LINE * line).cast());
                }
            }
            for (place, vector) in folded.iter_mut().zip(round.chunks_exact(V::BYTES)) {
                *place = place.times(fold).plus(V::load(vector.as_ptr()));
            }
        }
        let mut behind = left.len() / V::BYTES;
        let mut sum = few(folded[ABREAST - 1], left);
        for vector in folded[..ABREAST - 1].iter().rev() {
            behind += 1;
            sum = sum.plus(vector.times(factors(behind)));
        }
        remainder(sum.lanes_added().plus(state_at_end(state, length)))
    }
}

/// The sum of the products at the end, of `first` and the vectors of `rest` after it.
///
/// # Safety
/// Invariant 1, and `rest` is a whole number of vectors, less than [`STRAIGHT`].
#[inline(always)]
unsafe fn few<V: Vector>(first: V, rest: &[u8]) -> V {
    // SAFETY: the caller's promise.
    unsafe {
        let mut behind = rest.len() / V::BYTES;
        let mut sum = first.times(factors(behind));
        for vector in rest.chunks_exact(V::BYTES) {
            behind -= 1;
            sum = sum.plus(V::load(vector.as_ptr()).times(factors(behind)));
        }
        sum
    }
}

/// What brings a vector to the end that has so many vectors behind it.
///
/// # Safety
/// Invariant 1, and `behind` is less than [`STRAIGHT`].
#[inline(always)]
unsafe fn factors<V: Vector>(behind: usize) -> V {
    debug_assert!(behind < STRAIGHT);
    // SAFETY: TO_END has the factors of STRAIGHT vectors of the widest kind, so those of the last `behind` + 1 vectors of
    // this kind are among them.
    unsafe { V::load(TO_END.0.as_ptr().add(REACH - (behind + 1) * 2 * V::LANES).cast()) }
}

/// The product at the end of a state that stands `length` bytes before it (up to [`PIECE`]).
///
/// # Safety
/// Invariant 1.
#[inline(always)]
unsafe fn state_at_end(state: u32, length: usize) -> __m128i {
    debug_assert!(length <= PIECE);
    // SAFETY: invariant 1.
    unsafe {
        let bytes = _mm_slli_epi64::<32>(_mm_cvtsi32_si128(BYTES[length % STRIDE] as i32));
        let state = if length < STRIDE {
            _mm_cvtsi64_si128((u64::from(state) << 32) as i64)
        } else {
            let strides = _mm_cvtsi32_si128(STRIDES[length / STRIDE % STRIDES.len()] as i32);
            _mm_clmulepi64_si128::<0x00>(_mm_cvtsi32_si128(state as i32), strides)
        };
        _mm_clmulepi64_si128::<0x00>(state, bytes)
    }
}

/// A vector of constants, read from memory. If the compiler knew what it reads, it would sooner move the single words from
/// general registers, even within a loop, and so burden the port that the multiplications need.
///
/// # Safety
/// `from` holds a vector or more.
#[inline(always)]
unsafe fn constant<V: Vector, const N: usize>(from: &Factors<N>) -> V {
    debug_assert!(N * 8 >= V::BYTES);
    // SAFETY: the caller's promise; factors are aligned for every vector.
    unsafe { core::ptr::read_volatile(core::ptr::from_ref(from).cast()) }
}

/// The remainder of a sum of products (95 bits: bit k is the coefficient of x^(126-k)).
///
/// The high 63 coefficients times [`QUOTIENT`] give the quotient by the divisor, and this times [`DIVISOR`] what has to be
/// taken off the low 32 coefficients. Low bits of the sum that come along into the first product stay below its x^0.
///
/// # Safety
/// Invariant 1.
#[inline(always)]
unsafe fn remainder(sum: __m128i) -> u32 {
    // SAFETY: invariant 1.
    unsafe {
        let (constants, mask) = (constant(&REMAINDER), constant(&BEFORE_POINT));
        // Bit k of the product is the coefficient of x^(62-k); bit 63 lies behind the point.
        let quotient = _mm_clmulepi64_si128::<0x00>(_mm_srli_si128::<4>(sum), constants);
        let taken = _mm_clmulepi64_si128::<0x10>(_mm_and_si128(quotient, mask), constants);
        _mm_extract_epi32::<2>(_mm_xor_si128(_mm_srli_epi64::<31>(sum), taken)) as u32
    }
}
