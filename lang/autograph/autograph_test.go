package autograph

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// TestCode holds the converted text of functions to what TensorFlow's AutoGraph wrote for them
// (testdata/code.txt). Names that it takes from sets are sorted on both sides.
func TestCode(t *testing.T) {
	text, err := os.ReadFile("testdata/code.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split("\n"+string(text), "\n### source\n")[1:] {
		src, want, ok := strings.Cut(block, "\n### code\n")
		if !ok {
			t.Fatalf("a block without code: %s", block)
		}
		body, err := syntax.Parse(src)
		if err != nil {
			t.Errorf("%v\n%s", err, src)
			continue
		}
		got, err := Code(body[0])
		switch err := err.(type) {
		case *Unsupported:
			got = "UnsupportedLanguageElementError: " + err.Error()
		case *Invalid:
			got = "ConversionError: " + err.Error()
		}
		if got, want = sorted(got), sorted(want); got != want {
			t.Errorf("%s\ngives\n%s\nnot\n%s", src, got, firstDifference(got, want))
		}
	}
}

var undefined = regexp.MustCompile(`^ *\w+ = ag__.Undefined\('`)

// sorted orders the names of nonlocal statements, and runs of ag__.Undefined lines.
func sorted(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if at := strings.Index(lines[i], "nonlocal "); at >= 0 && strings.TrimSpace(lines[i][:at]) == "" {
			names := strings.Split(lines[i][at+len("nonlocal "):], ", ")
			slices.Sort(names)
			lines[i] = lines[i][:at] + "nonlocal " + strings.Join(names, ", ")
		}
		n := i
		for n < len(lines) && undefined.MatchString(lines[n]) {
			n++
		}
		slices.Sort(lines[i:n])
	}
	return strings.Join(lines, "\n")
}

// firstDifference is the line of want where got goes another way, with the lines after it.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			return strings.Join(w[i:min(len(w), i+6)], "\n")
		}
	}
	return "(what ends earlier)"
}

// TestAny converts every function of the library's sources: each gives a text that can be read again, or one of the two
// errors.
func TestAny(t *testing.T) {
	count := 0
	for _, pattern := range []string{"../../tf/lib/*.py", "../std/lib/*.py", "../std/lib/*/*.py"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			body, err := syntax.Parse(string(text))
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			each(body, func(s syntax.Stmt) {
				d, ok := s.(*syntax.Def)
				if !ok {
					return
				}
				count++
				source := syntax.Unparse([]syntax.Stmt{d}) // conversion changes the tree
				again, err := syntax.Parse(source)
				if err != nil {
					t.Fatalf("%s: %v\n%s", file, err, source)
				}
				got, err := Code(again[0])
				if err != nil {
					return
				}
				if _, err := syntax.Parse(got); err != nil {
					t.Errorf("%s, %s: %v\n%s", file, d.Name, err, got)
				}
			})
		}
	}
	if count < 1000 {
		t.Errorf("only %d functions", count)
	}
}
