//! Streams that nobody would compress to, but that a decoder may be given: much work for each byte of input.

/// Raw deflate, bit by bit.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    open: u64,
    count: u32,
}

impl Writer {
    /// Adds the low `count` bits of `bits`, the lowest first.
    fn put(&mut self, bits: u64, count: u32) {
        self.open |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.open as u8);
            (self.open, self.count) = (self.open >> 8, self.count - 8);
        }
    }

    /// Adds a codeword, whose first bit is its highest.
    fn codeword(&mut self, code: u64, count: u32) {
        (0..count).rev().for_each(|bit| self.put(code >> bit & 1, 1));
    }

    /// The stream, with a last block of nothing.
    fn finish(mut self) -> Vec<u8> {
        self.put(0b011, 3);
        self.codeword(0, 7);
        self.put(0, 7);
        self.bytes
    }

    /// The head of a dynamic block with `litlen` and one distance code of one bit, told by these code length codes.
    fn dynamic(&mut self, code_lengths: &[(usize, u64)], litlen: u64) {
        const ORDER: [usize; 18] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1];
        self.put(0b100, 3);
        self.put(litlen - 257, 5);
        self.put(0, 5);
        self.put(14 + u64::from(code_lengths.len() > 2), 4);
        for symbol in ORDER.into_iter().chain((code_lengths.len() > 2).then_some(15)) {
            let length = code_lengths.iter().find(|(of, _)| *of == symbol).map_or(0, |(_, length)| *length);
            self.put(length, 3);
        }
    }
}

/// Names and streams, and what they decompress to at most.
pub fn streams() -> Vec<(&'static str, Vec<u8>, usize)> {
    vec![
        ("empty fixed blocks", empty_fixed(), 0),
        ("empty stored blocks", empty_stored(), 0),
        ("empty dynamic blocks", empty_dynamic(), 0),
        ("dynamic blocks, deep", deep(2000, 1), 2000),
        ("one block, deep codes", deep(1, 100_000), 100_000),
        ("258 bytes at distance 1", runs(), 258 * 20_000 + 1),
    ]
}

/// Ten bits a block.
fn empty_fixed() -> Vec<u8> {
    let mut writer = Writer::default();
    for _ in 0..50_000 {
        writer.put(0b010, 3);
        writer.codeword(0, 7);
    }
    writer.finish()
}

/// Five bytes a block.
fn empty_stored() -> Vec<u8> {
    let mut writer = Writer::default();
    for _ in 0..50_000 {
        writer.put(0, 8);
        writer.put(0xffff_0000, 32);
    }
    writer.finish()
}

/// Ninety bits a block: the end of the block has one bit, and so has the one distance.
fn empty_dynamic() -> Vec<u8> {
    let mut writer = Writer::default();
    for _ in 0..10_000 {
        writer.dynamic(&[(1, 1), (18, 1)], 257);
        // 256 zeros in two runs (codeword 1), then two ones (codeword 0), then the end.
        [127, 107].into_iter().for_each(|run| writer.put(1 | run << 1, 8));
        writer.put(0b000, 3);
    }
    writer.finish()
}

/// Blocks whose literals 0 to 14 have 1 to 15 bits, and the end of the block 15; in each `count` times literal 14.
fn deep(blocks: usize, count: usize) -> Vec<u8> {
    let mut writer = Writer::default();
    let code_lengths: Vec<(usize, u64)> = (1..16).chain([18]).map(|symbol| (symbol, 4)).collect();
    for _ in 0..blocks {
        writer.dynamic(&code_lengths, 257);
        // Length n has codeword n - 1, a run of zeros 15.
        (0..15).for_each(|length| writer.codeword(length, 4));
        for run in [127, 241 - 138 - 11] {
            writer.codeword(15, 4);
            writer.put(run, 7);
        }
        writer.codeword(14, 4);
        writer.codeword(0, 4);
        (0..count).for_each(|_| writer.codeword(0x7ffe, 15));
        writer.codeword(0x7fff, 15);
    }
    writer.finish()
}

/// A literal, and runs of it at thirteen bits each.
fn runs() -> Vec<u8> {
    let mut writer = Writer::default();
    writer.put(0b010, 3);
    writer.codeword(0x30 + 97, 8);
    for _ in 0..20_000 {
        writer.codeword(0b1100_0101, 8);
        writer.codeword(0, 5);
    }
    writer.codeword(0, 7);
    writer.finish()
}
