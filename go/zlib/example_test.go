package zlib_test

import (
	"bytes"
	"io"
	"log"
	"os"

	"github.com/zlazy/zlazy/go/zlib"
)

func Example() {
	var stream bytes.Buffer
	w := zlib.NewWriter(&stream)
	io.WriteString(w, "hello, world\n")
	w.Close()

	r, err := zlib.NewReader(&stream)
	if err != nil {
		log.Fatal(err)
	}
	io.Copy(os.Stdout, r)
	r.Close()
	// Output: hello, world
}
