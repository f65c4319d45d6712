//! Headers and trailers of zlib (RFC 1950) and gzip (RFC 1952) streams.
//!
//! Fields are read as zlib reads them: into the bit buffer, which is cleared behind each. Bits that a caller put there
//! first (`prime`) so count as part of the field, whatever comes of it.
#![forbid(unsafe_code)]

use super::blocks::Blocks;
use super::stream::{CHECK, GZIP, Inflate, Step, ZLIB};
use crate::checksum::crc32::crc32;
use crate::format::outcome::{Error, Fault};
use crate::mem::input::Input;

/// gzip's two first bytes, the first one lowest.
const GZIP_MAGIC: u64 = 0x8b1f;
/// The one compression method, in both wrappers.
const DEFLATED: u32 = 8;
/// zlib: a dictionary is asked for (FDICT in the second byte).
const HAS_DICTIONARY: u64 = 0x2000;
/// gzip flags (the second byte of the field that the method begins).
const TEXT: i32 = 0x0100;
const HEADER_CRC: i32 = 0x0200;
const EXTRA: i32 = 0x0400;
const NAME: i32 = 0x0800;
const COMMENT: i32 = 0x1000;
const RESERVED: i32 = 0xe000;

/// Takes what a gzip header says, as it is read.
pub trait HeaderSink {
    /// Whether the data is said to be text.
    fn text(&mut self, text: bool);
    /// Modification time, in seconds since 1970 (with primed bits, more than 32 bits wide).
    fn time(&mut self, time: u64);
    /// Extra flags and operating system (with primed bits, more than 8 bits wide).
    fn system(&mut self, extra_flags: u8, system: u32);
    /// The extra field's length in bytes; `None` if there is none.
    fn extra_length(&mut self, length: Option<u32>);
    /// The next bytes of the extra field, `left` being the field's bytes from here on.
    fn extra(&mut self, left: u32, bytes: &[u8]);
    /// The next byte of a name or comment, number `at`; `false` if it is not kept.
    fn letter(&mut self, text: Text, at: u32, letter: u8) -> bool;
    /// There is no such text.
    fn no_text(&mut self, text: Text);
    /// The header is complete, with or without a CRC.
    fn done(&mut self, has_crc: bool);
    /// This is no gzip stream.
    fn not_gzip(&mut self);
}

/// The zero-terminated texts in a gzip header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// The file's name.
    Name,
    /// The comment.
    Comment,
}

/// How a step of the wrapper ends: `None` means that the input ended before.
pub type Taken = Result<Option<()>, Error>;

impl Inflate {
    /// The bit buffer once it has `bits` bits, which are then cleared from it.
    fn field(&mut self, bits: u32, input: &mut Input) -> Option<u64> {
        let buffer = &mut self.blocks.bits;
        buffer.need(bits, input)?;
        let field = buffer.hold;
        buffer.clear();
        Some(field)
    }

    /// A gzip header's field of `bits` bits, which enters the header's CRC.
    fn gzip_field(&mut self, bits: u32, input: &mut Input) -> Option<u64> {
        let field = self.field(bits, input)?;
        self.add_to_crc(&field.to_le_bytes()[..bits as usize / 8]);
        Some(field)
    }

    /// Takes header bytes into the header's CRC, if it has one and it will be checked.
    fn add_to_crc(&mut self, bytes: &[u8]) {
        if self.flags & HEADER_CRC != 0 && self.wrap & CHECK != 0 {
            self.check = crc32(self.check, bytes);
        }
    }

    /// Sets the check value and shows it to the caller.
    pub(super) fn publish(&mut self, check: u32) {
        self.check = check;
        self.published = Some(check);
    }

