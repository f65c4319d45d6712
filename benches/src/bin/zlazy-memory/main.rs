//! What streams cost in memory, and what short messages cost in time, for any number of zlibs side by side.
//!
//! zlazy-memory [--rounds 9] LIBRARY.so ...
//!
//! Times are medians over rounds in which every library has its turn, so that what else the machine does hits all alike.
//! Allocations and bytes are counted by this program's own malloc (`heap`), after a warm-up, so they are those of the
//! steady state. A library that is not there is left out, and that is said.

#[expect(dead_code, reason = "names of samples are for the other bench")]
#[path = "../../data.rs"]
mod data;
mod heap;
mod streams;

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use streams::{BLANK, FINISH, Library, SYNC_FLUSH, Settings, Stream};

/// Z_HUFFMAN_ONLY, shown as level -2.
const HUFFMAN_ONLY: i32 = 2;
/// Time that a batch of operations takes, in nanoseconds.
const BATCH: f64 = 400_000.0;
/// Streams of table (d).
const CROWD: usize = 10_000;

/// One operation's cost.
#[derive(Clone, Copy)]
struct Cost {
    nanoseconds: f64,
    allocations: f64,
    bytes: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).peekable();
    let mut rounds = 9;
    let mut paths = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--rounds" => rounds = words.next().ok_or("--rounds needs a value")?.parse::<usize>()?.max(1),
            "--crowd" => return crowd_of_one(Path::new(&words.next().ok_or("--crowd needs a library")?)),
            _ => paths.push(word),
        }
    }
    let mut libraries = Vec::new();
    for path in &paths {
        match Library::open(Path::new(path)) {
            Ok(library) => libraries.push(library),
            Err(why) => println!("LEFT OUT: {why}"),
        }
    }
    if libraries.is_empty() {
        return Err("name a library".into());
    }
    let samples = data::samples(&[])?;
    let text = &samples[0].bytes;
    println!("machine: {}", machine());
    create_or_reset(&libraries, text, rounds);
    bytes_per_stream(&libraries, text);
    message_sizes(&libraries, text, rounds);
    crowd(&paths)
}

/// The processor, as the system names it.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    format!("{}, {processors} processors", model.trim_start_matches(['\t', ' ', ':']))
}

