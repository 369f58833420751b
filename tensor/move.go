package tensor

import (
	"bytes"
	"context"
	"strings"
)

// pick builds a tensor of n units of `unit` elements each; unit i comes from unit at(i) of x.
// It is the one loop of every operation that moves data without computing.
func pick(ctx context.Context, x *Tensor, shape []int, n, unit int, at func(i int) int) (*Tensor, error) {
	if x.dtype == String {
		return pickStrings(ctx, x, shape, n, unit, at)
	}
	z, err := alloc(x.dtype, shape)
	if err != nil {
		return nil, err
	}
	size := x.dtype.Size() * unit
	if size == 0 {
		return z, nil
	}
	move := mover(len(z.buf))
	return z, parallelRows(ctx, n, size, func(lo, hi int) {
		switch {
		case size == 1:
			for i := lo; i < hi; i++ {
				z.buf[i] = x.buf[at(i)]
			}
		case size == 4 && unit == 1:
			out, in := view[uint32](z.buf), view[uint32](x.buf)
			for i := lo; i < hi; i++ {
				out[i] = in[at(i)]
			}
		case size == 8 && unit == 1 && x.dtype != Complex64:
			out, in := view[uint64](z.buf), view[uint64](x.buf)
			for i := lo; i < hi; i++ {
				out[i] = in[at(i)]
			}
		default:
			for i := lo; i < hi; i++ {
				j := at(i) * size
				move(z.buf[i*size:(i+1)*size], x.buf[j:j+size])
			}
		}
	})
}

func pickStrings(ctx context.Context, x *Tensor, shape []int, n, unit int, at func(i int) int) (*Tensor, error) {
	if _, err := Count(shape); err != nil {
		return nil, err
	}
	if n*unit > 1<<28 {
		return nil, oom(String, shape)
	}
	var b StringBuilder
	if err := b.Grow(n*unit, 0); err != nil || n*unit == 0 {
		return b.finish(shape), err
	}
	for i := range n {
		if i&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		j := at(i) * unit
		for k := j; k < j+unit; k++ {
			b.Append(x.Str(k))
		}
		if b.full {
			break
		}
	}
	return b.Tensor(shape)
}

// Transpose permutes the axes of x, of any dtype: axis i of the result is axis perm[i] of x. perm must hold each axis
// once. Source: Transpose.
func Transpose(ctx context.Context, x *Tensor, perm []int) (*Tensor, error) {
	r := len(perm)
	if err := eachAxis(x, r, "axes"); err != nil {
		return nil, err
	}
	var seen uint64
	for _, p := range perm {
		if p < 0 || p >= r || r <= 64 && seen>>p&1 == 1 {
			return nil, Errorf("%v is no permutation of %d axes", perm, r)
		}
		seen |= 1 << p
	}
	strides := make([]int, r)
	s := 1
	for i := r - 1; i >= 0; i-- {
		strides[i] = s
		s *= x.shape[i]
	}
	shape, from := make([]int, r), make([]int, r)
	for i, p := range perm {
		shape[i], from[i] = x.shape[p], strides[p]
	}
	return strided(ctx, x, shape, 0, from)
}

// strided gathers elements at base + sum(index*stride); a unit-stride inner axis moves as a block.
func strided(ctx context.Context, x *Tensor, shape []int, base int, strides []int) (*Tensor, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	if n == 0 { // dimensions of no values may be so large that their products wrap
		return pick(ctx, x, shape, 0, 1, nil)
	}
	dims, st := append([]int(nil), shape...), append([]int(nil), strides...)
	unit := 1
	for len(dims) > 0 && (st[len(st)-1] == unit || dims[len(dims)-1] == 1) && base%max(unit, 1) == 0 {
		d := dims[len(dims)-1]
		if d > 1 && !divisible(st[:len(st)-1], base, unit*d) {
			break
		}
		unit *= d
		dims, st = dims[:len(dims)-1], st[:len(st)-1]
	}
	if len(dims) == 0 && x.dtype != String && x.n == n && base == 0 {
		return x.WithShape(shape), nil
	}
	u := unit
	if size := x.dtype.Size(); unit == 1 && len(dims) > 0 && x.dtype != String {
		z, err := alloc(x.dtype, shape)
		if err != nil {
			return nil, err
		}
		if done, err := stridedUnits(ctx, z, x, dims, st, base, size); done {
			return z, err
		}
	}
	return pick(ctx, x, shape, n/unit, unit, func(i int) int {
		o := base
		for k := len(dims) - 1; k >= 0; k-- {
			q := i / dims[k]
			o += (i - q*dims[k]) * st[k]
			i = q
		}
		return o / u
	})
}

