package main

import (
	"bytes"
	"fmt"
	"math"
)

// summary writes what the tables say in a few lines, each of them the worst case of its kind.
func (r results) summary(out *bytes.Buffer) {
	var rows [][]string
	row := func(what, measured string) { rows = append(rows, []string{what, measured}) }

	bytesPerOp, compress, klauspost := 0.0, math.Inf(1), math.Inf(1)
	for level := 1; level <= 9; level++ {
		for _, format := range []string{"flate", "gzip"} {
			prefix := fmt.Sprintf("CompressAllocations/level(%d)/%s/", level, format)
			bytesPerOp = max(bytesPerOp, r.get(prefix+"zlazy", "B/op"))
			compress = min(compress, r.ratio(prefix, "compress"))
			klauspost = min(klauspost, r.ratio(prefix, "klauspost"))
		}
	}
	row("a new writer for 240 bytes, levels 1 to 9: Go's heap", count(bytesPerOp)+" B/op at most")
	row("the same: speed", fmt.Sprintf("%s compress, %s klauspost at least", times(compress), times(klauspost)))

	for _, size := range []string{"1B", "1KiB", "8KiB"} {
		worst := 0.0
		for _, content := range []string{"zeros", "json"} {
			prefix := "GZIPCompressor" + size + "/" + content
			worst = max(worst, r.get(prefix+"/fresh/zlazy", "ns/op")/r.get(prefix+"/reused/compress", "ns/op"))
		}
		row(size+" by a new writer: time", times(worst)+" that of a reused writer of compress, at most")
	}

	worst, heap := 0.0, math.Inf(-1)
	for _, kind := range []string{"S2k", "S20k", "S100k", "P2k", "P20k", "P100k"} {
		prefix := "GzipHandler_" + kind + "/"
		worst = max(worst, 1/r.ratio(prefix, "compress"))
		heap = max(heap, r.get(prefix+"zlazy", "B/op")-r.get(prefix+"none", "B/op"))
	}
	row("an HTTP handler: time", times(worst)+" that of gziphandler, at most")
	row("the same: Go's heap, less what the handler alone takes", count(heap)+" B/op at most")

	prefix := "Text1MiB/level(6)/"
	row("1 MiB of English, level 6: speed", fmt.Sprintf("%s compress, %s klauspost", times(r.ratio(prefix, "compress")), times(r.ratio(prefix, "klauspost"))))
	row("the same: size", fmt.Sprintf("%s; compress %s, klauspost %s", count(r.get(prefix+"zlazy", "size")), count(r.get(prefix+"compress", "size")), count(r.get(prefix+"klauspost", "size"))))
	for _, content := range [][2]string{{"1 MiB of English", "TextDecompression1MiB/level(6)/"}, {"1 MiB of JSON", "GZIPDecompressor1MiB/json/reused/"}} {
		row(content[0]+", decompressed: speed", fmt.Sprintf("%s compress, %s klauspost", times(r.ratio(content[1], "compress")), times(r.ratio(content[1], "klauspost"))))
	}
	idle := 0.0
	for _, unit := range []string{"Go-bytes", "C-bytes", "C-pool-bytes"} {
		idle += 10_000 * r.get("IdleWriters/zlazy", unit)
	}
	row("10,000 idle writers: Go and C together", fmt.Sprintf("%.1f MB", idle/1e6))
	table(out, "In short", []string{"", ""}, rows)
}

// ratio is how many times as long as ours another one's time is.
func (r results) ratio(prefix, name string) float64 {
	return r.get(prefix+name, "ns/op") / r.get(prefix+"zlazy", "ns/op")
}