/// Measures each operation of a library by turns.
fn costs(rounds: usize, operations: &mut [Box<dyn FnMut() + '_>]) -> Vec<Cost> {
    let mut batches = Vec::new();
    for operation in operations.iter_mut() {
        operation();
        let begin = Instant::now();
        operation();
        batches.push((BATCH / begin.elapsed().as_nanos().max(1) as f64).clamp(1.0, 2000.0) as usize);
    }
    let mut times = vec![Vec::new(); operations.len()];
    let mut counts = vec![(0.0, 0.0); operations.len()];
    for _ in 0..rounds {
        for (at, operation) in operations.iter_mut().enumerate() {
            operation();
            let (before, begin) = (heap::now(), Instant::now());
            for _ in 0..batches[at] {
                operation();
            }
            let (time, after) = (begin.elapsed(), heap::now());
            let batch = batches[at] as f64;
            times[at].push(time.as_nanos() as f64 / batch);
            counts[at] = ((after.calls - before.calls) as f64 / batch, (after.taken - before.taken) as f64 / batch);
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let counted = times.iter_mut().map(median).zip(counts);
    counted.map(|(nanoseconds, (allocations, bytes))| Cost { nanoseconds, allocations, bytes }).collect()
}

/// The operation of a message on a new stream each time, or on one that is reset after each.
fn message<'a>(library: &'a Library, settings: Settings, data: &'a [u8], fresh: bool) -> Box<dyn FnMut() + 'a> {
    let mut out = vec![0; data.len() + data.len() / 8 + 1024];
    let mut strm = Box::new(BLANK);
    if !fresh {
        library.begin(&mut strm, settings);
    }
    Box::new(move || {
        if fresh {
            library.begin(&mut strm, settings);
        }
        library.squeeze(&mut strm, data, &mut out, FINISH);
        if fresh { library.end(&mut strm) } else { library.reset(&mut strm) }
    })
}

/// Table (a).
fn create_or_reset(libraries: &[Library], text: &[u8], rounds: usize) {
    println!("\n(a) 10 bytes compressed: on a new stream that is ended, and on a stream that is reset");
    println!("{:<18} {:>5} {:>5} {:>32} {:>32}", "", "", "", "create + end", "reset");
    let heads = ["ns/op", "bytes/op", "allocations"].map(|head| format!("{head:>10}")).join(" ");
    println!("{:<18} {:>5} {:>5} {heads} {heads}", "library", "level", "");
    for (kind, window_bits) in [("raw", -15), ("gzip", 31)] {
        for level in -2..=9 {
            let strategy = if level == -2 { HUFFMAN_ONLY } else { 0 };
            let settings = Settings { level: level.max(-1), window_bits, strategy };
            let mut operations = Vec::new();
            for library in libraries {
                operations.push(message(library, settings, &text[..10], true));
                operations.push(message(library, settings, &text[..10], false));
            }
            for (library, pair) in libraries.iter().zip(costs(rounds, &mut operations).chunks(2)) {
                let show = |c: &Cost| format!("{:>10.0} {:>10.0} {:>10.1}", c.nanoseconds, c.bytes, c.allocations);
                println!("{:<18} {level:>5} {kind:>5} {} {}", library.name, show(&pair[0]), show(&pair[1]));
            }
        }
    }
}

/// Something that is done to a stream of a library.
type Step<'a> = &'a mut dyn FnMut(&Library, &mut Stream);

/// Heap in use for each of some streams, after each of the steps.
fn footprints(library: &Library, steps: &mut [Step<'_>]) -> Vec<u64> {
    const STREAMS: usize = 32;
    let mut streams: Vec<Stream> = (0..STREAMS).map(|_| BLANK).collect();
    let mut sizes = Vec::new();
    // Without the pool, which is not any stream's: what it keeps shows in (d).
    let bound = library.pool(0);
    let before = heap::now().live;
    for step in steps.iter_mut() {
        streams.iter_mut().for_each(|strm| step(library, strm));
        sizes.push(heap::now().live.saturating_sub(before) / STREAMS as u64);
    }
    library.pool(bound);
    sizes
}

/// Table (b).
fn bytes_per_stream(libraries: &[Library], text: &[u8]) {
    let mut out = vec![0; 1 << 17];
    println!("\n(b) heap per stream in bytes; each step follows the one before; the pool is off");
    let steps = ["init", "100 B sync", "1 KiB sync", "64 KiB sync", "trim", "reset"];
    println!("{:<18} {:>5} {}", "deflate", "level", steps.map(|step| format!("{step:>12}")).join(""));
    let mut room = vec![0; 1 << 17];
    for level in -2..=9 {
        let settings =
            Settings { level: level.max(-1), window_bits: -15, strategy: if level == -2 { HUFFMAN_ONLY } else { 0 } };
        for library in libraries {
            let room = std::cell::RefCell::new(&mut room);
            let feed = |from: usize, to: usize| {
                let room = &room;
                move |l: &Library, s: &mut Stream| {
                    l.squeeze(s, &text[from..to], &mut room.borrow_mut(), SYNC_FLUSH);
                }
            };
            let sizes = footprints(
                library,
                &mut [
                    &mut |l, s| l.begin(s, settings),
                    &mut feed(0, 100),
                    &mut feed(100, 1024),
                    &mut feed(1024, 65536),
                    &mut |l, s| l.trim(s),
                    &mut |l, s| l.reset(s),
                    &mut |l, s| l.end(s),
                ],
            );
            let show = |at: usize| if at == 4 && !library.trims() { "-".into() } else { sizes[at].to_string() };
            let row: String = (0..steps.len()).map(|at| format!("{:>12}", show(at))).collect();
            println!("{:<18} {level:>5} {row}", library.name);
        }
    }
    let (mut strm, settings) = (BLANK, Settings { level: 6, window_bits: -15, strategy: 0 });
    libraries[0].begin(&mut strm, settings);
    let packed: Vec<Vec<u8>> = [0..100, 100..1024, 1024..65536]
        .map(|range| {
            let length = libraries[0].squeeze(&mut strm, &text[range], &mut out, SYNC_FLUSH);
            out[..length].to_vec()
        })
        .into();
    libraries[0].end(&mut strm);
    println!("{:<18} {:>5} {}", "inflate", "", steps.map(|step| format!("{step:>12}")).join(""));
    for library in libraries {
        let out = std::cell::RefCell::new(&mut out);
        let feed = |at: usize| {
            let (out, packed) = (&out, &packed);
            move |l: &Library, s: &mut Stream| l.expand(s, &packed[at], &mut out.borrow_mut())
        };
        let sizes = footprints(
            library,
            &mut [
                &mut |l, s| l.begin_inflate(s),
                &mut feed(0),
                &mut feed(1),
                &mut feed(2),
                &mut |l, s| l.trim_inflate(s),
                &mut |l, s| l.reset_inflate(s),
                &mut |l, s| l.end_inflate(s),
            ],
        );
        let show = |at: usize| if at == 4 && !library.trims() { "-".into() } else { sizes[at].to_string() };
        let row: String = (0..steps.len()).map(|at| format!("{:>12}", show(at))).collect();
        println!("{:<18} {:>5} {row}", library.name, "");
    }
}

/// Table (c).
fn message_sizes(libraries: &[Library], text: &[u8], rounds: usize) {
    println!("\n(c) messages of text, raw: on a new stream each, and on a stream that is reset after each");
    println!(
        "{:<18} {:>5} {:>8} {:>8} {:>10} {:>10} {:>6} {:>12} {:>10} {:>10}",
        "library", "level", "bytes", "out", "fresh ns", "reused ns", "ratio", "bytes/op", "alloc/op", "reset ns"
    );
    for level in [1, 6] {
        let settings = Settings { level, window_bits: -15, strategy: 0 };
        for size in [1, 100, 1 << 10, 8 << 10, 64 << 10, 512 << 10, 1 << 20] {
            let data = &text[..size];
            let mut operations = Vec::new();
            for library in libraries {
                operations.push(message(library, settings, data, true));
                operations.push(message(library, settings, data, false));
            }
            let rounds = if size >= 1 << 19 { rounds.min(5) } else { rounds };
            for (library, pair) in libraries.iter().zip(costs(rounds, &mut operations).chunks(2)) {
                let ratio = pair[0].nanoseconds / pair[1].nanoseconds;
                println!(
                    "{:<18} {level:>5} {size:>8} {:>8} {:>10.0} {:>10.0} {ratio:>6.2} {:>12.0} {:>10.1} {:>10.0}",
                    library.name,
                    length(library, settings, data),
                    pair[0].nanoseconds,
                    pair[1].nanoseconds,
                    pair[0].bytes,
                    pair[0].allocations,
                    reset_time(library, settings, data),
                );
            }
        }
    }
}

/// The length of a message's stream.
fn length(library: &Library, settings: Settings, data: &[u8]) -> usize {
    let mut out = vec![0; data.len() + data.len() / 8 + 1024];
    let mut strm = BLANK;
    library.begin(&mut strm, settings);
    let length = library.squeeze(&mut strm, data, &mut out, FINISH);
    library.end(&mut strm);
    length
}

/// The median time of a reset after a message, less that of reading the clock.
fn reset_time(library: &Library, settings: Settings, data: &[u8]) -> f64 {
    let rounds = (30_000_000 / (data.len() * 40 + 2000)).clamp(5, 2001);
    let mut out = vec![0; data.len() + data.len() / 8 + 1024];
    let mut strm = BLANK;
    library.begin(&mut strm, settings);
    let mut clock = Vec::new();
    let mut times = Vec::new();
    for _ in 0..rounds {
        library.squeeze(&mut strm, data, &mut out, FINISH);
        let begin = Instant::now();
        library.reset(&mut strm);
        times.push(begin.elapsed().as_nanos());
        let begin = Instant::now();
        clock.push(begin.elapsed().as_nanos());
    }
    library.end(&mut strm);
    times.sort_unstable();
    clock.sort_unstable();
    times[rounds / 2].saturating_sub(clock[rounds / 2]) as f64
}

/// Table (d): a process for each library.
fn crowd(paths: &[String]) -> Result<(), Box<dyn Error>> {
    println!("\n(d) resident memory of {CROWD} streams at level 6, above that of the empty process, in KiB");
    let heads = ["init", "1 KiB, reset", "1 KiB, sync", "trim"].map(|head| format!("{head:>14}")).join("");
    println!("{:<18} {heads}", "library");
    for path in paths.iter().filter(|path| Path::new(path).exists()) {
        let answer = Command::new(std::env::current_exe()?).args(["--crowd", path]).output()?;
        print!("{}", String::from_utf8_lossy(&answer.stdout));
    }
    Ok(())
}

/// One library's row of table (d).
fn crowd_of_one(path: &Path) -> Result<(), Box<dyn Error>> {
    let library = Library::open(path)?;
    let text = data::samples(&[])?.swap_remove(0).bytes;
    let mut streams: Vec<Stream> = (0..CROWD).map(|_| BLANK).collect();
    let mut out = vec![1; 4096];
    let empty = resident()?;
    let mut row = String::new();
    for step in 0..4 {
        for (at, strm) in streams.iter_mut().enumerate() {
            let message = &text[at * 64..at * 64 + 1024];
            match step {
                0 => library.begin(strm, Settings { level: 6, window_bits: -15, strategy: 0 }),
                1 => {
                    library.squeeze(strm, message, &mut out, FINISH);
                    library.reset(strm);
                }
                2 => {
                    library.squeeze(strm, message, &mut out, SYNC_FLUSH);
                }
                _ => library.trim(strm),
            }
        }
        let above = resident()?.saturating_sub(empty) / 1024;
        row += &format!("{:>14}", if step == 3 && !library.trims() { "-".into() } else { above.to_string() });
    }
    println!("{:<18} {row}", library.name);
    Ok(())
}

/// This process's resident memory in bytes.
fn resident() -> Result<usize, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    Ok(text.split(' ').nth(1).ok_or("statm")?.parse::<usize>()? * 4096)
}
