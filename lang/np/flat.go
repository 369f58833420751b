package np

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
)

// flatIter is a.flat: the elements in row-major order, to be read, written and iterated.
type flatIter struct {
	a    *array
	next int
}

// flagSet is a.flags.
type flagSet struct{ a *array }

var (
	flatClass  = py.NewClass("numpy", "flatiter", py.ObjectClass, nil)
	flagsClass = py.NewClass("numpy._core.multiarray", "flagsobj", py.ObjectClass, nil)
)

// Next gives the next element.
func (f *flatIter) Next(t *thread) (value, error) {
	if f.next >= f.a.Len() {
		return nil, nil
	}
	f.next++
	return element(f.a, f.a.Offset(f.next-1)), nil
}

func (f *flatIter) copy(t *thread) (*array, error) { return flatten(t, f.a, 'C') }

// chosen gives the places of the elements an index names, and the shape of the result.
func (f *flatIter) places(t *thread, key value) (places, shape []int, one bool, err error) {
	n := f.a.Len()
	if err := room(n); err != nil {
		return nil, nil, false, err
	}
	if tp, ok := key.(*py.Tuple); ok && len(tp.Items) == 1 {
		key = tp.Items[0]
	}
	if i, ok := py.AsInt(key); ok && !isArray(key) {
		if i < -int64(n) || i >= int64(n) {
			return nil, nil, false, py.IndexErrorf("index %d is out of bounds for size %d", i, n)
		}
		if i < 0 {
			i += int64(n)
		}
		return []int{f.a.Offset(int(i))}, nil, true, nil
	}
	if key == py.Ellipsis || key == py.None {
		return f.a.Places(), []int{n}, false, nil
	}
	numbers := make([]int64, n)
	for i := range numbers {
		numbers[i] = int64(i)
	}
	line, err := newLine(numbers)
	if err != nil {
		return nil, nil, false, err
	}
	v, err := index(t, line, key)
	if e, ok := err.(*py.Exc); ok && e.Class == py.IndexErrorClass {
		text := e.Message()
		if strings.Contains(text, "is out of bounds") {
			return nil, nil, false, py.IndexErrorf("%s", strings.Replace(text, "for axis 0 with size", "for size", 1))
		}
		return nil, nil, false, py.IndexErrorf("unsupported iterator index")
	}
	if err != nil {
		return nil, nil, false, err
	}
	picked, err := asTensor(t, v)
	if err != nil {
		return nil, nil, false, err
	}
	for i := range picked.Len() {
		places = append(places, f.a.Offset(int(picked.Int(i))))
	}
	return places, picked.Shape(), false, nil
}

func flatGet(t *thread, v, key value) (value, error) {
	f := v.(*flatIter)
	places, shape, one, err := f.places(t, key)
	if err != nil {
		return nil, err
	}
	if one {
		return element(f.a, places[0]), nil
	}
	z, err := ndarray.NewContext(t.Ctx, f.a.DType(), shape, false)
	if err != nil {
		return nil, err
	}
	for i, at := range z.Places() {
		copyPlace(z, at, f.a, places[i])
	}
	return z, nil
}

// copyPlace copies one element between arrays of one type.
func copyPlace(dst *array, to int, src *array, from int) {
	if dst.IsObject() {
		dst.SetObject(to, src.Object(from))
		return
	}
	copy(dst.Put(to), src.Element(from))
}

func flatSet(t *thread, v, key, val value) error {
	f := v.(*flatIter)
	if !f.a.Writeable() {
		return py.ValueErrorf("underlying array is read-only")
	}
	if _, single := py.AsInt(key); !single { // the values are looked at before the places
		src, err := source(t, val, f.a.DType(), maxDepth)
		if err != nil || src.Len() == 0 {
			return err
		}
	}
	places, _, one, err := f.places(t, key)
	if err != nil {
		return err
	}
	if one {
		if err := setPlace(t, f.a, places[0], val); err != nil {
			return py.ValueErrorf("Error setting single item of array.")
		}
		return nil
	}
	return setPlaces(t, f.a, places, val)
}

