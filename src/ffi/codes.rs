//! zlib's return codes and their texts: the one place where outcomes become numbers.
#![forbid(unsafe_code)]

use crate::format::outcome::{Error, Progress};
use crate::gz::error::Condition;
use core::ffi::{CStr, c_int};

/// Z_OK
pub const OK: c_int = 0;
/// Z_STREAM_END
pub const STREAM_END: c_int = 1;
/// Z_NEED_DICT
pub const NEED_DICT: c_int = 2;
/// Z_ERRNO
pub const ERRNO: c_int = -1;
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

/// The error code of a gz file in this condition.
pub fn file_code(condition: Condition) -> c_int {
    match condition {
        Condition::Good => OK,
        Condition::System(_) => ERRNO,
        Condition::Stream(_) => STREAM_ERROR,
        Condition::Data(_) => DATA_ERROR,
        Condition::Memory => MEM_ERROR,
        Condition::Buffer(_) => BUF_ERROR,
    }
}

/// What `zError` says of a return code: zlib's text for -6..=2, an empty one otherwise.
pub fn text(code: c_int) -> &'static CStr {
    match code {
        NEED_DICT => c"need dictionary",
        STREAM_END => c"stream end",
        ERRNO => c"file error",
        STREAM_ERROR => c"stream error",
        DATA_ERROR => c"data error",
        MEM_ERROR => c"insufficient memory",
        BUF_ERROR => c"buffer error",
        VERSION_ERROR => c"incompatible version",
        _ => c"",
    }
}
