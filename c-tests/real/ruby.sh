#!/bin/sh
# Ruby's Zlib: every level and format, in one step and in pieces, and GzipWriter and GzipReader.
# Debian: ruby
. "${0%/*}/ways"
needs /usr/bin/ruby
cat >"$work/test.rb" <<'END'
require 'zlib'
mode, folder = ARGV
data = [File.binread(ENV['text']), File.binread(ENV['bytes']), '', 'x']
check = ->(name, is, want) { is.b == want.b or abort("#{name} differs") }
data.each_with_index do |plain, d|
  [-15, -9, 9, 15, 31].each do |bits|
    (-1..9).each do |level|
      name = "#{folder}/#{d}.#{bits}.#{level}"
      if mode == 'pack'
        deflater = Zlib::Deflate.new(level, bits, 1 + (level + 1) % 9, level % 5)
        packed = +''
        plain.bytes.each_slice(200_000) { |piece| packed << deflater.deflate(piece.pack('C*'), Zlib::SYNC_FLUSH) }
        packed << deflater.finish
        deflater.close
        File.binwrite(name, packed)
        Zlib::GzipWriter.open("#{name}.gz", level) { |file| file.mtime = 1; file.write(plain) } if bits == 31
      else
        inflater = Zlib::Inflate.new(bits)
        check.(name, inflater.inflate(File.binread(name)) + inflater.finish, plain)
        inflater.close
        check.("#{name}.gz", (Zlib::GzipReader.open("#{name}.gz", &:read) || '').b, plain) if bits == 31
      end
    end
  end
  if mode == 'pack' then File.binwrite("#{folder}/#{d}.once", Zlib.gzip(plain)) else check.('once', Zlib.gunzip(File.binread("#{folder}/#{d}.once")), plain) end
end
END
proof /usr/bin/ruby -rzlib -e 'Zlib.deflate("x")'
classes() { both_ways /usr/bin/ruby "$work/test.rb"; }
try "levels, formats, files both ways" classes
