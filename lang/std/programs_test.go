package std_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestPrograms runs each program of testdata and compares what it prints with what CPython
// 3.11 printed for it (python3.11 NAME.tfs > NAME.out).
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.tfs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".tfs") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			_ = session.New(session.Options{}).Eval(context.Background(), name, string(src), lang.Script, func(e lang.Event) {
				if e.Kind != lang.Display && e.Kind != lang.Stderr { // what was printed is compared
					out.WriteString(e.Text)
				}
			})
			got, exp := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
			for i := range max(len(got), len(exp)) {
				g, w := "(nothing)", "(nothing)"
				if i < len(got) {
					g = got[i]
				}
				if i < len(exp) {
					w = exp[i]
				}
				if g != w {
					t.Fatalf("line %d: got %s, want %s", i+1, g, w)
				}
			}
		})
	}
}
