package ndarray

import (
	"context"
	"slices"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

var ctx = context.Background()

// grid is the numbers 0 to 5 in two rows.
func grid() *Array { return FromTensor(tensor.FromSlice([]int{2, 3}, []int32{0, 1, 2, 3, 4, 5})) }

func holds(t *testing.T, what string, a *Array, want ...int) {
	t.Helper()
	if a == nil {
		t.Errorf("%s: there is no view", what)
		return
	}
	x, err := a.Tensor(ctx)
	if err != nil || !slices.Equal(x.Ints(), want) {
		t.Errorf("%s: %v %v, want %v", what, x.Ints(), err, want)
	}
}

func TestViews(t *testing.T) {
	a := grid()
	holds(t, "transposed", a.T(), 0, 3, 1, 4, 2, 5)
	holds(t, "permuted", a.Permute([]int{1, 0}), 0, 3, 1, 4, 2, 5)
	holds(t, "row", a.Row(1), 3, 4, 5)
	holds(t, "column", a.Axis(1, 2), 2, 5)
	holds(t, "backwards", a.Slice(1, 2, -1, 3), 2, 1, 0, 5, 4, 3)
	holds(t, "every other", a.Slice(1, 0, 2, 2), 0, 2, 3, 5)
	holds(t, "reshaped", a.Reshape([]int{3, 2}, false), 0, 1, 2, 3, 4, 5)
	holds(t, "diagonal", a.Diagonal(0, 0, 1), 0, 4)
	if v := a.T().Reshape([]int{6}, false); v != nil {
		t.Error("a transposed array has no flat view")
	}
	holds(t, "column-major", a.T().Reshape([]int{6}, true), 0, 1, 2, 3, 4, 5)
	if v := a.NewAxis(0); !slices.Equal(v.Shape(), []int{1, 2, 3}) ||
		!slices.Equal(v.Squeeze(map[int]bool{0: true}).Shape(), a.Shape()) {
		t.Error(v.Shape())
	}
	if !a.CContiguous() || a.FContiguous() || !a.T().FContiguous() {
		t.Error("contiguity")
	}
}

// TestWritesAreSeen keeps views on one memory, and tensors apart from the arrays made of them.
func TestWritesAreSeen(t *testing.T) {
	x := tensor.Vector([]int32{1, 2, 3, 4})
	a := FromTensor(x)
	v := a.Slice(0, 1, 2, 2)
	if ok, err := v.Assign(ctx, FromTensor(tensor.Vector([]int32{20, 40}))); !ok || err != nil {
		t.Fatal(ok, err)
	}
	holds(t, "array", a, 1, 20, 3, 40)
	if !slices.Equal(x.Ints(), []int{1, 2, 3, 4}) {
		t.Error("a tensor changed:", x.Ints())
	}
	if shared, err := Shares(ctx, a, v); !shared || err != nil {
		t.Error("a view shares memory", err)
	}
	if shared, _ := Shares(ctx, v, a.Slice(0, 0, 2, 2)); shared || !MayShare(v, a.Slice(0, 0, 2, 2)) {
		t.Error("even and odd places have no byte in common")
	}
	b, err := a.Copy(ctx, 'C')
	if err != nil || SameMemory(a, b) {
		t.Error("a copy has memory of its own", err)
	}
}

func TestBroadcasts(t *testing.T) {
	row := FromTensor(tensor.Vector([]int32{1, 2}))
	z, ok := row.BroadcastTo([]int{2, 2})
	if !ok {
		t.Fatal("no broadcast")
	}
	holds(t, "broadcast", z, 1, 2, 1, 2)
	if _, ok := row.BroadcastTo([]int{3}); ok {
		t.Error("2 became 3")
	}
	if _, ok := row.BroadcastTo(nil); ok {
		t.Error("a vector became a scalar")
	}
	if s, ok := Broadcast([]int{3, 1}, []int{2}); !ok || !slices.Equal(s, []int{3, 2}) {
		t.Error(s, ok)
	}
	if _, ok := Broadcast([]int{3}, []int{2}); ok {
		t.Error("3 and 2 have no common shape")
	}
}

func TestTypes(t *testing.T) {
	for in, size := range map[string]int{"<f8": 8, "int32": 4, ">i2": 2, "S3": 3, "U2": 8, "O": 8, "u2,f4": 6, "?": 1} {
		if d, ok := Parse(in); !ok || d.Size != size {
			t.Errorf("%s: %v %v", in, d, ok)
		}
	}
	for _, in := range []string{"", "<", "S-1", "x9", "a", "U99999999999999999999", ",", "f8,", "<<f8"} {
		if d, ok := Parse(in); ok && d == nil {
			t.Errorf("%q: %v", in, d)
		}
	}
	x := FromTensor(tensor.Vector([]int16{1, 256}))
	x.SwapBytes()
	holds(t, "swapped", x, 256, 1)
	if !Same(Of(tensor.Int32), Of(tensor.Int32)) || Same(Of(tensor.Int32), Of(tensor.Int32).Swapped()) {
		t.Error("types and byte orders")
	}
}

func TestHostileShapes(t *testing.T) {
	for _, shape := range [][]int{{-1}, {1 << 40, 1 << 40}, {1 << 62}, make([]int, 400)} {
		for _, d := range []*DType{Of(tensor.Float64), Object, Text(9)} {
			if a, err := New(d, shape, false); err == nil && a.Len() > 0 {
				t.Errorf("%v of %v was made", shape, d)
			}
		}
	}
}

// TestOrder walks through memory as NumPy's iterator does.
func TestOrder(t *testing.T) {
	a, err := New(Of(tensor.Float64), []int{2, 3, 4}, false)
	if err != nil {
		t.Fatal(err)
	}
	spread, _ := a.Axis(0, 0).BroadcastTo([]int{5, 3, 4})
	for _, c := range []struct {
		arrays []*Array
		want   []int
	}{
		{[]*Array{a}, nil}, {[]*Array{a.T()}, []int{2, 1, 0}}, {[]*Array{a.Permute([]int{1, 2, 0})}, []int{2, 0, 1}},
		{[]*Array{a.T(), a.Axis(0, 0).Axis(0, 0).NewAxis(1).NewAxis(2)}, []int{2, 1, 0}}, {[]*Array{spread}, nil},
		{[]*Array{a.Slice(2, 0, 2, 2)}, nil}, {[]*Array{a.T(), a.T().Slice(0, 3, -1, 4)}, []int{2, 1, 0}},
	} {
		got := Order(c.arrays...)
		if !slices.Equal(got, c.want) {
			t.Errorf("the order of strides %v is %v, not %v", c.arrays[0].Strides(), got, c.want)
		}
		if got != nil && !slices.IsSorted(a.Permute(got).Permute(Inverse(got)).Shape()) {
			t.Errorf("%v is not undone", got)
		}
	}
}
