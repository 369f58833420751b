package np

import (
	"fmt"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// ufunc is an elementwise function: its kernels get tensors of one type that broadcast together.
type ufunc struct {
	name     string
	nin      int
	nout     int
	symbol   string // Python's operator, for objects
	identity value  // of reduce; nil when there is none
	// types gives the type the inputs are cast to; Invalid when there is no loop for the type.
	types  func(d tensor.DType) tensor.DType
	kernel func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error)
	// texts computes on strings, nil where it does not.
	texts func(t *thread, a, b *array) (*array, error)
	one   func(float64) float64 // of one float by itself, nil where there is no short way
}

var (
	ufuncs     = map[string]*ufunc{}
	ufuncClass = py.NewClass("numpy", "ufunc", py.ObjectClass, nil)

	ufuncTypeError  = py.NewClass("numpy._core._exceptions", "UFuncTypeError", py.TypeErrorClass, nil)
	noLoopError     = py.NewClass("numpy._core._exceptions", "UFuncTypeError", ufuncTypeError, nil)
	castingError    = py.NewClass("numpy._core._exceptions", "UFuncTypeError", ufuncTypeError, nil)
	inputCastError  = py.NewClass("numpy._core._exceptions", "UFuncTypeError", castingError, nil)
	outputCastError = py.NewClass("numpy._core._exceptions", "UFuncTypeError", castingError, nil)
	ufuncSig        = py.ParseSig("ufunc(*args, out=None, where=True, casting='same_kind', " +
		"order='K', dtype=None, subok=True, signature=None, axes=None, axis=None, keepdims=False)")
)

// NumPy shows its kinds of UFuncTypeError by that name, and their own names in tracebacks.
func init() {
	noLoopError.Qual, castingError.Qual = "_UFuncNoLoopError", "_UFuncCastingError"
	inputCastError.Qual, outputCastError.Qual = "_UFuncInputCastingError", "_UFuncOutputCastingError"
}

// operands are the inputs of a call: arrays, or Python numbers that are weak.
type operands struct {
	values []value
	arrays []*array
}

func (u *ufunc) operands(t *thread, args []value) (*operands, error) {
	o := &operands{values: args}
	for _, v := range args {
		a, err := asArray(t, v)
		if err != nil {
			return nil, err
		}
		o.arrays = append(o.arrays, a)
	}
	return o, nil
}

// onlyFloats tells a function that has no loops for integers: each input goes to the least type of floats that holds
// it.
func (u *ufunc) onlyFloats() bool {
	return u.types != nil && u.types(tensor.Int8) == tensor.Float16 && u.types(tensor.Int32) == tensor.Float64
}

// common is the type of all inputs together, with floats of their own types: Python numbers only raise the kind.
func (o *operands) common(floats bool) *dtype {
	var d *dtype
	strong := false
	for i, a := range o.arrays {
		if !weak(o.values[i]) {
			own := a.DType()
			if floats && len(o.arrays) > 1 && own.IsNumber() {
				own = ndarray.Of(floatType(own.Num))
			}
			d = promote(d, own)
			strong = true
		}
	}
	for i, a := range o.arrays {
		if weak(o.values[i]) {
			if strong {
				d = follow(d, o.values[i], a.DType())
			} else {
				d = promote(d, a.DType())
			}
		}
	}
	return d
}

// follow is the type of an array beside a Python number.
func follow(d *dtype, v value, own *dtype) *dtype {
	if !d.IsNumber() || !own.IsNumber() {
		return promote(d, own)
	}
	switch v.(type) {
	case float64:
		if rank(d.Num) < 3 {
			return ndarray.Of(tensor.Float64)
		}
		return d
	case complex128:
		switch {
		case d.Num.IsComplex():
			return d
		case d.Num == tensor.Float32 || d.Num == tensor.Float16:
			return ndarray.Of(tensor.Complex64)
		}
		return ndarray.Of(tensor.Complex128)
	}
	if d.Num == tensor.Bool {
		return ndarray.Of(tensor.Int64)
	}
	return d
}

