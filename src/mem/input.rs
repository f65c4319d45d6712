//! A cursor over the bytes that the caller gives to one call.
//!
//! Invariant: `left` bytes from `next` are readable for the cursor's lifetime.

use core::marker::PhantomData;

/// The caller's unread input.
pub struct Input<'a> {
    next: *const u8,
    left: usize,
    borrow: PhantomData<&'a [u8]>,
}

impl<'a> Input<'a> {
    /// A cursor over `len` bytes at `next`.
    ///
    /// # Safety
    /// If `len` is not 0, `len` bytes from `next` are readable and initialised for `'a`.
    pub unsafe fn new(next: *const u8, len: usize) -> Self {
        Input { next, left: len, borrow: PhantomData }
    }

    /// Bytes not read yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// The first unread byte's address, to hand back to the caller.
    pub fn next(&self) -> *const u8 {
        self.next
    }

    /// The unread bytes.
    pub fn bytes(&self) -> &'a [u8] {
        if self.left == 0 {
            return &[];
        }
        // SAFETY: the invariant; an empty cursor (whose address may be NULL) was answered above.
        unsafe { core::slice::from_raw_parts(self.next, self.left) }
    }

    /// Passes over `count` bytes, or over all that is left if that is less.
    pub fn skip(&mut self, count: usize) {
        let count = count.min(self.left);
        // SAFETY: `count <= left`, so the address stays inside the input or one past its end.
        self.next = unsafe { self.next.add(count) };
        self.left -= count;
    }

    /// Reads one byte.
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        if self.left == 0 {
            return None;
        }
        // SAFETY: the invariant: a byte is left.
        let byte = unsafe { *self.next };
        self.skip(1);
        Some(byte)
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Input { next: bytes.as_ptr(), left: bytes.len(), borrow: PhantomData }
    }
}
