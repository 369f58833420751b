package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/public"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Ops that call functions: map_fn, loops and choices, run eagerly.

func init() {
	const folds = "(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None)"
	table.Register(
		table.Plain(table.Direct("tf.map_fn", "(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, "+
			"swap_memory=False, infer_shape=True, name=None, fn_output_signature=None)", "",
			func(c *bind.Call) (py.Value, error) {
				sig := c.Args[8]
				if sig == py.None {
					sig = c.Args[2]
				}
				return mapFn(c, sig)
			}, "A function on each element of the first dimension.\n\n>>> tf.map_fn(lambda x: x * x, "+
				"tf.constant([1, 2, 3]))\n>>> tf.map_fn(tf.reduce_sum, tf.ragged.constant([[1, "+
				"2], [3]]), fn_output_signature=tf.int32)")),
		table.Plain(table.Direct("tf.vectorized_map", "(fn, elems, fallback_to_while_loop=True, warn=True)", "",
			func(c *bind.Call) (py.Value, error) { return mapFn(c, nil) },
			"A function on each element of the first dimension.\n\n>>> tf.vectorized_map(lambda x: "+
				"x + 1, tf.constant([1, 2]))")),
		table.Plain(
			table.Direct(
				"tf.while_loop",
				"(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, "+
					"back_prop=True, swap_memory=False, maximum_iterations=None, name=None)",
				"",
				whileLoop,
				"body as long as cond holds.\n\n>>> tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [tf.constant(0)])",
			),
		),
		table.Plain(table.Direct("tf.cond", "(pred, true_fn=None, false_fn=None, name=None)", "", condOp,
			"The result of one of two functions.\n\n>>> tf.cond(tf.constant(True), lambda: 1, lambda: 2)")),
		table.Plain(
			table.Direct(
				"tf.case",
				"(pred_fn_pairs, default=None, exclusive=False, strict=False, name='case')",
				"",
				caseOp,
				"The result of the function of the first condition that holds.\n\n>>> tf.case([(tf.constant(False), "+
					"lambda: 1)], default=lambda: 3)",
			),
		),
		table.Plain(
			table.Direct(
				"tf.switch_case",
				"(branch_index, branch_fns, default=None, name='switch_case')",
				"",
				switchCase,
				"The result of the function with a number.\n\n>>> tf.switch_case(tf.constant(1), [lambda: 10, lambda: 20])",
			),
		),
		table.Plain(
			table.Direct("tf.foldl", folds, "", func(c *bind.Call) (py.Value, error) { return fold(c, false, false) },
				"Folds the elements from the first on.\n\n>>> tf.foldl(lambda a, x: a + x, tf.constant([1, 2, 3]))"),
		),
		table.Plain(
			table.Direct("tf.foldr", folds, "", func(c *bind.Call) (py.Value, error) { return fold(c, true, false) },
				"Folds the elements from the last on.\n\n>>> tf.foldr(lambda a, x: a - x, tf.constant([1, 2, 3]))"),
		),
		table.Plain(table.Direct("tf.scan", "(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, "+
			"swap_memory=False, infer_shape=True, reverse=False, name=None)", "",
			func(c *bind.Call) (py.Value, error) { return scan(c) },
			"Every step of a fold.\n\n>>> tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3]))")),
	)
}

func scan(c *bind.Call) (py.Value, error) {
	backwards, err := c.Bool(7)
	if err != nil {
		return nil, err
	}
	return fold(c, backwards, true)
}

// elements is a nest of values whose first dimension is walked.
type elements struct {
	like py.Value
	vals []ragged.Value
	n    int
	rows []py.Value // of a sparse tensor, which is not in vals
}

