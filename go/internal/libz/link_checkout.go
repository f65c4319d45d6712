//go:build !zlazy_pkgconfig

package libz

// The archive that "make go" builds in this checkout. Its names have a prefix of their own, so that another zlib may be in the
// same process.

// #cgo CFLAGS: -DZLAZY_PREFIX -I${SRCDIR}/../../../include -I${SRCDIR}/../../../build
// #cgo LDFLAGS: ${SRCDIR}/../../../build/libzlazy.a
import "C"
