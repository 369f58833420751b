package op

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// TestCell follows a place from its first assignment to its end: two handles of one name, an empty place, other types.
func TestCell(t *testing.T) {
	x := &Exec{Ctx: context.Background()}
	handle := func(name string) Value {
		v, err := x.One(VarHandleOp, Attrs{{"dtype", tensor.Float64}, {"shape", known(2)}, {"shared_name", name}})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, b := handle("followed"), handle("followed")
	read := func(v Value, d tensor.DType) (Value, error) { return x.One(ReadVariableOp, Attrs{{"dtype", d}}, v) }
	fails := func(v Value, d tensor.DType, want string) {
		t.Helper()
		if _, err := read(v, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	fails(a, tensor.Float64, "Could not find variable followed.")
	if _, err := x.Do(AssignVariableOp, nil, a, tensor.Vector([]float64{1, 2})); err != nil {
		t.Fatal(err)
	}
	v, err := read(b, tensor.Float64)
	if err != nil || v.(*tensor.Tensor).Len() != 2 {
		t.Fatalf("the other handle reads %v, %v", v, err)
	}
	fails(b, tensor.Int32, "Trying to read variable with wrong dtype. Expected int32 got double")
	if _, err := x.Do(DestroyResourceOp, nil, b); err != nil {
		t.Fatal(err)
	}
	fails(a, tensor.Float64, "does not exist")
	if _, err := x.Do(DestroyResourceOp, Attrs{{"ignore_lookup_error", false}}, a); err == nil {
		t.Error("an empty place was destroyed")
	}
}
