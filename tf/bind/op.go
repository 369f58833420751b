package bind

import (
	"context"
	"math"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Op is one entry of the table: everything there is to know about an op.
type Op struct {
	Name    string    // canonical public name: "tf.io.decode_raw"
	Aliases []string  // other public names
	Sig     string    // "decode_raw(input_bytes, out_type, ...)": help, completion and binder
	Style   py.Style  // how binding errors are worded
	Raw     string    // TensorFlow's kernel name, in error texts and dtype checks
	Node    string    // the name of its node in a graph, where that is not Raw
	Defs    []*op.Def // kernels it may run; the signature follows from the first one when Sig is empty
	Kernel  func(c *Call) (py.Value, error)
	Ragged  Rule
	Grad    Gradient
	Doc     string
	Empty   bool  // takes empty tensors of any dimensions: its work goes by elements, not by dimensions
	Edges   bool  // reads its tensors by Value, Input, Inputs and ValueList: it runs on edges of a graph too
	Parts   Parts // with Edges: the tensors that it reads by their components
	Direct  bool  // works on Python values or calls functions itself: it runs at once while a function is traced
	// looks at the context in all its loops, those over lists too: it needs no copies and no thread of its own
	Polls  bool
	Fixed  bool // its result follows from its arguments alone, as that of a kernel which is not stateful
	Effect bool // changes or shows something: kept in order and never dropped from a traced function

	// Of a traced call that runs as a whole, see Callee.
	Outputs func(args []py.Value) py.Value
	Static  func(args []py.Value, shown tensor.PartialShape) tensor.PartialShape

	fn     *py.Builtin
	worded sync.Once
	words  []attrWord
}

// attrWord is a parameter that is an attribute of the entry's kernel, of kind bool or string.
type attrWord struct {
	at   int
	kind string
}

// Parts tells which composite tensors a kernel reads by their components, so that it runs on edges of a graph.
type Parts int

// None but dense ones; sparse ones too; ragged ones too.
const (
	DenseOnly Parts = iota
	SparseParts
	AllParts
)

// Gradient gives the gradients of a call's tensor inputs from that of its result.
type Gradient func(c *Call, result, grad py.Value) ([]py.Value, error)

// Call is one call of an op: its bound arguments, one per parameter.
type Call struct {
	T    *py.Thread
	Op   *Op
	Args []py.Value

	Kernel *op.Def // the kernel that is to run, where the arguments choose among several: failures name it

	exec    op.Exec
	pyInput bool // a Python value went straight to the kernel: no name tail in errors
}

// raw is the kernel that failures name.
func (c *Call) raw() string {
	if c.Kernel != nil {
		return c.Kernel.Name
	}
	return c.Op.Raw
}

// Func is the callable of an entry.
func (o *Op) Func() *py.Builtin {
	if o.fn == nil {
		b := py.NewBuiltin(o.signature(), nil)
		b.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) { return o.Run(t, a) }
		b.Style, b.Doc, b.Mod = o.Style, o.Doc, "tensorflow"
		o.fn = b
	}
	return o.fn
}

// Run calls the op with bound arguments: ragged rule, then kernel.
func (o *Op) Run(t *py.Thread, args []py.Value) (py.Value, error) {
	var v py.Value
	var err error
	if t.Rec != nil {
		v, err = o.recorded(t, args)
	} else {
		if o.Polls {
			v, err = o.run(t, args)
		} else {
			v, err = Aside(t, args, o.run)
		}
		switch x := v.(type) {
		case *op.Edge:
			if err == nil {
				err = strayed(args, x)
			}
		case *py.Tuple:
			if e := firstEdge(x.Items); e != nil && err == nil {
				err = strayed(args, e)
			}
		}
		if err == ErrDynamic {
			if lost := strayed(args, nil); lost != nil {
				err = lost
			}
		}
		if t.Watch != nil {
			if w, ok := t.Watch.(Observer); ok {
				w.Called(o, args, v, err)
			}
		}
	}
	if err != nil {
		if d := Dispatcher(args); d != nil {
			if v, other := o.dispatch(t, d, args); v != py.NotImplemented {
				return v, other
			}
		}
		_ = py.FailedAt(err, &py.Failure{Name: o.Name, Fn: o.Func, Args: args})
	}
	return v, err
}

