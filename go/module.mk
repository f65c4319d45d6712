# The rules for the Go module; the Makefile includes this. GO is the command.

GO ?= go

.PHONY: go check-go

# Go programs in this checkout, or with a "replace" in their go.mod that leads here, link this archive. Go does not see that it has
# changed, so its checksum is part of the compiler's options.
go: build/libzlazy.a
	$(call need,$(GO),install Go 1.22 or set GO to yours)
	cd go && CGO_CFLAGS="-O2 -g -DZLAZY_ARCHIVE=$$(cksum <../build/libzlazy.a | cut -d ' ' -f 1)" $(GO) build ./...

check-go: all
	@CC="$(CC)" GO="$(GO)" sh c-tests/run go
