package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func reshape(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	st, err := c.Direct(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if _, ok := c.Args[1].(*tensor.Tensor); !ok && st.Rank() == 0 { // a plain number is a vector of one
		st = st.WithShape([]int{1})
	}
	if st.Len() == 0 && !st.DType().IsInteger() {
		if st, err = tensor.New(tensor.Int32, st.Shape()); err != nil {
			return nil, err
		}
	}
	return c.Do2(op.Reshape, x, st)
}

func expandDims(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	a, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	return c.Do2(op.ExpandDims, x, tensor.Scalar(int64(a)))
}

func squeeze(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	var at op.Attrs
	if c.Given(1) {
		axes, err := c.Ints(1)
		if err != nil {
			return nil, err
		}
		at = op.Attrs{{Name: "squeeze_dims", Value: axes}}
	}
	return c.Do(op.Squeeze, at, x)
}

func transpose(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	b := c.B()
	in := op.Value(x)
	if conj, _ := c.Bool(2); conj {
		in = b.Conj(in)
	}
	r := x.Rank()
	perm := make([]int, r)
	for i := range perm {
		perm[i] = r - 1 - i
	}
	if c.Given(1) {
		if perm, err = c.Ints(1); err != nil {
			return nil, err
		}
	}
	order, err := intVector(c, perm, tensor.Int64)
	if err != nil {
		return nil, err
	}
	return b.One(op.Transpose, in, order), b.Err
}

// tensors converts a list of values to tensors of one type.
func tensors(c *call, v value) ([]*tensor.Tensor, error) {
	if x, ok := bind.AsTensor(v); ok {
		if err := bind.Vast(x); err != nil {
			return nil, err
		}
	}
	items, err := py.ToSlice(c.T, v)
	if err != nil {
		return nil, err
	}
	want := tensor.Invalid
	for _, e := range items {
		if t, ok := bind.AsTensor(e); ok {
			want = t.DType()
			break
		}
	}
	out := make([]*tensor.Tensor, len(items))
	for i, e := range items {
		x, err := bind.Convert(c.T, e, tensor.Invalid)
		if !hasTensor(e) {
			x, err = bind.Convert(c.T, e, want)
		}
		if err != nil {
			return nil, err
		}
		if want == tensor.Invalid {
			want = x.DType()
		}
		if x.DType() != want {
			if !hasTensor(e) {
				return nil, py.TypeErrorf("Cannot convert %s to EagerTensor of dtype %s", py.ReprOf(e), want.CName())
			}
			return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, c.Op.Raw, true,
				"cannot compute %s as input #%d(zero-based) was expected to be a %s tensor but is a %s tensor",
				c.Op.Raw, i, out[0].DType().CName(), x.DType().CName())
		}
		out[i] = x
	}
	return out, nil
}

func concat(c *call) (value, error) {
	if !isList(c.Args[0]) {
		x, err := c.Tensor(0)
		if err != nil {
			return nil, err
		}
		if x.Rank() == 0 {
			return x, nil
		}
		if err := bind.Vast(x); err != nil {
			return nil, err
		}
		var parts []value
		for i := range x.Shape()[0] {
			parts = append(parts, x.Row(i))
		}
		c.Args[0] = py.NewList(parts...)
	}
	xs, err := tensors(c, c.Args[0])
	if err != nil {
		return nil, err
	}
	if len(xs) == 0 {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "ConcatV2", true,
			"OpKernel 'ConcatV2' has constraint on attr 'T' not in NodeDef '{{node ConcatV2}}', KernelDef: ''")
	}
	r := xs[0].Rank()
	a, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if r == 0 && len(xs) > 1 || len(xs) > 1 && (a < -r || a >= r) {
		return nil, c.Errorf("ConcatOp : Expected concatenating dimensions in the range [%d, %d), but got %d", -r, r, a)
	}
	if len(xs) == 1 {
		return xs[0], nil
	}
	if a < 0 {
		a += r
	}
	return tensor.Concat(c.T.Ctx, xs, a)
}

func isList(v value) bool {
	switch v.(type) {
	case *py.List, *py.Tuple:
		return true
	}
	return false
}

func stack(c *call) (value, error) {
	if axis, ok := py.AsInt(c.Args[1]); ok && axis == 0 { // a constant list is a constant
		x, err := bind.Convert(c.T, c.Args[0], tensor.Invalid)
		if err == nil {
			return x, nil
		}
		if e, ok := err.(*py.Exc); ok && !e.Class.Is(py.ValueErrorClass) && !e.Class.Is(py.TypeErrorClass) {
			return nil, err
		}
	}
	if x, ok := bind.AsTensor(c.Args[0]); ok && x.Rank() == 0 || !ok && !isList(c.Args[0]) {
		return nil, py.TypeErrorf("'%s' object is not subscriptable",
			py.TypeOf(c.Args[0]).TypeName()).WithHint("tf.stack takes a list of tensors.")
	}
	xs, err := tensors(c, c.Args[0])
	if err != nil {
		return nil, err
	}
	if len(xs) == 0 {
		return nil, py.IndexErrorf("list index out of range")
	}
	r := xs[0].Rank()
	a, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if a < -r-1 || a > r {
		return nil, py.ValueErrorf("Argument `axis` = %d not in range [%d, %d)", a, -r-1, r+1)
	}
	if a < 0 {
		a += r + 1
	}
	for i, x := range xs {
		if !tensor.SameShape(x.Shape(), xs[0].Shape()) {
			return nil, c.Errorf("Shapes of all inputs must match: values[0].shape = %s != values[%d].shape = %s",
				tensor.ShapeString(xs[0].Shape()), i, tensor.ShapeString(x.Shape()))
		}
	}
	for i, x := range xs {
		xs[i] = x.WithShape(append(append(append([]int(nil), x.Shape()[:a]...), 1), x.Shape()[a:]...))
	}
	return tensor.Concat(c.T.Ctx, xs, a)
}

