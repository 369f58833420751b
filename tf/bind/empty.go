package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// vast is the size from which a dimension of an empty tensor is refused by ops that loop over
// dimensions: the tensor itself costs nothing, but rows of it would.
const vast = 1 << 26

// refuseVast fails for tensors without elements whose dimensions no memory holds as rows.
// It looks into the first level of lists.
func refuseVast(args []py.Value, depth int) error {
	for _, a := range args {
		switch x := a.(type) {
		case *py.List:
			if depth == 0 {
				if err := refuseVast(x.Items, 1); err != nil {
					return err
				}
			}
		case *py.Tuple:
			if depth == 0 {
				if err := refuseVast(x.Items, 1); err != nil {
					return err
				}
			}
		case *ragged.Ragged:
			if err := refuseVastTensor(x.Flat()); err != nil {
				return err
			}
		case *sparse.Sparse:
			if err := refuseVastTensor(x.Values); err != nil {
				return err
			}
		default:
			if t, ok := AsTensor(a); ok {
				if err := refuseVastTensor(t); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func refuseVastTensor(t *tensor.Tensor) error {
	if t.Len() > 0 {
		return nil
	}
	for _, d := range t.Shape() {
		if d > vast {
			return tensor.Failf(tensor.ResourceExhausted,
				"an empty tensor of shape %s has more rows than this op can hold", tensor.ShapeString(t.Shape()))
		}
	}
	return nil
}

// Vast tells whether a tensor is empty and yet has more rows than can be listed.
func Vast(t *tensor.Tensor) error { return refuseVastTensor(t) }
