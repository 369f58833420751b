package np

import (
	"bytes"
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/tf/bind"
)

// makeArray is np.array: copy is True, False or None (only if needed).
func makeArray(t *thread, v, dt, copyArg, orderV, ndmin value) (value, error) {
	d, err := dtypeArg(dt)
	if err != nil {
		return nil, err
	}
	order, err := orderArg(orderV, 'K')
	if err != nil {
		return nil, err
	}
	a, err := existing(t, v)
	if err != nil {
		return nil, err
	}
	var z *array
	switch {
	case a == nil:
		if copyArg == false {
			return nil, py.ValueErrorf(
				"Unable to avoid copy while creating an array as requested.\n" +
					"If using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` to allow a copy when needed " +
					"(no behavior change in NumPy 1.x).\n" +
					"For more details, see https://numpy.org/devdocs/numpy_2_0_migration_guide.html" +
					"#adapting-to-changes-in-the-copy-keyword.",
			)
		}
		if z, err = newArray(t, v, d); err != nil {
			return nil, err
		}
		if order == 'F' {
			z, err = z.Copy(t.Ctx, 'F')
		}
	default:
		if d != nil && (d.Kind == 'U' || d.Kind == 'S') && d.Size == 0 && !a.IsObject() {
			d = sized(d, a.DType())
		}
		same := d == nil || ndarray.Same(d, a.DType())
		lies := order == 'K' || order == 'A' || order == 'C' && a.CContiguous() || order == 'F' && a.FContiguous()
		_, isArr := v.(*array)
		if _, isView := v.(*py.MemoryView); isView { // its memory is seen, not copied
			isArr = true
		}
		switch {
		case same && lies && copyArg != true && isArr:
			z = a
		case same:
			z, err = a.Copy(t.Ctx, order)
		default:
			if z, err = castTo(t, a, d); err == nil && order == 'F' {
				z, err = z.Copy(t.Ctx, 'F')
			}
		}
	}
	if err != nil {
		return nil, err
	}
	n, err := intArg(ndmin, "ndmin")
	if err != nil {
		return nil, err
	}
	for z.Rank() < n && n <= maxDepth {
		z = z.NewAxis(0)
	}
	return z, nil
}

func init() {
	fn("array(object, dtype=None, copy=True, order='K', subok=False, ndmin=0, like=None)",
		"An array of a nested sequence.", func(t *thread, a []value) (value, error) {
			return makeArray(t, a[0], a[1], a[2], a[3], a[5])
		})
	for _, n := range []string{"asarray", "asanyarray"} {
		fn(n+"(a, dtype=None, order=None, copy=None)", "An array; arrays stay as they are.",
			func(t *thread, a []value) (value, error) {
				return makeArray(t, a[0], a[1], a[3], a[2], int64(0))
			})
	}
	fn("ascontiguousarray(a, dtype=None)", "An array without gaps in row-major order.",
		func(t *thread, a []value) (value, error) {
			return makeArray(t, a[0], a[1], py.None, "C", int64(1))
		})
	fn("asfortranarray(a, dtype=None)", "An array without gaps in column-major order.",
		func(t *thread, a []value) (value, error) {
			return makeArray(t, a[0], a[1], py.None, "F", int64(0))
		})
	fn("copy(a, order='K')", "A copy.", func(t *thread, a []value) (value, error) {
		return makeArray(t, a[0], py.None, true, a[1], int64(0))
	})
	for name, v := range map[string]value{"zeros": int64(0), "ones": int64(1), "empty": nil} {
		fn(name+"(shape, dtype=None, order='C')", "An array of "+name+".", func(t *thread, a []value) (value, error) {
			shape, err := sizes(t, a[0])
			if err != nil {
				return nil, err
			}
			d, err := toDType(a[1])
			if err != nil {
				return nil, err
			}
			o, err := orderArg(a[2], 'C')
			if err != nil {
				return nil, err
			}
			return filled(t, shape, unsized(d), fillValue(d, v), o)
		})
		fn(name+"_like(a, dtype=None, order='K', subok=True, shape=None)", "An array like another one, of "+name+".",
			func(t *thread, a []value) (value, error) {
				d, dims, o, err := like(t, a[0], a[1], a[2], a[4])
				if err != nil {
					return nil, err
				}
				return filled(t, dims, d, fillValue(d, v), o)
			})
	}
	fn("full(shape, fill_value, dtype=None, order='C')", "An array of one value.",
		newFull)
	fn("full_like(a, fill_value, dtype=None, order='K', subok=True, shape=None)",
		"An array like another one, of one value.", newFullLike)
	fn("arange(start, stop=None, step=None, dtype=None)", "Numbers from start to stop.", arange)
	fn("linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0)",
		"Numbers at equal distances.", linspace)
	fn("logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None)", "Powers at equal distances.",
		newLogspace)
	fn("geomspace(start, stop, num=50, endpoint=True, dtype=None)", "Numbers at equal ratios.", geomspace)
	fn("eye(N, M=None, k=0, dtype=None, order='C')", "Ones on a diagonal.", newEye)
	fn("identity(n, dtype=None)", "The identity matrix.", func(t *thread, a []value) (value, error) {
		return py.Call(t, root.Attrs["eye"], []value{a[0]}, []py.Kw{{Name: "dtype", Value: a[1]}})
	})
	fn("frombuffer(buffer, dtype=float, count=-1, offset=0)", "An array that sees the bytes of a buffer.", fromBuffer)
	fn("fromiter(iter, dtype, count=-1)", "An array of what an iterator gives.",
		newFromiter)
	fn("fromfunction(function, shape, dtype=float)", "A function of the indices.",
		newFromfunction)
	fn("fromstring(string, dtype=float, count=-1, sep='')", "Numbers read from a text.", fromString)
	fn("fromfile(file, dtype=float, count=-1, sep='', offset=0)", "Elements read from a file.",
		newFromfile)
}

