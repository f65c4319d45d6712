//! Comparing memory in words.

/// How many bytes are equal from `a` and `b` on, of which the first `known` are taken as equal; at most `limit`.
///
/// # Safety
/// `limit + 8` bytes are readable and initialised from both; `known <= limit + 8`.
#[inline(always)]
pub unsafe fn common_prefix(a: *const u8, b: *const u8, known: usize, limit: usize) -> usize {
    let mut at = known;
    while at < limit {
        // SAFETY: `at < limit`, so the 8 bytes lie within the promised `limit + 8`.
        let (x, y) = unsafe { (a.add(at).cast::<u64>().read_unaligned(), b.add(at).cast::<u64>().read_unaligned()) };
        if x != y {
            let differing = u64::from_le(x ^ y).trailing_zeros() as usize / 8;
            return (at + differing).min(limit);
        }
        at += 8;
    }
    limit
}