// Observer is told of the ops that run on a thread (py.Thread.Watch), outside of graphs that are recorded.
type Observer interface {
	Called(o *Op, args []py.Value, v py.Value, err error)
}

// firstEdge is the first of some values when it is an edge.
func firstEdge(vs []py.Value) *op.Edge {
	if len(vs) == 0 {
		return nil
	}
	e, _ := vs[0].(*op.Edge)
	return e
}

// strayed is the failure of a call outside of graphs that was given an edge of one.
func strayed(args []py.Value, made *op.Edge) error {
	var in *op.Edge
	for _, a := range args {
		SwapLeaves(a, func(l py.Value) py.Value {
			if e, ok := l.(*op.Edge); ok && in == nil {
				in = e
			}
			return l
		})
	}
	if in == nil || in == made || in.Node == nil || in.Node.Owner == nil {
		return nil
	}
	return py.NewExc(py.TypeErrorClass, OutOfScope(in))
}

// attrWords are the parameters that TensorFlow hands to the kernel as attributes of kind bool or string. Its wrappers
// read the others themselves: paddings and data formats in several forms, patterns that may be tensors, equations, and
// how matrices are turned.
func (o *Op) attrWords() []attrWord {
	o.worded.Do(o.findWords)
	return o.words
}

func (o *Op) findWords() {
	row := op.Lookup(o.Raw)
	if row == nil || strings.HasPrefix(o.Raw, "Static") || o.Raw == "MatMul" || o.Raw == "Einsum" {
		return
	}
	for i, p := range o.Func().Sig().Params {
		for _, a := range row.Attr {
			if a.Python == p.Name && (a.Kind == "bool" || a.Kind == "string") && p.Name != "padding" && p.Name != "data_format" {
				o.words = append(o.words, attrWord{i, a.Kind})
			}
		}
	}
}

// expected is the failure of an argument that is an attribute of another kind.
func (c *Call) expected(kind string, i int) error {
	return py.TypeErrorf("Expected %s for argument '%s' not %s.", kind, c.param(i), py.ReprOf(c.Args[i]))
}

// checkWords refuses attributes of another kind than the kernel's. None stands for the default.
func (c *Call) checkWords() error {
	for _, w := range c.Op.attrWords() {
		switch c.Args[w.at].(type) {
		case nil, *py.NoneType:
			continue
		case bool:
			if w.kind == "bool" {
				continue
			}
		case string, py.Bytes:
			if w.kind == "string" {
				continue
			}
		}
		return c.expected(w.kind, w.at)
	}
	return nil
}

func (o *Op) run(t *py.Thread, args []py.Value) (py.Value, error) {
	c := &Call{T: t, Op: o, Args: args}
	if err := c.checkWords(); err != nil {
		return nil, err
	}
	if !o.Empty {
		if err := refuseVast(args, 0); err != nil {
			return nil, c.Fail(err)
		}
	}
	if o.Ragged.how != takesNone {
		if v, done, err := o.Ragged.Apply(c); done || err != nil {
			return v, c.Fail(err)
		}
	}
	v, err := o.Kernel(c)
	if err != nil {
		return nil, c.Fail(err)
	}
	return v, nil
}

// Fail dresses a kernel's failure.
func (c *Call) Fail(err error) error {
	if err == nil {
		return nil
	}
	return Wrap(c.T, err, c.raw(), !c.pyInput)
}

// Errorf is an InvalidArgumentError of this op.
//
//go:noinline
func (c *Call) Errorf(format string, args ...any) error {
	return ErrorWith(c.T, InvalidArgumentError, c.raw(), !c.pyInput, format, args...)
}

