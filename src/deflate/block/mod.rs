//! A block (RFC 1951, section 3.2.3): which form it takes (`choose`), a dynamic block's header (`header`), sending it
//! in as many calls as the caller's output buffers need (`write`), where it ends (`split`), and what its symbols say of
//! the next ones (`estimate`, `price`).

pub mod choose;
pub mod estimate;
pub mod header;
pub mod price;
pub mod split;
pub mod write;
