//! From a `z_stream` to an engine and back: the checks of every call, the borrows, the one place that writes back.
//!
//! Invariants:
//! 1. `z_stream.state` is NULL or points at a [`Head`] whose first two fields say whose it is and of which kind, so a
//!    moved, copied or wrong-kind stream is told apart before anything else of the head is touched.
//! 2. A head lives in one block of the stream's allocator, from init to end.

use super::types::ZStream;
use crate::mem::alloc::{Allocator, Block, default_functions};
use crate::mem::input::Input;
use crate::mem::output::Output;
use crate::mem::pool::Purpose;
use core::ptr::NonNull;

/// What a head holds.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    /// A compressor.
    Deflate = 0x7a6c_6401,
    /// A decompressor.
    Inflate = 0x7a6c_6902,
    /// A call-back decompressor.
    Back = 0x7a6c_6203,
}

/// An engine that can stand behind a `z_stream`.
pub trait Engine {
    /// Tells its heads from others.
    const KIND: Kind;
}

/// What `z_stream.state` points at.
#[repr(C)]
pub struct Head<E> {
    /// The stream that this head was made for.
    owner: *const ZStream,
    /// A [`Kind`] as a number: a foreign head may hold any.
    kind: u32,
    /// The memory that this head lies in.
    block: Option<Block>,
    /// The engine.
    pub engine: E,
}

/// The allocator that stands in the stream now; the default functions are filled in where it has none.
pub fn allocator_at_init(strm: &mut ZStream) -> Allocator {
    if strm.zalloc.is_none() {
        strm.zalloc = Some(default_functions::zalloc);
        strm.opaque = core::ptr::null_mut();
    }
    if strm.zfree.is_none() {
        strm.zfree = Some(default_functions::zfree);
    }
    allocator(strm).unwrap_or(Allocator::Default)
}

/// The allocator that stands in the stream now; `None` if a function is missing.
pub fn allocator(strm: &ZStream) -> Option<Allocator> {
    let (zalloc, zfree) = (strm.zalloc?, strm.zfree?);
    let default = core::ptr::fn_addr_eq(zalloc, default_functions::zalloc as crate::mem::alloc::ZallocFn)
        && core::ptr::fn_addr_eq(zfree, default_functions::zfree as crate::mem::alloc::ZfreeFn);
    Some(if default { Allocator::Default } else { Allocator::Custom { zalloc, zfree, opaque: strm.opaque } })
}

/// Puts `engine` behind the stream; `false` if memory is refused (the state is then NULL).
pub fn attach<E: Engine>(strm: &mut ZStream, from: &Allocator, engine: E) -> bool {
    const { assert!(align_of::<Head<E>>() <= crate::mem::alloc::ALIGN) };
    strm.state = core::ptr::null_mut();
    let Some(block) = from.take_for(Purpose::Stream, size_of::<Head<E>>()) else { return false };
    let place = block.start().cast::<Head<E>>();
    let head = Head { owner: &raw const *strm, kind: E::KIND as u32, block: Some(block), engine };
    // SAFETY: the block is big and aligned enough for a Head<E> and belongs to nobody else.
    unsafe { place.write(head) };
    strm.state = place.as_ptr().cast();
    true
}

/// Makes `dest` a copy of `source` with `engine` behind it. If memory is refused, gives the engine back: `dest`'s state is
/// then NULL and the rest of it untouched.
///
/// # Safety
/// `dest` is a writable `z_stream`.
pub unsafe fn attach_copy<E: Engine>(
    dest: *mut ZStream,
    source: *const ZStream,
    from: &Allocator,
    engine: E,
) -> Result<(), E> {
    // SAFETY: the caller's promise.
    unsafe {
        (*dest).state = core::ptr::null_mut();
        let Some(block) = from.take_for(Purpose::Stream, size_of::<Head<E>>()) else { return Err(engine) };
        let place = block.start().cast::<Head<E>>();
        dest.copy_from(source, 1);
        place.write(Head { owner: dest, kind: E::KIND as u32, block: Some(block), engine });
        (*dest).state = place.as_ptr().cast();
    }
    Ok(())
}

/// Takes the stream's state away and returns the head's memory; the engine has returned its own.
///
/// # Safety
/// `head` came from [`open`] on this stream and nothing else refers to it.
pub unsafe fn detach<E>(strm: &mut ZStream, head: NonNull<Head<E>>, to: &Allocator) {
    strm.state = core::ptr::null_mut();
    // SAFETY: the head was written by `attach` and is used for the last time here: its block is taken out, and what else it
    // has needs no drop.
    if let Some(block) = unsafe { (*head.as_ptr()).block.take() } {
        to.give_back_from(Purpose::Stream, block);
    }
}

/// A stream opened for one call.
pub struct Open<'a, E> {
    /// The caller's structure.
    pub strm: &'a mut ZStream,
    /// The library's side of it.
    pub head: &'a mut Head<E>,
    /// The allocator in force during this call.
    pub allocator: Allocator,
}

/// Checks that `strm` is a live stream of this kind, not moved since its init; `None` is zlib's Z_STREAM_ERROR.
///
/// # Safety
/// `strm` is NULL or points at a `z_stream` whose `state`, if not NULL, was set by this library and not freed since.
pub unsafe fn open<'a, E: Engine>(strm: *mut ZStream) -> Option<Open<'a, E>> {
    // SAFETY: the caller's promise; as_mut answers NULL.
    let strm = unsafe { strm.as_mut() }?;
    let allocator = allocator(strm)?;
    let head = NonNull::new(strm.state.cast::<Head<E>>())?;
    // SAFETY: invariant 1: every head, of any kind, begins with these two fields.
    let (owner, kind) = unsafe { ((*head.as_ptr()).owner, (*head.as_ptr()).kind) };
    if !core::ptr::eq(owner, strm) || kind != E::KIND as u32 {
        return None;
    }
    // SAFETY: the kind says that this is a Head<E>; one call at a time may use a stream (zlib.h), so the borrow is unique.
    Some(Open { strm, head: unsafe { &mut *head.as_ptr() }, allocator })
}

/// The caller's input and output as cursors, for one call.
///
/// # Safety
/// `next_in`/`avail_in` and `next_out`/`avail_out` describe readable and writable memory (or the counts are 0).
pub unsafe fn cursors<'a>(strm: &ZStream) -> (Input<'a>, Output<'a>) {
    // SAFETY: the caller's promise.
    unsafe { (Input::new(strm.next_in, strm.avail_in as usize), Output::new(strm.next_out, strm.avail_out as usize)) }
}

/// Writes back how far a call came.
pub fn commit(strm: &mut ZStream, input: &Input, output: &Output) {
    let read = strm.avail_in as usize - input.left();
    strm.next_in = input.next();
    // Both fit: they only got smaller than the 32-bit counts they came from.
    strm.avail_in = input.left() as u32;
    strm.total_in = strm.total_in.wrapping_add(read as core::ffi::c_ulong);
    strm.next_out = output.next();
    strm.avail_out = output.room() as u32;
    strm.total_out = strm.total_out.wrapping_add(output.written() as core::ffi::c_ulong);
}
