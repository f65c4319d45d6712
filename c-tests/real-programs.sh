#!/bin/sh
# "make check-real": real programs on build/libz.so.1, each by LD_PRELOAD and by LD_LIBRARY_PATH. A program must get this
# library (the dynamic linker tells which it loads, and where it binds deflate and inflate to), do its work, agree with what
# it does on the system's zlib, and the dynamic linker must have nothing to say. Installs nothing: what is missing is skipped,
# and named.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$PWD/build
work=$build/real
[ -e "$build/libz.so.1" ] || { echo "check-real: build/libz.so.1 is missing: run make first" >&2; exit 1; }
rm -rf "$work"
mkdir -p "$work"

passed=0 failed=0 skipped=0
ok() { passed=$((passed + 1)); echo "ok $*"; }
fail() { failed=$((failed + 1)); echo "FAIL $*"; }
skip() { skipped=$((skipped + 1)); echo "skip $*"; }

# Runs a command on the library in the way that $way says.
ours() {
    case $way in
    LD_PRELOAD) env LD_PRELOAD="$build/libz.so.1" "$@" ;;
    LD_LIBRARY_PATH) env LD_LIBRARY_PATH="$build" "$@" ;;
    esac
}
theirs() { env -u LD_PRELOAD -u LD_LIBRARY_PATH "$@"; }

# True if the program gets this library: what the dynamic linker would load for it.
gets_ours() { ours env LD_TRACE_LOADED_OBJECTS=1 "$1" 2>/dev/null | grep 'libz\.so\.1' | grep -q "$build/libz.so.1"; }

# The functions whose binding is looked at, as a pattern.
compressors='[ind]*e*flate'
files='gz[a-z0-9_]*'
functions=$compressors

# True if every call of these functions that the dynamic linker binds in the program goes to this library, and there is one.
binds_ours() {
    ours env LD_BIND_NOW=1 LD_DEBUG=bindings "$1" --version 2>&1 |
        sed -n "s#.*binding file .* to \(.*\) \[0\]: normal symbol .$functions'.*#\1#p" >"$work/bindings"
    grep -q "^$build/libz.so.1\$" "$work/bindings" && ! grep -qv "^$build/libz.so.1\$" "$work/bindings"
}

# One test of one program in both ways. The function is called with the test's name and leaves its stderr in $work/stderr.
try() { # name program function package
    if ! program=$(command -v "$2"); then
        skip "$1: $2 is missing (apt-get install $4)"
        return
    fi
    if ! theirs env LD_TRACE_LOADED_OBJECTS=1 "$program" 2>/dev/null | grep -q 'libz\.so\.1'; then
        skip "$1: $program is not linked to libz.so.1"
        return
    fi
    for way in LD_PRELOAD LD_LIBRARY_PATH; do
        : >"$work/stderr"
        if ! gets_ours "$program"; then
            fail "$1 ($way): $program does not get build/libz.so.1"
        elif ! binds_ours "$program"; then
            fail "$1 ($way): calls of $program go elsewhere: $(sort -u "$work/bindings" | head -n 3 | tr '\n' ' ')"
        elif ! "$3" "$program" >"$work/stdout" 2>"$work/errors"; then
            fail "$1 ($way): $(tail -n 1 "$work/errors") $(tail -n 1 "$work/stderr")"
        elif grep -e 'version information' -e 'symbol lookup' -e 'not found' "$work/stderr"; then
            fail "$1 ($way): the dynamic linker speaks"
        else
            ok "$1 ($way)"
        fi
    done
}

python_tests() { (cd "$work" && ours "$1" -m test test_zlib test_zipfile) 2>"$work/stderr"; }

git_garbage() {
    rm -rf "$work/repository" "$work/clone"
    mkdir "$work/repository"
    (
        cd "$work/repository" && export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
        set -e
        ours "$1" init -q .
        for round in 1 2 3 4 5; do
            for file in "$build"/../src/*.rs "$build"/../include/*.h "$build"/../c-tests/*.c; do
                { cat "$file"; echo "round $round"; } >"${file##*/}"
            done
            ours "$1" add .
            ours "$1" -c user.name=test -c user.email=test@localhost commit -q -m "round $round"
        done
        ours "$1" gc -q --aggressive
        ours "$1" fsck --full --strict
        ours "$1" clone -q --no-local . "$work/clone"
        ours "$1" archive --format=tar.gz HEAD >"$work/archive.tar.gz"
    ) 2>"$work/stderr" && (cd "$work/clone" && theirs "$1" fsck --full --strict) 2>>"$work/stderr" &&
        gzip -t "$work/archive.tar.gz"
}

