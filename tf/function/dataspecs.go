package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// Specs of what elements of datasets are made of besides tensors.

// NoneSpec is the spec of None.
type NoneSpec struct{}

// DatasetSpec is tf.data.DatasetSpec.
type DatasetSpec struct {
	Elem  py.Value
	Shape tensor.PartialShape
}

// OptionalSpec is tf.OptionalSpec.
type OptionalSpec struct{ Elem py.Value }

// IteratorSpec is tf.data.IteratorSpec.
type IteratorSpec struct{ Elem py.Value }

var (
	NoneSpecClass    = py.NewClass("tensorflow.python.framework.none_tensor", "NoneTensorSpec", py.ObjectClass, nil)
	DatasetSpecClass = py.NewClass("tensorflow.python.data.ops.dataset_ops", "DatasetSpec", py.ObjectClass, nil)
	OptSpecClass     = py.NewClass("tensorflow.python.data.ops.optional_ops", "OptionalSpec", py.ObjectClass, nil)
	IterSpecClass    = py.NewClass("tensorflow.python.data.ops.iterator_ops", "IteratorSpec", py.ObjectClass, nil)
)

// IsNestedSpec tells a spec that holds others: of datasets, optionals and iterators.
func IsNestedSpec(v py.Value) bool {
	switch v.(type) {
	case *DatasetSpec, *OptionalSpec, *IteratorSpec:
		return true
	}
	return false
}