    /// The step of the header that comes next. Kept out of the calls that only decompress.
    #[inline(never)]
    pub(super) fn header(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        match self.step {
            Step::Head => self.head(input, sink),
            Step::Flags => self.gzip_flags(input, sink),
            Step::Time => self.gzip_time(input, sink),
            Step::System => self.gzip_system(input, sink),
            Step::ExtraLength => self.gzip_extra_length(input, sink),
            Step::Extra => self.gzip_extra(input, sink),
            Step::Name => self.gzip_name(input, sink),
            Step::Comment => self.gzip_comment(input, sink),
            Step::HeaderCrc => self.gzip_header_crc(input, sink),
            Step::DictionaryId => self.dictionary_id(input),
            Step::Dictionary => self.dictionary_given(),
            _ => Ok(None),
        }
    }

    /// The first two bytes: which wrapper is it?
    fn head(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        if self.wrap == 0 {
            self.step = Step::Blocks;
            return Ok(Some(()));
        }
        let bits = &mut self.blocks.bits;
        if bits.need(16, input).is_none() {
            return Ok(None);
        }
        let start = bits.hold;
        if self.wrap & GZIP != 0 && start == GZIP_MAGIC {
            bits.clear();
            if self.window_bits == 0 {
                self.window_bits = 15;
            }
            self.check = crc32(0, &start.to_le_bytes()[..2]);
            self.step = Step::Flags;
            return Ok(Some(()));
        }
        sink.not_gzip();
        if self.wrap & ZLIB == 0 || !((start & 0xff) * 256 + (start >> 8)).is_multiple_of(31) {
            return Err(Error::Data(Fault::HeaderCheck));
        }
        if bits.peek(4) != DEFLATED {
            return Err(Error::Data(Fault::CompressionMethod));
        }
        bits.drop(4);
        let window_bits = bits.peek(4) as u8 + 8;
        if window_bits > 15 || (self.window_bits != 0 && window_bits > self.window_bits) {
            return Err(Error::Data(Fault::WindowSize));
        }
        if self.window_bits == 0 {
            self.window_bits = window_bits;
        }
        bits.clear();
        self.flags = 0;
        self.publish(1);
        if start & HAS_DICTIONARY != 0 {
            self.step = Step::DictionaryId;
        } else {
            self.begin_blocks();
        }
        Ok(Some(()))
    }

    /// The header is over: blocks come next, and a call may be asked to stop here.
    fn begin_blocks(&mut self) {
        self.step = Step::Blocks;
        self.blocks.at = Blocks::START;
    }

    /// gzip: method and flags.
    fn gzip_flags(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        if self.blocks.bits.need(16, input).is_none() {
            return Ok(None);
        }
        let field = self.blocks.bits.hold;
        self.flags = field as i32;
        if self.flags as u32 & 0xff != DEFLATED {
            return Err(Error::Data(Fault::CompressionMethod));
        }
        if self.flags & RESERVED != 0 {
            return Err(Error::Data(Fault::HeaderFlags));
        }
        self.blocks.bits.clear();
        sink.text(self.flags & TEXT != 0);
        self.add_to_crc(&field.to_le_bytes()[..2]);
        self.step = Step::Time;
        Ok(Some(()))
    }

    /// gzip: modification time.
    fn gzip_time(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        let Some(field) = self.gzip_field(32, input) else { return Ok(None) };
        sink.time(field);
        self.step = Step::System;
        Ok(Some(()))
    }

    /// gzip: extra flags and operating system.
    fn gzip_system(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        let Some(field) = self.gzip_field(16, input) else { return Ok(None) };
        sink.system(field as u8, (field >> 8) as u32);
        self.step = Step::ExtraLength;
        Ok(Some(()))
    }

    /// gzip: the extra field's length, if there is one.
    fn gzip_extra_length(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        if self.flags & EXTRA != 0 {
            let Some(field) = self.gzip_field(16, input) else { return Ok(None) };
            self.blocks.length = field as u32;
            sink.extra_length(Some(field as u32));
        } else {
            sink.extra_length(None);
        }
        self.step = Step::Extra;
        Ok(Some(()))
    }

