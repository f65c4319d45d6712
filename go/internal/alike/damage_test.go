package alike

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"testing"
	"testing/iotest"

	"github.com/zlazy/zlazy/go/flate"
	"github.com/zlazy/zlazy/go/gzip"
	"github.com/zlazy/zlazy/go/internal/trial"
	"github.com/zlazy/zlazy/go/zlib"
)

// kind is an error without its particulars.
func kind(err error) string {
	var corrupt flate.CorruptInputError
	switch {
	case err == nil:
		return "none"
	case errors.As(err, &corrupt):
		return "flate.CorruptInputError"
	}
	for _, known := range []error{io.EOF, io.ErrUnexpectedEOF, gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum, zlib.ErrDictionary} {
		if err == known {
			return err.Error()
		}
	}
	return "another: " + err.Error()
}

// offset is what a CorruptInputError says.
func offset(err error) int64 {
	var corrupt flate.CorruptInputError
	errors.As(err, &corrupt)
	return int64(corrupt)
}

// Every stream that ends too early is the same error as in the standard library, with all the data that it had before it. (Ours may
// have some bytes more: Go's decoder waits for the bits of the block's end before it reads any code.)
func TestTruncated(t *testing.T) {
	data := trial.Mixed(3000)
	for _, f := range formats {
		for _, level := range []int{0, 1, 6} {
			stream := compressed(t, f.std, level, nil, data)
			for end := 0; end < len(stream); end += stride {
				want, wantErr := decompressed(f.std, nil, bytes.NewReader(stream[:end]))
				got, err := decompressed(f.ours, nil, bytes.NewReader(stream[:end]))
				if kind(err) != kind(wantErr) || !bytes.HasPrefix(got, want) || !bytes.HasPrefix(data, got) {
					t.Fatalf("%s level %d, %d of %d bytes: %d bytes and %v instead of %d and %v", f.name, level, end, len(stream), len(got), err, len(want), wantErr)
				}
			}
		}
	}
}

// damaged compares what both make of a stream that may be none.
func damaged(t testing.TB, f format, stream []byte) {
	t.Helper()
	want, wantErr := decompressed(f.std, nil, bytes.NewReader(stream))
	for _, name := range []string{"bytes.Reader", "Read", "ReadByte"} {
		source, _ := sources[name](stream)
		got, err := decompressed(f.ours, nil, source)
		switch {
		case kind(err) == kind(wantErr) && (bytes.Equal(got, want) || err != nil && bytes.HasPrefix(got, want)):
			continue
		case kind(err) == "flate.CorruptInputError" && wantErr != nil:
			// C looks at all of a block's code before it uses any, so it may see sooner what is wrong.
			continue
		}
		t.Fatalf("%s from %s: %d bytes and %v instead of %d and %v\n%x", f.name, name, len(got), err, len(want), wantErr, stream[:min(len(stream), 2000)])
	}
}

// Every byte of a stream is damaged in turn.
func TestDamaged(t *testing.T) {
	data := trial.Mixed(1500)
	random := rand.New(rand.NewSource(1))
	for _, f := range formats {
		for _, level := range []int{0, 1, 6} {
			stream := compressed(t, f.std, level, nil, data)
			for at := 0; at < len(stream); at += stride {
				for range 4 {
					bad := bytes.Clone(stream)
					bad[at] ^= byte(1 + random.Intn(255))
					damaged(t, f, bad)
				}
			}
		}
	}
}

func TestNoise(t *testing.T) {
	noise := trial.Noise(50_000)
	for _, f := range formats {
		heads := map[string]string{"gzip": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "zlib": "\x78\x9c"}
		for begin := 0; begin < 20_000; begin += 5 * stride {
			damaged(t, f, append([]byte(heads[f.name]), noise[begin:begin+200]...))
		}
	}
}

// The place of the damage is about where the standard library says.
func TestOffsetOfDamage(t *testing.T) {
	data := trial.Text(20_000)
	stream := compressed(t, formats[0].std, 6, nil, data)
	farthest := int64(0)
	for at := 0; at < len(stream); at += stride {
		bad := bytes.Clone(stream)
		bad[at] ^= 0x55
		_, wantErr := decompressed(formats[0].std, nil, bytes.NewReader(bad))
		_, err := decompressed(formats[0].ours, nil, bytes.NewReader(bad))
		if offset(err) != 0 && offset(wantErr) != 0 {
			farthest = max(farthest, offset(err)-offset(wantErr), offset(wantErr)-offset(err))
		}
	}
	t.Logf("at most %d bytes away", farthest)
	if farthest > 300 {
		t.Errorf("%d bytes away", farthest)
	}
}

// What a source says beside io.EOF is passed on, after all data before it, and again at each later Read.
func TestSourceFails(t *testing.T) {
	data := trial.Text(60_000)
	failure := errors.New("the disk is on fire")
	for _, f := range formats {
		stream := compressed(t, f.std, 6, nil, data)
		for _, end := range []int{0, 1, 5, 11, 1000, len(stream) - 9, len(stream) - 1} {
			for name, wrap := range map[string]func(io.Reader) io.Reader{
				"plain":    func(r io.Reader) io.Reader { return r },
				"one byte": iotest.OneByteReader,
				"together": iotest.DataErrReader,
			} {
				fail := func(m maker) ([]byte, error, error) {
					source := wrap(io.MultiReader(bytes.NewReader(stream[:end]), iotest.ErrReader(failure)))
					r, err := m.reader(source, nil)
					if err != nil {
						return nil, err, nil
					}
					got, err := io.ReadAll(r)
					if n, again := r.Read(make([]byte, 10)); n != 0 || again != err {
						t.Errorf("%s %s: the next Read says %d, %v", f.name, name, n, again)
					}
					return got, err, r.Close()
				}
				got, err, closing := fail(f.ours)
				want, wantErr, wantClosing := fail(f.std)
				if err != failure || err != wantErr || !bytes.HasPrefix(got, want) || !bytes.HasPrefix(data, got) {
					t.Errorf("%s %s, %d bytes: %d bytes and %v instead of %d and %v", f.name, name, end, len(got), err, len(want), wantErr)
				}
				if closing != wantClosing {
					t.Errorf("%s %s, %d bytes: Close says %v instead of %v", f.name, name, end, closing, wantClosing)
				}
			}
		}
	}
}

// A source that never has anything and never an error is given up.
func TestSourceSaysNothing(t *testing.T) {
	for _, f := range formats {
		if _, err := decompressed(f.ours, nil, silent{}); err != io.ErrNoProgress {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// A stream that failed leaves a reader that can be reset.
func TestResetAfterDamage(t *testing.T) {
	data := trial.Text(30_000)
	for _, f := range formats {
		stream := compressed(t, f.std, 6, nil, data)
		bad := bytes.Clone(stream)
		copy(bad[len(bad)/2:], "damage damage damage")
		r, err := f.ours.reader(bytes.NewReader(stream), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range [][]byte{bad, stream, stream[:1], stream[:100], stream} {
			if err := reset(r, bytes.NewReader(s)); err != nil {
				continue
			}
			got, err := io.ReadAll(r)
			if bytes.Equal(s, stream) && (err != nil || !bytes.Equal(got, data)) {
				t.Errorf("%s: %d bytes, %v", f.name, len(got), err)
			}
		}
	}
}

// reset is Reset of all three readers.
func reset(r io.ReadCloser, source io.Reader) error {
	switch r := r.(type) {
	case flate.Resetter:
		return r.Reset(source, nil)
	case interface{ Reset(io.Reader) error }:
		return r.Reset(source)
	}
	panic(fmt.Sprintf("%T cannot be reset", r))
}