// setPlaces writes values to places one after the other, and begins anew when they run out.
func setPlaces(t *thread, a *array, places []int, val value) error {
	src, err := source(t, val, a.DType(), maxDepth)
	if err != nil {
		return err
	}
	if src.Len() == 0 {
		return nil
	}
	if src, err = src.Copy(t.Ctx, 'C'); err != nil {
		return err
	}
	from := src.Places()
	for i, p := range places {
		copyPlace(a, p, src, from[i%len(from)])
	}
	return nil
}

func assignFlat(t *thread, a *array, val value) error {
	if !a.Writeable() {
		return py.ValueErrorf("assignment destination is read-only")
	}
	return setPlaces(t, a, a.Places(), val)
}

func init() {
	py.Register[*flatIter](flatClass)
	py.Register[*flagSet](flagsClass)
	py.Register[*ufunc](ufuncClass)
	flatClass.GetItem, flatClass.SetItem = flatGet, flatSet
	flatClass.Len = func(_ *thread, v value) (int, error) { return v.(*flatIter).a.Len(), nil }
	flatClass.Iter = func(_ *thread, v value) (py.Iterator, error) { return v.(*flatIter), nil }
	flatClass.Truth = func(*thread, value) (bool, error) { return true, nil }
	flatClass.Binary = func(t *thread, o string, a, b value) (value, error) {
		for _, p := range []*value{&a, &b} {
			if f, ok := (*p).(*flatIter); ok {
				c, err := f.copy(t)
				if err != nil {
					return nil, err
				}
				*p = c
			}
		}
		return binary(t, o, a, b)
	}
	flatClass.Prop("base", "The array.", func(_ *thread, v value) (value, error) { return v.(*flatIter).a, nil })
	flatClass.Prop("index", "How many elements were given.", func(_ *thread, v value) (value, error) {
		return int64(v.(*flatIter).next), nil
	})
	flatClass.Prop("coords", "Where the next element is.", func(_ *thread, v value) (value, error) {
		f := v.(*flatIter)
		return py.NewTuple(ints(unravel(f.next, f.a.Shape()))...), nil
	})
	flatClass.Def("copy(self)", "The elements in one row.", func(t *thread, a []value) (value, error) {
		return a[0].(*flatIter).copy(t)
	})
	flatClass.Def("__array__(self, dtype=None, copy=None)", "The elements in one row.",
		func(t *thread, a []value) (value, error) {
			return a[0].(*flatIter).copy(t)
		})

	flagsClass.Repr = func(_ *thread, v value) (string, error) { return v.(*flagSet).text(), nil }
	flagsClass.Str = flagsClass.Repr
	for name, get := range flagNames {
		flagsClass.Prop(name, "Whether it is "+name+".", func(_ *thread, v value) (value, error) {
			return get(v.(*flagSet).a), nil
		})
	}
	flagsClass.GetItem = func(_ *thread, v, key value) (value, error) {
		s, _ := strOf(key)
		for long, short := range flagKeys {
			if s == long || s == short {
				return flagNames[flagAttrs[long]](v.(*flagSet).a), nil
			}
		}
		return nil, py.NewExc(py.KeyErrorClass, "Unknown flag")
	}
	flagsClass.SetItem = func(t *thread, v, key, val value) error {
		s, _ := strOf(key)
		if s != "WRITEABLE" && s != "W" {
			return py.NewExc(py.KeyErrorClass, "Unknown flag")
		}
		return setWriteable(t, v.(*flagSet).a, val)
	}
	flagsClass.SetAttr = func(t *thread, v value, name string, val value) error {
		if name != "writeable" {
			return py.Raisef(py.AttributeErrorClass,
				"attribute '%s' of 'numpy._core.multiarray.flagsobj' objects is not writable", name)
		}
		return setWriteable(t, v.(*flagSet).a, val)
	}
}

