//! What stands around the compressed data: zlib's header and trailer (RFC 1950, section 2.2), gzip's (RFC 1952, section
//! 2.3), sent piece by piece as output room allows.
#![forbid(unsafe_code)]

use super::bits::Sink;
use super::params::{Params, Strategy, Wrapper};
use crate::checksum::crc32::crc32;

/// The caller's gzip header fields. Name and comment include their terminating zero.
#[derive(Clone, Copy, Default)]
pub struct GzipFields<'a> {
    /// FTEXT.
    pub text: bool,
    /// MTIME.
    pub time: u32,
    /// OS.
    pub os: u8,
    /// FEXTRA, if there is one; its low 16 bits of length count.
    pub extra: Option<&'a [u8]>,
    /// FNAME.
    pub name: Option<&'a [u8]>,
    /// FCOMMENT.
    pub comment: Option<&'a [u8]>,
    /// FHCRC.
    pub header_crc: bool,
}

/// OS byte of a header that the caller did not set: Unix.
const OS_UNIX: u8 = 3;

/// Space among the waiting bytes for any part but a field; a field takes what there is.
const SPACE: usize = 12;

/// Which part of the header comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it.
    Begin,
    /// The gzip extra field from this byte on.
    Extra(usize),
    /// The file name.
    Name(usize),
    /// The comment.
    Comment(usize),
    /// The header's CRC.
    Crc,
    /// Nothing: data.
    Done,
}

/// Sends what fits of the header. `check` is the stream's checksum: an Adler-32 of the dictionary before, the initial
/// value of the data's checksum after. `dictionary` says whether there is one. Returns the part that comes next.
pub fn header(
    mut part: Part,
    params: &Params,
    fields: Option<&GzipFields>,
    dictionary: bool,
    check: &mut u32,
    sink: &mut Sink,
) -> Part {
    while part != Part::Done && (sink.drain() || sink.space() >= SPACE) {
        part = match (part, params.wrapper, fields) {
            (Part::Begin, Wrapper::Zlib, _) => {
                zlib(params, dictionary.then_some(*check), sink);
                *check = 1;
                Part::Done
            }
            (Part::Begin, Wrapper::Gzip, None) => {
                sink.put_bytes(&[31, 139, 8, 0, 0, 0, 0, 0, extra_flags(params), OS_UNIX]);
                *check = 0;
                Part::Done
            }
            (Part::Begin, Wrapper::Gzip, Some(fields)) => {
                gzip(params, fields, check, sink);
                Part::Extra(0)
            }
            (Part::Begin, Wrapper::Raw, _) | (_, _, None) => Part::Done,
            (Part::Extra(at), _, Some(f)) => field(f.extra, at, f, check, sink).map_or(Part::Name(0), Part::Extra),
            (Part::Name(at), _, Some(f)) => field(f.name, at, f, check, sink).map_or(Part::Comment(0), Part::Name),
            (Part::Comment(at), _, Some(f)) => field(f.comment, at, f, check, sink).map_or(Part::Crc, Part::Comment),
            (Part::Crc, _, Some(f)) => {
                if f.header_crc {
                    sink.put_bytes(&(*check as u16).to_le_bytes());
                }
                *check = 0;
                Part::Done
            }
            (Part::Done, ..) => Part::Done,
        };
    }
    part
}

/// CMF, FLG and, with a dictionary, its Adler-32.
fn zlib(params: &Params, dictionary: Option<u32>, sink: &mut Sink) {
    let plain = matches!(params.strategy, Strategy::HuffmanOnly | Strategy::Rle | Strategy::Fixed);
    let level = match params.level {
        _ if plain => 0,
        0 | 1 => 0,
        2..=5 => 1,
        6 => 2,
        _ => 3,
    };
    let mut header = (8 + ((u32::from(params.window_bits) - 8) << 4)) << 8 | level << 6;
    if dictionary.is_some() {
        header |= 0x20;
    }
    header += 31 - header % 31;
    sink.put_bytes(&(header as u16).to_be_bytes());
    if let Some(check) = dictionary {
        sink.put_bytes(&check.to_be_bytes());
    }
}

/// The fixed part of a gzip header with fields.
fn gzip(params: &Params, fields: &GzipFields, check: &mut u32, sink: &mut Sink) {
    let flags = u8::from(fields.text)
        | u8::from(fields.header_crc) << 1
        | u8::from(fields.extra.is_some()) << 2
        | u8::from(fields.name.is_some()) << 3
        | u8::from(fields.comment.is_some()) << 4;
    let [t0, t1, t2, t3] = fields.time.to_le_bytes();
    let [e0, e1] = (fields.extra.map_or(0, <[u8]>::len) as u16).to_le_bytes();
    let bytes = [31, 139, 8, flags, t0, t1, t2, t3, extra_flags(params), fields.os, e0, e1];
    let bytes = &bytes[..if fields.extra.is_some() { 12 } else { 10 }];
    sink.put_bytes(bytes);
    *check = if fields.header_crc { crc32(0, bytes) } else { 0 };
}

/// XFL: 2 for the slowest algorithm, 4 for the fastest.
fn extra_flags(params: &Params) -> u8 {
    let plain = matches!(params.strategy, Strategy::HuffmanOnly | Strategy::Rle | Strategy::Fixed);
    match params.level {
        9 => 2,
        _ if plain => 4,
        0 | 1 => 4,
        _ => 0,
    }
}

/// Sends a piece of a field from byte `at` on; where to go on, `None` at its end.
fn field(field: Option<&[u8]>, at: usize, all: &GzipFields, check: &mut u32, sink: &mut Sink) -> Option<usize> {
    let rest = field?.get(at..)?;
    let piece = &rest[..rest.len().min(sink.space())];
    sink.put_bytes(piece);
    if all.header_crc {
        *check = crc32(*check, piece);
    }
    (piece.len() < rest.len()).then_some(at + piece.len())
}

/// Adds the trailer.
pub fn trailer(wrapper: Wrapper, check: u32, total_in: u64, sink: &mut Sink) {
    match wrapper {
        Wrapper::Raw => {}
        Wrapper::Zlib => sink.put_bytes(&check.to_be_bytes()),
        Wrapper::Gzip => {
            sink.put_bytes(&check.to_le_bytes());
            sink.put_bytes(&(total_in as u32).to_le_bytes());
        }
    }
}
