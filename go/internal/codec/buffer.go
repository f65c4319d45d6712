// Package codec moves data between Go's io interfaces and the C library's raw deflate streams; flate, gzip and zlib are headers
// and trailers around it.
//
// A Writer or Reader that is at rest (new, reset, closed, at its end or failed) is a few words: it holds a stream in C and
// buffers only while there is something in them.
package codec

import "sync"

// bufferSize is how much is collected of small writes before a call into C, and how much a call gives to the io.Writer or takes
// of the io.Reader at a time. Messages of up to this size are compressed, and decompressed, by one call.
const bufferSize = 16 << 10

type buffer [bufferSize]byte

var buffers = sync.Pool{New: func() any { return new(buffer) }}

func takeBuffer() *buffer { return buffers.Get().(*buffer) }

func giveBuffer(b *buffer) {
	if b != nil {
		buffers.Put(b)
	}
}

// windowSize is how far back a stream refers at most: no more of a dictionary is of use.
const windowSize = 32 << 10

func lastWindow(dictionary []byte) []byte {
	if len(dictionary) > windowSize {
		return dictionary[len(dictionary)-windowSize:]
	}
	return dictionary
}
