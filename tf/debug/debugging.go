package debug

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

func init() {
	edges := func(o *bind.Op) *bind.Op {
		o.Edges = true
		return o
	}
	for _, f := range []struct {
		name, sym string
		holds     *bind.Public
		doc       string
	}{
		{"assert_equal", "==", public.Equal, "equal"}, {"assert_none_equal", "!=", public.NotEqual, "different"},
		{"assert_less", "<", public.Less, "less"}, {"assert_less_equal", "<=", public.LessEqual,
			"less or equal"},
		{"assert_greater", ">", public.Greater, "greater"},
		{"assert_greater_equal", ">=", public.GreaterEqual, "greater or equal"},
	} {
		sig := "(x, y, message=None, summarize=None, name=None)"
		if f.name == "assert_none_equal" {
			sig = "(x, y, summarize=None, message=None, name=None)"
		}
		table.Register(table.Node("Assert", tfragged.Ruled(bind.Own(assertRule, 0, 1), edges(table.Effect(
			"tf.debugging."+f.name,
			sig,
			"",
			traceable(func(c *bind.Call) (py.Value, error) { return assertPair(c, f.sym, f.holds) },
				tracedPair(f.name, f.sym, kernelOf[f.sym])),
			"Fails unless all elements of x are "+f.doc+", compared with y.\n\n>>> "+
				"tf.debugging."+f.name+"("+map[string]string{"==": "[1, 2], [1, 2]", "!=": "[1], [2]", "<": "[1], 2",
				"<=": "[2], 2", ">": "[3], 2", ">=": "[2], 2"}[f.sym]+")",
			assertAlias(f.name)...)))))
	}
	for _, f := range []struct {
		name, cond string
		holds      *bind.Public
	}{{"assert_positive", "> 0", public.Greater},
		{"assert_negative", "< 0", public.Less}, {"assert_non_negative", ">= 0", public.GreaterEqual},
		{"assert_non_positive", "<= 0", public.LessEqual}} {
		kernel, inner := op.Less, "assert_less"
		if strings.HasSuffix(f.cond, "= 0") {
			kernel, inner = op.LessEqual, "assert_less_equal"
		}
		table.Register(edges(table.Effect(
			"tf.debugging."+f.name,
			"(x, message=None, summarize=None, name=None)",
			"",
			traceable(func(c *bind.Call) (py.Value, error) { return assertSign(c, f.cond, f.holds) },
				tracedSign(f.name, f.cond, kernel, inner, f.cond[0] == '>')),
			"Fails unless x "+f.cond+" for all elements.\n\n>>> tf.debugging."+f.name+"("+map[string]string{"> 0": "[1]",
				"< 0": "[-1]", ">= 0": "[0]", "<= 0": "[0]"}[f.cond]+")",
		)))
	}
	table.InLibrary("_tf_debugging", "tf.debugging.assert_all_finite", "tf.debugging.assert_integer",
		"tf.debugging.assert_proper_iterable", "tf.debugging.assert_rank_in", "tf.debugging.assert_same_float_dtype",
		"tf.debugging.assert_scalar", "tf.debugging.assert_shapes", "tf.debugging.is_numeric_tensor")
	table.Register(
		table.Node("Assert", tfragged.Ruled(bind.Own(assertRule, 0, 1), edges(table.Effect("tf.debugging.assert_near",
			"(x, y, rtol=None, atol=None, message=None, summarize=None, name=None)", "",
			traceable(assertNear, tracedNear),
			`Fails unless all elements are close.

>>> tf.debugging.assert_near([1.], [1.0000001])`)))),
		edges(table.Effect("tf.debugging.assert_rank", "(x, rank, message=None, name=None)", "",
			traceable(func(c *bind.Call) (py.Value, error) { return assertRank(c, false) },
				tracedRank("assert_rank", "", op.Equal)),
			`Fails unless x has a rank.

>>> tf.debugging.assert_rank([1], 1)`, "tf.assert_rank")),
		edges(table.Effect("tf.debugging.assert_rank_at_least", "(x, rank, message=None, name=None)", "",
			traceable(func(c *bind.Call) (py.Value, error) { return assertRank(c, true) },
				tracedRank("assert_rank_at_least", "at least ", op.GreaterEqual)),
			`Fails unless x has at least a rank.

>>> tf.debugging.assert_rank_at_least([1], 1)`)),
		table.Plain(
			edges(table.Effect("tf.debugging.assert_type", "(tensor, tf_type, message=None, name=None)", "",
				traceable(assertType, tracedType),
				`Fails unless a tensor has a dtype.

>>> tf.debugging.assert_type(tf.constant([1]), tf.int32)`)),
		),
		tfragged.Ruled(
			bind.Flat(0),
			edges(table.Entry("tf.debugging.check_numerics", "(tensor, message, name=None)", "CheckNumerics", checkNumerics,
				`The tensor; fails when it holds nan or infinity.

>>> tf.debugging.check_numerics([1., 2.], 'bad')`)),
		),
		table.Plain(edges(table.Effect("tf.debugging.Assert", "(condition, data, summarize=None, name=None)", "",
			traceable(assertOp, tracedAssert),
			`Fails unless a condition holds.

>>> tf.debugging.Assert(True, ['x'])`, "tf.Assert"))),
	)
}

