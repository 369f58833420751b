package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
)

// TensorArrays of functions that are being traced: each holds the list that a kernel gives, and every write gives
// another array.

// graphArray is a TensorArray whose elements are a list of the graph.
type graphArray struct {
	*arrayOptions
	list op.Value
}

// arrayOptions are what an array was made with. Arrays made of one share them, so that what a loop's body learns of
// the elements' shape is known behind the loop.
type arrayOptions struct {
	dtype   tensor.DType
	dynamic bool
	infer   bool
	shape   tensor.PartialShape // of the elements
	size    int                 // -1 when it is not known
}

func init() { py.Register[*graphArray](tensorArrayClass) }

// Components is the list.
func (a *graphArray) Components() []op.Value { return []op.Value{a.list} }

// Rebuild is the array over another list: an eager one when the list is there.
func (a *graphArray) Rebuild(parts []op.Value) (py.Value, error) {
	l, ok := parts[0].(*op.List)
	if !ok {
		return &graphArray{a.arrayOptions, parts[0]}, nil
	}
	out := &tensorArray{dtype: a.dtype, dynamic: a.dynamic, infer: a.infer, shape: a.shape}
	out.fill(l.All())
	return out, nil
}

// newGraphArray makes an array in a graph.
func newGraphArray(t *py.Thread, args []py.Value) (py.Value, error) {
	d, err := bind.ToDType(args[0], "")
	if err != nil {
		return nil, err
	}
	o := &arrayOptions{dtype: d, dynamic: args[2] == true, infer: args[7] != false, shape: tensor.PartialShape{
		UnknownRank: true}, size: -1}
	if args[8] != py.None {
		if o.shape, err = bind.ToShape(t, args[8]); err != nil {
			return nil, err
		}
		o.infer = true
	}
	var size op.Value = tensor.Scalar(int32(0))
	if args[1] != py.None {
		if size, err = arrayInt(t, args[1]); err != nil {
			return nil, err
		}
	}
	if k := op.Constant(size); k != nil && k.Rank() == 0 && !o.dynamic {
		o.size = int(k.Int(0))
	}
	l, err := o.kernel(t, op.TensorListReserve, "TensorArrayV2", elementVector(o.shape), size)
	if err != nil {
		return nil, err
	}
	return &graphArray{o, l[0]}, nil
}

// kernel runs a kernel of lists of the elements' type under a name.
func (o *arrayOptions) kernel(t *py.Thread, d *op.Def, name string, in ...op.Value) ([]op.Value, error) {
	x := bind.ExecOf(t)
	x.Name = name
	at := op.Attrs{{Name: "element_dtype", Value: o.dtype}}
	switch d {
	case op.TensorListLength:
		at = nil
	case op.TensorListReserve:
		at = append(at, op.KV{Name: "shape_type", Value: tensor.Int32})
	case op.TensorListSetItem:
		at = append(at, op.KV{Name: "resize_if_index_out_of_bounds", Value: o.dynamic})
	case op.TensorListStack:
		at = append(at, op.KV{Name: "num_elements", Value: o.size})
	}
	n, err := x.Do(d, at, in...)
	if err != nil {
		return nil, bind.Wrap(t, err, d.Name, true)
	}
	return n.Out, nil
}

// elementVector is an element shape as kernels take it.
func elementVector(p tensor.PartialShape) op.Value {
	if p.UnknownRank {
		return tensor.Scalar(int32(-1))
	}
	return tensor.Ints32(p.Dims...)
}

// arrayInt is an int32 argument.
func arrayInt(t *py.Thread, v py.Value) (op.Value, error) {
	x, err := inputOf(t, v, tensor.Invalid)
	if err != nil || x.DType() == tensor.Int32 {
		return x, err
	}
	return inputOf(t, v, tensor.Int32)
}

// graphArrayOf is an array of a graph for one made before, eagerly or in a graph.
//
//go:noinline
func graphArrayOf(v py.Value) *graphArray {
	switch a := v.(type) {
	case *graphArray:
		return a
	case *tensorArray:
		o := &arrayOptions{
			dtype:   a.dtype,
			dynamic: a.dynamic,
			infer:   a.infer,
			shape:   a.shape,
			size:    -1,
		}
		return &graphArray{o, op.ListOf(a.dtype, o.shape, append([]*tensor.Tensor(nil), a.items...))}
	}
	return nil
}

// learn notes the shape of an element.
func (a *graphArray) learn(p tensor.PartialShape) error {
	m, ok := a.shape.Merge(p)
	if !ok {
		return py.ValueErrorf("Incompatible shape for value (%s), expected (%s)", p, a.shape)
	}
	if a.infer {
		a.shape = m
	}
	return nil
}

