package tensor_test

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/tensor"
)

// Bitcast reads the same bytes as another type without copying them.
func ExampleBitcast() {
	x := tensor.Vector([]float32{1, -2})
	y, err := tensor.Bitcast(x, tensor.Uint32)
	fmt.Printf("%x %v\n", tensor.Slice[uint32](y), err)
	// Output: [3f800000 c0000000] <nil>
}

// Bin finds an elementwise operation; Apply broadcasts.
func ExampleBin() {
	col := tensor.FromSlice([]int{2, 1}, []int32{1, 2})
	row := tensor.Vector([]int32{10, 20, 30})
	z, err := tensor.Add(context.Background(), col, row)
	fmt.Println(z.Shape(), tensor.Slice[int32](z), err)
	// Output: [2 3] [11 21 31 12 22 32] <nil>
}

// Add and its like take tensors of one dtype; the shapes broadcast, and what does not fit is an error.
func ExampleAdd() {
	ctx := context.Background()
	col, row := tensor.FromSlice([]int{2, 1}, []int32{1, 2}), tensor.Vector([]int32{10, 20, 30})
	z, err := tensor.Add(ctx, col, row)
	fmt.Println(z.Shape(), tensor.Slice[int32](z), err)
	_, err = tensor.Add(ctx, row, tensor.Vector([]int32{1, 2}))
	fmt.Println(err)
	_, err = tensor.Add(ctx, row, tensor.Scalar(1.5))
	fmt.Println(err)
	// Output:
	// [2 3] [11 21 31 12 22 32] <nil>
	// Incompatible shapes: [3] vs. [2]
	// Could not find device for node: {{node AddV2}} = AddV2[T=DT_INT32]
}

// Reduce folds the axes that are marked.
func ExampleReduce() {
	ctx, x := context.Background(), tensor.FromSlice([]int{2, 3}, []float32{1, 2, 3, 4, 5, 6})
	sum, err := tensor.Reduce(ctx, tensor.FoldSum, x, []bool{false, true}, false)
	fmt.Println(tensor.Slice[float32](sum), err)
	most, err := tensor.Reduce(ctx, tensor.FoldMax, x, []bool{true, true}, true)
	fmt.Println(most.Shape(), most.Float(0), err)
	// Output:
	// [6 15] <nil>
	// [1 1] 6 <nil>
}

// DecodeRaw reads the bytes of strings as numbers, in either order of bytes.
func ExampleDecodeRaw() {
	ctx, x := context.Background(), tensor.FromStrings([]int{2}, []string{"\x00\x01\x00\x02", "\x00\x03\x00\x04"})
	z, err := tensor.DecodeRaw(ctx, x, tensor.Int16, false)
	fmt.Println(z.Shape(), tensor.Slice[int16](z), err)
	_, err = tensor.DecodeRaw(ctx, tensor.FromStrings([]int{2}, []string{"a", "bc"}), tensor.Uint8, true)
	fmt.Println(err)
	// Output:
	// [2 2] [1 2 3 4] <nil>
	// DecodeRaw requires input strings to all be the same size, but element 1 has size 1 != 2
}

// Gather takes rows by their numbers.
func ExampleGather() {
	ctx, x := context.Background(), tensor.FromSlice([]int{3, 2}, []int64{0, 1, 10, 11, 20, 21})
	z, err := tensor.Gather(ctx, x, tensor.Vector([]int32{2, 0}), 0, 0)
	fmt.Println(z.Shape(), tensor.Slice[int64](z), err)
	_, err = tensor.Gather(ctx, x, tensor.Vector([]int32{3}), 0, 0)
	fmt.Println(err)
	// Output:
	// [2 2] [20 21 0 1] <nil>
	// indices[0] = 3 is not in [0, 3)
}

// Segment folds rows by the numbers of the segments they belong to; one without rows holds empty.
func ExampleSegment() {
	x := tensor.Vector([]float32{1, 2, 3})
	ids, empty := []int64{2, 0, 2}, tensor.Scalar(float32(-1))
	z, counts, err := tensor.Segment(context.Background(), tensor.FoldSum, x, ids, 3, empty)
	fmt.Println(tensor.Slice[float32](z), counts, err)
	// Output:
	// [1 -1 3] [1 0 2] <nil>
}

// Of checks what FromSlice takes on trust.
func ExampleOf() {
	_, err := tensor.Of([]int{2, 2}, []float32{1, 2, 3})
	fmt.Println(err)
	// Output: shape [2,2] has 4 elements, but 3 are given
}
