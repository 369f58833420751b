package tftest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tf"
)

// TestEveryPackage sees that each entry's examples are run by a test of the package it is written in.
func TestEveryPackage(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range tf.Table() {
		pkg := PackageOf(o)
		if seen[pkg] || !strings.HasPrefix(o.Name, "tf.") {
			continue
		}
		seen[pkg] = true
		text, err := os.ReadFile(filepath.Join("..", pkg, "examples_test.go"))
		if err != nil || !strings.Contains(string(text), `tftest.Examples(t, "`+pkg+`")`) {
			t.Errorf("the examples of %s, written in tf/%s, are run by no test there", o.Name, pkg)
		}
	}
}
