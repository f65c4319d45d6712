//! Speed of decompression and checksums by any number of zlibs; libdeflate and ISA-L are understood, too.
//!
//! inflate [--rounds 15] --library A.so [--library B.so ...] [FILE ...]
//!
//! The last library that is a zlib compresses what is decompressed. In each round every library has its turn; the best round
//! counts. A bar stands where a library has no such function.

#[path = "../../data.rs"]
#[allow(dead_code, reason = "names are not shown here")]
mod data;
mod hostile;
mod library;
#[path = "../../whole.rs"]
#[allow(dead_code, reason = "a zlib compresses here")]
mod whole;

use data::Sample;
use library::{Done, Library};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// Most bytes of a sample that are used: more are more of the same.
const MOST: usize = 2_000_000;
/// Most bytes of a sample that are decompressed by single bytes.
const FEW: usize = 100_000;
/// All at once.
const WHOLE: usize = usize::MAX;

/// What the command line asks for.
struct Wishes {
    rounds: usize,
    libraries: Vec<Library>,
    samples: Vec<Sample>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let wishes = wishes()?;
    println!("{} files, best of {} rounds; geometric means\n", wishes.samples.len(), wishes.rounds);
    let per_byte = streams(&wishes)?;
    wrappers(&wishes)?;
    messages(&wishes)?;
    checksums(&wishes);
    hostile(&wishes, &per_byte)
}

/// Reads the command line.
fn wishes() -> Result<Wishes, Box<dyn Error>> {
    let mut wishes = Wishes { rounds: 15, libraries: Vec::new(), samples: Vec::new() };
    let mut files = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--rounds" => wishes.rounds = value()?.parse::<usize>()?.max(1),
            "--library" => wishes.libraries.push(Library::open(Path::new(&value()?))?),
            _ => files.push(word),
        }
    }
    if wishes.libraries.is_empty() {
        return Err("name a library: --library PATH".into());
    }
    wishes.samples = data::samples(&files)?;
    wishes.samples.iter_mut().for_each(|sample| sample.bytes.truncate(MOST));
    Ok(wishes)
}

impl Wishes {
    /// Compresses by the last library that can.
    fn packed(&self, bytes: &[u8], level: i32, window_bits: i32) -> Result<Vec<u8>, String> {
        let mut answer = Err("no library compresses".to_owned());
        for library in self.libraries.iter().rev() {
            answer = library.compress(bytes, level, window_bits);
            if answer.is_ok() {
                break;
            }
        }
        answer
    }

    /// Each library's fastest round, in seconds, of what comes to `wanted` bytes; `None` if it has no such function.
    fn times(&self, wanted: usize, mut work: impl FnMut(&Library) -> Done) -> Result<Vec<Option<f64>>, String> {
        let mut best = vec![Some(f64::MAX); self.libraries.len()];
        for _ in 0..self.rounds {
            for (library, best) in self.libraries.iter().zip(&mut best) {
                let begin = Instant::now();
                let done = work(library);
                let time = begin.elapsed().as_secs_f64();
                match done {
                    None => *best = None,
                    Some(length) if length.clone()? == wanted => *best = best.map(|best| best.min(time)),
                    Some(_) => return Err(format!("{}: other data came back", library.name)),
                }
            }
        }
        Ok(best)
    }

    /// The title of a table: a name, and the libraries.
    fn head(&self, title: &str) {
        print!("{title:<28}");
        self.libraries.iter().for_each(|library| print!(" {:>14}", library.name.trim_end_matches(".4.0")));
        println!();
    }
}

/// A row of a table.
fn row(name: &str, values: impl Iterator<Item = Option<f64>>, digits: usize) {
    print!("{name:<28}");
    for value in values {
        match value {
            Some(value) => print!(" {value:>14.digits$}"),
            None => print!(" {:>14}", "-"),
        }
    }
    println!();
}

/// Sums of logarithms, and their mean's power.
#[derive(Clone, Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(means: &mut [Mean], values: impl Iterator<Item = Option<f64>>) {
        for (mean, value) in means.iter_mut().zip(values) {
            if let Some(value) = value {
                (mean.sum, mean.count) = (mean.sum + value.ln(), mean.count + 1);
            }
        }
    }

    fn get(&self) -> Option<f64> {
        (self.count != 0).then(|| (self.sum / self.count as f64).exp())
    }
}

/// Streams in steps of several sizes, as compressed at three levels; each library's nanoseconds a byte of input, whole.
fn streams(wishes: &Wishes) -> Result<Vec<Mean>, Box<dyn Error>> {
    let steps = [
        ("whole, exact room", WHOLE, WHOLE),
        ("in 64 KiB", 65536, 65536),
        ("in 16 KiB", 16384, 16384),
        ("in 1 KiB", 1024, 1024),
        ("room 1 byte", WHOLE, 1),
    ];
    wishes.head("MB/s (zlib format)");
    let mut per_byte = vec![Mean::default(); wishes.libraries.len()];
    for level in [1, 6, 9] {
        for (name, piece, room) in steps {
            let mut means = per_byte.iter().map(|_| Mean::default()).collect::<Vec<_>>();
            for sample in &wishes.samples {
                let bytes = &sample.bytes[..if room == 1 { sample.bytes.len().min(FEW) } else { sample.bytes.len() }];
                let packed = wishes.packed(bytes, level, 15)?;
                let mut out = vec![0; bytes.len()];
                let best = wishes.times(bytes.len(), |library| library.inflate(&packed, 15, piece, room, &mut out))?;
                Mean::add(&mut means, best.iter().map(|best| best.map(|time| bytes.len() as f64 / time / 1e6)));
                if (level, room) == (6, WHOLE) {
                    Mean::add(&mut per_byte, best.iter().map(|best| best.map(|time| time / packed.len() as f64 * 1e9)));
                }
            }
            row(&format!("level {level}, {name}"), means.iter().map(Mean::get), 0);
        }
    }
    println!();
    Ok(per_byte)
}

