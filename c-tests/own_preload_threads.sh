#!/bin/sh
# LD_PRELOAD into programs with many threads that know nothing of this library: python3 and java, each with threads that compress and
# decompress and compare. The library must be the one that they use.
set -u
work=build/check/own_preload_threads
mkdir -p "$work"

# A program ran well if it said "fine" and the library was in the process.
verdict() { # name file
    if grep -q '^fine$' "$2.out" && grep -q 'libz.so.1.4' "$2.maps" 2>/dev/null; then
        echo "ok threads under LD_PRELOAD: $1"
    else
        echo "FAIL threads under LD_PRELOAD: $1: $(cat "$2.out" "$2.errors" | head -n 1), see $2.errors"
    fi
}

cat >"$work/threads.py" <<'END'
import ctypes, gzip, random, sys, threading, zlib
wrong = []
def work(seed):
    draw = random.Random(seed)
    for _ in range(60):
        data = bytes(draw.choices(b"abcdefgh \n", k=draw.randrange(1, 30000)))
        level, wbits = draw.randrange(10), draw.choice((15, -15, 31, 9))
        c = zlib.compressobj(level, zlib.DEFLATED, wbits, draw.randrange(1, 10), draw.randrange(5))
        packed = c.compress(data[:100]) + c.flush(zlib.Z_SYNC_FLUSH) + c.copy().compress(b"") + c.compress(data[100:]) + c.flush()
        d = zlib.decompressobj(wbits)
        if d.decompress(packed) + d.flush() != data or gzip.decompress(gzip.compress(data, level)) != data:
            wrong.append(seed)
        if zlib.decompress(zlib.compress(data, level)) != data or zlib.crc32(data) != zlib.crc32(data[7:], zlib.crc32(data[:7])):
            wrong.append(seed)
threads = [threading.Thread(target=work, args=(seed,)) for seed in range(32)]
for t in threads: t.start()
for t in threads: t.join()
with open("/proc/self/maps") as maps, open(sys.argv[1], "w") as copy: copy.write(maps.read())
print("wrong" if wrong else "fine")
END
python=/usr/bin/python3
[ -x $python ] || python=python3
if command -v $python >/dev/null; then
    LD_PRELOAD=build/libz.so.1 timeout 120 $python "$work/threads.py" "$work/python.maps" >"$work/python.out" 2>"$work/python.errors"
    verdict "python3, 32 threads" "$work/python"
else
    echo "skip threads under LD_PRELOAD: python3: not installed"
fi

cat >"$work/Threads.java" <<'END'
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.zip.*;
public class Threads {
    static boolean wrong(long seed) throws Exception {
        Random draw = new Random(seed);
        for (int round = 0; round < 60; round++) {
            byte[] data = new byte[1 + draw.nextInt(30000)], packed = new byte[60000], back = new byte[data.length];
            for (int i = 0; i < data.length; i++) data[i] = (byte) ("abcdefgh \n".charAt(draw.nextInt(10)));
            boolean raw = draw.nextBoolean();
            Deflater deflater = new Deflater(draw.nextInt(10), raw);
            deflater.setStrategy(draw.nextInt(3));
            deflater.setInput(data, 0, data.length / 2);
            int n = 0;
            do n += deflater.deflate(packed, n, packed.length - n, Deflater.SYNC_FLUSH); while (!deflater.needsInput());
            deflater.setInput(data, data.length / 2, data.length - data.length / 2);
            deflater.finish();
            while (!deflater.finished()) n += deflater.deflate(packed, n, packed.length - n);
            deflater.end();
            Inflater inflater = new Inflater(raw);
            inflater.setInput(packed, 0, n);
            int got = 0;
            while (!inflater.finished() && got < back.length) got += inflater.inflate(back, got, Math.min(5000, back.length - got));
            inflater.end();
            CRC32 one = new CRC32(), two = new CRC32();
            one.update(data);
            two.update(back);
            if (got != data.length || !Arrays.equals(data, back) || one.getValue() != two.getValue()) return true;
        }
        return false;
    }
    public static void main(String[] names) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(32);
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 32; i++) { final long seed = i; all.add(pool.submit(() -> wrong(seed))); }
        boolean wrong = false;
        for (Future<Boolean> one : all) wrong |= one.get();
        pool.shutdown();
        Files.copy(Paths.get("/proc/self/maps"), Paths.get(names[0]), StandardCopyOption.REPLACE_EXISTING);
        System.out.println(wrong ? "wrong" : "fine");
    }
}
END
if command -v java >/dev/null && command -v javac >/dev/null; then
    if javac -d "$work" "$work/Threads.java" >"$work/java.errors" 2>&1; then
        LD_PRELOAD=build/libz.so.1 timeout 120 java -cp "$work" Threads "$work/java.maps" >"$work/java.out" 2>"$work/java.errors"
        verdict "java, 32 threads" "$work/java"
    else
        echo "skip threads under LD_PRELOAD: java: javac does not work here"
    fi
else
    echo "skip threads under LD_PRELOAD: java: no java and javac are installed"
fi
