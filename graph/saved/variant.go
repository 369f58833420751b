package saved

import (
	"encoding/binary"

	"github.com/tfs-lang/tfs/tensor"
)

// Ragged and sparse tensors as elements of saved datasets: tensors of variants, each of which holds tensors.

// VariantTensorData is a variant: the name of its class and the tensors it is made of.
type VariantTensorData struct {
	TypeName string         `pb:"1"`
	Metadata []byte         `pb:"2"`
	Tensors  []*TensorProto `pb:"3"`
}

// VariantsOf writes a tensor of variants of a class, scalar when there is one and a vector otherwise; each holds
// some tensors.
func VariantsOf(class string, scalar bool, variants ...[]*tensor.Tensor) (*TensorProto, error) {
	p := &TensorProto{DType: TypeOf(tensor.Variant), Shape: ShapeOf(tensor.KnownShape([]int{len(variants)}))}
	if scalar {
		p.Shape = ShapeOf(tensor.KnownShape(nil))
	}
	var sizes, all []byte
	for _, ts := range variants {
		v := &VariantTensorData{TypeName: class}
		for _, t := range ts {
			v.Tensors = append(v.Tensors, ProtoOf(t))
		}
		b, err := Marshal(v)
		if err != nil {
			return nil, err
		}
		sizes = binary.AppendUvarint(sizes, uint64(len(b)))
		all = append(all, b...)
	}
	p.Content = append(sizes, all...)
	return p, nil
}

// Variants reads the tensors of each variant of a tensor of n.
func (p *TensorProto) Variants(n int) ([][]*tensor.Tensor, error) {
	parts, err := packed(p.Content, n)
	if err != nil {
		return nil, err
	}
	out := make([][]*tensor.Tensor, n)
	for i, b := range parts {
		v := &VariantTensorData{}
		if err := Unmarshal(b, v); err != nil {
			return nil, err
		}
		for _, t := range v.Tensors {
			x, err := t.Tensor()
			if err != nil {
				return nil, err
			}
			out[i] = append(out[i], x)
		}
	}
	return out, nil
}

// packed takes apart n byte strings: their lengths, then all bytes.
func packed(b []byte, n int) ([][]byte, error) {
	if n > len(b) {
		return nil, tensor.Errorf("a TensorProto of %d elements has %d bytes", n, len(b))
	}
	sizes := make([]uint64, n)
	total := uint64(0)
	for i := range sizes {
		v, k := binary.Uvarint(b)
		if k <= 0 || v > uint64(len(b)) {
			return nil, tensor.Errorf("a TensorProto of %d elements is broken", n)
		}
		sizes[i], b = v, b[k:]
		total += v
	}
	if total != uint64(len(b)) {
		return nil, tensor.Errorf("a TensorProto of %d elements has %d bytes where %d are told", n, len(b), total)
	}
	out := make([][]byte, n)
	for i, v := range sizes {
		out[i], b = b[:v], b[v:]
	}
	return out, nil
}
