//! What the processor can do, asked once.
//!
//! The answer is a [`Tier`], one step on a ladder: whoever has kernels for several tiers asks [`tier`] once at the door of a
//! loop and calls the best kernel at or below it. Every step holds all of the steps below it.
//!
//! The environment variable `ZLAZY_TIER` (`base`, `avx2`, `vpclmul`, `avx512`) lowers the answer, for tests and for hosts
//! whose vector units are to be left alone; it never raises it. It is read when the first caller asks, never again.
//! `--cfg zlazy_portable` leaves all kernels out of the library, and the answer is then always [`Tier::Base`].
//!
//! Invariant: [`tier`] never answers more than the processor *and* the operating system have; kernels rest on that.

#![cfg_attr(
    any(not(target_arch = "x86_64"), zlazy_portable),
    allow(dead_code, reason = "nobody asks where there are no kernels")
)]

use core::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions that kernels may use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Tier {
    /// What the compilation target promises.
    Base = 1,
    /// SSE4.2, POPCNT, LZCNT, BMI1, BMI2, PCLMULQDQ, AVX and AVX2: from Haswell and Zen 1 on.
    Avx2Bmi2 = 2,
    /// Also VPCLMULQDQ: from Zen 3 and Alder Lake on.
    Avx2Vpclmul = 3,
    /// Also AVX-512 F, BW, DQ, VL, VBMI, VBMI2 and VNNI: from Ice Lake and Zen 4 on.
    Avx512 = 4,
}

/// The answer as a [`Tier`] number, 0 while nobody has asked. Threads that ask at once find the same answer, and nothing
/// else is published with it, so relaxed order is enough.
static ANSWER: AtomicU8 = AtomicU8::new(0);

/// The best tier that this processor has and `ZLAZY_TIER` allows.
#[inline]
pub fn tier() -> Tier {
    let tier = match ANSWER.load(Ordering::Relaxed) {
        1 => Tier::Base,
        #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
        2 => Tier::Avx2Bmi2,
        #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
        3 => Tier::Avx2Vpclmul,
        #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
        4 => Tier::Avx512,
        _ => ask(),
    };
    #[cfg(test)]
    let tier = tier.min(tests::limit());
    tier
}

/// Asks the processor and keeps the answer.
#[cold]
fn ask() -> Tier {
    let tier = detected().min(allowed());
    ANSWER.store(tier as u8, Ordering::Relaxed);
    tier
}

/// A loop that is written without intrinsics but gains from shifts by register and wide copies. What it does must not
/// depend on the processor.
pub trait Work {
    /// What it answers.
    type Answer;
    /// Does it; marked `#[inline(always)]`, so that it is compiled anew for each tier. `lean`: this is the body for
    /// processors that are no longer made, which is to be small before it is fast.
    fn run(self, lean: bool) -> Self::Answer;
}

/// Does `work` as compiled for [`Tier::Avx2Bmi2`], where the processor has that.
#[inline(always)]
pub fn boosted<W: Work>(work: W) -> W::Answer {
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    if tier() >= Tier::Avx2Bmi2 {
        // SAFETY: the tier says that the processor has the features.
        return unsafe { with_avx2_bmi2(work) };
    }
    work.run(cfg!(all(target_arch = "x86_64", not(zlazy_portable))))
}

#[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2_bmi2<W: Work>(work: W) -> W::Answer {
    work.run(false)
}

#[cfg(any(not(target_arch = "x86_64"), zlazy_portable))]
fn detected() -> Tier {
    Tier::Base
}

#[cfg(any(not(target_arch = "x86_64"), zlazy_portable))]
fn allowed() -> Tier {
    Tier::Base
}

#[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
use x86_64::{allowed, detected};

#[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
mod x86_64 {
    //! CPUID, XGETBV and the environment. Bit numbers are those of Intel's manual, volume 2, CPUID, and volume 1,
    //! section 13.3 (what the operating system saves when it switches threads).

    use super::Tier;
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    use core::ffi::CStr;

    /// CPUID 1, ECX: PCLMULQDQ, SSSE3, SSE4.1, SSE4.2, POPCNT, AVX.
    const AVX2_LEAF_1_ECX: u32 = bits(&[1, 9, 19, 20, 23, 28]);
    /// CPUID 1, ECX: XGETBV may be used.
    const OSXSAVE: u32 = bits(&[27]);
    /// CPUID 7, EBX: BMI1, AVX2, BMI2.
    const AVX2_LEAF_7_EBX: u32 = bits(&[3, 5, 8]);
    /// CPUID 0x80000001, ECX: LZCNT.
    const AVX2_EXTENDED_ECX: u32 = bits(&[5]);
    /// CPUID 7, ECX: VPCLMULQDQ.
    const VPCLMUL_LEAF_7_ECX: u32 = bits(&[10]);
    /// CPUID 7, EBX: AVX-512 F, DQ, BW, VL.
    const AVX512_LEAF_7_EBX: u32 = bits(&[16, 17, 30, 31]);
    /// CPUID 7, ECX: AVX-512 VBMI, VBMI2, VNNI.
    const AVX512_LEAF_7_ECX: u32 = bits(&[1, 6, 11]);
    /// XCR0: the registers XMM and YMM are saved.
    const SAVES_YMM: u32 = bits(&[1, 2]);
    /// XCR0: mask registers and ZMM are saved too.
    const SAVES_ZMM: u32 = bits(&[1, 2, 5, 6, 7]);