// newFull is full: an array of one value.
func newFull(t *thread, a []value) (value, error) {
	shape, err := sizes(t, a[0])
	if err != nil {
		return nil, err
	}
	d, err := dtypeArg(a[2])
	if err != nil {
		return nil, err
	}
	v, err := asArray(t, a[1])
	if err != nil {
		return nil, err
	}
	if d == nil {
		d = v.DType()
	}
	o, err := orderArg(a[3], 'C')
	if err != nil {
		return nil, err
	}
	if v.Rank() == 0 {
		return filled(t, shape, sized(d, v.DType()), a[1], o)
	}
	z, err := filled(t, shape, d, nil, o)
	if err != nil {
		return nil, err
	}
	return z, assign(t, z, v)
}

// newFullLike is full_like: an array like another one, of one value.
func newFullLike(t *thread, a []value) (value, error) {
	d, dims, o, err := like(t, a[0], a[2], a[3], a[5])
	if err != nil {
		return nil, err
	}
	z, err := filled(t, dims, d, nil, o)
	if err != nil {
		return nil, err
	}
	return z, assign(t, z, a[1])
}

// newLogspace is logspace: powers at equal distances.
func newLogspace(t *thread, a []value) (value, error) {
	y, err := linspace(t, []value{a[0], a[1], a[2], a[3], false, py.None, int64(0)})
	if err != nil {
		return nil, err
	}
	z, err := ufuncs["power"].call(t, []value{a[4], y}, &callOptions{})
	return castValue(t, z, a[5], err)
}

