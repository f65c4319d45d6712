package grpcgzip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	grpcs "google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/zlazy/zlazy/go/gzip"
	"github.com/zlazy/zlazy/go/internal/libz"
	"github.com/zlazy/zlazy/go/internal/trial"
)

// grpcsOwn is the compressor that grpc-go has: at this moment its package is initialised, and this one's init is still to come.
var grpcsOwn = encoding.GetCompressor(grpcs.Name)

// between is a compressor that uses one for what is written and another for what is read, and counts.
type between struct {
	name                string
	writes, reads       encoding.Compressor
	mutex               sync.Mutex
	compressed, decoded int
}

func (b *between) Name() string { return b.name }

func (b *between) Compress(w io.Writer) (io.WriteCloser, error) {
	b.mutex.Lock()
	b.compressed++
	b.mutex.Unlock()
	return b.writes.Compress(w)
}

func (b *between) Decompress(r io.Reader) (io.Reader, error) {
	b.mutex.Lock()
	b.decoded++
	b.mutex.Unlock()
	return b.reads.Decompress(r)
}

// echo is a service with a unary call and a stream, both of which send back what they get.
var echo = grpc.ServiceDesc{
	ServiceName: "zlazy.Echo",
	HandlerType: (*any)(nil),
	Methods: []grpc.MethodDesc{{
		MethodName: "Once",
		Handler: func(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			message := new(wrapperspb.BytesValue)
			return message, decode(message)
		},
	}},
	Streams: []grpc.StreamDesc{{
		StreamName: "Stream", ServerStreams: true, ClientStreams: true,
		Handler: func(_ any, stream grpc.ServerStream) error {
			for {
				message := new(wrapperspb.BytesValue)
				if err := stream.RecvMsg(message); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
				if err := stream.SendMsg(message); err != nil {
					return err
				}
			}
		},
	}},
}

// connect is a real server and a client of it, on the loopback. They have most as the limit of a message.
func connect(t *testing.T, compressor string, most int) *grpc.ClientConn {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip("no loopback:", err)
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(most))
	server.RegisterService(&echo, new(any))
	go server.Serve(listener)
	client, err := grpc.NewClient("passthrough:///"+listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.UseCompressor(compressor), grpc.MaxCallRecvMsgSize(most)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		server.Stop()
	})
	return client
}

func messages() [][]byte {
	return [][]byte{{}, {1}, []byte("hello"), trial.JSON(1000), trial.Text(100_000), trial.Noise(50_000), make([]byte, 1_000_000)}
}

// talk sends all messages, by calls and by a stream.
func talk(t *testing.T, client *grpc.ClientConn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, message := range messages() {
		answer := new(wrapperspb.BytesValue)
		if err := client.Invoke(ctx, "/zlazy.Echo/Once", wrapperspb.Bytes(message), answer); err != nil || !bytes.Equal(answer.Value, message) {
			t.Fatalf("%d bytes of %d, %v", len(answer.Value), len(message), err)
		}
	}
	stream, err := client.NewStream(ctx, &echo.Streams[0], "/zlazy.Echo/Stream")
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range messages() {
		if err := stream.SendMsg(wrapperspb.Bytes(message)); err != nil {
			t.Fatal(err)
		}
		answer := new(wrapperspb.BytesValue)
		if err := stream.RecvMsg(answer); err != nil || !bytes.Equal(answer.Value, message) {
			t.Fatalf("%d bytes of %d, %v", len(answer.Value), len(message), err)
		}
	}
	stream.CloseSend()
	if err := stream.RecvMsg(new(wrapperspb.BytesValue)); err != io.EOF {
		t.Fatal(err)
	}
}

// A real server and a real client, with the compressor as it is registered.
func TestServerAndClient(t *testing.T) {
	Register()
	client := connect(t, Name, 4<<20)
	for level := gzip.DefaultCompression; level <= gzip.BestCompression; level++ {
		if err := SetLevel(level); err != nil {
			t.Fatal(err)
		}
		talk(t, client)
	}
	SetLevel(gzip.DefaultCompression)
	for _, level := range []int{-2, 10} {
		if SetLevel(level) == nil {
			t.Errorf("level %d is allowed", level)
		}
	}
	if stats := libz.ReadStats(); stats.Streams != 0 {
		t.Errorf("%d streams are left", stats.Streams)
	}
}

