// Command gen packs a folder of files or a text that the binary carries: gen FOLDER ARCHIVE, gen TEXT PACKED. It is
// run by go generate in the packages that have such files. A text becomes .s2, unpacked fast, or .zst, small.
package main

import (
	"fmt"
	"os"
	"path/filepath"

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
		return fmt.Errorf("usage: gen FOLDER ARCHIVE or gen TEXT PACKED")
	}
	if st, err := os.Stat(args[0]); err == nil && !st.IsDir() {
		text, err := os.ReadFile(args[0])
		if err != nil {
			return err
		}
		if filepath.Ext(args[1]) == ".s2" {
			return os.WriteFile(args[1], packed.Quickly(string(text)), 0o644)
		}
		b, err := packed.Tightly(string(text))
		if err != nil {
			return err
		}
		return os.WriteFile(args[1], b, 0o644)
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
