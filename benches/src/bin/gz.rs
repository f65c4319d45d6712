//! Speed of the gz functions of any number of zlibs.
//!
//! gz [--rounds 5] --library A.so [--library B.so ...] [FILE]
//!
//! First in pieces of 64 KiB, beside what the same library's engine does with the same reads and writes; then by bytes and
//! lines, in a file that is not compressed. Files are in TMPDIR. In each round every library has its turn; the best round counts.

#[path = "../data.rs"]
mod data;

use libloading::{Library as Handle, Symbol};
use std::error::Error;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_ulong, c_void};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Bytes of a piece.
const PIECE: usize = 64 << 10;
/// Bytes that the engine's side of a gz file reads or writes at a time.
const BUFFER: usize = 8192;
/// The level of all that is compressed.
const MODE: &CStr = c"wb6";
const LEVEL: c_int = 6;
/// The mode of what is not: there the calls themselves are seen.
const PLAIN: &CStr = c"wbT";

/// zlib.h's gzFile_s.
#[repr(C)]
struct Exposed {
    have: c_uint,
    next: *const u8,
    pos: i64,
}

/// zlib.h's z_stream.
#[repr(C)]
struct Stream {
    next_in: *const u8,
    avail_in: c_uint,
    total_in: c_ulong,
    next_out: *mut u8,
    avail_out: c_uint,
    total_out: c_ulong,
    msg: *const c_char,
    /// state, zalloc, zfree, opaque, data_type, adler, reserved
    rest: [usize; 7],
}

type GzFile = *mut Exposed;
type Step = unsafe extern "C" fn(*mut Stream, c_int) -> c_int;

/// One zlib's functions.
struct Library {
    name: String,
    open: unsafe extern "C" fn(*const c_char, *const c_char) -> GzFile,
    close: unsafe extern "C" fn(GzFile) -> c_int,
    read: unsafe extern "C" fn(GzFile, *mut c_void, c_uint) -> c_int,
    write: unsafe extern "C" fn(GzFile, *const c_void, c_uint) -> c_int,
    getc: unsafe extern "C" fn(GzFile) -> c_int,
    putc: unsafe extern "C" fn(GzFile, c_int) -> c_int,
    gets: unsafe extern "C" fn(GzFile, *mut c_char, c_int) -> *mut c_char,
    puts: unsafe extern "C" fn(GzFile, *const c_char) -> c_int,
    deflate_init: unsafe extern "C" fn(*mut Stream, c_int, c_int, c_int, c_int, c_int, *const c_char, c_int) -> c_int,
    deflate: Step,
    deflate_end: unsafe extern "C" fn(*mut Stream) -> c_int,
    inflate_init: unsafe extern "C" fn(*mut Stream, c_int, *const c_char, c_int) -> c_int,
    inflate: Step,
    inflate_end: unsafe extern "C" fn(*mut Stream) -> c_int,
    _handle: Handle,
}

impl Library {
    fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let path = path.canonicalize().map_err(|why| format!("{}: {why}", path.display()))?;
        // SAFETY: the user named this file as a zlib; zlibs do nothing when they are loaded. The types are zlib.h's.
        unsafe {
            let handle = Handle::new(&path)?;
            let of = &handle;
            Ok(Library {
                name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                open: function(of, b"gzopen\0")?,
                close: function(of, b"gzclose\0")?,
                read: function(of, b"gzread\0")?,
                write: function(of, b"gzwrite\0")?,
                getc: function(of, b"gzgetc\0")?,
                putc: function(of, b"gzputc\0")?,
                gets: function(of, b"gzgets\0")?,
                puts: function(of, b"gzputs\0")?,
                deflate_init: function(of, b"deflateInit2_\0")?,
                deflate: function(of, b"deflate\0")?,
                deflate_end: function(of, b"deflateEnd\0")?,
                inflate_init: function(of, b"inflateInit2_\0")?,
                inflate: function(of, b"inflate\0")?,
                inflate_end: function(of, b"inflateEnd\0")?,
                _handle: handle,
            })
        }
    }
}

/// The function of this name.
///
/// # Safety
/// The function has the type `F`.
unsafe fn function<F: Copy>(handle: &Handle, name: &[u8]) -> Result<F, libloading::Error> {
    // SAFETY: the caller's promise.
    let symbol: Symbol<F> = unsafe { handle.get(name)? };
    Ok(*symbol)
}

/// What all tests work on.
struct Case {
    bytes: Vec<u8>,
    /// The bytes as lines with a zero behind each.
    lines: Vec<CString>,
    /// A file that has the bytes compressed.
    packed: CString,
    /// One that has them as they are.
    plain: CString,
    /// One to write to.
    scratch: CString,
}

