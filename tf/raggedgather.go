package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// gatherRule takes rows and parts of rows of ragged tensors. Every index is checked against
// its own row; TensorFlow reads the neighbour's values instead.
func gatherRule(c *call) (value, bool, error) {
	_, p := c.Args[0].(*ragged.Ragged)
	_, i := c.Args[1].(*ragged.Ragged)
	if !p && !i {
		return nil, false, nil
	}
	v, err := gatherRagged(c)
	return v, true, err
}

func gatherRagged(c *call) (value, error) {
	vs, err := matchSplits(c, c.Args[:2])
	if err != nil {
		return nil, err
	}
	params, indices := vs[0], vs[1]
	if !indices.DType().IsInteger() {
		return nil, bind.CheckAttr(c.T, "RaggedGather", "Tindices", indices.DType(), true)
	}
	pr, ir := ragged.NDims(params), ragged.NDims(indices)
	batch, err := c.Int(4)
	if err != nil {
		return nil, err
	}
	if batch != ir {
		if batch, err = positive(batch, ir, "batch_dims"); err != nil {
			return nil, err
		}
	}
	if batch >= pr {
		return nil, py.ValueErrorf("batch_dims must be less than rank(params)")
	}
	axis := batch
	if c.Given(3) {
		if axis, err = c.Int(3); err != nil {
			return nil, err
		}
	}
	if axis, err = positive(axis, pr, "axis"); err != nil {
		return nil, err
	}
	if axis < batch {
		return nil, py.ValueErrorf("axis must be greater than or equal to batch_dims")
	}
	g := &gatherer{chain(c)}
	return g.result(g.gather(params, indices, axis, batch))
}

type gatherer struct{ *calc }

func (g *gatherer) gather(params, indices ragged.Value, axis, batch int) ragged.Value {
	if g.err != nil {
		return nil
	}
	p, pok := params.(*ragged.Ragged)
	x, iok := indices.(*ragged.Ragged)
	switch {
	case !pok && !iok:
		z := g.op("tf.gather", params, indices, py.None, int64(axis), int64(batch))
		if g.err != nil {
			return nil
		}
		return z.(ragged.Value)
	case batch > 0:
		return g.batched(params, indices, axis, batch)
	case axis > 1:
		if !pok {
			p = g.ragged(params, x.Part.DType)
			if g.err != nil {
				return nil
			}
		}
		return &ragged.Ragged{Part: p.Part, Values: g.gather(p.Values, indices, axis-1, 0)}
	case axis == 1:
		return g.columns(params, indices)
	}
	n := int64(ragged.Rows(params))
	at := int64s(flatOf(indices))
	for i, k := range at {
		if k < 0 || k >= n {
			g.fail(bind.ErrorWith(g.T, bind.InvalidArgumentError, "RaggedGather", true, "indices[%s] = %d is not in [0, %d)", g.place(indices, i), k, n))
			return nil
		}
	}
	return placed(indices, g.rows(params, at), ragged.SplitsType(params, indices))
}

// place names element i of the indices: its coordinates when they are dense.
func (g *gatherer) place(v ragged.Value, i int) string {
	t, ok := v.(*tensor.Tensor)
	if !ok || t.Rank() < 2 {
		return itoa(i)
	}
	at := make([]int, t.Rank())
	for d := t.Rank() - 1; d >= 0; d-- {
		at[d], i = i%t.Shape()[d], i/t.Shape()[d]
	}
	return commas(at)
}

func (g *gatherer) ragged(v ragged.Value, d tensor.DType) *ragged.Ragged {
	return step(g.calc, func() (*ragged.Ragged, error) {
		if r, ok := v.(*ragged.Ragged); ok {
			return r, nil
		}
		return ragged.FromDense(v.(*tensor.Tensor), 1, d)
	})
}

// placed puts rows in the places of the elements of a value.
func placed(like, rows ragged.Value, d tensor.DType) ragged.Value {
	if rows == nil {
		return nil
	}
	var parts []*ragged.Partition
	dims := shapeOf(like)
	if len(dims) == 0 { // one row, itself
		switch x := rows.(type) {
		case *ragged.Ragged:
			return x.Values
		case *tensor.Tensor:
			return x.WithShape(x.Shape()[1:])
		}
	}
	n := dims[0]
	if r, ok := like.(*ragged.Ragged); ok {
		parts = r.Parts()
		dims = r.Flat().Shape()
		n = dims[0]
	}
	x, dense := rows.(*tensor.Tensor)
	if dense {
		if len(parts) == 0 || len(dims) > 1 {
			x = x.WithShape(append(append([]int(nil), dims...), x.Shape()[1:]...))
		}
		return ragged.Build(x, parts)
	}
	for _, k := range dims[1:] {
		parts = append(parts[:len(parts):len(parts)], ragged.UniformRows(k, n, d))
		n *= k
	}
	v := rows
	for i := len(parts) - 1; i >= 0; i-- {
		v = &ragged.Ragged{Part: parts[i], Values: v}
	}
	return v
}

