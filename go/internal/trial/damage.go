package trial

import (
	"compress/flate"
	"errors"
	"io"
)

// IsDamage says whether an error is one of those that a damaged stream ends with. Which of them may depend on who reads: one sees
// that the input is wrong where the other still waits for more of it.
func IsDamage(err error) bool {
	var corrupt flate.CorruptInputError
	return err == io.ErrUnexpectedEOF || errors.As(err, &corrupt)
}
