package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// part is one entry of an index: an integer, a slice, a new axis, or an index array.
type part struct {
	kind  byte // i : n(ew axis) a(rray)
	at    int64
	slice *py.Slice
	pos   []int // of an array: the positions
	shape []int // and its shape
}

// index is a[key]. Integers, slices, new axes and ellipses give a view, or a scalar where no
// dimension is left; arrays of integers or bools give a copy.
func index(t *thread, a *array, key value) (value, error) {
	if i, ok := key.(int64); ok && a.Rank() > 0 {
		p, err := checked(i, a.Shape()[0], 0)
		if err != nil {
			return nil, err
		}
		if a.Rank() == 1 {
			return element(a, a.Start()+p*a.Strides()[0]), nil
		}
		return a.Row(p), nil
	}
	if at, ok, err := onePlace(a, key); err != nil {
		return nil, err
	} else if ok {
		return element(a, at), nil
	}
	if v, ok, err := fieldOf(a, key); ok || err != nil {
		return v, err
	}
	v, sel, whole, err := resolve(t, a, key)
	if err != nil {
		return nil, err
	}
	if sel == nil {
		if v.Rank() == 0 && !whole {
			return element(v, v.Start()), nil
		}
		return v, nil
	}
	z, err := sel.Get(t.Ctx)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	return z, nil
}

// onePlace is where the element is that as many integers as there are dimensions select.
func onePlace(a *array, key value) (at int, ok bool, err error) {
	tp, ok := key.(*py.Tuple)
	if !ok || len(tp.Items) != a.Rank() {
		return 0, false, nil
	}
	for _, v := range tp.Items {
		if _, ok := v.(int64); !ok {
			return 0, false, nil
		}
	}
	at = a.Start()
	for k, v := range tp.Items {
		p, err := checked(v.(int64), a.Shape()[k], k)
		if err != nil {
			return 0, false, err
		}
		at += p * a.Strides()[k]
	}
	return at, len(tp.Items) > 0, nil
}

// setIndex is a[key] = val.
func setIndex(t *thread, v, key, val value) error {
	a := v.(*array)
	if !a.Writeable() {
		return py.ValueErrorf("assignment destination is read-only")
	}
	if i, ok := key.(int64); ok && a.Rank() == 1 {
		p, err := checked(i, a.Shape()[0], 0)
		if err != nil {
			return err
		}
		return setPlace(t, a, a.Start()+p*a.Strides()[0], val)
	}
	if at, ok, err := onePlace(a, key); err != nil {
		return err
	} else if ok {
		return setPlace(t, a, at, val)
	}
	if f, ok, err := fieldOf(a, key); ok || err != nil {
		if err != nil {
			return err
		}
		return assign(t, f, val)
	}
	view, sel, whole, err := resolve(t, a, key)
	if sel == nil {
		if err != nil {
			return err
		}
		if view.Rank() == 0 && !whole && a.Rank() > 0 {
			return setPlace(t, view, view.Start(), val)
		}
		return assign(t, view, val)
	}
	src, srcErr := source(t, val, a.DType(), maxDepth)
	if srcErr != nil {
		return srcErr
	}
	if err := maskTakes(t, a, key, src, len(sel.Moves)); err != nil {
		return err
	}
	ok := sel.Takes(src)
	if ok && err == nil {
		_, err = sel.Put(t.Ctx, src)
	}
	if !ok {
		return py.ValueErrorf("shape mismatch: value array of shape %s could not be broadcast to indexing result of "+
			"shape %s", ndarray.Tight(src.Shape()), ndarray.Tight(sel.ResultShape()))
	}
	return err
}

// source converts a value that is to be written into an array of a type, and of at most limit
// dimensions.
func source(t *thread, val value, d *dtype, limit int) (*array, error) {
	if _, ok := val.(*void); ok && d.Kind == 'V' {
		val = val.(*void).a
	} else if a, err := existing(t, val); err != nil {
		return nil, err
	} else if a != nil {
		if _, scalar := val.(*bind.Scalar); !scalar || d.IsDate() {
			return castTo(t, a, d)
		}
	}
	if a, ok := val.(*array); ok {
		return castTo(t, a, d)
	}
	return newArrayIn(t, val, d, limit)
}

