package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// toDType reads NumPy's dtype arguments: dtypes, scalar types, Python types, names, codes,
// lists of fields.
func toDType(v value) (*dtype, error) {
	switch x := v.(type) {
	case *dtype:
		return x, nil
	case tensor.DType:
		return ndarray.Of(x), nil
	case *py.NoneType:
		return ndarray.Of(tensor.Float64), nil
	case string:
		if d, ok := ndarray.Parse(x); ok {
			for _, f := range d.Fields {
				if f.Type.Kind == 'O' {
					return nil, py.TypeErrorf("tfs keeps no objects inside records: field '%s' is of type object", f.Name)
				}
			}
			return d, nil
		}
		if _, unit, _ := strings.Cut(x, "["); ndarray.IsDated(x) && strings.HasSuffix(unit, "]") {
			return nil, py.TypeErrorf("Invalid datetime unit in metadata string \"[%s\"", unit)
		} else if ndarray.IsDated(x) {
			return nil, py.TypeErrorf("Invalid datetime metadata string \"[%s\"", unit)
		}
		return nil, py.TypeErrorf("data type %s not understood", py.ReprOf(v))
	case py.Bytes:
		return toDType(string(x))
	case *py.Class:
		if d := classType(x); d != nil {
			return d, nil
		}
		if !x.User {
			return nil, py.TypeErrorf("Cannot interpret '%s' as a data type", py.ReprOf(v))
		}
		return ndarray.Object, nil
	case *py.List:
		return structType(x.Items)
	case *py.Tuple:
		if len(x.Items) == 2 { // (type, shape) has no meaning outside a field
			if d, err := toDType(x.Items[0]); err == nil {
				if n, ok := py.AsInt(x.Items[1]); ok && n > 0 && n < 1<<28 && d.Size == 0 {
					switch d.Kind {
					case 'U':
						return ndarray.Text(int(n)), nil
					case 'S':
						return ndarray.ByteText(int(n)), nil
					case 'V':
						return &dtype{Kind: 'V', Size: int(n)}, nil
					}
				}
				return d, nil
			}
		}
	case *py.Dict:
		return dictType(x)
	}
	if d, err := py.GetAttr(py.Background(), v, "dtype"); err == nil {
		if x, ok := d.(*dtype); ok {
			return x, nil
		}
	}
	if d, err := py.GetAttr(py.Background(), v, "as_numpy_dtype"); err == nil {
		return nil, py.TypeErrorf("Cannot interpret '%s' as a data type", py.ReprOf(v)).WithHint(
			"NumPy knows its own types: %s, or the tensor type's .as_numpy_dtype.", py.ReprOf(d))
	}
	return nil, py.TypeErrorf("Cannot interpret '%s' as a data type", py.ReprOf(v))
}

// classType is the type that a Python or NumPy class stands for.
func classType(c *py.Class) *dtype {
	switch c {
	case py.IntClass:
		return ndarray.Of(tensor.Int64)
	case py.FloatClass:
		return ndarray.Of(tensor.Float64)
	case py.BoolClass:
		return ndarray.Of(tensor.Bool)
	case py.ComplexClass:
		return ndarray.Of(tensor.Complex128)
	case py.StrClass, strClass:
		return ndarray.Text(0)
	case py.BytesClass, bytesClass:
		return ndarray.ByteText(0)
	case py.ObjectClass:
		return ndarray.Object
	case voidClass:
		return &dtype{Kind: 'V'}
	case dateClass:
		return ndarray.Dated('M', ndarray.NoUnit, 1)
	case spanClass:
		return ndarray.Dated('m', ndarray.NoUnit, 1)
	case abstract["floating"], abstract["inexact"]:
		return ndarray.Of(tensor.Float64)
	}
	for d, k := range bind.ScalarClasses {
		if k == c {
			return ndarray.Of(d)
		}
	}
	return nil
}

