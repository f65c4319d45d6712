//! A file descriptor, and what else the gz room asks the system and the C library for: nothing else in the room does.
//!
//! Each function here is one call of theirs.

use super::mode::{Direction, Mode};
use crate::mem::output::Output;
use core::ffi::{CStr, c_char, c_int, c_void};

// The names of the functions whose offsets have 64 bits everywhere.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
use libc::{lseek, off_t, open};
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use libc::{lseek64 as lseek, off64_t as off_t, open64 as open};

/// Most bytes of one read or write, so that the answer fits an int, as in zlib.
const MOST: usize = 1 << 30;

/// What a new file may be used for, before the process's umask takes from that: reading and writing, by all.
const PERMISSIONS: c_int = 0o666;

/// An open file. It is closed by [`Descriptor::close`] alone.
pub struct Descriptor(c_int);

/// Where a seek counts from.
#[derive(Clone, Copy)]
pub enum From {
    /// The file's first byte.
    Start,
    /// Where the descriptor stands.
    Here,
    /// The file's end.
    End,
}

impl Descriptor {
    /// Opens the file of this name as `mode` says. The system's error number is left in errno.
    pub fn open(path: &CStr, mode: &Mode) -> Option<Self> {
        let way = match mode.direction {
            Direction::Read => libc::O_RDONLY,
            Direction::Write => libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC,
            Direction::Append => libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND,
        };
        let exclusive = mode.exclusive && mode.direction != Direction::Read;
        let flags = way
            | if exclusive { libc::O_EXCL } else { 0 }
            | if mode.close_on_exec { libc::O_CLOEXEC } else { 0 }
            | if mode.non_blocking { libc::O_NONBLOCK } else { 0 };
        // SAFETY: `path` is a C string; open has no other preconditions.
        let number = unsafe { open(path.as_ptr(), flags, PERMISSIONS) };
        (number != -1).then_some(Descriptor(number))
    }

    /// Takes over an open descriptor and gives it the properties that `mode` asks for. A number that is no descriptor
    /// fails later, when it is used.
    pub fn adopt(number: c_int, mode: &Mode) -> Self {
        let add = |get: c_int, set: c_int, flag: c_int| {
            // SAFETY: fcntl with these commands takes and gives numbers only.
            unsafe { libc::fcntl(number, set, libc::fcntl(number, get) | flag) };
        };
        if mode.non_blocking {
            add(libc::F_GETFL, libc::F_SETFL, libc::O_NONBLOCK);
        }
        if mode.close_on_exec {
            add(libc::F_GETFD, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        Descriptor(number)
    }

    /// Reads what there is, up to the room of `into`: the number of bytes, 0 at the file's end.
    ///
    /// # Errors
    /// The system's error number.
    pub fn read(&self, into: &mut Output) -> Result<usize, c_int> {
        let most = into.room().min(MOST);
        // SAFETY: `room` bytes are writable at `next` (the cursor's invariant 1).
        let count = unsafe { libc::read(self.0, into.next().cast::<c_void>(), most) };
        let count = usize::try_from(count).map_err(|_| error_number())?.min(most);
        // SAFETY: the system wrote `count <= room` bytes.
        unsafe { into.advance(count) };
        Ok(count)
    }

    /// Writes some of `bytes`: how many.
    ///
    /// # Errors
    /// The system's error number.
    pub fn write(&self, bytes: &[u8]) -> Result<usize, c_int> {
        let most = bytes.len().min(MOST);
        // SAFETY: the bytes are readable.
        let count = unsafe { libc::write(self.0, bytes.as_ptr().cast::<c_void>(), most) };
        Ok(usize::try_from(count).map_err(|_| error_number())?.min(most))
    }

    /// Moves to an offset: the new place as counted from the file's start, or `None` where the file has no places.
    pub fn seek(&self, offset: i64, from: From) -> Option<i64> {
        let from = match from {
            From::Start => libc::SEEK_SET,
            From::Here => libc::SEEK_CUR,
            From::End => libc::SEEK_END,
        };
        let offset = off_t::try_from(offset).ok()?;
        // SAFETY: lseek takes and gives numbers only.
        let place = unsafe { lseek(self.0, offset, from) };
        #[allow(clippy::useless_conversion, reason = "off_t has 32 bits on some systems")]
        (place != -1).then_some(i64::from(place))
    }

    /// Closes the file; `false` if the system reports an error.
    pub fn close(self) -> bool {
        // SAFETY: the descriptor is given up here.
        unsafe { libc::close(self.0) == 0 }
    }
}

/// Whether the error means that a call would have had to wait.
pub fn is_stall(number: c_int) -> bool {
    number == libc::EAGAIN || number == libc::EWOULDBLOCK
}

/// The thread's errno.
pub fn error_number() -> c_int {
    // SAFETY: the place is the thread's own.
    unsafe { *place_of_errno() }
}

/// Sets errno to 0, so that a program that finds another value there knows that a file operation failed.
pub fn clear_error_number() {
    // SAFETY: as in `error_number`.
    unsafe { *place_of_errno() = 0 }
}

fn place_of_errno() -> *mut c_int {
    // SAFETY: these functions have no preconditions.
    unsafe {
        #[cfg(any(target_os = "macos", target_os = "ios", target_os = "freebsd", target_os = "dragonfly"))]
        return libc::__error();
        #[cfg(any(target_os = "android", target_os = "netbsd", target_os = "openbsd"))]
        return libc::__errno();
        #[cfg(not(any(
            target_os = "macos",
            target_os = "ios",
            target_os = "freebsd",
            target_os = "dragonfly",
            target_os = "android",
            target_os = "netbsd",
            target_os = "openbsd"
        )))]
        return libc::__errno_location();
    }
}

/// Where `byte` is first.
pub fn find(bytes: &[u8], byte: u8) -> Option<usize> {
    // SAFETY: the bytes are readable.
    let found = unsafe { libc::memchr(bytes.as_ptr().cast::<c_void>(), byte.into(), bytes.len()) };
    (!found.is_null()).then(|| found.addr() - bytes.as_ptr().addr())
}

/// The system's words for an error number, in the program's language, without the zero; as many as there is room for.
pub fn error_text(number: c_int, room: &mut [u8]) -> &[u8] {
    let [.., last] = room else { return &[] };
    *last = 0;
    let length = room.len() - 1;
    // SAFETY: `length` bytes are writable.
    unsafe { libc::strerror_r(number, room.as_mut_ptr().cast::<c_char>(), length) };
    CStr::from_bytes_until_nul(room).map_or(&[], CStr::to_bytes)
}