// with is the array over another list.
func (a *graphArray) with(out []op.Value, err error) (py.Value, error) {
	if err != nil {
		return nil, err
	}
	return &graphArray{a.arrayOptions, out[0]}, nil
}

// graphMethods are the methods of arrays in graphs, by name; the arguments are those behind self.
var graphMethods = map[string]func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error){
	"write": func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error) {
		i, err := arrayInt(t, args[0])
		if err != nil {
			return nil, err
		}
		x, err := a.element(t, args[1], 0)
		if err != nil {
			return nil, err
		}
		return a.with(a.kernel(t, op.TensorListSetItem, "TensorArrayV2Write/TensorListSetItem", a.list, i, x))
	},
	"read": func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error) {
		i, err := arrayInt(t, args[0])
		if err != nil {
			return nil, err
		}
		return first(a.kernel(t, op.TensorListGetItem, "TensorArrayV2Read/TensorListGetItem", a.list, i,
			elementVector(a.shape)))
	},
	"size": func(t *py.Thread, a *graphArray, _ []py.Value) (py.Value, error) {
		if a.size >= 0 {
			return tensor.Scalar(int32(a.size)), nil
		}
		return first(a.kernel(t, op.TensorListLength, "TensorListLength", a.list))
	},
	"stack": func(t *py.Thread, a *graphArray, _ []py.Value) (py.Value, error) {
		return first(
			a.kernel(t, op.TensorListStack, "TensorArrayV2Stack/TensorListStack", a.list, elementVector(a.shape)),
		)
	},
	"gather": func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error) {
		at, err := arrayInt(t, args[0])
		if err != nil {
			return nil, err
		}
		return first(a.kernel(t, op.TensorListGather, "TensorArrayV2Gather/TensorListGather", a.list, at,
			elementVector(a.shape)))
	},
	"concat": func(t *py.Thread, a *graphArray, _ []py.Value) (py.Value, error) {
		shape := a.shape
		if !shape.UnknownRank && len(shape.Dims) > 0 {
			shape = tensor.KnownShape(append([]int{-1}, shape.Dims[1:]...))
		}
		return first(a.kernel(t, op.TensorListConcatV2, "TensorArrayV2Concat/TensorListConcatV2", a.list,
			elementVector(shape), tensor.Vector([]int64{})))
	},
	"unstack": func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error) {
		x, err := a.element(t, args[0], 1)
		if err != nil {
			return nil, err
		}
		return a.with(a.kernel(t, op.TensorListFromTensor, "TensorArrayUnstack/TensorListFromTensor", x,
			elementVector(a.shape)))
	},
	"scatter": func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error) {
		at, err := arrayInt(t, args[0])
		if err != nil {
			return nil, err
		}
		x, err := a.element(t, args[1], 1)
		if err != nil {
			return nil, err
		}
		return a.with(
			a.kernel(t, op.TensorListScatterIntoExistingList, "TensorArrayV2Scatter/TensorListScatterIntoExistingList",
				a.list, x, at),
		)
	},
	"split": func(t *py.Thread, a *graphArray, args []py.Value) (py.Value, error) {
		x, err := inputOf(t, args[0], a.dtype)
		if err != nil {
			return nil, err
		}
		sizes, err := inputOf(t, args[1], tensor.Int64)
		if err != nil {
			return nil, err
		}
		return a.with(
			a.kernel(t, op.TensorListSplit, "TensorArrayV2Split/TensorListSplit", x, tensor.Scalar(int32(-1)), sizes),
		)
	},
	"identity": func(_ *py.Thread, a *graphArray, _ []py.Value) (py.Value, error) { return a, nil },
	"close":    func(*py.Thread, *graphArray, []py.Value) (py.Value, error) { return py.None, nil },
}

func first(out []op.Value, err error) (py.Value, error) {
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// element converts what is written; outer dimensions number elements.
func (a *graphArray) element(t *py.Thread, v py.Value, outer int) (op.Value, error) {
	x, err := inputOf(t, v, tensor.Invalid)
	if err == nil && !tfragged.IsTensorValue(v) && x.DType() != a.dtype {
		x, err = inputOf(t, v, a.dtype)
	}
	if err != nil {
		return nil, err
	}
	if x.DType() != a.dtype {
		return nil, py.NewExc(bind.InvalidArgumentError,
			"TensorArray dtype is "+a.dtype.Name()+" but Op is trying to write dtype "+x.DType().Name()+" ")
	}
	p := op.StaticShape(x)
	if !p.UnknownRank && len(p.Dims) >= outer {
		p = tensor.KnownShape(append([]int{}, p.Dims[outer:]...))
	}
	return x, a.learn(p)
}
