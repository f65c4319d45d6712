//! The pool: memory that streams have given back, kept for the next ones, for the whole process.
//!
//! Sizes are rounded up to [`CLASSES`] classes; each class has [`SLOTS`] slots. A slot is closed (null), open (the mark
//! [`OPEN`]: it may take a block) or full (the block's address). Taking and giving are one compare-and-exchange on a slot
//! in the steady state; a taker marks the slot as [`BUSY`] until it has counted itself, so that counting needs no second
//! one. Nobody waits for a busy slot, but for whoever lowers the bound, who waits a while. So there are no locks, no lists
//! and no thread-locals, nothing can be left locked by a fork or a signal, and no thread has anything to clean up. (A fork
//! in the midst of another thread's take leaves one slot of the child busy for ever, which is the loss of that slot.)
//!
//! The bound: a slot that is opened reserves its class's size, whether it is full or not, and gives it back when it is
//! closed. When the bound is met, open slots of other classes are closed, and then full slots of larger classes.
//!
//! Invariants:
//! 1. A full slot's block has its class's size, came from the C library, has all bytes initialised, and is nobody else's.
//!    Whoever moves a slot from full to another state by compare-and-exchange owns the block.
//! 2. Only who made a slot busy writes its count and opens it.
//! 3. [`RESERVED`] is the sum of the sizes of all slots that are not closed, or more while one is being opened; whoever
//!    brings it above the bound, or lowers the bound below it, repairs that before it returns.
//!
//! Blocks are handed out with what their last owner wrote in them: every taker sets what it reads.

use super::alloc;
use core::ptr::{NonNull, null_mut, without_provenance_mut};
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Smallest class is [`SMALLEST`] bytes; requests above `SMALLEST << OCTAVES` are not pooled.
const OCTAVES: usize = 11;
const SMALLEST_BITS: u32 = 8;
const SMALLEST: usize = 1 << SMALLEST_BITS;
/// Classes in an octave: eight steps, so that at most an eighth is lost by rounding ...
const STEP_BITS: u32 = 3;
/// ... and for a power of two and a little more: a window, with the bytes behind it that may be read.
const LITTLE: [usize; 2] = [64, 512];
const PER_OCTAVE: usize = LITTLE.len() + (1 << STEP_BITS);
/// Classes.
const CLASSES: usize = OCTAVES * PER_OCTAVE + 1;
const _: () = assert!(CLASSES <= u8::MAX as usize);

/// Blocks of a class that are kept at most.
const SLOTS: usize = 32;

/// The bound until [`set_limit`] is called: [`PER_PROCESSOR`] for each of two processors.
const FIRST_LIMIT: usize = 2 * PER_PROCESSOR;
/// What the default bound grows by with each processor: a few states of the largest kind.
pub const PER_PROCESSOR: usize = 1 << 20;

/// A class, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class(u8);

/// An open slot's content.
const OPEN: *mut u8 = without_provenance_mut(1);
/// The content of a slot that a taker is about to open.
const BUSY: *mut u8 = without_provenance_mut(2);
/// How often whoever lowers the bound looks at a busy slot.
const PATIENCE: usize = 10_000;

/// The slots of a class. Aligned so that two classes never share a cache line.
#[repr(align(64))]
struct Shelf {
    slots: [AtomicPtr<u8>; SLOTS],
    /// Blocks that were taken from each slot so far. Written only by who has made the slot busy.
    served: [AtomicUsize; SLOTS],
}

static SHELVES: [Shelf; CLASSES] = [const {
    Shelf { slots: [const { AtomicPtr::new(null_mut()) }; SLOTS], served: [const { AtomicUsize::new(0) }; SLOTS] }
}; CLASSES];
static RESERVED: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(FIRST_LIMIT);

/// What the pool holds and did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Bytes in blocks.
    pub bytes: usize,
    /// Blocks.
    pub blocks: usize,
    /// Requests that were answered from the pool so far.
    pub served: usize,
}