func unstack(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 {
		return nil, py.ValueErrorf("Argument `axis` = %s not in range [0, 0)", py.StrOf(c.Args[2]))
	}
	a, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if a < -x.Rank() || a >= x.Rank() {
		return nil, py.ValueErrorf("Argument `axis` = %d not in range [%d, %d)", a, -x.Rank(), x.Rank())
	}
	if a < 0 {
		a += x.Rank()
	}
	n := x.Shape()[a]
	if c.Given(1) {
		if k, _ := c.Int(1); k != n {
			return nil, c.Errorf("Input shape axis %d must equal %d, got shape %s", a, k, tensor.ShapeString(x.Shape()))
		}
	}
	out := py.NewList()
	for i := range n {
		p, err := sliceAxis(c, x, a, i, 1)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, p.WithShape(append(append([]int(nil), x.Shape()[:a]...), x.Shape()[a+1:]...)))
	}
	return out, nil
}

func sliceAxis(c *call, x *tensor.Tensor, axis, start, n int) (*tensor.Tensor, error) {
	ranges := make([]tensor.Range1, x.Rank())
	for i, d := range x.Shape() {
		ranges[i] = tensor.Range1{Start: 0, Step: 1, Len: d}
	}
	ranges[axis] = tensor.Range1{Start: start, Step: 1, Len: n}
	return tensor.SliceAxes(c.T.Ctx, x, ranges)
}

func splitKernel(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	a, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if a < -x.Rank() || a >= x.Rank() {
		c.Op = &bind.Op{Name: c.Op.Name, Sig: c.Op.Sig, Raw: "Split"}
		return nil, c.Errorf("-input rank(-%d) <= split_dim < input rank (%d), but got %d", x.Rank(), x.Rank(), a)
	}
	if a < 0 {
		a += x.Rank()
	}
	dim := x.Shape()[a]
	var sizes []int
	if n, ok := py.AsInt(c.Args[1]); ok {
		c.Op = &bind.Op{Name: c.Op.Name, Sig: c.Op.Sig, Raw: "Split"}
		if n <= 0 {
			return nil, c.Errorf("Number of ways to split should be > 0, but got %d", n)
		}
		if dim%int(n) != 0 {
			return nil, c.Errorf("Number of ways to split should evenly divide the split "+
				"dimension, but got split_dim %d (size = %d) and num_split %d", a, dim, n)
		}
		for range n {
			sizes = append(sizes, dim/int(n))
		}
	} else {
		if sizes, err = c.Ints(1); err != nil {
			return nil, err
		}
		total, open := 0, -1
		for i, s := range sizes {
			switch {
			case s == -1 && open >= 0:
				return nil, c.Errorf("There can only be one -1 in the input.")
			case s == -1:
				open = i
			case s < 0:
				return nil, c.Errorf("Split size at index %d must be >= 0. Got: %d", i, s)
			default:
				total += s
			}
		}
		if open >= 0 && total >= 0 && total <= dim {
			sizes[open] = dim - total
			total = dim
		}
		if total != dim {
			return nil, c.Errorf("Determined shape must either match input shape along "+
				"split_dim exactly if fully specified, or be less than the size of the input along split_dim "+
				"if not fully specified.  Got: %d", total)
		}
	}
	out := py.NewList()
	at := 0
	for _, s := range sizes {
		p, err := sliceAxis(c, x, a, at, s)
		if err != nil {
			return nil, err
		}
		at += s
		out.Items = append(out.Items, p)
	}
	return out, nil
}

func tile(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	m, err := c.Direct(1, tensor.Invalid)
	if err == nil && m.Len() == 0 && !m.DType().IsInteger() {
		m, err = tensor.New(tensor.Int32, m.Shape())
	}
	if err != nil {
		return nil, err
	}
	return c.Do2(op.Tile, x, m)
}

func repeat(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	axis := 0
	if c.Given(2) {
		if axis, err = c.Axis(2, x.Rank()); err != nil {
			return nil, err
		}
	} else {
		x = vector(x)
	}
	rep, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	n := x.Shape()[axis]
	if len(rep) == 1 {
		one := rep[0]
		rep = make([]int, n)
		for i := range rep {
			rep[i] = one
		}
	}
	if len(rep) != n {
		return nil, c.Errorf("Repeats must have the same size as the axis: %d against %d", len(rep), n)
	}
	var idx []int64
	for i, k := range rep {
		if k < 0 {
			return nil, c.Errorf("repeats must not be negative, got %d", k)
		}
		if len(idx)+k > 1<<27 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "repeat: the result does not fit")
		}
		for range k {
			idx = append(idx, int64(i))
		}
	}
	return tensor.Gather(c.T.Ctx, x, tensor.Vector(idx), axis, 0)
}