func structType(list []value) (*dtype, error) {
	var fields []ndarray.Field
	for i, v := range list {
		tp, ok := v.(*py.Tuple)
		if !ok || len(tp.Items) < 2 || len(tp.Items) > 3 {
			return nil, py.TypeErrorf("Field elements must be 2- or 3-tuples, got '%s'", py.ReprOf(v))
		}
		name, ok := strOf(tp.Items[0])
		if !ok {
			return nil, py.TypeErrorf("field names must be strings")
		}
		if name == "" {
			name = "f" + itoa(i)
		}
		for _, f := range fields {
			if f.Name == name {
				return nil, py.ValueErrorf("field '%s' occurs more than once", name)
			}
		}
		inner, shape := tp.Items[1], value(nil)
		if pair, ok := inner.(*py.Tuple); ok && len(pair.Items) == 2 { // (type, shape)
			inner, shape = pair.Items[0], pair.Items[1]
		}
		d, err := toDType(inner)
		if err != nil {
			return nil, err
		}
		if d.Kind == 'O' {
			return nil, py.TypeErrorf("tfs keeps no objects inside records: field '%s' is of type object", name)
		}
		f := ndarray.Field{Name: name, Type: d}
		if len(tp.Items) == 3 {
			shape = tp.Items[2]
		}
		if n, ok := py.AsInt(shape); ok && d.Size == 0 && n >= 0 && n < 1<<28 { // (np.void, 10) is V10
			f.Type, shape = &dtype{Kind: d.Kind, Size: int(n)}, nil
			if d.Kind == 'U' {
				f.Type.Size *= 4
			}
		}
		if shape != nil {
			if f.Shape, err = shapeArg(py.Background(), shape); err != nil {
				return nil, err
			}
		}
		fields = append(fields, f)
	}
	return ndarray.Struct(fields, false), nil
}

func dictType(x *py.Dict) (*dtype, error) {
	names, _ := x.GetStr("names")
	formats, _ := x.GetStr("formats")
	t := py.Background()
	offsets, _ := x.GetStr("offsets")
	if names == nil && formats == nil && x.Len() > 0 { // {name: (type, offset)}
		a, b, c := py.NewList(), py.NewList(), py.NewList()
		for _, k := range x.Keys() {
			v, _ := x.GetStr(py.StrOf(k))
			pair := sequence(v)
			if len(pair) < 2 {
				return nil, py.ValueErrorf("entry not a 2- or 3- tuple")
			}
			a.Items, b.Items, c.Items = append(a.Items, k), append(b.Items, pair[0]), append(c.Items, pair[1])
		}
		names, formats, offsets = a, b, c
	}
	if names == nil || formats == nil {
		return nil, py.ValueErrorf("entry not a 2- or 3- tuple")
	}
	n, err := py.ToSlice(t, names)
	if err != nil {
		return nil, err
	}
	f, err := py.ToSlice(t, formats)
	if err != nil {
		return nil, err
	}
	if len(n) != len(f) {
		return nil, py.ValueErrorf("'names', 'formats', 'offsets', and 'titles' dict entries must have the same length")
	}
	list := make([]value, len(n))
	for i := range n {
		list[i] = py.NewTuple(n[i], f[i])
	}
	d, err := structType(list)
	if err != nil || offsets == nil {
		return d, err
	}
	at, err := shapeArg(t, offsets)
	if err == nil && len(at) != len(d.Fields) {
		err = py.ValueErrorf("'names', 'formats', 'offsets', and 'titles' dict entries must have the same length")
	}
	if err != nil {
		return nil, err
	}
	d.Size = 0
	for i, f := range d.Fields {
		d.Fields[i].Offset = at[i]
		d.Size = max(d.Size, at[i]+f.Type.Size*sizeOf(f.Shape))
	}
	if v, ok := x.GetStr("itemsize"); ok {
		n, err := intArg(v, "itemsize")
		if err == nil && n < d.Size {
			err = py.ValueErrorf("NumPy dtype descriptor requires %d bytes, cannot override to smaller itemsize of %d", d.Size, n)
		}
		if err != nil {
			return nil, err
		}
		d.Size = n
	}
	return d, nil
}

