// Package zlib reads and writes data in zlib format, RFC 1950. It is compress/zlib by another engine: the same types and
// functions, with zlazy, a C library, behind them. What package flate says of memory, of Close and of the differences holds here,
// too, and a second Close writes nothing.
package zlib

import (
	"compress/zlib"
	"encoding/binary"
	"io"

	"github.com/zlazy/zlazy/go/internal/codec"
	"github.com/zlazy/zlazy/go/internal/libz"
)

var (
	// ErrChecksum tells that data does not have the checksum that the stream says.
	ErrChecksum = zlib.ErrChecksum
	// ErrDictionary tells that the stream was written with another dictionary.
	ErrDictionary = zlib.ErrDictionary
	// ErrHeader tells that a header is not valid.
	ErrHeader = zlib.ErrHeader
)

// Resetter is what the reader that NewReader returns can do, too.
type Resetter = zlib.Resetter

// reader is what NewReader returns.
type reader struct {
	codec   codec.Reader
	scratch [checkSize]byte
	err     error
}

// NewReader returns a reader of the data that a stream in r stands for, whose header it reads. It is a [Resetter], too. If r has no
// ReadByte, more of it may be read than the stream has. Call Close when done.
func NewReader(r io.Reader) (io.ReadCloser, error) { return NewReaderDict(r, nil) }

// NewReaderDict is NewReader with a dictionary. A stream without one is read all the same; for a stream with another one the
// answer is [ErrDictionary].
func NewReaderDict(r io.Reader, dict []byte) (io.ReadCloser, error) {
	z := new(reader)
	if err := z.Reset(r, dict); err != nil {
		return nil, err
	}
	return z, nil
}

func (z *reader) Reset(r io.Reader, dict []byte) error {
	z.codec.SetSource(r)
	z.err = z.readHeader(dict)
	if z.err != nil {
		z.codec.Release()
	}
	return z.err
}

func (z *reader) readHeader(dictionary []byte) error {
	head := z.scratch[:headerSize]
	if err := z.read(head); err != nil {
		return err
	}
	if head[0]&methodMask != deflate || head[0]>>4 > maxWindow || binary.BigEndian.Uint16(head)%multiple != 0 {
		return ErrHeader
	}
	if head[1]&flagDictionary == 0 {
		dictionary = nil
	} else {
		check := z.scratch[:checkSize]
		if err := z.read(check); err != nil {
			return err
		}
		if binary.BigEndian.Uint32(check) != libz.Adler32.Update(libz.Adler32.First(), dictionary) {
			return ErrDictionary
		}
	}
	z.codec.Begin(dictionary, libz.Adler32)
	return nil
}

// Read decompresses. After the end of the stream and its checksum it returns io.EOF.
func (z *reader) Read(p []byte) (int, error) {
	if z.err != nil {
		return 0, z.err
	}
	n, err := z.codec.Read(p)
	if err == io.EOF {
		err = z.readTrailer()
	}
	if err != nil {
		z.err = err
		z.codec.Release()
	}
	return n, err
}

// readTrailer returns io.EOF if all is right.
func (z *reader) readTrailer() error {
	if err := z.read(z.scratch[:]); err != nil {
		return err
	}
	if check, _ := z.codec.Sums(); binary.BigEndian.Uint32(z.scratch[:]) != check {
		return ErrChecksum
	}
	return io.EOF
}

// Close gives the reader's memory back. It does not close what is read from. It returns the error that Read returned, unless that
// is io.EOF.
func (z *reader) Close() error {
	if z.err != nil && z.err != io.EOF {
		z.codec.Release()
		return z.err
	}
	return z.codec.Close()
}

// read fills p.
func (z *reader) read(p []byte) error {
	_, err := io.ReadFull(z.codec.Source(), p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
