//go:build !js

// Command tfsweb builds the playground: the engine as WebAssembly with the page around it, in one folder
// of static files with relative addresses, which any web server or tfs playground serves.
//
//	go run ./cmd/tfsweb FOLDER
//
// Compiled for js/wasm the same package is the engine itself (main_js.go).
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/tfs-lang/tfs/playground"
)

const usage = "usage: go run ./cmd/tfsweb FOLDER"

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err := build(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "tfsweb:", err)
		os.Exit(1)
	}
}

// build writes the folder. It must be run within the module.
func build(folder string) error {
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	examples, err := playground.Examples(os.DirFS(filepath.Join(root, "scripts")))
	if err != nil {
		return err
	}
	wasm, size, err := engine(root)
	if err != nil {
		return err
	}
	runner, err := goRunner()
	if err != nil {
		return err
	}
	files := map[string][]byte{"wasm_exec.js": runner, "examples.json": examples}
	name := "tfs." + digest(wasm)[:12] + ".wasm.gz"
	files[name] = wasm
	if err := pages(files, name); err != nil {
		return err
	}
	if err := write(folder, files); err != nil {
		return err
	}
	fmt.Printf("%s: %d files; the engine is %.1f MB, %.1f MB as it is sent (gzip)\n", folder, len(files),
		float64(size)/1e6, float64(len(wasm))/1e6)
	return nil
}

// engine compiles the engine and packs it.
func engine(root string) (packed []byte, size int, err error) {
	dir, err := os.MkdirTemp("", "tfsweb")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "tfs.wasm")
	version, err := output("go", "list", "-m", "-f", "{{or .Version \"dev\"}}")
	if err != nil {
		return nil, 0, err
	}
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X main.version="+version, "-o", file, "./cmd/tfsweb")
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, 0, fmt.Errorf("%v: %v\n%s", c, err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, 0, err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, 0, err
	}
	if _, err = w.Write(wasm); err == nil {
		err = w.Close()
	}
	return b.Bytes(), len(wasm), err
}

// goRunner is the script of Go's distribution that starts programs.
func goRunner() ([]byte, error) {
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{"lib", "misc"} {
		b, err := os.ReadFile(filepath.Join(root, dir, "wasm", "wasm_exec.js"))
		if !errors.Is(err, fs.ErrNotExist) {
			return b, err
		}
	}
	return nil, fmt.Errorf("%s has no wasm_exec.js", root)
}

// pages adds the page's own files, with the names and the version they need filled in.
func pages(files map[string][]byte, engine string) error {
	own, err := fs.ReadDir(playground.Page, "page")
	if err != nil {
		return err
	}
	for _, f := range own {
		b, err := fs.ReadFile(playground.Page, "page/"+f.Name())
		if err != nil {
			return err
		}
		files[f.Name()] = b
	}
	files["index.html"] = replace(files["index.html"], "@CSP@", playground.Policy)
	files["worker.js"] = replace(files["worker.js"], "@WASM@", engine)
	names := []string{"./"}
	all := sha256.New()
	for name := range files {
		if name != "sw.js" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(all, "%s %d\n", name, len(files[name]))
		all.Write(files[name])
	}
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	version := hex.EncodeToString(all.Sum(nil))[:16]
	files["sw.js"] = replace(files["sw.js"], "@VERSION@", version, "@FILES@", string(list))
	return nil
}

// write fills the folder, and takes engines of earlier builds away.
func write(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(folder, "tfs.*.wasm.gz"))
	if err != nil {
		return err
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func replace(b []byte, pairs ...string) []byte {
	return []byte(strings.NewReplacer(pairs...).Replace(string(b)))
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func output(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	b, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w", c, err)
	}
	return strings.TrimSpace(string(b)), nil
}
