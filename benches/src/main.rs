//! Sizes and speeds of any number of zlibs.
//!
//! zlazy-bench [--levels 1-9] [--rounds 5] --library A.so [--library B.so ...] [FILE ...]
//!
//! Compresses each file at each level, whole and in pieces of 16 KiB, and decompresses what the first library made at level
//! 6. In each round every library has its turn, so that what else the machine does hits all alike; the best round counts.

mod data;
mod library;

use data::Sample;
use library::Library;
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

/// Input and room of each call where a stream is processed in pieces.
const PIECE: usize = 16 << 10;
/// Input and room of each call where there is to be one call.
const WHOLE: usize = u32::MAX as usize;

/// What the command line asks for.
struct Wishes {
    levels: RangeInclusive<i32>,
    rounds: usize,
    libraries: Vec<Library>,
    samples: Vec<Sample>,
}

/// A library's result over all samples.
#[derive(Clone, Default)]
struct Score {
    /// Sum of the logarithms of compressed by uncompressed length.
    ratio: f64,
    /// Sums of the logarithms of bytes per second: whole, in pieces.
    speed: [f64; 2],
}

fn main() -> Result<(), Box<dyn Error>> {
    let wishes = wishes()?;
    for sample in &wishes.samples {
        println!("{}: {} bytes", sample.name, sample.bytes.len());
    }
    println!("\nGeometric means over {} files, best of {} rounds\n", wishes.samples.len(), wishes.rounds);
    println!("{:<24} {:>5} {:>8} {:>12} {:>12}", "deflate", "level", "size %", "whole MB/s", "16 KiB MB/s");
    for level in wishes.levels.clone() {
        print(&wishes, &level.to_string(), &deflate(&wishes, level)?);
    }
    println!("\n{:<24} {:>5} {:>8} {:>12} {:>12}", "inflate", "", "", "whole MB/s", "16 KiB MB/s");
    print(&wishes, "", &inflate(&wishes)?);
    Ok(())
}

/// Reads the command line.
fn wishes() -> Result<Wishes, Box<dyn Error>> {
    let mut wishes = Wishes { levels: 1..=9, rounds: 5, libraries: Vec::new(), samples: Vec::new() };
    let mut files = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--levels" => {
                let value = value()?;
                let (first, last) = value.split_once('-').unwrap_or((&value, &value));
                wishes.levels = first.parse()?..=last.parse()?;
            }
            "--rounds" => wishes.rounds = value()?.parse::<usize>()?.max(1),
            "--library" => wishes.libraries.push(Library::open(Path::new(&value()?))?),
            _ => files.push(word),
        }
    }
    if wishes.libraries.is_empty() {
        return Err("name a library: --library PATH".into());
    }
    wishes.samples = data::samples(&files)?;
    Ok(wishes)
}

/// Compresses every sample with every library at a level.
fn deflate(wishes: &Wishes, level: i32) -> Result<Vec<Score>, String> {
    let mut results = vec![Score::default(); wishes.libraries.len()];
    for sample in &wishes.samples {
        let mut out = vec![0; sample.bytes.len() + sample.bytes.len() / 8 + 1024];
        for (mode, piece) in [WHOLE, PIECE].into_iter().enumerate() {
            let call = |library: &Library, out: &mut [u8]| library.compress(&sample.bytes, level, piece, out);
            let best = best_times(wishes, &mut out, call)?;
            for (result, (time, length)) in results.iter_mut().zip(best) {
                result.speed[mode] += (sample.bytes.len() as f64 / time.as_secs_f64()).ln();
                if mode == 0 {
                    result.ratio += (length as f64 / sample.bytes.len() as f64).ln();
                }
            }
        }
    }
    Ok(results)
}

/// Decompresses every sample, as packed by the first library, with every library.
fn inflate(wishes: &Wishes) -> Result<Vec<Score>, String> {
    let mut results = vec![Score::default(); wishes.libraries.len()];
    for sample in &wishes.samples {
        let mut packed = vec![0; sample.bytes.len() + sample.bytes.len() / 8 + 1024];
        let length = wishes.libraries[0].compress(&sample.bytes, 6, WHOLE, &mut packed)?;
        let mut out = vec![0; sample.bytes.len() + 1];
        for (mode, piece) in [WHOLE, PIECE].into_iter().enumerate() {
            let call = |library: &Library, out: &mut [u8]| library.decompress(&packed[..length], piece, out);
            for library in &wishes.libraries {
                let length = call(library, &mut out)?;
                if out[..length] != sample.bytes {
                    return Err(format!("{}: other data came back", library.name));
                }
            }
            for (result, (time, _)) in results.iter_mut().zip(best_times(wishes, &mut out, call)?) {
                result.speed[mode] += (sample.bytes.len() as f64 / time.as_secs_f64()).ln();
            }
        }
    }
    Ok(results)
}

/// Each library's fastest round, and the length that its last one gave.
fn best_times(
    wishes: &Wishes,
    out: &mut [u8],
    call: impl Fn(&Library, &mut [u8]) -> Result<usize, String>,
) -> Result<Vec<(Duration, usize)>, String> {
    let mut best = vec![(Duration::MAX, 0); wishes.libraries.len()];
    for _ in 0..wishes.rounds {
        for (library, best) in wishes.libraries.iter().zip(&mut best) {
            let begin = Instant::now();
            let length = call(library, out)?;
            *best = (best.0.min(begin.elapsed()), length);
        }
    }
    Ok(best)
}

/// One line for each library.
fn print(wishes: &Wishes, level: &str, results: &[Score]) {
    let mean = |sum: f64| (sum / wishes.samples.len() as f64).exp();
    for (library, result) in wishes.libraries.iter().zip(results) {
        let size = if level.is_empty() { String::new() } else { format!("{:.3}", 100.0 * mean(result.ratio)) };
        let [whole, pieces] = result.speed.map(|sum| mean(sum) / 1e6);
        println!("{:<24} {level:>5} {size:>8} {whole:>12.1} {pieces:>12.1}", library.name);
    }
}
