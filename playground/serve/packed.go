//go:build playground

package serve

import (
	"embed"
	"io/fs"
)

// go run ./cmd/tfsweb playground/serve/built writes the folder, which is not kept in the repository.
//
//go:embed built
var packedFiles embed.FS

func init() {
	files, err := fs.Sub(packedFiles, "built")
	if err != nil {
		panic(err) // the name is valid
	}
	Packed = files
}
