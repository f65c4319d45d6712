package gzhttp

import (
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	kp "github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzhttp/writer"

	"github.com/zlazy/zlazy/go/gzip"
	"github.com/zlazy/zlazy/go/internal/libz"
	"github.com/zlazy/zlazy/go/internal/trial"
)

// What browsers send.
var acceptEncodings = map[string]string{
	"Firefox, Chrome": "gzip, deflate, br, zstd",
	"Safari":          "gzip, deflate, br",
	"curl":            "deflate, gzip, br, zstd",
	"Go":              "gzip",
	"weights":         "br;q=1.0, gzip;q=0.8, *;q=0.1",
}

// page answers with as many bytes of JSON as the path says.
func page(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	w.Header().Set("Content-Type", "application/json")
	w.Write(trial.JSON(n))
}

// serve is a real server on the loopback.
func serve(t *testing.T, h http.Handler) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip("no loopback:", err)
	}
	server := &http.Server{Handler: h}
	stopped := make(chan error)
	go func() { stopped <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-stopped; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return "http://" + listener.Addr().String()
}

// get is a request whose answer is left as it came.
func get(t *testing.T, client *http.Client, url, acceptEncoding string) (*http.Response, []byte) {
	t.Helper()
	request, _ := http.NewRequest("GET", url, nil)
	if acceptEncoding != "" {
		request.Header.Set("Accept-Encoding", acceptEncoding)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

func newClient(t *testing.T) *http.Client {
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func TestServerAndClient(t *testing.T) {
	url := serve(t, GzipHandler(http.HandlerFunc(page)))
	client := newClient(t)
	for browser, accepted := range acceptEncodings {
		for _, n := range []int{2_000, 20_000, 100_000, 2_000_000} {
			response, body := get(t, client, url+"/"+strconv.Itoa(n), accepted)
			if response.Header.Get("Content-Encoding") != "gzip" || response.Header.Get("Vary") != "Accept-Encoding" {
				t.Fatalf("%s, %d bytes: %v", browser, n, response.Header)
			}
			if len(body) > n*2/3 {
				t.Errorf("%s: %d bytes of %d", browser, len(body), n)
			}
			r, err := stdgzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, trial.JSON(n)) {
				t.Errorf("%s, %d bytes: other data, %v", browser, n, err)
			}
		}
	}
	for _, accepted := range []string{"", "identity", "br", "gzip;q=0"} {
		response, body := get(t, client, url+"/20000", accepted)
		if response.Header.Get("Content-Encoding") != "" || !bytes.Equal(body, trial.JSON(20_000)) {
			t.Errorf("%q: %v", accepted, response.Header)
		}
	}
	// Too short to be worth it.
	if response, body := get(t, client, url+"/100", "gzip"); response.Header.Get("Content-Encoding") != "" || len(body) != 100 {
		t.Errorf("%v", response.Header)
	}
	// As net/http's client does it by itself.
	plain := &http.Client{Timeout: time.Minute}
	response, body := get(t, plain, url+"/50000", "")
	if !response.Uncompressed || !bytes.Equal(body, trial.JSON(50_000)) {
		t.Errorf("uncompressed: %v, %d bytes", response.Uncompressed, len(body))
	}
	plain.CloseIdleConnections()
	if stats := libz.ReadStats(); stats.Streams != 0 {
		t.Errorf("%d streams are left", stats.Streams)
	}
}

// Events reach the client as they are flushed.
func TestFlushing(t *testing.T) {
	next := make(chan string)
	url := serve(t, GzipHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		for event := range next {
			io.WriteString(w, event)
			w.(http.Flusher).Flush()
		}
	})))
	request, _ := http.NewRequest("GET", url, nil)
	request.Header.Set("Accept-Encoding", "gzip")
	events := []string{string(trial.Text(3000)), "the second", "the third"}
	go func() { next <- events[0] }()
	response, err := newClient(t).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal(response.Header)
	}
	r, err := gzip.NewReader(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for i, event := range events {
		got := make([]byte, len(event))
		if _, err := io.ReadFull(r, got); err != nil || string(got) != event {
			t.Fatalf("%q, %v", got, err)
		}
		if i+1 < len(events) {
			next <- events[i+1]
		}
	}
	close(next)
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("%d, %v", n, err)
	}
}

// Many clients at a time, and some that go away.
func TestManyClients(t *testing.T) {
	url := serve(t, GzipHandler(http.HandlerFunc(page)))
	client := newClient(t)
	var all sync.WaitGroup
	for i := range 20 {
		all.Add(1)
		go func() {
			defer all.Done()
			n := 3000 + i*5000
			request, _ := http.NewRequest("GET", url+"/"+strconv.Itoa(n), nil)
			request.Header.Set("Accept-Encoding", "gzip")
			for range 5 {
				response, err := client.Do(request)
				if err != nil {
					t.Error(err)
					return
				}
				if i%4 != 0 {
					r, err := gzip.NewReader(response.Body)
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, trial.JSON(n)) {
						t.Errorf("%d bytes of %d, %v", len(got), n, err)
					}
				}
				response.Body.Close()
			}
		}()
	}
	all.Wait()
}

// What gzhttp's options ask of an implementation.
func TestOptions(t *testing.T) {
	least, greatest := Levels()
	for level := least; level <= greatest; level++ {
		wrap, err := kp.NewWrapper(kp.Implementation(Factory()), kp.CompressionLevel(level), kp.RandomJitter(32, 0, false))
		if err != nil {
			t.Fatalf("level %d: %v", level, err)
		}
		request := httptest.NewRequest("GET", "/20000", nil)
		request.Header.Set("Accept-Encoding", "gzip")
		answer := httptest.NewRecorder()
		wrap(http.HandlerFunc(page)).ServeHTTP(answer, request)
		r, err := stdgzip.NewReader(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, trial.JSON(20_000)) || r.Comment == "" {
			t.Errorf("level %d: %v, comment %q", level, err, r.Comment)
		}
	}
	for _, level := range []int{least - 1, greatest + 1} {
		if _, err := kp.NewWrapper(kp.Implementation(Factory()), kp.CompressionLevel(level)); err == nil {
			t.Errorf("level %d is allowed", level)
		}
	}
	var out bytes.Buffer
	w := NewWriter(&out, 100).(writer.GzipWriterExt)
	w.SetHeader(writer.Header{Name: "name", OS: 7})
	w.Write([]byte("text"))
	w.Flush()
	w.Close()
	r, err := gzip.NewReader(&out)
	if err != nil || r.Name != "name" || r.OS != 7 {
		t.Errorf("%v, %v", err, r.Header)
	}
}
