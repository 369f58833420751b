package ragged

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

func TestEncodings(t *testing.T) {
	lengths := []int64{4, 0, 3, 1, 0}
	p, err := FromLengths(lengths, tensor.Int64)
	if err != nil || !slices.Equal(p.Splits, []int64{0, 4, 4, 7, 8, 8}) || !slices.Equal(p.Lengths(), lengths) {
		t.Fatal(p, err)
	}
	q, err := FromValueRowIDs(p.ValueRowIDs(), 5, tensor.Int64)
	if err != nil || !slices.Equal(q.Splits, p.Splits) {
		t.Error(q, err)
	}
	s, err := FromSplits(p.Splits, tensor.Int64)
	if err != nil || s.NVals() != 8 || s.NRows() != 5 {
		t.Error(s, err)
	}
	for _, bad := range [][]int64{{}, {1, 3}, {0, 2, 1, 3}} {
		if _, err := FromSplits(bad, tensor.Int64); err == nil {
			t.Errorf("row splits %v were accepted", bad)
		}
	}
}

func TestBroadcastRows(t *testing.T) {
	p, _ := FromLengths([]int64{2, 0, 1}, tensor.Int64)
	x, err := New(tensor.Vector([]int32{1, 2, 3}), p)
	if err != nil {
		t.Fatal(err)
	}
	y := tensor.FromSlice([]int{3, 1}, []int32{10, 20, 30})
	bx, by, wrap, err := Broadcast(context.Background(), x, y)
	if err != nil || !slices.Equal(bx.Ints(), []int{1, 2, 3}) || !slices.Equal(by.Ints(), []int{10, 10, 30}) {
		t.Fatal(bx.Ints(), by.Ints(), err)
	}
	if z := wrap(bx).(*Ragged); !slices.Equal(z.Shape(), []int{3, -1}) {
		t.Error(z.Shape())
	}
	if _, _, _, err := Broadcast(context.Background(), x, tensor.FromSlice([]int{2, 2}, []int32{1, 2, 3, 4})); err == nil {
		t.Error("shapes that do not broadcast were accepted")
	}
}

// A ragged value is a partition over values.
func ExampleNew() {
	p, _ := FromLengths([]int64{2, 0, 1}, tensor.Int64)
	r, err := New(tensor.Vector([]float32{1, 2, 3}), p)
	fmt.Println(r.Shape(), err)
	d, _ := r.ToDense(context.Background(), r.Bounds(), tensor.Scalar(float32(0)))
	fmt.Println(d.Shape(), tensor.Slice[float32](d))
	// Output:
	// [3 -1] <nil>
	// [3 2] [1 2 0 0 3 0]
}

// TestNarrowSplits: row splits past what int32 holds are refused however they are given.
func TestNarrowSplits(t *testing.T) {
	const most = 1<<31 - 1
	for name, f := range map[string]func(n int64) error{
		"splits":  func(n int64) error { _, err := FromSplits([]int64{0, n}, tensor.Int32); return err },
		"lengths": func(n int64) error { _, err := FromLengths([]int64{n - 1, 1}, tensor.Int32); return err },
		"limits":  func(n int64) error { _, err := FromLimits([]int64{n}, tensor.Int32); return err },
		"starts":  func(n int64) error { _, err := FromStarts([]int64{0}, n, tensor.Int32); return err },
	} {
		if err := f(most); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if f(most+1) == nil {
			t.Errorf("%s of %d were taken as int32", name, most+1)
		}
	}
}
