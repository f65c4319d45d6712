//! From a file to bytes: reads it, tells gzip from plain, decompresses member after member.
#![forbid(unsafe_code)]

use super::Common;
use super::error::{Condition, Failed};
use super::fd;
use super::mode::Format;
use crate::format::flush::Flush;
use crate::format::outcome::{Error, Progress};
use crate::inflate::stream::Inflate;
use crate::inflate::wrapper::{HeaderSink, Text};
use crate::mem::alloc::Allocator;
use crate::mem::input::Input;
use crate::mem::output::Output;
use crate::mem::owned::{Owned, Words};

/// zlib.h's windowBits for gzip alone, with the largest window.
const WINDOW_BITS: i32 = 15 + 16;

/// Bytes by which gzip is told from plain: the magic number, the method, and flags without a reserved one.
const TELLING: usize = 4;

/// What is to be done with the file's next bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// See what they are.
    Look,
    /// Hand them on.
    Copy,
    /// Decompress them.
    Decompress,
}

/// What is known of the member at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Member {
    /// The file is at its start.
    None,
    /// It is one: it began with a gzip header where none had to be, or gave data.
    Real,
    /// It follows a member, and may turn out to be no member but garbage, which is ignored.
    Doubtful,
}

/// Memory for reading.
struct Room {
    engine: Owned<Inflate>,
    /// Bytes of the file that were read ahead, of which `left` from `at` are not used yet.
    bytes: Words,
    /// How many there can be.
    size: usize,
}

/// The file's side of a reader.
pub struct Source {
    /// What comes next.
    pub way: Way,
    /// What the file is, as far as it is known.
    pub format: Format,
    /// Whether the file's end was met.
    pub ended: bool,
    member: Member,
    room: Option<Room>,
    at: usize,
    left: usize,
}

/// What gzip headers say is of no interest here.
struct Ignored;

impl HeaderSink for Ignored {
    fn text(&mut self, _: bool) {}
    fn time(&mut self, _: u64) {}
    fn system(&mut self, _: u8, _: u32) {}
    fn extra_length(&mut self, _: Option<u32>) {}
    fn extra(&mut self, _: u32, _: &[u8]) {}
    fn letter(&mut self, _: Text, _: u32, _: u8) -> bool {
        false
    }
    fn no_text(&mut self, _: Text) {}
    fn done(&mut self, _: bool) {}
    fn not_gzip(&mut self) {}
}

/// Reads until `into` is full, the file ends (then `ended` is set), or it fails. A file that would make the program wait
/// counts as failing only if nothing was read.
pub fn load(common: &mut Common, ended: &mut bool, into: &mut Output) -> Result<(), Failed> {
    let before = into.written();
    common.stalled = false;
    fd::clear_error_number();
    loop {
        match common.file.read(into) {
            Ok(0) => {
                *ended = true;
                return Ok(());
            }
            Ok(_) if into.room() == 0 => return Ok(()),
            Ok(_) => {}
            Err(number) => {
                common.stalled = fd::is_stall(number);
                if common.stalled && into.written() != before {
                    return Ok(());
                }
                common.report.set(Condition::System(number));
                return Err(Failed);
            }
        }
    }
}

impl Source {
    /// A source at a file's start, without memory.
    pub fn new(format: Format) -> Self {
        Source { way: Way::Look, format, ended: false, member: Member::None, room: None, at: 0, left: 0 }
    }

    /// To the file's start again; what was found out about the format stays.
    pub fn rewind(&mut self) {
        (self.way, self.ended, self.member) = (Way::Look, false, Member::None);
        self.drop_input();
    }

    /// Takes memory, with space for `size` bytes of the file; `None` if it is refused.
    pub fn prepare(&mut self, size: usize) -> Option<()> {
        let memory = &Allocator::Default;
        let bytes = Words::new(memory, size)?;
        let Some(engine) = Inflate::new(WINDOW_BITS).and_then(|engine| Owned::new(memory, engine)) else {
            bytes.give_back(memory);
            return None;
        };
        self.room = Some(Room { engine, bytes, size });
        Some(())
    }

    /// Returns all memory.
    pub fn give_back(&mut self) {
        let memory = &Allocator::Default;
        if let Some(Room { engine, bytes, .. }) = self.room.take() {
            engine.give_back(memory).end(memory);
            bytes.give_back(memory);
        }
        self.drop_input();
    }

