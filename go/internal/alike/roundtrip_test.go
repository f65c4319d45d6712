package alike

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zlazy/zlazy/go/internal/trial"
)

// What is compressed: sizes around the buffer's, the window's and a stored block's, and every kind of content.
func samples() map[string][]byte {
	samples := map[string][]byte{}
	for _, n := range []int{0, 1, 2, 100, 1023, 1024, 1025, 16383, 16384, 16385, 32769, 65536, 120_000} {
		samples[fmt.Sprintf("mixed %d", n)] = trial.Mixed(n)
	}
	samples["text"] = trial.Text(100_000)
	samples["noise"] = trial.Noise(70_000)
	samples["zeros"] = make([]byte, 300_000)
	return samples
}

// compressed is data by a writer, in one piece.
func compressed(t testing.TB, m maker, level int, dictionary, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := m.writer(&out, level, dictionary)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := w.Write(data); n != len(data) || err != nil {
		t.Fatalf("Write: %d, %v", n, err)
	}
	if err := w.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	return out.Bytes()
}

// decompressed is what a reader makes of a stream.
func decompressed(m maker, dictionary []byte, stream io.Reader) ([]byte, error) {
	r, err := m.reader(stream, dictionary)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	if closing := r.Close(); err == nil && closing != nil {
		err = fmt.Errorf("Close: %w", closing)
	}
	return data, err
}

// mustBe fails unless a reader makes this data of a stream.
func mustBe(t testing.TB, m maker, dictionary []byte, stream io.Reader, want []byte) {
	t.Helper()
	got, err := decompressed(m, dictionary, stream)
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("other data: %d bytes instead of %d", len(got), len(want))
	}
}

func TestEveryLevelBothWays(t *testing.T) {
	for name, data := range samples() {
		for i, f := range formats {
			for level := -2; level <= 9; level += min(stride, 4) {
				if (level+i)%3 != 0 && len(data) > 20_000 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", f.name, name, level), func(t *testing.T) {
					ours := compressed(t, f.ours, level, nil, data)
					mustBe(t, f.std, nil, bytes.NewReader(ours), data)
					mustBe(t, f.ours, nil, bytes.NewReader(ours), data)
					if level%2 == 0 {
						mustBe(t, f.ours, nil, bytes.NewReader(compressed(t, f.std, level, nil, data)), data)
					}
				})
			}
		}
	}
}

func TestDictionaries(t *testing.T) {
	data := trial.Text(50_000)
	for _, f := range formats {
		if !f.dictionaries {
			continue
		}
		for _, dictionary := range [][]byte{{}, data[:1], data[20_000:21_000], trial.Text(100_000)[40_000:]} {
			for level := -2; level <= 9; level += min(stride, 4) {
				t.Run(fmt.Sprintf("%s/%d/%d", f.name, len(dictionary), level), func(t *testing.T) {
					stream := compressed(t, f.ours, level, dictionary, data)
					if len(dictionary) == 1000 && level > 0 && len(stream) >= len(compressed(t, f.ours, level, nil, data)) {
						t.Error("the dictionary is of no use")
					}
					mustBe(t, f.std, dictionary, bytes.NewReader(stream), data)
					mustBe(t, f.ours, dictionary, bytes.NewReader(stream), data)
					stream = compressed(t, f.std, level, dictionary, data)
					mustBe(t, f.ours, dictionary, bytes.NewReader(stream), data)
				})
			}
		}
	}
}

// A writer's dictionary is its own from NewWriterDict on, and is there again after Reset.
func TestDictionaryIsKept(t *testing.T) {
	data := trial.Text(3000)
	dictionary := bytes.Clone(data)
	f := formats[0]
	var first, second bytes.Buffer
	w, _ := f.ours.writer(&first, 6, dictionary)
	clear(dictionary)
	w.Write(data)
	w.Close()
	w.Reset(&second)
	w.Write(data)
	w.Close()
	if first.Len() > 100 || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("%d and %d bytes", first.Len(), second.Len())
	}
	r, _ := f.ours.reader(&first, bytes.Clone(data))
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, data) {
		t.Error(err)
	}
	r.Close()
	// A reader's dictionary may change once the reader is made.
	dictionary = bytes.Clone(data)
	r, _ = f.ours.reader(&second, dictionary)
	clear(dictionary)
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, data) {
		t.Error(err)
	}
	r.Close()
}

