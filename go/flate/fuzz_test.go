package flate

import (
	"bytes"
	stdflate "compress/flate"
	"io"
	"testing"

	"github.com/zlazy/zlazy/go/internal/trial"
)

// Whatever is written, both read it.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(""), []byte(""), 6, 1)
	f.Add([]byte("abcabcabcabcabcabcabcabc"), []byte("abc"), 9, 5)
	f.Add(bytes.Repeat([]byte("the quick brown fox "), 2000), []byte("fox the"), 1, 777)
	f.Add(bytes.Repeat([]byte{0, 1, 2, 3, 254}, 9000), []byte{}, -2, 20000)
	f.Fuzz(func(t *testing.T, data, dictionary []byte, level, piece int) {
		var out bytes.Buffer
		w, err := NewWriterDict(&out, level, dictionary)
		if err != nil {
			return
		}
		for rest := data; len(rest) > 0; {
			n := min(max(1, piece), len(rest))
			w.Write(rest[:n])
			if piece%7 == 0 {
				w.Flush()
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(stdflate.NewReaderDict(bytes.NewReader(out.Bytes()), dictionary))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("the standard library reads %d bytes of %d, %v", len(got), len(data), err)
		}
		got, err = io.ReadAll(NewReaderDict(&out, dictionary))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(data), err)
		}
	})
}

// Whatever is read, both see the same. Where a stream is damaged, C may see that earlier than Go (a block's code is looked at as a
// whole), or later (it reads on with a code that has no codewords), and bytes more or fewer before it.
func FuzzReader(f *testing.F) {
	for _, level := range []int{0, 1, 6, 9} {
		var out bytes.Buffer
		w, _ := NewWriter(&out, level)
		w.Write(bytes.Repeat([]byte("some text, some more text, "), 20))
		w.Close()
		f.Add(out.Bytes())
	}
	f.Add([]byte("\x03\x00"))
	f.Add([]byte("\x01\x05\x00\xfa\xffhello"))
	f.Add([]byte("\x24\x00\x00\x00\x00")) // a code without codewords
	f.Add([]byte("\x07"))                 // a block of a kind that there is not
	f.Fuzz(func(t *testing.T, stream []byte) {
		want, wantErr := io.ReadAll(stdflate.NewReader(bytes.NewReader(stream)))
		got, err := io.ReadAll(NewReader(bytes.NewReader(stream)))
		switch {
		case err == wantErr && (bytes.Equal(got, want) || err != nil && bytes.HasPrefix(got, want)):
		case trial.IsDamage(err) && trial.IsDamage(wantErr):
		default:
			t.Fatalf("%d bytes and %v instead of %d and %v", len(got), err, len(want), wantErr)
		}
	})
}
