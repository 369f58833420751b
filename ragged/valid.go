package ragged

import "github.com/tfs-lang/tfs/tensor"

// Valid tells what is wrong with a value: no tensor at all, a partition without row splits or
// with another number of values than there are. It looks at every level and at no row: values
// that constructors of this package made are always valid.
func Valid(v Value) error {
	switch x := v.(type) {
	case *tensor.Tensor:
		if x == nil {
			return tensor.Failf(tensor.ValueError, "a tensor is nil")
		}
		return nil
	case *Ragged:
		for x != nil {
			if err := x.Part.valid(); err != nil {
				return err
			}
			n, ok := rowsOf(x.Values)
			if !ok || n < 0 || n != x.Part.NVals() {
				return tensor.Failf(tensor.ValueError, "the row splits of a ragged tensor end at %d, its values are %d",
					x.Part.NVals(), n)
			}
			in, deeper := x.Values.(*Ragged)
			if !deeper {
				return nil
			}
			x = in
		}
	}
	return tensor.Failf(tensor.ValueError, "a ragged tensor is nil")
}

// valid refuses a partition without row splits or of a type they do not have.
func (p *Partition) valid() error {
	switch {
	case p == nil || len(p.Splits) == 0:
		return tensor.Failf(tensor.ValueError, "row_splits tensor may not be empty.")
	case p.DType != tensor.Int32 && p.DType != tensor.Int64:
		return tensor.Failf(tensor.ValueError, "row_splits must have dtype int32 or int64")
	case p.Splits[0] != 0 || p.Splits[len(p.Splits)-1] < 0:
		return tensor.Failf(tensor.ValueError, "row_splits must start with 0 and never fall")
	}
	return nil
}

// rowsOf is Rows of a value that may be nil.
func rowsOf(v Value) (n int, ok bool) {
	switch x := v.(type) {
	case *tensor.Tensor:
		if x != nil {
			return Rows(x), true
		}
	case *Ragged:
		if x != nil && x.Part != nil && len(x.Part.Splits) > 0 {
			return Rows(x), true
		}
	}
	return -1, false
}

// splitsDType refuses types that row splits do not have.
func splitsDType(d tensor.DType) error {
	if d != tensor.Int32 && d != tensor.Int64 {
		return tensor.Failf(tensor.ValueError, "row_splits must have dtype int32 or int64")
	}
	return nil
}
