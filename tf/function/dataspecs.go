package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
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
	NoneSpecClass    = py.NewClass("tensorflow.python.framework.none_tensor", "NoneTensorSpec", bind.TypeSpecClass, nil)
	DatasetSpecClass = py.NewClass("tensorflow.python.data.ops.dataset_ops", "DatasetSpec", bind.TypeSpecClass, nil)
	OptSpecClass     = py.NewClass("tensorflow.python.data.ops.optional_ops", "OptionalSpec", bind.TypeSpecClass, nil)
	IterSpecClass    = py.NewClass("tensorflow.python.data.ops.iterator_ops", "IteratorSpec", bind.TypeSpecClass, nil)
)

// IsNestedSpec tells a spec that holds others: of datasets, optionals and iterators.
func IsNestedSpec(v py.Value) bool {
	switch v.(type) {
	case *DatasetSpec, *OptionalSpec, *IteratorSpec:
		return true
	}
	return false
}
