//! The C door. Each entry checks its arguments, borrows the caller's memory, makes one call into an engine, writes the
//! result back and converts the error. No algorithm lives here, and no exported entry calls another exported entry:
//! such a call would go through the global offset table and could be captured by another zlib in the process.

mod back;
mod checksum;
mod codes;
mod deflate;
mod gz;
mod gz_read;
mod gz_write;
mod handle;
mod inflate;
mod memory;
mod names;
mod oneshot;
mod types;
mod version;

/// Stops the process without unwinding.
#[cfg(not(test))]
pub fn abort() -> ! {
    // SAFETY: abort has no preconditions.
    unsafe { libc::abort() }
}