// Tensor converts an argument as the op's Python wrapper does: to its natural type.
func (c *Call) Tensor(i int) (*tensor.Tensor, error) { return Convert(c.T, c.Args[i], tensor.Invalid) }

// Direct converts an argument that TensorFlow hands straight to the kernel.
func (c *Call) Direct(i int, want tensor.DType) (*tensor.Tensor, error) {
	return c.DirectValue(i, c.Args[i], want)
}

// DirectValue is Direct for a value that is not an argument itself. want is the type the
// kernel insists on; a tensor of another type is the kernel's own complaint.
func (c *Call) DirectValue(i int, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	if x, ok := v.(*tensor.Tensor); ok {
		return c.expect(i, x, want)
	}
	if x, ok := v.(*Variable); ok {
		return c.expect(i, x.T, want)
	}
	c.pyInput = true
	return Convert(c.T, v, want)
}

func (c *Call) expect(i int, x *tensor.Tensor, want tensor.DType) (*tensor.Tensor, error) {
	if want != tensor.Invalid && x.DType() != want {
		return nil, c.wrongType(i, x.DType(), want)
	}
	return x, nil
}

func (c *Call) wrongType(i int, got, want tensor.DType) error {
	return Wrap(c.T, op.WrongType(c.raw(), i, got, want), c.raw(), true)
}

// Pair converts two arguments to one type as kernels with two inputs of type T do: the
// type of the first tensor wins, else that of the first argument. With soft, a Python value
// that does not fit keeps its own type, and the mismatch is the kernel's complaint.
func (c *Call) Pair(i, j int, soft bool) (x, y *tensor.Tensor, err error) {
	return c.PairValues(c.Args[i], c.Args[j], soft)
}

// PairValues is Pair for two values.
func (c *Call) PairValues(a, b py.Value, soft bool) (x, y *tensor.Tensor, err error) {
	xt, xok := dtypeOf(a)
	yt, yok := dtypeOf(b)
	switch {
	case xok && yok:
		x, y = mustTensor(a), mustTensor(b)
	case xok:
		x = mustTensor(a)
		y, err = c.other(b, xt, soft)
	case yok:
		x, err = c.other(a, yt, false)
		y = mustTensor(b)
	default:
		if x, err = Convert(c.T, a, tensor.Invalid); err == nil {
			y, err = c.other(b, x.DType(), soft)
		}
		c.pyInput = !soft
	}
	if err != nil {
		return nil, nil, err
	}
	if x.DType() != y.DType() {
		return nil, nil, c.wrongType(1, y.DType(), x.DType())
	}
	return x, y, nil
}

func (c *Call) other(v py.Value, want tensor.DType, soft bool) (*tensor.Tensor, error) {
	x, err := Convert(c.T, v, want)
	if err != nil && soft {
		if y, err2 := Convert(c.T, v, tensor.Invalid); err2 == nil {
			return y, nil
		}
	}
	return x, err
}

// dtypeOf is the type of a TensorFlow tensor or variable; numpy values follow the other side.
func dtypeOf(v py.Value) (tensor.DType, bool) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x.DType(), true
	case *Variable:
		return x.T.DType(), true
	case *op.Edge:
		return x.DType(), true
	}
	return 0, false
}

func mustTensor(v py.Value) *tensor.Tensor {
	t, _ := AsTensor(v)
	return t
}

// Int reads an integer argument.
func (c *Call) Int(i int) (int, error) {
	n, ok := py.AsInt(c.Args[i])
	if !ok {
		if x, isT := AsTensor(c.Args[i]); isT && x.Len() == 1 && (x.DType().IsInteger()) {
			return int(x.Int(0)), nil
		}
		switch x := c.Args[i].(type) {
		case bool:
			if x {
				return 1, nil
			}
			return 0, nil
		case float64:
			if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
				return int(x), nil
			}
		}
		return 0, c.expected("int", i)
	}
	return int(n), nil
}

