package sparse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

var ctx = context.Background()

// mat makes a matrix of int32.
func mat(rows, cols int, v ...int32) *tensor.Tensor { return tensor.FromSlice([]int{rows, cols}, v) }

func sp(t *testing.T, x *tensor.Tensor) *Sparse {
	t.Helper()
	s, err := NonZero(ctx, x)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// show is the coordinates with their values, and the shape.
func show(s *Sparse) string {
	out := ""
	for i := range s.Len() {
		v := fmt.Sprint(s.Values.Float(i))
		if s.DType() == tensor.String {
			v = s.Values.Str(i)
		}
		out += fmt.Sprint(s.At(i)) + ":" + v + " "
	}
	return out + fmt.Sprint(s.Shape)
}

func gives(t *testing.T, what string, s *Sparse, err error, want string) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if got := show(s); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

func fails(t *testing.T, what string, err error, part string) {
	t.Helper()
	var e *tensor.Error
	if !errors.As(err, &e) || !strings.Contains(e.Msg, part) {
		t.Errorf("%s: %v, want a *tensor.Error with %q", what, err, part)
	}
}

func TestNew(t *testing.T) {
	idx, vals, shape := tensor.FromSlice([]int{2, 2}, []int64{0, 1, 1, 0}), tensor.Vector([]float32{1, 2}),
		tensor.Vector([]int64{2, 2})
	s, err := New(idx, vals, shape)
	gives(t, "new", s, err, "[0 1]:1 [1 0]:2 [2 2]")
	for what, f := range map[string]func() (*Sparse, error){
		"nil indices": func() (*Sparse, error) { return New(nil, vals, shape) },
		"nil values":  func() (*Sparse, error) { return New(idx, nil, shape) },
		"nil shape":   func() (*Sparse, error) { return New(idx, vals, nil) },
		"rank":        func() (*Sparse, error) { return New(shape, vals, shape) },
		"count":       func() (*Sparse, error) { return New(idx, tensor.Vector([]float32{1}), shape) },
		"width":       func() (*Sparse, error) { return New(idx, vals, tensor.Vector([]int64{2})) },
		"type":        func() (*Sparse, error) { return New(idx, vals, tensor.Vector([]int32{2, 2})) },
	} {
		if s, err := f(); err == nil {
			t.Errorf("%s: %v was accepted", what, s)
		}
	}
	fails(t, "outside", (&Sparse{[]int64{0, 5}, tensor.Vector([]float32{1}), []int64{2, 2}}).InBounds(), "out of bounds")
	fails(t, "twice", (&Sparse{[]int64{0, 0, 0, 0}, vals, []int64{2, 2}}).Ordered(), "is repeated")
	fails(t, "order", (&Sparse{[]int64{1, 0, 0, 0}, vals, []int64{2, 2}}).Ordered(), "out of order")
}

func TestDims(t *testing.T) {
	s := sp(t, mat(2, 3, 1, 0, 2, 0, 0, 3))
	z, err := ExpandDims(s, 0)
	gives(t, "expand", z, err, "[0 0 0]:1 [0 0 2]:2 [0 1 2]:3 [1 2 3]")
	z, err = Reshape(s, []int64{3, -1})
	gives(t, "reshape", z, err, "[0 0]:1 [1 0]:2 [2 1]:3 [3 2]")
	_, err = Reshape(s, []int64{4, 2})
	fails(t, "reshape", err, "6 dense values")
	z, err = Transpose(ctx, s, nil)
	gives(t, "transpose", z, err, "[0 0]:1 [2 0]:2 [2 1]:3 [3 2]")
	_, err = Transpose(ctx, s, []int{0, 0})
	fails(t, "perm", err, "once")
	z, err = Slice(ctx, s, []int64{0, 1}, []int64{2, 1 << 60})
	gives(t, "slice", z, err, "[0 1]:2 [1 1]:3 [2 2]")
	_, err = Slice(ctx, s, []int64{0}, nil)
	fails(t, "slice", err, "length 2")
	parts, err := Split(ctx, s, 2, 1)
	if err != nil || len(parts) != 2 || show(parts[1]) != "[0 0]:2 [1 0]:3 [2 1]" {
		t.Error(parts, err)
	}
	_, err = Split(ctx, s, 9, 0)
	fails(t, "split", err, "num_split")
	z, err = Concat(ctx, []*Sparse{s, s}, 1, false)
	gives(t, "concat", z, err, "[0 0]:1 [0 2]:2 [0 3]:1 [0 5]:2 [1 2]:3 [1 5]:3 [2 6]")
	_, err = Concat(ctx, nil, 0, false)
	fails(t, "concat", err, "at least one")
	z, empty, _, err := FillEmptyRows(ctx, sp(t, mat(2, 2, 1, 0, 0, 0)), tensor.Scalar(int32(9)))
	gives(t, "fill", z, err, "[0 0]:1 [1 0]:9 [2 2]")
	if !slices.Equal(empty, []bool{false, true}) {
		t.Error(empty)
	}
	z, err = Retain(ctx, s, []bool{true, false, true})
	gives(t, "retain", z, err, "[0 0]:1 [1 2]:3 [2 3]")
	z, err = ResetShape(s, nil)
	gives(t, "reset", z, err, "[0 0]:1 [0 2]:2 [1 2]:3 [2 3]")
}

func TestArithmetic(t *testing.T) {
	a, b := sp(t, mat(2, 2, 1, 0, 0, 2)), sp(t, mat(2, 2, 3, 4, 0, -2))
	z, err := Add(ctx, a, b, tensor.Scalar(int32(1)))
	gives(t, "add", z, err, "[0 0]:4 [0 1]:4 [2 2]")
	z, err = Add(ctx, a, b, nil)
	gives(t, "add all", z, err, "[0 0]:4 [0 1]:4 [1 1]:0 [2 2]")
	_, err = Add(ctx, a, sp(t, mat(1, 2, 1, 1)), nil)
	fails(t, "shapes", err, "do not match")
	z, err = Maximum(ctx, a, b)
	gives(t, "max", z, err, "[0 0]:3 [0 1]:4 [1 1]:2 [2 2]")
	z, err = MulDense(ctx, b, tensor.Vector([]int32{10, 100}))
	gives(t, "mul", z, err, "[0 0]:30 [0 1]:400 [1 1]:-200 [2 2]")
	z, err = DivDense(ctx, b, tensor.Scalar(int32(2)))
	gives(t, "div", z, err, "[0 0]:1 [0 1]:2 [1 1]:-1 [2 2]")
	d, err := AddDense(ctx, a, mat(2, 2, 1, 1, 1, 1))
	if err != nil || !slices.Equal(d.Ints(), []int{2, 1, 1, 3}) {
		t.Error(d, err)
	}
	z, err = Reduce(ctx, tensor.FoldSum, b, []bool{false, true}, false)
	gives(t, "sum", z, err, "[0]:7 [1]:-2 [2]")
	_, err = Reduce(ctx, tensor.FoldSum, b, nil, false)
	fails(t, "marks", err, "mark")
	m, err := MatMul(ctx, b, mat(2, 1, 1, 10), false, false)
	if err != nil || !slices.Equal(m.Ints(), []int{43, -20}) {
		t.Error(m, err)
	}
	_, err = MatMul(ctx, b, mat(1, 2, 1, 1), false, false)
	fails(t, "sizes", err, "inner dimension")
	f, err := Softmax(ctx, &Sparse{[]int64{0, 0, 0, 1}, tensor.Vector([]float32{1, 1}), []int64{1, 2}})
	gives(t, "softmax", f, err, "[0 0]:0.5 [0 1]:0.5 [1 2]")
}

func TestRowsAndSets(t *testing.T) {
	p, _ := ragged.FromLengths([]int64{2, 0, 1}, tensor.Int64)
	r, _ := ragged.New(tensor.Vector([]int32{5, 1, 1}), p)
	s, err := FromRagged(r)
	gives(t, "from ragged", s, err, "[0 0]:5 [0 1]:1 [2 0]:1 [3 2]")
	back, err := ToRagged(s, tensor.Int64)
	if err != nil || !back.Part.Same(p) {
		t.Error(back, err)
	}
	_, err = ToRagged(sp(t, mat(1, 2, 0, 1)), tensor.Int64)
	fails(t, "gap", err, "not right-ragged")
	z, err := Bincount(ctx, r, true, Counts{Least: -1, Most: -1})
	gives(t, "counts", z, err, "[0 1]:1 [0 5]:1 [2 1]:1 [3 6]")
	x, y := sp(t, mat(2, 2, 1, 2, 3, 4)), sp(t, mat(2, 2, 2, 7, 4, 3))
	z, err = Intersection(ctx, x, y)
	gives(t, "intersection", z, err, "[0 0]:2 [1 0]:3 [1 1]:4 [2 2]")
	z, err = Union(ctx, x, y)
	gives(t, "union", z, err, "[0 0]:1 [0 1]:2 [0 2]:7 [1 0]:3 [1 1]:4 [2 3]")
	z, err = Difference(ctx, x, y)
	gives(t, "difference", z, err, "[0 0]:1 [2 1]")
	n, err := SetSize(sp(t, mat(1, 3, 4, 4, 5)))
	if err != nil || n.Int(0) != 2 {
		t.Error(n, err)
	}
	e, err := EditDistance(ctx, x, y, false)
	if err != nil || e.Float(0) != 2 || e.Float(1) != 2 {
		t.Error(e, err)
	}
}

// TestHostile gives every function sparse tensors that are none: an error, never a panic.
func TestHostile(t *testing.T) {
	v := tensor.Vector([]int32{1})
	for _, s := range []*Sparse{nil, {}, {Indices: []int64{0}, Values: v, Shape: []int64{2, 2}},
		{Values: mat(1, 1, 1), Shape: []int64{1}}} {
		calls := map[string]error{}
		_, calls["ExpandDims"] = ExpandDims(s, 0)
		_, calls["Reshape"] = Reshape(s, []int64{-1})
		_, calls["Transpose"] = Transpose(ctx, s, nil)
		_, calls["Slice"] = Slice(ctx, s, nil, nil)
		_, calls["Split"] = Split(ctx, s, 1, 0)
		_, calls["Concat"] = Concat(ctx, []*Sparse{s, s}, 0, true)
		_, calls["ResetShape"] = ResetShape(s, []int64{1})
		_, _, _, calls["FillEmptyRows"] = FillEmptyRows(ctx, s, tensor.Scalar(int32(1)))
		_, calls["Retain"] = Retain(ctx, s, []bool{true})
		_, calls["Add"] = Add(ctx, s, s, nil)
		_, calls["AddDense"] = AddDense(ctx, s, nil)
		_, calls["Maximum"] = Maximum(ctx, s, s)
		_, calls["Minimum"] = Minimum(ctx, s, nil)
		_, calls["MulDense"] = MulDense(ctx, s, nil)
		_, calls["DivDense"] = DivDense(ctx, s, v)
		_, calls["Reduce"] = Reduce(ctx, tensor.FoldSum, s, nil, false)
		_, calls["MatMul"] = MatMul(ctx, s, v, false, false)
		_, calls["Softmax"] = Softmax(ctx, s)
		_, calls["ToRagged"] = ToRagged(s, tensor.Int64)
		_, calls["Rows"] = Rows(ctx, s)
		_, calls["Union"] = Union(ctx, s, s)
		_, calls["SetSize"] = SetSize(s)
		_, calls["EditDistance"] = EditDistance(ctx, s, s, true)
		calls["InBounds"], calls["Ordered"] = s.Valid(), s.Valid()
		_, calls["FromRagged"] = FromRagged(nil)
		_, calls["NonZero"] = NonZero(ctx, nil)
		for name, err := range calls {
			var te *tensor.Error
			if !errors.As(err, &te) {
				t.Errorf("%s(%+v): %v, want a *tensor.Error", name, s, err)
			}
		}
	}
	vast := &Sparse{[]int64{0, 0}, v, []int64{1 << 62, 4}}
	if _, _, _, err := FillEmptyRows(ctx, vast, tensor.Scalar(int32(1))); err == nil {
		t.Error("vast rows were filled")
	}
	if _, err := ToRagged(vast, tensor.Int64); err == nil {
		t.Error("vast rows were made")
	}
	if _, err := Union(ctx, vast, vast); err == nil {
		t.Error("vast sets were made")
	}
}

// A sparse tensor is coordinates, values and a shape.
func ExampleNew() {
	s, err := New(tensor.FromSlice([]int{2, 2}, []int64{0, 1, 1, 0}), tensor.Vector([]float32{1, 2}),
		tensor.Vector([]int64{2, 2}))
	fmt.Println(s.Shape, s.Len(), err)
	d, err := s.ToDense(ctx, tensor.Scalar(float32(0)))
	fmt.Println(tensor.Slice[float32](d), err)
	// Output:
	// [2 2] 2 <nil>
	// [0 1 2 0] <nil>
}