    /// gzip: the extra field.
    fn gzip_extra(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        if self.flags & EXTRA != 0 {
            let left = self.blocks.length;
            let bytes = input.bytes();
            let bytes = &bytes[..bytes.len().min(left as usize)];
            if !bytes.is_empty() {
                sink.extra(left, bytes);
                self.add_to_crc(bytes);
                input.skip(bytes.len());
                self.blocks.length -= bytes.len() as u32;
            }
            if self.blocks.length != 0 {
                return Ok(None);
            }
        }
        self.blocks.length = 0;
        self.step = Step::Name;
        Ok(Some(()))
    }

    /// gzip: the file's name, if there is one.
    fn gzip_name(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        if self.flags & NAME == 0 {
            sink.no_text(Text::Name);
        } else if !self.gzip_text(Text::Name, input, sink) {
            return Ok(None);
        }
        self.blocks.length = 0;
        self.step = Step::Comment;
        Ok(Some(()))
    }

    /// gzip: the comment, if there is one.
    fn gzip_comment(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        if self.flags & COMMENT == 0 {
            sink.no_text(Text::Comment);
        } else if !self.gzip_text(Text::Comment, input, sink) {
            return Ok(None);
        }
        self.step = Step::HeaderCrc;
        Ok(Some(()))
    }

    /// Reads a text up to its zero; `false` if the input ends before.
    fn gzip_text(&mut self, text: Text, input: &mut Input, sink: &mut dyn HeaderSink) -> bool {
        let bytes = input.bytes();
        let end = bytes.iter().position(|&letter| letter == 0);
        let bytes = &bytes[..end.map_or(bytes.len(), |end| end + 1)];
        for &letter in bytes {
            if sink.letter(text, self.blocks.length, letter) {
                self.blocks.length += 1;
            }
        }
        self.add_to_crc(bytes);
        input.skip(bytes.len());
        end.is_some()
    }

    /// gzip: the header's CRC, if there is one; then the data begins.
    fn gzip_header_crc(&mut self, input: &mut Input, sink: &mut dyn HeaderSink) -> Taken {
        let has_crc = self.flags & HEADER_CRC != 0;
        if has_crc {
            if self.blocks.bits.need(16, input).is_none() {
                return Ok(None);
            }
            if self.wrap & CHECK != 0 && self.blocks.bits.hold != u64::from(self.check & 0xffff) {
                return Err(Error::Data(Fault::HeaderCrc));
            }
            self.blocks.bits.clear();
        }
        sink.done(has_crc);
        self.publish(0);
        self.begin_blocks();
        Ok(Some(()))
    }

    /// zlib: the Adler-32 of the dictionary that is needed.
    fn dictionary_id(&mut self, input: &mut Input) -> Taken {
        let Some(field) = self.field(32, input) else { return Ok(None) };
        self.publish((field as u32).swap_bytes());
        self.step = Step::Dictionary;
        Ok(Some(()))
    }

    /// zlib: the dictionary was given; the data begins.
    fn dictionary_given(&mut self) -> Taken {
        self.publish(1);
        self.begin_blocks();
        Ok(Some(()))
    }

    /// The data's check value; all output must have been taken into `check` before.
    pub(super) fn data_check(&mut self) -> Taken {
        if self.wrap & CHECK != 0 {
            let stored = self.blocks.bits.hold;
            let stored = if self.flags != 0 { stored } else { u64::from((stored as u32).swap_bytes()) };
            if stored != u64::from(self.check) {
                return Err(Error::Data(Fault::DataCheck));
            }
        }
        self.blocks.bits.clear();
        self.step = Step::DataLength;
        Ok(Some(()))
    }

    /// gzip: the data's length modulo 2^32.
    pub(super) fn data_length(&mut self, input: &mut Input) -> Taken {
        if self.wrap != 0 && self.flags != 0 {
            if self.blocks.bits.need(32, input).is_none() {
                return Ok(None);
            }
            if self.wrap & CHECK != 0 && self.blocks.bits.hold != u64::from(self.total) {
                return Err(Error::Data(Fault::LengthCheck));
            }
            self.blocks.bits.clear();
        }
        self.step = Step::Done;
        Ok(Some(()))
    }
}
