package sparse_test

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

var ctx = context.Background()

// two is [[1, 0, 2], [0, 0, 3]].
func two() *sparse.Sparse {
	s, err := sparse.New(tensor.FromSlice([]int{3, 2}, []int64{0, 0, 0, 2, 1, 2}), tensor.Vector([]float32{1, 2, 3}),
		tensor.Vector([]int64{2, 3}))
	if err != nil {
		panic(err)
	}
	return s
}

func dense(s *sparse.Sparse, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := s.ToDense(ctx, tensor.Scalar(float32(0)))
	fmt.Println(s.Shape, tensor.Slice[float32](d), err)
}

// Coordinates of both are kept; shapes must agree.
func ExampleAdd() {
	dense(sparse.Add(ctx, two(), two(), nil))
	turned, err := sparse.Transpose(ctx, two(), []int{1, 0})
	dense(turned, err)
	_, err = sparse.Add(ctx, two(), turned, nil)
	fmt.Println(err)
	// Output:
	// [2 3] [2 0 4 0 0 6] <nil>
	// [3 2] [1 0 0 0 2 3] <nil>
	// Operands' shapes do not match: got 2 and 3 for dimension 0
}

// A dense vector is spread over the rows; only what is there is multiplied.
func ExampleMulDense() {
	dense(sparse.MulDense(ctx, two(), tensor.Vector([]float32{10, 20, 30})))
	// Output:
	// [2 3] [10 0 60 0 0 90] <nil>
}

// What is absent does not count.
func ExampleReduce() {
	dense(sparse.Reduce(ctx, tensor.FoldMax, two(), []bool{true, false}, false))
	dense(sparse.Reduce(ctx, tensor.FoldSum, two(), []bool{false, true}, true))
	// Output:
	// [3] [1 0 3] <nil>
	// [2 1] [3 3] <nil>
}

func ExampleMatMul() {
	z, err := sparse.MatMul(ctx, two(), tensor.FromSlice([]int{3, 1}, []float32{1, 10, 100}), false, false)
	fmt.Println(printer.TensorStr(z), err)
	// Output:
	// tf.Tensor(
	// [[201.]
	//  [300.]], shape=(2, 1), dtype=float32) <nil>
}

// The values of each row, as a ragged tensor.
func ExampleRows() {
	r, err := sparse.Rows(ctx, two())
	fmt.Println(printer.RaggedRepr(r), err)
	// Output:
	// <tf.RaggedTensor [[1.0, 2.0], [3.0]]> <nil>
}
