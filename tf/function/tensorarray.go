package function

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/table"
)

// tensorArray is tf.TensorArray as it works eagerly: a list of tensors that are written and
// read one by one.
type tensorArray struct {
	dtype   tensor.DType
	items   []*tensor.Tensor
	read    []bool // read and let go
	dynamic bool
	clear   bool
	infer   bool
	shape   *tensor.PartialShape // of the elements, nil until known
}

var tensorArrayClass = py.NewClass("tensorflow.python.ops.tensor_array_ops", "TensorArray", py.ObjectClass, nil)

func init() {
	py.Register[*tensorArray](tensorArrayClass)
	table.Constant(tensorArrayClass, "tf.TensorArray")
	c := tensorArrayClass
	c.New = py.NewBuiltin("TensorArray(dtype, size=None, dynamic_size=None, clear_after_read=None, "+
		"tensor_array_name=None, handle=None, flow=None, infer_shape=True, "+
		"element_shape=None, colocate_with_first_write_call=True, name=None)", newTensorArray)
	c.Prop("dtype", "The type of the elements.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return graphArrayOf(v).dtype, nil
	})
	c.Prop("dynamic_size", "Whether it grows.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return graphArrayOf(v).dynamic, nil
	})
	c.Prop("element_shape", "The shape of the elements.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return &bind.Shape{PartialShape: graphArrayOf(v).shape}, nil
	})
	c.Prop("flow", "The list that kernels work on.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return graphArrayOf(v).list, nil
	})
	def := func(sig, doc string, f func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error)) {
		name, _, _ := strings.Cut(sig, "(")
		c.Def(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			if x, eager := a[0].(*tensorArray); eager && bind.Tracing(t) == nil {
				return f(t, x, a[1:])
			}
			return graphMethods[name](t, graphArrayOf(a[0]), a[1:])
		})
	}
	def("write(self, index, value, name=None)", "Puts an element at a place.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			i, err := arrayIndex(args[0])
			if err != nil {
				return nil, err
			}
			return a, a.write(t, i, args[1])
		})
	def("read(self, index, name=None)", "The element at a place.",
		func(_ *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			i, err := arrayIndex(args[0])
			if err != nil {
				return nil, err
			}
			return a.at(i)
		})
	def(
		"size(self, name=None)",
		"The number of elements.",
		func(_ *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			return tensor.Scalar(int32(len(a.items))), nil
		},
	)
	def(
		"stack(self, name=None)",
		"All elements, stacked.",
		func(t *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			return a.gather(t, tfsparse.RangeInts(len(a.items)), "tf.stack")
		},
	)
	def(
		"concat(self, name=None)",
		"All elements, joined.",
		func(t *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			return a.gather(t, tfsparse.RangeInts(len(a.items)), "tf.concat")
		},
	)
	def("gather(self, indices, name=None)", "Some elements, stacked.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			x, err := bind.Convert(t, args[0], tensor.Invalid)
			if err != nil {
				return nil, err
			}
			return a.gather(t, x.Int64s(), "tf.stack")
		})
	def("unstack(self, value, name=None)", "Fills it with the rows of a tensor.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			x, err := bind.Convert(t, args[0], a.dtype)
			if err != nil {
				return nil, err
			}
			if x.Rank() == 0 {
				return nil, py.ValueErrorf("Argument `value` should be at least a vector, got %s", py.ReprOf(x))
			}
			if n := x.Shape()[0]; n != len(a.items) && !a.dynamic && len(a.items) > 0 {
				return nil, py.ValueErrorf("Cannot unstack %d elements into a TensorArray of static size %d", n,
					len(a.items))
			}
			a.items, a.read = nil, nil
			for i := range x.Shape()[0] {
				a.items, a.read = append(a.items, x.Row(i)), append(a.read, false)
			}
			return a, nil
		})
	def("scatter(self, indices, value, name=None)", "Puts the rows of a tensor at places.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			idx, err := bind.Convert(t, args[0], tensor.Invalid)
			if err != nil {
				return nil, err
			}
			x, err := bind.Convert(t, args[1], a.dtype)
			if err != nil {
				return nil, err
			}
			if x.Rank() == 0 || x.Shape()[0] != idx.Len() {
				return nil, py.ValueErrorf("TensorArray.scatter: %d indices against values of shape %s", idx.Len(),
					bind.NewShape(x.Shape()))
			}
			for i, k := range idx.Ints() {
				if err := a.write(t, k, x.Row(i)); err != nil {
					return nil, err
				}
			}
			return a, nil
		})
	def("split(self, value, lengths, name=None)", "Fills it with parts of a tensor.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			parts, err := table.Run(t, "tf.split", args[0], args[1])
			if err != nil {
				return nil, err
			}
			a.items, a.read = nil, nil
			for _, p := range parts.(*py.List).Items {
				a.items, a.read = append(a.items, p.(*tensor.Tensor)), append(a.read, false)
			}
			return a, nil
		})
	def("identity(self)", "The same array.", func(_ *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
		return a,
			nil
	})
	def(
		"close(self, name=None)",
		"Lets the elements go.",
		func(_ *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			a.items, a.read = nil, nil
			return py.None, nil
		},
	)
}