// The bytes do not depend on how they were written.
func TestPiecesAreNotSeen(t *testing.T) {
	data := trial.Mixed(150_000)
	for _, f := range formats {
		for _, level := range []int{-2, 1, 6, 9} {
			whole := compressed(t, f.ours, level, nil, data)
			for _, most := range []int{1, 10, 1000, 16384, 20000, 100_000} {
				random := rand.New(rand.NewSource(int64(most)))
				var out bytes.Buffer
				w, _ := f.ours.writer(&out, level, nil)
				for rest := data; len(rest) > 0; {
					n := min(1+random.Intn(most), len(rest))
					if got, err := w.Write(rest[:n]); got != n || err != nil {
						t.Fatal(got, err)
					}
					rest = rest[n:]
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(out.Bytes(), whole) {
					t.Errorf("%s level %d in pieces of up to %d: %d bytes instead of %d", f.name, level, most, out.Len(), len(whole))
				}
			}
		}
	}
}

// byteReader is a source with ReadByte that is none of the standard library's types.
type byteReader struct{ r *bytes.Reader }

func (b byteReader) Read(p []byte) (int, error) { return b.r.Read(p) }
func (b byteReader) ReadByte() (byte, error)    { return b.r.ReadByte() }

// sources are all ways to read the same bytes; rest tells what a source that has ReadByte has left.
var sources = map[string]func(stream []byte) (r io.Reader, rest func() int){
	"bytes.Reader": func(s []byte) (io.Reader, func() int) { r := bytes.NewReader(s); return r, r.Len },
	"strings.Reader": func(s []byte) (io.Reader, func() int) {
		r := strings.NewReader(string(s))
		return r, r.Len
	},
	"bytes.Buffer": func(s []byte) (io.Reader, func() int) { r := bytes.NewBuffer(bytes.Clone(s)); return r, r.Len },
	"bufio.Reader": func(s []byte) (io.Reader, func() int) {
		under := bytes.NewReader(s)
		r := bufio.NewReaderSize(struct{ io.Reader }{under}, 100)
		return r, func() int { return under.Len() + r.Buffered() }
	},
	"bufio.ReadWriter": func(s []byte) (io.Reader, func() int) {
		under := bytes.NewReader(s)
		r := bufio.NewReaderSize(iotest.OneByteReader(under), 100)
		return bufio.NewReadWriter(r, nil), func() int { return under.Len() + r.Buffered() }
	},
	"ReadByte":        func(s []byte) (io.Reader, func() int) { r := bytes.NewReader(s); return byteReader{r}, r.Len },
	"Read":            func(s []byte) (io.Reader, func() int) { return struct{ io.Reader }{bytes.NewReader(s)}, nil },
	"one byte":        func(s []byte) (io.Reader, func() int) { return iotest.OneByteReader(bytes.NewReader(s)), nil },
	"half":            func(s []byte) (io.Reader, func() int) { return iotest.HalfReader(bytes.NewReader(s)), nil },
	"error with data": func(s []byte) (io.Reader, func() int) { return iotest.DataErrReader(bytes.NewReader(s)), nil },
}

func TestSources(t *testing.T) {
	data := trial.Mixed(100_000)
	for _, f := range formats {
		for by, m := range f.both() {
			stream := compressed(t, m, 6, nil, data)
			for name, source := range sources {
				t.Run(f.name+"/by "+by+"/"+name, func(t *testing.T) {
					r, rest := source(stream)
					mustBe(t, f.ours, nil, r, data)
					if rest != nil && rest() != 0 {
						t.Errorf("%d bytes are left", rest())
					}
				})
			}
		}
	}
}

// Readers of small and odd pieces.
func TestReadingInPieces(t *testing.T) {
	data := trial.Mixed(60_000)
	for _, f := range formats {
		stream := compressed(t, f.std, 6, nil, data)
		for _, piece := range []int{1, 7, 1023, 1024, 1500, 16384, 16385, 59_999, 60_000, 60_001} {
			r, err := f.ours.reader(bytes.NewReader(stream), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []byte
			room := make([]byte, piece)
			for {
				n, err := r.Read(room)
				got = append(got, room[:n]...)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got, data) {
				t.Errorf("%s in pieces of %d: other data", f.name, piece)
			}
			if n, err := r.Read(room); n != 0 || err != io.EOF {
				t.Errorf("%s: after the end: %d, %v", f.name, n, err)
			}
		}
		r, err := f.ours.reader(bytes.NewReader(stream), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := iotest.TestReader(r, data); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

// A reader of exactly the data's length gets io.EOF with it or at the next Read, and a source stands just behind the stream.
func TestPositionAfterTheEnd(t *testing.T) {
	behind := []byte("what follows the stream")
	for _, f := range formats {
		if f.name == "gzip" {
			continue // see TestMultistream there
		}
		for _, n := range []int{0, 1, 5, 100, 40_000} {
			for by, m := range f.both() {
				data := trial.Mixed(n)
				stream := append(compressed(t, m, 6, nil, data), behind...)
				for name, source := range sources {
					s, rest := source(stream)
					if rest == nil {
						continue
					}
					mustBe(t, f.ours, nil, s, data)
					if rest() != len(behind) {
						t.Errorf("%s by %s from %s, %d bytes: %d bytes left instead of %d", f.name, by, name, n, rest(), len(behind))
					}
				}
			}
		}
	}
}