func sizeOf(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// dtypeArg reads a dtype argument; nil for None.
func dtypeArg(v value) (*dtype, error) {
	if v == nil || v == py.None {
		return nil, nil
	}
	return toDType(v)
}

// numType reads a dtype argument that must name a number type; def for None.
func numType(v value, def tensor.DType) (tensor.DType, error) {
	d, err := dtypeArg(v)
	if err != nil || d == nil {
		return def, err
	}
	if !d.IsNumber() {
		return 0, py.TypeErrorf("a type of numbers is needed here, not %s", d)
	}
	return d.Num, nil
}

// promote is NumPy's result type of two types; nil is no type yet.
func promote(a, b *dtype) *dtype {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	case a.IsNumber() && b.IsNumber():
		return ndarray.Of(promoteNum(a.Num, b.Num))
	case a.Kind == 'O' || b.Kind == 'O':
		return ndarray.Object
	case a.IsDate() || b.IsDate():
		return promoteDates(a, b)
	case a.Kind == 'V' || b.Kind == 'V':
		if ndarray.Same(a, b) {
			return a
		}
		return ndarray.Object
	}
	wa, wb := a.Chars(), b.Chars()
	if a.IsNumber() {
		wa = textWidth(a)
	}
	if b.IsNumber() {
		wb = textWidth(b)
	}
	if a.Kind == 'U' || b.Kind == 'U' {
		return ndarray.Text(max(wa, wb))
	}
	return ndarray.ByteText(max(wa, wb))
}

// promoteNum is promote for number types.
func promoteNum(a, b tensor.DType) tensor.DType {
	switch {
	case a == b:
		return a
	case a == tensor.Bool:
		return b
	case b == tensor.Bool:
		return a
	}
	if rank(a) < rank(b) {
		a, b = b, a
	}
	ka, kb := a.Kind(), b.Kind()
	switch {
	case ka == kb:
		if a.Size() >= b.Size() {
			return a
		}
		return b
	case ka == tensor.KindComplex:
		if b == tensor.Float64 || kb != tensor.KindFloat && b.Size() > 2 {
			return tensor.Complex128
		}
		return a
	case ka == tensor.KindFloat:
		need := []tensor.DType{tensor.Float16, tensor.Float32, tensor.Float64}[min(b.Size()/2, 2)]
		if b.Size() == 2 {
			need = tensor.Float32
		}
		if need.Size() > a.Size() {
			return need
		}
		return a
	}
	s, u := a, b // signed with unsigned: the next signed type that holds both
	if ka == tensor.KindUint {
		s, u = b, a
	}
	if s.Size() > u.Size() {
		return s
	}
	switch u.Size() {
	case 1:
		return tensor.Int16
	case 2:
		return tensor.Int32
	case 4:
		return tensor.Int64
	}
	return tensor.Float64
}

func rank(d tensor.DType) int {
	switch d.Kind() {
	case tensor.KindComplex:
		return 4
	case tensor.KindFloat:
		return 3
	case tensor.KindInt:
		return 2
	}
	return 1
}

// canCast tells whether a rule ("no", "equiv", "safe", "same_kind", "unsafe") allows a cast.
func canCast(from, to *dtype, rule string) bool {
	if rule == "unsafe" || ndarray.Same(from, to) {
		return true
	}
	if rule == "no" {
		return false
	}
	if ndarray.Same(from.Native(), to.Native()) {
		return true
	}
	if rule == "equiv" {
		return false
	}
	if to.Kind == 'O' {
		return true
	}
	if from.IsDate() || to.IsDate() {
		return canCastDates(from, to, rule)
	}
	if !from.IsNumber() || !to.IsNumber() {
		if to.Kind == 'U' && (from.Kind == 'U' || from.Kind == 'S') || to.Kind == 'S' && from.Kind == 'S' {
			return rule == "same_kind" || from.Chars() <= to.Chars()
		}
		return from.IsNumber() && (to.Kind == 'U' || to.Kind == 'S') && (textWidth(from) <= to.Chars() || to.Size == 0)
	}
	if promoteNum(from.Num, to.Num) == to.Num {
		return true
	}
	if rule == "safe" || to.Num == tensor.Bool {
		return false
	}
	order := map[tensor.Kind]int{tensor.KindBool: 0, tensor.KindUint: 1, tensor.KindInt: 2, tensor.KindFloat: 3,
		tensor.KindComplex: 4}
	return order[from.Num.Kind()] <= order[to.Num.Kind()]
}

