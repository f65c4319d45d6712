// Package libz is the door to the C library: one cgo call for each piece of work, and streams whose memory is C's.
//
// No Go pointer outlives the call that it is handed to. A stream that is abandoned is ended when the garbage collector finds its
// [Handle].
package libz

// #include "shim.h"
import "C"

import (
	"errors"
	"runtime"
	"sync"
	"unsafe"
)

// Check says which checksum of the uncompressed data is kept.
type Check int32

const (
	NoCheck Check = C.SHIM_NO_CHECK
	CRC32   Check = C.SHIM_CRC32
	Adler32 Check = C.SHIM_ADLER32
)

// First is the checksum of no data.
func (c Check) First() uint32 {
	if c == Adler32 {
		return 1
	}
	return 0
}

// Update adds data to a checksum.
func (c Check) Update(check uint32, data []byte) uint32 {
	return uint32(C.shim_check(C.int(c), C.uint32_t(check), start(data), C.size_t(len(data))))
}

// Flush is what deflate makes of its input at the end of a call.
type Flush int32

const (
	NoFlush   Flush = 0 // as suits compression
	SyncFlush Flush = 2 // all input becomes decodable
	Finish    Flush = 4 // the stream ends
)

// MaxPiece is the most input or output that a call takes: longer pieces are for several calls.
const MaxPiece = 1 << 30

// ErrMemory says that C had no memory for a stream.
var ErrMemory = errors.New("zlazy: out of memory")

// ErrData says that the input of [Inflate] is no valid stream.
var ErrData = errors.New("zlazy: invalid data")

// errCode is for return codes that only a mistake of this module's can bring about.
var errCode = errors.New("zlazy: unexpected return code")

// Handle owns a stream between two calls. 0 is a stream that has not begun.
type Handle struct {
	stream C.shim_stream
	end    func(C.shim_stream)
}

// handles keeps those whose stream has ended: what is dear about a Handle is its finalizer.
var handles = sync.Pool{New: func() any {
	h := new(Handle)
	runtime.SetFinalizer(h, (*Handle).finish)
	return h
}}

func (h *Handle) finish() {
	if h.stream != 0 {
		h.end(h.stream)
		h.stream = 0
	}
}

// End ends the stream and gives all of its memory back. h is not to be used again; nil is allowed.
func (h *Handle) End() {
	if h != nil {
		h.finish()
		handles.Put(h)
	}
}

func endDeflate(stream C.shim_stream) { C.shim_deflate_end(stream) }
func endInflate(stream C.shim_stream) { C.shim_inflate_end(stream) }

func (h *Handle) pointer() C.shim_stream {
	if h == nil {
		return 0
	}
	return h.stream
}

// after makes h own what a call left of its stream. The result is nil if the stream has ended.
func (h *Handle) after(stream C.shim_stream, end func(C.shim_stream)) *Handle {
	switch {
	case stream != 0 && h == nil:
		h = handles.Get().(*Handle)
		h.stream, h.end = stream, end
	case stream == 0 && h != nil:
		h.stream = 0
		handles.Put(h)
		h = nil
	}
	return h
}

// Step is what a call did.
type Step struct {
	Consumed, Produced int
	Check              uint32 // the checksum of the uncompressed data so far
	Ended              bool   // the stream is complete, and its memory is given back
}

// Params are what a stream is begun with.
type Params struct {
	Level      int    // for Deflate: -2 to 9
	Dictionary []byte // comes before the data
	Kind       Check
}

// Deflate compresses in to out as far as out reaches. With a nil Handle it begins a stream. What is returned takes the place of h:
// nil if the stream has ended.
func Deflate(h *Handle, params *Params, flush Flush, in, out []byte, check uint32) (*Handle, Step, error) {
	step := C.shim_deflate(h.pointer(), C.int(params.Level), start(params.Dictionary), C.size_t(len(params.Dictionary)), C.int(flush),
		start(in), C.size_t(len(in)), start(out), C.size_t(len(out)), C.int(params.Kind), C.uint32_t(check))
	runtime.KeepAlive(h)
	h = h.after(step.stream, endDeflate)
	return h, stepOf(step), errorOf(step.code)
}

// Inflate decompresses in to out as far as both reach. With a nil Handle it begins a stream. What is returned takes the place of
// h: nil if the stream has ended, as it has with any error.
func Inflate(h *Handle, params *Params, in, out []byte, check uint32) (*Handle, Step, error) {
	step := C.shim_inflate(h.pointer(), start(params.Dictionary), C.size_t(len(params.Dictionary)),
		start(in), C.size_t(len(in)), start(out), C.size_t(len(out)), C.int(params.Kind), C.uint32_t(check))
	runtime.KeepAlive(h)
	h = h.after(step.stream, endInflate)
	return h, stepOf(step), errorOf(step.code)
}

// start is the address of a slice's bytes.
func start(bytes []byte) *C.shim_byte {
	return (*C.shim_byte)(unsafe.SliceData(bytes))
}

func stepOf(step C.struct_shim_step) Step {
	return Step{Consumed: int(step.consumed), Produced: int(step.produced), Check: uint32(step.check), Ended: step.code == streamEnd}
}

// zlib's return codes.
const (
	streamEnd   = 1
	ok          = 0
	dataError   = -3
	memoryError = -4
	bufferError = -5
)

func errorOf(code C.int32_t) error {
	switch code {
	case ok, streamEnd, bufferError:
		return nil
	case dataError:
		return ErrData
	case memoryError:
		return ErrMemory
	}
	return errCode
}
