package np

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// foldOptions are the keyword arguments of reductions; nil and None stand for what is not given.
type foldOptions struct {
	axes    []int // nil folds all
	dtype   *dtype
	out     *array
	keep    bool
	initial value
	where   *array
	ddof    float64
	layout  layout
}

// foldArgs reads axis, dtype, out, keepdims, initial and where.
func foldArgs(t *thread, a *array, axis, dt, out, keep, initial, where value) (*foldOptions, error) {
	o := &foldOptions{initial: initial}
	var err error
	if o.axes, err = axesArg(t, axis, a.Rank()); err != nil {
		return nil, err
	}
	if axis == py.None || axis == nil {
		o.axes = make([]int, a.Rank())
		for i := range o.axes {
			o.axes[i] = i
		}
	}
	if o.dtype, err = dtypeArg(dt); err != nil {
		return nil, err
	}
	if out != nil && out != py.None {
		outs, err := outputs(out)
		if err != nil {
			return nil, err
		}
		o.out = outs[0]
	}
	if keep != nil && keep != py.None {
		if o.keep, err = py.Truth(t, keep); err != nil {
			return nil, err
		}
	}
	if initial == py.None {
		o.initial = nil
	}
	if where != nil && where != py.None && where != true {
		if o.where, err = asArray(t, where); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// scalarAxis is the axis of a fold: NumPy takes the first and the last one of what has none, too.
func scalarAxis(a *array, axis value) value {
	if k, ok := axis.(int64); ok && a.Rank() == 0 && (k == 0 || k == -1) {
		return py.None
	}
	return axis
}

// foldCall folds with the arguments axis, dtype, out, keepdims, initial and where after the array.
func foldCall(t *thread, name string, a *array, args []value) (value, error) {
	axis := args[1]
	if name != "mean" {
		axis = scalarAxis(a, axis)
	}
	if k := a.DType().Kind; (name == "all" || name == "any") && (k == 'U' || k == 'S') { // texts that are not empty
		c := &calc{t: t}
		empty := value("")
		if k == 'S' {
			empty = py.Bytes("")
		}
		if a = c.arr(c.u("not_equal", a, empty)); c.err != nil {
			return nil, c.err
		}
	}
	if k := a.DType().Kind; (name == "max" || name == "min") && (k == 'U' || k == 'S') {
		loop, d := map[string]string{"max": "maximum", "min": "minimum"}[name], a.DType().Repr()
		return nil, py.Raisef(noLoopError,
			"ufunc '%s' did not contain a loop with signature matching types (dtype(%s), dtype(%s)) -> None", loop, d, d)
	}
	o, err := foldArgs(t, a, axis, args[2], args[3], args[4], args[5], args[6])
	if err != nil {
		return nil, err
	}
	return fold(t, name, a, o)
}

func (o *foldOptions) reduced(rank int) []bool {
	red := make([]bool, rank)
	for _, k := range o.axes {
		red[k] = true
	}
	return red
}

// folded is the shape that is left.
//
//go:noinline
func (o *foldOptions) folded(shape []int) []int {
	red := o.reduced(len(shape))
	out := []int{}
	for i, d := range shape {
		if !red[i] {
			out = append(out, d)
		} else if o.keep {
			out = append(out, 1)
		}
	}
	return out
}

// count is how many elements go into each result.
func (o *foldOptions) count(shape []int) int {
	n := 1
	for _, k := range o.axes {
		n *= shape[k]
	}
	return n
}

// give casts the result, and stores it in out where that is given.
func (o *foldOptions) give(t *thread, name string, z *array) (value, error) {
	if o.out == nil {
		return scalarOf(z), nil
	}
	if !canCast(z.DType(), o.out.DType(), "same_kind") {
		return nil, py.Raisef(outputCastError,
			"Cannot cast ufunc '%s' output from dtype(%s) to dtype(%s) with casting rule 'same_kind'", name,
			z.DType().Repr(), o.out.DType().Repr())
	}
	if !tensor.SameShape(z.Shape(), o.out.Shape()) {
		return nil, py.ValueErrorf("output parameter for reduction operation %s has the "+
			"wrong number of dimensions: Found %d but expected %d", name, o.out.Rank(), z.Rank())
	}
	return o.out, assign(t, o.out, z)
}

// foldOps are the reductions: the ufunc they fold with, and the tensor operation.
var foldOps = map[string]struct {
	ufunc  string
	tensor tensor.Fold
}{
	"sum": {"add", tensor.FoldSum}, "prod": {"multiply", tensor.FoldProd}, "max": {"maximum", tensor.FoldMax},
	"min": {"minimum", tensor.FoldMin}, "all": {"logical_and", tensor.FoldAll}, "any": {"logical_or", tensor.FoldAny},
}

// viewBlock is how many bytes of a view that is no block of memory are folded at a time: a view may be far larger than
// what it looks at, as sliding windows are.
var viewBlock = 64 << 20

// foldBlocks is fold of a large view, some rows at a time.
func foldBlocks(t *thread, name string, a *array, o *foldOptions) (value, error) {
	n := a.Shape()[0]
	rows := max(viewBlock/max(a.Len()/n*a.DType().Size, 1), 1)
	var parts []*array
	for lo := 0; lo < n; lo += rows {
		v, err := fold(t, name, a.Slice(0, lo, 1, min(rows, n-lo)), o)
		if err != nil {
			return nil, err
		}
		z, err := asArray(t, v)
		if err != nil {
			return nil, err
		}
		parts = append(parts, z)
	}
	return concatenate(t, parts, 0, nil)
}

// fold is a.sum() and its like.
func fold(t *thread, name string, a *array, o *foldOptions) (value, error) {
	if a.Rank() > 1 && a.Len()*a.DType().Size > 2*viewBlock && a.DType().IsNumber() && !a.CContiguous() &&
		o.where == nil && o.initial == nil && o.out == nil && !slices.Contains(o.axes, 0) {
		return foldBlocks(t, name, a, o)
	}
	if a.DType().IsDate() {
		return foldDates(t, name, a, o)
	}
	switch name {
	case "mean", "std", "var":
		return moment(t, name, a, o)
	}
	u := ufuncs[foldOps[name].ufunc]
	if a.IsObject() {
		z, err := u.foldSlices(t, a, o)
		if err == nil && (name == "any" || name == "all") {
			z, err = truths(t, z)
		}
		if err != nil {
			return nil, err
		}
		return o.give(t, u.name, z)
	}
	if !a.DType().IsNumber() {
		if name == "max" || name == "min" {
			return u.textExtreme(t, a, o)
		}
		return nil, py.TypeErrorf("the resolved dtypes are not compatible with %s.reduce. "+
			"Resolved (dtype(%s), dtype(%s), dtype(%s))", u.name, a.DType().Repr(), a.DType().Repr(), a.DType().Repr())
	}
	d := a.DType().Num
	switch name {
	case "all", "any":
		d = tensor.Bool
	case "sum", "prod":
		d = sumType(d)
	}
	if o.dtype != nil && o.dtype.IsNumber() {
		d = o.dtype.Num
	}
	outer := o
	if name == "sum" || name == "prod" {
		a, o = o.along(a, d)
	}
	x, err := a.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	if x, err = castNumbers(t, x, d); err != nil {
		return nil, err
	}
	if o.where != nil {
		if x, err = blank(t, u, x, o); err != nil {
			return nil, err
		}
	}
	if (name == "max" || name == "min") && o.initial == nil && o.count(a.Shape()) == 0 &&
		!emptyResult(o.folded(a.Shape())) {
		return nil, py.ValueErrorf("zero-size array to reduction operation %s which has no identity", u.name)
	}
	z, err := foldTensor(t, name, x, o)
	if err != nil {
		return nil, err
	}
	if name == "sum" || name == "prod" {
		if err := foldFaults(t, "reduce", x, z); err != nil {
			return nil, err
		}
	}
	r := ndarray.Fresh(z, x)
	if o.initial != nil {
		v, err := u.call(t, []value{r, o.initial}, &callOptions{})
		if err != nil {
			return nil, err
		}
		if r, err = asArray(t, v); err != nil {
			return nil, err
		}
	}
	return outer.give(t, u.name, o.layout.back(r, outer))
}

func emptyResult(shape []int) bool {
	for _, d := range shape {
		if d == 0 {
			return true
		}
	}
	return false
}

func sumType(d tensor.DType) tensor.DType {
	switch {
	case d == tensor.Bool || d.Kind() == tensor.KindInt:
		return tensor.Int64
	case d.Kind() == tensor.KindUint:
		return tensor.Uint64
	}
	return d
}

// blank puts what changes nothing where a mask is false.
func blank(t *thread, u *ufunc, x *tensor.Tensor, o *foldOptions) (*tensor.Tensor, error) {
	v := u.identity
	if v == nil {
		if v = o.initial; v == nil {
			return nil, py.ValueErrorf("reduction operation '%s' does not have an identity, "+
				"so to use a where mask one has to specify 'initial'", u.name)
		}
	}
	shape, ok := ndarray.Broadcast(x.Shape(), o.where.Shape())
	if !ok || !tensor.SameShape(shape, x.Shape()) {
		return nil, py.ValueErrorf("non-broadcastable operand with shape %s doesn't match the broadcast shape %s",
			ndarray.Tight(x.Shape()), ndarray.Tight(o.where.Shape()))
	}
	m, err := o.where.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	if m, err = tensor.BroadcastTo(t.Ctx, m, shape); err != nil {
		return nil, err
	}
	one := make([]byte, x.DType().Size())
	if err := putNumber(t, x.DType(), one, v); err != nil {
		return nil, err
	}
	y, err := tensor.BroadcastTo(t.Ctx, tensor.FromBytes(x.DType(), nil, one), shape)
	if err != nil {
		return nil, err
	}
	return tensor.Where3(t.Ctx, m, x, y)
}

// foldTensor folds numbers; sums and products that round do it in NumPy's order (sums.go).
func foldTensor(t *thread, name string, x *tensor.Tensor, o *foldOptions) (*tensor.Tensor, error) {
	if d := x.DType(); (name == "sum" || name == "prod") && (d.IsFloating() || d.IsComplex()) {
		return foldInOrder(t, x, o, name == "prod")
	}
	if d := x.DType(); (name == "max" || name == "min") && (d.IsComplex() || d == tensor.Bool) ||
		(name == "prod" || name == "sum") && d == tensor.Bool {
		return foldBySlices(t, name, x, o)
	}
	z, err := tensor.Reduce(t.Ctx, foldOps[name].tensor, x, o.reduced(x.Rank()), o.keep)
	if err == nil && (name == "max" || name == "min") && x.DType().IsFloating() && hasNaN(x) {
		return foldBySlices(t, name, x, o)
	}
	return z, err
}

func foldBySlices(t *thread, name string, x *tensor.Tensor, o *foldOptions) (*tensor.Tensor, error) {
	z, err := ufuncs[foldOps[name].ufunc].foldSlices(t, bind.NewArray(x), o)
	if err != nil {
		return nil, err
	}
	return z.Tensor(t.Ctx)
}

// foldSlices folds any ufunc, one slice of the array after the other.
func (u *ufunc) foldSlices(t *thread, a *array, o *foldOptions) (*array, error) {
	perm, rest := []int{}, []int{}
	red := o.reduced(a.Rank())
	for i := range red {
		if red[i] {
			perm = append(perm, i)
		} else {
			rest = append(rest, i)
		}
	}
	n := o.count(a.Shape())
	moved := a.Permute(append(perm, rest...))
	lines, err := reshape(t, moved, append([]int{n}, moved.Shape()[len(perm):]...), 'C')
	if err != nil {
		return nil, err
	}
	var acc value = o.initial
	i := 0
	if acc == nil {
		if n == 0 {
			if u.identity == nil {
				return nil, py.ValueErrorf("zero-size array to reduction operation %s which has no identity", u.name)
			}
			return filled(t, o.folded(a.Shape()), a.DType(), u.identity, 'C')
		}
		acc, i = lines.Row(0), 1
	}
	for ; i < n; i++ {
		if acc, err = u.call(t, []value{acc, lines.Row(i)}, &callOptions{dtype: o.dtype}); err != nil {
			return nil, err
		}
	}
	if _, isArr := acc.(*array); !isArr && a.IsObject() {
		return ndarray.FromObjects(o.folded(a.Shape()), []value{acc}), nil
	}
	z, err := asArray(t, acc)
	if err != nil {
		return nil, err
	}
	if z, err = z.Copy(t.Ctx, 'C'); err != nil {
		return nil, err
	}
	return reshape(t, z, o.folded(a.Shape()), 'C')
}

// textExtreme is the greatest or least of strings.
func (u *ufunc) textExtreme(t *thread, a *array, o *foldOptions) (value, error) {
	obj, err := castTo(t, a, ndarray.Object)
	if err != nil {
		return nil, err
	}
	z, err := u.foldSlices(t, obj, o)
	if err != nil {
		return nil, err
	}
	if z, err = castTo(t, z, a.DType()); err != nil {
		return nil, err
	}
	return o.give(t, u.name, z)
}

// moment is the mean, variance or standard deviation.
func moment(t *thread, name string, a *array, o *foldOptions) (value, error) {
	outer, was := o, a.DType()
	a, o = o.along(a, was.Num)
	x, err := numbers(t, a)
	if err != nil {
		return nil, err
	}
	d := x.DType()
	half := name == "mean" && d == tensor.Float16 && o.dtype == nil
	switch {
	case o.dtype != nil && o.dtype.IsNumber():
		d = o.dtype.Num
	case half:
		d = tensor.Float32
	case !d.IsFloating() && !d.IsComplex():
		d = tensor.Float64
	}
	o.layout.cast = d != was.Num
	if x, err = castNumbers(t, x, d); err != nil {
		return nil, err
	}
	keep := *o
	keep.keep = o.keep || name != "mean"
	m, n, err := mean(t, x, &keep, 0)
	if err != nil {
		return nil, err
	}
	if err := momentFaults(t, name, x, m, outer, n); err != nil {
		return nil, err
	}
	if name != "mean" {
		dev, err := elementwise(t, "Sub", x, m)
		if err != nil {
			return nil, err
		}
		sq, err := squareOf(t, dev)
		if err != nil {
			return nil, err
		}
		if err := spreadFaults(t, x, dev, sq); err != nil {
			return nil, err
		}
		dev = sq
		o.layout.gaps, o.layout.cast = nil, false // an array of its own
		if m, _, err = mean(t, dev, o, o.ddof); err != nil {
			return nil, err
		}
		if name == "std" {
			if m, err = transform(t, "Sqrt", m); err != nil {
				return nil, err
			}
		}
	}
	if half {
		if m, err = castNumbers(t, m, tensor.Float16); err != nil {
			return nil, err
		}
	}
	return outer.give(t, "add", o.layout.back(ndarray.Fresh(m, x), outer))
}

// momentFaults says that there are no numbers, or too few, to make a mean or a spread of, and what summing
// them did. m is their mean and n how many there are for each result.
func momentFaults(t *thread, name string, x, m *tensor.Tensor, o *foldOptions, n float64) error {
	divide := "divide"
	if len(o.folded(x.Shape())) == 0 {
		divide = "scalar divide"
	}
	switch {
	case name == "mean" && n == 0:
		t.Warn(py.RuntimeWarningClass, "Mean of empty slice")
	case name != "mean" && n-o.ddof <= 0:
		t.Warn(py.RuntimeWarningClass, "Degrees of freedom <= 0 for slice")
		if n == 0 {
			if err := report(t, invalid, "divide"); err != nil {
				return err
			}
		}
	default:
		return foldFaults(t, "reduce", x, m)
	}
	return report(t, invalid, divide)
}

// spreadFaults tells what the differences from the mean and their squares did.
func spreadFaults(t *thread, x, dev, sq *tensor.Tensor) error {
	if finite(sq) || x.Len() == 0 {
		return nil
	}
	if err := foldFaults(t, "subtract", x, dev); err != nil {
		return err
	}
	name := "square"
	if x.DType().IsComplex() {
		name = "multiply"
	}
	return foldFaults(t, name, dev, sq)
}

// squareOf is the square of the magnitude.
func squareOf(t *thread, x *tensor.Tensor) (*tensor.Tensor, error) {
	if !x.DType().IsComplex() {
		return transform(t, "Square", x)
	}
	out := make([]float64, x.Len())
	for i := range out {
		c := x.Complex(i)
		out[i] = real(c)*real(c) + imag(c)*imag(c)
	}
	return tensor.Gradual(t.Ctx, tensor.FromSlice(x.Shape(), out), x.DType().Real())
}

// mean divides sums by how many elements went into them, less ddof.
func mean(t *thread, x *tensor.Tensor, o *foldOptions, ddof float64) (*tensor.Tensor, float64, error) {
	n := float64(o.count(x.Shape()))
	c := tensor.Scalar(math.Max(n-ddof, 0))
	if o.where != nil {
		var err error
		if x, err = blank(t, ufuncs["add"], x, o); err != nil {
			return nil, 0, err
		}
		if c, err = countWhere(t, x.Shape(), o); err != nil {
			return nil, 0, err
		}
		if c, err = tensor.Sub(t.Ctx, c, tensor.Scalar(ddof)); err != nil {
			return nil, 0, err
		}
	}
	s, err := foldTensor(t, "sum", x, o)
	if err != nil {
		return nil, 0, err
	}
	d := tensor.Float64 // a count is an integer: small floats are divided as float64
	if s.DType().IsComplex() {
		d = tensor.Complex128
	}
	pair := []*tensor.Tensor{s, c}
	for i := range pair {
		if pair[i], err = tensor.Gradual(t.Ctx, pair[i], d); err != nil {
			return nil, 0, err
		}
	}
	z, err := divide(t, pair)
	if err != nil {
		return nil, 0, err
	}
	m, err := tensor.Gradual(t.Ctx, z[0], x.DType())
	return m, n, err
}

// countWhere is how many elements go into each result of a reduction with a mask, as float64.
func countWhere(t *thread, shape []int, o *foldOptions) (*tensor.Tensor, error) {
	w, err := o.where.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	if w, err = tensor.BroadcastTo(t.Ctx, w, shape); err != nil {
		return nil, err
	}
	if w, err = tensor.Gradual(t.Ctx, w, tensor.Float64); err != nil {
		return nil, err
	}
	return foldTensor(t, "sum", w, o)
}

// argExtreme is argmax or argmin: the first nan wins.
func argExtreme(t *thread, a *array, least bool, axis value, keep bool) (value, error) {
	axis = scalarAxis(a, axis)
	if axis == py.None || axis == nil {
		flat, err := ravel(t, a, 'C')
		if err != nil {
			return nil, err
		}
		v, err := argAlong(t, flat, least, 0)
		if err != nil || !keep {
			return v, err
		}
		ones := make([]int, a.Rank())
		for i := range ones {
			ones[i] = 1
		}
		z, err := asArray(t, v)
		if err != nil {
			return nil, err
		}
		return reshape(t, z, ones, 'C')
	}
	k, err := axisArg(axis, a.Rank())
	if err != nil {
		return nil, err
	}
	v, err := argAlong(t, a, least, k)
	if err != nil || !keep {
		return v, err
	}
	z, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	return z.NewAxis(k), nil
}

func argAlong(t *thread, a *array, least bool, k int) (value, error) {
	name := "argmax"
	if least {
		name = "argmin"
	}
	if a.Shape()[k] == 0 {
		return nil, py.ValueErrorf("attempt to get %s of an empty sequence", name)
	}
	if a.DType().IsDate() { // NaT wins both ways
		return fromDates(t, "extreme", a, least, int64(k))
	}
	if !a.DType().IsNumber() {
		order, err := argsortArray(t, a, k)
		if err != nil {
			return nil, err
		}
		at := 0
		if !least { // the first of the greatest
			return firstGreatest(t, a, k)
		}
		return index(t, order, axisKey(order.Rank(), k, at))
	}
	x, err := a.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	if x.DType().IsComplex() {
		return argComplex(x, k, least)
	}
	if x.DType().IsFloating() && hasNaN(x) {
		if x, err = tensor.Gradual(t.Ctx, x, tensor.Float64); err != nil {
			return nil, err
		}
		v := append([]float64(nil), tensor.Slice[float64](x)...)
		big := math.Inf(1)
		for i, f := range v { // nan beyond everything, infinities just below
			if math.IsInf(f, 0) {
				v[i] = math.Copysign(math.MaxFloat64, f)
			}
			if f != f && least {
				v[i] = -big
			} else if f != f {
				v[i] = big
			}
		}
		x = tensor.FromSlice(x.Shape(), v)
	}
	z, err := tensor.ArgReduce(t.Ctx, x, k, least)
	return result(z, err)
}

// argComplex is argmax or argmin of complex numbers along axis k.
func argComplex(x *tensor.Tensor, k int, least bool) (value, error) {
	shape, name := x.Shape(), "Greater"
	if least {
		name = "Less"
	}
	n, inner := shape[k], 1
	for _, d := range shape[k+1:] {
		inner *= d
	}
	out := make([]int64, x.Len()/n)
	for o := range out {
		start := o/inner*n*inner + o%inner
		best := x.Complex(start)
		for i := 1; i < n && !halfNaN(best); i++ {
			if c := x.Complex(start + i*inner); halfNaN(c) || complexOrder(name, c, best) {
				best, out[o] = c, int64(i)
			}
		}
	}
	return result(tensor.FromSlice(append(append([]int{}, shape[:k]...), shape[k+1:]...), out), nil)
}

func axisKey(rank, k, at int) value {
	key := py.NewTuple()
	for i := range rank {
		if i == k {
			key.Items = append(key.Items, int64(at))
		} else {
			key.Items = append(key.Items, &py.Slice{Start: py.None, Stop: py.None, Step: py.None})
		}
	}
	return key
}

func firstGreatest(t *thread, a *array, k int) (value, error) {
	var best value
	at := 0
	if a.Rank() != 1 {
		return nil, py.TypeErrorf("argmax of strings along an axis: take one row at a time")
	}
	for i, p := range a.Places() {
		v := pyElement(a, p)
		if best != nil {
			more, err := py.Binary(t, ">", v, best)
			if err != nil {
				return nil, err
			}
			if ok, err := py.Truth(t, more); err != nil || !ok {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		best, at = v, i
	}
	return bind.NPScalar(tensor.Scalar(int64(at))), nil
}

// running is cumsum or cumprod along an axis, of all elements in a row without one.
func running(t *thread, a *array, axis value, product bool, dt value) (value, error) {
	var err error
	axis = scalarAxis(a, axis)
	k := 0
	if axis == py.None || axis == nil {
		if a, err = ravel(t, a, 'C'); err != nil {
			return nil, err
		}
	} else if k, err = axisArg(axis, a.Rank()); err != nil {
		return nil, err
	}
	if a.Rank() == 0 {
		a = a.NewAxis(0)
	}
	if a.DType().IsDate() && !product {
		return fromDates(t, "running", "add", a, int64(k))
	}
	if a.IsObject() && dt == py.None {
		return ufuncs[map[bool]string{true: "multiply", false: "add"}[product]].accumulate(t, a, int64(k))
	}
	x, err := numbers(t, a)
	if err != nil {
		return nil, err
	}
	d, err := numType(dt, sumType(x.DType()))
	if err != nil {
		return nil, err
	}
	if x, err = castNumbers(t, x, d); err != nil {
		return nil, err
	}
	z, err := tensor.CumGradual(t.Ctx, x, k, product)
	if err != nil {
		return nil, err
	}
	if err := foldFaults(t, "accumulate", x, z); err != nil {
		return nil, err
	}
	return ndarray.Fresh(z, x), nil
}
