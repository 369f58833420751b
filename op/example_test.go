package op_test

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// A kernel is run by its declaration, with attributes as TensorFlow's registry names them.
func ExampleExec_One() {
	x := &op.Exec{Ctx: context.Background()}
	a := tensor.FromSlice([]int{2, 2}, []float32{1, 2, 3, 4})
	v, err := x.One(op.MatMul, op.Attrs{{Name: "transpose_b", Value: true}}, a, a)
	if err != nil {
		fmt.Println(err)
		return
	}
	z := v.(*tensor.Tensor)
	fmt.Println(z.Shape(), tensor.Slice[float32](z))
	// Output: [2 2] [5 11 11 25]
}

// Every kernel is found by its name; what it refuses is an error that names it.
func ExampleGet() {
	x := &op.Exec{Ctx: context.Background()}
	_, err := x.One(op.Get("Reshape"), nil, tensor.Vector([]int64{1, 2, 3}), tensor.Ints32(2, 2))
	fmt.Println(err)
	fmt.Println(op.Get("NoSuchKernel") == nil)
	// Output:
	// Input to reshape is a tensor with 3 values, but the requested shape has 4
	// true
}

// Infer gives what is known of a result's type and shape before anything is computed.
func ExampleInfer() {
	batch := &op.Edge{Type: tensor.Float32, Shape: tensor.PartialShape{Dims: []int{-1, 3}}}
	n := &op.Node{Def: op.MatMul, In: []op.Value{batch, tensor.FromSlice([]int{3, 2}, make([]float32, 6))}}
	if err := op.Infer(n); err != nil {
		fmt.Println(err)
		return
	}
	z := n.Out[0].(*op.Edge)
	fmt.Println(z.Type.Name(), z.Shape)
	// Output: float32 (None, 2)
}
