package tf

import (
	"slices"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
	"github.com/tfs-lang/tfs/tf/bind"
)

// raggedReduce is the rule of reductions: None folds all flat values; an axis below the
// rows goes to the values, axis 1 folds each row, axis 0 the columns.
func raggedReduce(kernel string) bind.Rule {
	return func(c *call) (value, bool, error) {
		r, ok := c.Args[0].(*ragged.Ragged)
		if !ok {
			return nil, false, nil
		}
		keep := c.Given(2) && c.Args[2] != false
		f := &folder{calc: chain(c), keep: keep, name: kernel, whole: c.Args[1] == py.None}
		composed := kernel == "Mean" || kernel == "Variance" || kernel == "Std"
		if f.whole && !composed {
			v, err := reduceFlat(c, r, keep)
			return v, true, err
		}
		var axes []int
		single := false
		if !f.whole {
			var err error
			if axes, single, err = ragAxes(c, c.Args[1]); err != nil || len(axes) == 0 && !composed {
				return r, true, err
			}
		}
		v := f.reduce(r, axes, single)
		if len(c.Args) > 4 && c.Given(4) && f.err == nil {
			v = f.fillEmpty(r, v, axes)
		}
		return v, true, f.err
	}
}

func reduceFlat(c *call, r *ragged.Ragged, keep bool) (value, error) {
	args := append([]value{r.Flat()}, c.Args[1:]...)
	args[2] = keep
	v, err := c.Op.Kernel(&call{T: c.T, Op: c.Op, Args: args})
	if err != nil || !keep {
		return v, err
	}
	x := v.(*tensor.Tensor)
	return x.WithShape(keptDims(r)), nil
}

// keptDims is the shape of one number that keeps the dimensions: TensorFlow adds one for each
// below the rows to those the flat values keep.
func keptDims(r *ragged.Ragged) []int {
	shape := make([]int, ragged.NDims(r)+r.Flat().Rank()-1)
	for i := range shape {
		shape[i] = 1
	}
	return shape
}

// ragAxes reads an axis argument; single is false for a list.
func ragAxes(c *call, v value) (axes []int, single bool, err error) {
	t, err := bind.Convert(c.T, v, tensor.Invalid)
	if err != nil {
		return nil, false, err
	}
	if t.Len() > 0 && !t.DType().IsInteger() {
		return nil, false, py.TypeErrorf("axis must be an int; got %s", py.TypeOf(v).Name)
	}
	return t.Ints(), t.Rank() == 0, nil
}

// folder reduces a ragged value.
type folder struct {
	*calc
	keep bool
	name string
	sep  string // of Join
	// whole folds all values: no axis was given.
	whole bool
}

func (f *folder) reduce(v ragged.Value, axes []int, single bool) value {
	rank := ragged.NDims(v)
	at := make([]int, len(axes))
	for i, a := range axes {
		what := "axis"
		if !single && len(axes) > 1 {
			what = "axis[" + itoa(i) + "]"
		}
		p, err := positive(a, rank, what)
		if err != nil {
			f.fail(err)
			return nil
		}
		at[i] = p
	}
	slices.Sort(at)
	switch f.name {
	case "Mean":
		return f.mean(v, at)
	case "Variance", "Std":
		return f.variance(v, at)
	case "All", "Any":
		return f.truth(v, at)
	}
	return f.all(v, at, f.name)
}

// all folds the axes from the last to the first.
func (f *folder) all(v ragged.Value, axes []int, name string) ragged.Value {
	if r, ok := v.(*ragged.Ragged); ok && f.whole && f.err == nil {
		z := f.dense("tf.math.reduce_"+reducers[name], r.Flat(), py.None)
		if f.err == nil && f.keep {
			z = z.WithShape(keptDims(r))
		}
		return z
	}
	for i := len(axes) - 1; i >= 0 && f.err == nil; i-- {
		if _, dense := v.(*tensor.Tensor); dense {
			return f.denseAxes(v, axes[:i+1], name)
		}
		v = f.one(v, axes[i], name)
	}
	return v
}

func (f *folder) denseAxes(v ragged.Value, axes []int, name string) ragged.Value {
	list := py.NewList()
	for _, a := range axes {
		list.Items = append(list.Items, int64(a))
	}
	if name == "Join" {
		z := f.op("tf.strings.reduce_join", v, list, f.keep, f.sep)
		if f.err != nil {
			return nil
		}
		return z.(ragged.Value)
	}
	z := f.op("tf.math.reduce_"+reducers[name], v, list, f.keep)
	if f.err != nil {
		return nil
	}
	return z.(ragged.Value)
}

