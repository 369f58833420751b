package saved

import "github.com/tfs-lang/tfs/tensor"

// TensorProto is the value of a tensor: its bytes, or its elements by their type. When fewer
// elements are listed than the shape has, the last one stands for the rest.
type TensorProto struct {
	DType    DataType          `pb:"1"`
	Shape    *TensorShapeProto `pb:"2"`
	Version  int32             `pb:"3"`
	Content  []byte            `pb:"4"`
	Float    []float32         `pb:"5"`
	Double   []float64         `pb:"6"`
	Int      []int32           `pb:"7"` // of 8, 16 and 32 bits
	String   [][]byte          `pb:"8"`
	SComplex []float32         `pb:"9"` // real and imaginary parts
	Int64    []int64           `pb:"10"`
	Bool     []bool            `pb:"11"`
	DComplex []float64         `pb:"12"`
	Half     []int32           `pb:"13"` // the bits of float16 and bfloat16
	Uint32   []uint32          `pb:"16"`
	Uint64   []uint64          `pb:"17"`
}

// ProtoOf writes a tensor as nodes of graphs hold it: as ContentOf, but one element alone in the list of its type.
func ProtoOf(x *tensor.Tensor) *TensorProto {
	p := &TensorProto{DType: TypeOf(x.DType()), Shape: ShapeOf(tensor.KnownShape(x.Shape()))}
	if x.Len() == 1 && x.DType() != tensor.String && p.only(x) {
		return p
	}
	return ContentOf(x)
}

// ContentOf writes a tensor as SerializeTensor does: strings one by one, anything else as its bytes.
func ContentOf(x *tensor.Tensor) *TensorProto {
	p := &TensorProto{DType: TypeOf(x.DType()), Shape: ShapeOf(tensor.KnownShape(x.Shape()))}
	if x.DType() != tensor.String {
		p.Content = x.Bytes()
		return p
	}
	p.String = make([][]byte, x.Len())
	for i := range p.String {
		p.String[i] = []byte(x.Str(i))
	}
	return p
}

// only sets the one element of a tensor in the list of its type, as TensorFlow writes it; false for types that are
// written as bytes.
func (p *TensorProto) only(x *tensor.Tensor) bool {
	switch x.DType() {
	case tensor.Float32:
		p.Float = tensor.Slice[float32](x)
	case tensor.Float64:
		p.Double = tensor.Slice[float64](x)
	case tensor.Int32, tensor.Int16, tensor.Int8, tensor.Uint16, tensor.Uint8:
		p.Int = []int32{int32(x.Int(0))}
	case tensor.Int64:
		p.Int64 = tensor.Slice[int64](x)
	case tensor.Bool:
		p.Bool = []bool{x.Int(0) != 0}
	default:
		return false
	}
	return true
}

// Tensor reads the value.
func (p *TensorProto) Tensor() (*tensor.Tensor, error) {
	d, err := p.DType.Known()
	if err != nil {
		return nil, err
	}
	s, err := p.Shape.Shape()
	if err != nil {
		return nil, err
	}
	if p.Shape == nil {
		s = tensor.PartialShape{} // an absent shape is a scalar's here
	}
	if !s.FullyDefined() {
		return nil, tensor.Errorf("a TensorProto has the shape %s", s)
	}
	n, err := tensor.Count(s.Dims)
	if err != nil {
		return nil, err
	}
	if d == tensor.String {
		return p.strings(s.Dims, n)
	}
	z, err := tensor.New(d, s.Dims)
	if err != nil {
		return nil, err
	}
	if len(p.Content) > 0 {
		if len(p.Content) != len(z.Bytes()) {
			return nil, tensor.Errorf("a TensorProto of %d %s elements has %d bytes", n, d, len(p.Content))
		}
		copy(z.Bytes(), p.Content)
		if d == tensor.Bool {
			for i, v := range z.Bytes() {
				z.Bytes()[i] = min(v, 1)
			}
		}
		return z, nil
	}
	return z, p.fill(z)
}

func (p *TensorProto) strings(shape []int, n int) (*tensor.Tensor, error) {
	texts := p.String
	if n > 0 && len(texts) == 0 && len(p.Content) > 0 {
		var err error
		if texts, err = packed(p.Content, n); err != nil {
			return nil, err
		}
	}
	if n > 0 && len(texts) == 0 {
		return nil, tensor.Errorf("a TensorProto of %d strings has none", n)
	}
	total := 0
	for i := range n {
		total += len(texts[min(i, len(texts)-1)])
	}
	var b tensor.StringBuilder
	if err := b.Grow(n, total); err != nil {
		return nil, err
	}
	for i := range n {
		b.Append(string(texts[min(i, len(texts)-1)]))
	}
	return b.Tensor(shape)
}

// fill sets the elements from the list of their type.
func (p *TensorProto) fill(z *tensor.Tensor) error {
	switch z.DType() {
	case tensor.Float32:
		spread(tensor.Slice[float32](z), p.Float, func(v float32) float32 { return v })
	case tensor.Float64:
		spread(tensor.Slice[float64](z), p.Double, func(v float64) float64 { return v })
	case tensor.Int32, tensor.QInt32:
		spread(tensor.Slice[int32](z), p.Int, func(v int32) int32 { return v })
	case tensor.Int16, tensor.QInt16:
		spread(tensor.Slice[int16](z), p.Int, func(v int32) int16 { return int16(v) })
	case tensor.Uint16, tensor.QUint16:
		spread(tensor.Slice[uint16](z), p.Int, func(v int32) uint16 { return uint16(v) })
	case tensor.Int8, tensor.QInt8:
		spread(tensor.Slice[int8](z), p.Int, func(v int32) int8 { return int8(v) })
	case tensor.Uint8, tensor.QUint8:
		spread(tensor.Slice[uint8](z), p.Int, func(v int32) uint8 { return uint8(v) })
	case tensor.Float16, tensor.BFloat16:
		spread(tensor.Slice[uint16](z), p.Half, func(v int32) uint16 { return uint16(v) })
	case tensor.Int64:
		spread(tensor.Slice[int64](z), p.Int64, func(v int64) int64 { return v })
	case tensor.Bool:
		spread(z.Bytes(), p.Bool, func(v bool) byte {
			if v {
				return 1
			}
			return 0
		})
	case tensor.Uint32:
		spread(tensor.Slice[uint32](z), p.Uint32, func(v uint32) uint32 { return v })
	case tensor.Uint64:
		spread(tensor.Slice[uint64](z), p.Uint64, func(v uint64) uint64 { return v })
	case tensor.Complex64:
		spread(tensor.Slice[complex64](z), pairs(p.SComplex, func(a, b float32) complex64 { return complex(a, b) }),
			func(v complex64) complex64 { return v })
	case tensor.Complex128:
		spread(tensor.Slice[complex128](z), pairs(p.DComplex, func(a, b float64) complex128 { return complex(a, b) }),
			func(v complex128) complex128 { return v })
	default:
		return tensor.Failf(tensor.Unimplemented, "a TensorProto of %s elements is not read", z.DType())
	}
	return nil
}

// spread sets the elements; the last value stands for all that are not listed, zero when none is.
func spread[T, V any](z []T, vals []V, f func(V) T) {
	if len(vals) == 0 {
		return
	}
	for i := range z {
		z[i] = f(vals[min(i, len(vals)-1)])
	}
}

func pairs[F, C any](v []F, f func(a, b F) C) []C {
	out := make([]C, len(v)/2)
	for i := range out {
		out[i] = f(v[2*i], v[2*i+1])
	}
	return out
}