pigz_and_gzip() {
    cat "$build"/../src/*.rs "$build"/../c-tests/*.c "$build/libz.a" >"$work/file"
    for level in 1 6 9; do
        ours "$1" -$level -c "$work/file" 2>>"$work/stderr" | gzip -dc | cmp - "$work/file" || return 1
        gzip -$level -c "$work/file" | ours "$1" -dc 2>>"$work/stderr" | cmp - "$work/file" || return 1
        ours "$1" -z -$level -c "$work/file" 2>>"$work/stderr" | theirs "$1" -dc | cmp - "$work/file" || return 1
    done
}

# A PDF of one page with a long drawing, not compressed.
make_pdf() {
    awk '
    function object(text) { offset[++objects] = length(file); file = file objects " 0 obj\n" text "\nendobj\n" }
    BEGIN {
        for (i = 0; i < 20000; i++) drawing = drawing i % 97 " " i % 89 " m " i % 83 " " i % 79 " l S\n"
        file = "%PDF-1.4\n"
        object("<</Type/Catalog/Pages 2 0 R>>")
        object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
        object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>")
        object("<</Length " length(drawing) ">>\nstream\n" drawing "endstream")
        printf "%sxref\n0 %d\n0000000000 65535 f \n", file, objects + 1
        for (i = 1; i <= objects; i++) printf "%010d 00000 n \n", offset[i]
        printf "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", objects + 1, length(file)
    }'
}

qpdf_streams() {
    make_pdf >"$work/plain.pdf"
    ours "$1" --object-streams=generate --compression-level=9 "$work/plain.pdf" "$work/small.pdf" 2>"$work/stderr" &&
        theirs "$1" --check "$work/small.pdf" && ours "$1" --check "$work/small.pdf" 2>>"$work/stderr" &&
        ours "$1" --qdf --object-streams=disable "$work/small.pdf" "$work/long.pdf" 2>>"$work/stderr" &&
        grep -aq '^96 7 m 13 17 l S' "$work/long.pdf"
}

openssl_zlib() {
    cat "$build"/../src/*.rs >"$work/file"
    ours "$1" zlib -e -in "$work/file" -out "$work/file.z" 2>"$work/stderr" &&
        ours "$1" zlib -d -in "$work/file.z" 2>>"$work/stderr" | cmp - "$work/file"
}

# Packages for Debian are archives of what gzwrite writes and gzread reads.
dpkg_package() {
    rm -rf "$work/package" "$work/unpacked"
    mkdir -p "$work/package/DEBIAN" "$work/package/usr/share/sources"
    printf 'Package: zlazy-test\nVersion: 1\nArchitecture: all\nMaintainer: nobody <test@localhost>\nDescription: test\n' >"$work/package/DEBIAN/control"
    cp "$build"/../src/*/*.rs "$build/libz.a" "$work/package/usr/share/sources"
    ours "$1" --root-owner-group -Zgzip -z9 -b "$work/package" "$work/ours.deb" 2>"$work/stderr" &&
        theirs "$1" --root-owner-group -Zgzip -b "$work/package" "$work/theirs.deb" &&
        theirs "$1" -x "$work/ours.deb" "$work/unpacked" && diff -r "$work/package/usr" "$work/unpacked/usr" && rm -rf "$work/unpacked" &&
        ours "$1" -x "$work/theirs.deb" "$work/unpacked" 2>>"$work/stderr" && diff -r "$work/package/usr" "$work/unpacked/usr" &&
        [ "$(ours "$1" -f "$work/theirs.deb" Package)" = zlazy-test ] && [ ! -s "$work/stderr" ]
}

man_page() {
    {
        printf '.TH EXAMPLE 1\n.SH NAME\nexample \\- a page to be read\n.SH DESCRIPTION\n'
        seq -f 'Line %g of a long page.' 20000
    } | gzip >"$work/example.1.gz"
    ours "$1" "$work/example.1.gz" 2>"$work/stderr" | grep -q 'example - a page to be read' && [ ! -s "$work/stderr" ]
}

xml_documents() {
    { echo '<all>'; seq -f '<one n="%g">text &amp; more text</one>' 30000; echo '</all>'; } >"$work/all.xml"
    gzip -c "$work/all.xml" >"$work/all.xml.gz"
    ours "$1" --noout "$work/all.xml.gz" 2>"$work/stderr" &&
        ours "$1" --compress --output "$work/ours.xml.gz" "$work/all.xml.gz" 2>>"$work/stderr" &&
        gzip -dc "$work/ours.xml.gz" | sed 1d | cmp - "$work/all.xml" &&
        head -c 20000 "$work/all.xml.gz" >"$work/short.xml.gz" && ! ours "$1" --noout "$work/short.xml.gz" 2>"$work/said" &&
        [ -s "$work/said" ] && [ ! -s "$work/stderr" ]
}

