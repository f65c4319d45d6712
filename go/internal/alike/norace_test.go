//go:build !race

package alike

const (
	raceDetector = false
	// stride is how far long rows of cases are from one another.
	stride = 1
)
