package std

import "embed"

// Library holds the modules of Python's library that are written in Python; see lib/README.
//
//go:embed all:lib
var Library embed.FS
