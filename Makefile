# Builds libz.so.1 and libz.a from the crate, and runs everything that judges them. "make help" lists the targets.
#
# From the environment or the command line: CC, CFLAGS, LDFLAGS, AR, OBJCOPY, CARGO, CARGO_TARGET_DIR; for installing, see packaging/install.mk.

CARGO ?= cargo
CC ?= cc
OBJCOPY ?= objcopy
PREFIX ?= /usr/local

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

.PHONY: all headers check check-real check-asan check-ubsan check-tsan check-valgrind fuzz fuzz-coverage soak unsafe-table check-portable check-tiers setup-real demo bench bench-memory bench-gz bench-inflate bench-results plots clean help FORCE
.DELETE_ON_ERROR:

all: $(SHARED) build/libz.so.1 build/libz.so build/libz.a build/minigzip build/zlazy-run build/zlazy-stats.so

include packaging/install.mk

# cargo knows best whether anything is to be done; a result that is the same is not copied, so nothing is linked anew.
build/libz.a: FORCE
	@mkdir -p build
	@if $(CARGO) --version >/dev/null 2>&1; then \
	  echo $(CARGO) build --release --locked && $(CARGO) build --release --locked && \
	  { cmp -s "$$CARGO_TARGET_DIR/release/libz.a" $@ || cp "$$CARGO_TARGET_DIR/release/libz.a" $@; }; \
	elif [ -e $@ ]; then echo "make: $(CARGO) is missing here, as it often is for root: $@ is used as it is" >&2; \
	else echo "make: $(CARGO) is missing: install stable Rust." >&2; exit 1; fi

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

headers:
	$(need_cargo)
	ZLAZY_HEADERS="$(CURDIR)/include" $(CARGO) check --quiet --locked --features headers

check: all
	$(need_cc)
	@CC="$(CC)" CARGO="$(CARGO)" sh c-tests/run

# REAL="nginx git" for some of them.
check-real: all
	@CC="$(CC)" sh c-tests/real/run $(REAL)

setup-real:
	@sh c-tests/real/setup

# The whole suite on a library without vector kernels, in a copy of the tree, so that this one's build stays.
check-portable:
	@rm -rf build/portable && mkdir -p build/portable
	@tar -cf - --exclude=./build --exclude=target --exclude=./.git . | tar -xf - -C build/portable
	@RUSTFLAGS="--cfg zlazy_portable" CARGO_TARGET_DIR="$$CARGO_TARGET_DIR/portable" $(MAKE) -C build/portable check

# The programs of checks with what the library uses of the processor lowered.
check-tiers: all
	@for tier in base avx2 vpclmul; do echo "ZLAZY_TIER=$$tier"; \
	  ZLAZY_TIER=$$tier CC="$(CC)" CARGO="$(CARGO)" sh c-tests/run $$(ls c-tests | sed -n 's/^\([a-g]_.*\)\.c$$/\1/p') || exit 1; done

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

# make bench-inflate LIBS="a.so b.so" FILES="x y" ROUNDS=15
bench-inflate: all
	@$(CARGO) run --quiet --release --locked --manifest-path benches/Cargo.toml --bin inflate -- \
	  $(if $(ROUNDS),--rounds $(ROUNDS)) $(addprefix --library ,build/libz.so.1 $(LIBS)) $(FILES)

# Every results file, from which the tables in README.md and docs/ are written and the plots are drawn. ONLY="speed memory" for some.
bench-results: all
	@CARGO="$(CARGO)" MAKE="$(MAKE)" sh benches/record "$(LIBS)" "$(FILES)" "$(ROUNDS)" $(ONLY)

plots:
	$(need_cargo)
	@$(CARGO) run --quiet --release --locked --manifest-path benches/plots/Cargo.toml -- benches/results docs/plots

clean:
	rm -rf build
	$(CARGO) clean
	$(CARGO) clean --manifest-path benches/Cargo.toml
	$(CARGO) clean --manifest-path benches/plots/Cargo.toml

help:
	@echo 'make             build/libz.so.1, build/libz.a, build/minigzip, build/zlazy-run'
	@echo 'make check       every test; the last line counts them'
	@echo 'make check-real  nginx, git, java and others on this library (REAL="nginx git" for some; make setup-real installs them)'
	@echo 'make check-portable, make check-tiers  the tests without vector kernels, and at each lower tier'
	@echo 'make check-asan, check-ubsan, check-tsan, check-valgrind  tests on a watched library (PROGRAMS="own_pool d_flush")'
	@echo 'make fuzz        fuzz targets with libFuzzer (TIME=600 seconds for all, TARGETS="inflate same")'
	@echo 'make fuzz-coverage  the lines of src/ that they reach'
	@echo 'make soak        a mix of everything, with memory watched (TIME=10m)'
	@echo 'make unsafe-table  writes the table in ARCHITECTURE.md anew from the source'
	@echo 'make demo        a real program compresses a real file with it (F=path for a file of yours)'
	@echo 'make go          build/libzlazy.a, the archive with prefixed names, and the Go module on it'
	@echo 'make check-go    the tests of the Go module'
	@echo 'make bench       sizes and speeds (LIBS="a.so b.so" FILES="x y" LEVELS=1-9 ROUNDS=5)'
	@echo 'make bench-memory  memory and cost of small messages (LIBS="a.so b.so" ROUNDS=9)'
	@echo 'make bench-gz    speeds of the gz functions'
	@echo 'make bench-inflate  speeds of decompression and checksums (LIBS="a.so b.so" FILES="x y" ROUNDS=15)'
	@echo 'make bench-results  all of them, into benches/results, and the tables of README.md (LIBS, FILES, ROUNDS, ONLY)'
	@echo 'make plots       docs/plots from benches/results, as SVG and PNG'
	@echo 'make headers     writes include/zlib.h and include/zconf.h anew from the source'
	@echo 'make install     under PREFIX (default /usr/local), in zlib'"'"'s place; MODE=zlazy: beside it, as libzlazy'
	@echo 'make uninstall   takes that away again (same PREFIX and MODE)'
	@echo 'make prefixed    build/libzlazy.a and build/libzlazy.so, whose every name begins with zlazy_'
	@echo 'make clean       removes what was built'

include go/module.mk