func setWriteable(t *thread, a *array, val value) error {
	on, err := py.Truth(t, val)
	if err != nil {
		return err
	}
	if !a.SetWriteable(on) {
		return py.ValueErrorf("cannot set WRITEABLE flag to True of this array")
	}
	return nil
}

var flagNames = map[string]func(a *array) bool{
	"c_contiguous": (*array).CContiguous, "contiguous": (*array).CContiguous, "f_contiguous": (*array).FContiguous,
	"fortran": func(a *array) bool {
		return a.FContiguous() && !a.CContiguous()
	},
	"fnc": func(a *array) bool { return a.FContiguous() && !a.CContiguous() }, "forc": func(a *array) bool {
		return a.FContiguous() || a.CContiguous()
	},
	"behaved": (*array).Writeable, "carray": func(a *array) bool { return a.Writeable() && a.CContiguous() },
	"farray": func(a *array) bool {
		return a.Writeable() && a.FContiguous() && !a.CContiguous()
	},
	"owndata": func(a *array) bool { return a.Base() == nil }, "writeable": (*array).Writeable,
	"aligned": func(*array) bool { return true }, "writebackifcopy": func(*array) bool {
		return false
	},
}

var (
	flagKeys = map[string]string{"C_CONTIGUOUS": "C", "F_CONTIGUOUS": "F", "OWNDATA": "O", "WRITEABLE": "W",
		"ALIGNED": "A", "WRITEBACKIFCOPY": "X", "FNC": "FNC", "FORC": "FORC", "BEHAVED": "B", "CARRAY": "CA",
		"FARRAY": "FA", "CONTIGUOUS": "CONTIGUOUS", "FORTRAN": "FORTRAN"}
	flagAttrs = map[string]string{"C_CONTIGUOUS": "c_contiguous", "F_CONTIGUOUS": "f_contiguous",
		"OWNDATA": "owndata", "WRITEABLE": "writeable", "ALIGNED": "aligned", "WRITEBACKIFCOPY": "writebackifcopy",
		"FNC": "fnc", "FORC": "forc", "BEHAVED": "behaved", "CARRAY": "carray", "FARRAY": "farray",
		"CONTIGUOUS": "contiguous", "FORTRAN": "fortran"}
)

func (f *flagSet) text() string {
	s := ""
	for _, name := range []string{"C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED",
		"WRITEBACKIFCOPY"} {
		on := "False"
		if flagNames[flagAttrs[name]](f.a) {
			on = "True"
		}
		s += "  " + name + " : " + on + "\n"
	}
	return s
}

// viewOf is the memory of an array, for memoryview and a.data.
func viewOf(v value) (*py.MemoryView, error) {
	a := v.(*array)
	if a.IsObject() {
		return nil, py.ValueErrorf("cannot see the memory of an array of objects")
	}
	return py.NewView(v, a.Lend(), a.Start(), a.Shape(), a.Strides(), formatOf(a.DType()), a.DType().Size,
		!a.Writeable()), nil
}

// formatOf is an element type in the letters of Python's buffers.
func formatOf(d *dtype) string {
	order := ""
	if d.Swap {
		order = ">"
	}
	switch {
	case d.Kind == 'U':
		return order + strconv.Itoa(d.Size/4) + "w"
	case d.Kind == 'S':
		return strconv.Itoa(d.Size) + "s"
	case d.Kind == 'V' && len(d.Fields) == 0:
		return strconv.Itoa(d.Size) + "x"
	case d.Kind == 'V':
		s := "T{"
		for _, f := range d.Fields {
			s += formatOf(f.Type) + ":" + f.Name + ":"
		}
		return s + "}"
	case d.IsDate():
		return d.Str()
	case d.Kind == 'c':
		return order + "Z" + strings.ToLower(letter(d))
	}
	return order + letter(d)
}

// unravel gives the indices of a position in row-major order.
func unravel(i int, shape []int) []int {
	out := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		if shape[k] > 0 && k > 0 {
			out[k] = i % shape[k]
			i /= shape[k]
		} else if k == 0 {
			out[k] = i
		}
	}
	return out
}
