package bench

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/NYTimes/gziphandler"
	kp "github.com/klauspost/compress/gzhttp"

	"github.com/zlazy/zlazy/go/gzhttp"
	"github.com/zlazy/zlazy/go/internal/trial"
)

// A handler that answers with JSON, one request at a time and many: gziphandler and gzhttp have the benchmarks of these names.
// "compress" is gziphandler, which has compress/gzip under it and pools its writers; "klauspost" is gzhttp as it comes;
// "zlazy" is gzhttp with our factory; "none" is the handler alone.
func BenchmarkGzipHandler_S2k(b *testing.B)   { handler(b, false, 2048) }
func BenchmarkGzipHandler_S20k(b *testing.B)  { handler(b, false, 20480) }
func BenchmarkGzipHandler_S100k(b *testing.B) { handler(b, false, 102400) }
func BenchmarkGzipHandler_P2k(b *testing.B)   { handler(b, true, 2048) }
func BenchmarkGzipHandler_P20k(b *testing.B)  { handler(b, true, 20480) }
func BenchmarkGzipHandler_P100k(b *testing.B) { handler(b, true, 102400) }

func handler(b *testing.B, parallel bool, size int) {
	body := trial.JSON(size)
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(body)
	})
	ours, err := kp.NewWrapper(kp.Implementation(gzhttp.Factory()))
	if err != nil {
		b.Fatal(err)
	}
	for _, h := range []struct {
		name    string
		handler http.Handler
	}{{"zlazy", ours(answer)}, {"compress", gziphandler.GzipHandler(answer)}, {"klauspost", kp.GzipHandler(answer)}, {"none", answer}} {
		b.Run(h.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			if !parallel {
				for range b.N {
					serve(b, h.handler, size)
				}
				return
			}
			b.RunParallel(func(more *testing.PB) {
				for more.Next() {
					serve(b, h.handler, size)
				}
			})
		})
	}
}

func serve(b *testing.B, h http.Handler, size int) {
	request, _ := http.NewRequest("GET", "/whatever", nil)
	request.Header.Set("Accept-Encoding", "gzip")
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusOK || recorder.Body.Len() < 500 {
		b.Errorf("%d, %d bytes", recorder.Code, recorder.Body.Len())
	}
}
