package function

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
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
	shape   tensor.PartialShape // of the elements, as far as it is known
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
	for _, m := range arrayMethods {
		name, _, _ := strings.Cut(m.sig, "(")
		c.Def(m.sig, m.doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			if x, eager := a[0].(*tensorArray); eager && bind.Tracing(t) == nil {
				return m.eager(t, x, a[1:])
			}
			return graphMethods[name](t, graphArrayOf(a[0]), a[1:])
		})
	}
}

// arrayMethods are the methods of arrays with what they do eagerly; args are those behind self. graphMethods has
// the same names.
var arrayMethods = []struct {
	sig, doc string
	eager    func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error)
}{
	{"write(self, index, value, name=None)", "Puts an element at a place.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			i, err := arrayIndex(args[0])
			if err != nil {
				return nil, err
			}
			return a, a.write(t, i, args[1])
		}},
	{"read(self, index, name=None)", "The element at a place.",
		func(_ *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			i, err := arrayIndex(args[0])
			if err != nil {
				return nil, err
			}
			return a.at(i)
		}},
	{"size(self, name=None)", "The number of elements.",
		func(_ *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			return tensor.Scalar(int32(len(a.items))), nil
		}},
	{"stack(self, name=None)", "All elements, stacked; what was never written is zero.", stackArray},
	{"concat(self, name=None)", "All elements, joined; what was never written is zero.",
		func(t *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			parts, err := a.some(tfsparse.RangeInts(len(a.items)))
			if err != nil {
				return nil, err
			}
			return public.Concat.Run(t, parts, int64(0))
		}},
	{"gather(self, indices, name=None)", "Some elements, stacked.",
		func(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
			x, err := arrayInput(t, args[0], tensor.Invalid)
			if err != nil {
				return nil, err
			}
			parts, err := a.some(x.Int64s())
			if err != nil {
				return nil, err
			}
			return public.Stack.Run(t, parts, int64(0))
		}},
	{"unstack(self, value, name=None)", "Fills it with the rows of a tensor.", unstackArray},
	{"scatter(self, indices, value, name=None)", "Puts the rows of a tensor at places.", scatterArray},
	{"split(self, value, lengths, name=None)", "Fills it with parts of a tensor.", splitArray},
	{"identity(self)", "The same array.",
		func(_ *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) { return a, nil }},
	{"close(self, name=None)", "Lets the elements go.",
		func(_ *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
			a.fill(nil)
			return py.None, nil
		}},
}

func stackArray(t *py.Thread, a *tensorArray, _ []py.Value) (py.Value, error) {
	parts, err := a.some(tfsparse.RangeInts(len(a.items)))
	if err != nil {
		return nil, err
	}
	if len(parts.Items) == 0 {
		shape := []int{0}
		if a.shape.FullyDefined() {
			shape = append(shape, a.shape.Dims...)
		}
		return tensor.New(a.dtype, shape)
	}
	for i, x := range parts.Items {
		if x.(*tensor.Tensor).DType() == a.dtype {
			continue
		}
		if parts.Items[i], err = public.Cast.Run(t, x, a.dtype); err != nil {
			return nil, err
		}
	}
	return public.Stack.Run(t, parts, int64(0))
}

func unstackArray(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
	rows, err := arrayRows(t, args[0])
	if err != nil {
		return nil, err
	}
	if len(rows) > len(a.items) && !a.dynamic {
		return nil, py.ValueErrorf("Cannot unstack %d tensors into a TensorArray of static size %d ", len(rows), len(a.items))
	}
	a.fill(rows)
	return a, nil
}

