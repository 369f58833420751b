package syntax

import (
	"os"
	"strings"
	"testing"
)

// TestUnparse holds the text of statements to what CPython's ast.unparse writes for them
// (testdata/unparse.txt), and reads that text to the same text again.
func TestUnparse(t *testing.T) {
	data, err := os.ReadFile("testdata/unparse.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split("\n"+string(data), "\n### source\n")[1:] {
		src, want, ok := strings.Cut(block, "\n### text\n")
		if !ok {
			t.Fatalf("a block without text: %s", block)
		}
		want = strings.TrimRight(want, "\n")
		for _, source := range []string{src, want} {
			body, err := Parse(source)
			if err != nil {
				t.Errorf("%v\n%s", err, source)
				break
			}
			if got := Unparse(body); got != want {
				g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
				for i := range w {
					if i >= len(g) || g[i] != w[i] {
						t.Errorf("line %d of\n%s\nis not\n%s", i+1, got, w[i])
						break
					}
				}
				break
			}
		}
	}
}

// TestRebuild sees that a copy of every expression has the same text.
func TestRebuild(t *testing.T) {
	data, err := os.ReadFile("testdata/unparse.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split("\n"+string(data), "\n### source\n")[1:] {
		src, _, _ := strings.Cut(block, "\n### text\n")
		body, err := Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		var copied func(Expr) Expr
		copied = func(x Expr) Expr { return Rebuild(x, copied) }
		for _, s := range body {
			d, ok := s.(*Def)
			if !ok {
				continue
			}
			for _, s := range d.Body {
				Exprs(s, func(x Expr) {
					if got, want := Text(copied(x)), Text(x); got != want {
						t.Errorf("%s, copied: %s", want, got)
					}
				})
			}
		}
	}
}