    const fn bits(numbers: &[u32]) -> u32 {
        let (mut set, mut i) = (0, 0);
        while i < numbers.len() {
            set |= 1 << numbers[i];
            i += 1;
        }
        set
    }

    /// What processor and operating system have.
    pub fn detected() -> Tier {
        let has = |register: u32, wanted: u32| register & wanted == wanted;
        let leaf_1 = __cpuid(1).ecx;
        if __cpuid(0).eax < 7 || __cpuid(0x8000_0000).eax < 0x8000_0001 || !has(leaf_1, OSXSAVE) {
            return Tier::Base;
        }
        // SAFETY: OSXSAVE says that XGETBV exists and that register 0 may be read.
        let saved = unsafe { saved_registers() };
        let (leaf_7, extended) = (__cpuid_count(7, 0), __cpuid(0x8000_0001).ecx);
        let avx2 = has(saved, SAVES_YMM)
            && has(leaf_1, AVX2_LEAF_1_ECX)
            && has(leaf_7.ebx, AVX2_LEAF_7_EBX)
            && has(extended, AVX2_EXTENDED_ECX);
        let vpclmul = avx2 && has(leaf_7.ecx, VPCLMUL_LEAF_7_ECX);
        let avx512 = vpclmul
            && has(saved, SAVES_ZMM)
            && has(leaf_7.ebx, AVX512_LEAF_7_EBX)
            && has(leaf_7.ecx, AVX512_LEAF_7_ECX);
        match (avx2, vpclmul, avx512) {
            (.., true) => Tier::Avx512,
            (_, true, _) => Tier::Avx2Vpclmul,
            (true, ..) => Tier::Avx2Bmi2,
            _ => Tier::Base,
        }
    }

    /// The low half of XCR0.
    #[target_feature(enable = "xsave")]
    fn saved_registers() -> u32 {
        // SAFETY: register 0 exists wherever XGETBV does.
        (unsafe { _xgetbv(0) }) as u32
    }

    /// What `ZLAZY_TIER` allows: everything if it is not set or holds no tier's name.
    pub fn allowed() -> Tier {
        unsafe extern "C" {
            // Declared here and not taken from the libc crate, which belongs to the rooms that face C.
            fn getenv(name: *const u8) -> *const u8;
        }
        // SAFETY: the name ends with a zero byte.
        let value = unsafe { getenv(c"ZLAZY_TIER".as_ptr().cast()) };
        if value.is_null() {
            return Tier::Avx512;
        }
        // SAFETY: getenv's answer is a string that stands until the environment changes, which is not during this call.
        named(unsafe { CStr::from_ptr(value.cast()) }.to_bytes())
    }

    /// The tier of this name; the highest if there is none.
    pub fn named(name: &[u8]) -> Tier {
        match name {
            b"base" => Tier::Base,
            b"avx2" => Tier::Avx2Bmi2,
            b"vpclmul" => Tier::Avx2Vpclmul,
            _ => Tier::Avx512,
        }
    }
}

#[cfg(test)]
pub mod tests {
    //! Ways for other rooms' tests to run at a lower tier, and the tests of this room.

    use super::*;
    use std::cell::Cell;

    thread_local! {
        static LIMIT: Cell<Tier> = const { Cell::new(Tier::Avx512) };
    }

    /// The tier that [`at_most`] allows on this thread.
    pub fn limit() -> Tier {
        LIMIT.get()
    }

    /// Runs `test` with [`tier`] answering at most `limit` on this thread.
    pub fn at_most<R>(limit: Tier, test: impl FnOnce() -> R) -> R {
        let before = LIMIT.replace(limit);
        let result = test();
        LIMIT.set(before);
        result
    }

    /// Every tier that this machine has.
    pub fn tiers() -> impl Iterator<Item = Tier> {
        [Tier::Base, Tier::Avx2Bmi2, Tier::Avx2Vpclmul, Tier::Avx512].into_iter().filter(|&step| step <= tier())
    }

    #[test]
    fn a_limit_lowers_the_answer_and_ends() {
        let free = tier();
        assert_eq!(at_most(Tier::Base, tier), Tier::Base);
        assert_eq!(at_most(Tier::Avx512, tier), free);
        assert_eq!(tier(), free);
        assert!(tiers().all(|step| at_most(step, tier) == step));
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    fn agrees_with_the_standard_library() {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("pclmulqdq");
        let avx512 =
            has!("avx512bw") && has!("avx512dq") && has!("avx512vl") && has!("avx512vbmi2") && has!("avx512vnni");
        let detected = x86_64::detected();
        assert_eq!(detected >= Tier::Avx2Bmi2, avx2);
        assert_eq!(detected >= Tier::Avx2Vpclmul, avx2 && has!("vpclmulqdq"));
        assert_eq!(detected >= Tier::Avx512, avx2 && has!("vpclmulqdq") && has!("avx512vbmi") && avx512);
    }

    #[test]
    #[cfg(all(target_arch = "x86_64", not(zlazy_portable)))]
    fn names_only_lower() {
        assert_eq!(x86_64::named(b"base"), Tier::Base);
        assert_eq!(x86_64::named(b"avx2"), Tier::Avx2Bmi2);
        assert_eq!(x86_64::named(b"vpclmul"), Tier::Avx2Vpclmul);
        assert_eq!(x86_64::named(b"avx1024"), Tier::Avx512);
    }
}
