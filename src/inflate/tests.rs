//! Streams that no compressor makes, put together bit by bit; and every stream at every cut.
#![forbid(unsafe_code)]

use super::back::{Back, Calls};
use super::stream::Inflate;
use super::wrapper::{HeaderSink, Text};
use crate::checksum::adler32::adler32;
use crate::checksum::crc32::crc32;
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Fault, Progress};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;
use core::ffi::c_void;

/// Writes bits, the first one lowest.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    hold: u64,
    count: u32,
}

impl BitWriter {
    fn put(&mut self, value: u64, count: u32) -> &mut Self {
        self.hold |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.hold as u8);
            self.hold >>= 8;
            self.count -= 8;
        }
        self
    }

    /// A codeword: its first bit is the highest.
    fn codeword(&mut self, code: u32, count: u32) -> &mut Self {
        (0..count).rev().fold(self, |writer, bit| writer.put(u64::from(code >> bit & 1), 1))
    }

    /// A symbol of the fixed literal/length code.
    fn fixed(&mut self, symbol: u32) -> &mut Self {
        match symbol {
            0..144 => self.codeword(0x30 + symbol, 8),
            144..256 => self.codeword(0x190 + symbol - 144, 9),
            256..280 => self.codeword(symbol - 256, 7),
            _ => self.codeword(0xc0 + symbol - 280, 8),
        }
    }

    fn stored(&mut self, last: bool, bytes: &[u8]) -> &mut Self {
        self.put(last.into(), 3).align();
        self.put(bytes.len() as u64, 16).put(!bytes.len() as u64 & 0xffff, 16);
        bytes.iter().fold(self, |writer, &byte| writer.put(byte.into(), 8))
    }

    fn align(&mut self) -> &mut Self {
        let pad = self.count.wrapping_neg() % 8;
        self.put(0, pad)
    }

    fn done(&mut self) -> Vec<u8> {
        self.align();
        core::mem::take(&mut self.bytes)
    }
}

/// Remembers a gzip header.
#[derive(Default, Debug, PartialEq)]
struct Header {
    text: bool,
    time: u64,
    system: (u8, u32),
    extra: Vec<u8>,
    name: Vec<u8>,
    comment: Vec<u8>,
    done: Option<bool>,
    other: bool,
}

impl HeaderSink for Header {
    fn text(&mut self, text: bool) {
        self.text = text;
    }
    fn time(&mut self, time: u64) {
        self.time = time;
    }
    fn system(&mut self, extra_flags: u8, system: u32) {
        self.system = (extra_flags, system);
    }
    fn extra_length(&mut self, _: Option<u32>) {}
    fn extra(&mut self, _: u32, bytes: &[u8]) {
        self.extra.extend(bytes);
    }
    fn letter(&mut self, text: Text, at: u32, letter: u8) -> bool {
        let to = if text == Text::Name { &mut self.name } else { &mut self.comment };
        assert_eq!(to.len(), at as usize);
        to.push(letter);
        true
    }
    fn no_text(&mut self, _: Text) {}
    fn done(&mut self, has_crc: bool) {
        self.done = Some(has_crc);
    }
    fn not_gzip(&mut self) {
        self.other = true;
    }
}

/// What a stream came to: result, output, input read, header.
type Outcome = (Result<Progress, Error>, Vec<u8>, usize, Header);

