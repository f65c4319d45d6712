package gzip_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/zlazy/zlazy/go/gzip"
)

func Example() {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	w.Name = "greeting.txt"
	w.ModTime = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := w.Write([]byte("hello, world\n")); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := gzip.NewReader(&file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Name, r.ModTime.UTC().Year())
	if _, err := io.Copy(os.Stdout, r); err != nil {
		log.Fatal(err)
	}
	if err := r.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// greeting.txt 2001
	// hello, world
}

// A Writer costs so little that each message may have one of its own.
func ExampleNewWriterLevel() {
	total := 0
	for range 1000 {
		var message bytes.Buffer
		w, err := gzip.NewWriterLevel(&message, gzip.BestSpeed)
		if err != nil {
			log.Fatal(err)
		}
		w.Write(bytes.Repeat([]byte("tick "), 100))
		w.Close()
		total += message.Len()
	}
	fmt.Println(total < 100_000)
	// Output: true
}

// Files that stand one after another in one stream, read one by one.
func ExampleReader_Multistream() {
	var stream bytes.Buffer
	for _, name := range []string{"a.txt", "b.txt"} {
		w := gzip.NewWriter(&stream)
		w.Name = name
		fmt.Fprintf(w, "this is %s\n", name)
		w.Close()
	}

	r, err := gzip.NewReader(&stream)
	for ; err == nil; err = r.Reset(&stream) {
		r.Multistream(false)
		fmt.Print(r.Name, ": ")
		if _, err := io.Copy(os.Stdout, r); err != nil {
			log.Fatal(err)
		}
	}
	if err != io.EOF {
		log.Fatal(err)
	}
	// Output:
	// a.txt: this is a.txt
	// b.txt: this is b.txt
}