// call computes the function of its inputs. out, where and dtype are those of NumPy's calls,
// None or nil when they are not given.
func (u *ufunc) call(t *thread, args []value, kw *callOptions) (value, error) {
	args, err := u.withoutBig(args)
	if err != nil {
		return nil, err
	}
	o, err := u.operands(t, args)
	if err != nil {
		return nil, err
	}
	if hasDates(o.arrays...) {
		outs, err := u.onDates(t, o, kw)
		if err != nil {
			return nil, err
		}
		return u.finish(t, o, outs, kw)
	}
	d := o.common(u.onlyFloats())
	if kw.dtype != nil {
		d = kw.dtype
		if err := u.takes(o, d, kw); err != nil {
			return nil, err
		}
	}
	if kw.out != nil {
		if err := u.preflight(t, o, d, kw); err != nil {
			return nil, err
		}
	}
	if d.Num == tensor.Float32 || d.Num == tensor.Float16 {
		if err := u.shortened(t, args, d.Num); err != nil {
			return nil, err
		}
	}
	var outs []*array
	switch {
	case d.Kind == 'O':
		outs, err = u.objects(t, o)
	case !d.IsNumber():
		outs, err = u.onTexts(t, o)
	default:
		outs, err = u.numbers(t, o, d, kw)
	}
	if err != nil {
		return nil, err
	}
	return u.finish(t, o, outs, kw)
}

// preflight refuses outputs that cannot be written, or not with the type of the result, before
// anything is computed.
func (u *ufunc) preflight(t *thread, o *operands, d *dtype, kw *callOptions) error {
	for i, out := range kw.out {
		if out == nil {
			continue
		}
		if !out.Writeable() {
			return py.ValueErrorf("output array is read-only")
		}
		if !d.IsNumber() || u.types(d.Num) == tensor.Invalid {
			return nil // these have their own words
		}
		empty := make([]*tensor.Tensor, u.nin)
		for k := range empty {
			var err error
			if empty[k], err = tensor.New(u.types(d.Num), []int{0}); err != nil {
				return err
			}
		}
		z, err := u.kernel(t, empty)
		if err != nil {
			return err
		}
		if err := u.castable(ndarray.Of(z[i].DType()), out.DType(), kw); err != nil {
			return err
		}
	}
	return u.fits(o, kw)
}

// fits refuses outputs that are too small for what the inputs broadcast to.
func (u *ufunc) fits(o *operands, kw *callOptions) error {
	shapes := make([][]int, len(o.arrays))
	for i, a := range o.arrays {
		shapes[i] = a.Shape()
	}
	in, ok := ndarray.Broadcast(shapes...)
	if !ok {
		return u.mismatch(o, kw)
	}
	for _, out := range kw.out {
		if out == nil {
			continue
		}
		shape, ok := ndarray.Broadcast(in, out.Shape())
		if !ok {
			return u.mismatch(o, kw)
		}
		if !tensor.SameShape(shape, out.Shape()) {
			return py.ValueErrorf("non-broadcastable output operand with shape %s doesn't match the broadcast shape %s",
				ndarray.Tight(out.Shape()), ndarray.Tight(shape))
		}
	}
	return nil
}

// takes refuses inputs that the casting rule does not allow to become the type a call asks for.
func (u *ufunc) takes(o *operands, d *dtype, kw *callOptions) error {
	if !d.IsNumber() || u.types(d.Num) == tensor.Invalid {
		return nil // these have their own words
	}
	rule, to := kw.casting, ndarray.Of(u.types(d.Num))
	if rule == "" {
		rule = "same_kind"
	}
	for i, a := range o.arrays {
		switch o.values[i].(type) {
		case float64, complex128:
		default:
			if weak(o.values[i]) {
				continue // Python's ints are checked by their values
			}
		}
		if a.DType().IsNumber() && !canCast(a.DType(), to, rule) {
			which := ""
			if u.nin > 1 {
				which = fmt.Sprintf(" %d", i)
			}
			return py.Raisef(inputCastError,
				"Cannot cast ufunc '%s' input%s from dtype(%s) to dtype(%s) with casting rule '%s'", u.name, which,
				a.DType().Repr(), to.Repr(), rule)
		}
	}
	return nil
}

