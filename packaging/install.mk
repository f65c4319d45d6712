# Installing: PREFIX, LIBDIR, INCLUDEDIR, BINDIR, MANDIR, DESTDIR, and MODE: zlib (in zlib's place) or zlazy (beside another zlib).

MODE ?= zlib
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
ZLAZY_VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
PREFIXED := build/libzlazy.so.$(ZLAZY_VERSION)

.PHONY: install uninstall prefixed

install: all build/zlazy-stats.so $(if $(filter zlazy,$(MODE)),prefixed)
	@$(install_words) sh packaging/install.sh install
uninstall:
	@$(install_words) sh packaging/install.sh uninstall

install_words = MODE="$(MODE)" PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" INCLUDEDIR="$(INCLUDEDIR)" BINDIR="$(BINDIR)" \
  MANDIR="$(MANDIR)" DESTDIR="$(DESTDIR)" VERSION="$(VERSION)" ZLAZY_VERSION="$(ZLAZY_VERSION)"

# The library whose every name begins with zlazy_.
prefixed: build/libzlazy.a $(PREFIXED)
	@ln -sf $(notdir $(PREFIXED)) build/libzlazy.so.0
	@ln -sf $(notdir $(PREFIXED)) build/libzlazy.so

# Every name as zlazy_NAME and no other to be seen, so that it can be in a program beside another zlib or Rust archive. Renaming
# and hiding are two steps because the objcopies do not agree which comes first. zconf.h has the names.
build/libzlazy.a: build/libz.a include/zconf.h include/zlib.h packaging/install.mk
	$(need_cc)
	$(call need,$(OBJCOPY),install binutils or set OBJCOPY to llvm-objcopy)
	@rm -f $@
	$(CC) $(CFLAGS) -r -nostdlib -Wl,-u,zlibVersion -Wl,-u,gzprintf build/libz.a -o build/zlazy.o
	@sed -n 's/^#  define \([A-Za-z0-9_]*\) \(zlazy_[A-Za-z0-9_]*\)$$/\1 \2/p' include/zconf.h >build/zlazy.renames
	@{ cut -d ' ' -f 2 build/zlazy.renames; sed -n 's/.*[ *]\(zlazy_[A-Za-z_]*\)(.*/\1/p' include/zlib.h | sort -u; } >build/zlazy.names
	$(OBJCOPY) --redefine-syms=build/zlazy.renames build/zlazy.o
	$(OBJCOPY) --keep-global-symbols=build/zlazy.names build/zlazy.o
	$(AR) rcs $@ build/zlazy.o
	@rm -f build/zlazy.o build/zlazy.names build/zlazy.renames

$(PREFIXED): build/libzlazy.a packaging/libzlazy.map
	$(need_cc)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-u,zlazy_zlibVersion -Wl,-u,zlazy_gzprintf build/libzlazy.a \
	  -Wl,--version-script=packaging/libzlazy.map -Wl,-soname,libzlazy.so.0 -Wl,--gc-sections -Wl,-z,relro,-z,now -Wl,-s \
	  -nodefaultlibs -lc -o $@

# What zlazy-run --stats puts before the library.
build/zlazy-stats.so: packaging/stats.c include/zlib.h include/zconf.h
	$(need_cc)
	@mkdir -p build
	$(CC) -O2 -Wall -Wextra $(CFLAGS) $(LDFLAGS) -shared -fPIC -Iinclude packaging/stats.c -Wl,-soname,zlazy-stats.so -ldl -pthread -o $@

# zlazy-run for this folder, as it is after make.
build/zlazy-run: packaging/zlazy-run.in FORCE
	@mkdir -p build
	@LIBRARY="$(CURDIR)/build/libz.so.1" STATS="$(CURDIR)/build/zlazy-stats.so" awk '{ for (i = 1; i < 3; i++) { \
	  word = i == 1 ? "LIBRARY" : "STATS"; if ((at = index($$0, "@" word "@"))) \
	  $$0 = substr($$0, 1, at - 1) ENVIRON[word] substr($$0, at + length(word) + 2) } print }' packaging/zlazy-run.in >$@
	@chmod +x $@
