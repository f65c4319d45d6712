// Package gzip reads and writes files in gzip format, RFC 1952. It is compress/gzip by another engine: the same types and
// functions, with zlazy, a C library, behind them. What package flate says of memory, of Close and of the differences holds
// here, too.
package gzip

import (
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"time"

	"github.com/zlazy/zlazy/go/internal/codec"
	"github.com/zlazy/zlazy/go/internal/libz"
)

var (
	// ErrChecksum tells that data does not have the checksum or the length that the file says.
	ErrChecksum = gzip.ErrChecksum
	// ErrHeader tells that a header is not valid.
	ErrHeader = gzip.ErrHeader
)

const (
	trailerSize = 8
	// The longest name or comment that is read, its 0 included.
	maxText = 512
)

// A Reader decompresses a gzip file, which may be several one after another: it reads the data of all of them, and the Header is
// the first one's.
//
// Data is proved right only by the io.EOF that follows it. Where checksum or length is not what the file says, ErrChecksum comes
// instead.
type Reader struct {
	Header // valid after NewReader and Reset

	codec   codec.Reader
	scratch [headerSize]byte
	only    bool // one file, whatever follows it
	err     error
}

// NewReader returns a Reader of r, whose header it reads. If r has no ReadByte, more of it may be read than the file has. Call Close
// when done.
func NewReader(r io.Reader) (*Reader, error) {
	z := new(Reader)
	if err := z.Reset(r); err != nil {
		return nil, err
	}
	return z, nil
}

// Reset makes z a Reader of r as NewReader would return it.
func (z *Reader) Reset(r io.Reader) error {
	z.codec.SetSource(r)
	z.Header, z.only = Header{}, false
	z.Header, z.err = z.readHeader()
	if z.err != nil {
		z.codec.Release()
	}
	return z.err
}

// Multistream says whether files that follow the first are read, too, as they are if it is not called. With false, Read returns
// io.EOF at the end of the file, and a source that has ReadByte stands just behind it; Reset and Multistream(false) go on with
// the next one, and Reset returns io.EOF if there is none.
func (z *Reader) Multistream(ok bool) { z.only = !ok }

// Read decompresses.
func (z *Reader) Read(p []byte) (n int, err error) {
	if z.err != nil {
		return 0, z.err
	}
	for n == 0 {
		n, err = z.codec.Read(p)
		if err == io.EOF {
			err = z.nextFile()
		}
		if err != nil {
			z.err = err
			z.codec.Release()
			return n, err
		}
		if len(p) == 0 {
			break
		}
	}
	return n, nil
}

// nextFile reads the trailer and the next header. It returns io.EOF if there is no next one.
func (z *Reader) nextFile() error {
	trailer := z.scratch[:trailerSize]
	if err := z.read(trailer); err != nil {
		return unexpected(err)
	}
	check, size := z.codec.Sums()
	if binary.LittleEndian.Uint32(trailer[:4]) != check || binary.LittleEndian.Uint32(trailer[4:]) != size {
		return ErrChecksum
	}
	if z.only {
		return io.EOF
	}
	_, err := z.readHeader()
	return err
}

// Close gives z's memory back. It does not close what is read from. It returns the error that the compressed data had, if any.
func (z *Reader) Close() error { return z.codec.Close() }

// readHeader reads a header and makes ready for what follows it. No bytes at all are io.EOF, because a file may be the last.
func (z *Reader) readHeader() (header Header, err error) {
	fixed := z.scratch[:]
	if err = z.read(fixed); err != nil {
		return header, err
	}
	if fixed[0] != id1 || fixed[1] != id2 || fixed[2] != deflate {
		return header, ErrHeader
	}
	if seconds := int64(binary.LittleEndian.Uint32(fixed[4:8])); seconds > 0 {
		header.ModTime = time.Unix(seconds, 0)
	}
	header.OS = fixed[9]
	if fixed[3]&^flagText != 0 {
		if err := z.readFields(&header, fixed); err != nil {
			return header, unexpected(err)
		}
	}
	z.codec.Begin(nil, libz.CRC32)
	return header, nil
}

// readFields reads what follows the fixed part of a header.
func (z *Reader) readFields(header *Header, fixed []byte) (err error) {
	flags, check := fixed[3], crc32.ChecksumIEEE(fixed)
	two := z.scratch[:2]
	if flags&flagExtra != 0 {
		if err = z.read(two); err != nil {
			return err
		}
		extra := make([]byte, binary.LittleEndian.Uint16(two))
		if err = z.read(extra); err != nil {
			return unexpected(err)
		}
		header.Extra = extra
		check = crc32.Update(crc32.Update(check, crc32.IEEETable, two), crc32.IEEETable, extra)
	}
	if flags&flagName != 0 {
		if header.Name, check, err = z.readText(check); err != nil {
			return err
		}
	}
	if flags&flagComment != 0 {
		if header.Comment, check, err = z.readText(check); err != nil {
			return err
		}
	}
	if flags&flagHeaderCRC != 0 {
		if err = z.read(two); err != nil {
			return err
		}
		if binary.LittleEndian.Uint16(two) != uint16(check) {
			return ErrHeader
		}
	}
	return nil
}

// readText reads a text in Latin-1 that ends with a 0, and adds both to a checksum.
func (z *Reader) readText(check uint32) (string, uint32, error) {
	var text [maxText]byte
	plain := true
	source := z.codec.Source()
	for i := range text {
		character, err := source.ReadByte()
		if err != nil {
			return "", check, err
		}
		text[i] = character
		plain = plain && character < 0x80
		if character != 0 {
			continue
		}
		check = crc32.Update(check, crc32.IEEETable, text[:i+1])
		if plain {
			return string(text[:i]), check, nil
		}
		characters := make([]rune, i)
		for j, character := range text[:i] {
			characters[j] = rune(character)
		}
		return string(characters), check, nil
	}
	return "", check, ErrHeader
}

// read fills p. io.EOF says that there was nothing.
func (z *Reader) read(p []byte) error {
	_, err := io.ReadFull(z.codec.Source(), p)
	return err
}

// unexpected is for the end of the input where there must be more.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