// kernelOf are the kernels of comparisons.
var kernelOf = map[string]*op.Def{"==": op.Equal, "!=": op.NotEqual, "<": op.Less, "<=": op.LessEqual,
	">": op.Greater, ">=": op.GreaterEqual}

// assertAlias is the name of an assertion at the top of the module, where there is one.
func assertAlias(name string) []string {
	switch name {
	case "assert_equal", "assert_less", "assert_greater":
		return []string{"tf." + name}
	}
	return nil
}

// assertRule broadcasts ragged arguments and asserts on their flat values.
func assertRule(c *bind.Call) (py.Value, bool, error) {
	if _, ok := tfvalues.AnyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	args := append([]py.Value(nil), c.Args...)
	x, xok := args[0].(*ragged.Ragged)
	y, yok := args[1].(*ragged.Ragged)
	if xok && yok && ragged.SameParts(x, y) {
		args[0], args[1] = x.Flat(), y.Flat()
	} else {
		like := tensor.Invalid
		if xok {
			like = x.DType()
		} else {
			like = y.DType()
		}
		vals := make([]ragged.Value, 2)
		for i := range vals {
			if r, ok := args[i].(*ragged.Ragged); ok {
				vals[i] = r
				continue
			}
			t, err := bind.Convert(c.T, args[i], like)
			if err != nil {
				return nil, true, err
			}
			vals[i] = t
		}
		if ragged.NDims(vals[0]) == 0 || ragged.NDims(vals[1]) == 0 {
			args[0], args[1] = ragged.FlatOf(vals[0]), ragged.FlatOf(vals[1])
		} else {
			bx, by, _, err := ragged.Broadcast(c.T.Ctx, vals[0], vals[1])
			if err != nil {
				return nil, true, err
			}
			args[0], args[1] = bx, by
		}
	}
	v, err := c.Op.Run(c.T, args)
	return v, true, err
}

func summarizeArg(c *bind.Call, i int) (int, error) {
	n := 3
	if c.Given(i) {
		k, err := c.Int(i)
		if err != nil {
			return 0, err
		}
		if n = k; k < 0 {
			n = 1 << 30
		}
	}
	return n, nil
}

// assertPair compares two tensors and tells where they differ.
func assertPair(c *bind.Call, sym string, holds *bind.Public) (py.Value, error) {
	message, count := 2, 3
	if sym == "!=" {
		message, count = 3, 2
	}
	n, err := summarizeArg(c, count)
	if err != nil {
		return nil, err
	}
	k := table.Chain(c)
	x := k.TensorArg(0)
	if k.Err != nil {
		return nil, k.Err
	}
	y := k.TensorArg(1)
	if k.Err != nil {
		return nil, k.Err
	}
	ok := k.Dense(holds, x, y)
	if k.Err != nil {
		return nil, k.Err
	}
	if all(ok) {
		return py.None, nil
	}
	var b strings.Builder
	if c.Given(message) {
		b.WriteString(table.AttrText(c.Args[message]) + "\n")
	}
	b.WriteString("Condition x " + sym + " y did not hold.\n")
	if tensor.SameShape(x.Shape(), y.Shape()) && x.Rank() > 0 {
		if err := differing(k, &b, ok, x, y, n); err != nil {
			return nil, err
		}
	}
	for i, t := range []*tensor.Tensor{x, y} {
		m := min(n, t.Len())
		part := t.WithShape([]int{t.Len()}).Rows(0, m)
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("First " + table.Itoa(m) + " elements of " + []string{"x", "y"}[i] + ":\n" +
			printer.ArrayStr(bind.NewArray(part)))
	}
	return nil, py.NewExc(bind.InvalidArgumentError, b.String())
}

