// Package grpcgzip is gRPC's compressor "gzip" by package gzip. Importing it registers it, in the place of grpc-go's own
// (google.golang.org/grpc/encoding/gzip). If a program imports both, the one that is initialised last has the name, so call
// [Register] in main to be sure; and use [SetLevel] of this package, because grpc's own panics if it does not have the name.
//
// What is on the wire is the same format: each side may use either.
package grpcgzip

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/encoding"

	"github.com/zlazy/zlazy/go/gzip"
)

// Name is what calls are asked to use the compressor by: grpc.UseCompressor(grpcgzip.Name).
const Name = "gzip"

func init() { Register() }

// Register makes this the compressor of its name. As with grpc's own, it is for a program's beginning: not while calls are made.
func Register() { encoding.RegisterCompressor(theCompressor) }

var theCompressor = newCompressor(gzip.DefaultCompression)

// SetLevel sets the level of all messages from now on: -1, the default, to 9. It may be called at any time.
func SetLevel(level int) error {
	if level < gzip.DefaultCompression || level > gzip.BestCompression {
		return fmt.Errorf("grpc: invalid gzip compression level: %d", level)
	}
	theCompressor.level.Store(int32(level))
	return nil
}

// compressor is an encoding.Compressor. Writers and readers at rest hold nothing, so its pools save no more than the small objects
// themselves.
type compressor struct {
	level   atomic.Int32
	writers [gzip.BestCompression - gzip.DefaultCompression + 1]sync.Pool
	readers sync.Pool
}

func newCompressor(level int) *compressor {
	c := new(compressor)
	c.level.Store(int32(level))
	return c
}

// Name is part of encoding.Compressor.
func (c *compressor) Name() string { return Name }

// writer goes back to its pool when it is closed.
type writer struct {
	gzip *gzip.Writer
	pool *sync.Pool
}

// Compress is part of encoding.Compressor.
func (c *compressor) Compress(w io.Writer) (io.WriteCloser, error) {
	level := int(c.level.Load())
	pool := &c.writers[level-gzip.DefaultCompression]
	if z, ok := pool.Get().(*writer); ok {
		z.gzip.Reset(w)
		return z, nil
	}
	z, err := gzip.NewWriterLevel(w, level)
	if err != nil {
		return nil, err
	}
	return &writer{z, pool}, nil
}

func (z *writer) Write(p []byte) (int, error) { return z.gzip.Write(p) }

func (z *writer) Close() error {
	err := z.gzip.Close()
	z.gzip.Reset(nil)
	z.pool.Put(z)
	return err
}

// reader goes back to its pool at the end of the message.
type reader struct {
	gzip *gzip.Reader
	from plain
	pool *sync.Pool
}

// plain hides that gRPC's messages have ReadByte: a message is all the compressor's, so it need not be read byte by byte.
type plain struct{ io.Reader }

// Decompress is part of encoding.Compressor.
func (c *compressor) Decompress(r io.Reader) (io.Reader, error) {
	z, ok := c.readers.Get().(*reader)
	if !ok {
		z = &reader{gzip: new(gzip.Reader), pool: &c.readers}
	}
	z.from.Reader = r
	if err := z.gzip.Reset(&z.from); err != nil {
		z.done()
		return nil, err
	}
	return z, nil
}

// Read is the message. A reader that has returned io.EOF is not to be used again.
func (z *reader) Read(p []byte) (int, error) {
	n, err := z.gzip.Read(p)
	if err == io.EOF {
		z.done()
	}
	return n, err
}

func (z *reader) done() {
	z.from.Reader = nil
	z.pool.Put(z)
}

// The smallest gzip file, and the most bytes that a byte of deflate can stand for: a match of 258 bytes takes two bits at least.
const (
	smallest = 20
	mostOf   = 1032
)

// DecompressedSize is what a message says its length is, for versions of gRPC that ask. -1 means that it cannot be true: more than
// its bytes can stand for.
func (c *compressor) DecompressedSize(message []byte) int {
	if len(message) < smallest {
		return -1
	}
	size := int64(binary.LittleEndian.Uint32(message[len(message)-4:]))
	if size > mostOf*int64(len(message)) || size > math.MaxInt {
		return -1
	}
	return int(size)
}
