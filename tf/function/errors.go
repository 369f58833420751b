package function

import (
	"errors"
	"strings"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// The texts of errors in functions: while one is traced they tell the lines of the program, while it runs
// the node.

// stagingError is what a body becomes that calls itself without an end.
var stagingError = py.NewClass("tensorflow.python.autograph.impl.api", "StagingError", py.ExceptionClass, nil)

// multilineKeyError is the KeyError of a function's body: its text is not quoted.
var multilineKeyError = py.NewClass("tensorflow.python.autograph.pyct.error_utils", "MultilineMessageKeyError",
	py.KeyErrorClass, nil)

func init() {
	multilineKeyError.Def("__str__(self)", "The text.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return py.StrOf(a[0].(*py.Exc).Args[0]), nil
	})
}

// stagedHead begins the text of an error of a function's body.
const stagedHead = "in user code:\n\n"

// InUserCode is the error of a function's body with the lines it came through.
func (f *Function) InUserCode(t *py.Thread, err error) error {
	e, ok := err.(*py.Exc)
	if !ok || !f.Graph || e.Class.Is(py.KeyboardInterruptClass) || !e.Class.Is(py.ExceptionClass) {
		return err
	}
	if fn, ok := f.Fn.(interface{ AsIs() bool }); ok && fn.AsIs() {
		return err
	}
	var b strings.Builder
	b.WriteString(stagedHead)
	lines := py.OwnFrames(e.Trace)
	for i := len(lines) - 1; i >= 0; i-- {
		l := lines[i]
		b.WriteString("    File \"" + l.File + "\", line " + table.Itoa(l.Line) + ", in " + l.Func + "  *\n        " +
			strings.TrimSpace(l.Text) + "\n")
	}
	text, bad := py.Str(t, e)
	if bad != nil {
		return bad
	}
	if strings.Contains(text, " is out of scope and cannot be used here.") { // TensorFlow says it of the whole function
		return err
	}
	if inner, staged := strings.CutPrefix(text, stagedHead); staged { // of a function called here: its lines follow
		b.WriteString(inner)
	} else {
		b.WriteString("\n    " + e.Class.Name + ": " + strings.ReplaceAll(text, "\n", "\n    ") + "\n")
	}
	class := e.Class
	if class == py.KeyErrorClass {
		class = multilineKeyError
	}
	if class.Is(py.RecursionErrorClass) {
		class = stagingError
	}
	w := py.NewExc(class, b.String())
	w.Attrs, w.Hint, w.Notes, w.Stack = e.Attrs, e.Help(), e.Notes, e.Stack
	return w
}

// failed words the failure of a node of the function while it runs.
func (k *Concrete) failed(t *py.Thread, err error) error {
	var n *graph.NodeError
	if !errors.As(err, &n) {
		return bind.Wrap(t, err, "", true)
	}
	full := *t
	full.FullErrors = false
	e, ok := bind.Wrap(&full, n.Err, "", false).(*py.Exc)
	if !ok { // of a function that runs whole
		ok = errors.As(n.Err, &e)
	}
	if !ok || !e.Class.Is(bind.OpError) {
		return bind.Wrap(t, err, "", true)
	}
	text := py.StrOf(e.Message())
	if i := strings.LastIndex(text, " [Op:"); i >= 0 {
		text = text[:i]
	}
	node := n.Node.Name
	head := "Graph execution error:\n\nDetected at node " + node + " defined at (most recent call last):\n" +
		placed(n.Node.Place)
	if strings.Contains(k.Name, "<") { // TensorFlow finds no node in the name of a lambda
		head = ""
	}
	w := py.NewExc(e.Class, head+text+"\n\t [[{{node "+node+"}}]] [Op:"+k.Name+"]")
	return w.WithHint("%s", e.Help())
}

// placed is the calls that made a node, the outermost first.
func placed(p *op.Place) string {
	if p == nil {
		return ""
	}
	return placed(p.Up) + "  File \"" + p.File + "\", line " + table.Itoa(p.Line) + ", in " + p.Func + "\n\n"
}
