//! zlazy: the zlib C library, written so that a stream costs nothing until data needs it.
//!
//! The rooms, from the top down; a room imports only from rooms below it:
//!
//! - `ffi` is the C door: it checks pointers, borrows the caller's memory, makes one call into an engine, writes the
//!   result back and turns errors into zlib's numbers.
//! - `gz` reads and writes gzip files through the engines and a file descriptor.
//! - `deflate` and `inflate` are the two engines. They know neither each other nor C.
//! - `huffman` has what both share: code lengths, codewords, decoding tables.
//! - `format` is RFC 1950, 1951 and 1952 written down as constants and small functions; `checksum` is Adler-32 and CRC-32.
//! - `mem` has bytes, allocation and cursors, `cpu` what the processor can do.
//!
//! `ARCHITECTURE.md` follows a byte through these rooms.
#![cfg_attr(not(test), no_std)]

mod checksum;
mod cpu;
mod deflate;
mod ffi;
mod format;
mod gz;
#[cfg(test)]
mod house;
mod huffman;
mod inflate;
mod mem;

#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // No input reaches a panic (the tests hunt for one); if one did, stopping is the only safe answer across C frames.
    ffi::abort()
}
