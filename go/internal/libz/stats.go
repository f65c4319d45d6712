package libz

// #define ZLIB_CONST
// #include <zlib.h>
import "C"

// Stats is what the C library's streams and its pool hold.
type Stats struct {
	Streams     int // begun and not ended, of the whole process
	StreamBytes int // what they hold
	PoolBytes   int // what waits for later streams
	Refusals    int // requests for memory that malloc has refused so far
}

// ReadStats asks the C library.
func ReadStats() Stats {
	var s C.zlazy_statistics
	C.zlazy_stats(&s)
	return Stats{
		Streams:     int(s.streams),
		StreamBytes: int(s.stream_bytes),
		PoolBytes:   int(s.pool_bytes),
		Refusals:    int(s.refusals),
	}
}

// Version is the C library's own version.
func Version() string { return C.GoString(C.zlazy_version()) }
