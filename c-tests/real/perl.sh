#!/bin/sh
# Perl's Compress::Raw::Zlib, Compress::Zlib and IO::Compress, whose deflate takes a level, a window, a memLevel and a strategy.
# Debian: perl
. "${0%/*}/ways"
needs /usr/bin/perl
cat >"$work/test.pl" <<'END'
use strict;
use warnings;
use Compress::Raw::Zlib;
use Compress::Zlib ();
use IO::Compress::Gzip qw(gzip $GzipError);
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
my ($mode, $folder) = @ARGV;
sub slurp { my ($name) = @_; open(my $file, '<:raw', $name) or die "$name: $!"; local $/; my $all = <$file>; return defined $all ? $all : '' }
sub spill { my ($name, $all) = @_; open(my $file, '>:raw', $name) or die "$name: $!"; print $file $all; close $file }
my @data = (slurp($ENV{text}), slurp($ENV{bytes}), 'x');
for my $d (0 .. $#data) {
    my $plain = $data[$d];
    for my $bits (-15, -10, 9, 12, 15, WANT_GZIP) {
        for my $level (0 .. 9) {
            my $name = "$folder/$d.$bits.$level";
            if ($mode eq 'pack') {
                my ($stream, $status) = Compress::Raw::Zlib::Deflate->new(-Level => $level, -WindowBits => $bits, -MemLevel => 1 + $level % 9,
                    -Strategy => $level % 5, -AppendOutput => 1);
                die "deflateInit: $status" if $status != Z_OK;
                my $packed = '';
                for (my $i = 0; $i < length $plain; $i += 60_000) {
                    die 'deflate' if $stream->deflate(substr($plain, $i, 60_000), $packed) != Z_OK;
                    die 'flush' if $i % 7 == 0 && $stream->flush($packed, Z_FULL_FLUSH) != Z_OK;
                }
                die 'finish' if $stream->flush($packed) != Z_OK;
                spill($name, $packed);
            } else {
                my $packed = slurp($name);
                my ($stream, $status) = Compress::Raw::Zlib::Inflate->new(-WindowBits => $bits, -AppendOutput => 1);
                my $out = '';
                die "$name: inflate" if $stream->inflate($packed, $out) != Z_STREAM_END;
                die "$name differs" if $out ne $plain;
            }
        }
    }
    if ($mode eq 'pack') {
        spill("$folder/$d.mem", Compress::Zlib::memGzip($plain));
        gzip(\$plain => "$folder/$d.gz", -Level => 9) or die $GzipError;
        my $file = Compress::Zlib::gzopen("$folder/$d.open.gz", 'wb3') or die 'gzopen';
        $file->gzwrite($plain) == length $plain or die 'gzwrite';
        $file->gzclose();
    } else {
        die 'memGunzip' if Compress::Zlib::memGunzip(slurp("$folder/$d.mem")) ne $plain;
        for my $name ("$folder/$d.gz", "$folder/$d.open.gz") {
            my $out;
            gunzip($name => \$out) or die $GunzipError;
            die "$name differs" if $out ne $plain;
        }
    }
}
END
proof /usr/bin/perl -MCompress::Raw::Zlib -e 'Compress::Raw::Zlib::crc32("x")'
modules() { both_ways /usr/bin/perl "$work/test.pl"; }
try "levels, windows, memLevels, strategies both ways" modules
