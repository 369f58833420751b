package lang

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestSavedRows: functions of ragged tensors and strings are written as TensorFlow's kernels, and what is read
// again gives what they give (.ci/savedrows.py, which .ci/savedmodels.py runs with TensorFlow on the other side).
func TestSavedRows(t *testing.T) {
	text, err := os.ReadFile("../.ci/savedrows.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, mode := range []string{"save", "load"} {
		var out strings.Builder
		in := newWired(Options{Args: []string{"savedrows.py", mode, dir}})
		err := in.Eval(context.Background(), "savedrows.py", string(text), Script, func(e Event) { out.WriteString(e.Text) })
		if err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, " cases\n") {
			t.Errorf("%s: %s", mode, got)
		}
	}
}

// TestSavedModels: the modules of .ci/savedmodels.py are saved, loaded and used without a failure; there TensorFlow
// is on the other side, and what they print is compared.
func TestSavedModels(t *testing.T) {
	program := `
import sys
src = open('../.ci/savedmodels.py').read()
src = src[src.index('HEAD = '):src.index('def main')]
names = {}
exec(src, names)
import tensorflow as tf
done = 0
for name, text in names['PROGRAMS'].items():
    scope = {}
    exec(names['HEAD'] + text, scope)
    folder = sys.argv[1] + '/' + name
    try:
        (scope.get('save') or tf.saved_model.save)(scope['make'](), folder)
        scope['use'](tf.saved_model.load(folder))
        done += 1
    except Exception as e:
        print('FAILED', name, type(e).__name__, e)
print('all' if done == len(names['PROGRAMS']) else done, 'done')
`
	var out strings.Builder
	in := newWired(Options{Args: []string{"models.py", t.TempDir()}})
	if err := in.Eval(context.Background(), "models.py", program, Script, func(e Event) { out.WriteString(e.Text) }); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Contains(got, "FAILED") || !strings.Contains(got, "all done\n") {
		t.Error(got)
	}
}

// TestSavedGradients: gradients of loops, branches, calls and ragged functions are written as kernels that give what
// the tapes gave.
func TestSavedGradients(t *testing.T) {
	text, err := os.ReadFile("../.ci/savedgradients.py")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	in := newWired(Options{Args: []string{"savedgradients.py", t.TempDir()}})
	err = in.Eval(context.Background(), "savedgradients.py", string(text), Script, func(e Event) { out.WriteString(e.Text) })
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "9 gradients\n" {
		t.Error(got)
	}
}
