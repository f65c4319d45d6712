# Installing: PREFIX, LIBDIR, INCLUDEDIR, BINDIR, MANDIR, DESTDIR, and MODE: zlib (in zlib's place) or zlazy (beside another zlib).

MODE ?= zlib
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
OBJCOPY ?= objcopy
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

# The names are those that zconf.h maps; the two of gzprintf's inner calls get others, too, so that both archives can be linked.
build/libzlazy.a: build/libz.a include/zconf.h
	$(call need,$(OBJCOPY),install binutils or set OBJCOPY to yours)
	@sed -n 's/^#  define \([A-Za-z0-9_]*\) \(zlazy_[A-Za-z0-9_]*\)$$/\1 \2/p' include/zconf.h >build/prefixed.names
	@for name in gzprintf gzvprintf; do echo "_zlazy_$$name _zlazy_prefixed_$$name"; done >>build/prefixed.names
	$(OBJCOPY) --redefine-syms=build/prefixed.names build/libz.a $@

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