// columns takes the same indices of every row.
func (g *gatherer) columns(params, indices ragged.Value) ragged.Value {
	d := ragged.SplitsType(params, indices)
	p := g.ragged(params, d)
	if g.err != nil {
		return nil
	}
	idx := int64s(flatOf(indices))
	n := p.Part.NRows()
	at := make([]int64, 0, n*len(idx))
	for row := range n {
		for _, k := range idx {
			if !g.inRow(p.Part, row, k) {
				return nil
			}
			at = append(at, p.Part.Splits[row]+k)
		}
	}
	rows := g.rows(p.Values, at)
	if g.err != nil {
		return nil
	}
	// The structure of the indices once for each row.
	copies := make([]ragged.Value, n)
	for i := range copies {
		copies[i] = indices
	}
	if n == 0 {
		return &ragged.Ragged{Part: ragged.UniformRows(ragged.Rows(indices), 0, d), Values: rows}
	}
	if t, ok := indices.(*tensor.Tensor); ok {
		like, _ := tensor.New(tensor.Bool, append([]int{n}, t.Shape()...))
		return placed(like, rows, d)
	}
	all := step(g.calc, func() (ragged.Value, error) { return ragged.Concat(g.T.Ctx, copies) })
	in := placed(all, rows, d)
	return &ragged.Ragged{Part: ragged.UniformRows(ragged.Rows(indices), n, d), Values: in}
}

// inRow checks an index against the length of its row.
func (g *gatherer) inRow(p *ragged.Partition, row int, k int64) bool {
	if n := int64(p.Len(row)); k < 0 || k >= n {
		g.fail(bind.ErrorWith(g.T, bind.InvalidArgumentError, "RaggedGather", true, "index %d is not in [0, %d), the values of row %d", k, n, row).
			WithHint("TensorFlow would read a value of another row here. x.at(%d, default=...) fills in for rows that are too short.", k))
		return false
	}
	return true
}

// batched takes indices row by row: row i of the indices from row i of the params.
func (g *gatherer) batched(params, indices ragged.Value, axis, batch int) ragged.Value {
	d := ragged.SplitsType(params, indices)
	p, x := params, indices
	if t, ok := x.(*tensor.Tensor); ok && t.Rank() == 1 && batch == 1 { // one index a row
		z := g.batched(p, t.WithShape([]int{t.Len(), 1}), axis, 1)
		if g.err != nil {
			return nil
		}
		v := g.op("tf.squeeze", z, py.NewList(int64(1)))
		if g.err != nil {
			return nil
		}
		return v.(ragged.Value)
	}
	pr, xr := g.ragged(p, d), g.ragged(x, d)
	if g.err != nil {
		return nil
	}
	if pr.Part.NRows() != xr.Part.NRows() {
		g.fail(py.ValueErrorf("batch shape from indices (%d,) does not match params shape %s", xr.Part.NRows(), tensor.KnownShape(shapeOf(params))))
		return nil
	}
	if batch > 1 {
		if err := sameSplits(pr, xr, "batch dimensions of params and indices must match"); err != nil {
			g.fail(err)
			return nil
		}
		return &ragged.Ragged{Part: pr.Part, Values: g.gather(pr.Values, xr.Values, axis-1, batch-1)}
	}
	if axis > 1 { // the indices of a row for each of its values
		rows := g.rows(xr, pr.Part.ValueRowIDs())
		if g.err != nil {
			return nil
		}
		return &ragged.Ragged{Part: pr.Part, Values: g.batched(pr.Values, rows, axis-1, 1)}
	}
	flat := int64s(flatOf(x))
	own := ownerRows(x)
	at := make([]int64, len(flat))
	for i, k := range flat {
		row := int(own[i])
		if !g.inRow(pr.Part, row, k) {
			return nil
		}
		at[i] = pr.Part.Splits[row] + k
	}
	return placed(x, g.rows(pr.Values, at), d)
}

// ownerRows is the outermost row of every flat element of a value.
func ownerRows(v ragged.Value) []int64 {
	flat := flatOf(v)
	out := make([]int64, flat.Len())
	if flat.Len() == 0 {
		return out
	}
	unit := flat.Len() / flat.Shape()[0]
	for i := range out {
		out[i] = int64(i / unit)
	}
	if r, ok := v.(*ragged.Ragged); ok {
		parts := r.Parts()
		for level := len(parts) - 1; level >= 0; level-- {
			ids := parts[level].ValueRowIDs()
			for i := range out {
				out[i] = ids[out[i]]
			}
		}
	}
	return out
}

