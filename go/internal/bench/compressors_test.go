package bench

import (
	"compress/flate"
	"compress/gzip"
	"io"

	kpflate "github.com/klauspost/compress/flate"
	kpgzip "github.com/klauspost/compress/gzip"

	zflate "github.com/zlazy/zlazy/go/flate"
	zgzip "github.com/zlazy/zlazy/go/gzip"
)

type writer interface {
	io.WriteCloser
	Reset(io.Writer)
}

type reader interface {
	io.Reader
	Reset(io.Reader) error
	Close() error
}

// rival is one of the three; the order is that of the tables.
type rival struct {
	name  string
	flate func(w io.Writer, level int) writer
	gzip  func(w io.Writer, level int) writer
	read  func(r io.Reader) reader
}

var rivals = []rival{
	{
		"zlazy",
		func(w io.Writer, level int) writer { z, _ := zflate.NewWriter(w, level); return z },
		func(w io.Writer, level int) writer { z, _ := zgzip.NewWriterLevel(w, level); return z },
		func(r io.Reader) reader { z, _ := zgzip.NewReader(r); return z },
	},
	{
		"compress",
		func(w io.Writer, level int) writer { z, _ := flate.NewWriter(w, level); return z },
		func(w io.Writer, level int) writer { z, _ := gzip.NewWriterLevel(w, level); return z },
		func(r io.Reader) reader { z, _ := gzip.NewReader(r); return z },
	},
	{
		"klauspost",
		func(w io.Writer, level int) writer { z, _ := kpflate.NewWriter(w, level); return z },
		func(w io.Writer, level int) writer { z, _ := kpgzip.NewWriterLevel(w, level); return z },
		func(r io.Reader) reader { z, _ := kpgzip.NewReader(r); return z },
	},
}