/// Feeds `stream` in pieces of `cut.0` bytes into room of `cut.1` until it ends; bytes behind the output must stay.
fn feed(window_bits: i32, stream: &[u8], cut: (usize, usize)) -> Outcome {
    let memory = Allocator::Default;
    let mut engine = Inflate::new(window_bits).unwrap();
    let (mut header, mut out, mut read) = (Header::default(), Vec::new(), 0);
    let result = loop {
        let piece = &stream[read..stream.len().min(read + cut.0)];
        let mut input = Input::from(piece);
        let mut room = vec![0xee; cut.1];
        let mut output = Output::from(&mut room[..]);
        let result = engine.run(&memory, &mut input, &mut output, Flush::None, &mut header);
        let (left, written) = (input.left(), output.written());
        read += piece.len() - left;
        assert!(room[written..].iter().all(|&byte| byte == 0xee), "touched behind the output");
        out.extend(&room[..written]);
        if result != Ok(Progress::Moved) {
            break result;
        }
    };
    let again =
        engine.run(&memory, &mut Input::from(&[][..]), &mut Output::from(&mut [0; 9][..]), Flush::None, &mut header);
    assert!(result == Err(Error::Buffer) || again == result, "{result:?}, then {again:?}");
    engine.end(&memory);
    (result, out, read, header)
}

/// Feeds `stream` at many cuts, which must not matter.
fn inflate(window_bits: i32, stream: &[u8]) -> Outcome {
    let whole = feed(window_bits, stream, (usize::MAX >> 1, 1 << 17));
    for cut in [(1, 1), (1, 1000), (3, 7), (64, 1), (usize::MAX >> 1, 300), (100, 4096)] {
        assert_eq!(feed(window_bits, stream, cut), whole, "cut {cut:?}");
    }
    whole
}

fn fault(stream: &[u8]) -> (Fault, usize, usize) {
    match inflate(-15, stream) {
        (Err(Error::Data(fault)), out, read, _) => (fault, out.len(), read),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_fault_of_deflate_is_told_where_zlib_tells_it() {
    let mut w = BitWriter::default();
    assert_eq!(fault(&w.put(7, 3).done()), (Fault::BlockType, 0, 1));
    assert_eq!(fault(&w.put(0, 8).put(1, 32).done()), (Fault::StoredLengths, 0, 5));
    // 287 literal/length codes.
    assert_eq!(fault(&w.put(5, 3).put(30, 5).put(0, 5).put(0, 4).done()), (Fault::TooManySymbols, 0, 3));
    // Four code length codewords of one bit each.
    assert_eq!(fault(&w.put(5, 3).put(0, 14).put(0o1111, 12).done()), (Fault::CodeLengthsSet, 0, 4));
    // Codewords 0 for symbol 0 and 1 for symbol 16: 16 comes with nothing to repeat.
    assert_eq!(fault(&w.put(5, 3).put(0, 14).put(0o1001, 12).put(1, 1).done()), (Fault::LengthRepeat, 0, 4));
    // No codeword at all reads as lengths of 0, so no end of block has one.
    assert_eq!(
        fault(&w.put(5, 3).put(0, 14).put(0, 12).put(0, 60).put(0, 60).put(0, 60).put(0, 60).put(0, 60).done()).0,
        Fault::MissingEndOfBlock
    );
    // A literal, then the unused symbols 286 and (as a distance) 30.
    assert_eq!(fault(&w.put(3, 3).fixed(65).fixed(286).done()), (Fault::LiteralLengthCode, 1, 3));
    assert_eq!(fault(&w.put(3, 3).fixed(65).fixed(257).codeword(30, 5).done()), (Fault::DistanceCode, 1, 3));
    // Distance 2 with one byte written.
    assert_eq!(fault(&w.put(3, 3).fixed(65).fixed(257).codeword(1, 5).done()), (Fault::DistanceTooFar, 1, 3));
}

/// A dynamic block whose codes are: literals 0 and 1 with 2 bits, end of block with 1 bit, and distances as given.
fn dynamic(distances: &[u64]) -> BitWriter {
    let mut w = BitWriter::default();
    // Code length code: symbols 18, 0, 1, 2 with 2 bits each, in canonical order 0, 1, 2, 18.
    w.put(5, 3).put(0, 5).put(distances.len() as u64 - 1, 5).put(14, 4);
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
        w.put(if matches!(symbol, 0 | 1 | 2 | 18) { 2 } else { 0 }, 3);
    }
    w.codeword(2, 2).codeword(2, 2);
    w.codeword(3, 2).put(127, 7).codeword(3, 2).put(116 - 11, 7);
    w.codeword(1, 2);
    for &length in distances {
        w.codeword(length as u32, 2);
    }
    w
}

#[test]
fn a_block_of_literals_needs_no_distances() {
    // Codewords: end of block 0, literals 10 and 11.
    for distances in [&[0][..], &[1], &[0, 1], &[1, 1]] {
        let mut w = dynamic(distances);
        let stream = w.codeword(0b10, 2).codeword(0b11, 2).codeword(0b11, 2).codeword(0, 1).done();
        let (result, out, read, _) = inflate(-15, &stream);
        assert_eq!((result, &out[..], read), (Ok(Progress::End), &[0, 1, 1][..], stream.len()));
    }
}

#[test]
fn distances_must_be_complete_but_for_one_codeword() {
    assert_eq!(fault(&dynamic(&[2, 1]).done()).0, Fault::DistancesSet);
    assert_eq!(fault(&dynamic(&[1, 1, 1]).done()).0, Fault::DistancesSet);
}

/// Text of all kinds of repetition: `count` bytes from overlapping matches at many distances.
fn long_stream() -> (Vec<u8>, Vec<u8>) {
    let mut w = BitWriter::default();
    let mut out: Vec<u8> = Vec::new();
    let mut seed = 7u32;
    w.put(3, 3);
    for round in 0..3000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let literal = (seed >> 24) as u8;
        w.fixed(literal.into());
        out.push(literal);
        // Lengths 3..=10 or 258 at a distance of 1..=4, 5..=192 in small steps, or as far as 24577 + 8191.
        let (symbol, length) = if round % 50 == 0 { (285, 258) } else { (257 + round % 8, 3 + round as usize % 8) };
        let code = (seed >> 8) % 30;
        let extra = if code < 4 { 0 } else { code / 2 - 1 };
        let base = [1, 2, 3, 4].get(code as usize).copied().unwrap_or(1 + ((2 + (code & 1)) << extra));
        let more = (seed >> 10) & ((1 << extra) - 1);
        let distance = (base + more) as usize;
        if distance <= out.len() {
            w.fixed(symbol).codeword(code, 5).put(more.into(), extra);
            for _ in 0..length {
                out.push(out[out.len() - distance]);
            }
        }
    }
    (w.fixed(256).done(), out)
}

