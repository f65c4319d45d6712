//! The bit buffer: input bytes that were taken but not used up, as a number whose lowest bit comes next.
//!
//! Invariant: bits of `hold` above `count` are 0, and `count < 64`.
#![forbid(unsafe_code)]

use crate::mem::input::Input;

/// Taken bits. At most 39 are held between steps (32 primed ones and a byte), fewer than 8 after most.
#[derive(Clone, Copy, Default)]
pub struct Bits {
    /// The bits.
    pub hold: u64,
    /// How many there are.
    pub count: u32,
}

impl Bits {
    /// Takes one byte; `None` if the input has none.
    pub fn pull(&mut self, input: &mut Input) -> Option<()> {
        let byte = input.byte()?;
        self.hold |= u64::from(byte) << self.count;
        self.count += 8;
        Some(())
    }

    /// Takes bytes until there are `count` bits; `None` if the input ends before.
    pub fn need(&mut self, count: u32, input: &mut Input) -> Option<()> {
        while self.count < count {
            self.pull(input)?;
        }
        Some(())
    }

    /// Takes bytes until there are 32 bits, at once if none are there yet; `None` if the input ends before.
    pub fn need_word(&mut self, input: &mut Input) -> Option<()> {
        if let (0, Some(word)) = (self.count, input.bytes().first_chunk()) {
            (self.hold, self.count) = (u32::from_le_bytes(*word).into(), 32);
            input.skip(4);
            return Some(());
        }
        self.need(32, input)
    }

    /// The next `count` bits, which are there.
    pub fn peek(&self, count: u32) -> u32 {
        (self.hold & ((1 << count) - 1)) as u32
    }

    /// Passes over `count` bits, which are there.
    pub fn drop(&mut self, count: u32) {
        self.hold >>= count;
        self.count -= count;
    }

    /// The next `count` bits, which are there, and passes over them.
    pub fn take(&mut self, count: u32) -> u32 {
        let bits = self.peek(count);
        self.drop(count);
        bits
    }

    /// Passes over the rest of a byte.
    pub fn align(&mut self) {
        self.drop(self.count % 8);
    }

    /// Forgets all bits.
    pub fn clear(&mut self) {
        *self = Bits::default();
    }
}
