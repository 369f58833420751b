package tf

import (
	"embed"
)

// Library holds the parts of TensorFlow that are written in the language itself: classes that
// programs derive from. A name of it is loaded when it is first used, once for each interpreter.
//
//go:embed all:lib
var Library embed.FS
