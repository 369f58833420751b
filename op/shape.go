package op

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
)

// Kernels that make shapes, give other shapes to the same elements, and fill shapes.

// Shapes of values as values.
var (
	ShapeN = define(Def{Name: "ShapeN", Eval: func(x *Exec, n *Node) error {
		var out []*tensor.Tensor
		for _, t := range n.Ts(n.In) {
			d, err := dims(x, t.Shape(), n.Type("out_type"))
			if err != nil {
				return err
			}
			out = append(out, d)
		}
		return n.Give(out...)
	}, Infer: func(s *Shapes) {
		out := make([]tensor.PartialShape, len(s.Node.In))
		for i := range out {
			if out[i] = known(-1); s.Rank(i) >= 0 {
				out[i] = known(s.Rank(i))
			}
		}
		s.Is(out...)
	}})
	Rank = define(Def{Name: "Rank", Infer: scalar, Eval: func(_ *Exec, n *Node) error {
		return n.one(tensor.Scalar(int32(n.T(0).Rank())), nil)
	}})
	Size = define(Def{Name: "Size", Infer: scalar, Eval: func(x *Exec, n *Node) error {
		return n.one(tensor.Cast(x.Ctx, tensor.Scalar(int64(n.T(0).Len())), n.Type("out_type")))
	}})
	BroadcastArgs = define(Def{Name: "BroadcastArgs", Eval: func(x *Exec, n *Node) error {
		a, b := n.T(0).Ints(), n.T(1).Ints()
		s, err := tensor.BroadcastShape(a, b)
		if err != nil {
			return tensor.Errorf("Incompatible shapes: %s vs. %s", tensor.ShapeString(a), tensor.ShapeString(b))
		}
		return n.one(dims(x, s, n.T(0).DType()))
	}, Infer: func(s *Shapes) {
		s.NeedRank(0, 1)
		s.NeedRank(1, 1)
		a, aok := s.Vector(0)
		b, bok := s.Vector(1)
		if !aok || !bok {
			s.Is(known(-1))
			return
		}
		s.Is(known(max(len(a), len(b))))
	}})
	BroadcastGradientArgs = define(Def{Name: "BroadcastGradientArgs", Eval: func(x *Exec, n *Node) error {
		a, b := n.T(0).Ints(), n.T(1).Ints()
		if _, err := tensor.BroadcastShape(a, b); err != nil {
			return tensor.Errorf("Incompatible shapes: %s vs. %s", tensor.ShapeString(a), tensor.ShapeString(b))
		}
		ofA, ofB := broadcastAxes(a, b)
		p, err := dims(x, ofA, n.T(0).DType())
		if err != nil {
			return err
		}
		q, err := dims(x, ofB, n.T(0).DType())
		if err != nil {
			return err
		}
		return n.Give(p, q)
	}, Infer: func(s *Shapes) { s.Is(known(-1), known(-1)) }})
)

// shapeDef and others of the gradients' vocabulary are set in core.go.
func shapeDef() *Def {
	return define(Def{Name: "Shape", Eval: func(x *Exec, n *Node) error {
		return n.one(dims(x, n.T(0).Shape(), n.Type("out_type")))
	}, Infer: func(s *Shapes) {
		p := s.In(0)
		if p.UnknownRank {
			s.Is(known(-1))
			return
		}
		s.known = append([]int{}, p.Dims...)
		s.Is(known(len(p.Dims)))
	}})
}

