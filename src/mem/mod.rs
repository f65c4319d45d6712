//! Memory: allocation through the caller's allocator, owned blocks, cursors over the caller's buffers.

pub mod alloc;
pub mod input;
pub mod output;
pub mod owned;
pub mod past;
