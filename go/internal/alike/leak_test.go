package alike

import (
	"bytes"
	"io"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/zlazy/zlazy/go/internal/libz"
	"github.com/zlazy/zlazy/go/internal/trial"
)

// settled waits until C holds no stream of ours, collecting garbage if forgotten ones are to be found.
func settled(t *testing.T, collect bool) {
	t.Helper()
	stats := libz.ReadStats()
	for wait := 0; stats.Streams != 0 || stats.StreamBytes != 0; stats = libz.ReadStats() {
		if !collect || wait > 500 {
			t.Fatalf("%d streams hold %d bytes", stats.Streams, stats.StreamBytes)
		}
		wait++
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
}

// Whatever ends a stream gives its memory back at once.
func TestNothingIsHeld(t *testing.T) {
	settled(t, true)
	data := trial.Mixed(100_000)
	for _, f := range formats {
		stream := compressed(t, f.ours, 6, nil, data)
		bad := bytes.Clone(stream)
		copy(bad[len(bad)/2:], "\x00\xff\x00\xff\x00\xff damage \xff\xff\xff\xff")
		settled(t, false)

		w, _ := f.ours.writer(io.Discard, 6, nil)
		settled(t, false)
		w.Write(data)
		if libz.ReadStats().Streams != 1 {
			t.Errorf("%s: no stream is counted", f.name)
		}
		w.Reset(io.Discard)
		settled(t, false)
		w.Write(data)
		w.Flush()
		w.Close()
		settled(t, false)
		w.Reset(&failing{err: io.ErrClosedPipe})
		w.Write(data)
		w.Flush()
		settled(t, false)

		r, _ := f.ours.reader(bytes.NewReader(stream), nil)
		settled(t, false)
		r.Read(make([]byte, 10))
		r.Close()
		settled(t, false)
		reset(r, bytes.NewReader(stream))
		r.Read(make([]byte, 10))
		reset(r, bytes.NewReader(stream))
		settled(t, false)
		io.Copy(io.Discard, r)
		settled(t, false)
		for _, s := range [][]byte{stream[:len(stream)/2], bad, append(bytes.Clone(stream), "more"...)} {
			reset(r, bytes.NewReader(s))
			io.Copy(io.Discard, r)
			settled(t, false)
		}
	}
}

// What is forgotten without Close is found by the garbage collector.
func TestForgotten(t *testing.T) {
	data := trial.Mixed(50_000)
	for _, f := range formats {
		stream := compressed(t, f.ours, 6, nil, data)
		func() {
			for range 100 {
				w, _ := f.ours.writer(io.Discard, 6, nil)
				w.Write(data)
				r, _ := f.ours.reader(bytes.NewReader(stream), nil)
				r.Read(make([]byte, 2000))
			}
			if n := libz.ReadStats().Streams; n == 0 {
				t.Errorf("%s: no stream is counted", f.name)
			}
		}()
		settled(t, true)
	}
}

// Different writers and readers in different goroutines have nothing to do with each other.
func TestManyAtATime(t *testing.T) {
	before := runtime.NumGoroutine()
	data := trial.Mixed(80_000)
	var all sync.WaitGroup
	for i := range 16 {
		all.Add(1)
		go func() {
			defer all.Done()
			f := formats[i%len(formats)]
			var out bytes.Buffer
			w, _ := f.ours.writer(&out, i%12-2, nil)
			for round := range 20 {
				part := data[round*1000 : 20_000+round*3000]
				out.Reset()
				w.Reset(&out)
				for rest := part; len(rest) > 0; {
					n := min(1+i*500, len(rest))
					w.Write(rest[:n])
					rest = rest[n:]
				}
				if err := w.Close(); err != nil {
					t.Error(err)
				}
				got, err := decompressed(f.ours, nil, bytes.NewReader(out.Bytes()))
				if err != nil || !bytes.Equal(got, part) {
					t.Errorf("%s: %v", f.name, err)
				}
			}
		}()
	}
	all.Wait()
	settled(t, true)
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// Nothing is allocated where a writer and a reader are used again and again, and next to nothing for new ones.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector empties pools")
	}
	data := trial.JSON(5000)
	for _, f := range formats {
		stream := compressed(t, f.ours, 6, nil, data)
		w, _ := f.ours.writer(io.Discard, 6, nil)
		if n := testing.AllocsPerRun(200, func() {
			w.Reset(io.Discard)
			w.Write(data)
			w.Close()
		}); n >= 1 {
			t.Errorf("%s: %v allocations for a message", f.name, n)
		}
		if n := testing.AllocsPerRun(200, func() {
			w, _ := f.ours.writer(io.Discard, 6, nil)
			w.Write(data)
			w.Close()
		}); n >= 2 {
			t.Errorf("%s: %v allocations for a writer and a message", f.name, n)
		}
		source := bytes.NewReader(stream)
		r, _ := f.ours.reader(source, nil)
		if n := testing.AllocsPerRun(200, func() {
			source.Reset(stream)
			reset(r, source)
			io.Copy(io.Discard, r)
		}); n >= 1 {
			t.Errorf("%s: %v allocations for reading a message", f.name, n)
		}
	}
}
