package state

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/values"
)

// variableSlice is the origin of v[key]: what its assign changes.
type variableSlice struct {
	of  *bind.Variable
	key py.Value
}

// sliceVariable is v[key], a tensor with the method assign. A boolean mask has none.
func sliceVariable(t *py.Thread, v, key py.Value) (py.Value, error) {
	x := v.(*bind.Variable)
	r, err := values.Index(t, x.T, key)
	if err != nil || values.IsMask(key) {
		return r, err
	}
	z := r.(*tensor.Tensor)
	z.SetOrigin(&variableSlice{x, key})
	return z, nil
}

var assignSlice = py.NewBuiltin("assign(self, val, name=None)", func(t *py.Thread, a []py.Value) (py.Value, error) {
	s := a[0].(*tensor.Tensor).Origin().(*variableSlice)
	return s.assign(t, a[1])
})

func init() {
	bind.VariableClass.GetItem = sliceVariable
	c := bind.TensorClass
	read := c.GetAttr
	c.GetAttr = func(t *py.Thread, v py.Value, name string) (py.Value, error) {
		if name == "assign" {
			if x, ok := v.(*tensor.Tensor); ok {
				if _, ok := x.Origin().(*variableSlice); ok {
					return &py.Method{Self: v, Fn: assignSlice}, nil
				}
			}
		}
		return read(t, v, name)
	}
}

// assign writes a value, broadcast to the slice, into the variable as it is now, and gives the
// variable. Dimensions of 1 before those of the slice are dropped.
func (s *variableSlice) assign(t *py.Thread, v py.Value) (py.Value, error) {
	x := s.of.T
	val, err := bind.Convert(t, v, x.DType())
	if err != nil {
		return nil, err
	}
	places := make([]int64, x.Len())
	for i := range places {
		places[i] = int64(i)
	}
	at, err := values.Index(t, tensor.FromSlice(x.Shape(), places), s.key)
	if err != nil {
		return nil, err
	}
	to := at.(*tensor.Tensor)
	from := val
	for from.Rank() > to.Rank() && from.Shape()[0] == 1 {
		from = from.WithShape(from.Shape()[1:])
	}
	if from, err = tensor.BroadcastTo(t.Ctx, from, to.Shape()); err != nil {
		return nil, bind.ErrorWith(t, bind.InvalidArgumentError, "ResourceStridedSliceAssign", true,
			"Cannot broadcast input shape %s into final shape %s",
			tensor.ShapeString(val.Shape()), tensor.ShapeString(to.Shape()))
	}
	z, err := tensor.Scatter(t.Ctx, x, to.Ints(), 1, from, "update")
	if err != nil {
		return nil, bind.Wrap(t, err, "ResourceStridedSliceAssign", true)
	}
	return assignTo(t, s.of, z, "")
}

// variableScatters declares the methods that change some rows or slices, by how they combine the
// updates with what is there.
func variableScatters(c *py.Class) {
	for name, kernel := range map[string]string{
		"update": "update", "add": "AddV2", "sub": "Sub", "max": "Maximum", "min": "Minimum", "mul": "Mul",
		"div": "RealDiv",
	} {
		raw := strings.ToUpper(name[:1]) + name[1:]
		c.Def("scatter_"+name+"(self, sparse_delta, use_locking=False, name=None)",
			"Changes the rows of an IndexedSlices in place.", func(t *py.Thread, a []py.Value) (py.Value, error) {
				s, ok := a[1].(*values.IndexedSlices)
				if !ok {
					return nil, py.TypeErrorf(
						"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: %s",
						py.StrOf(a[1]),
					)
				}
				return scatterTo(t, a[0].(*bind.Variable), s.Indices, s.Values, kernel, "ResourceScatter"+raw, true)
			})
		if name == "mul" || name == "div" {
			continue
		}
		c.Def("scatter_nd_"+name+"(self, indices, updates, name=None)", "Changes the slices at indices in place.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				return scatterTo(t, a[0].(*bind.Variable), a[1], a[2], kernel, "ResourceScatterNd"+raw, false)
			})
	}
	c.Def("batch_scatter_update(self, sparse_delta, use_locking=False, name=None)",
		"Changes rows of the last dimension that indices number, each in its own batch.", batchScatter)
}

