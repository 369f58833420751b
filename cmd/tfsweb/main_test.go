package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/playground"
)

// TestPages fills in names and version: no mark stays, every file the page and its workers name is there.
func TestPages(t *testing.T) {
	const engine = "tfs.0123.wasm.gz"
	files := map[string][]byte{"wasm_exec.js": nil, "examples.json": nil, engine: []byte("x")}
	if err := pages(files, engine); err != nil {
		t.Fatal(err)
	}
	first := string(files["sw.js"])
	mark := regexp.MustCompile(`@[A-Z]+@`)
	for name, b := range files {
		if m := mark.Find(b); m != nil {
			t.Errorf("%s holds %s", name, m)
		}
	}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"#]+)"`).FindAllStringSubmatch(string(files["index.html"]),
		-1) {
		if _, ok := files[m[1]]; !ok {
			t.Errorf("index.html names %s", m[1])
		}
	}
	for _, want := range []string{playground.Policy, `lang="en"`, `class="skip"`} {
		if !strings.Contains(string(files["index.html"]), want) {
			t.Errorf("index.html lacks %s", want)
		}
	}
	if !strings.Contains(string(files["worker.js"]), engine) {
		t.Error("the worker does not name the engine")
	}
	list := regexp.MustCompile(`FILES = (\[.*\]);`).FindStringSubmatch(first)
	var names []string
	if list == nil || json.Unmarshal([]byte(list[1]), &names) != nil || len(names) != len(files) {
		t.Errorf("the service worker keeps %v of %d files", names, len(files))
	}
	files[engine] = []byte("y")
	if err := pages(files, engine); err != nil || string(files["sw.js"]) == first {
		t.Error("another engine is another version", err)
	}
}

// TestWrite takes the engine of an earlier build away.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for _, name := range []string{"tfs.1.wasm.gz", "tfs.2.wasm.gz"} {
		if err := write(dir, map[string][]byte{name: nil, "index.html": nil}); err != nil {
			t.Fatal(err)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(found) != 2 || filepath.Base(found[1]) != "tfs.2.wasm.gz" {
		t.Error(found, err)
	}
}

// TestBrowser works with the built page in Chromium, where .ci/run asks for it.
func TestBrowser(t *testing.T) {
	if os.Getenv("TFS_BROWSER") == "" {
		t.Skip("TFS_BROWSER names a built tfs to try the playground and the documentation with in a browser (.ci/browser " +
			"does)")
	}
	for _, name := range []string{"chromium", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("no " + name + ": not tried in a browser")
		}
	}
	c := exec.Command("../../.ci/browser", os.Getenv("TFS_BROWSER"))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