#[test]
fn matches_at_every_distance_and_cut() {
    let (stream, expected) = long_stream();
    assert!(expected.len() > 30_000);
    let (result, out, read, _) = inflate(-15, &stream);
    assert_eq!((result, read), (Ok(Progress::End), stream.len()));
    assert!(out == expected);
    // zlib: the same with a header and an Adler-32, then with a wrong one.
    let mut zlib = [&[0x78, 0x9c], &stream[..], &adler32(1, &out).to_be_bytes(), b"next"].concat();
    let (result, out, read, header) = inflate(15, &zlib);
    assert_eq!((result, read, header.other), (Ok(Progress::End), zlib.len() - 4, true));
    assert!(out == expected);
    let end = zlib.len() - 5;
    zlib[end] ^= 1;
    assert_eq!(inflate(47, &zlib).0, Err(Error::Data(Fault::DataCheck)));
}

#[test]
fn gzip_headers_are_taken_apart() {
    let mut gzip = vec![0x1f, 0x8b, 8, 0x1f, 1, 2, 3, 4, 5, 6, 3, 0, b'e', b'x', b't'];
    gzip.extend(b"name\0comment\0");
    gzip.extend(&(crc32(0, &gzip) as u16).to_le_bytes());
    let header = gzip.len();
    gzip.extend(BitWriter::default().stored(true, b"data").done());
    gzip.extend(crc32(0, b"data").to_le_bytes());
    gzip.extend(4u32.to_le_bytes());
    let (result, out, read, seen) = inflate(31, &gzip);
    assert_eq!((result, &out[..], read), (Ok(Progress::End), &b"data"[..], gzip.len()));
    let expected = Header {
        text: true,
        time: 0x0403_0201,
        system: (5, 6),
        extra: b"ext".to_vec(),
        name: b"name\0".to_vec(),
        comment: b"comment\0".to_vec(),
        done: Some(true),
        other: false,
    };
    assert_eq!(seen, expected);
    for (at, fault) in [
        (0, Fault::HeaderCheck),
        (2, Fault::CompressionMethod),
        (3, Fault::HeaderFlags),
        (header - 1, Fault::HeaderCrc),
        (gzip.len() - 5, Fault::DataCheck),
        (gzip.len() - 1, Fault::LengthCheck),
    ] {
        let mut damaged = gzip.clone();
        damaged[at] ^= 0x80;
        assert_eq!(inflate(31, &damaged).0, Err(Error::Data(fault)), "byte {at}");
    }
}

