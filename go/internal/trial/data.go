// Package trial makes what tests and benchmarks work on.
package trial

import (
	"bytes"
	"compress/bzip2"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Text returns n bytes of English: a book that comes with Go, again and again, or where it is missing, made-up sentences.
func Text(n int) []byte {
	book := theBook()
	return bytes.Repeat(book, n/len(book)+1)[:n]
}

var theBook = sync.OnceValue(func() []byte {
	if book := opticks(); len(book) > 0 {
		return book
	}
	return sentences()
})

func opticks() []byte {
	file, err := os.Open(filepath.Join(runtime.GOROOT(), "src/compress/bzip2/testdata/Isaac.Newton-Opticks.txt.bz2"))
	if err != nil {
		return nil
	}
	defer file.Close()
	text, _ := io.ReadAll(bzip2.NewReader(file))
	return text
}

// sentences are random words, the short ones more often.
func sentences() []byte {
	random := rand.New(rand.NewSource(1))
	words := make([]string, 4000)
	for i := range words {
		word := make([]byte, 2+random.Intn(2+i/400))
		for j := range word {
			word[j] = "etaoinshrdlucmfwypvbgk"[min(random.Intn(22), random.Intn(22))]
		}
		words[i] = string(word)
	}
	var text bytes.Buffer
	for text.Len() < 500_000 {
		text.WriteString(words[min(random.Intn(len(words)), random.Intn(len(words)), random.Intn(len(words)))])
		text.WriteByte(" \n,."[max(0, random.Intn(20)-16)])
	}
	return text.Bytes()
}

// JSON returns n bytes, up to 2 MiB, of records such as a web service answers with.
func JSON(n int) []byte { return bytes.Clone(records()[:n]) }

var records = sync.OnceValue(func() []byte {
	random := rand.New(rand.NewSource(2))
	names := strings.Fields("Ada Blaise Carl Dorothy Emmy Felix Grace Henri Ida Johann Kurt Leonhard Mary Niels Olga Pierre Rosa Sofia Thomas Ursula")
	name := func() string { return names[random.Intn(len(names))] }
	prose := bytes.Fields(Text(200_000))
	var text bytes.Buffer
	text.WriteByte('[')
	for i := 0; text.Len() < 2<<20; i++ {
		fmt.Fprintf(&text, `{"id":"%024x","index":%d,"active":%t,"balance":"$%d.%02d","age":%d,"name":"%s %s","company":"%s & %s","tags":["%s","%s"],`,
			random.Uint64(), i, random.Intn(2) == 0, random.Intn(5000), random.Intn(100), 18+random.Intn(60), name(), name(), name(), name(), name(), name())
		begin := random.Intn(len(prose) - 100)
		fmt.Fprintf(&text, `"latitude":%.4f,"about":%q},`, random.Float64()*180-90, bytes.Join(prose[begin:begin+30+random.Intn(30)], []byte(" ")))
	}
	return text.Bytes()
})

// Noise returns n random bytes.
func Noise(n int) []byte {
	noise := make([]byte, n)
	rand.New(rand.NewSource(3)).Read(noise)
	return noise
}

// Mixed returns n bytes of all kinds, a few kilobytes of each at a time.
func Mixed(n int) []byte {
	random := rand.New(rand.NewSource(4))
	kinds := mixture()
	mixed := make([]byte, 0, n)
	for len(mixed) < n {
		kind := kinds[random.Intn(len(kinds))]
		begin := random.Intn(len(kind) / 2)
		mixed = append(mixed, kind[begin:begin+random.Intn(len(kind)/2)]...)
	}
	return mixed[:n]
}

var mixture = sync.OnceValue(func() [][]byte {
	return [][]byte{Text(100_000), JSON(50_000), Noise(50_000), make([]byte, 50_000)}
})