impl Class {
    /// The class for `len` bytes; `None` if there is none so large.
    #[inline]
    pub fn of(len: usize) -> Option<Self> {
        if len <= SMALLEST {
            return Some(Class(0));
        }
        // `len` lies in (2^octave, 2^(octave + 1)].
        let octave = (len - 1).ilog2();
        let above = len - (1 << octave);
        let first = 1 + (octave - SMALLEST_BITS) as usize * PER_OCTAVE;
        let eighth = 1 << (octave - STEP_BITS);
        let number = match LITTLE.iter().position(|&little| above <= little && little < eighth) {
            Some(little) => first + little,
            None => first + LITTLE.len() + ((above - 1) >> (octave - STEP_BITS)),
        };
        (number < CLASSES).then_some(Class(number as u8))
    }

    /// Bytes of its blocks.
    #[inline]
    pub const fn size(self) -> usize {
        let Some(number) = (self.0 as usize).checked_sub(1) else { return SMALLEST };
        let (octave, step) = (SMALLEST << (number / PER_OCTAVE), number % PER_OCTAVE);
        match step.checked_sub(LITTLE.len()) {
            None => octave + LITTLE[step],
            Some(eighths) => octave + (eighths + 1) * (octave >> STEP_BITS),
        }
    }

    fn shelf(self) -> &'static Shelf {
        &SHELVES[self.0 as usize % CLASSES]
    }

    fn all() -> impl DoubleEndedIterator<Item = Class> {
        (0..CLASSES).map(|number| Class(number as u8))
    }
}

/// Whether a slot's content is a block.
fn is_block(content: *mut u8) -> bool {
    content.addr() > BUSY.addr()
}

/// The numbers of a shelf's slots, from one on that differs from thread to thread, so that threads seldom meet at one.
#[inline]
fn slots() -> impl Iterator<Item = usize> {
    let on_stack = 0u8;
    // Stacks of threads lie far apart.
    let first = ((&raw const on_stack).addr() >> 16).wrapping_mul(0x9e37_79b1) >> 16;
    (0..SLOTS).map(move |slot| (first + slot) % SLOTS)
}

