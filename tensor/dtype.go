package tensor

import "math"

// DType is an element type. The numbers are those of TensorFlow's DataType enum, which
// its error messages print.
type DType uint8

// The element types, with TensorFlow's enum values.
const (
	Invalid    DType = 0
	Float32    DType = 1
	Float64    DType = 2
	Int32      DType = 3
	Uint8      DType = 4
	Int16      DType = 5
	Int8       DType = 6
	String     DType = 7
	Complex64  DType = 8
	Int64      DType = 9
	Bool       DType = 10
	QInt8      DType = 11
	QUint8     DType = 12
	QInt32     DType = 13
	BFloat16   DType = 14
	QInt16     DType = 15
	QUint16    DType = 16
	Uint16     DType = 17
	Complex128 DType = 18
	Float16    DType = 19
	Resource   DType = 20
	Variant    DType = 21
	Uint32     DType = 22
	Uint64     DType = 23
	numDTypes        = 24
)

// Kind groups element types by how they compute.
type Kind uint8

// The kinds of element types.
const (
	KindOther Kind = iota
	KindBool
	KindInt
	KindUint
	KindFloat
	KindComplex
	KindString
)

type dtypeInfo struct {
	name  string // TensorFlow's public name
	cname string // the name in kernel error messages ("float", "half")
	enum  string // DT_...
	size  int
	kind  Kind
	quant bool
}

var dtypes = [numDTypes]dtypeInfo{
	Float32:    {"float32", "float", "DT_FLOAT", 4, KindFloat, false},
	Float64:    {"float64", "double", "DT_DOUBLE", 8, KindFloat, false},
	Int32:      {"int32", "int32", "DT_INT32", 4, KindInt, false},
	Uint8:      {"uint8", "uint8", "DT_UINT8", 1, KindUint, false},
	Int16:      {"int16", "int16", "DT_INT16", 2, KindInt, false},
	Int8:       {"int8", "int8", "DT_INT8", 1, KindInt, false},
	String:     {"string", "string", "DT_STRING", 0, KindString, false},
	Complex64:  {"complex64", "complex64", "DT_COMPLEX64", 8, KindComplex, false},
	Int64:      {"int64", "int64", "DT_INT64", 8, KindInt, false},
	Bool:       {"bool", "bool", "DT_BOOL", 1, KindBool, false},
	QInt8:      {"qint8", "qint8", "DT_QINT8", 1, KindInt, true},
	QUint8:     {"quint8", "quint8", "DT_QUINT8", 1, KindUint, true},
	QInt32:     {"qint32", "qint32", "DT_QINT32", 4, KindInt, true},
	BFloat16:   {"bfloat16", "bfloat16", "DT_BFLOAT16", 2, KindFloat, false},
	QInt16:     {"qint16", "qint16", "DT_QINT16", 2, KindInt, true},
	QUint16:    {"quint16", "quint16", "DT_QUINT16", 2, KindUint, true},
	Uint16:     {"uint16", "uint16", "DT_UINT16", 2, KindUint, false},
	Complex128: {"complex128", "complex128", "DT_COMPLEX128", 16, KindComplex, false},
	Float16:    {"float16", "half", "DT_HALF", 2, KindFloat, false},
	Resource:   {"resource", "resource", "DT_RESOURCE", 0, KindOther, false},
	Variant:    {"variant", "variant", "DT_VARIANT", 0, KindOther, false},
	Uint32:     {"uint32", "uint32", "DT_UINT32", 4, KindUint, false},
	Uint64:     {"uint64", "uint64", "DT_UINT64", 8, KindUint, false},
}

// Name is TensorFlow's name of the type, such as "float32".
//
//go:noinline
func (d DType) Name() string {
	if d < numDTypes && dtypes[d].name != "" {
		return dtypes[d].name
	}
	return "invalid"
}

// String is Name.
func (d DType) String() string { return d.Name() }

// CName is the name TensorFlow's kernels use in messages ("float", "half", "double").
//
//go:noinline
func (d DType) CName() string { return dtypes[d].cname }

// EnumName is the protobuf enum name, such as "DT_FLOAT".
func (d DType) EnumName() string { return dtypes[d].enum }

// Size is the number of bytes of one element; 0 for strings.
func (d DType) Size() int { return dtypes[d].size }

// Kind is the group of the type; quantised types count as the integers that hold them.
func (d DType) Kind() Kind { return dtypes[d].kind }

// IsQuantized tells qint8, quint8, qint16, quint16 and qint32.
func (d DType) IsQuantized() bool { return dtypes[d].quant }

// IsOpaque tells resource and variant, whose values are no tensor's elements.
func (d DType) IsOpaque() bool { return d == Resource || d == Variant }

// IsInteger is TensorFlow's is_integer: signed and unsigned, not quantised.
func (d DType) IsInteger() bool {
	k := d.Kind()
	return (k == KindInt || k == KindUint) && !d.IsQuantized()
}

// IsFloating is TensorFlow's is_floating.
func (d DType) IsFloating() bool { return d.Kind() == KindFloat }

// IsComplex is TensorFlow's is_complex.
func (d DType) IsComplex() bool { return d.Kind() == KindComplex }

// IsUnsigned is TensorFlow's is_unsigned.
func (d DType) IsUnsigned() bool { return d.Kind() == KindUint && !d.IsQuantized() }

// IsNumeric tells every type arithmetic can be asked of (not bool, not string).
func (d DType) IsNumeric() bool {
	k := d.Kind()
	return k == KindInt || k == KindUint || k == KindFloat || k == KindComplex
}

// Base is the plain integer type that holds a quantised one, or the type itself.
func (d DType) Base() DType {
	switch d {
	case QInt8:
		return Int8
	case QUint8:
		return Uint8
	case QInt16:
		return Int16
	case QUint16:
		return Uint16
	case QInt32:
		return Int32
	}
	return d
}

// Real is the type of a complex number's parts, or the type itself.
func (d DType) Real() DType {
	switch d {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	}
	return d
}

// DTypes lists every element type in enum order.
func DTypes() []DType {
	var out []DType
	for d := range DType(numDTypes) {
		if dtypes[d].name != "" && !d.IsOpaque() {
			out = append(out, d)
		}
	}
	return out
}

// DTypeByName finds a type by TensorFlow's name or one of its aliases ("half", "double").
func DTypeByName(name string) (DType, bool) {
	switch name {
	case "half":
		return Float16, true
	case "double":
		return Float64, true
	case "float":
		return Float32, true
	}
	for d := range DType(numDTypes) {
		if dtypes[d].name == name && name != "" {
			return d, true
		}
	}
	return Invalid, false
}

// IntRange gives the least and greatest value of an integer type. The greatest value of
// uint64 does not fit and is returned as -1 with unsigned meaning.
//
//go:noinline
func (d DType) IntRange() (lo, hi int64) {
	bits := uint(d.Size() * 8)
	switch d.Kind() {
	case KindInt:
		return -1 << (bits - 1), 1<<(bits-1) - 1
	case KindUint:
		return 0, int64(uint64(math.MaxUint64) >> (64 - bits))
	}
	return 0, 0
}

// FloatRange gives the least and greatest finite value of a floating type.
func (d DType) FloatRange() (lo, hi float64) {
	switch d {
	case Float16:
		hi = 65504
	case BFloat16:
		hi = 3.3895313892515355e38
	case Float32:
		hi = math.MaxFloat32
	case Float64:
		hi = math.MaxFloat64
	}
	return -hi, hi
}