/// What is around the data, and the other ways to decompress it.
fn wrappers(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    wishes.head("MB/s (level 6, whole)");
    let mut window = [0; 32768];
    for (name, window_bits) in [("zlib", 15), ("gzip", 31), ("raw", -15), ("uncompress", 15), ("inflateBack", -15)] {
        let mut means = wishes.libraries.iter().map(|_| Mean::default()).collect::<Vec<_>>();
        for sample in &wishes.samples {
            let packed = wishes.packed(&sample.bytes, 6, window_bits)?;
            let mut out = vec![0; sample.bytes.len()];
            let best = wishes.times(out.len(), |library| match name {
                "uncompress" => library.uncompress(&packed, &mut out),
                "inflateBack" => library.back(&packed, &mut window),
                _ => library.inflate(&packed, window_bits, WHOLE, WHOLE, &mut out),
            })?;
            Mean::add(&mut means, best.iter().map(|best| best.map(|time| sample.bytes.len() as f64 / time / 1e6)));
        }
        row(name, means.iter().map(Mean::get), 0);
    }
    println!();
    Ok(())
}

/// Messages of one to 8192 bytes: on a stream for each, and on one that is reset.
fn messages(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    const REPEATS: usize = 200;
    wishes.head("ns a message (level 6)");
    for length in [1, 100, 1024, 8192] {
        for (name, new) in [("new", true), ("reset", false)] {
            let mut means = wishes.libraries.iter().map(|_| Mean::default()).collect::<Vec<_>>();
            for sample in wishes.samples.iter().filter(|sample| sample.bytes.len() > 2 * length) {
                let bytes = &sample.bytes[sample.bytes.len() / 2..][..length];
                let packed = wishes.packed(bytes, 6, 15)?;
                let mut out = vec![0; length];
                let best = wishes.times(length, |library| {
                    if new {
                        (1..REPEATS).for_each(|_| drop(library.inflate(&packed, 15, WHOLE, WHOLE, &mut out)));
                        return library.inflate(&packed, 15, WHOLE, WHOLE, &mut out);
                    }
                    let mut strm = library.begin(15)?;
                    (1..REPEATS).for_each(|_| drop(library.again(&mut strm, &packed, &mut out)));
                    let done = library.again(&mut strm, &packed, &mut out);
                    library.end(&mut strm);
                    done
                })?;
                Mean::add(&mut means, best.iter().map(|best| best.map(|time| time / REPEATS as f64 * 1e9)));
            }
            row(&format!("{length} bytes, {name}"), means.iter().map(Mean::get), 0);
        }
    }
    println!();
    Ok(())
}

/// Both checksums, from an aligned address and the one behind it.
fn checksums(wishes: &Wishes) {
    wishes.head("GB/s");
    let bytes: Vec<u8> = (0..(16u32 << 20) + 64).map(|at| (at.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
    let first = bytes.as_ptr().align_offset(64);
    for (name, crc) in [("crc32", true), ("adler32", false)] {
        for length in [64, 1024, 65536, 16 << 20] {
            for skew in [0, 1] {
                let data = &bytes[first + skew..][..length - skew];
                let repeats = (1 << 20) / length + 1;
                let mut best = vec![f64::MAX; wishes.libraries.len()];
                for _ in 0..wishes.rounds {
                    for (library, best) in wishes.libraries.iter().zip(&mut best) {
                        let begin = Instant::now();
                        for _ in 0..repeats {
                            black_box(library.checksum(crc, black_box(data)));
                        }
                        *best = best.min(begin.elapsed().as_secs_f64());
                    }
                }
                let speed = |best: &f64| Some((repeats * data.len()) as f64 / best / 1e9);
                row(&format!("{name}, {length} bytes{}", [", aligned", ""][skew]), best.iter().map(speed), 2);
            }
        }
    }
    println!();
}

/// Streams made to be slow, against `per_byte`, what a library takes for a byte of the samples.
fn hostile(wishes: &Wishes, per_byte: &[Mean]) -> Result<(), Box<dyn Error>> {
    wishes.head("ns a byte of input");
    row("the files (level 6)", per_byte.iter().map(Mean::get), 2);
    for (name, packed, length) in hostile::streams() {
        let mut out = vec![0; length];
        let best = wishes.times(length, |library| library.inflate(&packed, -15, WHOLE, WHOLE, &mut out))?;
        row(name, best.iter().map(|best| best.map(|time| time / packed.len() as f64 * 1e9)), 2);
    }
    Ok(())
}