// scatterTo writes updates at indices, which are numbers of rows or coordinates, and gives the
// variable.
func scatterTo(
	t *py.Thread,
	v *bind.Variable,
	indices, updates py.Value,
	how, raw string,
	rows bool,
) (py.Value, error) {
	idx, err := bind.Convert(t, indices, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	up, err := bind.Convert(t, updates, v.T.DType())
	if err != nil {
		return nil, err
	}
	c := &bind.Call{T: t, Op: &bind.Op{Raw: raw}}
	if rows {
		for i, k := range idx.Ints() {
			if v.T.Rank() > 0 && (k < 0 || k >= v.T.Shape()[0]) {
				return nil, c.Errorf("indices%s = %d is not in [0, %d)", place(idx.Shape(), i), k, v.T.Shape()[0])
			}
		}
		want := append(append([]int(nil), idx.Shape()...), v.T.Shape()[min(1, v.T.Rank()):]...)
		if up.Rank() > 0 && !tensor.SameShape(up.Shape(), want) {
			return nil, c.Errorf(
				"Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got "+
					"updates.shape %s, indices.shape %s, params.shape %s",
				tensor.ShapeString(up.Shape()),
				tensor.ShapeString(idx.Shape()),
				tensor.ShapeString(v.T.Shape()),
			)
		}
		idx = idx.WithShape(append(append([]int(nil), idx.Shape()...), 1))
	}
	if !rows {
		if idx, err = fitUpdates(c, v.T, idx, up); err != nil {
			return nil, err
		}
	}
	x, err := scattered(t, v.T, idx, up, how)
	if err != nil {
		return nil, bind.Wrap(t, err, raw, true)
	}
	return assignTo(t, v, x, "")
}

// scattered is a tensor with the slices at coordinates changed; one number stands for all updates.
func scattered(t *py.Thread, x, idx, up *tensor.Tensor, how string) (*tensor.Tensor, error) {
	shape := up.Shape()
	if r := idx.Rank(); up.Rank() == 0 && r > 0 && idx.Shape()[r-1] <= x.Rank() {
		shape = append(append([]int(nil), idx.Shape()[:r-1]...), x.Shape()[idx.Shape()[r-1]:]...)
	}
	at, unit, err := tensor.ScatterAt(x.Shape(), idx, shape)
	if err != nil {
		return nil, err
	}
	if up, err = tensor.BroadcastTo(t.Ctx, up, shape); err != nil {
		return nil, err
	}
	return tensor.Scatter(t.Ctx, x, at, unit, up, how)
}

// fitUpdates compares the shapes of coordinates and updates; a vector of coordinates is one place.
func fitUpdates(c *bind.Call, x, idx, up *tensor.Tensor) (*tensor.Tensor, error) {
	r := idx.Rank()
	if r == 0 {
		return idx, nil // refused with the rest
	}
	outer, depth := r-1, min(idx.Shape()[r-1], x.Rank())
	if r == 1 {
		outer = 0
		if up.Rank() > 0 && up.Shape()[0] == 1 && up.Rank() == x.Rank()-depth+1 {
			idx, outer = idx.WithShape([]int{1, idx.Len()}), 1
		}
	}
	is, us := idx.Shape(), up.Shape()
	of := func(shape []int) int {
		n, _ := tensor.Count(shape)
		return n
	}
	if len(us) < outer || !tensor.SameShape(is[:outer], us[:outer]) {
		return nil, c.Errorf("Dimensions [0,%d) of indices[shape=%s] = %d must match dimensions [0,%d) of "+
			"updates[shape=%s] = %d", outer, tensor.ShapeString(is), of(is[:outer]), outer, tensor.ShapeString(us),
			of(us[:min(outer, len(us))]))
	}
	if !tensor.SameShape(x.Shape()[depth:], us[outer:]) {
		return nil, c.Errorf("Dimensions [%d,%d) of input[shape=%s] must match dimensions [%d,%d) of updates[shape=%s]",
			depth, x.Rank(), tensor.ShapeString(x.Shape()), outer, len(us), tensor.ShapeString(us))
	}
	return idx, nil
}

// place writes where element i of a shape is, as TensorFlow's errors do: [1,2].
func place(shape []int, i int) string {
	if len(shape) == 0 {
		return ""
	}
	at := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		at[k] = i % shape[k]
		i /= shape[k]
	}
	return tensor.ShapeString(at)
}

// batchScatter changes rows that IndexedSlices number in the dimension after their own batch dimensions.
func batchScatter(t *py.Thread, a []py.Value) (py.Value, error) {
	s, ok := a[1].(*values.IndexedSlices)
	if !ok {
		return nil, py.TypeErrorf(
			"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: %s",
			py.StrOf(a[1]),
		)
	}
	idx, err := bind.Convert(t, s.Indices, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	r := idx.Rank()
	if r == 0 {
		return nil, bind.ErrorWith(t, bind.InvalidArgumentError, "ResourceScatterNdUpdate", true,
			"the indices of a batch update must have a dimension at least")
	}
	whole, err := tensor.Make[int64](idx.Len() * r)
	if err != nil {
		return nil, err
	}
	for i := range idx.Len() {
		at := i
		for k := r - 1; k >= 0; k-- {
			whole[i*r+k] = int64(at % idx.Shape()[k])
			at /= idx.Shape()[k]
		}
		whole[i*r+r-1] = idx.Int(i)
	}
	full := tensor.FromSlice(append(append([]int(nil), idx.Shape()...), r), whole)
	return scatterTo(t, a[0].(*bind.Variable), full, s.Values, "update", "ResourceScatterNdUpdate", false)
}
