//! What is compressed: the files that the user names, or three kinds of data that are the same on every machine.

use std::error::Error;
use std::fs;

/// Bytes of each kind of generated data.
const LENGTH: usize = 1 << 20;

/// Named data.
pub struct Sample {
    /// A file's path or a kind's name.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The files, or generated data if there are none.
pub fn samples(files: &[String]) -> Result<Vec<Sample>, Box<dyn Error>> {
    if files.is_empty() {
        let made =
            |name: &str, make: fn(&mut Draw) -> Vec<u8>| Sample { name: name.to_owned(), bytes: make(&mut Draw(1)) };
        return Ok(vec![made("words", words), made("records", records), made("noise", noise)]);
    }
    let read = |name: &String| {
        let bytes = fs::read(name).map_err(|why| format!("{name}: {why}"))?;
        Ok(Sample { name: name.clone(), bytes })
    };
    files.iter().map(read).collect()
}

/// Pseudo-random numbers (a 64-bit linear congruential generator's upper half).
struct Draw(u64);

impl Draw {
    /// 0 to `below - 1`.
    fn number(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 32) % below
    }

    /// The same, small numbers likelier: as words and values in real data are.
    fn rank(&mut self, below: u64) -> u64 {
        let first = self.number(below) + 1;
        let second = self.number(first) + 1;
        self.number(second)
    }
}

/// Lines of made-up words, frequent ones and rare ones.
fn words(draw: &mut Draw) -> Vec<u8> {
    const SYLLABLES: [&str; 16] =
        ["ba", "cor", "da", "en", "fi", "gra", "hol", "i", "jun", "ka", "lor", "me", "nis", "o", "pre", "ter"];
    let mut text = String::new();
    while text.len() < LENGTH {
        let mut word = draw.rank(4096);
        loop {
            text += SYLLABLES[(word % 16) as usize];
            word /= 16;
            if word == 0 {
                break;
            }
        }
        text += if draw.number(12) == 0 { ".\n" } else { " " };
    }
    text.truncate(LENGTH);
    text.into_bytes()
}

/// Little-endian records whose fields change slowly.
fn records(draw: &mut Draw) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(LENGTH);
    let mut fields = [0u32, 50_000, 7];
    while bytes.len() < LENGTH {
        fields[0] += 1;
        fields[1] = fields[1].wrapping_add(draw.rank(64) as u32).wrapping_sub(8);
        fields[2] ^= 1 << draw.rank(32);
        fields.iter().for_each(|field| bytes.extend(field.to_le_bytes()));
    }
    bytes.truncate(LENGTH);
    bytes
}

/// Bytes without any order.
fn noise(draw: &mut Draw) -> Vec<u8> {
    (0..LENGTH).map(|_| draw.number(256) as u8).collect()
}
