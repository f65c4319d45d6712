//! Compiles the C of `src/ffi`, and writes the C headers with cbindgen when the feature `headers` asks for it (`make headers`).
//!
//! Of the headers, types, structures, functions and their documentation come from the Rust source. Macros and prose that C alone has stand
//! in `include/parts`. The folder to write to is ZLAZY_HEADERS, `include` if that is not set.

use std::env;

/// Processors on which Rust's own gzprintf jumps to the one in C; see src/ffi/gz_write.rs.
const JUMPING: [&str; 6] = ["x86_64", "x86", "aarch64", "arm", "riscv64", "loongarch64"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    variadic();
    #[cfg(feature = "headers")]
    headers::write();
}

/// Compiles the one function that is in C.
fn variadic() {
    const SOURCE: &str = "src/ffi/gzprintf.c";
    println!("cargo::rerun-if-changed={SOURCE}");
    let processor = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let mut build = cc::Build::new();
    if !JUMPING.contains(&processor.as_str()) {
        build.define("ZLAZY_EXPORT_GZPRINTF", None);
    }
    build.file(SOURCE).compile("gzprintf");
}

#[cfg(feature = "headers")]
mod headers {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    /// The files whose items the headers declare, in the order in which they do.
    const SOURCES: [&str; 10] = [
        "src/mem/alloc.rs",
        "src/ffi/types.rs",
        "src/ffi/version.rs",
        "src/ffi/memory.rs",
        "src/ffi/deflate.rs",
        "src/ffi/inflate.rs",
        "src/ffi/back.rs",
        "src/ffi/oneshot.rs",
        "src/ffi/checksum.rs",
        "src/ffi/names.rs",
    ];

    /// The files whose items are declared where programs have files; they go where the trailer has this line.
    const FILE_SOURCES: [&str; 3] = ["src/ffi/gz.rs", "src/ffi/gz_read.rs", "src/ffi/gz_write.rs"];
    const FILE_PLACE: &str = "/* GZ */\n";

    /// Types in declarations of functions: left as cbindgen writes them, right in zlib's words.
    const TYPES: [(&str, &str); 15] = [
        ("struct z_stream_s *", "z_streamp "),
        ("struct gz_header_s *", "gz_headerp "),
        ("struct zlazy_statistics_s *", "zlazy_statistics *"),
        ("Option<InFn>", "in_func"),
        ("Option<OutFn>", "out_func"),
        ("unsigned char *", "Bytef *"),
        ("uint8_t *", "Bytef *"),
        ("unsigned int ", "uInt "),
        ("unsigned long ", "uLong "),
        ("uint32_t *", "z_crc_t *"),
        (" size_t ", " z_size_t "),
        ("(size_t ", "(z_size_t "),
        (" off_t ", " z_off_t "),
        ("(off_t ", "(z_off_t "),
        ("  ", " "),
    ];

    /// Types of fields. A left side that does not occur stops the build: a field has changed.
    const FIELDS: [(&str, &str); 4] = [
        ("  Option<ZallocFn> zalloc;", "  alloc_func zalloc;"),
        ("  Option<ZfreeFn> zfree;", "  free_func zfree;"),
        ("  const Bytef *next_in;", "  z_const Bytef *next_in;"),
        ("  const char *msg;", "  z_const char *msg;"),
    ];

    pub fn write() {
        let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
        let parts = root.join("include/parts");
        let to = env::var("ZLAZY_HEADERS").map_or_else(|_| root.join("include"), PathBuf::from);
        println!("cargo::rerun-if-env-changed=ZLAZY_HEADERS");
        println!("cargo::rerun-if-changed={}", parts.display());
        for source in SOURCES.iter().chain(&FILE_SOURCES) {
            println!("cargo::rerun-if-changed={source}");
        }
        fs::create_dir_all(&to).expect("the folder for the headers");
        let zconf = generate(&parts.join("zconf.toml"), &[root.join("src/ffi/names.rs")], |config| {
            config.after_includes = Some(part(&parts, "zconf.h"));
        });
        save(&to.join("zconf.h"), &zconf);
        let sources = SOURCES.map(|source| root.join(source));
        let mut zlib = generate(&parts.join("zlib.toml"), &sources, |config| {
            config.header = Some(part(&parts, "zlib.h"));
            config.trailer = Some(part(&parts, "zlib-end.h"));
        });
        let sources = FILE_SOURCES.map(|source| root.join(source));
        let files = generate(&parts.join("zlib.toml"), &sources, |_| {});
        assert!(zlib.contains(FILE_PLACE), "no place for the gz functions: see FILE_PLACE in build.rs");
        zlib = zlib.replace(FILE_PLACE, &format!("{}\n", files.trim()));
        for (cbindgen, header) in FIELDS {
            assert!(zlib.contains(cbindgen), "no field \"{cbindgen}\" any more: see FIELDS in build.rs");
            zlib = zlib.replace(cbindgen, header);
        }
        save(&to.join("zlib.h"), &zlib);
    }

    fn generate(config: &Path, sources: &[PathBuf], parts: impl FnOnce(&mut cbindgen::Config)) -> String {
        let mut config = cbindgen::Config::from_file(config).expect("a configuration");
        parts(&mut config);
        let builder = sources.iter().fold(cbindgen::Builder::new().with_config(config), cbindgen::Builder::with_src);
        let mut text = Vec::new();
        builder.generate().expect("declarations in the sources").write(&mut text);
        polish(&String::from_utf8(text).expect("a header is text"))
    }

    /// Puts declarations into zlib's words, comments of one line on one line, and leaves out what is for Rust alone: the
    /// section on safety and the brackets of links.
    fn polish(text: &str) -> String {
        let mut out: Vec<String> = Vec::new();
        let mut for_rust = false;
        for line in text.lines() {
            for_rust = (for_rust || line.trim() == "# Safety") && line.trim() != "*/";
            if for_rust {
                continue;
            }
            if line.starts_with("ZEXTERN ") {
                out.push(TYPES.iter().fold(line.to_owned(), |line, (cbindgen, header)| line.replace(cbindgen, header)));
            } else if line.trim() == "*/" {
                end_comment(&mut out, line);
            } else {
                out.push(line.replace("[`", "").replace("`]", "").replace('`', ""));
            }
        }
        out.join("\n") + "\n"
    }

    /// Ends the comment that `out` ends with.
    fn end_comment(out: &mut Vec<String>, end: &str) {
        while out.last().is_some_and(|line| line.trim().is_empty()) {
            out.pop();
        }
        if out.len() >= 2 && out[out.len() - 2].trim() == "/*" {
            let words = out.pop().unwrap_or_default();
            let begin = out.pop().unwrap_or_default();
            out.push(format!("{begin} {} */", words.trim()));
        } else {
            out.push(end.to_owned());
        }
    }

    fn part(parts: &Path, name: &str) -> String {
        let text = fs::read_to_string(parts.join(name)).expect("a part of a header");
        text.trim_end().to_owned()
    }

    /// Leaves a file alone that is right already, and has cargo run this again when it is gone.
    fn save(path: &Path, text: &str) {
        println!("cargo::rerun-if-changed={}", path.display());
        if fs::read_to_string(path).is_ok_and(|old| old == text) {
            return;
        }
        fs::write(path, text).expect("a header can be written");
    }
}
