package saved_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

const given = `
@tf.custom_gradient
def weigh(x, y):
  z = tf.exp(x) * y
  return z, lambda dy: (dy * 4. + x, dy * 5. * z)

def branched(x, c):
  if c:
    k = x * 3.
    x = tf.custom_gradient(lambda v: (v * 2., lambda dy: dy * k))(x)
  return x

def slopes(m):
  x, y = tf.constant(0.5), tf.constant(3.)
  with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as tape:
      tape.watch([x, y])
      z = m.f(x, y)
    dx, dy = tape.gradient(z, [x, y])
  print(float(z), float(dx), float(dy), float(outer.gradient(dx, x)))

m = tf.Module()
m.f = tf.function(weigh, input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])
`

// said runs a program with a folder at hand and gives what it prints.
func said(t *testing.T, src string) string {
	t.Helper()
	var text strings.Builder
	src = "d = '" + filepath.ToSlash(t.TempDir()) + "/'\n" + given + src
	err := session.New(session.Options{}).Eval(context.Background(), "<test>", src, lang.Script, func(e lang.Event) {
		text.WriteString(e.Text)
		if e.Exc != nil {
			t.Error(e.Exc)
		}
	})
	if err != nil {
		t.Error(err)
	}
	return text.String()
}

// TestOwnGradients: gradients that functions gave go with a saved model, are loaded and saved again. Those of a branch
// that take its tensors are told of, and without them there is an error, as there is for models saved without.
func TestOwnGradients(t *testing.T) {
	out := said(t, `
slopes(m)
tf.saved_model.save(m, d + 'a')
a = tf.saved_model.load(d + 'a')
slopes(a)
tf.saved_model.save(a, d + 'b')
slopes(tf.saved_model.load(d + 'b'))
`)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 || lines[0] != lines[1] || lines[0] != lines[2] || strings.Count(lines[0], " ") != 3 {
		t.Errorf("gradients before and after: %q", lines)
	}
	for src, want := range map[string]string{
		"m.f = tf.function(branched, input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.bool)])": "cannot be written",
		"options = tf.saved_model.SaveOptions(experimental_custom_gradients=False)":                    "",
	} {
		out := said(t, "options = None\n"+src+`
tf.saved_model.save(m, d + 'a', options=options)
a = tf.saved_model.load(d + 'a')
x = tf.constant(1.)
with tf.GradientTape() as tape:
  tape.watch(x)
  z = a.f(x, options is None or x)
try:
  print(tape.gradient(z, x))
except LookupError as e:
  print('LookupError', str(e)[:21])
`)
		if !strings.Contains(out, "LookupError No gradient defined") || !strings.Contains(out, want) {
			t.Errorf("%s says %q", src, out)
		}
	}
}
