package flate_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/zlazy/zlazy/go/flate"
)

func Example() {
	var stream bytes.Buffer
	w, err := flate.NewWriter(&stream, flate.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	io.WriteString(w, "hello, world\n")
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	r := flate.NewReader(&stream)
	io.Copy(os.Stdout, r)
	r.Close()
	// Output: hello, world
}

// A dictionary has what messages have in common: short ones become much shorter.
func ExampleNewWriterDict() {
	dictionary := []byte(`{"user":"","action":"login","result":"success"}`)
	message := `{"user":"ada","action":"login","result":"success"}`

	var stream bytes.Buffer
	w, err := flate.NewWriterDict(&stream, flate.BestCompression, dictionary)
	if err != nil {
		log.Fatal(err)
	}
	io.WriteString(w, message)
	w.Close()
	fmt.Println(len(message) > 3*stream.Len())

	r := flate.NewReaderDict(&stream, dictionary)
	io.Copy(os.Stdout, r)
	r.Close()
	// Output:
	// true
	// {"user":"ada","action":"login","result":"success"}
}

// One Writer for many streams.
func ExampleWriter_Reset() {
	w, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"one", "two", "three"} {
		var stream bytes.Buffer
		w.Reset(&stream)
		io.Copy(w, strings.NewReader(text))
		w.Close()

		data, err := io.ReadAll(flate.NewReader(&stream))
		fmt.Println(string(data), err)
	}
	// Output:
	// one <nil>
	// two <nil>
	// three <nil>
}