// gatherNDRule addresses values of ragged tensors by tuples.
func gatherNDRule(c *call) (value, bool, error) {
	_, p := c.Args[0].(*ragged.Ragged)
	_, i := c.Args[1].(*ragged.Ragged)
	if !p && !i {
		return nil, false, nil
	}
	vs, err := matchSplits(c, c.Args[:2])
	if err != nil {
		return nil, true, err
	}
	if n, ok := c.Args[2].(int64); ok && n == 1 {
		v, err := gatherNDBatched(c, vs[0], vs[1])
		return v, true, err
	} else if !ok || n != 0 {
		return nil, true, py.ValueErrorf("batch_dims != 0 is not supported for ragged gather yet.").WithHint("tfs takes batch_dims=1 as well.")
	}
	if s := py.StrOf(c.Args[4]); s != "" && s != "DEFAULT" {
		return nil, true, py.ValueErrorf("non-default bad_indices_policy not supported for ragged gather")
	}
	g := &gatherer{chain(c)}
	v := g.nd(vs[0], vs[1])
	return v, true, g.err
}

func (g *gatherer) nd(params, indices ragged.Value) ragged.Value {
	nd := ragged.NDims(indices)
	if nd == 0 {
		g.fail(py.ValueErrorf("indices.rank must be at least 1."))
		return nil
	}
	x, iok := indices.(*ragged.Ragged)
	if iok && nd == x.Rank()+1 {
		g.fail(py.ValueErrorf("The innermost dimension of indices may not be ragged"))
		return nil
	}
	flat := flatOf(indices)
	shape := flat.Shape()
	size := shape[len(shape)-1]
	p, ok := params.(*ragged.Ragged)
	if !ok {
		z := g.dense("tf.gather_nd", params, flat)
		if g.err != nil {
			return nil
		}
		return x.WithFlat(z)
	}
	if size == 0 {
		g.fail(py.ValueErrorf("gather_nd: indices must have at least one number a tuple for ragged params"))
		return nil
	}
	if size > ragged.NDims(p) {
		g.fail(g.Errorf("index innermost dimension length must be <= params rank; saw: %d vs. %d", size, ragged.NDims(p)))
		return nil
	}
	n := 1
	for _, d := range shape[:len(shape)-1] {
		n *= d
	}
	rows := g.tuples(p, flat.WithShape([]int{n, size}))
	if g.err != nil {
		return nil
	}
	like, _ := tensor.New(tensor.Bool, shape[:len(shape)-1])
	d := p.Part.DType
	if len(shape) == 1 { // one tuple: what it addresses; TensorFlow keeps the row of one number a row
		if size == 1 {
			return rows
		}
		return dropFirst(rows)
	}
	if iok {
		return placed(x.WithFlat(like), rows, d)
	}
	return placed(like, rows, d)
}

// dropFirst is the only row of a value.
func dropFirst(v ragged.Value) ragged.Value {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.Row(0)
	}
	return v.(*tensor.Tensor).Row(0)
}

// tuples takes what each index tuple addresses.
func (g *gatherer) tuples(p *ragged.Ragged, idx *tensor.Tensor) ragged.Value {
	n, size := idx.Shape()[0], idx.Shape()[1]
	at := make([]int64, n)
	for i := range n {
		at[i] = idx.Int(i * size)
		if rows := int64(p.Part.NRows()); at[i] < 0 || at[i] >= rows {
			g.fail(bind.ErrorWith(g.T, bind.InvalidArgumentError, "RaggedGather", true, "indices[%d] = %d is not in [0, %d)", i, at[i], rows))
			return nil
		}
	}
	var v ragged.Value = p
	for level := 1; level < size; level++ {
		r, ok := v.(*ragged.Ragged)
		if !ok {
			break
		}
		for i := range n {
			k := idx.Int(i*size + level)
			if !g.inRow(r.Part, int(at[i]), k) {
				return nil
			}
			at[i] = r.Part.Splits[at[i]] + k
		}
		v = r.Values
	}
	levels := min(size-1, p.Rank())
	if levels == size-1 {
		return g.rows(v, at)
	}
	rest := make([]int64, 0, n*(size-levels))
	for i := range n {
		rest = append(rest, at[i])
		for k := levels + 1; k < size; k++ {
			rest = append(rest, idx.Int(i*size+k))
		}
	}
	return g.dense("tf.gather_nd", v, tensor.FromSlice([]int{n, size - levels}, rest))
}

