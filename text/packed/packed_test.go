package packed

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// TestZip packs a folder and finds its files again.
func TestZip(t *testing.T) {
	files := fstest.MapFS{"a.py": {Data: []byte("x = 1\n")}, "b/c.py": {Data: []byte(strings.Repeat("y = 2\n", 1000))}}
	archive, err := Zip(files)
	if err != nil {
		t.Fatal(err)
	}
	if err := Same(string(archive), files); err != nil {
		t.Error(err)
	}
	text, err := fs.ReadFile(FS(string(archive)), "b/c.py")
	if err != nil || len(text) != 6000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	files["a.py"].Data = []byte("x = 2\n")
	if Same(string(archive), files) == nil {
		t.Error("a changed file passes")
	}
	delete(files, "a.py")
	if Same(string(archive), files) == nil {
		t.Error("a missing file passes")
	}
	if again, _ := Zip(fstest.MapFS{"b/c.py": files["b/c.py"]}); string(again) == string(archive) {
		t.Error("two folders, one archive")
	}
}

// TestTexts packs texts and reads them.
func TestTexts(t *testing.T) {
	text := strings.Repeat("name\n", 99)
	b, err := Tightly(text)
	if err != nil || Zstd(string(b)) != text || len(b) > 50 {
		t.Errorf("%q, %v", b, err)
	}
	if b := Quickly(text); Quick(string(b)) != text {
		t.Errorf("%q", b)
	}
}