// dims is a vector of dimensions in an integer type.
func dims(x *Exec, v []int, d tensor.DType) (*tensor.Tensor, error) {
	out := make([]int64, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return tensor.Cast(x.Ctx, tensor.Vector(out), d)
}

// Values that stay as they are.
var (
	Identity     = define(Def{Name: "Identity", Infer: same(0), Eval: itself, Grad: passed})
	StopGradient = define(Def{Name: "StopGradient", Infer: same(0), Eval: itself, Grad: noGrad})
	Snapshot     = define(Def{Name: "Snapshot", Infer: same(0), Eval: itself, Grad: passed})
	IdentityN    = define(Def{Name: "IdentityN", Eval: func(_ *Exec,
		n *Node) error {
		n.Out = append([]Value(nil), n.In...)
		return nil
	},
		Infer: func(s *Shapes) {
			out := make([]tensor.PartialShape, len(s.Node.In))
			for i := range out {
				out[i] = s.In(i)
			}
			s.Is(out...)
		}, Grad: func(_ *B, _ *Node, dy []Value) []Value { return dy }})
	PreventGradient = define(Def{Name: "PreventGradient", Infer: same(0), Eval: itself,
		Grad: func(b *B, n *Node, _ []Value) []Value {
			b.Fail(tensor.Failf(tensor.ValueError, "Gradient explicitly disabled. Reason: %s", n.Str("message")))
			return b.List(nil)
		}})
	EnsureShape = define(Def{Name: "EnsureShape", Grad: passed, Eval: func(_ *Exec, n *Node) error {
		want, t := n.Shape("shape"), n.T(0)
		if !want.Compatible(tensor.KnownShape(t.Shape())) {
			return tensor.Errorf("Shape of tensor input %s is not compatible with expected shape %s.",
				tensor.ShapeString(t.Shape()), shapeText(want))
		}
		return n.one(t, nil)
	}, Infer: func(s *Shapes) {
		m, ok := s.In(0).Merge(s.Shape("shape"))
		if !ok {
			s.Fail("Shapes must be equal rank, but are %d and %d", s.Rank(0), len(s.Shape("shape").Dims))
		}
		s.Is(m)
	}})
)

func itself(_ *Exec, n *Node) error              { return n.one(n.T(0), nil) }
func passed(_ *B, _ *Node, dy []Value) []Value   { return dy[:1] }
func reshaped(b *B, n *Node, dy []Value) []Value { return b.reshapedTo(n, dy[0]) }
func (b *B) reshapedTo(n *Node, dy Value) (out []Value) {
	out = make([]Value, len(n.In))
	out[0] = b.One(Reshape, dy, b.Shape(n.In[0]))
	return out
}

// shapeText is a static shape as kernels write it: [2,?].
func shapeText(p tensor.PartialShape) string {
	if p.UnknownRank {
		return "<unknown>"
	}
	s := "["
	for i, d := range p.Dims {
		if i > 0 {
			s += ","
		}
		if d < 0 {
			s += "?"
		} else {
			s += itoa(d)
		}
	}
	return s + "]"
}

func reshapeDef() *Def {
	return define(Def{Name: "Reshape", Grad: reshaped, Eval: func(_ *Exec, n *Node) error {
		shape, err := reshapeTo(n.T(0), n.T(1))
		if err != nil {
			return err
		}
		return n.one(n.T(0).WithShape(shape), nil)
	}, Infer: inferReshape})
}

// reshapeTo settles the dimensions of a reshape; one of them may be -1.
func reshapeTo(x, sizes *tensor.Tensor) ([]int, error) {
	if sizes.Rank() != 1 {
		return nil, tensor.Errorf("sizes input must be 1-D, not %s", tensor.ShapeString(sizes.Shape()))
	}
	dims := sizes.Ints()
	known, open := 1, -1
	for i, d := range dims {
		switch {
		case d == -1 && open >= 0:
			return nil, tensor.Errorf("Only one input size may be -1, not both %d and %d", open, i)
		case d == -1:
			open = i
		case d < 0:
			return nil, tensor.Errorf("Size %d must be non-negative, not %d", i, d)
		default:
			var ok bool
			if known, ok = tensor.Times(known, d); !ok {
				return nil, tensor.Errorf("Shape %s has too many elements", tensor.KnownShape(dims).List())
			}
		}
	}
	if open >= 0 && known == 0 { // sizes of 0 count on neither side
		dims[open] = nonZero(x.Shape()) / nonZero(append(dims[:open:open], dims[open+1:]...))
	} else if open >= 0 {
		if x.Len()%known != 0 {
			return nil, tensor.Errorf("Input to reshape is a tensor with %d values, but the "+
				"requested shape requires a multiple of %d", x.Len(), known)
		}
		dims[open] = x.Len() / known
		known *= dims[open]
	}
	if known != x.Len() {
		return nil, tensor.Errorf("Input to reshape is a tensor with %d values, but the requested shape has %d",
			x.Len(), known)
	}
	return dims, nil
}

// nonZero is the product of the sizes that are not 0.
func nonZero(dims []int) int {
	n := 1
	for _, d := range dims {
		if d != 0 {
			n *= d
		}
	}
	return n
}

func inferReshape(s *Shapes) {
	v, ok := s.Vector(1)
	if !ok {
		s.Is(unknown())
		return
	}
	out := shaped(v, true)
	in := s.In(0)
	open, product := -1, 1
	for i, d := range out.Dims {
		if d < 0 {
			if open >= 0 { // two unknown ones: nothing more to say
				s.Is(out)
				return
			}
			open = i
			continue
		}
		product *= d
	}
	if in.FullyDefined() {
		total := 1
		for _, d := range in.Dims {
			total *= d
		}
		switch {
		case open >= 0 && product > 0 && total%product == 0:
			out.Dims[open] = total / product
		case open >= 0 && product > 0:
			s.Fail("Dimension size must be evenly divisible by %d but is %d", product, total)
		case open < 0 && total != product:
			s.Fail("Cannot reshape a tensor with %d elements to shape %s (%d elements)", total, shapeText(out), product)
		}
	}
	s.Is(out)
}

// ExpandDims and Squeeze add and drop dimensions of 1.
var (
	ExpandDims = define(Def{Name: "ExpandDims", Grad: reshaped, Eval: func(_ *Exec, n *Node) error {
		if n.T(1).Len() != 1 {
			return tensor.Errorf("'dim' must be a tensor with a single value")
		}
		t, a := n.T(0), int(n.T(1).Int(0))
		r := t.Rank()
		if a < -r-1 || a > r {
			return tensor.Errorf("Tried to expand dim index %d for tensor with %d dimensions.", a, r)
		}
		if a < 0 {
			a += r + 1
		}
		return n.one(t.WithShape(join(t.Shape()[:a], []int{1}, t.Shape()[a:]).Dims), nil)
	}, Infer: func(s *Shapes) {
		in, axis := s.In(0), s.Const(1)
		switch {
		case in.UnknownRank:
			s.Is(unknown())
		case axis == nil:
			s.Is(unknown())
		default:
			a, r := int(axis.Int(0)), len(in.Dims)
			if a < -r-1 || a > r {
				s.Fail("dim %d not in the interval [%d, %d].", a, -r-1, r)
				return
			}
			if a < 0 {
				a += r + 1
			}
			s.Is(join(in.Dims[:a], []int{1}, in.Dims[a:]))
		}
	}})
	Squeeze = define(Def{Name: "Squeeze", Grad: reshaped, Eval: func(_ *Exec, n *Node) error {
		t := n.T(0)
		drop := map[int]bool{}
		for _, a := range n.Ints("squeeze_dims") {
			if a < -t.Rank() || a >= t.Rank() {
				return tensor.Errorf("Tried to squeeze dim index %d for tensor with %d dimensions.", a, t.Rank())
			}
			if a < 0 {
				a += t.Rank()
			}
			if t.Shape()[a] != 1 {
				return tensor.Errorf("Can not squeeze dim[%d], expected a dimension of 1, got %d", a, t.Shape()[a])
			}
			drop[a] = true
		}
		shape := []int{}
		for i, d := range t.Shape() {
			if !drop[i] && (len(drop) > 0 || d != 1) {
				shape = append(shape, d)
			}
		}
		return n.one(t.WithShape(shape), nil)
	}, Infer: inferSqueeze})
)

func inferSqueeze(s *Shapes) {
	in, axes := s.In(0), s.Ints("squeeze_dims")
	if in.UnknownRank {
		s.Is(unknown())
		return
	}
	drop := make([]bool, len(in.Dims))
	for _, a := range axes {
		if a < -len(drop) || a >= len(drop) {
			s.Fail("Tried to squeeze dim index %d for tensor with %d dimensions.", a, len(drop))
			return
		}
		i := (a + len(drop)) % len(drop)
		if d := in.Dims[i]; d > 1 || d == 0 {
			s.Fail("Can not squeeze dim[%d], expected a dimension of 1, got %d", i, d)
			return
		}
		drop[i] = true
	}
	out := []int{}
	for i, d := range in.Dims {
		if len(axes) == 0 && d < 0 { // it may be 1
			s.Is(unknown())
			return
		}
		if !drop[i] && (len(axes) > 0 || d != 1) {
			out = append(out, d)
		}
	}
	s.Is(known(out...))
}

// Values of one number.
var (
	Fill = define(Def{Name: "Fill", Eval: func(x *Exec, n *Node) error {
		d, v := n.T(0), n.T(1)
		if d.Rank() > 1 {
			return tensor.Errorf("dims must represent a vector, got shape %s", tensor.ShapeString(d.Shape()))
		}
		if v.Rank() > 1 || v.Len() != 1 {
			return tensor.Errorf("value must represent a scalar, got shape %s", tensor.ShapeString(v.Shape()))
		}
		dims := d.Ints()
		for _, k := range dims {
			if k < 0 {
				return tensor.Errorf("Dimension %d must be >= 0", k)
			}
		}
		return n.one(tensor.Fill(x.Ctx, dims, v.WithShape(nil)))
	}, Infer: func(s *Shapes) {
		if s.NeedRank(1, 0); s.err == nil {
			s.Is(shaped(s.Vector(0)))
		}
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(nil, b.sumAll(dy[0]))
	}})
	Range = define(Def{Name: "Range", Eval: evalRange, Infer: inferRange, Grad: noGrad})
)

// sumAll is the sum of all elements.
func (b *B) sumAll(x Value) Value {
	if x == nil {
		return nil
	}
	if p := StaticShape(x); !p.UnknownRank {
		axes := make([]int, len(p.Dims))
		for i := range axes {
			axes[i] = i
		}
		return b.One(Sum, x, tensor.Ints32(axes...))
	}
	return b.One(Sum, b.One(Reshape, x, tensor.Ints32(-1)), tensor.Ints32(0))
}

func likeDef(name string, v float64) *Def {
	return define(Def{Name: name, Infer: same(0), Grad: noGrad, Eval: func(x *Exec, n *Node) error {
		if n.In[0].DType() == tensor.Variant && v == 0 {
			zeros, err := zeroVariant(n.In[0])
			n.Out = []Value{zeros}
			return err
		}
		t := n.T(0)
		if t.DType() == tensor.String {
			return n.one(tensor.Fill(x.Ctx, t.Shape(), tensor.StringScalar("")))
		}
		if v == 0 {
			return n.one(tensor.New(t.DType(), t.Shape()))
		}
		one, err := tensor.Cast(x.Ctx, tensor.Scalar(v), t.DType())
		if err != nil {
			return err
		}
		return n.one(tensor.Fill(x.Ctx, t.Shape(), one))
	}})
}

func evalRange(x *Exec, n *Node) error {
	d := n.T(0).DType()
	switch d {
	case tensor.Int32, tensor.Int64, tensor.Float32, tensor.Float64, tensor.Float16, tensor.BFloat16:
	default:
		return tensor.Failf(tensor.NotFound, "Could not find device for node: {{node Range}} = Range[Tidx=%s]",
			d.EnumName())
	}
	for i, name := range []string{"start", "limit", "delta"} {
		if t := n.T(i); t.Rank() > 1 || t.Len() != 1 {
			return tensor.Errorf("%s must be a scalar, not shape %s", name, tensor.ShapeString(t.Shape()))
		}
	}
	if d.IsInteger() {
		return n.one(intRange(x, d, n.T(0).Int(0), n.T(1).Int(0), n.T(2).Int(0)))
	}
	return n.one(floatRange(x, d, n.T(0).Float(0), n.T(1).Float(0), n.T(2).Float(0)))
}

func intRange(x *Exec, d tensor.DType, a, b, s int64) (*tensor.Tensor, error) {
	switch {
	case s == 0:
		return nil, tensor.Errorf("Requires delta != 0: %d", s)
	case s > 0 && a > b:
		return nil, tensor.Errorf("Requires start <= limit when delta > 0: %d/%d", a, b)
	case s < 0 && a < b:
		return nil, tensor.Errorf("Requires start >= limit when delta < 0: %d/%d", a, b)
	}
	size, step := uint64(b)-uint64(a), uint64(s) // distances may be past int64
	if s < 0 {
		size, step = uint64(a)-uint64(b), -uint64(s)
	}
	count := size / step
	if size%step != 0 {
		count++
	}
	n := int(min(count, math.MaxInt64))
	if d == tensor.Int32 {
		return series(x.Ctx, d, n, func(out []int32, lo int) {
			for i, v := 0, a+int64(lo)*s; i < len(out); i, v = i+1, v+s {
				out[i] = int32(v)
			}
		})
	}
	return series(x.Ctx, d, n, func(out []int64, lo int) {
		for i, v := 0, a+int64(lo)*s; i < len(out); i, v = i+1, v+s {
			out[i] = v
		}
	})
}

// series is a vector of n elements of the type d, of which f gives those from number lo on.
func series[T tensor.Element](ctx context.Context, d tensor.DType, n int, f func(out []T, lo int)) (*tensor.Tensor,
	error) {
	z, err := tensor.Blank(d, []int{n})
	if err != nil {
		return nil, err
	}
	out := tensor.Slice[T](z)
	return z, tensor.Parallel(ctx, n, d.Size(), func(lo, hi int) { f(out[lo:hi], lo) })
}

func floatRange(x *Exec, d tensor.DType, a, b, s float64) (*tensor.Tensor, error) {
	switch {
	case s == 0:
		return nil, tensor.Errorf("Requires delta != 0: %s", literal.G(s, 6))
	case s > 0 && !(a <= b): // nan too
		return nil, tensor.Errorf("Requires start <= limit when delta > 0: %s/%s", literal.G(a, 6), literal.G(b, 6))
	case !(s > 0) && !(a >= b):
		return nil, tensor.Errorf("Requires start >= limit when delta < 0: %s/%s", literal.G(a, 6), literal.G(b, 6))
	}
	count := math.Ceil(math.Abs((b - a) / s))
	if d == tensor.Float32 { // in the type's own arithmetic
		count = math.Ceil(math.Abs(float64(float32(b-a) / float32(s))))
	}
	if !(count <= math.MaxInt64) {
		return nil, tensor.Errorf("Requires ((limit - start) / delta) <= %d", math.MaxInt64)
	}
	if count > tensor.MaxBytes/8 {
		return nil, tensor.Failf(tensor.ResourceExhausted, "a range of %g elements does not fit", count)
	}
	if d == tensor.Float64 {
		return series(x.Ctx, d, int(count), func(out []float64, lo int) {
			for i := range out {
				out[i] = a + float64(float64(lo+i)*s)
			}
		})
	}
	z, err := series(x.Ctx, tensor.Float32, int(count), func(out []float32, lo int) {
		for i := range out {
			out[i] = float32(a) + float32(float32(lo+i)*float32(s))
		}
	})
	if err != nil {
		return nil, err
	}
	return tensor.Cast(x.Ctx, z, d)
}

func inferRange(s *Shapes) {
	for i, name := range []string{"start", "limit", "delta"} {
		if r := s.Rank(i); r > 0 {
			s.Fail("Shape must be rank 0 but is rank %d\n\t for '%s'", r, name)
			return
		}
	}
	a, b, c := s.Const(0), s.Const(1), s.Const(2)
	if a == nil || b == nil || c == nil || c.Float(0) == 0 {
		s.Is(known(-1))
		return
	}
	s.Is(known(max(int(math.Ceil((b.Float(0)-a.Float(0))/c.Float(0))), 0)))
}
