// Package flate compresses and decompresses in the DEFLATE format, RFC 1951. It is compress/flate by another engine: the same types
// and functions, with zlazy, a C library, behind them.
//
// A Writer or a reader that is new, reset, closed or at its end holds no memory but its own few words, and making one costs about
// as much as resetting one: there is nothing to be gained from keeping them in a pool. While data is under way, its state is in
// memory of C's, which the garbage collector does not see. Close gives it back; so do Reset, the end of the stream and any
// error, and in the end the garbage collector, if nobody closes.
//
// Where it is not quite compress/flate: the compressed bytes are others (and usually fewer); output comes in pieces of up to
// 16 KiB; a short write without an error is io.ErrShortWrite; a reader that is closed before its end reads no more; and the
// offset in a [CorruptInputError] may differ by a few bytes.
package flate

import (
	"compress/flate"
	"fmt"
	"io"

	"github.com/zlazy/zlazy/go/internal/codec"
	"github.com/zlazy/zlazy/go/internal/libz"
)

// Levels. 1 to 9 are from fastest to smallest.
const (
	NoCompression      = flate.NoCompression
	BestSpeed          = flate.BestSpeed
	BestCompression    = flate.BestCompression
	DefaultCompression = flate.DefaultCompression

	// HuffmanOnly looks for no repetitions: fast, and good only where some bytes are more frequent than others.
	HuffmanOnly = flate.HuffmanOnly
)

// The standard library's types, so that errors.As and type switches find them here, too.
type (
	// CorruptInputError tells that the input is no valid stream, and near which byte that was seen.
	CorruptInputError = flate.CorruptInputError
	// InternalError is not used.
	InternalError = flate.InternalError
	// Reader is what NewReader reads from. If what it is handed has no ReadByte, more may be read of it than the stream has.
	Reader = flate.Reader
	// Resetter is what the reader that NewReader returns can do, too.
	Resetter = flate.Resetter
	// ReadError is not used.
	//
	// Deprecated: as in compress/flate.
	ReadError = flate.ReadError
	// WriteError is not used.
	//
	// Deprecated: as in compress/flate.
	WriteError = flate.WriteError
)

// A Writer compresses what is written to it and writes that to an io.Writer.
type Writer struct {
	codec codec.Writer
}

// NewWriter returns a Writer of a level from -2 to 9. It allocates next to nothing before data comes.
func NewWriter(w io.Writer, level int) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("flate: invalid compression level %d: want value in range [-2, 9]", level)
	}
	z := new(Writer)
	z.codec.Init(w, level, nil, libz.NoCheck)
	return z, nil
}

// NewWriterDict returns a Writer that may refer to a dictionary, as if it had been written before the data. A reader needs the same
// dictionary: see [NewReaderDict].
func NewWriterDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	z, err := NewWriter(w, level)
	if err != nil {
		return nil, err
	}
	z.codec.Init(w, level, append([]byte(nil), dict...), libz.NoCheck)
	return z, nil
}

// Write compresses data, some of it perhaps only at a later Write, at Flush or Close.
func (w *Writer) Write(data []byte) (n int, err error) { return w.codec.Write(data) }

// Flush writes all that is pending, so that who reads the output can decode all data so far. Without data, it still writes a mark
// of five bytes. It is zlib's Z_SYNC_FLUSH.
func (w *Writer) Flush() error { return w.codec.Flush() }

// Close writes all that is pending and ends the stream. It does not close the io.Writer.
func (w *Writer) Close() error { return codec.Close(&w.codec, nil) }

// Reset makes w a Writer to dst as NewWriter or NewWriterDict would return it, with the same level and dictionary.
func (w *Writer) Reset(dst io.Writer) { w.codec.Reset(dst) }

// reader is what NewReader returns.
type reader struct {
	codec codec.Reader
}

// NewReader returns a reader of the data that a stream in r stands for. After the stream's end it returns io.EOF; what follows is
// left alone. It is a [Resetter], too.
//
// If r has no ReadByte, more of it may be read than the stream has. If it has, no byte behind the stream is read; that is quick
// for bufio.Reader, bytes.Buffer, bytes.Reader and strings.Reader, while any other such reader is read byte by byte.
func NewReader(r io.Reader) io.ReadCloser { return NewReaderDict(r, nil) }

// NewReaderDict is NewReader for a stream that was written with a dictionary.
func NewReaderDict(r io.Reader, dict []byte) io.ReadCloser {
	z := new(reader)
	z.Reset(r, dict)
	return z
}

func (z *reader) Reset(r io.Reader, dict []byte) error {
	z.codec.SetSource(r)
	z.codec.Begin(dict, libz.NoCheck)
	return nil
}

func (z *reader) Read(p []byte) (int, error) {
	n, err := z.codec.Read(p)
	if err != nil {
		z.codec.Release()
	}
	return n, err
}

// Close gives the reader's memory back. It does not close what is read from. It returns the error that Read returned, unless that
// is io.EOF.
func (z *reader) Close() error { return z.codec.Close() }