/// A test: its name, and what it does with a library. It says how many bytes went through.
type Test = (&'static str, fn(&Library, &Case) -> usize);

const TESTS: [Test; 9] = [
    ("gzwrite, 64 KiB", |library, case| {
        write_with(library, case, &case.scratch, MODE, |file| {
            // SAFETY: the file is open, the piece readable.
            case.bytes
                .chunks(PIECE)
                .map(|piece| unsafe { (library.write)(file, piece.as_ptr().cast(), piece.len() as c_uint) })
                .sum()
        })
    }),
    ("deflate and write", deflate_and_write),
    ("gzread, 64 KiB", |library, case| {
        let mut room = vec![0_u8; PIECE];
        read_with(library, case, &case.packed, |file| {
            // SAFETY: the file is open, the room writable.
            move || unsafe { (library.read)(file, room.as_mut_ptr().cast(), PIECE as c_uint) }.max(0) as usize
        })
    }),
    ("read and inflate", read_and_inflate),
    ("gzgetc, macro", |library, case| {
        // SAFETY: the file is open, and the macro's promise.
        read_with(library, case, &case.plain, |file| {
            move || unsafe {
                let known = &mut *file;
                if known.have != 0 {
                    known.have -= 1;
                    known.pos += 1;
                    std::hint::black_box(*known.next);
                    known.next = known.next.add(1);
                    1
                } else {
                    ((library.getc)(file) >= 0) as usize
                }
            }
        })
    }),
    ("gzgetc, function", |library, case| {
        // SAFETY: the file is open.
        read_with(library, case, &case.plain, |file| move || unsafe { ((library.getc)(file) >= 0) as usize })
    }),
    ("gzgets, lines", |library, case| {
        let mut room = vec![0 as c_char; 4096];
        read_with(library, case, &case.plain, |file| {
            move || {
                // SAFETY: the file is open, the room writable; what was read is a C string.
                unsafe {
                    if (library.gets)(file, room.as_mut_ptr(), room.len() as c_int).is_null() {
                        0
                    } else {
                        libc_len(&room)
                    }
                }
            }
        })
    }),
    ("gzputc", |library, case| {
        write_with(library, case, &case.scratch, PLAIN, |file| {
            // SAFETY: the file is open.
            case.bytes.iter().map(|&byte| unsafe { ((library.putc)(file, byte.into()) >= 0) as c_int }).sum()
        })
    }),
    ("gzputs, lines", |library, case| {
        write_with(library, case, &case.scratch, PLAIN, |file| {
            // SAFETY: the file is open.
            case.lines.iter().map(|line| unsafe { (library.puts)(file, line.as_ptr()) }).sum()
        })
    }),
];

/// Bytes up to the first zero.
fn libc_len(room: &[c_char]) -> usize {
    // SAFETY: the caller has a zero in the room.
    unsafe { CStr::from_ptr(room.as_ptr()) }.count_bytes()
}

/// Opens a file for writing, has it written, closes it.
fn write_with(library: &Library, case: &Case, path: &CStr, mode: &CStr, work: impl FnOnce(GzFile) -> c_int) -> usize {
    // SAFETY: C strings; the file is closed once.
    unsafe {
        let file = (library.open)(path.as_ptr(), mode.as_ptr());
        assert!(!file.is_null(), "{}: no file", library.name);
        let count = work(file);
        assert_eq!(count as usize, case.bytes.len(), "{}: bytes written", library.name);
        assert_eq!((library.close)(file), 0, "{}: close", library.name);
        count as usize
    }
}

/// Opens the compressed file and calls what `begin` gives until that reads nothing.
fn read_with<R: FnMut() -> usize>(
    library: &Library,
    case: &Case,
    path: &CStr,
    begin: impl FnOnce(GzFile) -> R,
) -> usize {
    // SAFETY: C strings; the file is closed once.
    unsafe {
        let file = (library.open)(path.as_ptr(), c"rb".as_ptr());
        assert!(!file.is_null(), "{}: no file", library.name);
        let mut read = begin(file);
        let mut total = 0;
        loop {
            let count = read();
            total += count;
            if count == 0 {
                break;
            }
        }
        assert_eq!(total, case.bytes.len(), "{}: bytes read", library.name);
        assert_eq!((library.close)(file), 0, "{}: close", library.name);
        total
    }
}

/// A stream that no init function has seen.
fn fresh() -> Box<Stream> {
    // SAFETY: all fields may be zero.
    unsafe { Box::new(std::mem::zeroed()) }
}

fn deflate_and_write(library: &Library, case: &Case) -> usize {
    let mut file = File::create(Path::new(case.scratch.to_str().expect("a path"))).expect("a file");
    let mut room = vec![0_u8; BUFFER];
    let mut strm = fresh();
    // SAFETY: the stream stays in its place; input and room are as long as it is told.
    unsafe {
        let code = (library.deflate_init)(&mut *strm, LEVEL, 8, 31, 8, 0, c"1".as_ptr(), size_of::<Stream>() as c_int);
        assert_eq!(code, 0, "{}: init", library.name);
        let pieces = case.bytes.chunks(PIECE).map(|piece| (piece, 0)).chain([(&[][..], 4)]);
        for (piece, flush) in pieces {
            (strm.next_in, strm.avail_in) = (piece.as_ptr(), piece.len() as c_uint);
            loop {
                if strm.avail_out == 0 {
                    let full = if strm.next_out.is_null() { 0 } else { BUFFER };
                    file.write_all(&room[..full]).expect("writing");
                    (strm.next_out, strm.avail_out) = (room.as_mut_ptr(), BUFFER as c_uint);
                }
                let code = (library.deflate)(&mut *strm, flush);
                assert!(code == 0 || code == 1 || code == -5, "{}: {code}", library.name);
                if strm.avail_out != 0 && (flush == 0 && strm.avail_in == 0 || code == 1) {
                    break;
                }
            }
        }
        file.write_all(&room[..BUFFER - strm.avail_out as usize]).expect("writing");
        (library.deflate_end)(&mut *strm);
    }
    case.bytes.len()
}

fn read_and_inflate(library: &Library, case: &Case) -> usize {
    let mut file = File::open(Path::new(case.packed.to_str().expect("a path"))).expect("a file");
    let (mut bytes, mut room) = (vec![0_u8; BUFFER], vec![0_u8; PIECE]);
    let mut strm = fresh();
    let mut total = 0;
    // SAFETY: the stream stays in its place; input and room are as long as it is told.
    unsafe {
        let code = (library.inflate_init)(&mut *strm, 31, c"1".as_ptr(), size_of::<Stream>() as c_int);
        assert_eq!(code, 0, "{}: init", library.name);
        loop {
            (strm.next_out, strm.avail_out) = (room.as_mut_ptr(), PIECE as c_uint);
            let mut code = 0;
            while code == 0 && strm.avail_out != 0 {
                if strm.avail_in == 0 {
                    (strm.next_in, strm.avail_in) = (bytes.as_ptr(), file.read(&mut bytes).expect("reading") as c_uint);
                }
                code = (library.inflate)(&mut *strm, 0);
            }
            total += PIECE - strm.avail_out as usize;
            if code != 0 {
                break;
            }
        }
        (library.inflate_end)(&mut *strm);
    }
    total
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut rounds, mut libraries, mut files) = (5, Vec::new(), Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--rounds" => rounds = value()?.parse::<usize>()?.max(1),
            "--library" => libraries.push(Library::open(Path::new(&value()?))?),
            _ => files.push(word),
        }
    }
    let samples = data::samples(&files)?;
    let name = samples.iter().map(|sample| sample.name.as_str()).collect::<Vec<_>>().join(", ");
    let bytes: Vec<u8> = samples.into_iter().flat_map(|sample| sample.bytes).filter(|&byte| byte != 0).collect();
    let folder = std::env::temp_dir();
    let path = |name: &str| -> Result<CString, Box<dyn Error>> {
        let path: PathBuf = folder.join(format!("zlazy-bench-{}-{name}", std::process::id()));
        Ok(CString::new(path.to_str().ok_or("a path that is no text")?)?)
    };
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').map(CString::new).collect::<Result<_, _>>()?;
    let case = Case { lines, bytes, packed: path("packed")?, plain: path("plain")?, scratch: path("scratch")? };
    let first = libraries.first().ok_or("name a library: --library PATH")?;
    for (path, mode) in [(&case.packed, MODE), (&case.plain, PLAIN)] {
        write_with(first, &case, path, mode, |file| {
            // SAFETY: the file is open, the bytes are readable.
            unsafe { (first.write)(file, case.bytes.as_ptr().cast(), case.bytes.len() as c_uint) }
        });
    }
    println!("{}: {} bytes, {} lines; MB/s, best of {rounds} rounds\n", name, case.bytes.len(), case.lines.len());
    print!("{:<20}", "");
    libraries.iter().for_each(|library| print!(" {:>16}", library.name));
    println!();
    for (name, test) in TESTS {
        let mut best = vec![f64::INFINITY; libraries.len()];
        for _ in 0..rounds {
            for (library, best) in libraries.iter().zip(&mut best) {
                let begin = Instant::now();
                let count = test(library, &case);
                *best = best.min(begin.elapsed().as_secs_f64() / count as f64);
            }
        }
        print!("{name:<20}");
        best.iter().for_each(|seconds| print!(" {:>16.1}", 1e-6 / seconds));
        println!();
    }
    for path in [&case.packed, &case.plain, &case.scratch] {
        std::fs::remove_file(path.to_str()?)?;
    }
    Ok(())
}
