//! Compresses and decompresses through flate2 and libz-sys; prints the version of the zlazy that it is linked to.

use std::ffi::{c_char, CStr};
use std::io::{Read, Write};

unsafe extern "C" {
    /// No other zlib has it: with another one, this program does not link.
    fn zlazy_version() -> *const c_char;
}

fn main() -> std::io::Result<()> {
    let text: Vec<u8> = (0..100_000u32).map(|i| (i % 100 * i) as u8).collect();
    for level in 0..=9 {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
        packer.write_all(&text)?;
        let packed = packer.finish()?;
        let mut again = Vec::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut again)?;
        assert_eq!(text, again, "level {level}");
    }
    // SAFETY: the function takes nothing and returns a static string.
    let version = unsafe { CStr::from_ptr(zlazy_version()) };
    println!("{}", version.to_str().expect("ASCII"));
    Ok(())
}