// newEye is eye: ones on a diagonal.
func newEye(t *thread, a []value) (value, error) {
	m := a[1]
	if m == py.None {
		m = a[0]
	}
	shape, err := sizes(t, py.NewTuple(a[0], m))
	if err != nil {
		return nil, err
	}
	k, err := intArg(a[2], "k")
	if err != nil {
		return nil, err
	}
	d, err := toDType(a[3])
	if err != nil {
		return nil, err
	}
	z, err := ndarray.NewContext(t.Ctx, d, shape, false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	if z.IsObject() {
		if err := assign(t, z, int64(0)); err != nil {
			return nil, err
		}
	}
	if k > -shape[0] && k < shape[1] {
		return z, assign(t, z.Diagonal(k, 0, 1), int64(1))
	}
	return z, nil
}

// newFromiter is fromiter: an array of what an iterator gives.
func newFromiter(t *thread, a []value) (value, error) {
	d, err := toDType(a[1])
	if err != nil {
		return nil, err
	}
	n, err := intArg(a[2], "count")
	if err != nil {
		return nil, err
	}
	var out []value
	it, err := py.Iter(t, a[0])
	if err != nil {
		return nil, err
	}
	for n < 0 || len(out) < n {
		v, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if v == nil {
			break
		}
		if out = append(out, v); len(out) > 1<<26 {
			return nil, py.Raisef(py.MemoryErrorClass, "an array of more than %d items does not fit", 1<<26)
		}
	}
	if n >= 0 && len(out) < n {
		return nil, py.ValueErrorf("iterator too short: Expected %d but iterator had only %d items.", n,
			len(out))
	}
	return newArray(t, &py.List{Items: out}, d)
}

// newFromfunction is fromfunction: a function of the indices.
func newFromfunction(t *thread, a []value) (value, error) {
	g, err := indices(t, a[1], a[2])
	if err != nil {
		return nil, err
	}
	var args []value
	for i := range g.Shape()[0] {
		args = append(args, g.Row(i))
	}
	return py.Call(t, a[0], args, nil)
}

// fillValue is what zeros and ones mean for a type.
func fillValue(d *dtype, v value) value {
	switch {
	case d.Kind == 'O' && v == nil:
		return py.None
	case v == int64(0) && d.Kind != 'O':
		return nil
	}
	return v
}

// unsized is a text type with room for a character.
func unsized(d *dtype) *dtype {
	if d.Size == 0 && d.Kind == 'U' {
		return ndarray.Text(1)
	}
	if d.Size == 0 && d.Kind == 'S' {
		return ndarray.ByteText(1)
	}
	return d
}

func castValue(t *thread, v, dt value, err error) (value, error) {
	if err != nil || dt == py.None || dt == nil {
		return v, err
	}
	d, err := toDType(dt)
	if err != nil {
		return nil, err
	}
	a, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	z, err := castTo(t, a, d)
	if err != nil {
		return nil, err
	}
	return scalarOf(z), nil
}

func arange(t *thread, a []value) (value, error) {
	start, stop, step := a[0], a[1], a[2]
	if stop == py.None {
		start, stop = int64(0), a[0]
	}
	if step == py.None {
		step = int64(1)
	}
	o, err := ufuncs["add"].operands(t, []value{start, stop, step})
	if err != nil {
		return nil, err
	}
	d := o.common(false)
	if dt, err := dtypeArg(a[3]); err != nil {
		return nil, err
	} else if dt != nil {
		d = dt
	}
	if d.IsDate() || hasDates(o.arrays...) {
		var dt value = py.None
		if d.IsDate() {
			dt = d
		}
		return fromDates(t, "arange", a[0], a[1], a[2], dt)
	}
	if d.Kind == 'O' { // counted as numbers are, then Python's
		v, err := arange(t, []value{a[0], a[1], a[2], py.None})
		if x, ok := v.(*array); ok && err == nil {
			return castTo(t, x, d)
		}
		return v, err
	}
	if !d.IsNumber() {
		return nil, py.TypeErrorf("arange() not supported for inputs with DType %s.", d)
	}
	if lo, ok := start.(int64); ok && d.Num.IsInteger() {
		if hi, ok := stop.(int64); ok {
			if by, ok := step.(int64); ok && by != 0 {
				return intRange(t, lo, hi, by, d)
			}
		}
	}
	var f [3]float64
	for i, v := range []value{start, stop, step} {
		if f[i], err = py.ToFloat(v); err != nil {
			return nil, err
		}
	}
	if f[2] == 0 {
		return nil, py.NewExc(py.ZeroDivisionErrorClass, "division by zero")
	}
	n := math.Ceil((f[1] - f[0]) / f[2])
	if n == 0 && f[1] != f[0] && !math.Signbit(n) { // a step too large, or differences too small
		n = 1
	}
	if n != n {
		return nil, py.ValueErrorf("arange: cannot compute length")
	}
	if math.IsInf(n, 0) || n > 1<<40 {
		return nil, py.ValueErrorf("Maximum allowed size exceeded")
	}
	if !tensor.Reserve(int64(8 * max(n, 0))) {
		return nil, tooLarge(t, d, int(n))
	}
	if d.Num.IsInteger() && math.Abs(f[0])+math.Abs(f[2]) < 1<<62 { // the first two are cut, then the others follow
		lo := int64(f[0])
		return counted(t, lo, int64(f[0]+f[2])-lo, int64(max(n, 0)), d)
	}
	out := make([]float64, int(max(n, 0)))
	delta := f[0] + f[2] - f[0] // NumPy goes on by the difference of the first two
	for i := range out {
		out[i] = f[0] + float64(float64(i)*delta)
	}
	if len(out) == 1 {
		out[0] = f[0]
	}
	if len(out) > 1 {
		out[1] = f[0] + f[2]
	}
	return castFresh(t, tensor.Vector(out), d)
}

func intRange(t *thread, lo, hi, by int64, d *dtype) (value, error) {
	n := (&py.Range{Start: lo, Stop: hi, Step: by}).Len()
	if n > 1<<40 || !tensor.Reserve(8*n) {
		return nil, tooLarge(t, d, int(n))
	}
	return counted(t, lo, by, n, d)
}

// counted is n integers from lo on, by steps.
func counted(t *thread, lo, by, n int64, d *dtype) (value, error) {
	out := make([]int64, n)
	for i := range out {
		out[i] = lo + int64(i)*by
	}
	return castFresh(t, tensor.Vector(out), d)
}

func castFresh(t *thread, x *tensor.Tensor, d *dtype) (value, error) {
	z, err := castTo(t, ndarray.Own(x), d)
	if err != nil {
		return nil, err
	}
	return z, nil
}

func linspace(t *thread, a []value) (value, error) {
	n, err := intArg(a[2], "num")
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, py.ValueErrorf("Number of samples, %d, must be non-negative.", n)
	}
	div := n
	if a[3] == true {
		div--
	}
	// start and stop may be arrays: everything is computed by the ufuncs
	add, mul := ufuncs["add"], ufuncs["multiply"]
	start, err := mul.call(t, []value{a[0], 1.0}, &callOptions{})
	if err != nil {
		return nil, err
	}
	stop, err := mul.call(t, []value{a[1], 1.0}, &callOptions{})
	if err != nil {
		return nil, err
	}
	delta, err := ufuncs["subtract"].call(t, []value{stop, start}, &callOptions{})
	if err != nil {
		return nil, err
	}
	da, err := asArray(t, delta)
	if err != nil {
		return nil, err
	}
	if !tensor.Reserve(int64(8 * n * max(da.Len(), 1))) {
		return nil, tooLarge(t, ndarray.Of(tensor.Float64), append([]int{n}, da.Shape()...)...)
	}
	steps := make([]float64, n)
	for i := range steps {
		steps[i] = float64(i)
	}
	shape := []int{n}
	for range da.Rank() {
		shape = append(shape, 1)
	}
	var y value = ndarray.Own(tensor.FromSlice(shape, steps))
	var step value = py.NaN
	if div > 0 {
		if step, err = ufuncs["divide"].call(t, []value{delta, float64(div)}, &callOptions{}); err != nil {
			return nil, err
		}
		y, err = mul.call(t, []value{y, step}, &callOptions{})
	} else {
		y, err = mul.call(t, []value{y, delta}, &callOptions{})
	}
	if err != nil {
		return nil, err
	}
	if y, err = add.call(t, []value{y, start}, &callOptions{}); err != nil {
		return nil, err
	}
	z, err := asArray(t, y)
	if err != nil {
		return nil, err
	}
	if a[3] == true && n > 1 {
		if err := assign(t, z.Slice(0, n-1, 1, 1), stop); err != nil {
			return nil, err
		}
	}
	if d, err := dtypeArg(a[5]); err != nil {
		return nil, err
	} else if d != nil {
		if d.IsNumber() && d.Num.IsInteger() {
			if y, err = ufuncs["floor"].call(t, []value{z}, &callOptions{}); err != nil {
				return nil, err
			}
			z = y.(*array)
		}
		if z, err = castTo(t, z, d); err != nil {
			return nil, err
		}
	}
	if k, _ := intArg(a[6], "axis"); k != 0 {
		if z, err = moveAxis(t, z, int64(0), a[6]); err != nil {
			return nil, err
		}
	}
	if a[4] == true {
		return py.NewTuple(z, step), nil
	}
	return z, nil
}

