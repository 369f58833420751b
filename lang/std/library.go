package std

import (
	_ "embed"
	"io/fs"
	"sync"

	"github.com/tfs-lang/tfs/text/packed"
)

//go:generate go run ../../text/packed/gen lib lib.zst

//go:embed lib.zst
var library string

// Library holds tfs's own modules that are written in the language itself (folder lib, packed).
var Library = sync.OnceValue(func() fs.FS { return packed.FS(library) })
