package codec

import (
	"compress/flate"
	"errors"
	"io"

	"github.com/zlazy/zlazy/go/internal/libz"
)

// A read of fewer bytes than this is served from a buffer of decoded bytes, so that a call into C is worth its while.
const smallRead = 1 << 10

// Reader decompresses from an io.Reader. Its zero value is not usable: SetSource makes it so, and then Begin begins a stream.
type Reader struct {
	source   source
	params   libz.Params
	handle   *libz.Handle // nil if no stream has begun or the stream has ended
	bytewise *bytewise    // does the decoding where the source must be read byte by byte

	decoded *buffer // decoded bytes that nobody has read: decoded[begin:end]; nil if there are none
	begin   int
	end     int

	full   bool   // the last call into C had no room left, so there may be more without more input
	check  uint32 // of what was decoded
	size   uint32 // of the same, modulo 2^32
	offset int64  // of the input, in bytes
	err    error  // what comes after the decoded bytes
}

// SetSource gives back what a stream left, and reads from r from now on.
func (r *Reader) SetSource(from io.Reader) {
	r.endStream()
	r.source.reset(from)
}

// Begin makes ready for a stream where the source stands.
func (r *Reader) Begin(dictionary []byte, kind libz.Check) {
	r.endStream()
	r.params = libz.Params{Kind: kind}
	r.full = false
	r.check, r.size, r.offset = kind.First(), 0, 0
	r.err = nil
	switch {
	case r.source.kind == anyByteReader:
		r.bytewise = takeBytewise(r.source.exact, dictionary)
	case len(dictionary) > 0:
		// The dictionary is the caller's, so the stream begins now.
		r.params.Dictionary = lastWindow(dictionary)
		_, r.err = r.step(nil, nil)
		r.params.Dictionary = nil
	}
}

// Release gives all back, the source included. The error, and io.EOF, stay.
func (r *Reader) Release() {
	r.endStream()
	r.source.reset(nil)
}

func (r *Reader) endStream() {
	r.handle.End()
	r.bytewise.give()
	giveBuffer(r.decoded)
	r.handle, r.bytewise, r.decoded, r.begin, r.end = nil, nil, nil, 0, 0
}

// errReaderClosed is what a Reader answers after a Close that came before the end.
var errReaderClosed = errors.New("flate: closed reader")

// Close gives all back. It returns the error that Read returned, if it was not io.EOF.
func (r *Reader) Close() error {
	r.Release()
	switch r.err {
	case io.EOF:
		return nil
	case nil:
		r.err = errReaderClosed
		return nil
	case errReaderClosed:
		return nil
	}
	return r.err
}

// Source is for headers and trailers. It has ReadByte, too.
func (r *Reader) Source() flate.Reader { return &r.source }

// Sums returns the checksum and the length, modulo 2^32, of the data, once Read has returned io.EOF.
func (r *Reader) Sums() (check, size uint32) { return r.check, r.size }

// Read decompresses. At the stream's end it returns io.EOF, if it can with the last bytes.
func (r *Reader) Read(p []byte) (int, error) {
	if r.begin == r.end {
		if r.err != nil {
			return 0, r.err
		}
		if len(p) == 0 {
			return 0, nil
		}
		if r.bytewise != nil {
			return r.readBytewise(p)
		}
		if len(p) >= smallRead {
			n := r.decode(p)
			return n, r.err
		}
		if r.decoded == nil {
			r.decoded = takeBuffer()
		}
		r.begin, r.end = 0, r.decode(r.decoded[:])
	}
	n := copy(p, r.decoded[r.begin:r.end])
	r.begin += n
	if r.begin < r.end {
		return n, nil
	}
	giveBuffer(r.decoded)
	r.decoded, r.begin, r.end = nil, 0, 0
	return n, r.err
}

// decode decompresses to room until there is something, or an error in r.err.
func (r *Reader) decode(room []byte) int {
	if len(room) > libz.MaxPiece {
		room = room[:libz.MaxPiece]
	}
	for {
		// What C has in hand may be decodable already; a source that waits must not keep it from who reads.
		data, err := r.source.look(!r.full)
		if err != nil {
			r.fail(err)
			return 0
		}
		if len(data) > libz.MaxPiece {
			data = data[:libz.MaxPiece]
		}
		step, err := r.step(data, room)
		r.source.take(step.Consumed)
		switch {
		case err != nil:
			r.fail(err)
		case step.Ended:
			r.err = io.EOF
		}
		if step.Produced > 0 || r.err != nil {
			return step.Produced
		}
	}
}

// step is one call into C.
func (r *Reader) step(data, room []byte) (step libz.Step, err error) {
	r.handle, step, err = libz.Inflate(r.handle, &r.params, data, room, r.check)
	r.full = step.Produced == len(room) && len(room) > 0
	r.check = step.Check
	r.size += uint32(step.Produced)
	r.offset += int64(step.Consumed)
	return step, err
}

// fail puts down an error in the standard library's words.
func (r *Reader) fail(err error) {
	switch err {
	case io.EOF:
		err = io.ErrUnexpectedEOF
	case libz.ErrData:
		err = flate.CorruptInputError(r.offset)
	}
	r.handle.End()
	r.handle = nil
	r.err = err
}

// readBytewise is Read by the other decoder.
func (r *Reader) readBytewise(p []byte) (int, error) {
	n, err := r.bytewise.Read(p)
	r.check = r.params.Kind.Update(r.check, p[:n])
	r.size += uint32(n)
	r.err = err
	return n, err
}