// Ints reads a list of integers: a list, a tensor, or one integer.
func (c *Call) Ints(i int) ([]int, error) {
	t, err := Convert(c.T, c.Args[i], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if d := t.DType(); d == tensor.Bool || d.IsFloating() { // whole numbers of any kind
		if whole, err := tensor.Cast(c.T.Ctx, t, tensor.Int64); err == nil && sameNumbers(c.T.Ctx, whole, t) {
			return whole.Ints(), nil
		}
	}
	if !t.DType().IsInteger() && t.Len() > 0 {
		return nil, py.TypeErrorf("%s: argument %s must hold integers, got %s", c.Op.short(), c.param(i),
			py.ReprOf(c.Args[i]))
	}
	return t.Ints(), nil
}

// sameNumbers tells whether a cast lost nothing.
func sameNumbers(ctx context.Context, whole, t *tensor.Tensor) bool {
	back, err := tensor.Cast(ctx, whole, t.DType())
	if err != nil {
		return false
	}
	for i := range t.Len() {
		if back.Float(i) != t.Float(i) {
			return false
		}
	}
	return true
}

// Text reads an argument that is a kernel's attribute of kind string.
func (c *Call) Text(i int) (string, error) {
	switch v := c.Args[i].(type) {
	case string:
		return v, nil
	case py.Bytes:
		return string(v), nil
	case nil, *py.NoneType:
		d, _ := c.Op.Func().Sig().Params[i].Default.(string)
		return d, nil
	}
	return "", c.expected("string", i)
}

// Bool reads a truth argument.
func (c *Call) Bool(i int) (bool, error) { return py.Truth(c.T, c.Args[i]) }

// Flag reads an argument that is a kernel's attribute of kind bool: True or False, nothing else; None stands for the
// default of the signature, if there is one.
func (c *Call) Flag(i int) (bool, error) {
	switch v := c.Args[i].(type) {
	case bool:
		return v, nil
	case nil, *py.NoneType:
		if d, ok := c.Op.Func().Sig().Params[i].Default.(bool); ok {
			return d, nil
		}
	}
	return false, c.expected("bool", i)
}

// Given tells whether an argument is there and not None.
//
//go:noinline
func (c *Call) Given(i int) bool { return c.Args[i] != nil && c.Args[i] != py.None }

// DType reads a dtype argument, def when it is None.
func (c *Call) DType(i int, def tensor.DType) (tensor.DType, error) {
	if !c.Given(i) {
		return def, nil
	}
	return ToDType(c.Args[i], "")
}

func (c *Call) param(i int) string { return c.Op.Func().Sig().Params[i].Name }

func (o *Op) short() string { return o.Name }

// Axis reads an axis argument and checks it against a rank.
func (c *Call) Axis(i, rank int) (int, error) {
	a, err := c.Int(i)
	if err != nil {
		return 0, err
	}
	if a < -rank || a >= rank {
		return 0, c.Errorf("Expected dimension in the range [%d, %d), but got %d", -rank, rank, a)
	}
	if a < 0 {
		a += rank
	}
	return a, nil
}

// HasDef tells whether the registry knows a kernel; tests check every entry.
func HasDef(raw string) bool { return op.Lookup(raw) != nil }

// Check refuses a type that the kernel's attribute does not allow.
func (c *Call) Check(attr string, d tensor.DType) error {
	return CheckAttr(c.T, c.raw(), attr, d, !c.pyInput)
}

// CheckAttr is Check for a kernel that is not the op's own.
func CheckAttr(t *py.Thread, raw, attr string, d tensor.DType, tail bool) error {
	if err := op.CheckType(raw, attr, d); err != nil {
		return Wrap(t, err, raw, tail)
	}
	return nil
}

// BadAttr is the complaint about an attribute that breaks its declaration.
func (c *Call) BadAttr(attr, what string) error { return c.Fail(op.BadAttr(c.raw(), attr, what)) }
