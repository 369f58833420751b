package session

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// TestNew sees that every provider's modules are there: bound names, imports, the library's texts, explain.
func TestNew(t *testing.T) {
	src := `import keras, collections, IPython, _plot, textwrap
print(tf.add(1, 2).numpy(), np.sum([1, 2]), math.sqrt(4.0), keras is tf.keras)
print(textwrap.dedent('  a'), len(explain(1 + 2).steps))
`
	var out strings.Builder
	err := New(Options{}).Eval(context.Background(), "<test>", src, lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	if want := "3 3 2.0 True\na 1\n"; err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestWithoutModules runs the language alone.
func TestWithoutModules(t *testing.T) {
	in := lang.New(lang.Options{})
	var out strings.Builder
	_ = in.Eval(context.Background(), "<test>", "x = [i * 2 for i in (1, 2)]\nx\n", lang.Cell, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	_ = in.Eval(context.Background(), "<test>", "explain(x)\n", lang.Cell, func(e lang.Event) { out.WriteString(e.Text) })
	_ = in.Eval(context.Background(), "<test>", "import tensorflow\n", lang.Cell,
		func(e lang.Event) { out.WriteString(e.Text) })
	if got := out.String(); !strings.HasPrefix(got, "[2, 4]") || !strings.Contains(got, "NameError: name 'explain'") ||
		!strings.Contains(got, "No module named 'tensorflow'") {
		t.Error(got)
	}
	if text := Of(in).Help("a"); !strings.HasPrefix(text, "str\n") {
		t.Error(text)
	}
}
