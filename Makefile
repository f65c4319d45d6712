# Builds libz.so.1 and libz.a from the crate, and runs everything that judges them. "make help" lists the targets.
#
# From the environment or the command line: CC, CFLAGS, LDFLAGS, CARGO, CARGO_TARGET_DIR, PREFIX, LIBDIR, INCLUDEDIR, DESTDIR.

CARGO ?= cargo
CC ?= cc
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

# The version of zlib that the library stands in for: the file's name, and what zlib.pc says.
VERSION := 1.4.0
SHARED := build/libz.so.$(VERSION)

# Names in rules are relative, so that a path with spaces to this folder does no harm; cargo's folder may have them, too.
export CARGO_TARGET_DIR ?= $(CURDIR)/target

# One member of the archive has all entries; -u brings it in, and what it needs follows. compiler_builtins stands in for
# the compiler's own library, so the C library is all that is left to need.
LINK := -shared -Wl,-u,zlibVersion -Wl,-u,gzprintf build/libz.a -Wl,--version-script=include/zlib.map -Wl,-soname,libz.so.1 \
  -Wl,--gc-sections -Wl,-z,relro,-z,now -Wl,-s -nodefaultlibs -lc

# $(call need,program,what to do): stops with a sentence unless the program can be run.
need = @command -v $(firstword $(1)) >/dev/null 2>&1 || { echo "make: $(firstword $(1)) is missing: $(2)." >&2; exit 1; }
need_cargo = $(call need,$(CARGO),install stable Rust)
need_cc = $(call need,$(CC),install a C compiler or set CC to yours)

.PHONY: all headers check check-real check-asan check-ubsan check-tsan check-valgrind fuzz fuzz-coverage soak unsafe-table demo bench bench-memory install clean help FORCE
.DELETE_ON_ERROR:

all: $(SHARED) build/libz.so.1 build/libz.so build/libz.a build/zlib.pc build/minigzip

# cargo knows best whether anything is to be done; a result that is the same is not copied, so nothing is linked anew.
build/libz.a: FORCE
	$(need_cargo)
	@mkdir -p build
	$(CARGO) build --release --locked
	@cmp -s "$$CARGO_TARGET_DIR/release/libz.a" $@ || cp "$$CARGO_TARGET_DIR/release/libz.a" $@

$(SHARED): build/libz.a include/zlib.map
	$(need_cc)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@

build/libz.so.1: $(SHARED)
	ln -sf $(notdir $(SHARED)) $@

build/libz.so: $(SHARED)
	ln -sf $(notdir $(SHARED)) $@

build/minigzip: c-tests/minigzip.c build/libz.a include/zlib.h include/zconf.h
	$(need_cc)
	$(CC) -O2 -Wall -Wextra $(CFLAGS) $(LDFLAGS) -Iinclude c-tests/minigzip.c build/libz.a -o $@

build/zlib.pc: Makefile FORCE
	@mkdir -p build
	@{ echo 'prefix=$(PREFIX)'; echo 'libdir=$(LIBDIR)'; echo 'includedir=$(INCLUDEDIR)'; echo; \
	  echo 'Name: zlib'; echo 'Description: compression library with the interface of zlib (this is zlazy)'; \
	  echo 'Version: $(VERSION)'; echo 'License: Zlib'; echo; \
	  echo 'Libs: -L$${libdir} -lz'; echo 'Cflags: -I$${includedir}'; } >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

headers:
	$(need_cargo)
	ZLAZY_HEADERS="$(CURDIR)/include" $(CARGO) check --quiet --locked --features headers

check: all
	$(need_cc)
	@CC="$(CC)" CARGO="$(CARGO)" sh c-tests/run

check-real: all
	@CC="$(CC)" sh c-tests/real-programs.sh

# Programs of the tests on a library that is watched: make check-asan PROGRAMS="own_pool d_flush"
check-asan check-ubsan check-tsan check-valgrind: all
	@CC="$(CC)" CARGO="$(CARGO)" sh c-tests/watch $(subst check-,,$@) $(PROGRAMS)

# make fuzz TIME=600 TARGETS="inflate same"
fuzz: all
	@CC="$(CC)" CARGO="$(CARGO)" sh fuzz/run engine $(or $(TIME),600) $(TARGETS)

