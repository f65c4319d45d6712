//! The mode with which a gz file is opened: zlib's letters.
#![forbid(unsafe_code)]

use core::ffi::c_int;

/// What the file is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// 'r'
    Read,
    /// 'w': what the file had is gone.
    Write,
    /// 'a': what is written comes after what the file has.
    Append,
}

/// What the file's bytes are taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Reading: not known yet, or not gzip. Writing: written as it is ('T').
    Plain,
    /// gzip.
    Gzip,
    /// Reading: not known yet, and nothing but gzip will do ('G').
    OnlyGzip,
}

/// A mode, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// 'r', 'w' or 'a': the last of them.
    pub direction: Direction,
    /// What comes of 'T' and 'G'.
    pub format: Format,
    /// The last digit; −1, the default level, without one.
    pub level: c_int,
    /// zlib.h's number of the last of 'f', 'h', 'R' and 'F', or 0.
    pub strategy: c_int,
    /// 'x': the file must not be there yet.
    pub exclusive: bool,
    /// 'e': a program that this one turns into does not get the file.
    pub close_on_exec: bool,
    /// 'N': nothing waits for the other end.
    pub non_blocking: bool,
}

impl Mode {
    /// Reads a mode. Letters without a meaning are passed over. `None` for a mode with '+', without a direction, for
    /// reading with 'T' and for writing with 'G' (of these two letters the last one counts).
    pub fn parse(letters: &[u8]) -> Option<Self> {
        let (mut direction, mut forced) = (None, None);
        let mut mode = Mode {
            direction: Direction::Read,
            format: Format::Plain,
            level: -1,
            strategy: 0,
            exclusive: false,
            close_on_exec: false,
            non_blocking: false,
        };
        for &letter in letters {
            match letter {
                b'0'..=b'9' => mode.level = c_int::from(letter - b'0'),
                b'r' => direction = Some(Direction::Read),
                b'w' => direction = Some(Direction::Write),
                b'a' => direction = Some(Direction::Append),
                b'+' => return None,
                b'f' => mode.strategy = 1,
                b'h' => mode.strategy = 2,
                b'R' => mode.strategy = 3,
                b'F' => mode.strategy = 4,
                b'T' => forced = Some(Format::Plain),
                b'G' => forced = Some(Format::OnlyGzip),
                b'x' => mode.exclusive = true,
                b'e' => mode.close_on_exec = true,
                b'N' => mode.non_blocking = true,
                _ => {}
            }
        }
        mode.direction = direction?;
        mode.format = match (mode.direction, forced) {
            (Direction::Read, Some(Format::Plain)) => return None,
            (Direction::Read, forced) => forced.unwrap_or(Format::Plain),
            (_, Some(Format::OnlyGzip)) => return None,
            (_, forced) => forced.unwrap_or(Format::Gzip),
        };
        Some(mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g5_letters() {
        let plain = Mode::parse(b"rb").expect("a mode");
        assert_eq!((plain.direction, plain.format, plain.level), (Direction::Read, Format::Plain, -1));
        let much = Mode::parse(b"w9bxhRe7?N").expect("a mode");
        assert_eq!((much.direction, much.format, much.level, much.strategy), (Direction::Write, Format::Gzip, 7, 3));
        assert!(much.exclusive && much.close_on_exec && much.non_blocking);
        assert_eq!(
            Mode::parse(b"waT").map(|mode| (mode.direction, mode.format)),
            Some((Direction::Append, Format::Plain))
        );
        assert_eq!(Mode::parse(b"rTG").map(|mode| mode.format), Some(Format::OnlyGzip));
        assert_eq!(Mode::parse(b"wGT").map(|mode| mode.format), Some(Format::Plain));
        for refused in ["", "b9", "r+", "w+b", "rT", "rGT", "wG", "aTG"] {
            assert_eq!(Mode::parse(refused.as_bytes()), None, "{refused}");
        }
    }
}