#[test]
fn zlib_headers_name_the_window_and_the_method() {
    let head = |first: u8| [first, 31 - ((u16::from(first) << 8) % 31) as u8];
    assert_eq!(inflate(15, &[0x78, 0x9d]).0, Err(Error::Data(Fault::HeaderCheck)));
    assert_eq!(inflate(15, &head(0x77)).0, Err(Error::Data(Fault::CompressionMethod)));
    assert_eq!(inflate(15, &head(0x88)).0, Err(Error::Data(Fault::WindowSize)));
    assert_eq!(inflate(14, &head(0x78)).0, Err(Error::Data(Fault::WindowSize)));
    assert_eq!(inflate(0, &head(0x18)).0, Err(Error::Buffer));
    for window_bits in [-16, -7, -1, 1, 7, 17, 48, i32::MIN, i32::MAX] {
        assert!(Inflate::new(window_bits).is_none(), "{window_bits}");
    }
}

std::thread_local! {
    /// Blocks that this thread's purse may still give, and those that are out.
    static PURSE: std::cell::Cell<(u32, i32)> = const { std::cell::Cell::new((0, 0)) };
}

extern "C" fn purse_take(_: *mut c_void, items: u32, size: u32) -> *mut c_void {
    let (allowed, live) = PURSE.get();
    if allowed == 0 {
        return core::ptr::null_mut();
    }
    PURSE.set((allowed - 1, live + 1));
    // What a fresh block holds must not matter. A test may leak it.
    vec![0xa5u8; (items * size) as usize].leak().as_mut_ptr().cast()
}

extern "C" fn purse_give(_: *mut c_void, _: *mut c_void) {
    let (allowed, live) = PURSE.get();
    PURSE.set((allowed, live - 1));
}

#[test]
fn refused_memory_loses_nothing_and_leaks_nothing() {
    let memory = Allocator::Custom { zalloc: purse_take, zfree: purse_give, opaque: core::ptr::null_mut() };
    let stream = dynamic(&[1]).codeword(0b10, 2).codeword(0b11, 2).codeword(0, 1).done();
    for allowed in 0..3 {
        PURSE.set((allowed, 0));
        let mut engine = Inflate::new(-15).unwrap();
        let (mut read, mut out, mut refusals) = (0, [0; 8], 0);
        let mut written = 0;
        loop {
            let mut input = Input::from(&stream[read..]);
            let mut output = Output::from(&mut out[written..]);
            let result = engine.run(&memory, &mut input, &mut output, Flush::None, &mut Header::default());
            read = stream.len() - input.left();
            written += output.written();
            match result {
                Err(Error::Memory) => {
                    refusals += 1;
                    PURSE.set((1, PURSE.get().1));
                }
                other => break assert_eq!(other, Ok(Progress::End)),
            }
        }
        assert_eq!((written, &out[..2], refusals), (2, &[0, 1][..], 2 - allowed));
        assert_eq!(PURSE.get().1, 1, "the window stays, the tables do not");
        engine.reset(&memory);
        assert_eq!(PURSE.get().1, 0);
    }
}