// castable refuses an output whose type the casting rule does not allow.
func (u *ufunc) castable(from, to *dtype, kw *callOptions) error {
	rule := kw.casting
	if rule == "" {
		rule = "same_kind"
	}
	if !canCast(from, to, rule) {
		return py.Raisef(outputCastError,
			"Cannot cast ufunc '%s' output from dtype(%s) to dtype(%s) with casting rule '%s'", u.name, from.Repr(),
			to.Repr(), rule)
	}
	return nil
}

// callOptions are the keyword arguments of a call.
type callOptions struct {
	out     []*array
	where   *array
	dtype   *dtype
	casting string
	scalar  bool // an operator of scalars
}

// refuse is the error for types that a function cannot take. NumPy words it by how it looks for
// the function's loop.
func (u *ufunc) refuse(o *operands) error {
	byClass := u.isComparison()
	switch u.name {
	case "add", "subtract", "multiply", "maximum", "minimum", "fmax", "fmin", "gcd", "lcm":
	case "negative", "absolute", "sign", "positive":
		byClass = true
	default:
		if !byClass {
			return u.unsupported()
		}
	}
	types := ""
	for i, a := range o.arrays {
		if i > 0 {
			types += ", "
		}
		if byClass {
			types += "<class 'numpy.dtypes." + className(o.values[i], a.DType()) + "'>"
		} else {
			types += "dtype(" + a.DType().Repr() + ")"
		}
	}
	if u.nin == 2 {
		types = "(" + types + ")"
	}
	return py.Raisef(noLoopError, "ufunc '%s' did not contain a loop with signature matching types %s -> None",
		u.name, types)
}

// className is the name of a type's class in numpy.dtypes.
func className(v value, d *dtype) string {
	switch v.(type) {
	case int64:
		return "_PyLongDType"
	case float64:
		return "_PyFloatDType"
	case complex128:
		return "_PyComplexDType"
	}
	if c, ok := map[byte]string{'U': "StrDType", 'S': "BytesDType", 'O': "ObjectDType", 'V': "VoidDType",
		'M': "DateTime64DType", 'm': "TimeDelta64DType"}[d.Kind]; ok {
		return c
	}
	name := d.Num.Name()
	if d.Num.Kind() == tensor.KindUint {
		return "UInt" + name[4:] + "DType"
	}
	return string(name[0]-32) + name[1:] + "DType"
}

func (u *ufunc) unsupported() error {
	return py.TypeErrorf("ufunc '%s' not supported for the input types, and the inputs "+
		"could not be safely coerced to any supported types according to the casting rule ''safe''", u.name)
}

// numbers runs the kernel on inputs of number types.
func (u *ufunc) numbers(t *thread, o *operands, d *dtype, kw *callOptions) ([]*array, error) {
	if z, done, err := u.beyond(t, o, d); done || err != nil {
		return z, err
	}
	to := u.types(d.Num)
	if to == tensor.Invalid {
		if u.name == "subtract" && d.Num == tensor.Bool {
			return nil, py.TypeErrorf(
				"numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the " +
					"logical_xor function instead.",
			)
		}
		if u.name == "negative" && d.Num == tensor.Bool {
			return nil, py.TypeErrorf(
				"The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not " +
					"function instead.",
			)
		}
		return nil, u.unsupported()
	}
	x := make([]*tensor.Tensor, len(o.arrays))
	order := o.order()
	for i, a := range o.arrays {
		var err error
		if order != nil {
			a = a.Ranked(len(order)).Permute(order)
		}
		if x[i], err = o.input(t, i, a, to); err != nil {
			return nil, err
		}
	}
	if len(x) == 2 && !tensor.SameShape(x[0].Shape(), x[1].Shape()) {
		if _, ok := ndarray.Broadcast(x[0].Shape(), x[1].Shape()); !ok {
			return nil, u.mismatch(o, kw)
		}
	}
	z, err := bind.Compute(t, func(t *thread) ([]*tensor.Tensor, error) { return u.kernel(t, x) }, x...)
	if err != nil {
		if e, ok := err.(*tensor.Error); ok {
			return nil, bind.ArrayError(t, e)
		}
		return nil, err
	}
	if err := u.faults(t, kw, x, z); err != nil {
		return nil, err
	}
	out := make([]*array, len(z))
	for i := range z {
		out[i] = inOrder(order, ndarray.Fresh(z[i], x...))
	}
	return out, nil
}

