#!/bin/sh
# Tcl's zlib command: every level and format, streams with dictionaries, channels.
# Debian: tcl
. "${0%/*}/ways"
needs tclsh
cat >"$work/test.tcl" <<'END'
lassign $argv mode folder
proc slurp {name} { set file [open $name rb]; set all [read $file]; close $file; return $all }
proc spill {name all} { set file [open $name wb]; puts -nonewline $file $all; close $file }
proc whole {stream} { set all {}; while {[set piece [$stream get 10000]] ne {}} { append all $piece }; return $all }
proc same {name is want} { if {$is ne $want} { puts "$name differs"; exit 1 } }
set d 0
foreach plain [list [slurp $env(text)] [slurp $env(bytes)] [string repeat x 60]] {
    for {set level 0} {$level <= 9} {incr level} {
        set name $folder/$d.$level
        if {$mode eq "pack"} {
            spill $name.raw [zlib deflate $plain $level]
            spill $name.zlib [zlib compress $plain $level]
            spill $name.gz [zlib gzip $plain -level $level]
            set stream [zlib stream compress -level $level -dictionary "fn let mut the"]
            $stream put -finalize $plain
            spill $name.stream [whole $stream]
            $stream close
            set stream [zlib stream gzip -level $level]
            $stream put -flush [string range $plain 0 9999]
            $stream put -fullflush [string range $plain 10000 19999]
            $stream put -finalize [string range $plain 20000 end]
            spill $name.flushed [whole $stream]
            $stream close
            set file [open $name.channel wb]
            zlib push gzip $file -level $level
            puts -nonewline $file $plain
            close $file
        } else {
            same $name.raw [zlib inflate [slurp $name.raw]] $plain
            same $name.zlib [zlib decompress [slurp $name.zlib]] $plain
            same $name.gz [zlib gunzip [slurp $name.gz]] $plain
            set stream [zlib stream decompress -dictionary "fn let mut the"]
            $stream put [slurp $name.stream]
            set all {}
            while {![$stream eof]} { append all [$stream get 65536] }
            same $name.stream $all $plain
            $stream close
            same $name.flushed [zlib gunzip [slurp $name.flushed]] $plain
            set file [open $name.channel rb]
            zlib push gunzip $file
            same $name.channel [read $file] $plain
            close $file
        }
    }
    incr d
}
END
echo 'zlib crc32 x' >"$work/short.tcl"
proof tclsh "$work/short.tcl"
command_() { both_ways tclsh "$work/test.tcl"; }
try "levels, streams, channels both ways" command_
