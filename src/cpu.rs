//! What the processor can do, asked once.
#![forbid(unsafe_code)]
