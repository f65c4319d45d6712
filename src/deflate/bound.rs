//! Upper bounds for the compressed size, zlib's formulas: callers size buffers and memory by them.
#![forbid(unsafe_code)]

use super::params::Wrapper;
use super::stream::Deflate;
use super::wrap::GzipFields;

/// The bound for fixed blocks: 9 bits a literal, blocks of 255 bytes or more.
fn fixed(source: usize) -> usize {
    source.saturating_add((source >> 3) + (source >> 8) + (source >> 9) + 4)
}

/// The bound for stored blocks of 127 bytes.
fn stored(source: usize) -> usize {
    source.saturating_add((source >> 5) + (source >> 7) + (source >> 11) + 7)
}

/// The bound for a stream whose parameters are not known: zlib.h's `deflateBound` on a stream that is not valid.
pub fn any(source: usize) -> usize {
    fixed(source).max(stored(source)).saturating_add(18)
}

/// The bound for `compress`: default window and memory, zlib wrapper.
pub fn compress(source: usize) -> usize {
    source.saturating_add((source >> 12) + (source >> 14) + (source >> 25) + 13)
}

impl Deflate {
    /// Bytes that suffice to compress `source` bytes in one call with Z_FINISH. Room for a preset dictionary's checksum
    /// is always in it, so it does not matter whether the dictionary is set before or after asking.
    pub fn bound(&self, source: usize, fields: Option<&GzipFields>) -> usize {
        let wrapper = match self.params.wrapper {
            Wrapper::Raw => 0,
            Wrapper::Zlib => 6 + 4,
            Wrapper::Gzip => 18 + fields.map_or(0, fields_length),
        };
        let body = if self.params.window_bits != 15 || self.params.mem_level != 8 {
            let may_be_fixed = self.params.window_bits <= self.params.mem_level + 7 && self.params.level != 0;
            if may_be_fixed { fixed(source) } else { stored(source) }
        } else {
            compress(source).saturating_sub(6)
        };
        body.saturating_add(wrapper)
    }
}

fn fields_length(fields: &GzipFields) -> usize {
    let length = |field: Option<&[u8]>| field.map_or(0, <[u8]>::len);
    fields.extra.map_or(0, |extra| 2 + extra.len())
        + length(fields.name)
        + length(fields.comment)
        + 2 * usize::from(fields.header_crc)
}
