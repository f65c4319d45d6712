#!/bin/sh
# Java's Deflater and Inflater at every level, strategy and format, GZIP streams, and the tool jar.
# Debian: default-jdk-headless
. "${0%/*}/ways"
needs java javac jar
cat >"$work/Packs.java" <<'END'
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

public class Packs {
    static byte[] pack(byte[] plain, int level, int strategy, boolean raw) {
        Deflater deflater = new Deflater(level, raw);
        deflater.setStrategy(strategy);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] room = new byte[1000];
        for (int at = 0; at < plain.length; at += 70000) {
            deflater.setInput(plain, at, Math.min(70000, plain.length - at));
            if (at == 70000) deflater.setLevel(9 - Math.max(level, 0));
            int flush = at % 30000 == 0 ? Deflater.SYNC_FLUSH : Deflater.NO_FLUSH;
            for (int n = 1; n > 0 || !deflater.needsInput(); ) out.write(room, 0, n = deflater.deflate(room, 0, room.length, flush));
        }
        deflater.finish();
        while (!deflater.finished()) out.write(room, 0, deflater.deflate(room));
        deflater.end();
        return out.toByteArray();
    }

    static byte[] unpack(byte[] packed, boolean raw) throws DataFormatException {
        Inflater inflater = new Inflater(raw);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] room = new byte[777];
        inflater.setInput(packed);
        while (!inflater.finished()) out.write(room, 0, inflater.inflate(room));
        inflater.end();
        return out.toByteArray();
    }

    static void same(String name, byte[] is, byte[] want) {
        if (!Arrays.equals(is, want)) throw new IllegalStateException(name + " differs");
    }

    public static void main(String[] words) throws Exception {
        byte[][] data = {Files.readAllBytes(Path.of(System.getenv("text"))), Files.readAllBytes(Path.of(System.getenv("bytes"))), {}, {1}};
        for (int d = 0; d < data.length; d++)
            for (int level = -1; level <= 9; level++)
                for (int strategy = 0; strategy <= 2; strategy++)
                    for (boolean raw : new boolean[] {false, true}) {
                        String name = words[1] + "/" + d + "." + level + "." + strategy + "." + raw;
                        if (words[0].equals("pack")) {
                            Files.write(Path.of(name), pack(data[d], level, strategy, raw));
                            try (OutputStream out = new GZIPOutputStream(new FileOutputStream(name + ".gz"))) { out.write(data[d]); }
                        } else {
                            same(name, unpack(Files.readAllBytes(Path.of(name)), raw), data[d]);
                            try (InputStream in = new GZIPInputStream(new FileInputStream(name + ".gz"))) { same(name, in.readAllBytes(), data[d]); }
                        }
                    }
    }
}
END
javac -d "$work" "$work/Packs.java" 2>"$work/javac.out" || { say "FAIL $name: javac: $(head -n 1 "$work/javac.out")"; exit 1; }
mkdir -p "$work/short"
proof jar --create --file "$work/short.jar" -C "$work/data" text
classes() { both_ways java -cp "$work" Packs; }
try "Deflater, Inflater, GZIP streams both ways" classes
jars() {
    rm -rf unpacked && mkdir unpacked
    ours jar --create --file ours.jar -C data . && theirs jar --create --file theirs.jar -C data . &&
        (cd unpacked && theirs jar --extract --file ../ours.jar && cmp text ../data/text && cmp bytes ../data/bytes && rm -r text bytes META-INF &&
            ours jar --extract --file ../theirs.jar && cmp text ../data/text && cmp bytes ../data/bytes)
}
try "jar both ways" jars
