// Package gzhttp plugs package gzip into github.com/klauspost/compress/gzhttp, which decides what of net/http's responses is
// compressed and sends it:
//
//	wrap, err := kp.NewWrapper(kp.Implementation(gzhttp.Factory()), kp.MinSize(500))
//	http.Handle("/", wrap(handler))
//
// kp being that package. [GzipHandler] is the short form, with its defaults.
package gzhttp

import (
	"io"
	"net/http"
	"sync"

	kp "github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzhttp/writer"

	"github.com/zlazy/zlazy/go/gzip"
)

// Factory is what gzhttp.Implementation takes.
func Factory() writer.GzipWriterFactory {
	return writer.GzipWriterFactory{Levels: Levels, New: NewWriter}
}

// Levels are the least and the greatest level: Huffman coding only, and smallest.
func Levels() (min, max int) { return gzip.HuffmanOnly, gzip.BestCompression }

// GzipHandler compresses a handler's responses for clients that accept gzip, as gzhttp.GzipHandler does.
func GzipHandler(h http.Handler) http.HandlerFunc { return defaultWrapper()(h) }

var defaultWrapper = sync.OnceValue(func() func(http.Handler) http.HandlerFunc {
	wrap, err := kp.NewWrapper(kp.Implementation(Factory()))
	if err != nil {
		panic(err) // the options are right
	}
	return wrap
})

// pooled is a writer that goes back to its pool when it is closed.
type pooled struct {
	*gzip.Writer
	pool *sync.Pool
}

// pools are those of the levels, from the least.
var pools [gzip.BestCompression - gzip.HuffmanOnly + 1]sync.Pool

// NewWriter returns a writer of a level that Levels allows; others are brought in range. It is not to be used after Close.
func NewWriter(w io.Writer, level int) writer.GzipWriter {
	level = min(max(level, gzip.HuffmanOnly), gzip.BestCompression)
	pool := &pools[level-gzip.HuffmanOnly]
	if z, ok := pool.Get().(*pooled); ok {
		z.Reset(w)
		return z
	}
	z, _ := gzip.NewWriterLevel(w, level)
	return &pooled{z, pool}
}

// SetHeader sets the fields of the file's header, before anything is written.
func (z *pooled) SetHeader(h writer.Header) {
	z.Header = gzip.Header{Comment: h.Comment, Extra: h.Extra, ModTime: h.ModTime, Name: h.Name, OS: h.OS}
}

// Close ends the file.
func (z *pooled) Close() error {
	err := z.Writer.Close()
	z.Reset(nil)
	z.pool.Put(z)
	return err
}
