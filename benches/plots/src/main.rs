//! Draws benches/results as SVG and PNG: `make plots`.
//!
//! zlazy-plots RESULTS FOLDER
//!
//! speed-whole, speed-pieces: speed against size, a line a library, a point a level. inflate: decompression. memory: what a stream
//! holds by stage. messages: time a message by its length. The PNG is drawn from the SVG, with a font of the system.

mod chart;
mod results;

use chart::{Line, Words};
use results::{Results, Row, libraries};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = words.as_slice() else { return Err("zlazy-plots RESULTS FOLDER".into()) };
    let (from, to) = (Path::new(from), Path::new(to));
    fs::create_dir_all(to)?;
    let speed = Results::read(&from.join("speed.txt"))?;
    let memory = Results::read(&from.join("memory.txt"))?;
    let mut fonts = resvg::usvg::fontdb::Database::new();
    fonts.load_system_fonts();
    let fonts = Arc::new(fonts);
    let save = |name: &str, svg: String| save(to, name, &svg, &fonts);
    save("speed-whole", speed_against_size(&speed, 2, "one call for the whole file")?)?;
    save("speed-pieces", speed_against_size(&speed, 3, "input and room of 16 KiB a call")?)?;
    save("inflate", inflate(&speed)?)?;
    save("memory", memory_by_stage(&memory)?)?;
    save("messages", messages(&memory)?)
}

/// How much larger a PNG is than its SVG.
const SCALE: f32 = 1.0;

/// Writes an SVG, and the PNG of it.
fn save(folder: &Path, name: &str, svg: &str, fonts: &Arc<resvg::usvg::fontdb::Database>) -> Outcome {
    use resvg::{tiny_skia, usvg};
    fs::write(folder.join(name).with_extension("svg"), svg)?;
    let options = usvg::Options { fontdb: Arc::clone(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let [width, height] = [chart::SIZE.0, chart::SIZE.1].map(|side| (side as f32 * SCALE) as u32);
    let mut picture = tiny_skia::Pixmap::new(width, height).ok_or("no memory for a picture")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.save_png(folder.join(name).with_extension("png"))?;
    println!("{}.svg and .png", folder.join(name).display());
    Ok(())
}

/// Columns of speed.txt's first table: level, size in percent, MB/s whole, MB/s in pieces.
fn speed_against_size(speed: &Results, column: usize, how: &str) -> Result<String, Box<dyn Error>> {
    let rows = speed.rows("deflate ", Some("inflate "));
    let lines: Vec<Line> = libraries(&rows)
        .into_iter()
        .map(|name| {
            let own = rows.iter().filter(|row| row.library == name);
            let point = |row: &Row| Some((row.number(1)?, row.number(column)?, row.cells[0].clone()));
            Line { points: own.filter_map(point).collect(), name }
        })
        .collect();
    let title = format!("Compression: speed against size, by level, {how}");
    let words = Words {
        title: &title,
        x: "compressed size, % of the data (left is better)",
        y: "MB/s (up is better)",
        origin: &speed.origin,
    };
    chart::lines(&words, &lines, false)
}

/// The numbers of each library's row.
fn of_each(names: &[String], rows: &[Row], numbers: impl Fn(&Row) -> Vec<Option<f64>>) -> Vec<Vec<Option<f64>>> {
    names.iter().filter_map(|name| rows.iter().find(|row| row.library == *name)).map(numbers).collect()
}

fn inflate(speed: &Results) -> Result<String, Box<dyn Error>> {
    let rows = speed.rows("inflate ", None);
    let names = libraries(&rows);
    let values = of_each(&names, &rows, |row| vec![row.number(0), row.number(1)]);
    let words = Words { title: "Decompression", x: "", y: "MB/s (up is better)", origin: &speed.origin };
    chart::bars(&words, &names, &["whole", "16 KiB a call"], &values, true)
}

/// Columns of memory.txt's table (b): level, init, 100 B, 1 KiB, 64 KiB, trim, reset.
fn memory_by_stage(memory: &Results) -> Result<String, Box<dyn Error>> {
    let rows: Vec<_> = memory.rows("(b)", Some("(c)")).into_iter().filter(|row| row.cells[0] == "6").collect();
    let names = libraries(&rows);
    let kib = |row: &Row| (1..=6).map(|column| row.number(column).map(|bytes| bytes / 1024.0)).collect();
    let values = of_each(&names, &rows, kib);
    let stages = ["after init", "100 B", "1 KiB", "64 KiB", "at rest", "after reset"];
    let words = Words {
        title: "Memory of a compressor at level 6, by stage",
        x: "",
        y: "KiB (down is better)",
        origin: &memory.origin,
    };
    chart::bars(&words, &names, &stages, &values, false)
}

/// Columns of memory.txt's table (c): level, bytes, out, ns on a new stream, ns on a reused one.
fn messages(memory: &Results) -> Result<String, Box<dyn Error>> {
    let rows: Vec<_> = memory.rows("(c)", Some("(d)")).into_iter().filter(|row| row.cells[0] == "6").collect();
    let line = |name: String| {
        let own = rows.iter().filter(|row| row.library == name);
        let point = |row: &Row| Some((row.number(1)?, row.number(3)? / row.number(1)?, String::new()));
        Line { points: own.filter_map(point).collect(), name }
    };
    let lines: Vec<Line> = libraries(&rows).into_iter().map(line).collect();
    let title = "Messages of text at level 6, each on a new stream";
    let words = Words { title, x: "bytes a message", y: "ns a byte (down is better)", origin: &memory.origin };
    chart::lines(&words, &lines, true)
}