apt_cat() {
    gzip -c "$build/libz.a" >"$work/archive.gz"
    gzip -c "$work/file" >>"$work/archive.gz"
    ours "$1" cat-file "$work/archive.gz" 2>"$work/stderr" >"$work/archive" && cat "$build/libz.a" "$work/file" | cmp - "$work/archive" && [ ! -s "$work/stderr" ]
}

# Sequences, as text with a line for quality, and 60 places of a longer one.
sequences() {
    awk 'BEGIN { srand(7); for (i = 0; i < 40000; i++) all = all substr("ACGT", 1 + int(rand() * 4), 1)
        print ">long\n" all >ENVIRON["work"] "/long.fa"
        for (i = 0; i < 3000; i++) print "@read" i "\n" substr(all, 1 + int(rand() * 39000), 500) "\n+\n" sprintf("%500s", "") >ENVIRON["work"] "/reads.fq" }'
    sed -i 's/ /I/g' "$work/reads.fq"
    gzip -kf "$work/long.fa" "$work/reads.fq"
}
export work

seqtk_reads() {
    sequences
    ours "$1" seq -A "$work/reads.fq.gz" 2>"$work/stderr" >"$work/reads.fa" &&
        sed -n '1~4s/@/>/p;2~4p' "$work/reads.fq" | cmp - "$work/reads.fa" &&
        ours "$1" comp "$work/long.fa.gz" 2>>"$work/stderr" | grep -q '^long	40000' && [ ! -s "$work/stderr" ]
}

minimap_maps() {
    sequences
    ours "$1" "$work/long.fa.gz" "$work/reads.fq.gz" 2>"$work/stderr" >"$work/ours.paf" &&
        theirs "$1" "$work/long.fa" "$work/reads.fq" 2>/dev/null >"$work/theirs.paf" && [ -s "$work/ours.paf" ] && cmp "$work/ours.paf" "$work/theirs.paf"
}

samtools_regions() {
    {
        printf '@SQ\tSN:one\tLN:900000\n'
        seq -f '%g' 1 20000 | awk '{ printf "read%d\t0\tone\t%d\t60\t10M\t*\t0\t0\tACGTACGTAC\tIIIIIIIIII\n", $1, $1 * 20 }'
    } >"$work/reads.sam"
    awk 'BEGIN { for (i = 0; i < 5000; i++) print "one\t" i * 80 "\t" i * 80 + 30 }' | gzip >"$work/regions.bed.gz"
    gzip -dc "$work/regions.bed.gz" >"$work/regions.bed"
    ours "$1" view -L "$work/regions.bed.gz" "$work/reads.sam" 2>"$work/stderr" >"$work/ours.sam" &&
        theirs "$1" view -L "$work/regions.bed" "$work/reads.sam" >"$work/theirs.sam" && [ -s "$work/ours.sam" ] && cmp "$work/ours.sam" "$work/theirs.sam" && [ ! -s "$work/stderr" ]
}

python=/usr/bin/python3
if [ -x $python ] && ! $python -c 'import test.test_zlib' 2>/dev/null; then
    skip "python3's own tests: the test suite is missing (apt-get install libpython3.11-testsuite)"
else
    try "python3 -m test test_zlib test_zipfile" $python python_tests python3
fi
try "git gc, fsck, clone, archive" git git_garbage git
try "pigz both ways with gzip" pigz pigz_and_gzip pigz
try "qpdf compresses and reads" qpdf qpdf_streams qpdf
try "openssl zlib" openssl openssl_zlib openssl

# Programs that call the gz functions.
functions=$files
try "dpkg-deb packs and unpacks" dpkg-deb dpkg_package dpkg
try "man-db reads a page" lexgrog man_page man-db
try "apt reads members" /usr/lib/apt/apt-helper apt_cat apt
try "xmllint reads and writes .xml.gz" xmllint xml_documents libxml2-utils
try "seqtk reads .fq.gz" seqtk seqtk_reads seqtk
try "minimap2 reads .fa.gz and .fq.gz" minimap2 minimap_maps minimap2
try "samtools reads .bed.gz" samtools samtools_regions samtools

echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
[ $failed -eq 0 ]
