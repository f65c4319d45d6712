//! Memory: allocation through the caller's allocator, owned blocks, cursors over the caller's buffers.
#![forbid(unsafe_code)]

pub mod alloc;
pub mod input;
pub mod output;
pub mod owned;