// order is the order of the inputs' memory, which the results have too; nil for C's, and for inputs that do not fit
// together.
func (o *operands) order() []int {
	order := ndarray.Order(o.arrays...)
	if order == nil {
		return nil
	}
	shapes := make([][]int, len(o.arrays))
	for i, a := range o.arrays {
		shapes[i] = a.Shape()
	}
	if _, ok := ndarray.Broadcast(shapes...); !ok {
		return nil
	}
	return order
}

// inOrder gives an array that was computed with its dimensions in another order the right one.
func inOrder(order []int, z *array) *array {
	if order == nil {
		return z
	}
	return z.Permute(ndarray.Inverse(order)).Rebase()
}

// input casts one input to the type of the loop.
func (o *operands) input(t *thread, i int, a *array, to tensor.DType) (*tensor.Tensor, error) {
	v := o.values[i]
	if _, isBig := bigInt(v); (isBig || isInt(v)) && to.IsInteger() {
		if !holds(to, v) {
			return nil, outOfBounds(v, to)
		}
	}
	x, err := numbers(t, a)
	if err != nil {
		return nil, err
	}
	return castNumbers(t, x, to)
}

func isInt(v value) bool {
	_, ok := v.(int64)
	return ok
}

// beyond compares integers with Python ints that their type does not hold, and int64 with
// uint64: exactly, without a common type.
func (u *ufunc) beyond(t *thread, o *operands, d *dtype) ([]*array, bool, error) {
	if !u.isComparison() || len(o.arrays) != 2 {
		return nil, false, nil
	}
	apart := false
	for i, v := range o.values {
		_, isBig := bigInt(v)
		if (isBig || isInt(v)) && d.Num.IsInteger() && !holds(d.Num, v) {
			apart = true
		}
		e := o.arrays[1-i].DType().Num
		if o.arrays[i].DType().Num == tensor.Uint64 && e.Kind() == tensor.KindInt && d.Num == tensor.Float64 {
			apart = true
		}
	}
	if !apart {
		return nil, false, nil
	}
	z, err := u.objects(t, o)
	if err != nil {
		return nil, true, err
	}
	b, err := castTo(t, z[0], ndarray.Of(tensor.Bool))
	return []*array{b}, true, err
}

func (u *ufunc) mismatch(o *operands, kw *callOptions) error {
	text := ""
	for _, a := range o.arrays {
		text += ndarray.Tight(a.Shape()) + " "
	}
	for _, a := range kw.out {
		if a != nil {
			text += ndarray.Tight(a.Shape()) + " "
		}
	}
	return py.ValueErrorf("operands could not be broadcast together with shapes %s", text)
}

// objects computes with Python's operators, element by element.
func (u *ufunc) objects(t *thread, o *operands) ([]*array, error) {
	shapes := make([][]int, len(o.arrays))
	for i, a := range o.arrays {
		shapes[i] = a.Shape()
	}
	shape, ok := ndarray.Broadcast(shapes...)
	if !ok {
		return nil, u.mismatch(o, &callOptions{})
	}
	n := 1
	for _, s := range shape {
		n *= s
	}
	if err := room(n); err != nil {
		return nil, err
	}
	places := make([][]int, len(o.arrays))
	for i, a := range o.arrays {
		b, _ := a.BroadcastTo(shape)
		places[i] = b.Places()
	}
	out := make([]value, n)
	for k := range out {
		args := make([]value, len(o.arrays))
		for i, a := range o.arrays {
			var err error
			if args[i], err = plainDate(t, pyElement(a, places[i][k])); err != nil {
				return nil, err
			}
		}
		v, err := u.python(t, args)
		if err != nil {
			return nil, err
		}
		out[k] = v
	}
	z := ndarray.FromObjects(shape, out)
	if u.isComparison() {
		b, err := castTo(t, z, ndarray.Of(tensor.Bool))
		return []*array{b}, err
	}
	return []*array{z}, nil
}