var reducers = map[string]string{"Sum": "sum", "Prod": "prod", "Max": "max", "Min": "min"}

// one folds one axis.
func (f *folder) one(v ragged.Value, axis int, name string) ragged.Value {
	if f.err != nil {
		return v
	}
	r, ok := v.(*ragged.Ragged)
	if !ok {
		z := f.denseAxes(v, []int{axis}, name)
		return z
	}
	switch axis {
	case 0:
		n := 0
		if r.Part.NRows() > 0 {
			n = r.Part.MaxLen()
		}
		return f.expand(f.segments(r.Values, r.Part.Offsets(), n, name), 0)
	case 1:
		if x, ok := r.Values.(*tensor.Tensor); ok {
			return f.expand(f.foldRows(x, r.Part, name), 1)
		}
		return f.expand(f.segments(r.Values, r.Part.ValueRowIDs(), r.Part.NRows(), name), 1)
	}
	in := f.one(r.Values, axis-1, name)
	return &ragged.Ragged{Part: r.Part, Values: in}
}

func (f *folder) expand(v ragged.Value, axis int) ragged.Value {
	if !f.keep || f.err != nil {
		return v
	}
	z := f.op("tf.expand_dims", v, int64(axis))
	if f.err != nil {
		return nil
	}
	return z.(ragged.Value)
}

func (f *folder) foldRows(x *tensor.Tensor, p *ragged.Partition, name string) ragged.Value {
	if name == "Join" {
		if x.Rank() > 1 {
			return f.segments(x, p.ValueRowIDs(), p.NRows(), name)
		}
		return step(f.calc, func() (ragged.Value, error) { return text.JoinRuns(f.T.Ctx, x, p.Splits, f.sep) })
	}
	if err := bind.CheckAttr(f.T, "UnsortedSegment"+name, "T", x.DType(), true); err != nil {
		f.fail(err)
		return nil
	}
	empty := f.empty(name, x.DType())
	return step(f.calc, func() (ragged.Value, error) { return tensor.FoldRows(f.T.Ctx, name, x, p.Splits, empty) })
}

// empty is what a row without values folds to: TensorFlow's UnsortedSegment kernels.
func (f *folder) empty(name string, d tensor.DType) *tensor.Tensor {
	switch {
	case name == "Sum":
		return f.cast(tensor.Scalar(int64(0)), d)
	case name == "Prod":
		return f.cast(tensor.Scalar(int64(1)), d)
	case d.IsInteger():
		lo, hi := d.IntRange()
		if name == "Min" {
			lo = hi
		}
		return f.cast(tensor.Scalar(lo), d)
	}
	lo, hi := d.FloatRange()
	if name == "Min" {
		lo = hi
	}
	return f.cast(tensor.Scalar(lo), d)
}

// segments folds the rows of a value whose ids agree.
func (f *folder) segments(v ragged.Value, ids []int64, n int, name string) ragged.Value {
	if f.err != nil {
		return v
	}
	if x, ok := v.(*tensor.Tensor); ok {
		if name == "Join" {
			return step(f.calc, func() (ragged.Value, error) { return text.JoinSegments(f.T.Ctx, x, ids, n, f.sep) })
		}
		if err := bind.CheckAttr(f.T, "UnsortedSegment"+name, "T", x.DType(), true); err != nil {
			f.fail(err)
			return nil
		}
		empty := f.empty(name, x.DType())
		return step(f.calc, func() (ragged.Value, error) {
			z, _, err := tensor.Segment(f.T.Ctx, name, x, ids, n, empty)
			return z, err
		})
	}
	r := v.(*ragged.Ragged)
	if f.fail(tensor.Room(n, 32, "the segments")); f.err != nil {
		return v
	}
	p, to := overlaid(r.Part, ids, n)
	return &ragged.Ragged{Part: p, Values: f.segments(r.Values, to, p.NVals(), name)}
}

// overlaid lays the rows of each segment onto each other: a row of the result is as long as
// the longest row it is made of, and to tells where each value falls, -1 for nowhere.
func overlaid(from *ragged.Partition, ids []int64, n int) (p *ragged.Partition, to []int64) {
	lengths := make([]int64, n)
	for i, id := range ids {
		if id >= 0 {
			lengths[id] = max(lengths[id], int64(from.Len(i)))
		}
	}
	p = ragged.Lengths(lengths, from.DType)
	to = make([]int64, from.NVals())
	for i, id := range ids {
		for k := from.Splits[i]; k < from.Splits[i+1]; k++ {
			if to[k] = -1; id >= 0 {
				to[k] = p.Splits[id] + k - from.Splits[i]
			}
		}
	}
	return p, to
}

