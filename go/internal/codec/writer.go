package codec

import (
	"errors"
	"io"

	"github.com/zlazy/zlazy/go/internal/libz"
)

// Room that is left for a trailer in each piece of output, so that the last one takes it along.
const trailerSize = 8

// ErrClosed is what a Writer answers after Close.
var ErrClosed = errors.New("flate: closed writer")

// Writer compresses to an io.Writer. Its zero value is not usable: Init makes it so.
type Writer struct {
	dst    io.Writer
	params libz.Params
	handle *libz.Handle // nil between streams

	waiting *buffer // what was written and not yet handed to C: waiting[:n]; nil if n is 0
	n       int

	head  []byte // goes before the stream's first output
	check uint32 // of what was handed to C
	size  uint32 // of the same, modulo 2^32
	err   error  // of the io.Writer, or ErrClosed
}

// Init makes w as new. The dictionary is referred to until the next Init.
func (w *Writer) Init(dst io.Writer, level int, dictionary []byte, kind libz.Check) {
	w.params = libz.Params{Level: level, Dictionary: lastWindow(dictionary), Kind: kind}
	w.Reset(dst)
}

// Reset gives back what a stream left, and makes w ready for another stream with the same parameters.
func (w *Writer) Reset(dst io.Writer) {
	w.release()
	w.dst = dst
	w.head = nil
	w.check, w.size = w.params.Kind.First(), 0
	w.err = nil
}

func (w *Writer) release() {
	w.handle.End()
	giveBuffer(w.waiting)
	w.handle, w.waiting, w.n = nil, nil, 0
}

// fail makes every later call return err.
func (w *Writer) fail(err error) error {
	w.release()
	w.err = err
	return err
}

// SetHead gives the bytes that go before the stream. They are referred to until the first output.
func (w *Writer) SetHead(head []byte) { w.head = head }

// Sums returns the checksum and the length, modulo 2^32, of the data, once the stream is finished.
func (w *Writer) Sums() (check, size uint32) { return w.check, w.size }

// Write compresses data, or keeps it for the next call if it is little.
func (w *Writer) Write(data []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	rest := data
	if w.n > 0 && len(rest) > bufferSize-w.n {
		filled := copy(w.waiting[w.n:], rest)
		w.n, rest = bufferSize, rest[filled:]
		if err := w.sendWaiting(libz.NoFlush, nil); err != nil {
			return 0, err
		}
	}
	if len(rest) > bufferSize {
		if err := w.send(rest, libz.NoFlush, nil); err != nil {
			return 0, err
		}
	} else if len(rest) > 0 {
		if w.waiting == nil {
			w.waiting = takeBuffer()
		}
		w.n += copy(w.waiting[w.n:], rest)
	}
	return len(data), nil
}

// Flush makes all that was written decodable for who reads the output.
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	return w.sendWaiting(libz.SyncFlush, nil)
}

// Finish ends the stream. trailer appends what comes after it, at most trailerSize bytes.
func (w *Writer) Finish(trailer func(*Writer, []byte) []byte) error {
	if w.err != nil {
		return w.err
	}
	if err := w.sendWaiting(libz.Finish, trailer); err != nil {
		return err
	}
	w.dst, w.err = nil, ErrClosed
	return nil
}

func (w *Writer) sendWaiting(flush libz.Flush, trailer func(*Writer, []byte) []byte) error {
	var data []byte
	if w.n > 0 {
		data = w.waiting[:w.n]
	}
	if err := w.send(data, flush, trailer); err != nil {
		return err
	}
	giveBuffer(w.waiting)
	w.waiting, w.n = nil, 0
	return nil
}

// emptyBlock is what a flush without data writes if the one before it had none either: C sees nothing to do there, but the
// output stands at a whole byte, so a stored block of no bytes can be put in.
var emptyBlock = []byte{0, 0, 0, 0xff, 0xff}

// send hands data to C and what comes of it to the io.Writer.
func (w *Writer) send(data []byte, flush libz.Flush, trailer func(*Writer, []byte) []byte) error {
	out := takeBuffer()
	defer giveBuffer(out)
	for again := false; ; again = true {
		piece, flushNow := data, flush
		if len(piece) > libz.MaxPiece {
			piece, flushNow = piece[:libz.MaxPiece], libz.NoFlush
		}
		begin, err := w.putHead(out)
		if err != nil {
			return err
		}
		room := out[begin : bufferSize-trailerSize]
		step, err := w.step(piece, room, flushNow)
		if err != nil {
			return w.fail(err)
		}
		data = data[step.Consumed:]
		output := out[:begin+step.Produced]
		switch {
		case step.Ended && trailer != nil:
			output = trailer(w, output)
		case flushNow == libz.SyncFlush && step.Produced == 0 && !again:
			output = append(output, emptyBlock...)
		}
		if err := w.write(output); err != nil {
			return err
		}
		// A call that fills the room may have more to say, but for C's own pleasure it will say that with the next data.
		full := step.Produced == len(room)
		if len(data) == 0 && (flush == libz.NoFlush || !full && flush == libz.SyncFlush || step.Ended) {
			return nil
		}
	}
}

// step is one call into C.
func (w *Writer) step(data, room []byte, flush libz.Flush) (step libz.Step, err error) {
	w.handle, step, err = libz.Deflate(w.handle, &w.params, flush, data, room, w.check)
	w.check = step.Check
	w.size += uint32(step.Consumed)
	return step, err
}

// putHead moves what goes before the stream to the front of the first output, or writes it if it is long.
func (w *Writer) putHead(out *buffer) (int, error) {
	head := w.head
	w.head = nil
	if len(head) > bufferSize/4 {
		return 0, w.write(head)
	}
	return copy(out[:], head), nil
}

// write passes output on.
func (w *Writer) write(output []byte) error {
	if len(output) == 0 {
		return nil
	}
	n, err := w.dst.Write(output)
	if err == nil && n != len(output) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return w.fail(err)
	}
	return nil
}

// Close finishes the stream and is content with one that is finished.
func Close(w *Writer, trailer func(*Writer, []byte) []byte) error {
	if w.err == ErrClosed {
		return nil
	}
	return w.Finish(trailer)
}
