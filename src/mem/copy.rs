//! Comparing and copying memory in words.

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

/// Copies `count` bytes, all of which are loaded before they are overwritten, as by `memmove`: but few of them without a
/// call. A stream that goes in tiny steps consists of such copies.
///
/// # Safety
/// `count` bytes are readable and initialised at `from`, and writable at `to`.
#[inline(always)]
pub unsafe fn move_bytes(from: *const u8, to: *mut u8, count: usize) {
    // SAFETY: the caller's promise; the two words of a pair begin and end with the bytes and overlap between.
    unsafe {
        match count {
            0 => {}
            1 => to.write(*from),
            2..4 => {
                // Bytes, as they were probably written one by one just now: a word would have to wait for them.
                let (first, middle, last) = (*from, *from.add(1), *from.add(count - 1));
                to.write(first);
                to.add(1).write(middle);
                to.add(count - 1).write(last);
            }
            4..8 => move_pair::<u32>(from, to, count),
            8..=16 => move_pair::<u64>(from, to, count),
            _ => core::ptr::copy(from, to, count),
        }
    }
}

/// Copies the first and the last bytes of `count` as one word each.
///
/// # Safety
/// As for `move_bytes`; `count` is at least a word's size and at most twice that.
#[inline(always)]
unsafe fn move_pair<W: Copy>(from: *const u8, to: *mut u8, count: usize) {
    let last = count - size_of::<W>();
    // SAFETY: the caller's promise: both words lie inside the bytes.
    unsafe {
        let words = (from.cast::<W>().read_unaligned(), from.add(last).cast::<W>().read_unaligned());
        to.cast::<W>().write_unaligned(words.0);
        to.add(last).cast::<W>().write_unaligned(words.1);
    }
}
