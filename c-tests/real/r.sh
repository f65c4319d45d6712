#!/bin/sh
# R: memCompress, gzfile and gzcon, and saved objects, at every level.
# Debian: r-base-core
. "${0%/*}/ways"
needs Rscript
# R's front end puts its own path before the one that is set.
export R_LD_LIBRARY_PATH=/usr/lib/R/lib
cat >"$work/test.R" <<'END'
words <- commandArgs(TRUE)
folder <- words[2]
slurp <- function(name) readBin(name, "raw", file.size(name))
data <- list(slurp(Sys.getenv("text")), slurp(Sys.getenv("bytes")), as.raw(1))
same <- function(name, is, want) if (!identical(is, want)) { cat(name, "differs\n"); quit(status = 1) }
for (d in seq_along(data)) {
    name <- file.path(folder, d)
    if (words[1] == "pack") writeBin(memCompress(data[[d]], "gzip"), name)
    else same(name, memDecompress(slurp(name), "gzip"), data[[d]])
    for (level in 1:9) {
        file <- paste0(name, ".", level, ".gz")
        saved <- paste0(name, ".", level, ".rds")
        if (words[1] == "pack") {
            connection <- gzfile(file, "wb", compression = level)
            writeBin(data[[d]], connection)
            close(connection)
            connection <- gzfile(saved, "wb", compression = level)
            saveRDS(data[[d]], connection)
            close(connection)
        } else {
            connection <- gzfile(file, "rb")
            same(file, readBin(connection, "raw", length(data[[d]]) + 1), data[[d]])
            close(connection)
            connection <- gzcon(file(file, "rb"))
            same(file, readBin(connection, "raw", length(data[[d]]) + 1), data[[d]])
            close(connection)
            same(saved, readRDS(saved), data[[d]])
        }
    }
}
END
proof Rscript --vanilla -e 'memCompress(as.raw(1), "gzip")'
functions() { both_ways Rscript --vanilla "$work/test.R"; }
try "memory, files, saved objects both ways" functions
