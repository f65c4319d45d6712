// Command tables makes BENCH.md's tables of what "go test -bench" printed: tables BENCH.md RESULTS...
//
// It replaces what stands between the file's two marks. Of several runs it takes the fastest of each benchmark.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

const (
	begin = "<!-- Below: written by bench.sh. -->\n"
	end   = "<!-- Above: written by bench.sh. -->\n"
)

// results are numbers by benchmark and unit: ns/op, B/op, allocs/op and the benchmarks' own.
type results map[string]map[string]float64

func main() {
	if len(os.Args) < 3 {
		log.Fatal("tables BENCH.md RESULTS...")
	}
	all, cpu := results{}, "a machine of unknown kind"
	for _, name := range os.Args[2:] {
		if model := all.read(name); model != "" {
			cpu = model
		}
	}
	page, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	before, rest, found := bytes.Cut(page, []byte(begin))
	_, after, foundEnd := bytes.Cut(rest, []byte(end))
	if !found || !foundEnd {
		log.Fatal("the marks are missing in ", os.Args[1])
	}
	var out bytes.Buffer
	out.Write(before)
	out.WriteString(begin)
	fmt.Fprintf(&out, "\n%s, %s with %d processors, %s/%s, %s, %d rounds.\n%s\n", time.Now().Format("2 January 2006"), cpu, runtime.NumCPU(),
		runtime.GOOS, runtime.GOARCH, runtime.Version(), len(os.Args)-2, versions())
	all.tables(&out)
	out.WriteString(end)
	out.Write(after)
	if err := os.WriteFile(os.Args[1], out.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}

// versions tells which klauspost/compress it was.
func versions() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/klauspost/compress" {
				return "klauspost/compress is " + module.Version + "."
			}
		}
	}
	mod, _ := os.ReadFile("go.mod")
	for _, line := range strings.Split(string(mod), "\n") {
		if _, version, found := strings.Cut(line, "github.com/klauspost/compress "); found {
			return "klauspost/compress is " + version + "."
		}
	}
	return ""
}

// read adds a file's lines, and returns the processor that it names.
func (r results) read(name string) (cpu string) {
	file, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if model, found := strings.CutPrefix(lines.Text(), "cpu: "); found {
			cpu = model
		}
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		benchmark := strings.TrimPrefix(fields[0], "Benchmark")
		if dash := strings.LastIndexByte(benchmark, '-'); dash > 0 {
			benchmark = benchmark[:dash]
		}
		if r[benchmark] == nil {
			r[benchmark] = map[string]float64{}
		}
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				log.Fatalf("%s: %v", name, err)
			}
			if old, seen := r[benchmark][fields[i+1]]; !seen || value < old {
				r[benchmark][fields[i+1]] = value
			}
		}
	}
	return cpu
}

// get is a number, NaN if it was not measured.
func (r results) get(benchmark, unit string) float64 {
	if value, found := r[benchmark][unit]; found {
		return value
	}
	return math.NaN()
}

var names = []string{"zlazy", "compress", "klauspost"}

// table writes a table.
func table(out *bytes.Buffer, title string, head []string, rows [][]string) {
	fmt.Fprintf(out, "\n### %s\n\n| %s |\n|%s\n", title, strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	for _, row := range rows {
		fmt.Fprintf(out, "| %s |\n", strings.Join(row, " | "))
	}
}

// duration is nanoseconds in a unit that suits them.
func duration(ns float64) string {
	switch {
	case math.IsNaN(ns):
		return "–"
	case ns < 10_000:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 10_000_000:
		return fmt.Sprintf("%.1f µs", ns/1000)
	}
	return fmt.Sprintf("%.1f ms", ns/1e6)
}

// count is a whole number with its thousands apart.
func count(n float64) string {
	if math.IsNaN(n) {
		return "–"
	}
	digits := strconv.FormatFloat(math.Round(n), 'f', 0, 64)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func times(ratio float64) string {
	if math.IsNaN(ratio) {
		return "–"
	}
	if ratio < 10 {
		return fmt.Sprintf("%.2f×", ratio)
	}
	return fmt.Sprintf("%.0f×", ratio)
}
