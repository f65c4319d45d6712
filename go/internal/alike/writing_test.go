package alike

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/zlazy/zlazy/go/internal/trial"
)

func TestLevelsOutOfRange(t *testing.T) {
	for _, f := range formats {
		for _, level := range []int{-3, 10, 100} {
			w, err := f.ours.writer(io.Discard, level, nil)
			_, wantErr := f.std.writer(io.Discard, level, nil)
			if w != nil || err == nil || err.Error() != wantErr.Error() {
				t.Errorf("%s level %d: %v instead of %v", f.name, level, err, wantErr)
			}
		}
	}
}

// A script is a sequence of calls on a writer; what they return is compared, not what they write.
func TestCallsInEveryOrder(t *testing.T) {
	calls := map[byte]func(w writer) error{
		'w': func(w writer) error { _, err := w.Write([]byte("some text")); return err },
		'0': func(w writer) error { _, err := w.Write(nil); return err },
		'f': writer.Flush,
		'c': func(w writer) error { return w.Close() },
		'r': func(w writer) error { w.Reset(io.Discard); return nil },
	}
	for _, f := range formats {
		for script := range scripts("w0fcr", 4-min(1, stride/2)) {
			trace := func(m maker) (trace []string) {
				w, _ := m.writer(io.Discard, 6, nil)
				for _, call := range []byte(script) {
					trace = append(trace, fmt.Sprint(calls[call](w)))
				}
				return trace
			}
			if got, want := fmt.Sprint(trace(f.ours)), fmt.Sprint(trace(f.std)); got != want {
				t.Errorf("%s %s: %s instead of %s", f.name, script, got, want)
			}
		}
	}
}

// scripts are all words of n letters.
func scripts(letters string, n int) map[string]bool {
	words := map[string]bool{"": true}
	for range n {
		longer := map[string]bool{}
		for word := range words {
			for _, letter := range letters {
				longer[word+string(letter)] = true
			}
		}
		words = longer
	}
	return words
}

// A second Close writes nothing.
func TestCloseTwice(t *testing.T) {
	for _, f := range formats {
		var out bytes.Buffer
		w, _ := f.ours.writer(&out, 6, nil)
		w.Write([]byte("text"))
		w.Close()
		n := out.Len()
		if err := w.Close(); err != nil || out.Len() != n {
			t.Errorf("%s: %v, %d bytes instead of %d", f.name, err, out.Len(), n)
		}
	}
}

// After Flush, a reader has all that was written before it, and need not wait for more; each Flush leaves its mark.
func TestFlush(t *testing.T) {
	data := trial.Text(100_000)
	for _, f := range formats {
		for level := -2; level <= 9; level++ {
			var out bytes.Buffer
			w, _ := f.ours.writer(&out, level, nil)
			written := 0
			for _, n := range []int{0, 1, 10, 0, 0, 5000, 16384, 20000, 0} {
				w.Write(data[written : written+n])
				written += n
				before := out.Len()
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
				if out.Len() < before+4 || !bytes.HasSuffix(out.Bytes(), []byte{0, 0, 0xff, 0xff}) {
					t.Fatalf("%s level %d: no mark at the end of %x", f.name, level, out.Bytes()[before:])
				}
				for by, m := range f.both() {
					r, err := m.reader(bytes.NewReader(out.Bytes()), nil)
					if err != nil {
						t.Fatal(err)
					}
					got := make([]byte, written)
					if n, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, data[:written]) {
						t.Fatalf("%s level %d read by %s: %d of %d bytes, %v", f.name, level, by, n, written, err)
					}
					r.Close()
				}
			}
			w.Close()
			mustBe(t, f.std, nil, &out, data[:written])
		}
	}
}

