//! Memory: allocation through the caller's allocator, owned blocks, cursors over the caller's buffers, and the few
//! unchecked operations that hot loops need, each with a contract that its type upholds.

pub mod alloc;
pub mod copy;
pub mod input;
pub mod matches;
pub mod output;
pub mod owned;
pub mod past;
pub mod pool;
pub mod ring;
pub mod rows;
pub mod table;
pub mod width;
pub mod window;