func elementsOf(c *bind.Call, v py.Value) (*elements, error) {
	e := &elements{like: v}
	leaves, err := nest.FlattenNest(v)
	if err != nil {
		return nil, err
	}
	if len(leaves) == 0 {
		return nil, py.ValueErrorf("elems must be a Tensor or (possibly nested) sequence "+
			"of Tensors. Got %s, which does not contain any Tensors.", py.StrOf(v))
	}
	for i, l := range leaves {
		x, err := tfragged.RaggedValue(c.T, l)
		if err != nil {
			return nil, err
		}
		n := ragged.Rows(x)
		if n < 0 {
			return nil, notRows(c)
		}
		if i > 0 && n != e.n {
			return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", e.n, n)
		}
		e.n, e.vals = n, append(e.vals, x)
	}
	return e, nil
}

// notRows is the failure of a function over elements that was given scalars: a list is a nest, not a tensor.
func notRows(c *bind.Call) error {
	e := py.ValueErrorf("Elements in elems must be 1+ dimensional Tensors, not scalars")
	switch c.Op.Name {
	case "tf.foldl", "tf.foldr", "tf.scan":
		e = py.IndexErrorf("tuple index out of range")
	case "tf.vectorized_map":
		e = py.IndexErrorf("list index out of range")
	}
	return e.WithHint("a list is taken as several tensors whose rows go together: tf.constant(elems) is one.")
}

// at is element i in the form of the nest.
func (e *elements) at(t *py.Thread, i int) (py.Value, error) {
	if e.rows != nil {
		return e.rows[i], nil
	}
	leaves := make([]py.Value, len(e.vals))
	for k, v := range e.vals {
		if t.Rec != nil { // tapes follow
			x, err := item(t, v, int64(i))
			if err != nil {
				return nil, err
			}
			leaves[k] = x
			continue
		}
		if r, ok := v.(*ragged.Ragged); ok {
			leaves[k] = r.Row(i)
		} else {
			leaves[k] = v.(*tensor.Tensor).Row(i)
		}
	}
	return nest.PackNest(e.like, &leaves), nil
}

// mapFn calls the function on every element and stacks the results; sig tells their types,
// nil that they follow from the results.
func mapFn(c *bind.Call, sig py.Value) (py.Value, error) {
	if !py.IsCallable(c.Args[0]) {
		return nil, py.TypeErrorf("The provided function %s is not callable.fn must be callable.", py.ReprOf(c.Args[0]))
	}
	if v, ok, err := mapExtensions(c, sig); ok {
		return v, err
	}
	if bind.Tracing(c.T) != nil {
		return mapGraph(c, sig)
	}
	if s, ok := c.Args[1].(*sparse.Sparse); ok {
		rows, err := sparseRows(c.T, s)
		if err != nil {
			return nil, err
		}
		return mapRows(c, sig, &elements{like: c.Args[1], n: len(rows), rows: rows})
	}
	e, err := elementsOf(c, c.Args[1])
	if err != nil {
		return nil, err
	}
	return mapRows(c, sig, e)
}

