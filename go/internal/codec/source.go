package codec

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unsafe"

	"compress/flate"
)

// source is where compressed bytes come from.
//
// A reader that has ReadByte must be left just behind the stream. The standard library's own such types let us look at what is
// there and take only what was used. Any other can only be read byte by byte, and a call into C for each byte costs more than
// decoding it: there Reader leaves the decoding to the standard library. A reader without ReadByte is read as it pleases us.
type source struct {
	kind  kind
	plain io.Reader    // any source
	exact flate.Reader // one that has ReadByte

	own    *buffer
	ahead  []byte // bytes in own that were read ahead and not used
	err    error  // came with the last of them
	peeked []byte
}

type kind uint8

const (
	anyReader kind = iota
	anyByteReader
	bufioReader
	bytesBuffer
	bytesReader
	stringsReader
)

// reset changes to another reader.
func (s *source) reset(r io.Reader) {
	giveBuffer(s.own)
	*s = source{plain: r}
	switch r := r.(type) {
	case *bufio.Reader:
		s.kind, s.exact = bufioReader, r
	case *bufio.ReadWriter:
		s.kind, s.exact, s.plain = bufioReader, r.Reader, r.Reader
	case *bytes.Buffer:
		s.kind, s.exact = bytesBuffer, r
	case *bytes.Reader:
		s.kind, s.exact = bytesReader, r
	case *strings.Reader:
		s.kind, s.exact = stringsReader, r
	case flate.Reader:
		s.kind, s.exact = anyByteReader, r
	}
}

// look returns bytes that are there. It waits for the reader only if wait says so, and then returns at least one byte or an error.
// It is not for anyByteReader.
func (s *source) look(wait bool) ([]byte, error) {
	if len(s.ahead) > 0 {
		return s.ahead, nil
	}
	var there []byte
	switch s.kind {
	case anyReader:
		if !wait {
			return nil, nil
		}
		return s.fill()
	case bufioReader:
		r := s.plain.(*bufio.Reader)
		if wait {
			if _, err := r.Peek(1); err != nil {
				return nil, err
			}
		}
		there, _ = r.Peek(r.Buffered())
	case bytesBuffer:
		there = s.plain.(*bytes.Buffer).Bytes()
	case bytesReader:
		s.peeked = nil
		s.plain.(*bytes.Reader).WriteTo((*peeker)(s))
		there, s.peeked = s.peeked, nil
	case stringsReader:
		s.peeked = nil
		s.plain.(*strings.Reader).WriteTo((*peeker)(s))
		there, s.peeked = s.peeked, nil
	}
	if wait && len(there) == 0 {
		return nil, io.EOF
	}
	return there, nil
}

// take uses up the first n of the bytes that look returned last.
func (s *source) take(n int) {
	if len(s.ahead) > 0 {
		s.ahead = s.ahead[n:]
		return
	}
	switch s.kind {
	case bufioReader:
		s.plain.(*bufio.Reader).Discard(n)
	case bytesBuffer:
		s.plain.(*bytes.Buffer).Next(n)
	case bytesReader:
		s.plain.(*bytes.Reader).Seek(int64(n), io.SeekCurrent)
	case stringsReader:
		s.plain.(*strings.Reader).Seek(int64(n), io.SeekCurrent)
	}
}

// peeker is a source as an io.Writer that looks at what it is handed and takes nothing: so a bytes.Reader and a strings.Reader show
// their bytes without a copy. What they show is their creator's and stays where it is.
type peeker source

func (p *peeker) Write(b []byte) (int, error) {
	p.peeked = b
	return 0, nil
}

func (p *peeker) WriteString(text string) (int, error) {
	p.peeked = unsafe.Slice(unsafe.StringData(text), len(text))
	return 0, nil
}

// How often a reader may say that it has nothing, and no error, before it is given up.
const patience = 100

// fill reads ahead, once all that was read ahead before is used up.
func (s *source) fill() ([]byte, error) {
	if s.err != nil {
		err := s.err
		s.err = nil
		return nil, err
	}
	if s.own == nil {
		s.own = takeBuffer()
	}
	for range patience {
		n, err := s.plain.Read(s.own[:])
		if n > 0 {
			s.ahead, s.err = s.own[:n], err
			return s.ahead, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, io.ErrNoProgress
}

// ReadByte is for headers.
func (s *source) ReadByte() (byte, error) {
	if s.kind != anyReader {
		return s.exact.ReadByte()
	}
	there, err := s.look(true)
	if err != nil {
		return 0, err
	}
	s.ahead = there[1:]
	return there[0], nil
}

// Read is for headers and trailers.
func (s *source) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if s.kind != anyReader {
		return s.exact.Read(p)
	}
	there, err := s.look(true)
	if err != nil {
		return 0, err
	}
	n := copy(p, there)
	s.ahead = there[n:]
	return n, nil
}
