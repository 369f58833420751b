package tensor

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// drawnKeys makes n keys of few values: numbers or strings, in rows of per.
func drawnKeys(r *rand.Rand, d DType, n, per int) *Tensor {
	shape := []int{n}
	if per > 1 {
		shape = append(shape, per)
	}
	if d == String {
		list := make([]string, n*per)
		for i := range list {
			list[i] = fmt.Sprint(r.Intn(9))[:r.Intn(2)]
		}
		return FromStrings(shape, list)
	}
	list := make([]int64, n*per)
	for i := range list {
		list[i] = int64(r.Intn(9)) << (7 * r.Intn(9)) // of many slots, and of one
	}
	x, err := Cast(context.Background(), FromSlice(shape, list), d)
	if err != nil {
		panic(err)
	}
	return x
}

// TestTable changes tables as a map is changed, and compares the two.
func TestTable(t *testing.T) {
	ctx := context.Background()
	for _, kind := range []struct {
		key, val DType
		per      int
		row      []int
	}{{Int64, Int64, 1, nil}, {String, String, 1, nil}, {Int32, Float32, 1, []int{3}}, {Int64, Int32, 2, nil},
		{String, Int64, 2, []int{2}}, {Int8, String, 3, []int{2}}} {
		r := rand.New(rand.NewSource(1))
		var keyRow []int
		if kind.per > 1 {
			keyRow = []int{kind.per}
		}
		table, err := NewTable(kind.key, kind.val, keyRow, kind.row)
		if err != nil {
			t.Fatal(err)
		}
		var order []string // keys, in the table's order
		want := map[string]string{}
		for range 300 {
			n := r.Intn(20)
			keys := drawnKeys(r, kind.key, n, kind.per)
			vals := drawnKeys(r, kind.val, n*table.count, 1).WithShape(append([]int{n}, kind.row...))
			if err = table.Put(ctx, keys, vals); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				k := text(keys.Row(i))
				if _, ok := want[k]; !ok {
					order = append(order, k)
				}
				want[k] = text(vals.Row(i))
			}
			gone := drawnKeys(r, kind.key, r.Intn(6), kind.per)
			if err = table.Drop(ctx, gone); err != nil {
				t.Fatal(err)
			}
			for i := range gone.Shape()[0] {
				k := text(gone.Row(i))
				at, last := slices.Index(order, k), len(order)-1
				if at >= 0 {
					order[at] = order[last]
					order = order[:last]
					delete(want, k)
				}
			}
			checkTable(t, r, table, order, want)
		}
		if table.Clear(); table.Len() != 0 {
			t.Errorf("%d entries after Clear", table.Len())
		}
	}
}

func checkTable(t *testing.T, r *rand.Rand, table *Table, order []string, want map[string]string) {
	t.Helper()
	keys, vals, err := table.All(nil)
	if err != nil || keys.Shape()[0] != len(order) {
		t.Fatalf("%v, %v entries, not %d", err, keys, len(order))
	}
	for i, k := range order {
		if text(keys.Row(i)) != k || text(vals.Row(i)) != want[k] {
			t.Fatalf("entry %d is %s: %s, not %s: %s", i, text(keys.Row(i)), text(vals.Row(i)), k, want[k])
		}
	}
	asked := drawnKeys(r, table.key, 30, table.per)
	def := drawnKeys(r, table.val, 30*table.count, 1).WithShape(append([]int{30}, table.row...))
	got, _, err := table.Find(context.Background(), asked, def, true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		w, ok := want[text(asked.Row(i))]
		if !ok {
			w = text(def.Row(i))
		}
		if text(got.Row(i)) != w {
			t.Fatalf("the value of %s is %s, not %s", text(asked.Row(i)), text(got.Row(i)), w)
		}
	}
}

// text spells the elements of a tensor.
func text(x *Tensor) string {
	var out []string
	for i := range x.Len() {
		if x.DType() == String {
			out = append(out, fmt.Sprintf("%q", x.Str(i)))
		} else {
			out = append(out, fmt.Sprint(x.Float(i)))
		}
	}
	return fmt.Sprint(out)
}

// TestTableErrors asks for what a table cannot do.
func TestTableErrors(t *testing.T) {
	ctx, done := context.WithCancel(context.Background())
	table, _ := NewTable(Int64, Int64, nil, nil)
	one := FromSlice([]int{1}, []int64{1})
	if err := table.Add(ctx, one, one); err != nil {
		t.Fatal(err)
	}
	clash := (*ClashError)(nil)
	if err := table.Add(ctx, one, FromSlice([]int{1}, []int64{2})); !errors.As(err, &clash) || clash.Had.Int(0) != 1 {
		t.Errorf("another value for a key: %v", err)
	}
	if err := table.Add(ctx, one, one); err != nil {
		t.Errorf("the same value again: %v", err)
	}
	if err := table.Put(ctx, one, FromSlice([]int{2}, []int64{2, 3})); err == nil {
		t.Error("two values for a key")
	}
	if err := table.Put(ctx, FromSlice([]int{1}, []int32{1}), one); err == nil {
		t.Error("keys of another type")
	}
	if _, _, err := table.Find(ctx, one, FromSlice([]int{2}, []int64{2, 3}), false); err == nil {
		t.Error("a default of another shape")
	}
	for _, bad := range []struct {
		key, val DType
		row      []int
	}{{Resource, Int64, nil}, {Int64, Variant, nil}, {Int64, Int64, []int{0}}, {Int64, Int64, []int{-1}}} {
		if _, err := NewTable(bad.key, bad.val, bad.row, nil); err == nil {
			t.Errorf("a table of %v", bad)
		}
	}
	done()
	if err := table.Put(ctx, one, one); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if !HasRow(one, one) || HasRow(one, Scalar(int64(2))) || HasRow(one, FromStrings([]int{1}, []string{"1"})) {
		t.Error("HasRow")
	}
}

// ExampleTable numbers words, and asks for them.
func ExampleTable() {
	ctx := context.Background()
	table, _ := NewTable(String, Int64, nil, nil)
	_ = table.Put(ctx, FromStrings([]int{2}, []string{"the", "fox"}), FromSlice([]int{2}, []int64{0, 1}))
	ids, _, _ := table.Find(ctx, FromStrings([]int{3}, []string{"fox", "dog", "the"}), Scalar(int64(-1)), false)
	fmt.Println(Slice[int64](ids))
	// Output: [1 -1 0]
}