// gatherNDBatched takes the tuples of row i from row i.
func gatherNDBatched(c *call, params, indices ragged.Value) (value, error) {
	g := &gatherer{chain(c)}
	d := ragged.SplitsType(params, indices)
	p, x := g.ragged(params, d), g.ragged(indices, d)
	if g.err != nil {
		return nil, g.err
	}
	if p.Part.NRows() != x.Part.NRows() {
		return nil, py.ValueErrorf("batch shape from indices (%d,) does not match params shape %s", x.Part.NRows(), tensor.KnownShape(shapeOf(params)))
	}
	out := make([]value, p.Part.NRows())
	for i := range out {
		z, err := run(c.T, "tf.gather_nd", p.Row(i), x.Row(i))
		if err != nil {
			return nil, err
		}
		out[i] = z
	}
	return run(c.T, "tf.ragged.stack", py.NewList(out...))
}

// whereRule chooses between ragged tensors, or lists the coordinates where one is true.
func whereRule(c *call) (value, bool, error) {
	if _, ok := anyRagged(py.NewList(c.Args[0], c.Args[1], c.Args[2])); !ok {
		return nil, false, nil
	}
	if c.Given(1) != c.Given(2) {
		return nil, true, py.ValueErrorf("x and y must be either both None or both non-None")
	}
	if !c.Given(1) {
		v, err := whereCoordinates(c.Args[0].(*ragged.Ragged))
		return v, true, err
	}
	items := append([]value(nil), c.Args[:3]...)
	for i, j := range []int{1: 2, 2: 1} { // a Python number takes the type of the other side
		if i == 0 {
			continue
		}
		other, ok := items[j].(interface{ DType() tensor.DType })
		if _, isR := items[i].(*ragged.Ragged); !isR && ok && !isTensorValue(items[i]) {
			if x, err := bind.Convert(c.T, items[i], other.DType()); err == nil {
				items[i] = x
			}
		}
	}
	vs, err := matchSplits(c, items)
	if err != nil {
		return nil, true, err
	}
	if vs[1].DType() != vs[2].DType() {
		return nil, true, bind.ErrorWith(c.T, bind.InvalidArgumentError, "SelectV2", true, "cannot compute SelectV2 as input #2(zero-based) was expected to be a %s tensor but is a %s tensor", vs[1].DType().CName(), vs[2].DType().CName())
	}
	if d := vs[0].DType(); d != tensor.Bool {
		return nil, true, bind.ErrorWith(c.T, bind.InvalidArgumentError, "SelectV2", true, "cannot compute SelectV2 as input #0(zero-based) was expected to be a bool tensor but is a %s tensor", d.CName())
	}
	v, err := whereChoose(c, vs[0], vs[1], vs[2])
	return v, true, err
}

func whereChoose(c *call, cond, x, y ragged.Value) (value, error) {
	old := func(err error) error { // where broadcasts by the older rule, and says so in the older words
		if m, ok := err.(*ragged.MismatchError); ok {
			return py.NewExc(bind.InvalidArgumentError, m.Seed())
		}
		return err
	}
	spread := func(a, b ragged.Value) (ragged.Value, ragged.Value, error) {
		fa, fb, wrap, err := ragged.Broadcast(c.T.Ctx, a, b)
		if err != nil {
			return nil, nil, old(err)
		}
		return wrap(fa), wrap(fb), nil
	}
	x1, y1, err := spread(x, y)
	if err != nil {
		return nil, err
	}
	cond, x1, err = spread(cond, x1)
	if err != nil {
		return nil, err
	}
	_, y1, err = spread(cond, y1)
	if err != nil {
		return nil, err
	}
	z, err := run(c.T, "tf.where", flatOf(cond), flatOf(x1), flatOf(y1))
	if err != nil {
		return nil, err
	}
	if r, ok := cond.(*ragged.Ragged); ok {
		return r.WithFlat(z.(*tensor.Tensor)), nil
	}
	return z, nil
}

func whereCoordinates(r *ragged.Ragged) (value, error) {
	flat := r.Flat()
	marks := &ragged.Ragged{Part: r.Part, Values: r.Values}
	all := raggedToSparse(marks)
	rank := all.Rank()
	var idx []int64
	for i := range flat.Len() {
		hit := false
		switch {
		case flat.DType() == tensor.String:
			hit = flat.Str(i) != ""
		case flat.DType().IsFloating():
			hit = flat.Float(i) != 0
		case flat.DType().IsComplex():
			hit = flat.Complex(i) != 0
		default:
			hit = flat.Int(i) != 0
		}
		if hit {
			idx = append(idx, all.At(i)...)
		}
	}
	return tensor.FromSlice([]int{len(idx) / rank, rank}, idx), nil
}