func scatterArray(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
	idx, err := arrayInput(t, args[0], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	rows, err := arrayRows(t, args[1])
	if err != nil {
		return nil, err
	}
	for i, k := range idx.Ints() {
		if i == len(rows) {
			break
		}
		if err := a.write(t, k, rows[i]); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func splitArray(t *py.Thread, a *tensorArray, args []py.Value) (py.Value, error) {
	x, err := arrayInput(t, args[0], a.dtype)
	if err != nil {
		return nil, err
	}
	lengths, err := arrayInput(t, args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	sum := 0
	for _, n := range lengths.Ints() {
		sum += n
	}
	if x.Rank() == 0 {
		return nil, py.NewExc(bind.InvalidArgumentError, "Expected value to be at least a vector, but received shape: [] ")
	}
	if sum != x.Shape()[0] {
		return nil, py.NewExc(bind.InvalidArgumentError, fmt.Sprintf("Expected sum of lengths to be equal to "+
			"values.shape[0], but sum of lengths is %d and value's shape is: %v ", sum, x.Shape()))
	}
	if n := lengths.Len(); n != len(a.items) && !a.dynamic {
		return nil, py.NewExc(bind.InvalidArgumentError, fmt.Sprintf("TensorArray's size is not equal to the size of "+
			"lengths (%d vs. %d), and the TensorArray is not marked as dynamically resizeable.", len(a.items), n))
	}
	parts, err := public.Split.Run(t, x, lengths)
	if err != nil {
		return nil, err
	}
	a.fill(tensorsOf(parts))
	return a, nil
}

// fill takes other elements.
func (a *tensorArray) fill(items []*tensor.Tensor) {
	a.items, a.read = items, make([]bool, len(items))
}

func tensorsOf(v py.Value) []*tensor.Tensor {
	parts := v.(*py.List).Items
	out := make([]*tensor.Tensor, len(parts))
	for i, p := range parts {
		out[i] = p.(*tensor.Tensor)
	}
	return out
}

func arrayIndex(v py.Value) (int, error) {
	if n, ok := py.AsInt(v); ok {
		return int(n), nil
	}
	if x, ok := bind.AsTensor(v); ok && x.Rank() == 0 && x.DType().IsInteger() {
		return int(x.Int(0)), nil
	}
	return 0, py.TypeErrorf("list indices must be integers or slices, not %s", py.TypeOf(v).Name)
}

// arrayInput converts what is put into an array, in the sight of tapes: a variable is read by its kernel.
func arrayInput(t *py.Thread, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	x, err := inputOf(t, v, want)
	if err != nil {
		return nil, err
	}
	return x.(*tensor.Tensor), nil
}

// arrayRows are the parts of a tensor along its first axis, cut by the kernel that has a gradient; of its own type,
// as in TensorFlow, where writing looks at it and stacking converts.
func arrayRows(t *py.Thread, v py.Value) ([]*tensor.Tensor, error) {
	x, err := arrayInput(t, v, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	parts, err := public.Unstack.Run(t, x)
	if err != nil {
		return nil, err
	}
	return tensorsOf(parts), nil
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
		infer: args[7] != false, shape: tensor.PartialShape{UnknownRank: true}}
	if args[1] == py.None {
		return nil, py.ValueErrorf("Size must be declared for TensorArrays when eager execution is enabled.")
	}
	n, err := arrayIndex(args[1])
	if err != nil {
		return nil, err
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
		a.shape = s
	}
	return a, nil
}

func (a *tensorArray) write(t *py.Thread, i int, v py.Value) error {
	if i < 0 {
		return py.NewExc(bind.OutOfRangeError, "Writing to negative indices (index "+table.Itoa(i)+") is not allowed.")
	}
	if i >= len(a.items) {
		if !a.dynamic || i > 1<<24 {
			return py.NewExc(bind.OutOfRangeError, fmt.Sprintf("Tried to write to index %d but array is not resizeable "+
				"and size is: %d ", i, len(a.items)))
		}
		for len(a.items) <= i {
			a.items, a.read = append(a.items, nil), append(a.read, false)
		}
	}
	x, err := arrayInput(t, v, a.dtype)
	if err != nil { // the array's type is a wish: what comes instead is named below
		if x, err = arrayInput(t, v, tensor.Invalid); err != nil {
			return err
		}
	}
	if x.DType() != a.dtype {
		return py.NewExc(bind.InvalidArgumentError,
			"TensorArray dtype is "+a.dtype.Name()+" but Op is trying to write dtype "+x.DType().Name()+" ")
	}
	known := tensor.KnownShape(x.Shape())
	if a.infer && !a.shape.Compatible(known) {
		return py.ValueErrorf("Incompatible shape for value (%s), expected (%s)", known, a.shape)
	}
	if a.infer {
		a.shape = known
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
		return a.filled(i)
	}
	if a.clear {
		a.items[i], a.read[i] = nil, true
	}
	return x, nil
}

// filled is the element at i, zeros where nothing is: they stay there.
func (a *tensorArray) filled(i int) (*tensor.Tensor, error) {
	if a.items[i] != nil {
		return a.items[i], nil
	}
	if !a.shape.FullyDefined() {
		return nil, py.ValueErrorf("Cannot convert a partially known TensorShape %s to a Tensor.", a.shape)
	}
	x, err := tensor.New(a.dtype, a.shape.Dims)
	if err != nil {
		return nil, err
	}
	a.items[i] = x
	return x, nil
}

// some are the elements at places, which number from the end when negative; they stay in the array.
func (a *tensorArray) some(at []int64) (*py.List, error) {
	list := py.NewList()
	for _, i := range at {
		if i < 0 {
			i += int64(len(a.items))
		}
		if i < 0 || i >= int64(len(a.items)) {
			return nil, py.IndexErrorf("list index out of range")
		}
		x, err := a.filled(int(i))
		if err != nil {
			return nil, err
		}
		list.Items = append(list.Items, x)
	}
	return list, nil
}