func (u *ufunc) isComparison() bool {
	switch u.symbol {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// python is the function of Python values.
func (u *ufunc) python(t *thread, args []value) (value, error) {
	if err := t.Poll(); err != nil {
		return nil, err
	}
	if err := t.Enter(""); err != nil { // an array may hold itself
		return nil, err
	}
	defer t.Leave()
	switch {
	case u.symbol == "abs":
		return py.CallMethod(t, args[0], "__abs__")
	case u.symbol != "" && len(args) == 1:
		return py.Unary(t, u.symbol, args[0])
	case u.symbol != "":
		return py.Binary(t, u.symbol, args[0], args[1])
	}
	switch u.name {
	case "maximum", "minimum":
		sign := ">="
		if u.name == "minimum" {
			sign = "<="
		}
		first, err := py.Binary(t, sign, args[0], args[1])
		if err != nil {
			return nil, err
		}
		if ok, err := py.Truth(t, first); err != nil || ok {
			return args[0], err
		}
		return args[1], nil
	case "logical_and", "logical_or":
		ok, err := py.Truth(t, args[0])
		if err != nil || ok == (u.name == "logical_or") {
			return args[0], err
		}
		return args[1], nil
	case "logical_not":
		ok, err := py.Truth(t, args[0])
		return !ok, err
	case "square":
		return py.Binary(t, "*", args[0], args[0])
	}
	if f := pythonOf[u.name]; f != nil {
		return f(t, args)
	}
	if m, err := py.GetAttr(t, args[0], u.name); err == nil {
		return py.Call(t, m, args[1:], nil)
	}
	return nil, py.TypeErrorf("loop of ufunc does not support argument 0 of type %s which has no callable %s method",
		py.TypeOf(args[0]).TypeName(), u.name)
}

// finish writes results to out, through where, or gives them back.
func (u *ufunc) finish(t *thread, o *operands, z []*array, kw *callOptions) (value, error) {
	results := make([]value, len(z))
	for i, r := range z {
		var out *array
		if i < len(kw.out) {
			out = kw.out[i]
		}
		v, err := u.store(t, o, r, out, kw)
		if err != nil {
			return nil, err
		}
		results[i] = v
	}
	if len(results) == 1 {
		return results[0], nil
	}
	return py.NewTuple(results...), nil
}

func (u *ufunc) store(t *thread, o *operands, r, out *array, kw *callOptions) (value, error) {
	if out == nil && kw.where == nil {
		return scalarOf(r), nil
	}
	if out == nil {
		shape, ok := ndarray.Broadcast(r.Shape(), kw.where.Shape())
		if !ok {
			return nil, u.mismatch(o, kw)
		}
		var err error
		if out, err = ndarray.NewContext(t.Ctx, r.DType(), shape, false); err != nil {
			return nil, err
		}
		return scalarOf(out), masked(t, out, r, kw.where)
	}
	if err := u.castable(r.DType(), out.DType(), kw); err != nil {
		return nil, err
	}
	if err := u.fits(o, kw); err != nil {
		return nil, err
	}
	if kw.where != nil {
		return out, masked(t, out, r, kw.where)
	}
	if r.Base() == nil && r.DType().IsNumber() && r.CContiguous() {
		if x, err := r.Borrow(t.Ctx); err == nil && !r.Shared() && out.TakeOver(x) {
			return out, nil
		}
	}
	src, err := castTo(t, r, out.DType())
	if err != nil {
		return nil, err
	}
	_, err = out.Assign(t.Ctx, src)
	return out, err
}

// masked writes the elements of src where a mask is true.
func masked(t *thread, dst, src, mask *array) error {
	src, err := castTo(t, src, dst.DType())
	if err != nil {
		return err
	}
	s, ok := src.BroadcastTo(dst.Shape())
	m, ok2 := mask.BroadcastTo(dst.Shape())
	if !ok || !ok2 {
		return py.ValueErrorf("non-broadcastable operand: mask of shape %s, result of shape %s",
			ndarray.Tight(mask.Shape()), ndarray.Tight(dst.Shape()))
	}
	key, err := m.Copy(t.Ctx, 'C')
	if err != nil {
		return err
	}
	if dst.Rank() == 0 {
		if key.Element(key.Start())[0] == 0 {
			return nil
		}
		_, err := dst.Assign(t.Ctx, s)
		return err
	}
	_, to, _, err := resolve(t, dst, key)
	if err != nil {
		return err
	}
	_, from, _, err := resolve(t, s, key)
	if err != nil {
		return err
	}
	part, err := from.Get(t.Ctx)
	if err != nil {
		return err
	}
	_, err = to.Put(t.Ctx, part)
	return err
}

// Call is the call of a ufunc from Python.
func (u *ufunc) Call(t *thread, args []value, kws []py.Kw) (value, error) {
	if f := u.one; f != nil && len(args) == 1 && len(kws) == 0 {
		if v := quickOne(f, args[0]); v != nil {
			return v, nil
		}
	}
	if v, err := u.overridden(t, "__call__", args, kws); v != nil || err != nil {
		return v, err
	}
	b, err := py.Bind(ufuncSig.Params, py.Plain, u.name, args, kws)
	if err != nil {
		return nil, err
	}
	x, in := underlying(b[0].(*py.Tuple).Items)
	if len(in) < u.nin || len(in) > u.nin+u.nout {
		return nil, py.TypeErrorf("%s() takes from %d to %d positional arguments but %d were given", u.name, u.nin,
			u.nin+u.nout, len(in))
	}
	kw, err := options(t, u, b[1], b[2], b[3], b[5])
	if err != nil {
		return nil, err
	}
	if len(in) > u.nin {
		if kw.out != nil {
			return nil, py.TypeErrorf("cannot specify 'out' as both a positional and keyword argument")
		}
		if kw.out, err = outputs(py.NewTuple(in[u.nin:]...)); err != nil {
			return nil, err
		}
		in = in[:u.nin]
	}
	var v value
	if u.name == "matmul" {
		v, err = u.matmul(t, in, kw)
	} else {
		v, err = u.call(t, in, kw)
	}
	if err != nil || kw.out != nil {
		if o, a := derived(b[1]); o != nil && a == v {
			return o, err
		}
		return v, err
	}
	return u.wrapped(t, x, v)
}

// PyClass is np.ufunc.
func (u *ufunc) PyClass() *py.Class { return ufuncClass }

func options(t *thread, u *ufunc, out, where, casting, dt value) (*callOptions, error) {
	kw := &callOptions{}
	var err error
	if kw.out, err = outputs(out); err != nil {
		return nil, err
	}
	if where != true && where != nil && where != py.None {
		if kw.where, err = asArray(t, where); err != nil {
			return nil, err
		}
		if kw.where.DType().Num != tensor.Bool {
			return nil, py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype('bool') "+
				"according to the rule 'safe'", kw.where.DType().Repr())
		}
	}
	if casting != nil {
		if kw.casting, err = castingRule(casting); err != nil {
			return nil, err
		}
	}
	kw.dtype, err = dtypeArg(dt)
	return kw, err
}

func outputs(out value) ([]*array, error) {
	list := []value{out}
	if tp, ok := out.(*py.Tuple); ok {
		list = tp.Items
	}
	if out == nil || out == py.None {
		return nil, nil
	}
	var z []*array
	for _, v := range list {
		a, ok := v.(*array)
		if x, own := derived(v); x != nil {
			a, ok = own, true
		}
		if !ok && v != py.None {
			return nil, py.TypeErrorf("return arrays must be of ArrayType")
		}
		z = append(z, a)
	}
	return z, nil
}