    /// Bytes of the file that were read and not used.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether nothing can come any more.
    pub fn is_over(&self) -> bool {
        self.ended && self.left == 0
    }

    /// Forgets what was read ahead.
    pub fn drop_input(&mut self) {
        (self.at, self.left) = (0, 0);
    }

    /// What was read ahead, which is used with this.
    pub fn take_input(&mut self) -> &[u8] {
        let range = self.at..self.at + self.left;
        self.drop_input();
        self.room.as_ref().and_then(|room| room.bytes.bytes().get(range)).unwrap_or(&[])
    }

    /// Reads ahead as far as there is space, behind what is there already.
    fn fill(&mut self, common: &mut Common) -> Result<(), Failed> {
        if common.report.is_serious() {
            return Err(Failed);
        }
        let Some(room) = self.room.as_mut().filter(|_| !self.ended) else { return Ok(()) };
        let bytes = &mut room.bytes.bytes_mut()[..room.size];
        bytes.copy_within(self.at..self.at + self.left, 0);
        self.at = 0;
        let mut space = Output::from(&mut bytes[self.left..]);
        let result = load(common, &mut self.ended, &mut space);
        self.left += space.written();
        result
    }

    /// Finds out what comes next. The way stays at `Look` while there is nothing to look at, be it for now or for ever.
    pub fn look(&mut self, common: &mut Common) -> Result<(), Failed> {
        if self.format == Format::OnlyGzip || self.member == Member::Real {
            if self.member == Member::Real && self.left == 0 {
                self.fill(common)?;
                if self.left == 0 {
                    return Ok(());
                }
            }
            let member = if self.member == Member::None { Member::Real } else { Member::Doubtful };
            self.begin_member(member);
            return Ok(());
        }
        self.fill(common)?;
        if self.left == 0 || common.stalled && self.left < TELLING {
            return Ok(());
        }
        let bytes = self.room.as_ref().map_or(&[][..], |room| &room.bytes.bytes()[self.at..self.at + self.left]);
        if matches!(*bytes, [0x1f, 0x8b, 8, 0..32, ..]) {
            self.begin_member(Member::Real);
        } else {
            self.way = Way::Copy;
        }
        Ok(())
    }

    fn begin_member(&mut self, member: Member) {
        if let Some(room) = &mut self.room {
            room.engine.reset(&Allocator::Default);
        }
        (self.way, self.format, self.member) = (Way::Decompress, Format::Gzip, member);
    }

    /// Decompresses until `into` is full, the member ends or the file has no more bytes for now. What was written stays,
    /// whether it fails behind that or not.
    pub fn decompress(&mut self, common: &mut Common, into: &mut Output) -> Result<(), Failed> {
        let before = into.written();
        loop {
            if self.left == 0 {
                self.fill(common)?;
            }
            if self.left == 0 {
                if !common.stalled {
                    common.report.set(Condition::Buffer(c"unexpected end of file"));
                }
                return Ok(());
            }
            let result = self.advance(into);
            if into.written() != before {
                self.member = Member::Real;
            }
            match result {
                Ok(Progress::Moved) if into.room() == 0 => return Ok(()),
                Ok(Progress::Moved) => {}
                Ok(Progress::End) => {
                    (self.member, self.way) = (Member::Real, Way::Look);
                    return Ok(());
                }
                Err(Error::Data(_)) if self.member == Member::Doubtful => {
                    (self.ended, self.way) = (true, Way::Look);
                    self.drop_input();
                    return Ok(());
                }
                Err(Error::Data(fault)) => return fail(common, Condition::Data(fault.text())),
                Err(Error::Memory) => return fail(common, Condition::Memory),
                Ok(Progress::NeedDictionary) | Err(Error::Stream | Error::Buffer) => {
                    return fail(common, Condition::Stream(c"internal error: inflate stream corrupt"));
                }
            }
        }
    }

    /// One call of the engine.
    fn advance(&mut self, into: &mut Output) -> Result<Progress, Error> {
        let Some(Room { engine, bytes, .. }) = &mut self.room else { return Err(Error::Stream) };
        let mut input = Input::from(&bytes.bytes()[self.at..self.at + self.left]);
        let result =
            into.rest(|fresh| engine.run_apart(&Allocator::Default, &mut input, fresh, Flush::None, &mut Ignored));
        self.at += self.left - input.left();
        self.left = input.left();
        result
    }
}

fn fail(common: &mut Common, condition: Condition) -> Result<(), Failed> {
    common.report.set(condition);
    Err(Failed)
}
