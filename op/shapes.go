package op

import "github.com/tfs-lang/tfs/tensor"

// Steps of a builder on shapes as values. What is known is put together without a kernel.

// ToEnd is past the end of every vector, for Part.
const ToEnd = 1<<31 - 1

// shapeInts are the elements of a known int32 vector.
func shapeInts(v Value) ([]int, bool) {
	t, ok := v.(*tensor.Tensor)
	if !ok || t.DType() != tensor.Int32 || t.Rank() != 1 {
		return nil, false
	}
	return t.Ints(), true
}

// Joined puts int32 vectors behind each other.
func (b *B) Joined(parts ...Value) Value {
	if len(parts) == 1 {
		return parts[0]
	}
	var all []int
	for _, p := range parts {
		v, ok := shapeInts(p)
		if !ok {
			return b.One(ConcatV2, append(parts, tensor.Scalar(int32(0)))...)
		}
		all = append(all, v...)
	}
	return tensor.Ints32(all...)
}

// Packed makes a vector of scalars.
func (b *B) Packed(in ...Value) Value {
	all := make([]int, len(in))
	for i, v := range in {
		t, ok := v.(*tensor.Tensor)
		if !ok || t.DType() != tensor.Int32 || t.Rank() != 0 {
			return b.One(Pack, in...)
		}
		all[i] = int(t.Int(0))
	}
	return tensor.Ints32(all...)
}

// Single makes a vector of one scalar.
func (b *B) Single(x Value) Value {
	if t, ok := x.(*tensor.Tensor); ok && t.Rank() == 0 {
		return t.WithShape([]int{1})
	}
	return b.One(Reshape, x, tensor.Ints32(1))
}

// Part is the elements lo to hi of a vector, as Python counts them; ToEnd stands for the end.
func (b *B) Part(x Value, lo, hi int) Value {
	if v, ok := shapeInts(x); ok && lo >= 0 && hi >= 0 {
		lo = min(lo, len(v))
		return tensor.Ints32(v[lo:max(min(hi, len(v)), lo)]...)
	}
	at := Attrs(nil)
	if hi == ToEnd {
		at, hi = Attrs{{"end_mask", 1}}, 0
	}
	return b.With(StridedSlice, at, x, tensor.Ints32(lo), tensor.Ints32(hi), tensor.Ints32(1))
}

// Element is the element i of a vector, as a scalar.
func (b *B) Element(x Value, i int) Value {
	if v, ok := shapeInts(x); ok && i < len(v) && i >= -len(v) {
		if i < 0 {
			i += len(v)
		}
		return tensor.Scalar(int32(v[i]))
	}
	return b.With(StridedSlice, Attrs{{"shrink_axis_mask", 1}}, x, tensor.Ints32(i), tensor.Ints32(i+1),
		tensor.Ints32(1))
}

// Count is the product of a vector.
func (b *B) Count(x Value) Value {
	v, ok := shapeInts(x)
	n := 1
	for _, k := range v {
		if n, ok = tensor.Times(n, k); !ok || n >= ToEnd {
			return b.One(Prod, x, tensor.Ints32(0))
		}
	}
	if !ok {
		return b.One(Prod, x, tensor.Ints32(0))
	}
	return tensor.Scalar(int32(n))
}
