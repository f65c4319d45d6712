//! zlib's return codes and messages: the one place where outcomes become numbers and C strings.
#![forbid(unsafe_code)]

use crate::format::outcome::{Error, Fault, Progress};
use core::ffi::{CStr, c_int};

/// Z_OK
pub const OK: c_int = 0;
/// Z_STREAM_END
pub const STREAM_END: c_int = 1;
/// Z_NEED_DICT
pub const NEED_DICT: c_int = 2;
/// Z_STREAM_ERROR
pub const STREAM_ERROR: c_int = -2;
/// Z_DATA_ERROR
pub const DATA_ERROR: c_int = -3;
/// Z_MEM_ERROR
pub const MEM_ERROR: c_int = -4;
/// Z_BUF_ERROR
pub const BUF_ERROR: c_int = -5;
/// Z_VERSION_ERROR
pub const VERSION_ERROR: c_int = -6;

/// The return code of a call that ended with `result`.
pub fn code(result: Result<Progress, Error>) -> c_int {
    match result {
        Ok(Progress::Moved) => OK,
        Ok(Progress::End) => STREAM_END,
        Ok(Progress::NeedDictionary) => NEED_DICT,
        Err(Error::Stream) => STREAM_ERROR,
        Err(Error::Data(_)) => DATA_ERROR,
        Err(Error::Memory) => MEM_ERROR,
        Err(Error::Buffer) => BUF_ERROR,
    }
}

/// What `zError` says of a return code: zlib's text for -6..=2, an empty one otherwise.
pub fn text(code: c_int) -> &'static CStr {
    match code {
        NEED_DICT => c"need dictionary",
        STREAM_END => c"stream end",
        -1 => c"file error",
        STREAM_ERROR => c"stream error",
        DATA_ERROR => c"data error",
        MEM_ERROR => c"insufficient memory",
        BUF_ERROR => c"buffer error",
        VERSION_ERROR => c"incompatible version",
        _ => c"",
    }
}

/// `msg` for damaged input.
pub fn fault_text(fault: Fault) -> &'static CStr {
    match fault {
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
