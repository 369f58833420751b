package std

import "embed"

// Library holds tfs's own modules that are written in the language itself.
//
//go:embed all:lib
var Library embed.FS
