package text_test

import (
	"context"
	"fmt"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

var background = context.Background()

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

// White space, or a separator, and at most so many cuts.
func ExampleSplit() {
	r, err := text.Split(background, tensor.Vector([]int32{1}), "", -1)
	fmt.Println(r == nil, err)
	lines := tensor.FromStrings([]int{2}, []string{"to be  or not", ""})
	r, err = text.Split(background, lines, "", -1)
	show(r, err)
	r, err = text.Split(background, lines, " ", 1)
	show(r, err)
	// Output:
	// true cannot compute StringSplitV2 as input #0(zero-based) was expected to be a string tensor but is a int32 tensor
	// <tf.RaggedTensor [[b'to', b'be', b'or', b'not'], []]> <nil>
	// <tf.RaggedTensor [[b'to', b'be  or not'], [b'']]> <nil>
}

// Neighbours are joined within each row, with padding where it is asked for.
func ExampleNGrams() {
	words, _ := text.Split(background, tensor.FromStrings([]int{2}, []string{"to be or", "not"}), "", -1)
	show(text.NGrams(background, words, text.NGramOptions{Widths: []int{2}, Sep: " "}))
	// Output:
	// <tf.RaggedTensor [[b'to be', b'be or'], []]> <nil>
}

// Lengths count bytes or characters; a dense tensor gives a dense one, rows give rows.
func ExampleLength() {
	x := tensor.FromStrings([]int{2}, []string{"héllo", "日本"})
	n, err := text.Length(background, x, text.Bytes)
	show(n, err)
	n, err = text.Length(background, x, text.Chars)
	show(n, err)
	// Output:
	// <tf.Tensor: shape=(2,), dtype=int32, numpy=array([6, 6], dtype=int32)> <nil>
	// <tf.Tensor: shape=(2,), dtype=int32, numpy=array([5, 2], dtype=int32)> <nil>
}

// The bucket is FarmHash's fingerprint modulo their number, as in TensorFlow.
func ExampleHashBucketFast() {
	x, err := text.HashBucketFast(background, tensor.FromStrings([]int{2}, []string{"Hello", "TensorFlow"}), 3)
	show(x, err)
	fmt.Println(text.Fingerprint("Hello"))
	// Output:
	// <tf.Tensor: shape=(2,), dtype=int64, numpy=array([0, 2])> <nil>
	// 15404698994557526151
}

// What is no number is an error that says which text it was.
func ExampleToNumber() {
	x, err := text.ToNumber(background, tensor.FromStrings([]int{2}, []string{"1.5", "-2e3"}), tensor.Float32)
	show(x, err)
	_, err = text.ToNumber(background, tensor.StringScalar("one"), tensor.Int32)
	fmt.Println(err)
	// Output:
	// <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 1.5e+00, -2.0e+03], dtype=float32)> <nil>
	// StringToNumberOp could not correctly convert string: one
}

// Groups of the pattern stand as \1 in the rewrite.
func ExampleReplace() {
	x, err := text.Replace(background, tensor.StringScalar("2026-11-23"), `(\d+)-(\d+)-(\d+)`, `\3.\2.\1`, true)
	show(x, err)
	// Output:
	// <tf.Tensor: shape=(), dtype=string, numpy=b'23.11.2026'> <nil>
}

// Code points of each string, a row for each.
func ExampleDecodeUnicode() {
	x := tensor.FromStrings([]int{2}, []string{"né", "日"})
	points, _, err := text.DecodeUnicode(background, x, "UTF-8", text.Faults{How: "replace", Char: 0xFFFD})
	show(points, err)
	// Output:
	// <tf.RaggedTensor [[110, 233], [26085]]> <nil>
}
