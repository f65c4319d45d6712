package gzip

import (
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

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

// The fixed part of a header, RFC 1952, section 2.3.
const (
	headerSize = 10
	id1        = 0x1f
	id2        = 0x8b
	deflate    = 8

	flagText      = 1 << 0
	flagHeaderCRC = 1 << 1
	flagExtra     = 1 << 2
	flagName      = 1 << 3
	flagComment   = 1 << 4

	unknownOS = 255
)

// Header is what a gzip file says of itself: the fields of Writer and Reader. Texts may have the characters U+0001 to U+00FF.
type Header = gzip.Header

// A Writer compresses what is written to it and writes that to an io.Writer, in gzip format.
type Writer struct {
	Header // written with the first output; set it before the first Write, Flush or Close

	codec  codec.Writer
	fixed  [headerSize]byte
	level  int
	headed bool // the header is made
	closed bool
	err    error
}

// NewWriter returns a Writer of the default level. Call Close when all is written.
func NewWriter(w io.Writer) *Writer {
	z := new(Writer)
	z.init(w, DefaultCompression)
	return z
}

// NewWriterLevel returns a Writer of a level from -2 to 9. It allocates next to nothing before data comes.
func NewWriterLevel(w io.Writer, level int) (*Writer, error) {
	if level < HuffmanOnly || level > BestCompression {
		return nil, fmt.Errorf("gzip: invalid compression level: %d", level)
	}
	z := new(Writer)
	z.init(w, level)
	return z, nil
}

func (z *Writer) init(w io.Writer, level int) {
	z.codec.Init(w, level, nil, libz.CRC32)
	z.Header = Header{OS: unknownOS}
	z.level = level
	z.headed, z.closed, z.err = false, false, nil
}

// Reset makes z a Writer to w as NewWriter or NewWriterLevel would return it, with the same level.
func (z *Writer) Reset(w io.Writer) {
	z.init(w, z.level)
}

// Write compresses p, some of it perhaps only at a later Write, at Flush or Close.
func (z *Writer) Write(p []byte) (int, error) {
	if err := z.begin(); err != nil {
		return 0, err
	}
	n, err := z.codec.Write(p)
	z.err = err
	return n, err
}

// Flush writes all that is pending, so that who reads the output can decode all data so far. It is zlib's Z_SYNC_FLUSH.
func (z *Writer) Flush() error {
	if z.closed && z.err == nil {
		return nil
	}
	if err := z.begin(); err != nil {
		return err
	}
	z.err = z.codec.Flush()
	return z.err
}

// Close writes all that is pending and the trailer. It does not close the io.Writer.
func (z *Writer) Close() error {
	if z.closed && z.err == nil {
		return nil
	}
	if err := z.begin(); err != nil {
		return err
	}
	z.closed = true
	z.err = z.codec.Finish(trailer)
	return z.err
}

// begin makes the header before the first data.
func (z *Writer) begin() error {
	if z.err != nil || z.headed {
		return z.err
	}
	z.headed = true
	var head []byte
	if head, z.err = z.header(); z.err == nil {
		z.codec.SetHead(head)
	}
	return z.err
}

func (z *Writer) header() (head []byte, err error) {
	z.fixed = [headerSize]byte{id1, id2, deflate, 9: z.OS}
	switch z.level {
	case BestCompression:
		z.fixed[8] = 2
	case BestSpeed:
		z.fixed[8] = 4
	}
	if z.ModTime.After(time.Unix(0, 0)) {
		binary.LittleEndian.PutUint32(z.fixed[4:8], uint32(z.ModTime.Unix()))
	}
	head = z.fixed[:]
	if z.Extra != nil {
		if len(z.Extra) > 0xffff {
			return nil, errors.New("gzip.Write: Extra data is too large")
		}
		head[3] |= flagExtra
		head = binary.LittleEndian.AppendUint16(head, uint16(len(z.Extra)))
		head = append(head, z.Extra...)
	}
	if z.Name != "" {
		z.fixed[3] |= flagName
		if head, err = appendText(head, z.Name); err != nil {
			return nil, err
		}
	}
	if z.Comment != "" {
		z.fixed[3] |= flagComment
		if head, err = appendText(head, z.Comment); err != nil {
			return nil, err
		}
	}
	// What was appended has moved head away from fixed.
	head[3] = z.fixed[3]
	return head, nil
}

// appendText appends a text in Latin-1 and a 0.
func appendText(head []byte, text string) ([]byte, error) {
	for _, character := range text {
		if character == 0 || character > 0xff {
			return nil, errors.New("gzip.Write: non-Latin-1 header string")
		}
		head = append(head, byte(character))
	}
	return append(head, 0), nil
}

// trailer appends the checksum and the length.
func trailer(w *codec.Writer, output []byte) []byte {
	check, size := w.Sums()
	output = binary.LittleEndian.AppendUint32(output, check)
	return binary.LittleEndian.AppendUint32(output, size)
}
