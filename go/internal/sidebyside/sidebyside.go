//go:build zlazy_systemzlib

// Package sidebyside is a cgo program that is linked to the system's zlib and to ours at once. Its test shows that each caller
// gets the one it means.
package sidebyside

// No header: a machine may have the library without it. The structure is zlib's, the same on all Unix systems.

// #cgo LDFLAGS: -l:libz.so.1
// #include <stdlib.h>
// typedef unsigned char Byte;
// typedef struct {
//	const Byte *next_in; unsigned avail_in; unsigned long total_in;
//	Byte *next_out; unsigned avail_out; unsigned long total_out;
//	const char *msg; void *state; void *zalloc, *zfree, *opaque;
//	int data_type; unsigned long adler, reserved;
// } z_stream;
// const char *zlibVersion(void);
// int deflateInit_(z_stream *, int, const char *, int);
// int deflate(z_stream *, int);
// int deflateEnd(z_stream *);
// int uncompress(Byte *, unsigned long *, const Byte *, unsigned long);
//
// static z_stream *begin(void) {
//	z_stream *z = calloc(1, sizeof *z);
//	return deflateInit_(z, 6, zlibVersion(), sizeof *z) == 0 ? z : NULL;
// }
// static unsigned long step(z_stream *z, const Byte *in, unsigned n, Byte *out, unsigned room) {
//	z->next_in = in; z->avail_in = n; z->next_out = out; z->avail_out = room;
//	deflate(z, 4);
//	z->next_in = z->next_out = NULL;
//	return z->total_out;
// }
// static void end(z_stream *z) { deflateEnd(z); free(z); }
import "C"

import "unsafe"

// SystemVersion is the system's zlib's.
func SystemVersion() string { return C.GoString(C.zlibVersion()) }

// SystemStream is a compressor of the system's zlib.
type SystemStream struct{ z *C.z_stream }

// Begin begins a stream of the system's.
func Begin() SystemStream { return SystemStream{C.begin()} }

// Finish compresses data to its end.
func (s SystemStream) Finish(data []byte) []byte {
	out := make([]byte, 2*len(data)+100)
	n := C.step(s.z, (*C.Byte)(unsafe.SliceData(data)), C.uint(len(data)), (*C.Byte)(unsafe.SliceData(out)), C.uint(len(out)))
	C.end(s.z)
	return out[:n]
}

// SystemUncompress decompresses.
func SystemUncompress(data []byte, room int) []byte {
	out := make([]byte, room)
	n := C.ulong(room)
	if C.uncompress((*C.Byte)(unsafe.SliceData(out)), &n, (*C.Byte)(unsafe.SliceData(data)), C.ulong(len(data))) != 0 {
		return nil
	}
	return out[:n]
}