func castingRule(v value) (string, error) {
	s, ok := strOf(v)
	switch s {
	case "no", "equiv", "safe", "same_kind", "unsafe":
		return s, nil
	}
	if !ok {
		return "", py.TypeErrorf("casting must be a string, not %s", py.TypeOf(v).Name)
	}
	return "", py.ValueErrorf("casting must be one of 'no', 'equiv', 'safe', 'same_kind', "+
		"'unsafe', or 'same_value' (got '%s')", s)
}

func dtypeSlots(c *py.Class) {
	c.New = py.NewBuiltin("dtype(dtype, align=False, copy=False)", func(t *thread, a []value) (value, error) {
		d, err := toDType(a[0])
		if err != nil || a[1] != true || d.Fields == nil {
			return d, err
		}
		return ndarray.Struct(append([]ndarray.Field(nil), d.Fields...), true), nil
	})
	prop := func(name, doc string, get func(d *dtype) value) {
		c.Prop(name, doc, func(_ *thread, v value) (value, error) { return get(v.(*dtype)), nil })
	}
	prop("name", "The name.", func(d *dtype) value { return d.Name() })
	prop("itemsize", "Bytes of an element.", func(d *dtype) value { return int64(d.Size) })
	prop("kind", "The letter of the kind.", func(d *dtype) value {
		if d.Num == tensor.BFloat16 {
			return "V"
		}
		return string(d.Kind)
	})
	prop("str", "Byte order, kind and size.", func(d *dtype) value { return d.Str() })
	prop("char", "The letter of the type.", func(d *dtype) value { return letter(d) })
	prop("num", "The number of the type.", func(d *dtype) value {
		return int64(strings.Index("?bBhHiIlLqQfdgFDGOSUVMme", letter(d)))
	})
	prop("byteorder", "The order of bytes.", dtypeByteorder)
	prop("isnative", "Whether the bytes are in the machine's order.", func(d *dtype) value { return !d.Swap })
	prop("alignment", "The boundary elements start at.", func(d *dtype) value { return int64(d.Alignment()) })
	prop("hasobject", "Whether elements are Python objects.", func(d *dtype) value { return d.Kind == 'O' })
	prop("ndim", "Dimensions of a sub-array type.", func(*dtype) value { return int64(0) })
	prop("shape", "Shape of a sub-array type.", func(*dtype) value { return py.NewTuple() })
	prop("base", "The element type.", func(d *dtype) value { return d })
	prop("names", "The names of the fields.", dtypeNames)
	prop("descr", "The fields as a list, or the type as one without a name.", dtypeDescr)
	prop("fields", "The fields by name: type and offset.", dtypeFields)
	prop("type", "The scalar type.", dtypeType)
	c.Def("newbyteorder(self, new_order='S')", "The type in another byte order.",
		dtypeNewbyteorder)
	c.Hash = func(v value) (any, error) { return "dtype " + v.(*dtype).Str() + v.(*dtype).String(), nil }
	c.GetItem = func(_ *thread, v, key value) (value, error) {
		d := v.(*dtype)
		if i, ok := py.AsInt(key); ok && d.Fields != nil {
			if i < 0 {
				i += int64(len(d.Fields))
			}
			if i < 0 || int(i) >= len(d.Fields) {
				return nil, py.IndexErrorf("Field index %d out of range.", i)
			}
			return d.Fields[i].Type, nil
		}
		name, _ := strOf(key)
		f, ok := d.Field(name)
		if !ok {
			return nil, py.NewExc(py.KeyErrorClass, "There are no fields in dtype "+d.String()+".")
		}
		return f.Type, nil
	}
	c.Len = func(_ *thread, v value) (int, error) { return len(v.(*dtype).Fields), nil }
	c.Truth = func(*thread, value) (bool, error) { return true, nil }
	c.Binary = func(_ *thread, o string, a, b value) (value, error) {
		switch o {
		case "==", "!=", "<", "<=", ">", ">=":
		default:
			return py.NotImplemented, nil
		}
		x, err1 := toDType(a)
		y, err2 := toDType(b)
		ok := err1 == nil && err2 == nil && a != py.None && b != py.None
		switch o {
		case "==", "!=":
			return (ok && ndarray.Same(x, y)) == (o == "=="), nil
		case "<=", ">=":
			if o == ">=" {
				x, y = y, x
			}
			return ok && canCast(x, y, "safe"), nil
		}
		if o == ">" {
			x, y = y, x
		}
		return ok && !ndarray.Same(x, y) && canCast(x, y, "safe"), nil
	}
}