func all(x *tensor.Tensor) bool {
	for _, ok := range tensor.Slice[bool](x) {
		if !ok {
			return false
		}
	}
	return true
}

func differing(k *table.Calc, b *strings.Builder, ok, x, y *tensor.Tensor, n int) error {
	at := k.Dense(public.Where, k.Run(public.LogicalNot, ok))
	if k.Err != nil {
		return k.Err
	}
	m := min(n, at.Shape()[0])
	idx := at.Rows(0, m)
	xs, ys := k.Dense(public.GatherNd, x, idx), k.Dense(public.GatherNd, y, idx)
	if k.Err != nil {
		return k.Err
	}
	b.WriteString("Indices of first " + table.Itoa(m) + " different values:\n" + printer.ArrayStr(bind.NewArray(idx)))
	b.WriteString("\nCorresponding x values:\n" + printer.ArrayStr(bind.NewArray(xs)) + "\nCorresponding y values:\n" +
		printer.ArrayStr(bind.NewArray(ys)) + "\n")
	return nil
}

// sampled lists the first elements as TensorFlow's assertions quote them.
func sampled(x *tensor.Tensor, n int) string {
	var parts []string
	for i := range x.Len() {
		if i == n {
			parts = append(parts, "'...'")
			break
		}
		if x.DType() == tensor.String {
			parts = append(parts, py.ReprOf(py.Bytes(x.Str(i))))
		} else {
			parts = append(parts, "'"+py.StrOf(bind.ToPython(x, i))+"'")
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func described(name string, x *tensor.Tensor) string {
	return name + " (shape=" + tensor.KnownShape(x.Shape()).String() + " dtype=" + x.DType().Name() + ") = "
}

func assertSign(c *bind.Call, cond string, holds *bind.Public) (py.Value, error) {
	n, err := summarizeArg(c, 2)
	if err != nil {
		return nil, err
	}
	k := table.Chain(c)
	x := k.TensorArg(0)
	if k.Err != nil {
		return nil, k.Err
	}
	ok := k.Dense(holds, x, k.As(int64(0), x.DType()))
	if k.Err != nil {
		return nil, k.Err
	}
	if all(ok) {
		return py.None, nil
	}
	head := ""
	if c.Given(1) {
		head = table.AttrText(c.Args[1]) + ".  "
	}
	return nil, py.NewExc(bind.InvalidArgumentError,
		head+"\nCondition x "+cond+" did not hold element-wise:\n"+described("x", x)+"\n"+sampled(x, n))
}

func assertNear(c *bind.Call) (py.Value, error) {
	n, err := summarizeArg(c, 5)
	if err != nil {
		return nil, err
	}
	k := table.Chain(c)
	x := k.TensorArg(0)
	if k.Err != nil {
		return nil, k.Err
	}
	y := k.As(c.Args[1], x.DType())
	d, eps, err := tolerance(x.DType())
	if err != nil {
		return nil, err
	}
	tol := make([]*tensor.Tensor, 2)
	for i := range tol {
		var v py.Value = eps
		if c.Given(2 + i) {
			v = c.Args[2+i]
		}
		tol[i] = k.As(v, d)
	}
	if k.Err != nil {
		return nil, k.Err
	}
	limit := k.Run(public.Add, tol[1], k.Run(public.Multiply, tol[0], k.Run(public.Abs, y)))
	if k.Err != nil {
		return nil, k.Err
	}
	ok := k.Dense(public.Less, k.Run(public.Abs, k.Run(public.Subtract, x, y)), limit)
	if k.Err != nil {
		return nil, k.Err
	}
	if all(ok) {
		return py.None, nil
	}
	message := ""
	if c.Given(4) {
		message = table.AttrText(c.Args[4]) + ".  "
	}
	values := func(t *tensor.Tensor) string {
		var parts []string
		for i := range min(n, t.Len()) {
			parts = append(parts, py.StrOf(&bind.Scalar{T: t.WithShape([]int{t.Len()}).Row(i)}))
		}
		if t.Len() > n {
			parts = append(parts, "...")
		}
		return strings.Join(parts, ", ")
	}
	return nil, py.NewExc(bind.InvalidArgumentError,
		"Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: "+py.ReprOf(py.Bytes(message))+
			"\n"+py.ReprOf(py.Bytes("x and y not equal to tolerance rtol = "+
			""+printer.TensorStr(tol[0])+", atol = "+printer.TensorStr(tol[1])))+
			"\n"+py.ReprOf(py.Bytes(described("x", x)))+"\n"+values(x)+"\n"+py.ReprOf(py.Bytes(described("y",
			y)))+"\n"+values(y))
}

// tolerance is the type of assert_near's tolerances, and what they are where they are not given: ten times the distance
// of 1 and the number that follows it.
func tolerance(d tensor.DType) (tensor.DType, float64, error) {
	switch d {
	case tensor.Float16:
		return d, 0.00976562, nil // as NumPy rounds it
	case tensor.BFloat16:
		return d, 0.078125, nil
	case tensor.Float64, tensor.Complex128:
		return tensor.Float64, 10 * 2.220446049250313e-16, nil
	case tensor.Float32, tensor.Complex64:
		return tensor.Float32, 10 * 1.1920928955078125e-07, nil
	}
	name := d.Name()
	if d == tensor.String {
		name = "object_"
	}
	return d, 0, py.ValueErrorf("data type <class 'numpy.%s'> not inexact", name)
}

func assertRank(c *bind.Call, least bool) (py.Value, error) {
	k := table.Chain(c)
	x, r := k.TensorArg(0), k.TensorArg(1)
	if k.Err != nil {
		return nil, k.Err
	}
	if r.Rank() != 0 || !r.DType().IsInteger() {
		return nil, py.ValueErrorf("Rank must be a scalar.")
	}
	want := int(r.Int(0))
	if x.Rank() == want || least && x.Rank() > want {
		return py.None, nil
	}
	how := ""
	if least {
		how = "at least "
	}
	head := ""
	if c.Given(2) {
		head = table.AttrText(c.Args[2]) + ".  "
	}
	return nil, py.ValueErrorf("%sTensor  must have rank %s%d.  Received rank %d, shape %s", head, how, want, x.Rank(),
		tensor.KnownShape(x.Shape()))
}

func assertType(c *bind.Call) (py.Value, error) {
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	if s, ok := c.Args[0].(interface{ DType() tensor.DType }); ok && s.DType() != tensor.Resource { // sparse ones too
		return py.None, sameType(c, "tensor", s.DType(), d)
	}
	v, err := tfragged.RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	return py.None, sameType(c, "tensor", v.DType(), d)
}

// sameType is the error of assert_type.
func sameType(c *bind.Call, name string, got, d tensor.DType) error {
	if got == d {
		return nil
	}
	head := ""
	if c.Given(2) {
		head = table.AttrText(c.Args[2]) + ".  "
	}
	return py.TypeErrorf("%s%s must be of type %s; got %s", head, name, py.ReprOf(d), py.ReprOf(got))
}

func checkNumerics(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "message", Value: f.Text(1)}}
	return f.Result(f.With(op.CheckNumerics, at, f.Arg(0)))
}

func assertOp(c *bind.Call) (py.Value, error) {
	ok, err := py.Truth(c.T, c.Args[0])
	if err != nil || ok {
		return py.None, err
	}
	items, _ := tfvalues.ListItems(c.Args[1])
	var parts []string
	for _, v := range items {
		x, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if x.Rank() == 0 {
			parts = append(parts, py.StrOf(bind.ToPython(x, 0)))
			continue
		}
		flat := table.Vector(x)
		var words []string
		for i := range min(x.Len(), 3) {
			words = append(words, py.StrOf(bind.ToPython(flat, i)))
		}
		if x.Len() > 3 {
			words = append(words, "...")
		}
		parts = append(parts, strings.Join(words, ", "))
	}
	cond := py.StrOf(c.Args[0])
	return nil, py.NewExc(bind.InvalidArgumentError,
		"Expected '"+cond+"' to be true. Summarized data: "+strings.Join(parts, "\n"))
}