// assign writes a value into all elements of a view.
func assign(t *thread, dst *array, val value) error {
	if !dst.Writeable() {
		return py.ValueErrorf("assignment destination is read-only")
	}
	if dst.Rank() == 0 {
		switch val.(type) {
		case *array, *tensor.Tensor, *bind.Variable, *py.List, *py.Tuple:
			if k := dst.DType().Kind; k == 'O' || k == 'V' {
				return setPlace(t, dst, dst.Start(), val)
			}
		default:
			return setPlace(t, dst, dst.Start(), val)
		}
	}
	src, err := source(t, val, dst.DType(), dst.Rank())
	if err != nil {
		return err
	}
	ok, err := dst.Assign(t.Ctx, src)
	if err == nil && !ok {
		return py.ValueErrorf("could not broadcast input array from shape %s into shape %s",
			ndarray.Tight(src.Trim(dst.Rank()).Shape()), ndarray.Tight(dst.Shape()))
	}
	return err
}

func checked(i int64, n, axis int) (int, error) {
	if i < -int64(n) || i >= int64(n) {
		return 0, py.IndexErrorf("index %d is out of bounds for axis %d with size %d", i, axis, n)
	}
	if i < 0 {
		i += int64(n)
	}
	return int(i), nil
}

const badIndex = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean " +
	"arrays are valid indices"

// maskTakes refuses values for a mask of the whole array that are not one for each place.
func maskTakes(t *thread, a *array, key value, src *array, places int) error {
	if _, isTuple := key.(*py.Tuple); isTuple {
		return nil
	}
	m, err := asArray(t, key)
	if err != nil || m.DType().Num != tensor.Bool || m.Rank() != a.Rank() {
		return nil
	}
	if src.Rank() > 1 {
		return py.TypeErrorf("NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input "+
			"has %d dimensions", src.Rank())
	}
	if src.Rank() == 1 && src.Len() != 1 && src.Len() != places {
		return py.ValueErrorf("NumPy boolean array indexing assignment cannot assign "+
			"%d input values to the %d output values where the mask is true", src.Len(), places)
	}
	return nil
}

// entries takes an index apart. ellipsis is its place among the parts, -1 without one.
func entries(t *thread, key value) (parts []part, ellipsis int, err error) {
	keys := []value{key}
	if tp, ok := key.(*py.Tuple); ok {
		keys = tp.Items
	}
	ellipsis = -1
	for _, k := range keys {
		switch x := k.(type) {
		case *py.NoneType:
			if x == py.Ellipsis {
				if ellipsis >= 0 {
					return nil, 0, py.IndexErrorf("an index can only have a single ellipsis ('...')")
				}
				ellipsis = len(parts)
				continue
			}
			if x == py.None {
				parts = append(parts, part{kind: 'n'})
				continue
			}
		case *py.Slice:
			parts = append(parts, part{kind: ':', slice: x})
			continue
		case int64:
			parts = append(parts, part{kind: 'i', at: x})
			continue
		case string, py.Bytes, float64, complex128:
			return nil, 0, py.IndexErrorf("%s", badIndex)
		}
		if parts, err = arrayEntry(t, k, parts); err != nil {
			return nil, 0, err
		}
	}
	return parts, ellipsis, nil
}

