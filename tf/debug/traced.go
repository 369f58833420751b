package debug

import (
	"slices"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

// Assertions in functions that are traced: the condition and a node Assert with texts and tensors, in name scopes as
// TensorFlow's, whose names its errors tell.

// asserting makes the nodes of one assertion.
type asserting struct {
	*bind.Call
	g         *graph.Graph
	summarize int
	made      py.Value // the operation of the assertion
	err       error
}

// traceable runs eager at once, and traced where a function is traced whose values are not known.
func traceable(eager func(c *bind.Call) (py.Value, error),
	traced func(a *asserting) error) func(c *bind.Call) (py.Value, error) {
	return func(c *bind.Call) (py.Value, error) {
		g := bind.Tracing(c.T)
		if g == nil || !bind.HasSymbolic(c.Args) {
			err := (*bind.Recording)(nil).With(c.T, func() error {
				_, err := eager(c)
				return err
			})
			if err != nil || g == nil {
				return py.None, err
			}
		}
		bind.Recorded(c.T).Name = "" // of the scope, not of the first node
		a := &asserting{Call: c, g: g, summarize: 3, made: py.None}
		if err := traced(a); err != nil {
			return nil, err
		}
		return a.made, a.err
	}
}

// scoped runs f in a name scope: of the function's argument name, or of its own.
func (a *asserting) scoped(name string, f func()) {
	if s, ok := a.Args[len(a.Args)-1].(string); ok && s != "" {
		name = s
	}
	a.inner(name, f)
}

func (a *asserting) inner(name string, f func()) {
	_, before := a.g.Scope(name)
	defer a.g.Leave(before)
	f()
}

// do adds a node.
func (a *asserting) do(d *op.Def, name string, at op.Attrs, in ...op.Value) op.Value {
	n := a.node(d, name, at, in...)
	if n == nil || len(n.Out) == 0 {
		return nil
	}
	return n.Out[0]
}

// node adds a node, nil after a failure.
func (a *asserting) node(d *op.Def, name string, at op.Attrs, in ...op.Value) *op.Node {
	if a.err != nil {
		return nil
	}
	x := bind.ExecOf(a.T)
	x.Name = name
	n, err := x.Do(d, at, in...)
	if err != nil {
		a.err = bind.Wrap(a.T, err, "", true)
		return nil
	}
	return n
}

// known is an assertion that holds for certain: an operation that does nothing.
func (a *asserting) known(name string) {
	if n := a.node(op.NoOp, name, nil); n != nil {
		a.made = bind.Made(n)
	}
}

// read is an argument as a value of a type.
func (a *asserting) read(v py.Value, d tensor.DType) op.Value {
	if a.err != nil {
		return nil
	}
	var x op.Value
	x, a.err = a.ConvertValue(v, d)
	return x
}

// named is how a value is called in the data; constants are nodes of the scope in TensorFlow.
func (a *asserting) named(v op.Value, constant string) string {
	e, ok := v.(*op.Edge)
	if !ok || e.Node == nil {
		return a.g.Next(constant) + ":0"
	}
	return e.Node.Name + ":" + table.Itoa(max(0, slices.Index(e.Node.Out, op.Value(e))))
}

// all is whether all elements of a bool tensor hold.
func (a *asserting) all(ok op.Value) op.Value {
	if a.err != nil {
		return nil
	}
	var axes op.Value
	if s := op.StaticShape(ok); s.UnknownRank {
		rank := a.do(op.Rank, "", nil, ok)
		axes = a.do(op.Range, "", nil, tensor.Scalar(int32(0)), rank, tensor.Scalar(int32(1)))
	} else {
		dims := make([]int, len(s.Dims))
		for i := range dims {
			dims[i] = i
		}
		axes = tensor.Ints32(dims...)
	}
	return a.do(op.All, "", nil, ok, axes)
}

// assert adds the node of the assertion. Where data are no texts and no int32, TensorFlow makes it within a branch.
func (a *asserting) assert(scope string, cond op.Value, data ...py.Value) {
	a.inner(scope, func() {
		in := []op.Value{cond}
		name := "Assert"
		for _, v := range data {
			x := a.read(v, tensor.Invalid)
			if a.err != nil {
				return
			}
			if d := x.DType(); d != tensor.String && d != tensor.Int32 {
				name = "AssertGuard/Assert"
			}
			in = append(in, x)
		}
		n := a.node(op.Assert, name, op.Attrs{{Name: "summarize", Value: a.summarize}}, in...)
		if n != nil && name != "Assert" { // what the branch gives
			n = a.node(op.Identity, "AssertGuard/Identity", nil, cond)
		}
		a.made = bind.Made(n)
	})
}

// message is an argument as a text, empty where it is None.
func (a *asserting) message(i int) string {
	if !a.Given(i) {
		return ""
	}
	return table.AttrText(a.Args[i])
}

func (a *asserting) readSummarize(i int) error {
	if !a.Given(i) {
		return nil
	}
	n, err := a.Int(i)
	if a.summarize = n; n < 0 {
		a.summarize = 1 << 30
	}
	return err
}

// tracedPair is a comparison of two tensors.
func tracedPair(name, sym string, kernel *op.Def) func(a *asserting) error {
	message, count := 2, 3
	if sym == "!=" {
		message, count = 3, 2
	}
	return func(a *asserting) error {
		if err := a.readSummarize(count); err != nil {
			return err
		}
		if name == "assert_equal" { // its scope is opened twice
			a.scoped(name, func() {
				if py.Is(a.Args[0], a.Args[1]) {
					a.known("NoOp")
				}
			})
			if a.made != py.None {
				return nil
			}
		}
		a.scoped(name, func() { a.compare(sym, kernel, a.message(message), a.Args[0], a.Args[1]) })
		return nil
	}
}

func (a *asserting) compare(sym string, kernel *op.Def, message string, first, second py.Value) {
	x := a.read(first, tensor.Invalid)
	if a.err != nil {
		return
	}
	y := a.read(second, tensor.Invalid)
	if a.err != nil {
		return
	}
	var data []py.Value
	if message != "" {
		data = append(data, message)
	}
	data = append(data, "Condition x "+sym+" y did not hold element-wise:", "x ("+a.named(x, "x")+") = ", x,
		"y ("+a.named(y, "y")+") = ", y)
	a.assert("Assert", a.all(a.do(kernel, "", nil, x, y)), data...)
}

// tracedSign is a comparison with zero, which stands on the left for some.
func tracedSign(name, cond string, kernel *op.Def, inner string, left bool) func(a *asserting) error {
	return func(a *asserting) error {
		if err := a.readSummarize(2); err != nil {
			return err
		}
		message := a.message(1)
		if message != "" {
			message += ".  "
		}
		a.scoped(name, func() {
			x := a.read(a.Args[0], tensor.Invalid)
			if a.err != nil {
				return
			}
			zero := a.read(int64(0), x.DType())
			text := "x (" + a.named(x, "x") + ") = "
			a.inner(inner, func() {
				in := []op.Value{x, zero}
				if left {
					slices.Reverse(in)
				}
				ok := a.all(a.do(kernel, "", nil, in...))
				data := []py.Value{message, "Condition x " + cond + " did not hold element-wise:", text, x}
				if cond == "<= 0" { // TensorFlow's list of texts lacks a comma
					data = []py.Value{message, "Condition x <= 0 did not hold element-wise:" + text, x}
				}
				a.assert("Assert", ok, data...)
			})
		})
		return nil
	}
}

// tracedAssert is tf.debugging.Assert.
func tracedAssert(a *asserting) error {
	if err := a.readSummarize(2); err != nil {
		return err
	}
	data, ok := tfvalues.ListItems(a.Args[1])
	if !ok {
		return bind.ErrDynamic
	}
	scope := "Assert"
	if s, ok := a.Args[3].(string); ok && s != "" {
		scope = s
	}
	a.assert(scope, a.read(a.Args[0], tensor.Bool), data...)
	return nil
}

// tracedRank is an assertion of a rank: known now, or when the function runs.
func tracedRank(name, how string, kernel *op.Def) func(a *asserting) error {
	return func(a *asserting) error {
		x := a.read(a.Args[0], tensor.Invalid)
		rank := a.read(a.Args[1], tensor.Invalid)
		if a.err != nil {
			return a.err
		}
		message := a.message(2)
		if message != "" {
			message += ".  "
		}
		called := a.named(x, "x")
		s, want := op.StaticShape(x), op.Constant(rank)
		if want != nil && (want.Rank() != 0 || !want.DType().IsInteger()) {
			return py.ValueErrorf("Rank must be a scalar.")
		}
		if want != nil && !s.UnknownRank {
			n, k := len(s.Dims), int(want.Int(0))
			if n == k || how != "" && n > k {
				a.scoped(name, func() { a.known("static_checks_determined_all_ok") })
				return nil
			}
			return py.ValueErrorf("%sTensor %s must have rank %s%d.  Received rank %d, shape %s", message, called, how, k, n, s)
		}
		text := "Tensor " + called + " must have rank"
		if how != "" {
			text += " at least"
		}
		a.scoped(name, func() {
			ok := a.do(kernel, "", nil, a.do(op.Rank, "", nil, x), rank)
			a.assert("Assert", ok, message, text, rank, "Received shape: ", a.do(op.Shape, "", nil, x))
		})
		return nil
	}
}

// tracedNear is an assertion that numbers are close.
func tracedNear(a *asserting) error {
	if err := a.readSummarize(5); err != nil {
		return err
	}
	message := a.message(4)
	if message != "" {
		message += ".  "
	}
	a.scoped("assert_near", func() {
		x := a.read(a.Args[0], tensor.Invalid)
		if a.err != nil {
			return
		}
		y := a.read(a.Args[1], x.DType())
		d, eps, err := tolerance(x.DType())
		if err != nil && a.err == nil {
			a.err = err
		}
		text := "x and y not equal to tolerance "
		var tol [2]op.Value
		for i, name := range []string{"rtol", "atol"} {
			var v py.Value = eps
			if a.Given(2 + i) {
				v = a.Args[2+i]
			}
			if tol[i] = a.read(v, d); a.err != nil {
				return
			}
			text += name + " = Tensor(\"" + a.named(tol[i], name) + "\", shape=" + op.StaticShape(tol[i]).String() +
				", dtype=" + d.Name() + ")"
			if i == 0 {
				text += ", "
			}
		}
		limit := a.do(op.AddV2, "add", nil, tol[1], a.do(op.Mul, "mul", nil, tol[0], a.magnitude(y)))
		ok := a.do(op.Less, "", nil, a.magnitude(a.do(op.Sub, "sub", nil, x, y)), limit)
		if a.err == nil {
			a.assert("Assert", a.all(ok), message, text, "x ("+a.named(x, "x")+") = ", x, "y ("+a.named(y, "y")+") = ", y)
		}
	})
	return nil
}

// magnitude is the absolute value, of complex numbers too.
func (a *asserting) magnitude(x op.Value) op.Value {
	if a.err != nil {
		return nil
	}
	if x.DType().IsComplex() {
		return a.do(op.ComplexAbs, "", op.Attrs{{Name: "Tout", Value: x.DType().Real()}}, x)
	}
	return a.do(op.Abs, "", nil, x)
}

// tracedType is an assertion of a type, which is known.
func tracedType(a *asserting) error {
	d, err := bind.ToDType(a.Args[1], "")
	if err != nil {
		return err
	}
	var x op.Value
	switch v := a.Args[0].(type) {
	case *bind.SymRagged:
		x = v.Flat
	case *bind.SymSparse:
		x = v.Values
	default:
		if x = a.read(v, tensor.Invalid); a.err != nil {
			return a.err
		}
	}
	return sameType(a.Call, a.named(x, "tensor"), x.DType(), d)
}
