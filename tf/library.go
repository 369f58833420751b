package tf

import (
	_ "embed"
	"io/fs"
	"sync"

	"github.com/tfs-lang/tfs/text/packed"
)

//go:generate go run ../text/packed/gen lib lib.zst

//go:embed lib.zst
var library string

// Library holds the parts of TensorFlow that are written in the language itself (folder lib, packed): classes that
// programs derive from. A name of it is loaded when it is first used, once for each interpreter.
var Library = sync.OnceValue(func() fs.FS { return packed.FS(library) })
