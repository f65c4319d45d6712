#!/bin/sh
# PHP's zlib: every level and format in one step, by stream contexts and by gz files.
# Debian: php-cli
. "${0%/*}/ways"
needs php
cat >"$work/test.php" <<'END'
<?php
[, $mode, $folder] = $argv;
$data = [file_get_contents(getenv('text')), file_get_contents(getenv('bytes')), '', 'x'];
$formats = [ZLIB_ENCODING_RAW, ZLIB_ENCODING_DEFLATE, ZLIB_ENCODING_GZIP];
foreach ($data as $d => $plain) foreach ($formats as $f => $format) for ($level = -1; $level <= 9; $level++) {
    $name = "$folder/$d.$f.$level";
    if ($mode == 'pack') {
        file_put_contents($name, zlib_encode($plain, $format, $level));
        $context = deflate_init($format, ['level' => $level, 'memory' => 1 + ($level + 1) % 9, 'window' => 9 + ($level + 1) % 7]);
        $out = '';
        foreach (str_split($plain, 5000) as $i => $piece) $out .= deflate_add($context, $piece, $i % 7 ? ZLIB_NO_FLUSH : ZLIB_SYNC_FLUSH);
        file_put_contents("$name.pieces", $out . deflate_add($context, '', ZLIB_FINISH));
        if ($f == 2 && $level >= 0) { $file = gzopen("$name.gz", "wb$level"); gzwrite($file, $plain); gzclose($file); }
    } else {
        foreach ([$name, "$name.pieces"] as $packed) {
            if (zlib_decode(file_get_contents($packed)) !== $plain) { echo "$packed differs\n"; exit(1); }
            $context = inflate_init($format);
            $out = '';
            foreach (str_split(file_get_contents($packed), 777) as $piece) $out .= inflate_add($context, $piece);
            if ($out !== $plain) { echo "$packed differs in pieces\n"; exit(1); }
        }
        if ($f != 2 || $level < 0) continue;
        for ($out = '', $file = gzopen("$name.gz", 'rb'); !gzeof($file); ) $out .= gzread($file, 5000);
        gzclose($file);
        if ($out !== $plain) { echo "$name.gz differs\n"; exit(1); }
    }
}
END
proof php -r 'gzcompress("x");'
functions() { both_ways php "$work/test.php"; }
try "levels, formats, pieces, files both ways" functions
