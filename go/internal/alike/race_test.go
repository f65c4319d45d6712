//go:build race

package alike

// The race detector makes Go many times slower, and empties pools.
const (
	raceDetector = true
	stride       = 23
)
