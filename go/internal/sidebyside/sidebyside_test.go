//go:build zlazy_systemzlib

package sidebyside

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/zlazy/zlazy/go/internal/libz"
	"github.com/zlazy/zlazy/go/internal/trial"
	"github.com/zlazy/zlazy/go/zlib"
)

func TestEachGetsItsOwn(t *testing.T) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err == nil && !strings.Contains(string(maps), "libz.so.1") {
		t.Error("the system's zlib is not loaded")
	}
	data := trial.Text(100_000)
	var ours bytes.Buffer
	w := zlib.NewWriter(&ours)
	w.Write(data)
	if libz.ReadStats().Streams != 1 {
		t.Error("our stream is not ours")
	}
	// The system's stream in the midst of ours, and with it.
	system := Begin()
	if libz.ReadStats().Streams != 1 {
		t.Error("the system's stream is ours")
	}
	theirs := system.Finish(data)
	w.Close()
	if libz.ReadStats().Streams != 0 {
		t.Error("our stream was not ended")
	}
	if !bytes.Equal(SystemUncompress(ours.Bytes(), len(data)), data) {
		t.Error("the system's zlib does not read what ours wrote")
	}
	r, err := zlib.NewReader(bytes.NewReader(theirs))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, data) {
		t.Error("ours does not read what the system's zlib wrote")
	}
	t.Logf("zlib %s and zlazy %s in one process", SystemVersion(), libz.Version())
}
