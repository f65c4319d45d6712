package gzip

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/zlazy/zlazy/go/internal/trial"
)

// headers are every kind of header, with what is wrong with it.
var headers = []struct {
	header Header
	wrong  bool
}{
	{Header{OS: 255}, false},
	{Header{OS: 3, Name: "a name"}, false},
	{Header{Name: "näme with ÿ", Comment: "cömment", Extra: []byte("extra"), ModTime: time.Unix(1e9, 0)}, false},
	{Header{Extra: []byte{}, Comment: "a comment alone"}, false},
	{Header{Extra: make([]byte, 0xffff), Name: strings.Repeat("n", 511), Comment: strings.Repeat("ü", 511)}, false},
	{Header{ModTime: time.Unix(-5, 0)}, false},
	{Header{ModTime: time.Unix(1<<32-1, 5)}, false},
	{Header{Extra: make([]byte, 0x10000)}, true},
	{Header{Name: "a\x00b"}, true},
	{Header{Comment: "Ā"}, true},
	{Header{Name: "\xff"}, true}, // not UTF-8
}

// Headers are written as the standard library writes them, to the byte, and read as it reads them.
func TestHeaders(t *testing.T) {
	for i, c := range headers {
		for level := HuffmanOnly; level <= BestCompression; level++ {
			var ours, std bytes.Buffer
			w, _ := NewWriterLevel(&ours, level)
			v, _ := stdgzip.NewWriterLevel(&std, level)
			w.Header, v.Header = c.header, c.header
			_, err := w.Write(nil)
			_, wantErr := v.Write(nil)
			if (err != nil) != c.wrong || c.wrong && (err.Error() != wantErr.Error() || w.Close() != err) {
				t.Fatalf("header %d: %v instead of %v", i, err, wantErr)
			}
			if c.wrong {
				continue
			}
			w.Header = Header{Name: "too late"}
			headLen := std.Len()
			w.Close()
			v.Close()
			if !bytes.Equal(ours.Bytes()[:headLen], std.Bytes()[:headLen]) {
				t.Errorf("header %d level %d: %x instead of %x", i, level, ours.Bytes()[:headLen], std.Bytes()[:headLen])
			}
			sameHeader(t, ours.Bytes())
		}
	}
}

// sameHeader reads a header with both.
func sameHeader(t *testing.T, file []byte) {
	t.Helper()
	for _, source := range []io.Reader{bytes.NewReader(file), iotest.OneByteReader(bytes.NewReader(file))} {
		r, err := NewReader(source)
		s, wantErr := stdgzip.NewReader(bytes.NewReader(file))
		if err != wantErr {
			t.Fatalf("%v instead of %v", err, wantErr)
		}
		if err != nil {
			continue
		}
		if r.Name != s.Name || r.Comment != s.Comment || !bytes.Equal(r.Extra, s.Extra) || (r.Extra == nil) != (s.Extra == nil) ||
			!r.ModTime.Equal(s.ModTime) || r.OS != s.OS {
			t.Errorf("%v instead of %v", r.Header, s.Header)
		}
		r.Close()
	}
}

// Headers that are cut short or wrong.
func TestWrongHeaders(t *testing.T) {
	var file bytes.Buffer
	w := NewWriter(&file)
	w.Header = Header{Name: "name", Comment: "comment", Extra: []byte("extra"), OS: 1}
	w.Close()
	all := file.Bytes()
	for end := range all {
		sameHeader(t, all[:end])
	}
	for at := range 10 {
		bad := bytes.Clone(all)
		bad[at] ^= 0xff
		sameHeader(t, bad)
	}
	sameHeader(t, append([]byte("\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x00"), strings.Repeat("x", 600)...))
	// With a checksum of the header, right and wrong.
	sameHeader(t, []byte("\x1f\x8b\x08\x02\x00\x00\x00\x00\x00\xff\x85\x96\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	sameHeader(t, []byte("\x1f\x8b\x08\x02\x00\x00\x00\x00\x00\xff\x1d\x26\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
}

// file is text as a gzip file with a name.
func file(text, name string) []byte {
	var out bytes.Buffer
	w := NewWriter(&out)
	w.Name = name
	w.Write([]byte(text))
	w.Close()
	return out.Bytes()
}

// Several files one after another are read as one, or one by one.
func TestMultistream(t *testing.T) {
	texts := []string{"first", "", string(trial.Text(50_000)), "", "last"}
	var all []byte
	for _, text := range texts {
		all = append(all, file(text, "name of "+text[:min(5, len(text))])...)
	}
	for name, source := range map[string]io.Reader{
		"bytes": bytes.NewReader(all), "plain": struct{ io.Reader }{bytes.NewReader(all)}, "one byte": iotest.OneByteReader(bytes.NewReader(all)),
	} {
		r, err := NewReader(source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || string(got) != strings.Join(texts, "") || r.Name != "name of first" {
			t.Errorf("%s: %d bytes, %v, %s", name, len(got), err, r.Name)
		}
	}
	behind := append(bytes.Clone(all), "x"...)
	source := bytes.NewReader(behind)
	r := new(Reader)
	for _, text := range texts {
		if err := r.Reset(source); err != nil {
			t.Fatal(err)
		}
		r.Multistream(false)
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%d bytes instead of %d, %v", len(got), len(text), err)
		}
	}
	if source.Len() != 1 {
		t.Errorf("%d bytes left", source.Len())
	}
	source.ReadByte()
	if err := r.Reset(source); err != io.EOF {
		t.Errorf("after the last file: %v", err)
	}
}

// What follows a file and is none is an error after all of the data, as in the standard library.
func TestBehindTheFile(t *testing.T) {
	for _, behind := range []string{"x", "not a gzip file", "\x1f\x8b\x08", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00", string(make([]byte, 20))} {
		all := append(file("the data", ""), behind...)
		r, _ := NewReader(bytes.NewReader(all))
		got, err := io.ReadAll(r)
		s, _ := stdgzip.NewReader(bytes.NewReader(all))
		want, wantErr := io.ReadAll(s)
		if err != wantErr || !bytes.Equal(got, want) {
			t.Errorf("%q: %q and %v instead of %q and %v", behind, got, err, want, wantErr)
		}
	}
}

// A checksum or a length that is wrong is ErrChecksum after all of the data.
func TestWrongTrailer(t *testing.T) {
	whole := file("the data", "")
	for at := len(whole) - 8; at < len(whole); at++ {
		bad := bytes.Clone(whole)
		bad[at]++
		r, _ := NewReader(bytes.NewReader(bad))
		if got, err := io.ReadAll(r); err != ErrChecksum || string(got) != "the data" {
			t.Errorf("%q, %v", got, err)
		}
		if _, err := r.Read(make([]byte, 1)); err != ErrChecksum {
			t.Errorf("again: %v", err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
}

// The zero Writer is usable after Reset, as in the standard library.
func TestZeroWriter(t *testing.T) {
	var out bytes.Buffer
	var w Writer
	w.Reset(&out)
	w.Write([]byte("stored"))
	if err := w.Close(); err != nil || !bytes.Contains(out.Bytes(), []byte("stored")) {
		t.Errorf("%v, %q", err, out.Bytes())
	}
}