// arrayEntry adds an index array, or the index arrays of a mask.
func arrayEntry(t *thread, k value, parts []part) ([]part, error) {
	_, isBool := k.(bool)
	if s, ok := k.(*bind.Scalar); ok {
		isBool = s.T.DType() == tensor.Bool
	}
	if i, ok := py.AsInt(k); ok && !isBool {
		if _, isArray := k.(*array); !isArray {
			return append(parts, part{kind: 'i', at: i}), nil
		}
	}
	a, err := asArray(t, k)
	if err != nil {
		return nil, err
	}
	_, fromList := k.(*py.List)
	switch {
	case a.DType().Num == tensor.Bool:
		return maskEntry(t, a, parts)
	case a.DType().IsNumber() && a.DType().Num.IsInteger(), a.Len() == 0 && fromList:
		x, err := a.Borrow(t.Ctx)
		if err != nil {
			return nil, err
		}
		if a.Rank() == 0 && !fromList {
			return append(parts, part{kind: 'i', at: x.Int(0)}), nil
		}
		pos := make([]int, x.Len())
		for i := range pos {
			pos[i] = int(x.Int(i))
		}
		return append(parts, part{kind: 'a', pos: pos, shape: a.Shape()}), nil
	case !fromList && a.DType().IsNumber() && a.Rank() > 0:
		return nil, py.IndexErrorf("arrays used as indices must be of integer (or boolean) type")
	}
	return nil, py.IndexErrorf("%s", badIndex)
}

// maskEntry adds the positions where a mask is true: one index array per dimension of the mask.
func maskEntry(t *thread, m *array, parts []part) ([]part, error) {
	x, err := m.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	if m.Rank() == 0 { // a dimension of one or none
		return append(parts, part{kind: 'a', pos: make([]int, x.Int(0)), shape: []int{int(x.Int(0))}, at: -1}), nil
	}
	bits := x.Bytes()
	n := 0
	for _, b := range bits {
		n += int(b)
	}
	pos := make([][]int, m.Rank())
	for k := range pos {
		pos[k] = make([]int, 0, n)
	}
	for i, b := range bits {
		if b == 0 {
			continue
		}
		for k := m.Rank() - 1; k > 0; k-- {
			pos[k] = append(pos[k], i%m.Shape()[k])
			i /= m.Shape()[k]
		}
		pos[0] = append(pos[0], i)
	}
	for k := range pos {
		parts = append(parts, part{kind: 'a', pos: pos[k], shape: []int{n}, at: int64(m.Shape()[k]) + 1})
	}
	return parts, nil
}

// resolve finds what an index names: a view, or, with index arrays, a selection. whole tells a
// view that stays an array even without dimensions. An index out of bounds comes as an error beside
// the selection: what is assigned is looked at first.
func resolve(t *thread, a *array, key value) (view *array, sel *ndarray.Selection, whole bool, err error) {
	parts, ellipsis, err := entries(t, key)
	if err != nil {
		return nil, nil, false, err
	}
	used, fancy := 0, false
	for _, p := range parts {
		used += b2i(p.kind != 'n' && !(p.kind == 'a' && p.at == -1))
		fancy = fancy || p.kind == 'a'
	}
	if used > a.Rank() {
		return nil, nil, false, py.IndexErrorf("too many indices for array: array is %d-dimensional, "+
			"but %d were indexed", a.Rank(), used)
	}
	if ellipsis < 0 {
		ellipsis = len(parts)
	} else {
		whole = true
	}
	all := append([]part(nil), parts[:ellipsis]...)
	for range a.Rank() - used {
		all = append(all, part{kind: ':', slice: &py.Slice{Start: py.None, Stop: py.None, Step: py.None}})
	}
	gap := len(all) // an ellipsis separates index arrays even when it stands for nothing
	all = append(all, parts[ellipsis:]...)
	view, arrays, err := basic(a, all, fancy)
	if err != nil || !fancy {
		return view, nil, whole, err
	}
	sel, err = combine(a, view, arrays, whole && used == a.Rank(), gap)
	return view, sel, false, err
}

// chosen is an index array (or an integer beside one) and the dimension of the view it indexes.
type chosen struct {
	part
	axis  int // of the view, -1 for a mask of rank 0
	from  int // of the array, for messages
	order int // among the entries
}

