// Package tftest runs the examples of the public functions in the tests of the packages that declare them.
//
// It knows the table, the recorded examples and the interpreter; it is imported by tests only.
package tftest

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/tf"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Entries lists the entries whose kernels are functions of a package below tf, "array" for tf/array.
func Entries(pkg string) []*bind.Op {
	var out []*bind.Op
	for _, o := range tf.Table() {
		if PackageOf(o) == pkg {
			out = append(out, o)
		}
	}
	return out
}

// PackageOf is the package below tf that an entry's kernel is written in.
func PackageOf(o *bind.Op) string {
	name := runtime.FuncForPC(reflect.ValueOf(o.Kernel).Pointer()).Name()
	_, name, _ = strings.Cut(name, "/tfs/tf/")
	name, _, _ = strings.Cut(name, ".")
	return name
}

// Examples runs the examples of the entries of a package and compares them with what TensorFlow showed.
func Examples(t *testing.T, pkg string) {
	entries := Entries(pkg)
	if len(entries) == 0 {
		t.Fatalf("no entry of the table is written in tf/%s", pkg)
	}
	for _, o := range entries {
		t.Run(o.Name, func(t *testing.T) { replay(t, tf.Examples(o.Name)) })
	}
}

// replay runs statements in an interpreter of their own and counts them.
func replay(t *testing.T, text string) (total int) {
	in := session.New(session.Options{})
	for _, item := range transcript.ParseTranscript(text) {
		e := item.Example
		if e == nil {
			continue
		}
		total++
		if got := in.RunExample(context.Background(), e.Source, false); !got.Same(transcript.ParseOutcome(e.Want)) {
			t.Errorf(">>> %s\ngot  %s\nwant %s", e.Source, strings.Join(got.Lines(), "\n"), strings.Join(e.Want, "\n"))
		}
	}
	return total
}

// Recorded runs the transcripts in a package's testdata, each with the least number of statements it holds, and
// compares every answer with TensorFlow's.
func Recorded(t *testing.T, files map[string]int) {
	for file, least := range files {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", file))
			if err != nil {
				t.Fatal(err)
			}
			here, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			total := replay(t, string(text))
			if err := os.Chdir(here); err != nil { // some go to a folder of their own
				t.Fatal(err)
			}
			if total < least {
				t.Errorf("only %d statements", total)
			}
		})
	}
}