func divisible(strides []int, base, unit int) bool {
	if base%unit != 0 {
		return false
	}
	for _, s := range strides {
		if s%unit != 0 {
			return false
		}
	}
	return true
}

// Range1 is one axis of a strided slice: Len elements from Start on in steps of Step.
type Range1 struct{ Start, Step, Len int }

// SliceAxes takes a range of every axis of x, of any dtype: dimension i of the result is ranges[i].Len. The ranges, one
// for each axis, must lie inside x.
func SliceAxes(ctx context.Context, x *Tensor, ranges []Range1) (*Tensor, error) {
	shape := make([]int, len(ranges))
	for i, g := range ranges {
		shape[i] = g.Len
	}
	return SliceTo(ctx, x, ranges, shape)
}

// SliceTo is SliceAxes with the shape of the result, which the caller gives away: that of the ranges, axes of
// one element added or dropped. What lies together in x is a view.
func SliceTo(ctx context.Context, x *Tensor, ranges []Range1, shape []int) (*Tensor, error) {
	base, s, n := 0, 1, 1
	together := true // the axes behind this one are taken whole, or this one and those before are one element
	for i := len(ranges) - 1; i >= 0; i-- {
		g := ranges[i]
		base += g.Start * s
		if g.Len != 1 && (g.Step != 1 || !together) {
			n = -1
			break
		}
		together = together && g.Step == 1 && g.Start == 0 && g.Len == x.shape[i]
		n *= g.Len
		s *= x.shape[i]
	}
	if n > 0 {
		z := &Tensor{dtype: x.dtype, shape: shape, n: n}
		z.share(x, base)
		if z.dtype != String {
			z.buf = aligned(z.dtype, z.buf)
		}
		return z, nil
	}
	full, strides := make([]int, len(ranges)), make([]int, len(ranges))
	base, s = 0, 1
	for i := len(ranges) - 1; i >= 0; i-- {
		g := ranges[i]
		full[i], strides[i] = g.Len, s*g.Step
		base += g.Start * s
		s *= x.shape[i]
	}
	z, err := strided(ctx, x, full, base, strides)
	if err != nil || len(shape) == len(full) {
		return z, err
	}
	return z.WithShape(shape), nil
}

