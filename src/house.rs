//! The house test: reads `src/` and enforces what `ARCHITECTURE.md` promises about rooms, unsafe code and sizes.
#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;

/// The floors, from the ground up. A room imports from lower floors and from itself only.
const FLOORS: [&[&str]; 6] =
    [&["mem", "cpu"], &["format", "checksum"], &["huffman"], &["deflate", "inflate"], &["gz"], &["ffi"]];

/// Where `unsafe` may occur: files, or folders that end with a slash. Every other file forbids it.
const UNSAFE: [&str; 7] =
    ["cpu.rs", "ffi/", "gz/fd.rs", "mem/", "checksum/simd/", "deflate/finder/length.rs", "inflate/fast.rs"];

/// Where `libc` may be named.
const LIBC: [&str; 3] = ["ffi/", "mem/alloc.rs", "gz/fd.rs"];

/// Words for C's types and structures, which belong in `ffi` and `gz`. (`mem/alloc.rs` has `c_void` for zalloc's shape.)
const C_WORDS: [&str; 9] =
    ["c_char", "c_int", "c_uint", "c_long", "c_ulong", "c_uchar", "ZStream", "z_streamp", "GzHeader"];

/// Words that finished source does not contain; cut in two so that this file does not either.
const UNFINISHED: [&str; 6] = [concat!("TO", "DO"), concat!("FIX", "ME"), "XXX", "dbg!(", "eprintln!(", "todo!("];

/// Lines of a file, of a function, of a function whose comment says "hot loop", and of an exported entry.
const MOST_LINES: [usize; 4] = [600, 60, 150, 25];

/// Columns of a line.
const MOST_COLUMNS: usize = 130;

/// A source file.
struct File {
    /// Its path below `src`, with forward slashes.
    path: String,
    /// All of it.
    text: String,
}

impl File {
    /// The part before the unit tests.
    fn product(&self) -> &str {
        self.text.split("#[cfg(test)]\nmod ").next().unwrap_or("")
    }

    /// The room: the folder, or the name of a file that is a room by itself.
    fn room(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or("")
    }

    fn is_among(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path == *place || place.ends_with('/') && self.path.starts_with(place))
    }

    /// The lines of code without comments, numbered from 1.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.product().lines().enumerate();
        lines
            .map(|(at, line)| (at + 1, line.split("//").next().unwrap_or("")))
            .filter(|(_, line)| !line.trim().is_empty())
    }
}

/// All files below `src`, in order.
fn files() -> Vec<File> {
    fn walk(folder: &Path, root: &Path, files: &mut Vec<File>) {
        for entry in fs::read_dir(folder).expect("src can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, root, files);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let below =
                    path.strip_prefix(root).expect("below src").to_str().expect("a plain name").replace('\\', "/");
                files.push(File { path: below, text: fs::read_to_string(&path).expect("text") });
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&root, &root, &mut files);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Fails with all complaints that `judge` has about any file.
fn no_complaints(judge: impl Fn(&File) -> Vec<String>) {
    let complaints: Vec<String> =
        files().iter().flat_map(|file| judge(file).into_iter().map(|what| format!("{}: {what}", file.path))).collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// True if `line` has `word` with nothing around it that would make it part of a longer word.
fn has_word(line: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(part_of_word) && !line[at + word.len()..].starts_with(part_of_word))
}

/// A function: its first line's number, its name, how many lines it has, and whether it is exported or marked as hot.
struct Function<'a> {
    at: usize,
    name: &'a str,
    lines: usize,
    exported: bool,
    hot: bool,
}

/// The functions of a formatted file: each ends where a brace closes at the indentation it began with.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some(name) = code.split("//").next().and_then(|code| code.split_once("fn ")) else { continue };
        let before_is_head = name.0.split(' ').all(|word| {
            word.is_empty()
                || word.starts_with("pub")
                || word.starts_with('"')
                || word.ends_with(')')
                || ["unsafe", "const", "extern", "async"].contains(&word)
        });
        if !before_is_head || code.ends_with(';') {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let length = lines[at..].iter().position(|line| *line == end).map_or(1, |last| last + 1);
        let name = name.1.split(['(', '<']).next().unwrap_or("");
        let head = lines[..at].iter().rev().take_while(|line| line.trim_start().starts_with(['/', '#']));
        let head: Vec<String> = head.map(|line| line.to_lowercase()).collect();
        let says = |what| head.iter().any(|line| line.contains(what));
        found.push(Function { at: at + 1, name, lines: length, exported: says("no_mangle"), hot: says("hot loop") });
    }
    found
}