func geomspace(t *thread, a []value) (value, error) {
	lo, err := py.ToFloat(a[0])
	if err != nil {
		return nil, err
	}
	hi, err := py.ToFloat(a[1])
	if err != nil {
		return nil, err
	}
	if lo == 0 || hi == 0 {
		return nil, py.ValueErrorf("Geometric sequence cannot include zero")
	}
	sign := 1.0
	if lo < 0 && hi < 0 {
		lo, hi, sign = -lo, -hi, -1
	}
	y, err := linspace(t, []value{libm.Log10(lo), libm.Log10(hi), a[2], a[3], false, py.None, int64(0)})
	if err != nil {
		return nil, err
	}
	z, err := ufuncs["power"].call(t, []value{10.0, y}, &callOptions{})
	if err != nil {
		return nil, err
	}
	x := z.(*array)
	if n := x.Len(); n > 0 {
		if err := setIndex(t, x, int64(0), lo); err != nil {
			return nil, err
		}
		if a[3] == true && n > 1 {
			if err := setIndex(t, x, int64(-1), hi); err != nil {
				return nil, err
			}
		}
	}
	z, err = ufuncs["multiply"].call(t, []value{x, sign}, &callOptions{})
	return castValue(t, z, a[4], err)
}

// fromBuffer sees the bytes of a buffer: read-only for bytes.
func fromBuffer(t *thread, a []value) (value, error) {
	data, base, readonly, foreign, err := buffer(a[0])
	if err != nil {
		return nil, err
	}
	d, err := toDType(a[1])
	if err != nil {
		return nil, err
	}
	if d.Kind == 'O' || d.Size == 0 {
		return nil, py.ValueErrorf("cannot create an OBJECT array from memory buffer")
	}
	n, err := intArg(a[2], "count")
	if err != nil {
		return nil, err
	}
	off, err := intArg(a[3], "offset")
	if err != nil {
		return nil, err
	}
	if off < 0 || off > len(data) {
		return nil, py.ValueErrorf("offset must be non-negative and no greater than buffer length (%d)", len(data))
	}
	left := len(data) - off
	if n < 0 {
		if left%d.Size != 0 {
			return nil, py.ValueErrorf("buffer size must be a multiple of element size")
		}
		n = left / d.Size
	}
	if n*d.Size > left {
		return nil, py.ValueErrorf("buffer is smaller than requested size")
	}
	if isTruths(d) && bytes.ContainsFunc(data[off:off+n], func(r rune) bool { return r > 1 }) {
		return onlyTruths(ndarray.FromMemory(ndarray.Of(tensor.Uint8), []int{n}, data[off:off+n], base, true, true)).As(d), nil
	}
	if own, ok := base.(*array); ok {
		z := own.AsMemory(d, []int{n}, off)
		z.SetWriteable(!readonly)
		return z, nil
	}
	return ndarray.FromMemory(d, []int{n}, data[off:off+n*d.Size], base, readonly, foreign), nil
}

// fromString reads numbers between separators.
func fromString(t *thread, a []value) (value, error) {
	sep, _ := strOf(a[3])
	if sep == "" {
		return nil, py.ValueErrorf("The binary mode of fromstring is removed, use frombuffer instead")
	}
	d, err := toDType(a[1])
	if err != nil {
		return nil, err
	}
	text := py.StrOf(a[0])
	if b, ok := a[0].(py.Bytes); ok {
		text = string(b)
	}
	parts := splitNumbers(text, sep)
	if n, ok := py.AsInt(a[2]); ok && n >= 0 && int(n) < len(parts) {
		parts = parts[:n]
	}
	out := make([]value, len(parts))
	for i, p := range parts {
		out[i] = p
	}
	n := &nested{t: t, shape: []int{len(out)}, leaves: out}
	if d.Num == tensor.Bool && d.IsNumber() { // the truth of numbers
		z, err := n.fillSlowly(ndarray.Of(tensor.Float64))
		if err != nil {
			return nil, err
		}
		return castTo(t, z, d)
	}
	return n.fillSlowly(d)
}
