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
	add("LookupTableFindV2", nil, table(), keys, tensor.Scalar(int64(-1)))
	add("LookupTableRemoveV2", nil, table(), keys)
	add("LookupTableSizeV2", nil, table())
	samples = append(samples, sample{name: "LookupTableExportV2", in: []Value{table()}, vary: true,
		at: Attrs{{"Tkeys", tensor.Int64}, {"Tvalues", tensor.Int64}}})
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