/// A block of this class that the pool has.
#[inline]
pub fn take(class: Class) -> Option<NonNull<u8>> {
    let shelf = class.shelf();
    for number in slots() {
        let (slot, served) = (&shelf.slots[number], &shelf.served[number]);
        let block = slot.load(Ordering::Relaxed);
        if is_block(block) && slot.compare_exchange(block, BUSY, Ordering::Acquire, Ordering::Relaxed).is_ok() {
            served.store(served.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
            slot.store(OPEN, Ordering::Release);
            return NonNull::new(block);
        }
    }
    None
}

/// Leaves a block to the pool; `false` if there is no room for it and it stays the caller's.
///
/// # Safety
/// The block keeps invariant 1: of this class's size, from the C library, initialised, and used by nobody.
#[inline]
#[must_use]
pub unsafe fn give(class: Class, block: NonNull<u8>) -> bool {
    // Above the bound, what is open is open by accident: a busy slot that whoever lowered the bound could not close.
    if RESERVED.load(Ordering::Relaxed) <= LIMIT.load(Ordering::Relaxed) {
        for slot in slots().map(|number| &class.shelf().slots[number]) {
            if slot.load(Ordering::Relaxed) == OPEN
                && slot.compare_exchange(OPEN, block.as_ptr(), Ordering::AcqRel, Ordering::Relaxed).is_ok()
            {
                return true;
            }
        }
    }
    fill_closed_slot(class, block)
}

/// Opens a slot for the block, if the bound allows.
#[cold]
fn fill_closed_slot(class: Class, block: NonNull<u8>) -> bool {
    let mut numbers = slots();
    let slot = |number: usize| &class.shelf().slots[number];
    let Some(slot) = numbers.find(|&number| slot(number).load(Ordering::Relaxed).is_null()).map(slot) else {
        return false;
    };
    let size = class.size();
    let limit = LIMIT.load(Ordering::SeqCst);
    if size > limit {
        return false;
    }
    if RESERVED.fetch_add(size, Ordering::SeqCst) + size > limit {
        shrink(limit, Some(class));
        if RESERVED.load(Ordering::SeqCst) > limit {
            RESERVED.fetch_sub(size, Ordering::SeqCst);
            return false;
        }
    }
    let filled = slot.compare_exchange(null_mut(), block.as_ptr(), Ordering::SeqCst, Ordering::Relaxed).is_ok();
    if !filled {
        RESERVED.fetch_sub(size, Ordering::SeqCst);
    }
    // If the bound was lowered after it was read here and before the slot was filled, nobody else has seen this block.
    let limit = LIMIT.load(Ordering::SeqCst);
    if filled && RESERVED.load(Ordering::SeqCst) > limit {
        shrink(limit, None);
    }
    filled
}

/// Closes slots, as far as the bound demands: open ones, then full ones, large ones first. Where a slot of `wanted` is to
/// be opened, open slots of its class stay, and full ones of classes that are no larger.
fn shrink(limit: usize, wanted: Option<Class>) {
    for full in [false, true] {
        for class in Class::all().rev() {
            let stays = wanted.is_some_and(|wanted| if full { class.0 <= wanted.0 } else { class == wanted });
            for slot in class.shelf().slots.iter().filter(|_| !stays) {
                if RESERVED.load(Ordering::SeqCst) <= limit {
                    return;
                }
                let content = settled(slot);
                if content == OPEN || full && is_block(content) {
                    close(class, slot, content);
                }
            }
        }
    }
}

/// A slot's content; one that is busy is given time.
fn settled(slot: &AtomicPtr<u8>) -> *mut u8 {
    let mut content = slot.load(Ordering::Acquire);
    for _ in 0..PATIENCE {
        if content != BUSY {
            break;
        }
        core::hint::spin_loop();
        content = slot.load(Ordering::Acquire);
    }
    content
}

/// Closes a slot that holds `content`, if it still does, and frees the block.
fn close(class: Class, slot: &AtomicPtr<u8>, content: *mut u8) {
    if slot.compare_exchange(content, null_mut(), Ordering::SeqCst, Ordering::Relaxed).is_err() {
        return;
    }
    RESERVED.fetch_sub(class.size(), Ordering::SeqCst);
    if let Some(block) = NonNull::new(content).filter(|_| is_block(content)) {
        // SAFETY: invariant 1: the exchange made the block ours.
        unsafe { alloc::free(block, class.size()) };
    }
}

/// Sets the bound in bytes, 0 for no pool, frees what is above it, and returns the one before.
pub fn set_limit(bytes: usize) -> usize {
    let before = LIMIT.swap(bytes, Ordering::SeqCst);
    shrink(bytes, None);
    before
}

/// What the pool holds and did. Exact while no other thread takes or gives.
pub fn contents() -> Contents {
    let mut contents = Contents::default();
    for class in Class::all() {
        let shelf = class.shelf();
        let blocks = shelf.slots.iter().filter(|slot| is_block(slot.load(Ordering::Acquire))).count();
        contents.blocks += blocks;
        contents.bytes += blocks * class.size();
        let served = |sum: usize, slot: &AtomicUsize| sum.wrapping_add(slot.load(Ordering::Relaxed));
        contents.served = shelf.served.iter().fold(contents.served, served);
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_they_are_for_and_little_more() {
        let mut last = Class(0);
        for len in 1..=SMALLEST << OCTAVES {
            let class = Class::of(len).unwrap();
            assert!(class.size() >= len, "{len}");
            assert!(len <= SMALLEST || class.size() - len <= len / 8, "{len} {}", class.size());
            assert!(class == last || class.size() > last.size(), "{len}");
            last = class;
        }
        assert_eq!(last.0 as usize, CLASSES - 1);
        assert_eq!(Class::of((SMALLEST << OCTAVES) + 1), None);
        assert_eq!(Class::of(32768 + 32).unwrap().size(), 32768 + 64);
        assert_eq!(Class::of(32768).unwrap().size(), 32768);
    }
}
