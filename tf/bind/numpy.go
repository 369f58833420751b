package bind

import (
	"context"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// Array is a numpy array, and NPDType a numpy dtype.
type (
	Array   = ndarray.Array
	NPDType = ndarray.DType
)

func init() { ndarray.MakeObject = func(s string) any { return py.Bytes(s) } }

// NewArray sees a tensor as an array; a write to the array does not change the tensor.
func NewArray(t *tensor.Tensor) *Array { return ndarray.FromTensor(t) }

// NewObjects makes an array of Python values.
func NewObjects(shape []int, v []py.Value) *Array { return ndarray.FromObjects(shape, v) }

// tensorType is the tensor type that holds elements of a numpy type: strings for texts and
// objects, Invalid for structured types.
func tensorType(d *NPDType) tensor.DType {
	switch {
	case d.IsNumber():
		return d.Num
	case d.Kind == 'V', d.IsDate():
		return tensor.Invalid
	}
	return tensor.String
}

// ArrayType is the element type of the tensor an array converts to; false for arrays of objects
// that are no texts and for structured ones.
func ArrayType(a *Array) (tensor.DType, bool) {
	if a.IsObject() && a.Texts() == nil {
		for _, v := range a.Objects() {
			if _, ok := text(v); !ok {
				return tensor.Invalid, false
			}
		}
	}
	d := tensorType(a.DType())
	return d, d != tensor.Invalid
}

// ArrayTensor converts an array to a tensor of its own type. Texts become UTF-8.
func ArrayTensor(a *Array) (*tensor.Tensor, error) {
	d := a.DType()
	switch {
	case d.IsNumber():
		return a.Tensor(context.Background())
	case a.IsObject():
		if t := a.Texts(); t != nil {
			return t, nil
		}
		out := make([]string, 0, a.Len())
		for _, v := range a.Objects() {
			s, ok := text(v)
			if !ok {
				return nil, py.ValueErrorf("Failed to convert a NumPy array to a Tensor (Unsupported object type %s).",
					py.TypeOf(v).Name)
			}
			out = append(out, s)
		}
		return tensor.OfStrings(a.Shape(), out)
	case d.Kind == 'V':
		return nil, py.ValueErrorf("Failed to convert a NumPy array to a Tensor (Unsupported numpy type: NPY_VOID).")
	case d.IsDate():
		return nil, py.ValueErrorf("Failed to convert a NumPy array to a Tensor (Unsupported numpy type: %s).",
			map[byte]string{'M': "NPY_DATETIME", 'm': "NPY_TIMEDELTA"}[d.Kind])
	}
	out := make([]string, 0, a.Len())
	a.Each(func(at int) { out = append(out, d.Text(a.Element(at))) })
	return tensor.OfStrings(a.Shape(), out)
}

func text(v py.Value) (string, bool) {
	switch x := v.(type) {
	case py.Bytes:
		return string(x), true
	case string:
		return x, true
	case *py.Instance:
		if s, ok := x.Native.(string); ok {
			return s, true
		}
		if s, ok := x.Native.(py.Bytes); ok {
			return string(s), true
		}
	}
	return "", false
}
