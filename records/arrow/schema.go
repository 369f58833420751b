package arrow

import (
	"fmt"

	"github.com/tfs-lang/tfs/tensor"
)

// The types of a field, by their numbers in Schema.fbs.
const (
	typeNull = iota + 1
	typeInt
	typeFloat
	typeBinary
	typeUtf8
	typeBool
	typeDecimal
	typeDate
	typeTime
	typeTimestamp
	typeInterval
	typeList
	typeStruct
	typeUnion
	typeFixedBinary
	typeFixedList
	typeMap
	typeDuration
	typeLargeBinary
	typeLargeUtf8
	typeLargeList
)

// field is a column or a part of one.
type field struct {
	name     string
	kind     string // of its values, as Arrow calls it
	code     int
	dtype    tensor.DType
	width    int // of fixed-size binaries and lists
	children []*field
	index    *field // of the numbers of a dictionary's entries; nil where values stand themselves
	id       int64  // of the dictionary
}

const (
	maxFields = 1 << 16
	maxDepth  = 64
)

var units = []string{"s", "ms", "us", "ns"}

// schemaOf reads the fields of a schema.
func schemaOf(t table) ([]*field, error) {
	if t.short(0, 0) != 0 {
		return nil, tensor.Failf(tensor.Unimplemented, "the file's numbers are big-endian")
	}
	left := maxFields
	return fieldsOf(t.vector(1, 4), maxDepth, &left)
}

func fieldsOf(v vector, depth int, left *int) ([]*field, error) {
	if *left -= v.n; depth == 0 || *left < 0 {
		return nil, tensor.Failf(tensor.DataLoss, "the schema is nested too deeply")
	}
	var out []*field
	for i := range v.n {
		f, err := fieldOf(v.table(i), depth, left)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func fieldOf(t table, depth int, left *int) (*field, error) {
	f := &field{name: t.text(0), code: t.byte(2, 0)}
	if err := f.typed(t.table(3)); err != nil {
		return nil, err
	}
	var err error
	if f.children, err = fieldsOf(t.vector(5, 4), depth-1, left); err != nil {
		return nil, err
	}
	one := f.code == typeList || f.code == typeLargeList || f.code == typeFixedList || f.code == typeMap
	if one && len(f.children) != 1 {
		return nil, tensor.Failf(tensor.DataLoss, "the list %q has %d children", f.name, len(f.children))
	}
	if d := t.table(4); d.at >= 0 {
		f.id = d.long(0)
		f.index = &field{name: f.name, code: typeInt}
		if ints := d.table(1); ints.at >= 0 {
			err = f.index.typed(ints)
		} else {
			f.index.dtype = tensor.Int32
		}
	}
	return f, err
}

var ints = map[int][2]tensor.DType{8: {tensor.Uint8, tensor.Int8}, 16: {tensor.Uint16, tensor.Int16},
	32: {tensor.Uint32, tensor.Int32}, 64: {tensor.Uint64, tensor.Int64}}

// typed reads the type of a field.
func (f *field) typed(t table) error {
	unit := func(n int) string { return units[min(max(n, 0), 3)] }
	f.dtype = tensor.Int64
	switch f.code {
	case typeNull:
		f.kind = "null"
	case typeInt:
		signed := t.byte(1, 0)
		f.dtype = ints[t.int(0, 0)][min(signed, 1)]
		f.kind = f.dtype.Name()
	case typeFloat:
		p := min(max(t.short(0, 0), 0), 2)
		f.dtype = []tensor.DType{tensor.Float16, tensor.Float32, tensor.Float64}[p]
		f.kind = []string{"halffloat", "float", "double"}[p]
	case typeBinary, typeUtf8, typeLargeBinary, typeLargeUtf8:
		f.dtype = tensor.String
		f.kind = map[int]string{typeBinary: "binary", typeUtf8: "string", typeLargeBinary: "large_binary",
			typeLargeUtf8: "large_string"}[f.code]
	case typeBool:
		f.kind, f.dtype = "bool", tensor.Bool
	case typeDate:
		f.kind = "date64[ms]"
		if t.short(0, 1) == 0 {
			f.kind, f.dtype = "date32[day]", tensor.Int32
		}
	case typeTime:
		f.kind = fmt.Sprintf("time%d[%s]", t.int(1, 32), unit(t.short(0, 1)))
		if t.int(1, 32) == 32 {
			f.dtype = tensor.Int32
		}
	case typeTimestamp:
		f.kind = "timestamp[" + unit(t.short(0, 0))
		if zone := t.text(1); zone != "" {
			f.kind += ", tz=" + zone
		}
		f.kind += "]"
	case typeDuration:
		f.kind = "duration[" + unit(t.short(0, 1)) + "]"
	case typeFixedBinary:
		f.width, f.dtype = t.int(0, 0), tensor.String
		f.kind = fmt.Sprintf("fixed_size_binary[%d]", f.width)
	case typeFixedList:
		f.width = t.int(0, 0)
	case typeList, typeLargeList, typeMap, typeStruct:
	default:
		return tensor.Failf(tensor.Unimplemented, "column %q has an Arrow type that is not read here (number %d)", f.name,
			f.code)
	}
	if f.dtype == tensor.Invalid || f.width < 0 {
		return tensor.Failf(tensor.DataLoss, "column %q has a type that is none", f.name)
	}
	return nil
}
