// Command gen packs a folder of files that the binary carries: gen FOLDER ARCHIVE. It is run by
// go generate in the packages that have such a folder.
package main

import (
	"fmt"
	"os"

	"github.com/tfs-lang/tfs/text/packed"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: gen FOLDER ARCHIVE")
	}
	if old, err := os.ReadFile(args[1]); err == nil && packed.Same(string(old), os.DirFS(args[0])) == nil {
		return nil // another Go may pack the same files into other bytes
	}
	b, err := packed.Zip(os.DirFS(args[0]))
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], b, 0o644)
}
