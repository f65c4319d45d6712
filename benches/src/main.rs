//! Sizes and speeds of any number of zlibs; libdeflate and ISA-L are understood, too.
//!
//! zlazy-bench [--levels 1-9] [--rounds 5] --library A.so [--library B.so ...] [FILE ...]
//!
//! Compresses each file at each level, whole and in pieces of 16 KiB, and decompresses what the first library made at level
//! 6. In each round every library has its turn, so that what else the machine does hits all alike; the best round counts. Each
//! library has its own levels; without --levels they are all measured, save those that only store. A bar stands where a library
//! takes whole buffers alone.

mod data;
mod library;
#[allow(dead_code, reason = "checksums are not measured here")]
mod whole;

use data::Sample;
use library::{Done, Library, WHOLE};
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

/// Input and room of each call where a stream is processed in pieces.
const PIECE: usize = 16 << 10;

/// What the command line asks for.
struct Wishes {
    levels: RangeInclusive<i32>,
    rounds: usize,
    libraries: Vec<Library>,
    samples: Vec<Sample>,
}

/// A library's result over all samples.
#[derive(Clone)]
struct Score {
    /// Sum of the logarithms of compressed by uncompressed length.
    ratio: f64,
    /// Sums of the logarithms of bytes per second: whole, in pieces if it takes them.
    speed: [Option<f64>; 2],
}

impl Score {
    fn new() -> Self {
        Score { ratio: 0.0, speed: [Some(0.0); 2] }
    }

    /// Counts a sample of so many bytes, and the time for it.
    fn add(&mut self, mode: usize, bytes: usize, best: Option<Best>) {
        let speed = best.map(|best| (bytes as f64 / best.time.as_secs_f64()).ln());
        self.speed[mode] = self.speed[mode].zip(speed).map(|(sum, speed)| sum + speed);
        if let (0, Some(best)) = (mode, best) {
            self.ratio += (best.length as f64 / bytes as f64).ln();
        }
    }
}

/// A library's fastest round, and the length that its last one gave.
#[derive(Clone, Copy)]
struct Best {
    time: Duration,
    length: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let wishes = wishes()?;
    for sample in &wishes.samples {
        println!("{}: {} bytes", sample.name, sample.bytes.len());
    }
    println!("\nGeometric means over {} files, best of {} rounds\n", wishes.samples.len(), wishes.rounds);
    println!("{:<24} {:>5} {:>8} {:>12} {:>12}", "deflate", "level", "size %", "whole MB/s", "16 KiB MB/s");
    for level in wishes.levels.clone() {
        let libraries: Vec<&Library> = wishes.libraries.iter().filter(|lib| lib.levels().contains(&level)).collect();
        print(&wishes, &libraries, &level.to_string(), &deflate(&wishes, &libraries, level)?);
    }
    println!("\n{:<24} {:>5} {:>8} {:>12} {:>12}", "inflate", "", "", "whole MB/s", "16 KiB MB/s");
    let libraries: Vec<&Library> = wishes.libraries.iter().collect();
    print(&wishes, &libraries, "", &inflate(&wishes, &libraries)?);
    Ok(())
}

/// Reads the command line.
fn wishes() -> Result<Wishes, Box<dyn Error>> {
    let mut wishes = Wishes { levels: 0..=12, rounds: 5, libraries: Vec::new(), samples: Vec::new() };
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

/// Compresses every sample with these libraries at a level.
fn deflate(wishes: &Wishes, libraries: &[&Library], level: i32) -> Result<Vec<Score>, String> {
    let mut results = vec![Score::new(); libraries.len()];
    for sample in &wishes.samples {
        let mut out = vec![0; sample.bytes.len() + sample.bytes.len() / 8 + 1024];
        for (mode, piece) in [WHOLE, PIECE].into_iter().enumerate() {
            let call = |library: &Library, out: &mut [u8]| library.compress(&sample.bytes, level, piece, out);
            for (result, best) in results.iter_mut().zip(best_times(wishes, libraries, &mut out, call)?) {
                result.add(mode, sample.bytes.len(), best);
            }
        }
    }
    Ok(results)
}

/// Decompresses every sample, as packed by the first library, with every library.
fn inflate(wishes: &Wishes, libraries: &[&Library]) -> Result<Vec<Score>, String> {
    let mut results = vec![Score::new(); libraries.len()];
    for sample in &wishes.samples {
        let mut packed = vec![0; sample.bytes.len() + sample.bytes.len() / 8 + 1024];
        let length = libraries[0].compress(&sample.bytes, 6, WHOLE, &mut packed).ok_or("it compresses nothing")??;
        let mut out = vec![0; sample.bytes.len() + 1];
        for (mode, piece) in [WHOLE, PIECE].into_iter().enumerate() {
            let call = |library: &Library, out: &mut [u8]| library.decompress(&packed[..length], piece, out);
            for library in libraries {
                match call(library, &mut out).transpose()? {
                    Some(length) if out[..length] != sample.bytes => {
                        return Err(format!("{}: other data came back", library.name));
                    }
                    _ => {}
                }
            }
            for (result, best) in results.iter_mut().zip(best_times(wishes, libraries, &mut out, call)?) {
                result.add(mode, sample.bytes.len(), best);
            }
        }
    }
    Ok(results)
}

/// Each library's best; `None` for what it cannot do.
fn best_times(
    wishes: &Wishes,
    libraries: &[&Library],
    out: &mut [u8],
    call: impl Fn(&Library, &mut [u8]) -> Done,
) -> Result<Vec<Option<Best>>, String> {
    let mut all = vec![None; libraries.len()];
    for _ in 0..wishes.rounds {
        for (library, best) in libraries.iter().zip(&mut all) {
            let begin = Instant::now();
            let Some(done) = call(library, out) else { continue };
            let time = begin.elapsed();
            let length = done.map_err(|why| format!("{}: {why}", library.name))?;
            *best = Some(Best { time: best.map_or(time, |best: Best| best.time.min(time)), length });
        }
    }
    Ok(all)
}

/// One line for each library.
fn print(wishes: &Wishes, libraries: &[&Library], level: &str, results: &[Score]) {
    let mean = |sum: f64| (sum / wishes.samples.len() as f64).exp();
    for (library, result) in libraries.iter().zip(results) {
        let size = if level.is_empty() { String::new() } else { format!("{:.3}", 100.0 * mean(result.ratio)) };
        let [whole, pieces] = result.speed.map(|sum| sum.map_or("-".into(), |sum| format!("{:.1}", mean(sum) / 1e6)));
        println!("{:<24} {level:>5} {size:>8} {whole:>12} {pieces:>12}", library.name);
    }
}
