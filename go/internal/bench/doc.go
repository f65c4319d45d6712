// Package bench measures the packages against compress/* and github.com/klauspost/compress: "go test -bench . -benchmem" here, or
// bench.sh for tables.
package bench