func reverse(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if t, ok := bind.AsTensor(c.Args[1]); ok && t.Rank() != 1 || !ok && !isList(c.Args[1]) {
		return nil, c.Errorf("'dims' must be 1-dimension, not %d", rankOf(t))
	}
	axes, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	set := map[int]bool{}
	for i, a := range axes {
		if a < -x.Rank() || a >= x.Rank() {
			return nil, c.Errorf("'axis'[%d] = %d is out of valid range [0, %d", i, a, x.Rank()-1)
		}
		if a < 0 {
			a += x.Rank()
		}
		if set[a] {
			return nil, c.Errorf("axis %d specified more than once.", a)
		}
		set[a] = true
	}
	return tensor.Reverse(c.T.Ctx, x, set)
}

// rankOf is the rank of a tensor, 0 without one.
func rankOf(t *tensor.Tensor) int {
	if t == nil {
		return 0
	}
	return t.Rank()
}

func pad(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	p, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	if p.Rank() != 2 || p.Shape()[1] != 2 || p.Shape()[0] != x.Rank() {
		return nil, c.Errorf("The first dimension of paddings must be the rank of inputs%s %s",
			tensor.ShapeString(p.Shape()), tensor.ShapeString(x.Shape()))
	}
	before, after := make([]int, x.Rank()), make([]int, x.Rank())
	for i := range before {
		before[i], after[i] = int(p.Int(2*i)), int(p.Int(2*i+1))
		if before[i] < 0 || after[i] < 0 {
			return nil, c.Errorf("Paddings must be non-negative: %d %d", before[i], after[i])
		}
	}
	mode := tensor.PadConstant
	switch m := upper(py.StrOf(c.Args[2])); m {
	case "CONSTANT":
	case "REFLECT":
		mode = tensor.PadReflect
	case "SYMMETRIC":
		mode = tensor.PadSymmetric
	default:
		return nil, py.ValueErrorf("Value of argument `mode` expected to be one of \"CONSTANT\", \"REFLECT\", or \"SYMMETRIC\". Received `mode` = %s", c.Args[2])
	}
	if mode != tensor.PadConstant {
		for i, d := range x.Shape() {
			limit := d
			if mode == tensor.PadReflect {
				limit = d - 1
			}
			if before[i] > limit || after[i] > limit {
				return nil, c.Errorf("paddings must be no greater than the dimension size: %d, %d greater than %d",
					before[i], after[i], d)
			}
		}
	}
	v, err := bind.Convert(c.T, c.Args[3], x.DType())
	if x.DType() == tensor.String && c.Args[3] == int64(0) {
		v, err = tensor.StringScalar(""), nil
	}
	if err != nil {
		return nil, err
	}
	return tensor.Pad(c.T.Ctx, x, before, after, mode, v)
}

func meshgrid(c *call) (value, error) {
	kw := c.Args[1].(*py.Dict)
	indexing := "xy"
	if v, ok := kw.GetStr("indexing"); ok {
		indexing = py.StrOf(v)
	}
	if indexing != "xy" && indexing != "ij" {
		return nil, py.ValueErrorf("Argument `indexing` parameter must be either 'xy' or 'ij', got '%s'", indexing)
	}
	items := c.Args[0].(*py.Tuple).Items
	n := len(items)
	shape := make([]int, n)
	xs := make([]*tensor.Tensor, n)
	for i, v := range items {
		x, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		xs[i] = vector(x)
	}
	at := func(i int) int {
		if indexing == "xy" && i < 2 && n > 1 {
			return 1 - i
		}
		return i
	}
	for i, x := range xs {
		shape[at(i)] = x.Len()
	}
	out := py.NewList()
	for i, x := range xs {
		one := make([]int, n)
		for k := range one {
			one[k] = 1
		}
		one[at(i)] = x.Len()
		y, err := tensor.BroadcastTo(c.T.Ctx, x.WithShape(one), shape)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, y)
	}
	return out, nil
}

func roll(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	shifts, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	axes, err := c.Ints(2)
	if err != nil {
		return nil, err
	}
	if len(shifts) != len(axes) {
		return nil, c.Errorf("shift and axis must have the same size")
	}
	for i, a := range axes {
		if a < -x.Rank() || a >= x.Rank() {
			return nil, c.Errorf("axis %d is out of range", a)
		}
		if a < 0 {
			a += x.Rank()
		}
		n := x.Shape()[a]
		if n == 0 {
			continue
		}
		idx := make([]int64, n)
		for k := range idx {
			idx[k] = int64(((k-shifts[i])%n + n) % n)
		}
		if x, err = tensor.Gather(c.T.Ctx, x, tensor.Vector(idx), a, 0); err != nil {
			return nil, err
		}
	}
	return x, nil
}
