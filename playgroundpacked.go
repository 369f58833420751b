//go:build playground

package main

import (
	"embed"
	"io/fs"
)

// go run ./cmd/tfsweb playground/built writes the folder, which is not kept in the repository.
//
//go:embed playground/built
var packedFiles embed.FS

func init() {
	files, err := fs.Sub(packedFiles, "playground/built")
	if err != nil {
		panic(err) // the name is valid
	}
	packed = files
}
