//! Reads benches/results/*.txt: a header of "name: value" lines, then tables whose rows begin with a library's file name.

use std::error::Error;
use std::fs;
use std::path::Path;

/// One results file.
pub struct Results {
    /// Machine, date and command, for below a plot.
    pub origin: String,
    lines: Vec<String>,
}

/// A row of a table: the library and the words after its name.
pub struct Row {
    /// The library, as people call it.
    pub library: String,
    /// The other columns.
    pub cells: Vec<String>,
}

impl Row {
    /// A column as a number; `None` for "-" and what is not there.
    pub fn number(&self, column: usize) -> Option<f64> {
        self.cells.get(column)?.parse().ok()
    }
}

impl Results {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let text =
            fs::read_to_string(path).map_err(|why| format!("{}: {why}: run make bench-results", path.display()))?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let value = |name: &str| lines.iter().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let origin = ["machine:", "date:", "command:"].into_iter().filter_map(value).collect::<Vec<_>>().join("  ·  ");
        Ok(Results { origin, lines })
    }

    /// The rows between the line that begins with `from` and the next one that begins with `to` (or the end).
    pub fn rows(&self, from: &str, to: Option<&str>) -> Vec<Row> {
        let after = self.lines.iter().skip_while(|line| !line.starts_with(from)).skip(1);
        let part = after.take_while(|line| to.is_none_or(|to| !line.starts_with(to)));
        part.filter_map(|line| row(line)).collect()
    }
}

fn row(line: &str) -> Option<Row> {
    let mut words = line.split_whitespace();
    let file = words.next()?;
    file.contains(".so").then(|| Row { library: known(file), cells: words.map(str::to_owned).collect() })
}

/// Files and libraries, in the order of every plot, so that each library has its colour.
const LIBRARIES: [(&str, &str); 8] = [
    ("libz", "zlazy"),
    ("libz-1.4", "zlib 1.4"),
    ("libz-oracle", "zlib 1.4"),
    ("libz-ng", "zlib-ng"),
    ("libz-rs", "zlib-rs"),
    ("libz-cf", "Cloudflare"),
    ("libdeflate", "libdeflate"),
    ("libisal", "ISA-L"),
];

/// A library by the name of its file.
fn known(file: &str) -> String {
    let stem = file.split(".so").next().unwrap_or(file);
    LIBRARIES.iter().find(|known| known.0 == stem).map_or(stem, |known| known.1).to_owned()
}

/// The libraries of some rows, each once: those that are known, then the others in the order of the rows.
pub fn libraries(rows: &[Row]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        if !names.contains(&row.library) {
            names.push(row.library.clone());
        }
    }
    names.sort_by_key(|name| LIBRARIES.iter().position(|known| known.1 == *name).unwrap_or(LIBRARIES.len()));
    names
}