// dtypeByteorder is byteorder: the order of bytes.
func dtypeByteorder(d *dtype) value {
	switch s := d.Str()[:1]; {
	case s == "<":
		return "="
	default:
		return s
	}
}

// dtypeNames is names: the names of the fields.
func dtypeNames(d *dtype) value {
	if d.Fields == nil {
		return py.None
	}
	out := py.NewTuple()
	for _, n := range fieldNames(d) {
		out.Items = append(out.Items, n)
	}
	return out
}

// dtypeDescr is descr: the fields as a list, or the type as one without a name.
func dtypeDescr(d *dtype) value {
	if d.Fields == nil {
		return py.NewList(py.NewTuple("", d.Str()))
	}
	out := py.NewList()
	for _, f := range d.Fields {
		t := py.NewTuple(f.Name, f.Type.Str())
		if f.Type.Fields != nil {
			t.Items[1], _ = py.GetAttr(py.Background(), f.Type, "descr")
		}
		if f.Shape != nil {
			t.Items = append(t.Items, py.NewTuple(ints(f.Shape)...))
		}
		out.Items = append(out.Items, t)
	}
	return out
}

// dtypeFields is fields: the fields by name: type and offset.
func dtypeFields(d *dtype) value {
	if d.Fields == nil {
		return py.None
	}
	out := py.NewDict()
	for _, f := range d.Fields {
		out.SetStr(f.Name, py.NewTuple(f.Type, int64(f.Offset)))
	}
	return out
}

// dtypeType is type: the scalar type.
func dtypeType(d *dtype) value {
	switch d.Kind {
	case 'U':
		return strClass
	case 'S':
		return bytesClass
	case 'V':
		return voidClass
	case 'O':
		return py.ObjectClass
	case 'M':
		return dateClass
	case 'm':
		return spanClass
	}
	return bind.ScalarClasses[d.Num]
}

// dtypeNewbyteorder is newbyteorder: the type in another byte order.
func dtypeNewbyteorder(_ *thread, a []value) (value, error) {
	d := a[0].(*dtype)
	s, _ := strOf(a[1])
	switch strings.ToUpper(s) {
	case "S":
		return d.Swapped(), nil
	case ">", "B", "BIG":
		return d.Native().Swapped(), nil
	case "<", "L", "LITTLE", "=", "N", "NATIVE", "|", "I":
		return d.Native(), nil
	}
	return nil, py.ValueErrorf("%s is an unrecognized byteorder", s)
}

//go:noinline
func letter(d *dtype) string {
	switch d.Kind {
	case 'O', 'U', 'S', 'V', 'M', 'm':
		return string(d.Kind)
	}
	return map[tensor.DType]string{tensor.Bool: "?", tensor.Int8: "b", tensor.Uint8: "B", tensor.Int16: "h",
		tensor.Uint16: "H", tensor.Int32: "i", tensor.Uint32: "I",
		tensor.Int64: "l", tensor.Uint64: "L", tensor.Float16: "e", tensor.Float32: "f", tensor.Float64: "d",
		tensor.Complex64: "F", tensor.Complex128: "D",
		tensor.BFloat16: "E"}[d.Num]
}

//go:noinline
func dtypeOf(d tensor.DType) *dtype { return ndarray.Of(d) }
