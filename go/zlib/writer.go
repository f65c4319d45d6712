package zlib

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/zlazy/zlazy/go/flate"
	"github.com/zlazy/zlazy/go/internal/codec"
	"github.com/zlazy/zlazy/go/internal/libz"
)

// Levels: those of package flate.
const (
	NoCompression      = flate.NoCompression
	BestSpeed          = flate.BestSpeed
	BestCompression    = flate.BestCompression
	DefaultCompression = flate.DefaultCompression
	HuffmanOnly        = flate.HuffmanOnly
)

// The header, RFC 1950, section 2.2: deflate with a window of 32 KiB, then the level and a flag for a dictionary, so that both
// bytes together are a multiple of 31.
const (
	headerSize     = 2
	checkSize      = 4
	method         = 0x78
	methodMask     = 0x0f
	deflate        = 8
	maxWindow      = 7
	flagDictionary = 1 << 5
	multiple       = 31
)

// A Writer compresses what is written to it and writes that to an io.Writer, in zlib format.
type Writer struct {
	codec      codec.Writer
	fixed      [headerSize + checkSize]byte
	level      int
	dictionary []byte
	headed     bool // the header is made
	err        error
}

// NewWriter returns a Writer of the default level. Call Close when all is written.
func NewWriter(w io.Writer) *Writer {
	z, _ := NewWriterLevelDict(w, DefaultCompression, nil)
	return z
}

// NewWriterLevel returns a Writer of a level from -2 to 9. It allocates next to nothing before data comes.
func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	return NewWriterLevelDict(w, level, nil)
}

// NewWriterLevelDict is NewWriterLevel with a dictionary, which is not to be changed as long as the Writer is in use. nil is
// none.
func NewWriterLevelDict(w io.Writer, level int, dict []byte) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("zlib: invalid compression level: %d", level)
	}
	z := &Writer{level: level, dictionary: dict}
	z.Reset(w)
	return z, nil
}

// Reset makes z a Writer to w as NewWriterLevelDict would return it, with the same level and dictionary.
func (z *Writer) Reset(w io.Writer) {
	z.codec.Init(w, z.level, z.dictionary, libz.Adler32)
	z.headed, z.err = false, nil
}

// Write compresses p, some of it perhaps only at a later Write, at Flush or Close.
func (z *Writer) Write(p []byte) (n int, err error) {
	z.begin()
	if z.err != nil || len(p) == 0 {
		return 0, z.err
	}
	n, z.err = z.codec.Write(p)
	return n, z.err
}

// Flush writes all that is pending, so that who reads the output can decode all data so far. It is zlib's Z_SYNC_FLUSH.
func (z *Writer) Flush() error {
	z.begin()
	if z.err == nil {
		z.err = z.codec.Flush()
	}
	return z.err
}

// Close writes all that is pending and the checksum. It does not close the io.Writer.
func (z *Writer) Close() error {
	z.begin()
	if z.err == nil {
		z.err = codec.Close(&z.codec, trailer)
	}
	return z.err
}

// begin makes the header before the first data.
func (z *Writer) begin() {
	if z.headed {
		return
	}
	z.headed = true
	head := z.fixed[:headerSize]
	head[0], head[1] = method, levelFlag(z.level)
	if z.dictionary != nil {
		head[1] |= flagDictionary
	}
	head[1] += byte(multiple - binary.BigEndian.Uint16(head)%multiple)
	if z.dictionary != nil {
		head = binary.BigEndian.AppendUint32(head, libz.Adler32.Update(libz.Adler32.First(), z.dictionary))
	}
	z.codec.SetHead(head)
}

// levelFlag is what the header says of the level.
func levelFlag(level int) byte {
	switch {
	case level == DefaultCompression || level == 6:
		return 2 << 6
	case level > 6:
		return 3 << 6
	case level > 1:
		return 1 << 6
	}
	return 0
}

// trailer appends the checksum.
func trailer(w *codec.Writer, output []byte) []byte {
	check, _ := w.Sums()
	return binary.BigEndian.AppendUint32(output, check)
}
