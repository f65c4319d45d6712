package main

import (
	"bytes"
	"fmt"
)

var sizes = []string{"1B", "1KiB", "8KiB", "64KiB", "512KiB", "1MiB"}

// tables writes all tables.
func (r results) tables(out *bytes.Buffer) {
	r.summary(out)
	r.allocations(out)
	r.messages(out, "GZIPCompressor", "Compressing a message: GZIPCompressor")
	r.messages(out, "GZIPDecompressor", "Decompressing a message: GZIPDecompressor")
	r.handlers(out)
	r.text(out)
	r.textDecompression(out)
	r.idle(out)
}

func (r results) allocations(out *bytes.Buffer) {
	var rows [][]string
	for _, format := range []string{"flate", "gzip"} {
		for level := -2; level <= 9; level++ {
			row := []string{format, fmt.Sprint(level)}
			prefix := fmt.Sprintf("CompressAllocations/level(%d)/%s/", level, format)
			for _, name := range names {
				row = append(row, duration(r.get(prefix+name, "ns/op")))
			}
			for _, name := range names {
				row = append(row, count(r.get(prefix+name, "B/op")))
			}
			row = append(row, count(r.get(prefix+"zlazy", "allocs/op")))
			rows = append(rows, row)
		}
	}
	table(out, "A new writer for 240 bytes: CompressAllocations",
		[]string{"", "level", "zlazy", "compress", "klauspost", "B/op: zlazy", "compress", "klauspost", "allocs/op: zlazy"}, rows)
}

func (r results) messages(out *bytes.Buffer, benchmark, title string) {
	var rows [][]string
	for _, content := range []string{"zeros", "json"} {
		for _, size := range sizes {
			row := []string{content, size}
			for _, use := range []string{"fresh", "reused"} {
				for _, name := range names {
					row = append(row, duration(r.get(benchmark+size+"/"+content+"/"+use+"/"+name, "ns/op")))
				}
			}
			fresh := benchmark + size + "/" + content + "/fresh/zlazy"
			rows = append(rows, append(row, count(r.get(fresh, "B/op")), count(r.get(fresh, "allocs/op"))))
		}
	}
	table(out, title, []string{"of", "size", "fresh: zlazy", "compress", "klauspost", "reused: zlazy", "compress", "klauspost", "fresh zlazy: B/op", "allocs/op"}, rows)
}

func (r results) handlers(out *bytes.Buffer) {
	var rows [][]string
	for _, how := range []string{"S", "P"} {
		for _, size := range []string{"2k", "20k", "100k"} {
			prefix := "GzipHandler_" + how + size + "/"
			row := []string{how + size}
			for _, name := range append(names, "none") {
				row = append(row, duration(r.get(prefix+name, "ns/op")))
			}
			row = append(row, times(r.get(prefix+"zlazy", "ns/op")/r.get(prefix+"compress", "ns/op")))
			for _, name := range append(names, "none") {
				row = append(row, count(r.get(prefix+name, "B/op")))
			}
			rows = append(rows, row)
		}
	}
	table(out, "An HTTP handler: GzipHandler", []string{"", "zlazy", "gziphandler, compress", "gzhttp, klauspost", "uncompressed", "zlazy : gziphandler",
		"B/op: zlazy", "gziphandler", "gzhttp", "uncompressed"}, rows)
}

func (r results) text(out *bytes.Buffer) {
	var rows [][]string
	for level := -2; level <= 9; level++ {
		row := []string{fmt.Sprint(level)}
		prefix := fmt.Sprintf("Text1MiB/level(%d)/", level)
		ours := r.get(prefix+"zlazy", "ns/op")
		for _, name := range names {
			row = append(row, fmt.Sprintf("%.1f", 1<<20*1e3/r.get(prefix+name, "ns/op")))
		}
		for _, name := range names[1:] {
			row = append(row, times(r.get(prefix+name, "ns/op")/ours))
		}
		for _, name := range names {
			row = append(row, count(r.get(prefix+name, "size")))
		}
		rows = append(rows, row)
	}
	table(out, "1 MiB of English: Text1MiB", []string{"level", "MB/s: zlazy", "compress", "klauspost", "zlazy : compress", "zlazy : klauspost",
		"bytes: zlazy", "compress", "klauspost"}, rows)
}

func (r results) textDecompression(out *bytes.Buffer) {
	var rows [][]string
	for _, level := range []int{1, 6, 9} {
		row := []string{fmt.Sprint(level)}
		prefix := fmt.Sprintf("TextDecompression1MiB/level(%d)/", level)
		ours := r.get(prefix+"zlazy", "ns/op")
		for _, name := range names {
			row = append(row, fmt.Sprintf("%.0f", 1<<20*1e3/r.get(prefix+name, "ns/op")))
		}
		for _, name := range names[1:] {
			row = append(row, times(r.get(prefix+name, "ns/op")/ours))
		}
		rows = append(rows, row)
	}
	table(out, "The same, decompressed: TextDecompression1MiB", []string{"compressed at", "MB/s: zlazy", "compress", "klauspost", "zlazy : compress",
		"zlazy : klauspost"}, rows)
}

func (r results) idle(out *bytes.Buffer) {
	var rows [][]string
	for _, name := range names {
		row := []string{name}
		for _, unit := range []string{"Go-bytes", "C-bytes", "C-pool-bytes", "resident-bytes"} {
			row = append(row, count(10_000*r.get("IdleWriters/"+name, unit)))
		}
		rows = append(rows, row)
	}
	table(out, "10,000 idle writers, in bytes: IdleWriters", []string{"", "Go heap", "C, streams", "C, pool", "resident"}, rows)
}
