// Package np is the part of NumPy that TensorFlow's documents use: arrays and scalars with
// their types, creation, indexing, arithmetic with NumPy's promotion, and the common
// functions. Loops live in package tensor; texts in package printer.
package np

import (
	"math"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	_ "github.com/tfs-lang/tfs/printer" // gives arrays and scalars their texts
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

type (
	value  = py.Value
	thread = py.Thread
)

var functions []*py.Builtin

// unbound are the functions that no class binds.
var unbound = map[string]bool{"arange": true, "array": true, "asanyarray": true, "asarray": true, "empty": true,
	"ascontiguousarray": true, "asfortranarray": true, "frombuffer": true, "fromfile": true, "fromiter": true,
	"fromstring": true, "promote_types": true, "zeros": true}

func init() {
	py.DefaultNames["float"], py.DefaultNames["int"] = py.FloatClass, py.IntClass
}

func fn(sig, doc string, f func(t *thread, a []value) (value, error)) *py.Builtin {
	var b *py.Builtin
	out := outPlace(sig)
	b = py.NewBuiltin(sig, func(t *thread, a []value) (value, error) {
		if v, err := overridden(t, b, a); v != nil || err != nil {
			return v, err
		}
		if v, err := ofMatrix(t, b, a); v != nil || err != nil {
			return v, err
		}
		x, in := underlying(a)
		if x == nil && strings.HasPrefix(b.Name, "atleast") {
			x, _ = underlying(sequence(a[0]))
		}
		v, err := bind.Aside(t, in, f)
		if out >= 0 && err == nil {
			v, err = written(t, b.Name, a, out, v)
		}
		if x != nil && err == nil && (keepers[b.Name] || b.Name == "array" && a[4] == true) {
			return folded(t, x, b.Name, v)
		}
		return v, err
	})
	b.Doc, b.Mod, b.Free = doc, "numpy", unbound[b.Name]
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
		root = &py.Module{Name: "numpy", Short: "np", Doc: "Arrays of numbers.", Elsewhere: elsewhere,
			Attrs: map[string]value{
				"pi": math.Pi, "e": math.E, "inf": math.Inf(1), "nan": py.NaN, "newaxis": py.None,
				"ndarray": bind.ArrayClass, "dtype": bind.NPDTypeClass,
				"generic": bind.GenericClass, "__version__": "2.4.6", "bool": bind.ScalarClasses[tensor.Bool],
				"object_": py.ObjectClass, "str_": strClass, "bytes_": bytesClass,
				"void":       voidClass,
				"datetime64": dateClass, "timedelta64": spanClass, "ufunc": ufuncClass, "flatiter": flatClass,
			}}
		for d, c := range bind.ScalarClasses {
			if d == tensor.Bool {
				root.Attrs["bool_"] = c
			} else if d != tensor.BFloat16 {
				root.Attrs[d.Name()] = c
			}
		}
		for alias, d := range map[string]tensor.DType{"double": tensor.Float64, "single": tensor.Float32,
			"half": tensor.Float16, "int_": tensor.Int64, "intc": tensor.Int32, "uint": tensor.Uint64,
			"byte": tensor.Int8, "short": tensor.Int16, "ubyte": tensor.Uint8,
			"ushort": tensor.Uint16, "uintc": tensor.Uint32, "intp": tensor.Int64, "uintp": tensor.Uint64,
			"long": tensor.Int64, "ulong": tensor.Uint64, "longlong": tensor.Int64, "ulonglong": tensor.Uint64,
			"csingle": tensor.Complex64, "cdouble": tensor.Complex128} {
			root.Attrs[alias] = bind.ScalarClasses[d]
		}
		for n, c := range abstract {
			root.Attrs[n] = c
		}
		for _, f := range functions {
			root.Attrs[f.Name] = f
		}
		for name, u := range ufuncs {
			root.Attrs[name] = u
		}
		for alias, name := range map[string]string{"abs": "absolute", "mod": "remainder", "true_divide": "divide",
			"conj": "conjugate", "degrees": "rad2deg", "radians": "deg2rad",
			"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh",
			"acosh": "arccosh", "atanh": "arctanh", "pow": "power",
			"bitwise_not": "invert", "bitwise_invert": "invert", "bitwise_left_shift": "left_shift",
			"bitwise_right_shift": "right_shift"} {
			root.Attrs[alias] = ufuncs[name]
		}
		for name, v := range grids() {
			root.Attrs[name] = v
		}
		root.Attrs["linalg"], root.Attrs["_fourier"] = linalgModule(), fourierFunc()
		root.Attrs["random"] = randomModule()
		for _, name := range wrapped {
			root.Attrs["_"+name] = root.Attrs[name]
			delete(root.Attrs, name)
		}
		root.Lazy, root.Shared = fromLibrary(), true
	})
	return root
}