#[test]
fn finish_in_one_call_takes_no_window() {
    let memory = Allocator::Custom { zalloc: purse_take, zfree: purse_give, opaque: core::ptr::null_mut() };
    let (stream, expected) = long_stream();
    PURSE.set((0, 0));
    let mut engine = Inflate::new(-15).unwrap();
    let mut out = vec![0; expected.len()];
    let (mut input, mut output) = (Input::from(&stream[..]), Output::from(&mut out[..]));
    let result = engine.run(&memory, &mut input, &mut output, Flush::Finish, &mut Header::default());
    assert_eq!(result, Ok(Progress::End));
    assert!(out == expected);
}

#[test]
fn block_and_trees_stop_where_zlib_stops() {
    let mut stream = BitWriter::default();
    stream.stored(false, b"ab").put(2, 3).fixed(99).fixed(256).stored(true, b"");
    let stream = [&[0x78, 0x9c][..], &stream.done(), &adler32(1, b"abc").to_be_bytes()].concat();
    let stops = |flush| {
        let memory = Allocator::Default;
        let mut engine = Inflate::new(15).unwrap();
        let (mut read, mut out, mut stops) = (0, [0; 8], Vec::new());
        let mut written = 0;
        loop {
            let mut input = Input::from(&stream[read..]);
            let mut output = Output::from(&mut out[written..]);
            let result = engine.run(&memory, &mut input, &mut output, flush, &mut Header::default());
            read = stream.len() - input.left();
            written += output.written();
            stops.push((read, written, engine.position()));
            // An empty stored block's end is no progress for zlib.
            if !matches!(result, Ok(Progress::Moved) | Err(Error::Buffer)) {
                assert_eq!(result, Ok(Progress::End));
                engine.end(&memory);
                return stops;
            }
        }
    };
    let end = stream.len();
    assert_eq!(stops(Flush::None), [(end, 3, 64)]);
    // Behind the header; behind each block, with the unused bits of the last byte; at the end.
    assert_eq!(stops(Flush::Block), [(2, 0, 128), (9, 2, 128), (12, 3, 128 + 6), (16, 3, 128 + 64), (end, 3, 64)]);
    assert_eq!(
        stops(Flush::Trees),
        [
            (2, 0, 128),
            (7, 0, 256),
            (9, 2, 128),
            (10, 2, 256 + 5),
            (12, 3, 128 + 6),
            (16, 3, 256 + 64),
            (16, 3, 128 + 64),
            (end, 3, 64)
        ]
    );
}

#[test]
fn the_mark_tells_bits_back_and_bytes_written() {
    let memory = Allocator::Default;
    let mut w = BitWriter::default();
    // Literal a, then 258 bytes at distance 1: 8 + 5 bits.
    let stream = w.put(3, 3).fixed(97).fixed(285).codeword(0, 5).fixed(256).done();
    let mut engine = Inflate::new(-15).unwrap();
    assert_eq!(engine.mark(), (-1, 0));
    let mut input = Input::from(&stream[..]);
    let mut step = |engine: &mut Inflate, room: usize| {
        let mut out = vec![0; room];
        let result =
            engine.run(&memory, &mut input, &mut Output::from(&mut out[..]), Flush::None, &mut Header::default());
        (result.is_ok(), engine.mark())
    };
    assert_eq!(step(&mut engine, 1), (true, (13, 0)));
    assert_eq!(step(&mut engine, 100), (true, (13, 100)));
    assert_eq!(step(&mut engine, 200), (true, (-1, 0)));
    engine.end(&memory);
}

