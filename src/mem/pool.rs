//! The pool: memory that streams have given back, kept for the next ones, for the whole process.
//!
//! Sizes are rounded up to [`CLASSES`] classes; each class has [`SLOTS`] slots. A slot is closed (null), open (the mark
//! [`OPEN`]: it may take a block), full (the block's address), or [`BUSY`] for the moment in which who takes or gives counts
//! that there. So taking and giving, statistics included, are one compare-and-exchange in the steady state. Nobody waits for
//! a busy slot, but for whoever lowers the bound, who waits a while. So there are no locks, no lists and no thread-locals,
//! nothing can be left locked by a fork or a signal, and no thread has anything to clean up. (A fork in that moment of
//! another thread leaves a slot of the child busy for ever, which is the loss of that slot.)
//!
//! The bound: a slot that is opened reserves its class's size, whether it is full or not, and gives it back when it is
//! closed. When the bound is met, open slots of other classes are closed, and then full slots of larger classes.
//!
//! Invariants:
//! 1. A full slot's block has its class's size, came from the C library, has all bytes initialised, and is nobody else's.
//!    Whoever moves a slot from full to another state by compare-and-exchange owns the block.
//! 2. [`RESERVED`] is the sum of the sizes of all slots that are not closed, or more while one is being opened; whoever
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
/// The content of a slot that belongs to a thread for a moment.
const BUSY: *mut u8 = without_provenance_mut(2);
/// How often whoever lowers the bound looks at a busy slot.
const PATIENCE: usize = 10_000;

/// A place for a block, and what happened there. Only who has made the slot busy writes the counts.
#[repr(align(32))]
struct Slot {
    content: AtomicPtr<u8>,
    /// Blocks that were taken from here so far.
    served: AtomicUsize,
    /// Streams that were begun with a block from here, less those that left their block here, modulo a word.
    streams: AtomicUsize,
}

impl Slot {
    const fn closed() -> Slot {
        Slot { content: AtomicPtr::new(null_mut()), served: AtomicUsize::new(0), streams: AtomicUsize::new(0) }
    }

    fn content(&self) -> *mut u8 {
        self.content.load(Ordering::Relaxed)
    }

    /// Goes from one content to another; `false` if it has a third.
    fn exchange(&self, from: *mut u8, to: *mut u8) -> bool {
        self.content.compare_exchange(from, to, Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }

    /// Makes a busy slot something else.
    fn settle(&self, content: *mut u8) {
        self.content.store(content, Ordering::Release);
    }
}

/// Adds to a count that no other thread writes now.
fn add(count: &AtomicUsize, more: usize) {
    count.store(count.load(Ordering::Relaxed).wrapping_add(more), Ordering::Relaxed);
}

/// What a block is for: streams are counted with their blocks, because both are known to one exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The block behind a stream, which it has from begin to end.
    Stream,
    /// Anything else.
    Work,
}

static SHELVES: [[Slot; SLOTS]; CLASSES] = [const { [const { Slot::closed() }; SLOTS] }; CLASSES];
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
    /// Streams that were begun with a block of the pool less those whose block went there, modulo a word.
    pub streams: usize,
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

    fn shelf(self) -> &'static [Slot; SLOTS] {
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

/// The slots of a class, from one on that differs from thread to thread, so that threads seldom meet at one.
#[inline]
fn slots(class: Class) -> impl Iterator<Item = &'static Slot> {
    let on_stack = 0u8;
    // Stacks of threads lie far apart.
    let first = ((&raw const on_stack).addr() >> 16).wrapping_mul(0x9e37_79b1) >> 16;
    let shelf = class.shelf();
    (0..SLOTS).map(move |slot| &shelf[(first + slot) % SLOTS])
}

/// A block of this class that the pool has.
#[inline]
pub fn take(class: Class, purpose: Purpose) -> Option<NonNull<u8>> {
    for slot in slots(class) {
        let block = slot.content();
        if is_block(block) && slot.exchange(block, BUSY) {
            add(&slot.served, 1);
            if purpose == Purpose::Stream {
                add(&slot.streams, 1);
            }
            slot.settle(OPEN);
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
pub unsafe fn give(class: Class, block: NonNull<u8>, purpose: Purpose) -> bool {
    // Above the bound, what is open is open by accident: a busy slot that whoever lowered the bound could not close.
    let within = RESERVED.load(Ordering::Relaxed) <= LIMIT.load(Ordering::Relaxed);
    let open = slots(class).filter(|_| within).find(|slot| slot.content() == OPEN && slot.exchange(OPEN, BUSY));
    let Some(slot) = open.or_else(|| open_slot(class)) else { return false };
    if purpose == Purpose::Stream {
        add(&slot.streams, 1usize.wrapping_neg());
    }
    slot.settle(block.as_ptr());
    true
}

/// A slot that was closed and is busy now, if the bound allows one.
#[cold]
fn open_slot(class: Class) -> Option<&'static Slot> {
    let slot = slots(class).find(|slot| slot.content().is_null())?;
    let (size, limit) = (class.size(), LIMIT.load(Ordering::SeqCst));
    if size > limit {
        return None;
    }
    if RESERVED.fetch_add(size, Ordering::SeqCst) + size > limit {
        shrink(limit, Some(class));
    }
    // The bound is looked at again: lowering it closes only slots that are not closed yet.
    let fits = RESERVED.load(Ordering::SeqCst) <= LIMIT.load(Ordering::SeqCst);
    if fits && slot.exchange(null_mut(), BUSY) {
        return Some(slot);
    }
    RESERVED.fetch_sub(size, Ordering::SeqCst);
    None
}

/// Closes slots, as far as the bound demands: open ones, then full ones, large ones first. Where a slot of `wanted` is to
/// be opened, open slots of its class stay, and full ones of classes that are no larger.
fn shrink(limit: usize, wanted: Option<Class>) {
    for full in [false, true] {
        for class in Class::all().rev() {
            let stays = wanted.is_some_and(|wanted| if full { class.0 <= wanted.0 } else { class == wanted });
            for slot in class.shelf().iter().filter(|_| !stays) {
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
fn settled(slot: &Slot) -> *mut u8 {
    for _ in 0..PATIENCE {
        if slot.content() != BUSY {
            break;
        }
        core::hint::spin_loop();
    }
    slot.content()
}

/// Closes a slot that holds `content`, if it still does, and frees the block.
fn close(class: Class, slot: &Slot, content: *mut u8) {
    if !slot.exchange(content, null_mut()) {
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
        for slot in class.shelf() {
            if is_block(slot.content()) {
                contents.blocks += 1;
                contents.bytes += class.size();
            }
            contents.served = contents.served.wrapping_add(slot.served.load(Ordering::Relaxed));
            contents.streams = contents.streams.wrapping_add(slot.streams.load(Ordering::Relaxed));
        }
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
