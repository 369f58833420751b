// Package np is the part of NumPy that TensorFlow's documents use: arrays and scalars with
// their types, creation, indexing, arithmetic with NumPy's promotion, and the common
// functions. Loops live in package tensor; texts in package printer.
package np

import (
	"math"
	"sync"

	"github.com/tfs-lang/tfs/op"
	_ "github.com/tfs-lang/tfs/printer" // gives arrays and scalars their texts
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

type (
	value  = py.Value
	thread = py.Thread
)

var functions []*py.Builtin

func fn(sig, doc string, f func(t *thread, a []value) (value, error)) *py.Builtin {
	b := py.NewBuiltin(sig, func(t *thread, a []value) (value, error) {
		return op.Aside(t, a, f)
	})
	b.Doc, b.Mod = doc, "numpy"
	functions = append(functions, b)
	return b
}

var (
	once sync.Once
	root *py.Module
)

// Module is the module np; it is built once and never changes.
func Module() *py.Module {
	once.Do(func() {
		root = &py.Module{Name: "numpy", Short: "np", Doc: "Arrays of numbers.", Attrs: map[string]value{
			"pi": math.Pi, "e": math.E, "inf": math.Inf(1), "nan": math.NaN(), "newaxis": py.None, "ndarray": op.ArrayClass, "dtype": op.NPDTypeClass,
			"generic": op.GenericClass, "__version__": "2.4.6", "bool": op.ScalarClasses[tensor.Bool], "object_": py.ObjectClass, "str_": py.StrClass, "bytes_": py.BytesClass,
		}}
		for d, c := range op.ScalarClasses {
			if d == tensor.Bool {
				root.Attrs["bool_"] = c
			} else if d != tensor.BFloat16 {
				root.Attrs[d.Name()] = c
			}
		}
		for alias, d := range map[string]tensor.DType{"double": tensor.Float64, "single": tensor.Float32, "half": tensor.Float16, "int_": tensor.Int64, "intc": tensor.Int32, "uint": tensor.Uint64, "byte": tensor.Int8, "short": tensor.Int16, "ubyte": tensor.Uint8} {
			root.Attrs[alias] = op.ScalarClasses[d]
		}
		for n, c := range abstract {
			root.Attrs[n] = c
		}
		for _, f := range functions {
			root.Attrs[f.Name] = f
		}
		linalg := &py.Module{Name: "numpy.linalg", Short: "np.linalg", Attrs: map[string]value{"norm": normFn}}
		root.Attrs["linalg"] = linalg
	})
	return root
}

var abstract = map[string]*py.Class{}

func init() {
	base := func(name string, parent *py.Class) *py.Class {
		c := py.NewClass("numpy", name, parent, nil)
		abstract[name] = c
		return c
	}
	scalarSlots(op.GenericClass)
	number := base("number", op.GenericClass)
	integer := base("integer", number)
	signed, unsigned := base("signedinteger", integer), base("unsignedinteger", integer)
	inexact := base("inexact", number)
	floating, complexes := base("floating", inexact), base("complexfloating", inexact)
	for _, d := range tensor.DTypes() {
		if d.IsQuantized() || d == tensor.String {
			continue
		}
		parent := op.GenericClass
		switch d.Kind() {
		case tensor.KindInt:
			parent = signed
		case tensor.KindUint:
			parent = unsigned
		case tensor.KindFloat:
			parent = floating
		case tensor.KindComplex:
			parent = complexes
		}
		c := py.NewClass("numpy", d.Name(), parent, nil)
		op.ScalarClasses[d] = c
		c.New = &py.Builtin{Name: d.Name(), Raw: func(t *thread, a []value, _ []py.Kw) (value, error) {
			var v value = int64(0)
			if len(a) > 0 {
				v = a[0]
			}
			x, err := asTensor(t, v)
			if err != nil {
				return nil, err
			}
			if d.IsInteger() && x.DType() == tensor.Int64 {
				lo, hi := d.IntRange()
				for i := range x.Len() {
					if n := x.Int(i); d != tensor.Uint64 && (n < lo || n > hi) {
						return nil, py.Raisef(py.OverflowErrorClass, "Python integer %d out of bounds for %s", n, d)
					}
				}
			}
			if x, err = tensor.Cast(t.Ctx, x, d); err != nil {
				return nil, err
			}
			return wrap(x), nil
		}}
	}
	arraySlots(op.ArrayClass)
	dtypeSlots(op.NPDTypeClass)
}

// wrap gives an array, or a scalar for rank 0.
func wrap(t *tensor.Tensor) value {
	if t.Rank() == 0 {
		return op.NPScalar(t)
	}
	return &op.Array{T: t}
}

// asTensor converts as numpy does: ints are int64, floats float64.
func asTensor(t *thread, v value) (*tensor.Tensor, error) {
	switch x := v.(type) {
	case *op.Array:
		if x.Obj != nil {
			return nil, py.TypeErrorf("an object array has no numbers")
		}
		return x.T, nil
	case *op.Scalar:
		return x.T, nil
	case *tensor.Tensor, *op.Variable:
		y, _ := op.AsTensor(x)
		return y, nil
	case bool:
		return tensor.Scalar(x), nil
	case int64:
		return tensor.Scalar(x), nil
	case float64:
		return tensor.Scalar(x), nil
	case complex128:
		return tensor.Scalar(x), nil
	case string:
		return tensor.StringScalar(x), nil
	case py.Bytes:
		return tensor.StringScalar(string(x)), nil
	}
	if py.TypeOf(v).Lookup("__array__") != nil {
		r, err := py.CallMethod(t, v, "__array__")
		if err != nil {
			return nil, err
		}
		return asTensor(t, r)
	}
	kind := widest(v, tensor.Invalid, 0)
	if kind == tensor.Invalid {
		kind = tensor.Float64
	}
	x, err := op.Convert(t, v, tensor.Invalid)
	if err != nil {
		if y, err2 := op.Convert(t, v, kind); err2 == nil {
			return y, nil
		}
		if e, ok := err.(*py.Exc); ok && e.Class == py.ValueErrorClass {
			return nil, py.ValueErrorf("setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions.")
		}
		return nil, err
	}
	switch x.DType() {
	case tensor.Int32, tensor.Float32, tensor.Bool, tensor.Int64, tensor.Complex128:
		return op.Convert(t, v, kind)
	}
	return x, nil
}

// widest is numpy's type of nested sequences: the promotion of all leaves.
func widest(v value, d tensor.DType, depth int) tensor.DType {
	if depth > 64 {
		return d
	}
	switch x := v.(type) {
	case *py.List:
		for _, e := range x.Items {
			d = widest(e, d, depth+1)
		}
	case *py.Tuple:
		for _, e := range x.Items {
			d = widest(e, d, depth+1)
		}
	case *py.Range:
		return promote(d, tensor.Int64)
	case bool:
		return promote(d, tensor.Bool)
	case int64:
		return promote(d, tensor.Int64)
	case float64:
		return promote(d, tensor.Float64)
	case complex128:
		return promote(d, tensor.Complex128)
	case string, py.Bytes:
		return tensor.String
	default:
		if t, ok := op.AsTensor(v); ok {
			return promote(d, t.DType())
		}
		if _, ok := py.AsInt(v); ok {
			return promote(d, tensor.Int64)
		}
	}
	return d
}

// promote is numpy's result type of two types.
func promote(a, b tensor.DType) tensor.DType {
	if a == tensor.Invalid || a == b {
		return b
	}
	if b == tensor.Invalid {
		return a
	}
	if a == tensor.Bool {
		return b
	}
	if b == tensor.Bool {
		return a
	}
	ra, rb := rank(a), rank(b)
	if ra < rb {
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
	// signed with unsigned: the next signed type that holds both
	s, u := a, b
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

// binary is a op b with numpy's rules: Python scalars follow the array's type.
func binary(t *thread, o string, a, b value) (value, error) {
	switch a.(type) {
	case *tensor.Tensor, *op.Variable:
		return py.NotImplemented, nil
	}
	switch b.(type) {
	case *tensor.Tensor, *op.Variable, *py.Instance:
		return py.NotImplemented, nil
	}
	if a == py.None || b == py.None {
		switch o {
		case "==", "!=":
			return o == "!=", nil
		}
		return py.NotImplemented, nil
	}
	x, err := asTensor(t, a)
	if err != nil {
		return nil, err
	}
	y, err := asTensor(t, b)
	if err != nil {
		return nil, err
	}
	if x.DType() == tensor.String || y.DType() == tensor.String {
		if x.DType() != y.DType() || o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
	} else if x, y, err = common(t, a, b, x, y); err != nil {
		return nil, err
	}
	z, err := arith(t, o, x, y)
	if err != nil {
		return nil, err
	}
	if z == nil {
		return py.NotImplemented, nil
	}
	if _, ok := a.(*op.Scalar); ok && z.Rank() == 0 {
		return op.NPScalar(z), nil
	}
	return wrap(z), nil
}

// common brings both sides to one type. A Python number is weak: it takes the other's kind.
func common(t *thread, a, b value, x, y *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor, error) {
	d := promote(x.DType(), y.DType())
	weak := func(v value) bool {
		switch v.(type) {
		case int64, float64, complex128, bool:
			return true
		}
		return false
	}
	follow := func(strong, w *tensor.Tensor) tensor.DType {
		if strong.DType().IsInteger() && w.DType() == tensor.Int64 {
			return strong.DType()
		}
		if rank(strong.DType()) >= rank(w.DType()) && strong.DType() != tensor.Bool {
			return strong.DType()
		}
		if w.DType() == tensor.Complex128 && strong.DType() == tensor.Float32 {
			return tensor.Complex64
		}
		return promote(strong.DType(), w.DType())
	}
	switch {
	case weak(a) && !weak(b):
		d = follow(y, x)
	case weak(b) && !weak(a):
		d = follow(x, y)
	}
	x, err := tensor.Cast(t.Ctx, x, d)
	if err != nil {
		return nil, nil, err
	}
	y, err = tensor.Cast(t.Ctx, y, d)
	return x, y, err
}

var kernels = map[string]string{"+": "AddV2", "-": "Sub", "*": "Mul", "/": "RealDiv", "//": "FloorDiv", "%": "FloorMod", "**": "Pow", "==": "Equal", "!=": "NotEqual",
	"<": "Less", "<=": "LessEqual", ">": "Greater", ">=": "GreaterEqual", "&": "BitwiseAnd", "|": "BitwiseOr", "^": "BitwiseXor", "<<": "LeftShift", ">>": "RightShift"}

func arith(t *thread, o string, x, y *tensor.Tensor) (*tensor.Tensor, error) {
	if o == "@" {
		return matmul(t, x, y)
	}
	name := kernels[o]
	d := x.DType()
	if d == tensor.Bool {
		switch o {
		case "&", "*":
			name = "LogicalAnd"
		case "|", "+":
			name = "LogicalOr"
		case "^":
			name = "LogicalXor"
		case "==", "!=":
		default:
			x, _ = tensor.Cast(t.Ctx, x, tensor.Int8)
			y, _ = tensor.Cast(t.Ctx, y, tensor.Int8)
			d = tensor.Int8
		}
	}
	var err error
	if o == "/" && d.IsInteger() {
		if x, err = tensor.Cast(t.Ctx, x, tensor.Float64); err != nil {
			return nil, err
		}
		if y, err = tensor.Cast(t.Ctx, y, tensor.Float64); err != nil {
			return nil, err
		}
		d = tensor.Float64
	}
	if (o == "//" || o == "%") && d.IsInteger() { // numpy gives 0 for a division by zero
		for i := range y.Len() {
			if y.Int(i) == 0 {
				return tensor.New(d, x.Shape())
			}
		}
	}
	k := tensor.Bin(name)
	if !k.Has(d) {
		return nil, nil
	}
	z, err := k.Apply(t.Ctx, x, y)
	if e, ok := err.(*tensor.Error); ok {
		if _, berr := tensor.BroadcastShape(x.Shape(), y.Shape()); berr != nil {
			return nil, py.ValueErrorf("operands could not be broadcast together with shapes %s %s ", npShape(x.Shape()), npShape(y.Shape()))
		}
		return nil, py.ValueErrorf("%s", e.Msg)
	}
	return z, err
}

func npShape(s []int) string {
	t := tensor.ShapeString(s)
	t = "(" + t[1:len(t)-1] + ")"
	if len(s) == 1 {
		t = t[:len(t)-1] + ",)"
	}
	return t
}

func matmul(t *thread, x, y *tensor.Tensor) (*tensor.Tensor, error) {
	a, b := x, y
	if a.Rank() == 0 || b.Rank() == 0 {
		return nil, py.ValueErrorf("matmul: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)")
	}
	if a.Rank() == 1 {
		a = a.WithShape([]int{1, a.Len()})
	}
	if b.Rank() == 1 {
		b = b.WithShape([]int{b.Len(), 1})
	}
	if a.Shape()[a.Rank()-1] != b.Shape()[b.Rank()-2] {
		return nil, py.ValueErrorf("matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %d is different from %d)", b.Shape()[b.Rank()-2], a.Shape()[a.Rank()-1])
	}
	z, err := tensor.MatMul(t.Ctx, a, b)
	if err != nil {
		return nil, err
	}
	shape := append([]int(nil), z.Shape()...)
	if y.Rank() == 1 {
		shape = shape[:len(shape)-1]
	}
	if x.Rank() == 1 {
		at := len(shape) - 1
		if y.Rank() > 1 {
			at--
		}
		shape = append(shape[:at:at], shape[at+1:]...)
	}
	return z.WithShape(shape), nil
}

func unary(t *thread, o string, v value) (value, error) {
	x, err := asTensor(t, v)
	if err != nil {
		return nil, err
	}
	name := map[string]string{"-": "Neg", "abs": "Abs", "~": "Invert"}[o]
	if o == "+" {
		return v, nil
	}
	if o == "~" && x.DType() == tensor.Bool {
		name = "LogicalNot"
	}
	k := tensor.Un(name)
	if !k.Has(x.DType()) {
		return nil, py.TypeErrorf("bad operand type for unary %s: %s", o, x.DType())
	}
	z, err := k.Apply(t.Ctx, x)
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}
