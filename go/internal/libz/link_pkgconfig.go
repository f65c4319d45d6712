//go:build zlazy_pkgconfig

package libz

// An installed library: what pkg-config says of "zlazy".

// #cgo pkg-config: zlazy
import "C"