// sparseRows are the parts of a sparse tensor along its first dimension, each of one dimension less.
func sparseRows(t *py.Thread, s *sparse.Sparse) ([]py.Value, error) {
	if s.Rank() == 0 {
		return nil, py.ValueErrorf("Elements in elems must be 1+ dimensional Tensors, not scalars")
	}
	if s.Shape[0] > int64(s.Len())+1<<20 {
		return nil, bind.ErrorWith(
			t,
			bind.ResourceExhaustedError,
			"MapFn",
			false,
			"a sparse tensor of %d rows",
			s.Shape[0],
		)
	}
	if s.Shape[0] == 0 {
		return []py.Value{}, nil
	}
	parts, err := sparse.Split(t.Ctx, s, int(s.Shape[0]), 0)
	if err != nil {
		return nil, err
	}
	rows := make([]py.Value, len(parts))
	for i, p := range parts {
		if rows[i], err = sparse.Reshape(p, p.Shape[1:]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// mapRows is mapFn over elements that have been taken apart.
func mapRows(c *bind.Call, sig py.Value, e *elements) (py.Value, error) {
	infer := sig == nil
	if infer && e.n == 0 && e.rows == nil {
		return mapNothing(c, e)
	}
	form := e.like
	if sig != nil && sig != py.None {
		form = sig
	}
	var rows [][]py.Value
	for i := range e.n {
		if c.T.Ctx.Err() != nil {
			return nil, c.T.Ctx.Err()
		}
		x, err := e.at(c.T, i)
		if err != nil {
			return nil, err
		}
		z, err := py.Call(c.T, c.Args[0], []py.Value{x}, nil)
		if err != nil {
			return nil, err
		}
		if infer && i == 0 {
			form = z
		}
		if err := nest.AssertSame(form, z); err != nil {
			if e, ok := err.(*py.Exc); ok && e.Class == py.ValueErrorClass {
				return nil, e.WithHint("fn_output_signature tells map_fn what fn gives.")
			}
			return nil, err
		}
		leaves, err := nest.FlattenNest(z)
		if err != nil {
			return nil, err
		}
		rows = append(rows, leaves)
	}
	specs, err := nest.FlattenNest(form)
	if err != nil {
		return nil, err
	}
	out := make([]py.Value, len(specs))
	for k := range specs {
		column := make([]py.Value, len(rows))
		for i, r := range rows {
			column[i] = r[k]
		}
		var spec py.Value = py.None
		if sig != nil && sig != py.None {
			spec = specs[k]
		} else if sig == py.None && k < len(e.vals) {
			spec = values.SpecOf(e.vals[k])
			if s, dense := spec.(*bind.Spec); dense && e.n == 0 { // of results that there are none of, the type is known
				spec = &bind.Spec{DType: s.DType}
			}
		}
		if out[k], err = stackResults(c, column, spec); err != nil {
			return nil, err
		}
	}
	return nest.PackNest(form, &out), nil
}

// mapNothing is vectorized_map of no elements: the function runs once on zeros, as it is traced once in TensorFlow, and
// tells the types and shapes of the results.
func mapNothing(c *bind.Call, e *elements) (py.Value, error) {
	item := make([]py.Value, len(e.vals))
	for k, v := range e.vals {
		x, dense := v.(*tensor.Tensor)
		if !dense {
			return nil, py.ValueErrorf("tf.vectorized_map cannot tell what the function gives for ragged elements " +
				"of which there are none").WithHint("tf.map_fn with fn_output_signature can.")
		}
		zero, err := tensor.New(x.DType(), x.Shape()[1:])
		if err != nil {
			return nil, err
		}
		item[k] = zero
	}
	z, err := py.Call(c.T, c.Args[0], []py.Value{nest.PackNest(e.like, &item)}, nil)
	if err != nil {
		return nil, err
	}
	leaves, err := nest.FlattenNest(z)
	if err != nil {
		return nil, err
	}
	for k, v := range leaves {
		x, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if leaves[k], err = tensor.New(x.DType(), append([]int{0}, x.Shape()...)); err != nil {
			return nil, err
		}
	}
	return nest.PackNest(z, &leaves), nil
}

// stackResults joins the results for all elements by the spec of one of them.
func stackResults(c *bind.Call, column []py.Value, spec py.Value) (py.Value, error) {
	want := tensor.Invalid
	asRagged := false
	if s, ok := spec.(*values.SparseSpec); ok {
		return stackSparse(c, column, s)
	}
	switch s := spec.(type) {
	case *values.RaggedSpec:
		want, asRagged = s.Dtype, true
	case *bind.Spec:
		want = s.DType
	case *py.NoneType:
		for _, v := range column {
			if _, ok := v.(*ragged.Ragged); ok {
				asRagged = true
			}
		}
	default:
		d, err := bind.ToDType(spec, "")
		if err != nil {
			return nil, err
		}
		want = d
	}
	scalars, shapes := true, map[string]bool{}
	for i, v := range column {
		x, err := tfragged.RaggedValue(c.T, v)
		if err != nil {
			return nil, err
		}
		if want != tensor.Invalid && x.DType() != want {
			if !tfragged.IsTensorValue(v) {
				if x, err = bind.Convert(c.T, v, want); err != nil {
					return nil, err
				}
			} else {
				return nil, py.NewExc(bind.InvalidArgumentError, "TensorArray dtype is "+want.Name()+" but Op is trying to write dtype "+x.DType().Name()+" ").
					WithHint("tell map_fn: fn_output_signature=tf.%s", x.DType())
			}
		}
		column[i] = x
		scalars = scalars && ragged.NDims(x) == 0
		shapes[tensor.ShapeString(ragged.ShapeOf(x))] = true
	}
	if len(column) == 0 {
		return emptyStack(c, spec, want, asRagged)
	}
	if asRagged && !scalars || len(shapes) > 1 && spec == py.None {
		return tfragged.StackRows(c.T, column)
	}
	return public.Stack.Run(c.T, py.NewList(column...))
}

// stackSparse stacks sparse results; dimensions are as large as the largest ones.
func stackSparse(c *bind.Call, column []py.Value, spec *values.SparseSpec) (py.Value, error) {
	parts := make([]*sparse.Sparse, len(column))
	for i, v := range column {
		s, ok := v.(*sparse.Sparse)
		if !ok || s.DType() != spec.Dtype {
			return nil, py.TypeErrorf(
				"fn gives %s where fn_output_signature asks for a SparseTensor of %s",
				py.ReprOf(v),
				spec.Dtype.Name(),
			)
		}
		var err error
		if parts[i], err = sparse.Reshape(s, append([]int64{1}, s.Shape...)); err != nil {
			return nil, err
		}
	}
	if len(parts) == 0 {
		return nil, py.ValueErrorf("tf.map_fn over no elements cannot tell the shape of a SparseTensor")
	}
	return sparse.Concat(c.T.Ctx, parts, 0, true)
}

// emptyStack is the result for no elements: its spec tells the type and the shape.
func emptyStack(c *bind.Call, spec py.Value, want tensor.DType, asRagged bool) (py.Value, error) {
	if want == tensor.Invalid {
		want = tensor.Float32
	}
	var shape []int
	if s, ok := spec.(*bind.Spec); ok {
		for _, d := range s.Shape.Dims {
			shape = append(shape, max(d, 0))
		}
	}
	empty := func(shape []int) (*tensor.Tensor, error) {
		if want == tensor.String {
			return tensor.FromStrings(shape, nil), nil
		}
		return tensor.New(want, shape)
	}
	if s, ok := spec.(*values.RaggedSpec); ok && asRagged {
		flat, err := empty([]int{0})
		if err != nil {
			return nil, err
		}
		var v ragged.Value = flat
		for range max(s.Rank, 0) + 1 {
			v = &ragged.Ragged{Part: ragged.Of([]int64{0}, s.Splits), Values: v}
		}
		return v, nil
	}
	return empty(append([]int{0}, shape...))
}

func whileLoop(c *bind.Call) (py.Value, error) {
	vars := c.Args[2]
	list, isSeq := values.ListItems(vars)
	if !isSeq {
		list = []py.Value{vars}
	}
	state := append([]py.Value(nil), list...)
	if bind.Tracing(c.T) != nil {
		return whileGraph(c, state)
	}
	most := -1
	if c.Given(7) {
		n, err := c.Int(7)
		if err != nil {
			return nil, err
		}
		most = n
	}
	specs := bind.SwapLeaves(py.NewList(list...), func(l py.Value) py.Value {
		if x, err := tfragged.RaggedValue(c.T, l); err == nil {
			return values.SpecOf(x)
		}
		return l
	})
	_, tuple := vars.(*py.Tuple)
	for i := 0; most < 0 || i < most; i++ {
		if c.T.Ctx.Err() != nil {
			return nil, c.T.Ctx.Err()
		}
		ok, err := callTruth(c, c.Args[0], state)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		z, err := py.Call(c.T, c.Args[1], state, nil)
		if err != nil {
			return nil, err
		}
		next, isList := values.ListItems(z)
		if !isList {
			if len(state) > 1 || !tfragged.IsTensorValue(z) {
				if _, isR := z.(*ragged.Ragged); !isR {
					return nil, py.TypeErrorf("'%s' object is not iterable", py.TypeOf(z).TypeName())
				}
			}
			next = []py.Value{z}
		}
		if err := bind.SameStructure(specs, py.NewList(next...), true); err != nil {
			return nil, err
		}
		state = next
		_, isList = z.(*py.List)
		tuple = !isList
	}
	for i, v := range state { // what comes out are tensors
		state[i] = bind.SwapLeaves(v, func(l py.Value) py.Value {
			if x, err := tfragged.RaggedValue(c.T, l); err == nil {
				return x
			}
			return l
		})
	}
	if tuple {
		return py.NewTuple(state...), nil
	}
	return &py.List{Items: state}, nil
}

func callTruth(c *bind.Call, f py.Value, args []py.Value) (bool, error) {
	v, err := py.Call(c.T, f, args, nil)
	if err != nil {
		return false, err
	}
	return py.Truth(c.T, v)
}

func condOp(c *bind.Call) (py.Value, error) {
	for i, name := range []string{"true_fn", "false_fn"} {
		if !c.Given(1 + i) {
			return nil, py.TypeErrorf("cond(): '%s' argument required", name)
		}
		if !py.IsCallable(c.Args[1+i]) {
			return nil, py.TypeErrorf("'%s' must be callable.", name)
		}
	}
	if bind.Tracing(c.T) != nil {
		return condGraph(c, c.Args[0], c.Args[1], c.Args[2])
	}
	ok, err := py.Truth(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	f := c.Args[2]
	if ok {
		f = c.Args[1]
	}
	return py.Call(c.T, f, nil, nil)
}

func caseOp(c *bind.Call) (py.Value, error) {
	items, ok := values.ListItems(c.Args[0])
	if !ok {
		return nil, py.TypeErrorf("'pred_fn_pairs' must be a list or tuple. Received: %s", py.TypeOf(c.Args[0]).Name)
	}
	exclusive, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	if bind.Tracing(c.T) != nil {
		return caseGraph(c, items, c.Args[1])
	}
	var chosen py.Value
	var preds []py.Value
	hits := 0
	for _, v := range items {
		pair, ok := values.ListItems(v)
		if !ok || len(pair) != 2 {
			return nil, py.TypeErrorf("Each entry in 'pred_fn_pairs' must be a 2-tuple. Received %s.", py.ReprOf(v))
		}
		if !py.IsCallable(pair[1]) {
			return nil, py.TypeErrorf("All functions in 'pred_fn_pairs' must be callable. Received %s.",
				py.ReprOf(pair[1]))
		}
		ok, err := py.Truth(c.T, pair[0])
		if err != nil {
			return nil, err
		}
		preds = append(preds, pair[0])
		if ok {
			if hits++; chosen == nil {
				chosen = pair[1]
			}
		}
	}
	if exclusive && hits > 1 {
		return nil, py.NewExc(
			bind.InvalidArgumentError,
			"Input error: exclusive=True: more than 1 conditions ("+py.ReprOf(
				py.NewList(preds...),
			)+") evaluated as True:",
		)
	}
	if chosen == nil {
		if chosen = c.Args[1]; chosen == py.None {
			text := "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: b'Input error: " +
				"None of conditions evaluated as True:'"
			for i, p := range preds {
				if i == 3 {
					break
				}
				if x, ok := bind.AsTensor(p); ok {
					p = bind.ToPython(x, 0)
				}
				text += "\n" + py.StrOf(p)
			}
			return nil, py.NewExc(bind.InvalidArgumentError, text)
		}
	}
	return py.Call(c.T, chosen, nil, nil)
}

func switchCase(c *bind.Call) (py.Value, error) {
	if bind.Components(c.Args[0]) == nil {
		if !tfragged.IsTensorValue(c.Args[0]) {
			return nil, py.TypeErrorf("'branch_index' must be a Tensor, got %s", py.ReprOf(py.TypeOf(c.Args[0])))
		}
	}
	i := 0
	if bind.Tracing(c.T) == nil {
		var err error
		if i, err = c.Int(0); err != nil {
			return nil, err
		}
	}
	var fns []py.Value
	if d, ok := c.Args[1].(*py.Dict); ok {
		for k := range d.Len() {
			f, found, err := d.Get(int64(k))
			if err != nil || !found {
				return nil, py.ValueErrorf("branch indices must form contiguous range of [0 to %d) but found {%s}",
					d.Len(), py.ReprOf(d))
			}
			fns = append(fns, f)
		}
	} else {
		items, ok := values.ListItems(c.Args[1])
		if !ok {
			return nil, py.TypeErrorf("'branch_fns' must be a dict, list, or tuple. Received: %s",
				py.TypeOf(c.Args[1]).Name)
		}
		for k, f := range items {
			if pair, ok := values.ListItems(f); ok && len(pair) == 2 {
				f = pair[1]
			}
			if !py.IsCallable(f) {
				return nil, py.TypeErrorf("Branch %d must be callable, got %s", k, py.ReprOf(f))
			}
			fns = append(fns, f)
		}
	}
	if c.Given(2) {
		fns = append(fns, c.Args[2])
	}
	if len(fns) == 0 {
		return nil, py.ValueErrorf("Must provide at least one item in 'branch_fns'")
	}
	if bind.Tracing(c.T) != nil {
		return switchGraph(c, c.Args[0], fns)
	}
	if i < 0 || i >= len(fns) {
		i = len(fns) - 1
	}
	return py.Call(c.T, fns[i], nil, nil)
}

// fold walks the elements with a running value; with each, all its states are stacked.
func fold(c *bind.Call, backwards, each bool) (py.Value, error) {
	if bind.Tracing(c.T) != nil {
		return foldGraph(c, backwards, each)
	}
	e, err := elementsOf(c, c.Args[1])
	if err != nil {
		return nil, err
	}
	for _, v := range e.vals {
		if _, ok := v.(*ragged.Ragged); ok {
			_, err := bind.Convert(c.T, v, tensor.Invalid)
			return nil, err
		}
	}
	order := make([]int, e.n)
	for i := range order {
		if order[i] = i; backwards {
			order[i] = e.n - 1 - i
		}
	}
	acc := c.Args[2]
	states := make([]py.Value, e.n)
	if acc == py.None {
		if e.n == 0 {
			return nil, py.ValueErrorf("fold needs an initializer or at least one element")
		}
		if acc, err = e.at(c.T, order[0]); err != nil {
			return nil, err
		}
		states[order[0]] = acc
		order = order[1:]
	} else if !nest.IsNested(acc) {
		if acc, err = bind.Convert(c.T, acc, tensor.Invalid); err != nil {
			return nil, err
		}
	}
	for _, i := range order {
		if c.T.Ctx.Err() != nil {
			return nil, c.T.Ctx.Err()
		}
		x, err := e.at(c.T, i)
		if err != nil {
			return nil, err
		}
		if acc, err = py.Call(c.T, c.Args[0], []py.Value{acc, x}, nil); err != nil {
			return nil, err
		}
		states[i] = acc
	}
	if !each {
		return acc, nil
	}
	columns, err := nest.FlattenNest(acc)
	if err != nil {
		return nil, err
	}
	rows := make([][]py.Value, e.n)
	if c.Args[2] != py.None {
		acc = c.Args[2]
	}
	for i, s := range states {
		if err := nest.AssertSame(acc, s); err != nil {
			return nil, err
		}
		if rows[i], err = nest.FlattenNest(s); err != nil {
			return nil, err
		}
	}
	out := make([]py.Value, len(columns))
	for k := range columns {
		column := make([]py.Value, e.n)
		for i, row := range rows {
			column[i] = row[k]
		}
		if out[k], err = public.Stack.Run(c.T, py.NewList(column...)); err != nil {
			return nil, err
		}
	}
	return nest.PackNest(acc, &out), nil
}
