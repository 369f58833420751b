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
