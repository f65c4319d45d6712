//! Positions: where a program is in its bytes, where the file is in its own, and going elsewhere.
#![forbid(unsafe_code)]

use super::error::Failed;
use super::fd::From;
use super::source::Way;
use super::{GzFile, Kind};

impl GzFile {
    /// The position of the next byte to be read or written.
    pub fn position(&self) -> i64 {
        self.exposed.pos.wrapping_add(if self.past { 0 } else { self.skip })
    }

    /// Whether a read wanted more than there is.
    pub fn is_past_end(&self) -> bool {
        self.past
    }

    /// Where in the file the next byte of it is taken from or put to; `None` where the file has no places.
    pub fn offset(&self) -> Option<i64> {
        let ahead = if self.is(Kind::Reader) { self.source.left() as i64 } else { 0 };
        Some(self.common.file.seek(0, From::Here)? - ahead)
    }

    /// To the first byte again.
    pub fn rewind(&mut self) -> Result<(), Failed> {
        if !self.is(Kind::Reader) || self.common.report.is_serious() {
            return Err(Failed);
        }
        self.common.file.seek(self.start, From::Start).ok_or(Failed)?;
        self.restart();
        Ok(())
    }

    /// To `offset` from the start or, if `relative`, from where the program is: the new position. What lies between is passed
    /// over or, in a writer, made of zeros when the file is next used. Only a reader can go back, by beginning anew.
    pub fn seek(&mut self, offset: i64, relative: bool) -> Result<i64, Failed> {
        if self.common.report.is_serious() {
            return Err(Failed);
        }
        let from = if relative { self.position() } else { 0 };
        if offset > i64::MAX.wrapping_sub(from) || offset < from.wrapping_neg() {
            return Err(Failed);
        }
        let goal = from.wrapping_add(offset);
        let reads = self.is(Kind::Reader);
        if reads && self.source.way == Way::Copy {
            return self.seek_plain(goal);
        }
        if goal < self.exposed.pos {
            if !reads {
                return Err(Failed);
            }
            self.rewind()?;
        }
        self.skip = goal.saturating_sub(self.exposed.pos);
        if reads {
            self.skip_ready();
        }
        Ok(goal)
    }

    /// In a file that is read as it is, the system knows the way.
    fn seek_plain(&mut self, goal: i64) -> Result<i64, Failed> {
        let ahead = i64::from(self.exposed.have);
        let way = goal.wrapping_sub(self.exposed.pos).wrapping_sub(ahead);
        self.common.file.seek(way, From::Here).ok_or(Failed)?;
        self.exposed.have = 0;
        self.exposed.pos = goal;
        (self.past, self.skip) = (false, 0);
        self.source.ended = false;
        self.source.drop_input();
        self.common.report.clear();
        Ok(goal)
    }
}