#[test]
fn every_file_says_what_it_is_for_and_fits() {
    no_complaints(|file| {
        let mut what = Vec::new();
        if !file.text.starts_with("//! ") {
            what.push("the first line does not say what the file is for".to_owned());
        }
        if file.text.lines().count() > MOST_LINES[0] {
            what.push(format!("{} lines", file.text.lines().count()));
        }
        let wide = file.text.lines().enumerate().filter(|(_, line)| line.chars().count() > MOST_COLUMNS);
        what.extend(wide.map(|(at, _)| format!("line {} is wider than {MOST_COLUMNS} columns", at + 1)));
        what
    });
}

#[test]
fn functions_fit_a_screen() {
    no_complaints(|file| {
        let long = functions(file.product()).into_iter().filter(|function| {
            let most = match function {
                Function { exported: true, .. } => MOST_LINES[3],
                Function { hot: true, .. } => MOST_LINES[2],
                _ => MOST_LINES[1],
            };
            function.lines > most
        });
        long.map(|function| format!("line {}: {} has {} lines", function.at, function.name, function.lines)).collect()
    });
}

#[test]
fn rooms_import_downward_only() {
    let floor = |room: &str| FLOORS.iter().position(|floor| floor.contains(&room));
    no_complaints(|file| {
        if ["lib.rs", "house.rs"].contains(&file.path.as_str()) {
            return Vec::new();
        }
        let Some(own) = floor(file.room()) else { return vec!["the room is on no floor".to_owned()] };
        let mut what = Vec::new();
        for (at, line) in file.code() {
            for (_, path) in line.match_indices("crate::").map(|(start, word)| line.split_at(start + word.len())) {
                let room = path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
                if room != file.room() && floor(room).is_none_or(|floor| floor >= own) {
                    what.push(format!("line {at} goes up to or across to {room}"));
                }
            }
        }
        what
    });
}

#[test]
fn unsafe_code_stands_where_it_may() {
    no_complaints(|file| {
        let may = file.is_among(&UNSAFE);
        let forbids = file.text.contains("#![forbid(unsafe_code)]");
        let has = file.text.lines().any(|line| has_word(line.split("//").next().unwrap_or(""), "unsafe"));
        // A room's mod.rs, lib.rs and house.rs speak for files below them, too, so they cannot forbid.
        let speaks_for_others = file.path.ends_with("mod.rs") || file.path == "lib.rs" || file.path == "house.rs";
        match (may, has, forbids) {
            (false, true, _) if file.path != "house.rs" => {
                vec!["unsafe code in a file that may not have any".to_owned()]
            }
            (_, false, false) if !speaks_for_others => vec!["does not forbid unsafe code".to_owned()],
            _ => Vec::new(),
        }
    });
}

#[test]
fn c_stays_at_the_door() {
    no_complaints(|file| {
        let mut what = Vec::new();
        for (at, line) in file.code() {
            let c = C_WORDS.iter().filter(|word| has_word(line, word));
            if !["ffi", "gz", "house"].contains(&file.room()) {
                what.extend(c.map(|word| format!("line {at} names {word}")));
            }
            if has_word(line, "libc") && !file.is_among(&LIBC) && file.path != "house.rs" {
                what.push(format!("line {at} names libc"));
            }
        }
        what
    });
}

/// A call to an exported name can be captured by another zlib in the process: see `ffi`.
#[test]
fn no_entry_calls_an_entry() {
    let all = files();
    let entries: Vec<&str> = all
        .iter()
        .flat_map(|file| functions(file.product()))
        .filter(|function| function.exported)
        .map(|function| function.name)
        .collect();
    assert!(entries.contains(&"zlibVersion"), "no entries were found");
    no_complaints(|file| {
        let mut what = Vec::new();
        for (at, line) in file.code().filter(|_| file.room() == "ffi") {
            for entry in &entries {
                let calls = line.match_indices(&format!("{entry}(")).any(|(start, _)| {
                    let before = &line[..start];
                    let path = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next();
                    let path = path.unwrap_or("");
                    let definition = before.ends_with("fn ");
                    let method = before.ends_with('.');
                    !definition && !method && (path.is_empty() || path.starts_with("super::") || path.contains("ffi::"))
                });
                if calls {
                    what.push(format!("line {at} calls {entry}"));
                }
            }
        }
        what
    });
}

#[test]
fn nothing_is_left_unfinished() {
    no_complaints(|file| {
        let lines = file.text.lines().enumerate();
        let found =
            lines.filter(|(_, line)| file.path != "house.rs" && UNFINISHED.iter().any(|word| line.contains(word)));
        found.map(|(at, _)| format!("line {} is unfinished", at + 1)).collect()
    });
}