#[test]
fn the_flush_point_is_found_in_pieces_and_checks_are_on_again_after_a_reset() {
    let memory = Allocator::Default;
    let mut stream = vec![0x78, 0x9c, 0xff, 0xff, 0, 0, 0, 0xff, 0, 0, 0xff, 0xff];
    stream.extend(BitWriter::default().stored(true, b"rest").done());
    stream.extend(b"bad!");
    let mut engine = Inflate::new(15).unwrap();
    let mut room = [0; 8];
    let mut header = Header::default();
    let mut input = Input::from(&stream[..4]);
    let result = engine.run(&memory, &mut input, &mut Output::from(&mut room[..]), Flush::None, &mut header);
    assert_eq!(result, Err(Error::Data(Fault::BlockType)));
    assert_eq!(engine.sync(&memory, &mut Input::from(&[][..])), Err(Error::Buffer));
    let mut input = Input::from(&stream[4..11]);
    assert!(matches!(engine.sync(&memory, &mut input), Err(Error::Data(_))));
    let mut input = Input::from(&stream[11..]);
    assert_eq!(engine.sync(&memory, &mut input), Ok(Progress::Moved));
    let mut output = Output::from(&mut room[..]);
    assert_eq!(engine.run(&memory, &mut input, &mut output, Flush::None, &mut header), Ok(Progress::End));
    assert_eq!(output.bytes(), b"rest");
    engine.reset(&memory);
    let bad = [&[0x78, 0x9c][..], &BitWriter::default().stored(true, b"x").done(), b"bad!"].concat();
    let mut output = Output::from(&mut room[..]);
    let result = engine.run(&memory, &mut Input::from(&bad[..]), &mut output, Flush::None, &mut header);
    assert_eq!(result, Err(Error::Data(Fault::DataCheck)));
    engine.end(&memory);
}

#[test]
fn dictionaries_reach_back_and_are_asked_for() {
    let memory = Allocator::Default;
    let mut room = [0; 8];
    let mut header = Header::default();
    // Raw: three bytes at distance 4, given before.
    let raw = BitWriter::default().put(3, 3).fixed(257).codeword(3, 5).fixed(256).done();
    let mut engine = Inflate::new(-15).unwrap();
    assert_eq!(engine.set_dictionary(&memory, b"wxyz"), Ok(Progress::Moved));
    assert_eq!(engine.dictionary().concat(), b"wxyz");
    let mut output = Output::from(&mut room[..]);
    let result = engine.run(&memory, &mut Input::from(&raw[..]), &mut output, Flush::Finish, &mut header);
    assert_eq!((result, output.bytes()), (Ok(Progress::End), &b"wxy"[..]));
    engine.end(&memory);
    // zlib: asked for by its Adler-32.
    let id = adler32(1, b"wxyz");
    let zlib = [&[0x78, 0xbb][..], &id.to_be_bytes(), &raw, &adler32(1, b"wxy").to_be_bytes()].concat();
    let mut engine = Inflate::new(15).unwrap();
    let mut input = Input::from(&zlib[..]);
    assert_eq!(engine.set_dictionary(&memory, b"wxyz"), Err(Error::Stream));
    let mut output = Output::from(&mut room[..]);
    for _ in 0..2 {
        let result = engine.run(&memory, &mut input, &mut output, Flush::None, &mut header);
        assert_eq!(result, Ok(Progress::NeedDictionary));
    }
    assert!(matches!(engine.set_dictionary(&memory, b"other"), Err(Error::Data(_))));
    assert_eq!(engine.set_dictionary(&memory, b"wxyz"), Ok(Progress::Moved));
    assert_eq!(engine.run(&memory, &mut input, &mut output, Flush::None, &mut header), Ok(Progress::End));
    assert_eq!((output.bytes(), input.left()), (&b"wxy"[..], 0));
    engine.end(&memory);
}

