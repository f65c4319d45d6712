package bench

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/zlazy/zlazy/go/internal/libz"
	"github.com/zlazy/zlazy/go/internal/trial"
)

// A new writer for a message of 240 bytes: klauspost/compress has the benchmark of this name.
func BenchmarkCompressAllocations(b *testing.B) {
	payload := []byte(strings.Repeat("Tiny payload", 20))
	for level := -2; level <= 9; level++ {
		for _, format := range []string{"flate", "gzip"} {
			for _, r := range rivals {
				b.Run(fmt.Sprintf("level(%d)/%s/%s", level, format, r.name), func(b *testing.B) {
					create := r.flate
					if format == "gzip" {
						create = r.gzip
					}
					b.ReportAllocs()
					for range b.N {
						w := create(io.Discard, level)
						w.Write(payload)
						w.Close()
					}
				})
			}
		}
	}
}

// gRPC's benchmarks of a message: of zeros, as there, and of JSON; with a new writer for each, and with one for all.
func BenchmarkGZIPCompressor1B(b *testing.B)     { compressor(b, 1) }
func BenchmarkGZIPCompressor1KiB(b *testing.B)   { compressor(b, 1<<10) }
func BenchmarkGZIPCompressor8KiB(b *testing.B)   { compressor(b, 8<<10) }
func BenchmarkGZIPCompressor64KiB(b *testing.B)  { compressor(b, 64<<10) }
func BenchmarkGZIPCompressor512KiB(b *testing.B) { compressor(b, 512<<10) }
func BenchmarkGZIPCompressor1MiB(b *testing.B)   { compressor(b, 1<<20) }

// each runs a benchmark for both contents, fresh and reused, and all rivals.
func each(b *testing.B, size int, run func(b *testing.B, r rival, payload []byte, fresh bool)) {
	for _, content := range []struct {
		name    string
		payload []byte
	}{{"zeros", make([]byte, size)}, {"json", trial.JSON(size)}} {
		for _, use := range []string{"fresh", "reused"} {
			for _, r := range rivals {
				b.Run(content.name+"/"+use+"/"+r.name, func(b *testing.B) {
					b.SetBytes(int64(size))
					b.ReportAllocs()
					run(b, r, content.payload, use == "fresh")
				})
			}
		}
	}
}

func compressor(b *testing.B, size int) {
	each(b, size, func(b *testing.B, r rival, payload []byte, fresh bool) {
		out := bytes.NewBuffer(make([]byte, 0, size+1000))
		w := r.gzip(out, -1)
		b.ResetTimer()
		for range b.N {
			out.Reset()
			if fresh {
				w = r.gzip(out, -1)
			} else {
				w.Reset(out)
			}
			w.Write(payload)
			w.Close()
		}
	})
}

// The same messages, decompressed.
func BenchmarkGZIPDecompressor1B(b *testing.B)     { decompressor(b, 1) }
func BenchmarkGZIPDecompressor1KiB(b *testing.B)   { decompressor(b, 1<<10) }
func BenchmarkGZIPDecompressor8KiB(b *testing.B)   { decompressor(b, 8<<10) }
func BenchmarkGZIPDecompressor64KiB(b *testing.B)  { decompressor(b, 64<<10) }
func BenchmarkGZIPDecompressor512KiB(b *testing.B) { decompressor(b, 512<<10) }
func BenchmarkGZIPDecompressor1MiB(b *testing.B)   { decompressor(b, 1<<20) }

func decompressor(b *testing.B, size int) {
	each(b, size, func(b *testing.B, r rival, payload []byte, fresh bool) {
		decompress(b, r, compressed(payload, 6), len(payload), fresh)
	})
}

// compressed is data as compress/gzip writes it.
func compressed(data []byte, level int) []byte {
	var file bytes.Buffer
	w := rivals[1].gzip(&file, level)
	w.Write(data)
	w.Close()
	return file.Bytes()
}

func decompress(b *testing.B, r rival, file []byte, size int, fresh bool) {
	source := bytes.NewReader(file)
	z := r.read(source)
	out := make([]byte, 32<<10)
	b.ResetTimer()
	for range b.N {
		source.Reset(file)
		if fresh {
			z = r.read(source)
		} else if err := z.Reset(source); err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			got, err := z.Read(out)
			n += got
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		z.Close()
		if n != size {
			b.Fatalf("%d bytes instead of %d", n, size)
		}
	}
}

// A megabyte of a book at every level: time and size. The writer is reused, so that nobody pays for memory.
func BenchmarkText1MiB(b *testing.B) {
	text := trial.Text(1 << 20)
	for level := -2; level <= 9; level++ {
		for _, r := range rivals {
			b.Run(fmt.Sprintf("level(%d)/%s", level, r.name), func(b *testing.B) {
				out := bytes.NewBuffer(make([]byte, 0, len(text)+1000))
				w := r.gzip(out, level)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					out.Reset()
					w.Reset(out)
					w.Write(text)
					w.Close()
				}
				b.ReportMetric(float64(out.Len()), "size")
			})
		}
	}
}

// A megabyte of a book, as compress/gzip wrote it, decompressed.
func BenchmarkTextDecompression1MiB(b *testing.B) {
	text := trial.Text(1 << 20)
	for _, level := range []int{1, 6, 9} {
		file := compressed(text, level)
		for _, r := range rivals {
			b.Run(fmt.Sprintf("level(%d)/%s", level, r.name), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				decompress(b, r, file, len(text), false)
			})
		}
	}
}

// Ten thousand writers that have each compressed a message and wait for the next one, reset: what they hold. The time is of
// no interest. Of the others' there are five hundred, because ten thousand need up to 10 GB; the numbers are per writer.
func BenchmarkIdleWriters(b *testing.B) {
	payload := trial.JSON(8 << 10)
	for _, r := range rivals {
		n := 500
		if r.name == "zlazy" {
			n = 10_000
		}
		b.Run(r.name, func(b *testing.B) {
			for range b.N {
				goBefore, residentBefore := holds()
				writers := make([]writer, n)
				for i := range writers {
					writers[i] = r.gzip(io.Discard, 6)
					writers[i].Write(payload)
					writers[i].Close()
					writers[i].Reset(io.Discard)
				}
				goAfter, residentAfter := holds()
				each := func(bytes int) float64 { return float64(bytes) / float64(n) }
				b.ReportMetric(each(goAfter-goBefore), "Go-bytes")
				b.ReportMetric(each(residentAfter-residentBefore), "resident-bytes")
				if r.name == "zlazy" {
					stats := libz.ReadStats()
					b.ReportMetric(each(stats.StreamBytes), "C-bytes")
					b.ReportMetric(each(stats.PoolBytes), "C-pool-bytes")
				}
				runtime.KeepAlive(writers)
			}
		})
	}
}

// holds is what Go's heap has in use, garbage apart, and what the process has of the machine's memory.
func holds() (goBytes, resident int) {
	runtime.GC()
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		resident, _ = strconv.Atoi(strings.Fields(string(statm))[1])
	}
	return int(stats.HeapAlloc), resident * os.Getpagesize()
}