func arrayIndex(v py.Value) (int, error) {
	if n, ok := py.AsInt(v); ok {
		return int(n), nil
	}
	if x, ok := bind.AsTensor(v); ok && x.Rank() == 0 && x.DType().IsInteger() {
		return int(x.Int(0)), nil
	}
	return 0, py.TypeErrorf("index must be an integer, got %s", py.ReprOf(v))
}

func newTensorArray(t *py.Thread, args []py.Value) (py.Value, error) {
	if bind.Tracing(t) != nil {
		return newGraphArray(t, args)
	}
	d, err := bind.ToDType(args[0], "")
	if err != nil {
		return nil, err
	}
	a := &tensorArray{dtype: d, clear: args[3] == py.None || args[3] == true, dynamic: args[2] == true,
		infer: args[7] != false}
	n := 0
	if args[1] != py.None {
		if n, err = arrayIndex(args[1]); err != nil {
			return nil, err
		}
	}
	if n < 0 || n > 1<<24 {
		return nil, py.ValueErrorf("size must be between 0 and %d, got %d", 1<<24, n)
	}
	a.items, a.read = make([]*tensor.Tensor, n), make([]bool, n)
	if args[8] != py.None {
		s, err := bind.ToShape(t, args[8])
		if err != nil {
			return nil, err
		}
		a.shape = &s
	}
	return a, nil
}

func (a *tensorArray) write(t *py.Thread, i int, v py.Value) error {
	if i < 0 {
		return py.NewExc(bind.OutOfRangeError, "Writing to negative indices (index "+table.Itoa(i)+") is not allowed.")
	}
	if i >= len(a.items) {
		if !a.dynamic || i > 1<<24 {
			return py.NewExc(
				bind.OutOfRangeError,
				"Tried to write to index "+table.Itoa(
					i,
				)+" but array is not resizeable and size is: "+table.Itoa(
					len(a.items),
				),
			)
		}
		for len(a.items) <= i {
			a.items, a.read = append(a.items, nil), append(a.read, false)
		}
	}
	x, err := bind.Convert(t, v, tensor.Invalid)
	if !tfragged.IsTensorValue(v) {
		x, err = bind.Convert(t, v, a.dtype)
	}
	if err != nil {
		return err
	}
	if x.DType() != a.dtype {
		return py.NewExc(bind.InvalidArgumentError,
			"TensorArray dtype is "+a.dtype.Name()+" but Op is trying to write dtype "+x.DType().Name()+" ")
	}
	known := tensor.KnownShape(x.Shape())
	if a.shape != nil && !a.shape.Compatible(known) {
		return py.ValueErrorf("Incompatible shape for value (%s), expected (%s)", known, *a.shape)
	}
	if a.infer && a.shape == nil {
		a.shape = &known
	}
	a.items[i], a.read[i] = x, false
	return nil
}

func (a *tensorArray) at(i int) (*tensor.Tensor, error) {
	if i < 0 {
		return nil, py.NewExc(
			bind.OutOfRangeError,
			"Reading from negative indices (index "+table.Itoa(i)+") is not allowed.",
		)
	}
	if i >= len(a.items) {
		return nil, py.NewExc(bind.OutOfRangeError,
			"Tried to read from index "+table.Itoa(i)+" but array size is: "+table.Itoa(len(a.items))+" ")
	}
	x := a.items[i]
	if x == nil {
		if a.read[i] {
			return nil, py.NewExc(bind.InvalidArgumentError,
				"Could not read index "+table.Itoa(i)+" twice because it was cleared after a previous read "+
					"(perhaps try setting clear_after_read = false?)")
		}
		return a.zero()
	}
	if a.clear {
		a.items[i], a.read[i] = nil, true
	}
	return x, nil
}

// zero is what was never written reads as.
func (a *tensorArray) zero() (*tensor.Tensor, error) {
	var shape []int
	if a.shape != nil {
		for _, d := range a.shape.Dims {
			shape = append(shape, max(d, 0))
		}
	}
	if a.dtype == tensor.String {
		return tensor.Fill(py.Background().Ctx, shape, tensor.StringScalar(""))
	}
	return tensor.New(a.dtype, shape)
}

func (a *tensorArray) gather(t *py.Thread, at []int64, how string) (py.Value, error) {
	list := py.NewList()
	for _, i := range at {
		keep := a.clear
		a.clear = false
		x, err := a.at(int(i))
		a.clear = keep
		if err != nil {
			return nil, err
		}
		list.Items = append(list.Items, x)
	}
	if a.clear {
		for _, i := range at {
			a.items[i], a.read[i] = nil, true
		}
	}
	if len(list.Items) == 0 {
		z, err := a.zero()
		if err != nil {
			return nil, err
		}
		return z.WithShape(append([]int{0}, z.Shape()...)), nil
	}
	return table.Run(t, how, list, int64(0))
}
