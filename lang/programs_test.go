package lang

import (
	"os"
	"strings"
	"testing"
)

// TestPrograms runs small programs over the whole language; what they print was recorded from
// CPython 3.11 (testdata/programs.txt: a program, #>, its output, #-).
func TestPrograms(t *testing.T) {
	text, err := os.ReadFile("testdata/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(text), "\n#-\n") {
		src, want, _ := strings.Cut(c, "\n#>\n")
		got, _ := evalText(src+"\n", Script)
		if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("%s\ngot\n%s\nwant\n%s", src, got, want)
		}
	}
}
