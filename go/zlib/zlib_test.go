package zlib

import (
	"bytes"
	stdzlib "compress/zlib"
	"io"
	"testing"

	"github.com/zlazy/zlazy/go/internal/trial"
)

func stream(t testing.TB, level int, dictionary []byte, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriterLevelDict(&out, level, dictionary)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The header is the standard library's, to the byte.
func TestHeaders(t *testing.T) {
	for _, dictionary := range [][]byte{nil, {}, []byte("dictionary"), make([]byte, 40_000)} {
		for level := HuffmanOnly; level <= BestCompression; level++ {
			ours := stream(t, level, dictionary, "")
			var std bytes.Buffer
			w, _ := stdzlib.NewWriterLevelDict(&std, level, dictionary)
			w.Write(nil)
			if !bytes.Equal(ours[:std.Len()], std.Bytes()) {
				t.Errorf("level %d: %x instead of %x", level, ours[:std.Len()], std.Bytes())
			}
		}
	}
}

func TestWrongDictionary(t *testing.T) {
	with := stream(t, 6, []byte("right"), "text")
	without := stream(t, 6, nil, "text")
	for _, dictionary := range [][]byte{nil, {}, []byte("wrong")} {
		if _, err := NewReaderDict(bytes.NewReader(with), dictionary); err != ErrDictionary {
			t.Errorf("%q: %v", dictionary, err)
		}
		r, err := NewReaderDict(bytes.NewReader(without), dictionary)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != "text" {
			t.Errorf("%q: %q, %v", dictionary, got, err)
		}
		// Reset from a stream without to one with, and back.
		if err := r.(Resetter).Reset(bytes.NewReader(with), []byte("right")); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != "text" {
			t.Errorf("%q: %q, %v", dictionary, got, err)
		}
		if err := r.(Resetter).Reset(bytes.NewReader(with), dictionary); err != ErrDictionary {
			t.Errorf("%q: %v", dictionary, err)
		}
	}
}

func TestWrongHeadersAndTrailers(t *testing.T) {
	whole := stream(t, 6, nil, "the data")
	for _, at := range []int{0, 1, len(whole) - 4, len(whole) - 1} {
		bad := bytes.Clone(whole)
		bad[at]++
		want := ErrHeader
		if at > 1 {
			want = ErrChecksum
		}
		if _, err := readAll(NewReader(bytes.NewReader(bad))); err != want {
			t.Errorf("byte %d: %v instead of %v", at, err, want)
		}
	}
	// A window of 64 KiB, which does not exist.
	if _, err := readAll(NewReader(bytes.NewReader([]byte{0x88, 0x1c, 3, 0, 0, 0, 0, 1}))); err != ErrHeader {
		t.Error(err)
	}
}

func readAll[R io.Reader](r R, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Whatever is read, both see the same, as FuzzReader of package flate says.
func FuzzReader(f *testing.F) {
	f.Add(stream(f, 6, nil, "some text, some more text"), []byte(nil))
	f.Add(stream(f, 6, []byte("some"), "some text, some more text"), []byte("some"))
	f.Add(stream(f, 6, []byte("some"), "some text, some more text"), []byte("other"))
	f.Add([]byte{0x78, 0x9c}, []byte("x"))
	f.Fuzz(func(t *testing.T, stream, dictionary []byte) {
		want, wantErr := readAll(stdzlib.NewReaderDict(bytes.NewReader(stream), dictionary))
		got, err := readAll(NewReaderDict(bytes.NewReader(stream), dictionary))
		switch {
		case err == wantErr && (bytes.Equal(got, want) || err != nil && bytes.HasPrefix(got, want)):
		case trial.IsDamage(err) && trial.IsDamage(wantErr):
		default:
			t.Fatalf("%d bytes and %v instead of %d and %v", len(got), err, len(want), wantErr)
		}
	})
}

// Whatever is written, both read it.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(""), []byte(""), 6)
	f.Add([]byte("abcabcabcabcabcabcabcabc"), []byte("abc"), 9)
	f.Add(bytes.Repeat([]byte("the quick brown fox "), 2000), []byte("fox the"), 1)
	f.Fuzz(func(t *testing.T, data, dictionary []byte, level int) {
		if level < HuffmanOnly || level > BestCompression {
			return
		}
		out := stream(t, level, dictionary, string(data))
		got, err := readAll(stdzlib.NewReaderDict(bytes.NewReader(out), dictionary))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("the standard library reads %d bytes of %d, %v", len(got), len(data), err)
		}
		got, err = readAll(NewReaderDict(bytes.NewReader(out), dictionary))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(data), err)
		}
	})
}