fuzz-coverage: all
	@CC="$(CC)" CARGO="$(CARGO)" sh fuzz/run coverage $(or $(TIME),80) $(TARGETS)

# make soak TIME=10m (or seconds)
soak: all
	$(need_cc)
	@mkdir -p build/fuzz
	@$(CC) -std=gnu11 -O2 -w $(CFLAGS) -Ic-tests -Iinclude fuzz/soak.c -o build/fuzz/soak build/libz.a -Wl,-u,zlazy_version -pthread
	@t="$(or $(TIME),60)"; case $$t in *m) t=$$(($${t%m} * 60));; *h) t=$$(($${t%h} * 3600));; *s) t=$${t%s};; esac; \
	  SECONDS=$$t EXPECT=zlazy build/fuzz/soak

unsafe-table:
	@sh c-tests/unsafe_table --write

demo: all
	@CC="$(CC)" sh c-tests/demo.sh "$(F)"

# make bench LIBS="a.so b.so" FILES="x y" LEVELS=1-9 ROUNDS=5
bench: all
	@$(CARGO) run --quiet --release --locked --manifest-path benches/Cargo.toml -- \
	  $(if $(LEVELS),--levels $(LEVELS)) $(if $(ROUNDS),--rounds $(ROUNDS)) \
	  $(addprefix --library ,build/libz.so.1 $(LIBS)) $(FILES)

# make bench-memory LIBS="a.so b.so" ROUNDS=9
bench-memory: all
	@$(CARGO) run --quiet --release --locked --manifest-path benches/Cargo.toml --bin zlazy-memory -- \
	  $(if $(ROUNDS),--rounds $(ROUNDS)) build/libz.so.1 $(LIBS)

# make bench-gz LIBS="a.so b.so" FILES="x y" ROUNDS=5
bench-gz: all
	@$(CARGO) run --quiet --release --locked --manifest-path benches/Cargo.toml --bin gz -- \
	  $(if $(ROUNDS),--rounds $(ROUNDS)) $(addprefix --library ,build/libz.so.1 $(LIBS)) $(FILES)

install: all
	mkdir -p "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(INCLUDEDIR)"
	cp $(SHARED) build/libz.a "$(DESTDIR)$(LIBDIR)"
	ln -sf $(notdir $(SHARED)) "$(DESTDIR)$(LIBDIR)/libz.so.1"
	ln -sf $(notdir $(SHARED)) "$(DESTDIR)$(LIBDIR)/libz.so"
	cp build/zlib.pc "$(DESTDIR)$(LIBDIR)/pkgconfig"
	cp include/zlib.h include/zconf.h "$(DESTDIR)$(INCLUDEDIR)"

clean:
	rm -rf build
	$(CARGO) clean
	$(CARGO) clean --manifest-path benches/Cargo.toml

help:
	@echo 'make             build/libz.so.1, build/libz.a, build/zlib.pc, build/minigzip'
	@echo 'make check       every test; the last line counts them'
	@echo 'make check-real  python3, git and others on this library'
	@echo 'make check-asan, check-ubsan, check-tsan, check-valgrind  tests on a watched library (PROGRAMS="own_pool d_flush")'
	@echo 'make fuzz        fuzz targets with libFuzzer (TIME=600 seconds for all, TARGETS="inflate same")'
	@echo 'make fuzz-coverage  the lines of src/ that they reach'
	@echo 'make soak        a mix of everything, with memory watched (TIME=10m)'
	@echo 'make unsafe-table  writes the table in ARCHITECTURE.md anew from the source'
	@echo 'make demo        a real program compresses a real file with it (F=path for a file of yours)'
	@echo 'make bench       sizes and speeds (LIBS="a.so b.so" FILES="x y" LEVELS=1-9 ROUNDS=5)'
	@echo 'make bench-memory  memory and cost of small messages (LIBS="a.so b.so" ROUNDS=9)'
	@echo 'make bench-gz    speeds of the gz functions'
	@echo 'make headers     writes include/zlib.h and include/zconf.h anew from the source'
	@echo 'make install     under PREFIX (default /usr/local); LIBDIR, INCLUDEDIR, DESTDIR'
	@echo 'make clean       removes what was built'
