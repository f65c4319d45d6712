//! What went wrong with a gz file, until it is cleared, and the sentence about it.
#![forbid(unsafe_code)]

use super::fd;
use crate::mem::alloc::Allocator;
use crate::mem::owned::Words;
use core::ffi::{CStr, c_int};

/// Most bytes of the system's words for an error.
const MOST_WORDS: usize = 256;

/// The state a file is in: zlib's error code and what the sentence says behind the file's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Z_OK
    Good,
    /// Z_ERRNO: the system's error number.
    System(c_int),
    /// Z_STREAM_ERROR
    Stream(&'static CStr),
    /// Z_DATA_ERROR
    Data(&'static CStr),
    /// Z_MEM_ERROR
    Memory,
    /// Z_BUF_ERROR: reading can go on.
    Buffer(&'static CStr),
}

/// A step failed; the condition says why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// A file's condition. The sentence is composed when it is asked for.
pub struct Report {
    condition: Condition,
    sentence: Option<Words>,
}

impl Report {
    /// Nothing to report.
    pub const NONE: Report = Report { condition: Condition::Good, sentence: None };

    /// What is the matter.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// Whether nothing is.
    pub fn is_good(&self) -> bool {
        matches!(self.condition, Condition::Good)
    }

    /// Whether it is more than that data ended too early, so that reading cannot go on.
    pub fn is_serious(&self) -> bool {
        !matches!(self.condition, Condition::Good | Condition::Buffer(_))
    }

    /// Takes note of another condition; the sentence about the last one is gone.
    pub fn set(&mut self, condition: Condition) {
        if let Some(sentence) = self.sentence.take() {
            sentence.give_back(&Allocator::Default);
        }
        self.condition = condition;
    }

    /// Takes note of it unless something serious is the matter already.
    pub fn set_if_harmless(&mut self, condition: Condition) {
        if !self.is_serious() {
            self.set(condition);
        }
    }

    /// Back to good.
    pub fn clear(&mut self) {
        if !self.is_good() {
            self.set(Condition::Good);
        }
    }

    /// The sentence: the file's name, a colon, what is the matter; nothing if nothing is. It stays in place until the
    /// condition changes. Without memory for it, that is what is the matter.
    pub fn sentence(&mut self, path: &[u8]) -> &CStr {
        let mut room = [0; MOST_WORDS];
        let words = match self.condition {
            Condition::Good => return c"",
            Condition::Memory => return c"out of memory",
            Condition::System(number) => fd::error_text(number, &mut room),
            Condition::Stream(words) | Condition::Data(words) | Condition::Buffer(words) => words.to_bytes(),
        };
        if self.sentence.is_none() {
            self.sentence = compose(&[path, b": ", words, b"\0"]);
        }
        match &self.sentence {
            Some(sentence) => CStr::from_bytes_until_nul(sentence.bytes()).unwrap_or(c""),
            None => {
                self.condition = Condition::Memory;
                c"out of memory"
            }
        }
    }
}

/// The parts, one after the other, in new memory; `None` if that is refused.
fn compose(parts: &[&[u8]]) -> Option<Words> {
    let mut words = Words::new(&Allocator::Default, parts.iter().map(|part| part.len()).sum())?;
    let mut rest = words.bytes_mut();
    for part in parts {
        let (place, behind) = rest.split_at_mut_checked(part.len())?;
        place.copy_from_slice(part);
        rest = behind;
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_name_and_what_happened() {
        let mut report = Report::NONE;
        assert_eq!(report.sentence(b"x.gz"), c"");
        report.set(Condition::Data(c"incorrect data check"));
        assert_eq!(report.sentence(b"x.gz"), c"x.gz: incorrect data check");
        report.set(Condition::System(2));
        assert_eq!(report.sentence(b"<fd:7>"), c"<fd:7>: No such file or directory");
        assert!(report.is_serious());
        report.set_if_harmless(Condition::Memory);
        assert_eq!(report.condition(), Condition::System(2));
        report.set(Condition::Memory);
        assert_eq!(report.sentence(b"x.gz"), c"out of memory");
        report.clear();
        assert_eq!(report.sentence(b"x.gz"), c"");
    }
}
