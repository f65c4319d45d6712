package gzhttp_test

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	kp "github.com/klauspost/compress/gzhttp"

	"github.com/zlazy/zlazy/go/gzhttp"
)

func ExampleFactory() {
	wrap, err := kp.NewWrapper(kp.Implementation(gzhttp.Factory()), kp.MinSize(500), kp.CompressionLevel(4))
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, strings.Repeat("hello ", 1000))
	})))
	defer server.Close()

	response, err := http.Get(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	fmt.Println(response.Uncompressed, len(body), err)
	// Output: true 6000 <nil>
}