// Each side may have grpc's own compressor or ours: all four combinations, in both directions. A process has one compressor of a
// name, so one that writes by one and reads by the other stands for two processes.
func TestWithGrpcsOwn(t *testing.T) {
	their := grpcsOwn
	if their == nil || their == encoding.Compressor(theCompressor) {
		t.Fatal("grpc has no compressor of its own")
	}
	for _, pair := range []struct {
		name          string
		writes, reads encoding.Compressor
	}{
		{"theirs-theirs", their, their}, {"theirs-ours", their, theCompressor}, {"ours-theirs", theCompressor, their}, {"ours-ours", theCompressor, theCompressor},
	} {
		t.Run(pair.name, func(t *testing.T) {
			b := &between{name: "gzip-" + pair.name, writes: pair.writes, reads: pair.reads}
			encoding.RegisterCompressor(b)
			talk(t, connect(t, b.name, 4<<20))
			if b.compressed == 0 || b.decoded == 0 {
				t.Errorf("%d messages compressed, %d decompressed", b.compressed, b.decoded)
			}
		})
	}
}

// Importing grpc's own does not matter, once Register is called.
func TestRegistered(t *testing.T) {
	Register()
	if encoding.GetCompressor("gzip") != encoding.Compressor(theCompressor) {
		t.Error("not registered")
	}
}

// A message that would become larger than allowed is refused, and nothing of it is left behind.
func TestTooLarge(t *testing.T) {
	Register()
	client := connect(t, Name, 100_000)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := client.Invoke(ctx, "/zlazy.Echo/Once", wrapperspb.Bytes(make([]byte, 10_000_000)), new(wrapperspb.BytesValue))
	if status.Code(err) != codes.ResourceExhausted {
		t.Errorf("%v", err)
	}
	for wait := 0; libz.ReadStats().Streams != 0; wait++ {
		if wait == 500 {
			t.Fatalf("%d streams are left", libz.ReadStats().Streams)
		}
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
}

// Many calls at a time on one connection.
func TestManyCalls(t *testing.T) {
	Register()
	client := connect(t, Name, 4<<20)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range 50 {
				message := trial.JSON(i * 400)
				answer := new(wrapperspb.BytesValue)
				if err := client.Invoke(context.Background(), "/zlazy.Echo/Once", wrapperspb.Bytes(message), answer); err != nil || !bytes.Equal(answer.Value, message) {
					t.Errorf("%d bytes of %d, %v", len(answer.Value), len(message), err)
				}
			}
		}()
	}
	all.Wait()
}

func TestDamagedMessages(t *testing.T) {
	for _, message := range []string{"", "x", "no gzip at all, but a message", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff"} {
		r, err := theCompressor.Decompress(strings.NewReader(message))
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err == nil {
			t.Errorf("%q is a message", message)
		}
	}
	// The pool is as good as before.
	var out bytes.Buffer
	w, _ := theCompressor.Compress(&out)
	io.WriteString(w, "text")
	w.Close()
	r, err := theCompressor.Decompress(&out)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); string(got) != "text" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// An error of the stream below comes back from Close, and the writer serves the next message.
func TestDestinationFails(t *testing.T) {
	failure := errors.New("no connection")
	w, _ := theCompressor.Compress(failing{failure})
	io.WriteString(w, "text")
	if err := w.Close(); err != failure {
		t.Error(err)
	}
	var out bytes.Buffer
	w, _ = theCompressor.Compress(&out)
	io.WriteString(w, "text")
	if err := w.Close(); err != nil || out.Len() == 0 {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestDecompressedSize(t *testing.T) {
	for _, message := range messages() {
		var out bytes.Buffer
		w, _ := theCompressor.Compress(&out)
		w.Write(message)
		w.Close()
		if n := theCompressor.DecompressedSize(out.Bytes()); n != len(message) {
			t.Errorf("%d instead of %d", n, len(message))
		}
		lying := append(out.Bytes()[:out.Len()-4], 0xff, 0xff, 0xff, 0x7f)
		if n := theCompressor.DecompressedSize(lying); n != -1 {
			t.Errorf("%d bytes stand for %d", len(lying), n)
		}
	}
	if theCompressor.DecompressedSize([]byte("short")) != -1 {
		t.Error("a message that is too short has a size")
	}
}

func Example() {
	// A program imports this package for its name to be there, and asks for it in a call or for a connection.
	Register()
	client, err := grpc.NewClient("localhost:50051", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.UseCompressor(Name)))
	fmt.Println(err)
	client.Close()
	// Output: <nil>
}
