package op

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// dictionary is the plainest table: int64 keys to int64 values.
type dictionary struct{ m map[int64]int64 }

func (d *dictionary) DType() tensor.DType  { return tensor.Resource }
func (d *dictionary) Keys() tensor.DType   { return tensor.Int64 }
func (d *dictionary) Values() tensor.DType { return tensor.Int64 }
func (d *dictionary) Count() int           { return len(d.m) }

func (d *dictionary) Find(_ *Exec, keys, def *tensor.Tensor) (*tensor.Tensor, error) {
	out := make([]int64, keys.Len())
	for i := range out {
		v, ok := d.m[keys.Int(i)]
		if !ok {
			v = def.Int(0)
		}
		out[i] = v
	}
	return tensor.FromSlice(keys.Shape(), out), nil
}

func (d *dictionary) Insert(_ *Exec, keys, vals *tensor.Tensor, importing bool) error {
	if importing {
		clear(d.m)
	}
	for i := range keys.Len() {
		d.m[keys.Int(i)] = vals.Int(i)
	}
	return nil
}

func (d *dictionary) Remove(_ *Exec, keys *tensor.Tensor) error {
	for i := range keys.Len() {
		delete(d.m, keys.Int(i))
	}
	return nil
}

func (d *dictionary) Export(*Exec) (*tensor.Tensor, *tensor.Tensor, error) {
	var k, v []int64
	for a, b := range d.m {
		k, v = append(k, a), append(v, b)
	}
	return tensor.Vector(k), tensor.Vector(v), nil
}

func init() {
	m := matrix34.(*tensor.Tensor)
	table := func() Value { return &dictionary{map[int64]int64{1: 10}} }
	keys, vals := Value(tensor.Vector([]int64{1, 2})), Value(tensor.Vector([]int64{7, 8}))
	add := func(name string, at Attrs, in ...Value) {
		samples = append(samples, sample{name: name, at: at, in: in})
	}
	for _, n := range []string{"AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"} {
		add(n, nil, &cell{m}, m)
	}
	for _, n := range []string{"LookupTableImportV2", "LookupTableInsertV2", "InitializeTableV2"} {
		add(n, nil, table(), keys, vals)
	}
	for _, how := range []string{"Update", "Add", "Sub", "Mul", "Div", "Max", "Min"} {
		add("ResourceScatter"+how, nil, &cell{m}, i32(2, 0), ramp(1, 2, 4))
		if how != "Mul" && how != "Div" {
			add("ResourceScatterNd"+how, nil, &cell{m}, tensor.FromSlice([]int{1, 2}, []int32{2, 1}), ramp(1, 1))
		}
	}
	add("ResourceStridedSliceAssign", Attrs{{"shrink_axis_mask", 1}}, &cell{m}, i32(1), i32(2), i32(1), ramp(1, 4))
	add("LookupTableFindV2", nil, table(), keys, tensor.Scalar(int64(-1)))
	add("LookupTableRemoveV2", nil, table(), keys)
	add("InitializeTableFromTextFileV2", Attrs{{"key_index", -2}, {"value_index", -1}}, table(), str1("testdata/keys.txt"))
	add("LookupTableSizeV2", nil, table())
	samples = append(samples, sample{name: "LookupTableExportV2", in: []Value{table()}, vary: true,
		at: Attrs{{"Tkeys", tensor.Int64}, {"Tvalues", tensor.Int64}}})
}

// TestParts: rows, slices and strided slices of a variable change, and nothing else; what does not fit is refused.
func TestParts(t *testing.T) {
	x := &Exec{Ctx: context.Background()}
	v := &cell{tensor.FromSlice([]int{2, 2}, []float32{1, 2, 3, 4})}
	f := func(v ...float32) Value { return tensor.FromSlice([]int{1, len(v)}, v) }
	for _, c := range []struct {
		d    *Def
		at   Attrs
		in   []Value
		want [4]float64
	}{
		{ResourceScatterAdd, nil, []Value{i32(1), f(10, 20)}, [4]float64{1, 2, 13, 24}},
		{ResourceScatterNdSub, nil, []Value{tensor.FromSlice([]int{1, 1}, []int32{0}), f(1, 1)}, [4]float64{0, 1, 13, 24}},
		{ResourceStridedSliceAssign, Attrs{{"end_mask", 1}, {"shrink_axis_mask", 2}}, []Value{i32(0, 1), i32(0, 2), i32(1, 1),
			tensor.Scalar(float32(7))}, [4]float64{0, 7, 13, 7}},
	} {
		if _, err := x.Do(c.d, c.at, append([]Value{v}, c.in...)...); err != nil {
			t.Fatalf("%s: %s", c.d.Name, err)
		}
		for i, w := range c.want {
			if v.t.Float(i) != w {
				t.Errorf("%s: element %d is %v, want %v", c.d.Name, i, v.t.Float(i), w)
			}
		}
	}
	for _, bad := range [][]Value{{v, i32(2), f(1, 1)}, {v, i32(-1), f(1, 1)}, {v, i32(0), f(1, 1, 1)}} {
		if _, err := x.Do(ResourceScatterUpdate, nil, bad...); err == nil {
			t.Errorf("%v was taken", bad[1:])
		}
	}
	if _, err := x.Do(ResourceStridedSliceAssign, nil, v, i32(0), i32(1), i32(1), f(1, 2, 3)); err == nil {
		t.Error("three values went into two")
	}
}

// TestResources: what changes a variable or a table does, and refuses what does not fit.
func TestResources(t *testing.T) {
	x := &Exec{Ctx: context.Background()}
	v := &cell{tensor.Vector([]float32{1, 2})}
	for _, d := range []*Def{AssignAddVariableOp, AssignAddVariableOp, AssignSubVariableOp} {
		if _, err := x.Do(d, nil, v, tensor.Vector([]float32{10, 20})); err != nil {
			t.Fatal(err)
		}
	}
	if got := v.t.Float(1); got != 22 {
		t.Errorf("2 + 20 + 20 - 20 is %v", got)
	}
	for _, bad := range []*tensor.Tensor{tensor.Vector([]float32{1}), tensor.Vector([]float64{1, 2})} {
		if _, err := x.Do(AssignVariableOp, nil, v, bad); err == nil {
			t.Errorf("a variable took %v", bad)
		}
	}
	d := &dictionary{map[int64]int64{}}
	one, two := tensor.Vector([]int64{1}), tensor.Vector([]int64{2})
	for _, k := range []*tensor.Tensor{one, two} {
		if _, err := x.Do(LookupTableInsertV2, nil, d, k, k); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := x.Do(LookupTableImportV2, nil, d, one, two); err != nil || d.m[1] != 2 || len(d.m) != 1 {
		t.Errorf("after the import the table is %v (%v)", d.m, err)
	}
	if _, err := x.Do(LookupTableFindV2, nil, d, tensor.Vector([]int32{1}), tensor.Scalar(int64(0))); err == nil {
		t.Error("a table of int64 was asked for int32")
	}
	if _, err := x.Do(LookupTableSizeV2, nil, v); err == nil {
		t.Error("a variable is no table")
	}
}
