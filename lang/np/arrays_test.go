package np_test

import (
	"compress/bzip2"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// run executes statements one by one and gives what they print; an error is its class and
// message, and does not stop what follows.
func run(in *lang.Interp, lines []string) string {
	var b strings.Builder
	for _, s := range lines {
		o := in.RunExample(context.Background(), s, false)
		b.WriteString(o.Out)
		if o.Kind != "" {
			kind := o.Kind[strings.LastIndexByte(o.Kind, '.')+1:]
			if strings.HasPrefix(kind, "_UFunc") { // type(e).__name__ is that of the base
				kind = "UFuncTypeError"
			}
			b.WriteString(kind + ": " + o.Msg + "\n")
		}
	}
	return b.String()
}

// TestRandomArrays runs recorded programs (.ci/record_arrays.py) of views, assignments and
// in-place operators against NumPy's answers, to the letter.
func TestRandomArrays(t *testing.T) {
	f, err := os.Open("testdata/arrays.txt.bz2")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(bzip2.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	programs := strings.Split(string(text), "#\n")[1:]
	wrong := 0
	for _, p := range programs {
		src, want, _ := strings.Cut(p, "\n=\n")
		got := run(session.New(session.Options{}), strings.Split(src, "\n"))
		if got != want {
			if wrong++; wrong <= 10 {
				a, b := apart(want, got)
				t.Errorf("%s\nwant\n%s\ngot\n%s", src, a, b)
			}
		}
	}
	if len(programs) < 1000 || wrong > 0 {
		t.Errorf("%d of %d programs differ", wrong, len(programs))
	}
}

// TestCalls replays calls of functions, methods and generators with NumPy's recorded answers.
func TestCalls(t *testing.T) {
	text, err := os.ReadFile("testdata/calls.txt")
	if err != nil {
		t.Fatal(err)
	}
	in := session.New(session.Options{})
	n := 0
	for _, it := range transcript.ParseTranscript(string(text)) {
		e := it.Example
		if e == nil {
			continue
		}
		n++
		if got := in.RunExample(context.Background(), e.Source, false); !got.Same(transcript.ParseOutcome(e.Want)) {
			t.Errorf("%s\nwant %s\n got %s", e.Source, strings.Join(e.Want, "\n     "),
				strings.Join(got.Lines(), "\n     "))
		}
	}
	if n < 50 {
		t.Errorf("only %d examples", n)
	}
}

// apart leaves out the lines that two texts begin with in common.
func apart(x, y string) (string, string) {
	a, b := strings.Split(x, "\n"), strings.Split(y, "\n")
	for len(a) > 1 && len(b) > 1 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	return strings.Join(a[:min(len(a), 12)], "\n"), strings.Join(b[:min(len(b), 12)], "\n")
}