// Concat joins at least one tensor of one dtype and rank along an axis, counted from the front; their other dimensions
// agree, and along the axis they add up. Source: ConcatV2.
func Concat(ctx context.Context, xs []*Tensor, axis int) (*Tensor, error) {
	if len(xs) == 0 {
		return nil, Errorf("no tensors to join")
	}
	first := xs[0]
	if err := inRank(first, axis); err != nil {
		return nil, err
	}
	shape := append([]int(nil), first.shape...)
	shape[axis] = 0
	for i, x := range xs {
		if x.dtype != first.dtype {
			return nil, WrongType("ConcatV2", i, x.dtype, first.dtype)
		}
		if len(x.shape) != len(shape) {
			return nil, Errorf("ConcatOp : Ranks of all input tensors should match: shape[0] = %s vs. shape[%d] = %s",
				ShapeString(first.shape), i, ShapeString(x.shape))
		}
		for d := range shape {
			if d != axis && x.shape[d] != first.shape[d] {
				return nil, Errorf("ConcatOp : Dimension %d in both shapes must be equal: "+
					"shape[0] = %s vs. shape[%d] = %s", d, ShapeString(first.shape), i, ShapeString(x.shape))
			}
		}
		shape[axis] += x.shape[axis]
	}
	if len(xs) == 1 {
		return first, nil
	}
	outer, inner := 1, 1
	for _, d := range shape[:axis] {
		outer *= d
	}
	for _, d := range shape[axis+1:] {
		inner *= d
	}
	if first.dtype == String {
		var b StringBuilder
		n, err := Count(shape)
		if err != nil || n == 0 {
			return b.finish(shape), err
		}
		for o := range outer {
			for _, x := range xs {
				row := x.shape[axis] * inner
				for i := o * row; i < (o+1)*row; i++ {
					b.Append(x.Str(i))
				}
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		return b.Tensor(shape)
	}
	z, err := alloc(first.dtype, shape)
	if err != nil {
		return nil, err
	}
	if z.n == 0 {
		return z, nil
	}
	size := first.dtype.Size() * inner
	total := size * shape[axis]
	at := 0
	for _, x := range xs {
		row := x.shape[axis] * size
		if err := copyRows(ctx, z.buf[at:], total, x.buf, row, outer, row); err != nil {
			return nil, err
		}
		at += row
	}
	return z, nil
}

// Gather takes the slices of an axis of x, of any dtype, that indices (integers) name: the result's shape is
// x.shape[:axis] + indices.shape[batch:] + x.shape[axis+1:]. The first batch dimensions, which both have, stay
// together; batch is at most axis. An index outside the axis is an error. Source: GatherV2.
func Gather(ctx context.Context, x, indices *Tensor, axis, batch int) (*Tensor, error) {
	if err := firstOf(inRank(x, axis), indexed("GatherV2", x, indices, batch)); err != nil {
		return nil, err
	}
	if batch > axis {
		return nil, Errorf("batch_dims (%d) must be less than or equal to axis (%d)", batch, axis)
	}
	outer, mid, inner := 1, x.shape[axis], 1
	for _, d := range x.shape[:axis] {
		outer *= d
	}
	for _, d := range x.shape[axis+1:] {
		inner *= d
	}
	if size, it := x.dtype.Size(), indices.dtype; len(x.shape) == 1 && batch == 0 && (size == 4 || size == 8) &&
		x.dtype != Complex64 && (it == Int32 || it == Int64) {
		return gatherElements(ctx, x, indices)
	}
	nb := 1
	for _, d := range x.shape[:batch] {
		nb *= d
	}
	per := indices.n / max(nb, 1)
	idx := indices.Ints()
	for i, v := range idx {
		if v < 0 || v >= mid {
			return nil, outOfRange(i, indices, mid)
		}
	}
	shape := append([]int(nil), x.shape[:axis]...)
	shape = append(shape, indices.shape[batch:]...)
	shape = append(shape, x.shape[axis+1:]...)
	n := outer * per
	if inner == 0 {
		n = 0
	}
	perBatch := outer / max(nb, 1)
	return pick(ctx, x, shape, n, inner, func(i int) int {
		o, k := i/per, i%per
		return o*mid + idx[o/perBatch*per+k]
	})
}

func indexString(i int, shape []int) string {
	if len(shape) == 0 {
		return ""
	}
	at := make([]int, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = i % shape[d]
		i /= shape[d]
	}
	return ShapeString(at)
}

// indexed refuses indices that are no integers, and a number of batch dimensions that the two do not share.
func indexed(op string, x, indices *Tensor, batch int) error {
	switch {
	case !indices.dtype.IsInteger():
		return NoKernel(op, indices.dtype)
	case batch < 0 || batch > min(len(x.shape), len(indices.shape)):
		return Errorf("Expected batch_dims in the range [0, %d], but got %d", min(len(x.shape), len(indices.shape)), batch)
	case !SameShape(x.shape[:batch], indices.shape[:batch]):
		return Errorf("params.shape[:%d] %s should match indices.shape[:%d] %s", batch, ShapeString(x.shape[:batch]), batch,
			ShapeString(indices.shape[:batch]))
	}
	return nil
}

// GatherND takes the slices of x, of any dtype, at the coordinates that the last axis of indices (integers, of shape
// [..., depth]) holds: the result's shape is indices.shape[:-1] + x.shape[batch+depth:]. The first batch dimensions,
// which both have, stay together. Coordinates outside x are an error. Source: GatherNd.
func GatherND(ctx context.Context, x, indices *Tensor, batch int) (*Tensor, error) {
	if err := firstOf(hasRows(indices), indexed("GatherNd", x, indices, batch)); err != nil {
		return nil, err
	}
	r := len(indices.shape)
	if batch >= r {
		return nil, Errorf("Expected batch_dims in the range [0, %d), but got %d", r, batch)
	}
	depth := indices.shape[r-1]
	if depth+batch > len(x.shape) {
		return nil, Errorf("index innermost dimension length must be <= params rank; saw: %d vs. %d", depth,
			len(x.shape)-batch)
	}
	outer := indices.n / max(depth, 1)
	if depth == 0 {
		outer = 1
		for _, d := range indices.shape[:r-1] {
			outer *= d
		}
	}
	shape := append(append([]int(nil), indices.shape[:r-1]...), x.shape[batch+depth:]...)
	unit := 1
	for _, d := range x.shape[batch+depth:] {
		unit *= d
	}
	nb := 1
	for _, d := range x.shape[:batch] {
		nb *= d
	}
	perBatch := max(outer/max(nb, 1), 1)
	at, bad := make([]int, outer), -1
	for i := range at {
		o := i / perBatch
		if batch == 0 {
			o = 0
		}
		for k := range depth {
			v := int(indices.Int(i*depth + k))
			if v < 0 || v >= x.shape[batch+k] {
				bad = i
			}
			o = o*x.shape[batch+k] + v
		}
		at[i] = o
	}
	if bad >= 0 { // TensorFlow tells the last one
		return nil, Errorf("indices%s = %s does not index into param shape %s, node name: GatherNd",
			indexString(bad, indices.shape[:r-1]), coordinates(indices, bad, depth), ShapeString(x.shape))
	}
	if unit == 0 {
		outer = 0
	}
	return pick(ctx, x, shape, outer, unit, func(i int) int { return at[i] })
}

func intsOf(t *Tensor, at, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = int(t.Int(at + i))
	}
	return out
}

// Reverse turns around the axes of x, of any dtype and shape, that axes marks; others than those of x do nothing.
// Source: ReverseV2.
func Reverse(ctx context.Context, x *Tensor, axes map[int]bool) (*Tensor, error) {
	ranges := make([]Range1, len(x.shape))
	for i, d := range x.shape {
		ranges[i] = Range1{0, 1, d}
		if axes[i] && d > 0 {
			ranges[i] = Range1{d - 1, -1, d}
		}
	}
	if len(axes) == 0 {
		return x, nil
	}
	return SliceAxes(ctx, x, ranges)
}

// PadMode is how Pad fills.
type PadMode int

// The ways to pad.
const (
	PadConstant PadMode = iota
	PadReflect
	PadSymmetric
)

// Pad adds before[i] and after[i] elements to each axis i of x, of any dtype: value, one element of it, in constant
// mode, or what x holds, mirrored at its edge (PadReflect leaves the edge itself out, so it adds less than the axis
// holds; PadSymmetric no more than it holds). Source: PadV2, MirrorPad.
func Pad(ctx context.Context, x *Tensor, before, after []int, mode PadMode, value *Tensor) (*Tensor, error) {
	r := len(x.shape)
	err := firstOf(eachAxis(x, len(before), "paddings"), eachAxis(x, len(after), "paddings"))
	if err == nil && mode == PadConstant {
		err = whole("PadV2", x, value)
	}
	if err != nil {
		return nil, err
	}
	shape := make([]int, r)
	for i := range shape {
		most := x.shape[i]
		if mode == PadReflect {
			most--
		}
		if a, b := before[i], after[i]; a < 0 || b < 0 {
			return nil, Errorf("Paddings must be non-negative: %d %d", a, b)
		} else if mode != PadConstant && (mode > PadSymmetric || max(a, b) > most) {
			return nil, Errorf("paddings must be no greater than the dimension size: %d, %d greater than %d", a, b, most)
		}
		shape[i] = before[i] + x.shape[i] + after[i]
	}
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	src := x
	if mode == PadConstant && x.dtype != String {
		return padConstant(ctx, x, before, shape, value)
	}
	if mode == PadConstant {
		flat, err := Concat(ctx, []*Tensor{x.WithShape([]int{x.n}), value.WithShape([]int{1})}, 0)
		if err != nil {
			return nil, err
		}
		src = flat
	}
	return pick(ctx, src, shape, n, 1, func(i int) int {
		o, s := 0, 1
		for d := r - 1; d >= 0; d-- {
			c := i%shape[d] - before[d]
			i /= shape[d]
			m := x.shape[d]
			if c < 0 || c >= m {
				switch mode {
				case PadConstant:
					return x.n
				case PadReflect:
					if c < 0 {
						c = -c
					} else {
						c = 2*m - 2 - c
					}
				case PadSymmetric:
					if c < 0 {
						c = -c - 1
					} else {
						c = 2*m - 1 - c
					}
				}
			}
			o += c * s
			s *= m
		}
		return o
	})
}

func (t *Tensor) nonZero(i int) bool {
	if t.dtype == String {
		return t.Str(i) != ""
	}
	if t.dtype.Kind() == KindFloat || t.dtype.Kind() == KindComplex {
		return t.Complex(i) != 0
	}
	return t.Int(i) != 0
}

// Fill makes a tensor of a shape all of whose elements are value, one element of any dtype, which is the result's. A
// shape that cannot be held is ResourceExhausted. Source: Fill.
func Fill(ctx context.Context, shape []int, value *Tensor) (*Tensor, error) {
	if value.n != 1 {
		return nil, Errorf("value must be a scalar. Got shape: %s", ShapeString(value.shape))
	}
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	if value.dtype == String {
		if n*max(len(value.Str(0)), 1) > MaxBytes/8 {
			return nil, oom(String, shape)
		}
		return pickStrings(ctx, value, shape, n, 1, func(int) int { return 0 })
	}
	s := value.dtype.Size()
	if bytes.Count(value.buf[:s], []byte{0}) == s {
		return NewContext(ctx, value.dtype, shape)
	}
	z, err := alloc(value.dtype, shape)
	if err != nil {
		return nil, err
	}
	return z, parallel(ctx, n, s, func(lo, hi int) { fill(z.buf[lo*s:hi*s], value.buf[:s]) })
}

// Scatter writes rows of updates, [len(at), unit...], into a copy of x, in order: row i at element at[i]*unit, combined
// with what is there. updates has the dtype of x, of which how must take (see Update.Takes); a divisor 0 is an error.
func Scatter(ctx context.Context, x *Tensor, at []int, unit int, updates *Tensor, how Update) (*Tensor, error) {
	if updates.dtype != x.dtype || unit < 0 || updates.n != len(at)*unit {
		return nil, Errorf("%d places of %d %s for updates of shape %s and type %s", len(at), unit, x.dtype,
			ShapeString(updates.shape), updates.dtype)
	}
	for _, o := range at {
		if o < 0 || unit > 0 && o >= x.n/unit {
			return nil, Errorf("place %d does not lie in shape %s", o, ShapeString(x.shape))
		}
	}
	if x.dtype == String {
		out := make([]string, x.n)
		for i := range out {
			out[i] = x.Str(i)
		}
		for i, o := range at {
			for k := range unit {
				if how == UpdateSet {
					out[o*unit+k] = updates.Str(i*unit + k)
				} else {
					out[o*unit+k] += updates.Str(i*unit + k)
				}
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return OfStrings(x.shape, out)
	}
	z, err := alloc(x.dtype, x.shape)
	if err != nil {
		return nil, err
	}
	moveBytes(z.buf, x.buf)
	k, row := binKernel(func(z, _, y []byte) { copy(z, y) }), unit*x.dtype.Size()
	if how != UpdateSet {
		k = how.kernel(x.dtype)
	}
	if how == UpdateDiv {
		for i := range updates.n {
			if updates.Complex(i) == 0 {
				return nil, Errorf("updates must not contain 0")
			}
		}
	}
	switch {
	case k == nil && len(at) > 0:
		return nil, Failf(Unimplemented, "scatter %s of %s is not supported", how, x.dtype)
	case unit == 1 && how == UpdateAdd && x.dtype == Float32:
		addPlaces(view[float32](z.buf), view[float32](updates.buf), at)
		return z, ctx.Err()
	case unit == 1 && how == UpdateAdd && x.dtype == Float64:
		addPlaces(view[float64](z.buf), view[float64](updates.buf), at)
		return z, ctx.Err()
	}
	for i, o := range at {
		if i&0xffff == 0xffff && ctx.Err() != nil {
			break
		}
		zr := z.buf[o*row : (o+1)*row]
		k(zr, zr, updates.buf[i*row:(i+1)*row])
	}
	return z, ctx.Err()
}

// addPlaces adds single elements.
func addPlaces[T floating](z, x []T, at []int) {
	for i, o := range at {
		z[o] = addOne(z[o], x[i])
	}
}

// coordinates writes row i of indices: [0, 9].
func coordinates(indices *Tensor, i, depth int) string {
	return strings.ReplaceAll(ShapeString(intsOf(indices, i*depth, depth)), ",", ", ")
}

// ScatterAt finds the rows of a tensor of some shape that indices [..., depth] name, and the size of a
// row. updates is the shape of what goes there: the indices' leading dimensions, then a row's. The error
// says which index lies outside.
func ScatterAt(shape []int, indices *Tensor, updates []int) (at []int, unit int, err error) {
	r := indices.Rank()
	if r == 0 || len(shape) == 0 {
		return nil, 0, Errorf("Indices and updates must have rank at least one")
	}
	depth := indices.shape[r-1]
	if depth > len(shape) {
		return nil, 0, Errorf("The last dimension of indices (%d) must be at most the rank of the tensor (%d)", depth,
			len(shape))
	}
	want := append(append([]int(nil), indices.shape[:r-1]...), shape[depth:]...)
	if !SameShape(updates, want) {
		return nil, 0, Errorf("Dimensions [0,%d) of indices%s must match dimensions [0,%d) of updates%s", r-1,
			ShapeString(indices.shape), r-1, ShapeString(updates))
	}
	unit = 1
	for _, d := range shape[depth:] {
		unit *= d
	}
	n := 1
	for _, d := range indices.shape[:r-1] {
		n *= d
	}
	if at, err = Make[int](n); err != nil {
		return nil, 0, err
	}
	bad := -1
	for i := range at {
		o := 0
		for k := range depth {
			v := int(indices.Int(i*depth + k))
			if v < 0 || v >= shape[k] {
				bad = i
			}
			o = o*shape[k] + v
		}
		at[i] = o
	}
	if bad >= 0 { // TensorFlow tells the last one
		return nil, 0, Errorf("indices%s = %s does not index into shape %s", ShapeString([]int{bad}),
			coordinates(indices, bad, depth), ShapeString(shape))
	}
	return at, unit, nil
}
