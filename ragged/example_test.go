package ragged_test

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

var ctx = context.Background()

// rows are four numbers, none, and two.
func rows() *ragged.Ragged {
	p, err := ragged.FromLengths([]int64{4, 0, 2}, tensor.Int64)
	if err != nil {
		panic(err)
	}
	r, err := ragged.New(tensor.Vector([]int32{3, 1, 4, 1, 5, 9}), p)
	if err != nil {
		panic(err)
	}
	return r
}

// show prints a value as TensorFlow does, or the error.
func show(v ragged.Value, err error) {
	switch x := v.(type) {
	case *ragged.Ragged:
		fmt.Println(printer.RaggedRepr(x), err)
	case *tensor.Tensor:
		fmt.Println(printer.TensorRepr(x), err)
	default:
		fmt.Println(err)
	}
}

// Keys select from the outermost dimension in; inner slices keep within each row.
func ExampleIndex() {
	show(ragged.Index(ctx, rows(), ragged.Rest{}, ragged.To(2)))
	show(ragged.Index(ctx, rows(), ragged.At(-1)))
	show(ragged.Index(ctx, rows(), ragged.From(1), ragged.Every(-1)))
	show(ragged.Index(ctx, rows(), ragged.At(7)))
	// Output:
	// <tf.RaggedTensor [[3, 1], [], [5, 9]]> <nil>
	// <tf.Tensor: shape=(2,), dtype=int32, numpy=array([5, 9], dtype=int32)> <nil>
	// <tf.RaggedTensor [[], [9, 5]]> <nil>
	// Row key 7 out of bounds
}

// Indices may be ragged themselves: the rows of a table, gathered for the words of texts.
func ExampleGather() {
	table := tensor.FromSlice([]int{10, 1}, []float32{0, 10, 20, 30, 40, 50, 60, 70, 80, 90})
	show(ragged.Gather(ctx, table, rows(), 0, 0))
	// Output:
	// <tf.RaggedTensor [[[30.0],
	//   [10.0],
	//   [40.0],
	//   [10.0]], [], [[50.0],
	//                 [90.0]]]> <nil>
}

// Rows without values give what TensorFlow's kernels give: the least number for a maximum, NaN for a mean.
func ExampleReduce() {
	show(ragged.Reduce(ctx, tensor.FoldSum, rows(), []int{1}, false))
	show(ragged.Reduce(ctx, tensor.FoldMean, rows(), []int{1}, false))
	show(ragged.Reduce(ctx, tensor.FoldMax, rows(), nil, false))
	show(ragged.Reduce(ctx, tensor.FoldSum, rows(), []int{5}, false))
	// Output:
	// <tf.Tensor: shape=(3,), dtype=int32, numpy=array([ 9,  0, 14], dtype=int32)> <nil>
	// <tf.Tensor: shape=(3,), dtype=float64, numpy=array([2.25,  nan, 7.  ])> <nil>
	// <tf.Tensor: shape=(), dtype=int32, numpy=9> <nil>
	// axis=5 out of bounds: expected -2<=axis<2
}

// Along the rows two values are joined row by row.
func ExampleConcat() {
	show(ragged.Concat(ctx, []ragged.Value{rows(), rows()}, 1))
	show(ragged.Concat(ctx, []ragged.Value{rows(), tensor.FromSlice([]int{1, 1}, []int32{7})}, 0))
	// Output:
	// <tf.RaggedTensor [[3, 1, 4, 1, 3, 1, 4, 1], [], [5, 9, 5, 9]]> <nil>
	// <tf.RaggedTensor [[3, 1, 4, 1], [], [5, 9], [7]]> <nil>
}

// Sort orders each row by itself.
func ExampleSort() {
	r, err := ragged.Sort(ctx, rows(), true)
	show(r, err)
	// Output: <tf.RaggedTensor [[4, 3, 1, 1], [], [9, 5]]> <nil>
}

// Broadcast pairs the elements of two values, here one number for each row.
func ExampleBroadcast() {
	x, y := rows(), tensor.FromSlice([]int{3, 1}, []int32{10, 20, 30})
	a, b, wrap, err := ragged.Broadcast(ctx, x, y)
	if err != nil {
		panic(err)
	}
	sum, err := tensor.Add(ctx, a, b)
	show(wrap(sum), err)
	// Output: <tf.RaggedTensor [[13, 11, 14, 11], [], [35, 39]]> <nil>
}

// The rows are padded to the longest, or to an asked shape.
func ExampleRagged_ToTensor() {
	d, err := rows().ToTensor(ctx, tensor.Scalar(int32(-1)), tensor.PartialShape{})
	show(d, err)
	d, err = rows().ToTensor(ctx, nil, tensor.PartialShape{Dims: []int{-1, 2}})
	show(d, err)
	// Output:
	// <tf.Tensor: shape=(3, 4), dtype=int32, numpy=
	// array([[ 3,  1,  4,  1],
	//        [-1, -1, -1, -1],
	//        [ 5,  9, -1, -1]], dtype=int32)> <nil>
	// <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
	// array([[3, 1],
	//        [0, 0],
	//        [5, 9]], dtype=int32)> <nil>
}

// Splits that fall, and values that do not fit them, are refused.
func ExampleFromSplits() {
	_, err := ragged.FromSplits([]int64{0, 2, 1}, tensor.Int64)
	fmt.Println(err != nil)
	p, _ := ragged.FromSplits([]int64{0, 2, 5}, tensor.Int64)
	_, err = ragged.New(tensor.Vector([]int32{1}), p)
	fmt.Println(err != nil, p.Lengths(), p.ValueRowIDs())
	// Output:
	// true
	// true [2 3] [0 0 1 1 1]
}
