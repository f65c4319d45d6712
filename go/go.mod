module github.com/zlazy/zlazy/go

go 1.22.0