// A conversation over a connection: each message must arrive although nothing follows it.
func TestConversation(t *testing.T) {
	for _, f := range formats {
		here, there := net.Pipe()
		here.SetDeadline(time.Now().Add(time.Minute))
		there.SetDeadline(time.Now().Add(time.Minute))
		messages := [][]byte{[]byte("a"), trial.Text(16383), trial.Noise(5000), trial.JSON(70_000), []byte("b"), make([]byte, 100_000)}
		answered := make(chan error, 1)
		go func() {
			answered <- func() error {
				r, err := f.ours.reader(there, nil)
				if err != nil {
					return err
				}
				for _, message := range messages {
					got := make([]byte, len(message))
					if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, message) {
						return fmt.Errorf("a message of %d bytes: %w", len(message), err)
					}
					if _, err := there.Write([]byte("y")); err != nil {
						return err
					}
				}
				return nil
			}()
			there.Close()
		}()
		w, _ := f.ours.writer(here, 6, nil)
		answer := make([]byte, 1)
		for _, message := range messages {
			if _, err := w.Write(message); err != nil {
				break
			}
			if err := w.Flush(); err != nil {
				break
			}
			if _, err := io.ReadFull(here, answer); err != nil {
				break
			}
		}
		here.Close()
		w.Close()
		if err := <-answered; err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

// failing takes some bytes and then fails.
type failing struct {
	left  int
	err   error
	after int // calls after the failure
}

func (f *failing) Write(p []byte) (int, error) {
	if f.left < len(p) {
		f.after++
		return f.left, f.err
	}
	f.left -= len(p)
	return len(p), nil
}

// What an io.Writer answers is what every call returns from then on; it is not called again until Reset.
func TestDestinationFails(t *testing.T) {
	data := trial.Mixed(300_000)
	failure := errors.New("no space left")
	for _, f := range formats {
		for _, level := range []int{-2, 0, 1, 6} {
			size := len(compressed(t, f.ours, level, nil, data))
			for _, left := range []int{0, 5, 100, 16383, 20_000, size - 1} {
				to := &failing{left: left, err: failure}
				w, _ := f.ours.writer(to, level, nil)
				_, err := w.Write(data)
				if err == nil {
					err = w.Flush()
				}
				if err == nil {
					err = w.Close()
				}
				if err != failure {
					t.Fatalf("%s level %d: %v", f.name, level, err)
				}
				n, writing := w.Write(data)
				if n != 0 || writing != failure || w.Flush() != failure || w.Close() != failure || to.after != 1 {
					t.Errorf("%s level %d: not the same error again", f.name, level)
				}
				var out bytes.Buffer
				w.Reset(&out)
				w.Write(data)
				w.Close()
				mustBe(t, f.std, nil, &out, data)
			}
			to := &failing{left: 4}
			w, _ := f.ours.writer(to, level, nil)
			w.Write(data)
			if err := w.Close(); err != io.ErrShortWrite {
				t.Errorf("%s level %d, a short write: %v", f.name, level, err)
			}
		}
	}
}

// A writer that panics is the program's problem; the Writer stays whole.
func TestDestinationPanics(t *testing.T) {
	data := trial.Text(50_000)
	for _, f := range formats {
		w, _ := f.ours.writer(panicking{}, 6, nil)
		func() {
			defer func() { recover() }()
			w.Write(data)
			w.Close()
		}()
		var out bytes.Buffer
		w.Reset(&out)
		w.Write(data)
		w.Close()
		mustBe(t, f.std, nil, &out, data)
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("not today") }

// A Writer that is reset, at whatever point, writes what a new one writes.
func TestReset(t *testing.T) {
	data := trial.Mixed(100_000)
	for _, f := range formats {
		for level := -2; level <= 9; level += min(stride, 4) {
			want := compressed(t, f.ours, level, nil, data)
			w, _ := f.ours.writer(io.Discard, level, nil)
			for _, before := range []func(){
				func() {},
				func() { w.Write(data[:10]) },
				func() { w.Write(data[:50_000]) },
				func() { w.Write(data[:50_000]); w.Flush() },
				func() { w.Write(data); w.Close() },
				func() { w.Close() },
			} {
				before()
				var out bytes.Buffer
				w.Reset(&out)
				w.Write(data)
				if err := w.Close(); err != nil || !bytes.Equal(out.Bytes(), want) {
					t.Fatalf("%s level %d: %v, %d bytes instead of %d", f.name, level, err, out.Len(), len(want))
				}
				w.Reset(io.Discard)
			}
		}
	}
}

// Sizes are never far from the standard library's: the same levels mean the same.
func TestSizes(t *testing.T) {
	f := formats[0]
	for name, data := range map[string][]byte{"text": trial.Text(1 << 18), "json": trial.JSON(1 << 17), "small": trial.JSON(500)} {
		last := 1 << 30
		for level := 1; level <= 9; level++ {
			ours, std := len(compressed(t, f.ours, level, nil, data)), len(compressed(t, f.std, level, nil, data))
			t.Logf("%s level %d: %d, standard library %d", name, level, ours, std)
			if ours > std+std/25 {
				t.Errorf("%s level %d: %d bytes, standard library %d", name, level, ours, std)
			}
			if ours > last+last/200+4 { // four bytes are of no account, but a share of a small message
				t.Errorf("%s level %d: %d bytes, one level less %d", name, level, ours, last)
			}
			last = ours
		}
	}
}
