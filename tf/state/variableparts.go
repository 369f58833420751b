package state

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
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
	z, err := tensor.Scatter(t.Ctx, x, to.Ints(), 1, from, tensor.UpdateSet)
	if err != nil {
		return nil, bind.Wrap(t, err, "ResourceStridedSliceAssign", true)
	}
	return assignTo(t, s.of, z, tensor.UpdateSet)
}

// variableScatters declares the methods that change some rows or slices by their kernels.
func variableScatters(c *py.Class) {
	for name, d := range rowsKernels {
		c.Def("scatter_"+name+"(self, sparse_delta, use_locking=False, name=None)",
			"Changes the rows of an IndexedSlices in place.", func(t *py.Thread, a []py.Value) (py.Value, error) {
				s, err := slicesArg(a[1])
				if err != nil {
					return nil, err
				}
				return scatterTo(t, a[0].(*bind.Variable), d, s.Indices, s.Values)
			})
	}
	for name, d := range slicesKernels {
		c.Def("scatter_nd_"+name+"(self, indices, updates, name=None)", "Changes the slices at indices in place.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				return scatterTo(t, a[0].(*bind.Variable), d, a[1], a[2])
			})
	}
	c.Def("batch_scatter_update(self, sparse_delta, use_locking=False, name=None)",
		"Changes rows of the last dimension that indices number, each in its own batch.", batchScatter)
}

// scatterTo writes updates at indices, which are numbers of rows or coordinates, by a kernel and gives the variable.
func scatterTo(t *py.Thread, v *bind.Variable, d *op.Def, indices, updates py.Value) (py.Value, error) {
	if err := scatterNode(t, v, d, indices, updates); err != nil {
		return nil, err
	}
	return v.Unread(), nil
}

// slicesArg reads the argument sparse_delta.
func slicesArg(v py.Value) (*values.IndexedSlices, error) {
	s, ok := v.(*values.IndexedSlices)
	if !ok {
		return nil, py.TypeErrorf("Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: %s", py.StrOf(v))
	}
	return s, nil
}

// batchScatter changes rows that IndexedSlices number in the dimension after their own batch dimensions.
func batchScatter(t *py.Thread, a []py.Value) (py.Value, error) {
	s, err := slicesArg(a[1])
	if err != nil {
		return nil, err
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
	return scatterTo(t, a[0].(*bind.Variable), op.ResourceScatterNdUpdate, full, s.Values)
}
