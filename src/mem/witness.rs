//! Tells ThreadSanitizer of blocks that go from thread to thread, in programs that are built with it.
//!
//! The sanitizer sees the C library's functions that this library calls, but not its atomic operations, unless the library
//! is built with the sanitizer, too: so a block that goes through the pool looks like a race. Its runtime has two functions
//! for such a case. They are weak references here: in any other program their addresses are 0, and the cost is the look.
//!
//! They are AnnotateHappensBefore and AnnotateHappensAfter, and not __tsan_release and __tsan_acquire, because the runtime of
//! Go's race detector has functions of the latter names that take other arguments.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use core::ffi::c_void;

/// What this thread did so far happens before what others do after [`received`] with the same address.
#[inline(always)]
pub fn handed_over<T>(place: &T) {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    {
        let function: usize;
        // SAFETY: reads one entry of the global offset table, which the weak reference makes exist.
        unsafe {
            core::arch::asm!(
                ".weak AnnotateHappensBefore",
                "mov {0}, qword ptr [rip + AnnotateHappensBefore@GOTPCREL]",
                out(reg) function,
                options(pure, readonly, nostack, preserves_flags)
            );
        }
        // SAFETY: 0 or the runtime's function, which takes any address.
        unsafe { call(function, (&raw const *place).cast()) }
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    let _ = place;
}

/// See [`handed_over`].
#[inline(always)]
pub fn received<T>(place: &T) {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    {
        let function: usize;
        // SAFETY: as in `handed_over`.
        unsafe {
            core::arch::asm!(
                ".weak AnnotateHappensAfter",
                "mov {0}, qword ptr [rip + AnnotateHappensAfter@GOTPCREL]",
                out(reg) function,
                options(pure, readonly, nostack, preserves_flags)
            );
        }
        // SAFETY: as in `handed_over`.
        unsafe { call(function, (&raw const *place).cast()) }
    }
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    let _ = place;
}

/// Calls a function of the sanitizer's, if there is one.
///
/// # Safety
/// `function` is 0 or the address of a C function that takes a file's name, a line and an address.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[inline(always)]
unsafe fn call(function: usize, place: *const c_void) {
    type Annotate = unsafe extern "C" fn(*const u8, i32, *const c_void);
    // SAFETY: the caller's promise; a NULL function is None.
    let function: Option<Annotate> = unsafe { core::mem::transmute(function) };
    if let Some(function) = function {
        // SAFETY: the caller's promise.
        unsafe { function(c"zlazy".as_ptr().cast(), 0, place) }
    }
}