// flatly applies a step to the dense values of a result.
func (f *folder) flatly(v ragged.Value, g func(x *tensor.Tensor) *tensor.Tensor) ragged.Value {
	if f.err != nil {
		return v
	}
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return g(v.(*tensor.Tensor))
	}
	z := g(r.Flat())
	if f.err != nil {
		return nil
	}
	return r.WithFlat(z)
}

func flatOf(v ragged.Value) *tensor.Tensor {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.Flat()
	}
	return v.(*tensor.Tensor)
}

// mean is the sum divided by the count: integers give floats, empty rows NaN.
func (f *folder) mean(v ragged.Value, axes []int) ragged.Value {
	if r, ok := v.(*ragged.Ragged); ok && len(axes) == 1 && axes[0] == r.Rank() {
		if z, ok := f.meanRows(r); ok {
			return z
		}
	}
	if f.err != nil {
		return nil
	}
	total := f.all(v, axes, "Sum")
	flat := flatOf(v)
	ones := f.dense("tf.ones_like", flat)
	if f.err != nil {
		return nil
	}
	counted := ragged.Value(ones)
	if r, ok := v.(*ragged.Ragged); ok {
		counted = r.WithFlat(ones)
	}
	count := f.all(counted, axes, "Sum")
	if f.err != nil {
		return nil
	}
	return f.flatly(total, func(x *tensor.Tensor) *tensor.Tensor { return f.dense("tf.math.truediv", x, flatOf(count)) })
}

// meanRows is the mean of the innermost rows in one pass.
func (f *folder) meanRows(r *ragged.Ragged) (ragged.Value, bool) {
	parts := r.Parts()
	in := parts[len(parts)-1]
	z, done, err := tensor.MeanRows(f.T.Ctx, r.Flat(), in.Splits)
	if !done {
		return nil, false
	}
	if err != nil {
		f.fail(err)
		return nil, true
	}
	if f.keep {
		z = z.WithShape([]int{z.Len(), 1})
	}
	return ragged.Build(z, parts[:len(parts)-1]), true
}

// variance is the mean of the squares less the square of the mean, at least 0.
func (f *folder) variance(v ragged.Value, axes []int) ragged.Value {
	if v.DType().IsComplex() {
		f.fail(py.ValueErrorf("reduce_variance is not supported for RaggedTensors with complex dtypes."))
		return nil
	}
	square := func(x *tensor.Tensor) *tensor.Tensor { return f.dense("tf.math.square", x) }
	squares := f.mean(f.flatly(v, square), axes)
	mean := f.mean(v, axes)
	if f.err != nil {
		return nil
	}
	return f.flatly(squares, func(x *tensor.Tensor) *tensor.Tensor {
		d := f.dense("tf.math.maximum", f.bin("Sub", x, square(flatOf(mean))), int64(0))
		if f.name == "Std" {
			d = f.un("Sqrt", d)
		}
		return d
	})
}

// truth folds all and any as the product and the sum of int32.
func (f *folder) truth(v ragged.Value, axes []int) ragged.Value {
	name := "Prod"
	if f.name == "Any" {
		name = "Sum"
	}
	ints := f.flatly(v, func(x *tensor.Tensor) *tensor.Tensor { return f.cast(x, tensor.Int32) })
	return f.flatly(f.all(ints, axes, name), func(x *tensor.Tensor) *tensor.Tensor { return f.cast(x, tensor.Bool) })
}

// fillEmpty puts the argument empty, which TensorFlow does not have, in the places of rows
// without values.
func (f *folder) fillEmpty(r *ragged.Ragged, v value, axes []int) value {
	rank := r.Rank()
	if len(axes) != 1 || axes[0] != rank && axes[0] != rank-ragged.NDims(r) {
		f.fail(py.ValueErrorf("%s: empty= fills in for empty rows of the innermost ragged dimension, axis=%d", f.Op.Name, rank))
		return nil
	}
	parts := r.Parts()
	p := parts[rank-1]
	flat := flatOf(v.(ragged.Value))
	shape := make([]int, flat.Rank())
	for i := range shape {
		shape[i] = 1
	}
	none := make([]bool, p.NRows())
	for i := range none {
		none[i] = p.Len(i) == 0
	}
	shape[0] = len(none)
	z := f.dense("tf.where", tensor.FromSlice(shape, none), f.as(f.Args[4], flat.DType()), flat)
	if f.err != nil {
		return nil
	}
	if out, ok := v.(*ragged.Ragged); ok {
		return out.WithFlat(z)
	}
	return z
}