#[test]
fn primed_bits_come_before_the_input() {
    let (stream, expected) = long_stream();
    let memory = Allocator::Default;
    for shift in 1..8 {
        // The stream begins inside a byte: its first bits are primed.
        let mut shifted = Vec::new();
        for (at, &byte) in stream.iter().enumerate() {
            let next = stream.get(at + 1).copied().unwrap_or(0);
            shifted.push(byte >> shift | next << (8 - shift));
        }
        let mut engine = Inflate::new(-15).unwrap();
        assert_eq!(engine.prime(shift, stream[0].into()), Ok(Progress::Moved));
        let mut out = vec![0; expected.len()];
        let (mut input, mut output) = (Input::from(&shifted[..]), Output::from(&mut out[..]));
        let result = engine.run(&memory, &mut input, &mut output, Flush::Finish, &mut Header::default());
        assert_eq!(result, Ok(Progress::End));
        assert!(out == expected);
        engine.end(&memory);
    }
    let mut engine = Inflate::new(-15).unwrap();
    assert_eq!(engine.prime(17, 0), Err(Error::Stream));
    assert_eq!([16, 16, 0].map(|count| engine.prime(count, -1)), [Ok(Progress::Moved); 3]);
    assert_eq!(engine.prime(1, 0), Err(Error::Stream));
    assert_eq!(engine.prime(-1, 0), Ok(Progress::Moved));
    assert_eq!(engine.prime(16, 0), Ok(Progress::Moved));
}

#[test]
fn a_copy_goes_on_alone() {
    let (stream, expected) = long_stream();
    let memory = Allocator::Default;
    for cut in (0..stream.len()).step_by(997) {
        let mut engine = Inflate::new(-15).unwrap();
        let mut out = vec![0; expected.len()];
        let mut output = Output::from(&mut out[..]);
        let first =
            engine.run(&memory, &mut Input::from(&stream[..cut]), &mut output, Flush::None, &mut Header::default());
        assert!(first == Ok(Progress::Moved) || cut == 0);
        let done = output.written();
        let mut copy = engine.duplicate(&memory).unwrap();
        for engine in [&mut copy, &mut engine] {
            let mut output = Output::from(&mut out[done..]);
            let mut input = Input::from(&stream[cut..]);
            let result = engine.run(&memory, &mut input, &mut output, Flush::None, &mut Header::default());
            assert_eq!((result, output.bytes() == &expected[done..]), (Ok(Progress::End), true));
            engine.end(&memory);
        }
    }
}

/// Hands out a stream in pieces and gathers the output.
struct Pieces<'a> {
    pieces: Vec<&'a [u8]>,
    lengths: Vec<usize>,
}

impl<'a> Calls<'a> for Pieces<'a> {
    fn input(&mut self) -> Option<Input<'a>> {
        self.pieces.pop().map(Input::from)
    }
    fn output(&mut self, length: usize) -> bool {
        self.lengths.push(length);
        true
    }
}

#[test]
fn the_call_back_form_fills_its_window_again_and_again() {
    let (stream, expected) = long_stream();
    let memory = Allocator::Default;
    for piece in [1, 100, 1 << 20] {
        let mut calls = Pieces { pieces: stream.chunks(piece).rev().collect(), lengths: Vec::new() };
        let mut window = vec![0; 32768];
        let mut back = Back::new();
        let mut input = Some(Input::from(&[][..]));
        let mut output = Output::from(&mut window[..]);
        assert_eq!(back.run(&memory, &mut input, &mut output, &mut calls), Ok(Progress::End));
        let rest = expected.len() % 32768;
        assert_eq!(calls.lengths.iter().sum::<usize>(), expected.len());
        assert!(output.bytes() == &expected[expected.len() - rest..]);
        let mut calls = Pieces { pieces: Vec::new(), lengths: Vec::new() };
        let mut input = Some(Input::from(&stream[..9]));
        let mut output = Output::from(&mut window[..]);
        assert_eq!(back.run(&memory, &mut input, &mut output, &mut calls), Err(Error::Buffer));
        assert!(input.is_none());
        back.end(&memory);
    }
}
