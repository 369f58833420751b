package function

import (
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
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

// cond, case, switch_case, while_loop, map_fn, foldl, foldr and scan while a function is traced: the
// functions they call are traced once and run as parts of its graph.

func condGraph(c *bind.Call, pred, then, els py.Value) (py.Value, error) {
	if _, ok := pred.(bool); ok {
		return nil, py.TypeErrorf("('pred must not be a Python bool', %s)", py.ReprOf(pred))
	}
	pred, err := readVariable(c.T, pred)
	if err != nil {
		return nil, err
	}
	if t, ok := pred.(*tensor.Tensor); ok { // a tensor from outside: chosen now, as its value does not change
		f := els
		if t.Len() == 1 && t.Int(0) != 0 {
			f = then
		}
		v, err := py.Call(c.T, f, nil, nil)
		if err != nil {
			return nil, err
		}
		return bind.Chosen(c.T, v, t)
	}
	return py.Choose(c.T, pred, bind.CondResult,
		func() (py.Value, error) { return py.Call(c.T, then, nil, nil) },
		func() (py.Value, error) { return py.Call(c.T, els, nil, nil) })
}

// caseGraph is a chain of choices; without a default the last function is it.
func caseGraph(c *bind.Call, pairs []py.Value, fallback py.Value) (py.Value, error) {
	if len(pairs) == 0 {
		if fallback == py.None {
			return nil, py.ValueErrorf("'pred_fn_pairs' must hold at least one pair")
		}
		return py.Call(c.T, fallback, nil, nil)
	}
	pair, ok := values.ListItems(pairs[0])
	if !ok || len(pair) != 2 || !py.IsCallable(pair[1]) {
		return nil, py.TypeErrorf("Each entry in 'pred_fn_pairs' must be a 2-tuple. Received %s.", py.ReprOf(pairs[0]))
	}
	if len(pairs) == 1 && fallback == py.None {
		return py.Call(c.T, pair[1], nil, nil)
	}
	rest := py.NewBuiltin(
		"rest()",
		func(*py.Thread, []py.Value) (py.Value, error) { return caseGraph(c, pairs[1:], fallback) },
	)
	return condGraph(c, pair[0], pair[1], rest)
}

// switchGraph chooses by a number: an index out of range takes the last function.
func switchGraph(c *bind.Call, index py.Value, fns []py.Value) (py.Value, error) {
	if len(fns) == 1 {
		return py.Call(c.T, fns[0], nil, nil)
	}
	at := py.Value(int64(0))
	for i := range fns[:len(fns)-1] {
		pred, err := py.Binary(c.T, "==", index, int64(i))
		if err != nil {
			return nil, err
		}
		if i == 0 {
			at = pred
		}
	}
	return switchFrom(c, index, at, fns, 0)
}

func switchFrom(c *bind.Call, index, pred py.Value, fns []py.Value, i int) (py.Value, error) {
	take := func(*py.Thread, []py.Value) (py.Value, error) {
		v, err := py.Call(c.T, fns[i], nil, nil)
		if err != nil {
			return nil, err
		}
		return bind.Chosen(c.T, v, index)
	}
	if i == len(fns)-1 {
		return take(nil, nil)
	}
	if i > 0 {
		p, err := py.Binary(c.T, "==", index, int64(i))
		if err != nil {
			return nil, err
		}
		pred = p
	}
	rest := py.NewBuiltin("rest()", func(*py.Thread, []py.Value) (py.Value, error) {
		return switchFrom(c, index, nil, fns, i+1)
	})
	return condGraph(c, pred, py.NewBuiltin("branch()", take), rest)
}

// whileGraph is tf.while_loop.
func whileGraph(c *bind.Call, state []py.Value) (py.Value, error) {
	l, err := py.TracerOf(c.T).Loop(c.T)
	if err != nil {
		return nil, err
	}
	shaped := l.(interface {
		Limit(int)
		Relax([]tensor.PartialShape)
	})
	if c.Given(7) {
		n, err := c.Int(7)
		if err != nil {
			return nil, err
		}
		shaped.Limit(max(n, 1))
	}
	if c.Given(3) {
		shapes, err := shapesOf(c.T, c.Args[3])
		if err != nil {
			return nil, err
		}
		shaped.Relax(shapes)
	}
	inner := make([]py.Value, len(state))
	for i, v := range state {
		if v, err = readVariable(c.T, v); err != nil {
			return nil, err
		}
		x, ok, err := l.Var("loop_var_"+table.Itoa(i), v)
		if err != nil {
			return nil, err
		}
		if inner[i] = x; !ok {
			inner[i] = v
		}
	}
	if err := l.Test(func() (py.Value, error) { return py.Call(c.T, c.Args[0], inner, nil) }); err != nil {
		return nil, err
	}
	if err := l.Body(func() error {
		z, err := py.Call(c.T, c.Args[1], inner, nil)
		if err != nil {
			return err
		}
		next, isSeq := values.ListItems(z)
		if !isSeq || len(state) == 1 && bind.Components(z) != nil {
			next = []py.Value{z}
		}
		if len(next) != len(state) {
			return py.ValueErrorf("body must return as many values as loop_vars: %d against %d", len(next), len(state))
		}
		for i, v := range next {
			if py.Is(v, inner[i]) {
				continue
			}
			if err := l.Next("loop_var_"+table.Itoa(i), v); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	vals, err := l.Done()
	if err != nil {
		return nil, err
	}
	out := make([]py.Value, len(state))
	for i := range out {
		var ok bool
		if out[i], ok = vals["loop_var_"+table.Itoa(i)]; !ok {
			out[i] = state[i]
		}
	}
	if _, isList := c.Args[2].(*py.List); isList { // the structure of loop_vars, whatever the body's is
		return &py.List{Items: out}, nil
	}
	return py.NewTuple(out...), nil
}

// shapesOf reads the leaves of shape_invariants.
func shapesOf(t *py.Thread, v py.Value) ([]tensor.PartialShape, error) {
	leaves, err := nest.FlattenNest(v)
	if err != nil {
		return nil, err
	}
	var out []tensor.PartialShape
	for _, l := range leaves {
		if s, ok := l.(*bind.Spec); ok {
			out = append(out, s.Shape)
			continue
		}
		p, err := bind.ToShape(t, l)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// rowsOf prepares the walk over the elements of a nest: how many, and the nest of the rows of one number.
func rowsOf(c *bind.Call, elems py.Value) (n op.Value, at func(i py.Value) (py.Value, error), err error) {
	leaves, err := nest.FlattenNest(elems)
	if err != nil {
		return nil, nil, err
	}
	if len(leaves) == 0 {
		return nil, nil, py.ValueErrorf(
			"elems must be a Tensor or (possibly nested) sequence of Tensors. Got %s, which does "+
				"not contain any Tensors.",
			py.StrOf(elems),
		)
	}
	for i, l := range leaves {
		if bind.Components(l) == nil || bind.IsVariable(l) {
			if leaves[i], err = c.ConvertValue(l, tensor.Invalid); err != nil {
				return nil, nil, err
			}
		}
	}
	first := leaves[0]
	b := bind.BuilderOf(c.T)
	switch x := first.(type) {
	case *bind.SymRagged:
		n = firstDim(b, b.One(op.Sub, b.Shape(x.Splits[0]), tensor.Ints32(1)))
	case *ragged.Ragged:
		n = tensor.Scalar(int32(x.Part.NRows()))
	case *sparse.Sparse, *bind.SymSparse:
		return nil, nil, py.TypeErrorf("sparse tensors cannot be walked over in a traced function").WithHint(
			"tf.RaggedTensor.from_sparse or tf.sparse.to_dense first.")
	case op.Value:
		if p := op.StaticShape(x); !p.UnknownRank && len(p.Dims) == 0 {
			return nil, nil, py.ValueErrorf("Elements in elems must be 1+ dimensional Tensors, not scalars")
		}
		n = firstDim(b, b.Shape(x))
	}
	return n, func(i py.Value) (py.Value, error) {
		rows := make([]py.Value, len(leaves))
		for k, l := range leaves {
			r, err := item(c.T, l, i)
			if err != nil {
				return nil, err
			}
			rows[k] = r
		}
		if !nest.IsNested(elems) {
			return rows[0], nil
		}
		return nest.PackNest(elems, &rows), nil
	}, b.Err
}

// firstDim is the first of a vector of dimensions.
func firstDim(b *op.B, shape op.Value) op.Value {
	return b.With(op.StridedSlice, op.Attrs{{Name: "shrink_axis_mask", Value: 1}}, shape, tensor.Ints32(0),
		tensor.Ints32(1), tensor.Ints32(1))
}

// gathered is what the rounds of a scan give: a value with holes, its tensors, and how they are stacked.
type gathered struct {
	form py.Value
	vals []op.Value
	sig  py.Value // what the results are said to be; py.None for nothing

	elems []py.Value // where nothing is said: results are like the elements, leaf by leaf
}

// raggedRank is the ragged rank of a stacked result: of hole k of the form, 0 for a dense one.
func (g *gathered) raggedRank(k int, h *bind.Hole) int {
	if h.N > 1 {
		return h.N
	}
	if leaves, err := nest.FlattenNest(g.sig); err == nil && k < len(leaves) {
		if s, ok := leaves[k].(*values.RaggedSpec); ok {
			return s.Rank + 1
		}
	}
	if g.sig == py.None && k < len(g.elems) && py.TypeOf(g.elems[k]) == bind.RaggedClass {
		if p := op.StaticShape(g.vals[h.At]); p.UnknownRank || len(p.Dims) > 0 {
			return len(bind.Components(g.elems[k])) - 1
		}
	}
	return 0
}

func gatherResults(t *py.Thread, v py.Value) (*gathered, error) {
	g := &gathered{sig: py.None}
	var bad error
	g.form = bind.SwapLeaves(v, func(l py.Value) py.Value {
		l, err := readVariable(t, l)
		if err != nil {
			bad = err
			return l
		}
		parts := bind.Components(l)
		if parts == nil {
			x, err := inputOf(t, l, tensor.Invalid)
			if err != nil {
				bad = err
				return l
			}
			l, parts = x, []op.Value{x}
		}
		h := &bind.Hole{At: len(g.vals), N: len(parts), Like: likeOf(l)}
		g.vals = append(g.vals, parts...)
		return h
	})
	return g, bad
}

// holes lists the places of the tensors.
func (g *gathered) holes() []*bind.Hole {
	var out []*bind.Hole
	bind.SwapLeaves(g.form, func(l py.Value) py.Value {
		if h, ok := l.(*bind.Hole); ok {
			out = append(out, h)
		}
		return l
	})
	return out
}

// stack puts the results of rounds together: dense ones are packed, ragged ones get one more dimension.
func (g *gathered) stack(x *op.Exec, rounds [][]op.Value, n int) ([]op.Value, error) {
	var out []op.Value
	for k, h := range g.holes() {
		rank := g.raggedRank(k, h)
		if len(rounds) == 0 {
			for _, v := range g.vals[h.At : h.At+h.N] {
				s := graph.SpecOf(v)
				dims := []int{0}
				for _, d := range s.Shape.Dims {
					dims = append(dims, max(d, 0))
				}
				e, err := tensor.New(s.Type, dims)
				if err != nil {
					return nil, err
				}
				out = append(out, e)
			}
			for range rank - h.N + 1 {
				out = append(out, tensor.Vector([]int64{0}))
			}
			continue
		}
		column := make([]py.Value, len(rounds))
		for i, r := range rounds {
			v, err := bind.Rebuild(h.Like, r[h.At:h.At+h.N])
			if err != nil {
				return nil, err
			}
			column[i] = v
		}
		err := bind.Under(x, func(t *py.Thread) (err error) {
			var z py.Value
			if rank > 0 {
				z, err = tfragged.StackRows(t, column)
			} else {
				z, err = public.Stack.Run(t, py.NewList(column...))
			}
			out = append(out, bind.Components(z)...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// stackedSpecs is what is known of the stacked results, and the form of the result with its holes.
func (g *gathered) stackedSpecs(n op.Value) (specs []graph.Spec, form py.Value) {
	rows := -1
	if t := op.Constant(n); t != nil {
		rows = int(t.Int(0))
	}
	k := -1
	form = bind.SwapLeaves(g.form, func(l py.Value) py.Value {
		h, ok := l.(*bind.Hole)
		if !ok {
			return l
		}
		k++
		at, rank := len(specs), g.raggedRank(k, h)
		if rank == 0 {
			s := graph.SpecOf(g.vals[h.At])
			if !s.Shape.UnknownRank {
				s.Shape = tensor.KnownShape(append([]int{rows}, s.Shape.Dims...))
			}
			specs = append(specs, s)
			return &bind.Hole{At: at, N: 1, Like: h.Like}
		}
		flat, splits := graph.SpecOf(g.vals[h.At]), tensor.Int64
		if !flat.Shape.UnknownRank {
			flat.Shape = tensor.KnownShape(append([]int{-1}, flat.Shape.Dims[1:]...))
		}
		if h.N > 1 {
			splits = g.vals[h.At+1].DType()
		}
		specs = append(specs, flat)
		for range rank {
			specs = append(specs, graph.Spec{Type: splits, Shape: tensor.KnownShape([]int{-1})})
		}
		shape := graph.SpecOf(g.vals[h.At]).Shape // of a row that is dense
		if r, ok := h.Like.(*bind.SymRagged); ok {
			shape = r.Shape
		}
		if !shape.UnknownRank {
			shape = tensor.KnownShape(append([]int{rows}, shape.Dims...))
			for i := range min(rank, len(shape.Dims)-1) {
				shape.Dims[i+1] = -1
			}
		}
		return &bind.Hole{At: at, N: rank + 1, Like: &bind.SymRagged{Shape: shape, Splits: make([]op.Value, rank)}}
	})
	return specs, form
}

// mapGraph is tf.map_fn.
func mapGraph(c *bind.Call, sig py.Value) (py.Value, error) {
	n, at, err := rowsOf(c, c.Args[1])
	if err != nil {
		return nil, err
	}
	rec := bind.Recorded(c.T)
	s := graph.NewScan(rec.Graph, "map_body")
	var g *gathered
	err = rec.Within(c.T, s.Body, func() error {
		x, err := at(s.Index)
		if err != nil {
			return err
		}
		z, err := py.Call(c.T, c.Args[0], []py.Value{x}, nil)
		if err == nil && sig != nil && sig != py.None {
			err = bind.SameStructure(sig, z, true)
			z = bind.Ordered(z, sig)
		}
		if err != nil {
			return err
		}
		g, err = gatherResults(c.T, z)
		return err
	})
	if err != nil {
		return nil, err
	}
	if sig != nil {
		g.sig = sig
	}
	if sig == py.None {
		if g.elems, err = nest.FlattenNest(c.Args[1]); err != nil {
			return nil, err
		}
	}
	s.Collect = g.vals
	s.Stack = func(x *op.Exec, rounds [][]op.Value) ([]op.Value, error) { return g.stack(x, rounds, len(rounds)) }
	specs, form := g.stackedSpecs(n)
	outs, err := graph.AddScan(bind.ExecOf(c.T), "map", n, nil, s, specs)
	if err != nil {
		return nil, err
	}
	return bind.Fill(form, outs)
}

// foldGraph is tf.foldl, foldr and scan.
func foldGraph(c *bind.Call, backwards, each bool) (py.Value, error) {
	n, at, err := rowsOf(c, c.Args[1])
	if err != nil {
		return nil, err
	}
	rec := bind.Recorded(c.T)
	start := c.Args[2]
	skip := start == py.None // the first element is the start
	b := bind.BuilderOf(c.T)
	rounds := n
	if skip {
		first := py.Value(int64(0))
		if backwards {
			first = b.One(op.Sub, n, tensor.Scalar(int32(1)))
		}
		if start, err = at(first); err != nil {
			return nil, err
		}
		rounds = b.One(op.Sub, n, tensor.Scalar(int32(1)))
		if b.Err != nil {
			return nil, b.Err
		}
	}
	init, err := gatherResults(c.T, start)
	if err != nil {
		return nil, err
	}
	s := graph.NewScan(rec.Graph, "fold_body")
	s.Backwards = backwards
	var inner []op.Value
	for _, v := range init.vals {
		inner = append(inner, s.Var(graph.SpecOf(v)))
	}
	var next *gathered
	err = rec.Within(c.T, s.Body, func() error {
		i := op.Value(s.Index)
		if skip && !backwards {
			i = bind.BuilderOf(c.T).One(op.AddV2, i, tensor.Scalar(int32(1)))
		}
		x, err := at(i)
		if err != nil {
			return err
		}
		acc, err := bind.Fill(init.form, inner)
		if err != nil {
			return err
		}
		z, err := py.Call(c.T, c.Args[0], []py.Value{acc, x}, nil)
		if err == nil {
			err = bind.SameStructure(start, z, true)
		}
		if err != nil {
			return err
		}
		next, err = gatherResults(c.T, bind.Ordered(z, start))
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(next.vals) != len(init.vals) {
		return nil, py.ValueErrorf(
			"the function gives %d tensors where the initializer has %d",
			len(next.vals),
			len(init.vals),
		)
	}
	s.Next = next.vals
	var specs []graph.Spec
	form := init.form
	if each {
		s.Collect = next.vals
		s.Stack = func(x *op.Exec, rounds [][]op.Value) ([]op.Value, error) { return next.stack(x, rounds, len(rounds)) }
		specs, form = next.stackedSpecs(rounds)
	}
	outs, err := graph.AddScan(bind.ExecOf(c.T), "scan", rounds, init.vals, s, specs)
	if err != nil {
		return nil, err
	}
	if !each {
		return bind.Fill(form, outs[:len(init.vals)])
	}
	z, err := bind.Fill(form, outs[len(init.vals):])
	if err != nil || !skip {
		return z, err
	}
	return withFirst(c, start, z, backwards)
}

// withFirst puts the start of a scan without an initializer before its other states.
func withFirst(c *bind.Call, start, rest py.Value, backwards bool) (py.Value, error) {
	a, err := nest.FlattenNest(start)
	if err != nil {
		return nil, err
	}
	z, err := nest.FlattenNest(rest)
	if err != nil {
		return nil, err
	}
	out := make([]py.Value, len(a))
	for i := range a {
		row, err := public.ExpandDims.Run(c.T, a[i], int64(0))
		if err != nil {
			return nil, err
		}
		parts := py.NewList(row, z[i])
		if backwards {
			parts = py.NewList(z[i], row)
		}
		if out[i], err = public.Concat.Run(c.T, parts, int64(0)); err != nil {
			return nil, err
		}
	}
	return nest.PackNest(start, &out), nil
}
