package codec

import (
	"compress/flate"
	"io"
	"sync"
)

// bytewise is the standard library's decoder, which reads no byte that it does not need.
type bytewise struct {
	io.Reader
}

var bytewises = sync.Pool{New: func() any { return &bytewise{flate.NewReader(nothing{})} }}

func takeBytewise(from flate.Reader, dictionary []byte) *bytewise {
	b := bytewises.Get().(*bytewise)
	b.Reader.(flate.Resetter).Reset(from, dictionary)
	return b
}

func (b *bytewise) give() {
	if b != nil {
		b.Reader.(flate.Resetter).Reset(nothing{}, nil)
		bytewises.Put(b)
	}
}

// nothing is a source without bytes.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
func (nothing) ReadByte() (byte, error)  { return 0, io.EOF }
