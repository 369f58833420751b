package tensor_test

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// TestEmptyOfHugeDimensions moves and reduces tensors without values: neither time nor memory
// may follow the other dimensions, whose products do not fit an int.
func TestEmptyOfHugeDimensions(t *testing.T) {
	ctx := context.Background()
	ops := map[string]func(x *tensor.Tensor) (*tensor.Tensor, error){
		"Cum": func(x *tensor.Tensor) (*tensor.Tensor, error) {
			return tensor.Cum(ctx, x, 0, false, false, false)
		},
		"Reverse": func(x *tensor.Tensor) (*tensor.Tensor, error) {
			return tensor.Reverse(ctx, x, map[int]bool{0: true})
		},
		"Concat": func(x *tensor.Tensor) (*tensor.Tensor, error) {
			return tensor.Concat(ctx, []*tensor.Tensor{x, x}, 1)
		},
		"Cast": func(x *tensor.Tensor) (*tensor.Tensor, error) { return tensor.Cast(ctx, x, tensor.Int8) },
		"Transpose": func(x *tensor.Tensor) (*tensor.Tensor, error) {
			order := make([]int, x.Rank())
			for i := range order {
				order[i] = x.Rank() - 1 - i
			}
			return tensor.Transpose(ctx, x, order)
		},
	}
	for _, shape := range [][]int{{0, 1 << 40}, {1 << 40, 0}, {1 << 35, 0, 3}, {3, 0, 1 << 40}, {0, 1 << 62}} {
		x, err := tensor.New(tensor.Float32, shape)
		if err != nil {
			t.Fatal(shape, err)
		}
		for name, f := range ops {
			z, err := f(x)
			if err == nil && z.Len() != 0 {
				t.Errorf("%s of shape %v has %d elements", name, shape, z.Len())
			}
		}
	}
}
