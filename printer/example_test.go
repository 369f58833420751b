package printer_test

import (
	"fmt"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/tensor"
)

// TensorRepr and TensorStr give what TensorFlow's prompt and print show.
func ExampleTensorRepr() {
	x := tensor.FromSlice([]int{2, 2}, []float32{1, 2.5, -3, 1000})
	fmt.Println(printer.TensorRepr(x))
	fmt.Println(printer.TensorStr(x))
	// Output:
	// <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
	// array([[   1. ,    2.5],
	//        [  -3. , 1000. ]], dtype=float32)>
	// tf.Tensor(
	// [[   1.     2.5]
	//  [  -3.  1000. ]], shape=(2, 2), dtype=float32)
}
