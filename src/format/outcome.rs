//! How a call on a stream ends. The numbers for these stand in `ffi/codes.rs` alone.
#![forbid(unsafe_code)]

use core::ffi::CStr;

/// A call that did what it could.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Z_OK: something was read or written, or nothing was to be done.
    Moved,
    /// Z_STREAM_END: the stream is complete.
    End,
    /// Z_NEED_DICT: inflate needs a preset dictionary.
    NeedDictionary,
}

/// A call that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// Z_STREAM_ERROR: the stream or an argument is not valid.
    Stream,
    /// Z_DATA_ERROR: the input is damaged.
    Data(Fault),
    /// Z_MEM_ERROR: memory was refused.
    Memory,
    /// Z_BUF_ERROR: no progress was possible; not fatal.
    Buffer,
}

/// What is wrong with damaged input, one value for each of zlib's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// "incorrect header check"
    HeaderCheck,
    /// "unknown compression method"
    CompressionMethod,
    /// "invalid window size"
    WindowSize,
    /// "unknown header flags set"
    HeaderFlags,
    /// "header crc mismatch"
    HeaderCrc,
    /// "invalid block type"
    BlockType,
    /// "invalid stored block lengths"
    StoredLengths,
    /// "too many length or distance symbols"
    TooManySymbols,
    /// "invalid code lengths set"
    CodeLengthsSet,
    /// "invalid bit length repeat"
    LengthRepeat,
    /// "invalid code -- missing end-of-block"
    MissingEndOfBlock,
    /// "invalid literal/lengths set"
    LiteralLengthsSet,
    /// "invalid distances set"
    DistancesSet,
    /// "invalid literal/length code"
    LiteralLengthCode,
    /// "invalid distance code"
    DistanceCode,
    /// "invalid distance too far back"
    DistanceTooFar,
    /// "incorrect data check"
    DataCheck,
    /// "incorrect length check"
    LengthCheck,
}

impl Fault {
    /// zlib's message.
    pub fn text(self) -> &'static CStr {
        match self {
            Fault::HeaderCheck => c"incorrect header check",
            Fault::CompressionMethod => c"unknown compression method",
            Fault::WindowSize => c"invalid window size",
            Fault::HeaderFlags => c"unknown header flags set",
            Fault::HeaderCrc => c"header crc mismatch",
            Fault::BlockType => c"invalid block type",
            Fault::StoredLengths => c"invalid stored block lengths",
            Fault::TooManySymbols => c"too many length or distance symbols",
            Fault::CodeLengthsSet => c"invalid code lengths set",
            Fault::LengthRepeat => c"invalid bit length repeat",
            Fault::MissingEndOfBlock => c"invalid code -- missing end-of-block",
            Fault::LiteralLengthsSet => c"invalid literal/lengths set",
            Fault::DistancesSet => c"invalid distances set",
            Fault::LiteralLengthCode => c"invalid literal/length code",
            Fault::DistanceCode => c"invalid distance code",
            Fault::DistanceTooFar => c"invalid distance too far back",
            Fault::DataCheck => c"incorrect data check",
            Fault::LengthCheck => c"incorrect length check",
        }
    }
}