// basic applies slices, new axes and, unless there are index arrays, integers. Dimensions of
// index arrays stay whole.
func basic(a *array, parts []part, fancy bool) (*array, []chosen, error) {
	if err := maskSizes(a, parts); err != nil {
		return nil, nil, err
	}
	v, axis, from := a, 0, 0
	var arrays []chosen
	for order, p := range parts {
		switch {
		case p.kind == 'n':
			v = v.NewAxis(axis)
			axis++
		case p.kind == ':':
			start, step, n, err := p.slice.Indices(v.Shape()[axis])
			if err != nil {
				return nil, nil, err
			}
			v = v.Slice(axis, start, step, n)
			axis, from = axis+1, from+1
		case p.kind == 'i':
			i, err := checked(p.at, v.Shape()[axis], from)
			if err != nil {
				return nil, nil, err
			}
			if !fancy {
				v = v.Axis(axis, i)
				from++
				continue
			}
			arrays = append(arrays, chosen{part{pos: []int{i}}, axis, from, order})
			axis, from = axis+1, from+1
		case p.at == -1:
			arrays = append(arrays, chosen{p, -1, from, order})
		default:
			arrays = append(arrays, chosen{p, axis, from, order})
			axis, from = axis+1, from+1
		}
	}
	if v == a {
		v = a.View()
	}
	return v, arrays, nil
}

// maskSizes checks that masks are as large as what they are masks of.
func maskSizes(a *array, parts []part) error {
	from := 0
	for _, p := range parts {
		if p.kind == 'n' || p.at == -1 && p.kind == 'a' {
			continue
		}
		if n := a.Shape()[from]; p.kind == 'a' && p.at > 0 && int(p.at)-1 != n {
			return py.IndexErrorf("boolean index did not match indexed array along axis "+
				"%d; size of axis is %d but size of corresponding boolean axis is %d", from, n, p.at-1)
		}
		from++
	}
	return nil
}

// combine broadcasts index arrays together. Their dimension comes where the first of them
// stands when they stand side by side, else in front.
func combine(a, v *array, arrays []chosen, split bool, gap int) (*ndarray.Selection, error) {
	var shapes [][]int
	side := true
	for i, c := range arrays {
		shapes = append(shapes, c.shape)
		if i > 0 && (c.order != arrays[i-1].order+1 || split && arrays[i-1].order < gap && c.order >= gap) {
			side = false
		}
	}
	shape, ok := ndarray.Broadcast(shapes...)
	if !ok {
		text := ""
		for _, c := range arrays {
			if len(c.shape) > 0 {
				text += ndarray.Tight(c.shape) + " "
			}
		}
		return nil, py.IndexErrorf("shape mismatch: indexing arrays could not be broadcast together with shapes %s",
			text)
	}
	n := sizeOf(shape)
	moves := make([]int, n)
	var outside error
	drop := map[int]bool{}
	at := -1
	for _, c := range arrays {
		if at < 0 {
			at = c.axis
			if c.axis < 0 {
				at = 0
			}
		}
		if c.axis < 0 {
			continue
		}
		drop[c.axis] = true
		step, size := v.Strides()[c.axis], v.Shape()[c.axis]
		repeat := repeater(c.shape, shape)
		for i := range moves {
			k := c.pos[repeat(i)]
			if k < 0 {
				k += size
			}
			if k < 0 || k >= size {
				if _, err := checked(int64(c.pos[repeat(i)]), size, c.from); outside == nil {
					outside = err
				}
				continue
			}
			moves[i] += k * step
		}
	}
	before := 0
	for k := range at {
		before += b2i(!drop[k])
	}
	if !side {
		before = 0
	}
	return &ndarray.Selection{Rest: v.Squeeze(drop), Shape: shape, Moves: moves, At: before}, outside
}

// repeater maps a position of a broadcast shape to one of the shape it comes from.
func repeater(from, to []int) func(i int) int {
	if tensor.SameShape(from, to) {
		return func(i int) int { return i }
	}
	skip := len(to) - len(from)
	return func(i int) int {
		at, step := 0, 1
		for k := len(to) - 1; k >= skip; k-- {
			if d := from[k-skip]; d > 1 {
				at += i % to[k] * step
				step *= d
			}
			i /= to[k]
		}
		return at
	}
}
