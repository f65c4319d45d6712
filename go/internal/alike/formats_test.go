package alike

import (
	stdflate "compress/flate"
	stdgzip "compress/gzip"
	stdzlib "compress/zlib"
	"io"

	"github.com/zlazy/zlazy/go/flate"
	"github.com/zlazy/zlazy/go/gzip"
	"github.com/zlazy/zlazy/go/zlib"
)

// writer is what the three packages' Writers have in common.
type writer interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

// maker makes writers and readers of one package.
type maker struct {
	writer func(w io.Writer, level int, dictionary []byte) (writer, error)
	reader func(r io.Reader, dictionary []byte) (io.ReadCloser, error)
}

// format is one of three, by us and by the standard library.
type format struct {
	name      string
	ours, std maker
	// dictionaries says whether the format has them.
	dictionaries bool
	// trailer is what follows the compressed data, in bytes.
	trailer int
}

// both are the two packages of a format, each against the other.
func (f format) both() map[string]maker { return map[string]maker{"ours": f.ours, "std": f.std} }

var formats = []format{
	{
		name: "flate", dictionaries: true, trailer: 0,
		ours: maker{
			func(w io.Writer, level int, dictionary []byte) (writer, error) {
				if dictionary == nil {
					return unlessNil(flate.NewWriter(w, level))
				}
				return unlessNil(flate.NewWriterDict(w, level, dictionary))
			},
			func(r io.Reader, dictionary []byte) (io.ReadCloser, error) {
				return flate.NewReaderDict(r, dictionary), nil
			},
		},
		std: maker{
			func(w io.Writer, level int, dictionary []byte) (writer, error) {
				if dictionary == nil {
					return unlessNil(stdflate.NewWriter(w, level))
				}
				return unlessNil(stdflate.NewWriterDict(w, level, dictionary))
			},
			func(r io.Reader, dictionary []byte) (io.ReadCloser, error) {
				return stdflate.NewReaderDict(r, dictionary), nil
			},
		},
	},
	{
		name: "gzip", trailer: 8,
		ours: maker{
			func(w io.Writer, level int, _ []byte) (writer, error) {
				return unlessNil(gzip.NewWriterLevel(w, level))
			},
			func(r io.Reader, _ []byte) (io.ReadCloser, error) { return readerUnlessNil(gzip.NewReader(r)) },
		},
		std: maker{
			func(w io.Writer, level int, _ []byte) (writer, error) {
				return unlessNil(stdgzip.NewWriterLevel(w, level))
			},
			func(r io.Reader, _ []byte) (io.ReadCloser, error) { return readerUnlessNil(stdgzip.NewReader(r)) },
		},
	},
	{
		name: "zlib", dictionaries: true, trailer: 4,
		ours: maker{
			func(w io.Writer, level int, dictionary []byte) (writer, error) {
				return unlessNil(zlib.NewWriterLevelDict(w, level, dictionary))
			},
			zlib.NewReaderDict,
		},
		std: maker{
			func(w io.Writer, level int, dictionary []byte) (writer, error) {
				return unlessNil(stdzlib.NewWriterLevelDict(w, level, dictionary))
			},
			stdzlib.NewReaderDict,
		},
	},
}

// unlessNil keeps a nil pointer from becoming an interface that is not nil.
func unlessNil[W any, P interface {
	*W
	writer
}](w P, err error) (writer, error) {
	if err != nil {
		return nil, err
	}
	return w, nil
}

func readerUnlessNil[R any, P interface {
	*R
	io.ReadCloser
}](r P, err error) (io.ReadCloser, error) {
	if err != nil {
		return nil, err
	}
	return r, nil
}
