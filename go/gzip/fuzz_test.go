package gzip

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"testing"

	"github.com/zlazy/zlazy/go/internal/trial"
)

// Whatever is written, both read it.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(""), 6, 1, "")
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), 9, 5, "name")
	f.Add(bytes.Repeat([]byte("the quick brown fox "), 2000), 1, 777, "")
	f.Add(bytes.Repeat([]byte{0, 1, 2, 3, 254}, 9000), -2, 20000, "ÿ")
	f.Fuzz(func(t *testing.T, data []byte, level, piece int, name string) {
		var out bytes.Buffer
		w, err := NewWriterLevel(&out, level)
		if err != nil || len(name) >= maxText {
			return // a name that long can be written, but nobody reads it
		}
		w.Name = name
		for rest := data; len(rest) > 0; {
			n := min(max(1, piece), len(rest))
			if _, err := w.Write(rest[:n]); err != nil {
				return // a name that cannot be written
			}
			if piece%7 == 0 {
				w.Flush()
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			return
		}
		file := out.Bytes()
		s, err := stdgzip.NewReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, data) || s.Name != name {
			t.Fatalf("the standard library reads %d bytes of %d, %v", len(got), len(data), err)
		}
		r, err := NewReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, data) || r.Name != name {
			t.Fatalf("%d bytes of %d, %v", len(got), len(data), err)
		}
	})
}

// Whatever is read, both see the same, as FuzzReader of package flate says.
func FuzzReader(f *testing.F) {
	whole := file("some text, some more text, and some more", "name")
	f.Add(whole)
	f.Add(append(bytes.Clone(whole), whole...))
	f.Add(append(bytes.Clone(whole), "no file"...))
	f.Add(whole[:len(whole)-9])
	f.Add([]byte("\x1f\x8b\x08\x1e\x00\x00\x00\x00\x00\xff\x02\x00exname\x00comment\x00\x00\x00\x03\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		want, wantErr := readAll(stdgzip.NewReader(bytes.NewReader(file)))
		got, err := readAll(NewReader(bytes.NewReader(file)))
		switch {
		case err == wantErr && (bytes.Equal(got, want) || err != nil && bytes.HasPrefix(got, want)):
		case trial.IsDamage(err) && trial.IsDamage(wantErr):
		default:
			t.Fatalf("%d bytes and %v instead of %d and %v", len(got), err, len(want), wantErr)
		}
	})
}

func readAll[R io.Reader](r R, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
