package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// indexedSlices is tf.IndexedSlices: rows of a tensor, and where they belong. Its parts are
// kept as given.
type indexedSlices struct {
	values, indices, shape value // shape may be None
}

var slicesClass = py.NewClass("tensorflow.python.framework.indexed_slices", "IndexedSlices", py.ObjectClass, nil)

func init() {
	py.Register[*indexedSlices](slicesClass)
	constant(slicesClass, "tf.IndexedSlices")
	c := slicesClass
	c.Doc = "Rows of a tensor and the places they belong to."
	c.New = py.NewBuiltin("IndexedSlices(values, indices, dense_shape=None)",
		func(_ *thread, a []value) (value, error) {
			return &indexedSlices{a[0], a[1], a[2]}, nil
		})
	prop := func(name, doc string, f func(t *thread, s *indexedSlices) (value, error)) {
		c.Prop(name, doc, func(t *thread, v value) (value, error) { return f(t, v.(*indexedSlices)) })
	}
	prop("values", "The rows.", func(_ *thread, s *indexedSlices) (value, error) { return s.values, nil })
	prop("indices", "The place of each row.", func(_ *thread, s *indexedSlices) (value, error) {
		return s.indices,
			nil
	})
	prop("dense_shape", "The shape of the whole, or None.", func(_ *thread, s *indexedSlices) (value,
		error) {
		return s.shape, nil
	})
	prop("dtype", "The type of the rows.", func(t *thread, s *indexedSlices) (value,
		error) {
		return py.GetAttr(t, s.values, "dtype")
	})
	prop("device", "Where the rows are.", func(t *thread, s *indexedSlices) (value,
		error) {
		return py.GetAttr(t, s.values, "device")
	})
	for _, name := range []string{"name", "op", "graph"} {
		prop(name, "Not there in eager execution.", func(*thread, *indexedSlices) (value, error) {
			return nil, py.Raisef(py.AttributeErrorClass, "Tensor.%s is undefined when eager execution is enabled.",
				name)
		})
	}
	prop("shape", "The shape of the whole.", func(t *thread, s *indexedSlices) (value, error) {
		if s.shape == py.None {
			return &bind.Shape{PartialShape: tensor.PartialShape{UnknownRank: true}}, nil
		}
		d, err := bind.Convert(t, s.shape, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		return bind.NewShape(d.Ints()), nil
	})
	c.Def("consumers(self)", "An empty list: ops run at once.",
		func(*thread, []value) (value, error) { return py.NewList(), nil })
	c.Repr = func(_ *thread, v value) (string, error) {
		return "<" + slicesClass.FullName() + " object at " + py.Address(v) + ">", nil
	}
	c.Str = func(t *thread, v value) (string, error) { return v.(*indexedSlices).text(t) }
	c.Unary = func(t *thread, o string, v value) (value, error) {
		s := v.(*indexedSlices)
		if o != "-" {
			return nil, py.TypeErrorf("bad operand type for unary %s: 'IndexedSlices'", o)
		}
		neg, err := run(t, "tf.math.negative", s.values)
		return &indexedSlices{neg, s.indices, s.shape}, err
	}
	register(plain(entry("tf.sparse.mask", "(a, mask_indices, name=None)", "", maskSlices,
		"IndexedSlices without the rows at some places.\n\n"+
			">>> print(tf.sparse.mask(tf.IndexedSlices(tf.constant([[1., 2.], [3., 4.]]), tf.constant([0, "+
			"2]), tf.constant([3, 2])), [2]))")))
}

func (s *indexedSlices) text(t *thread) (string, error) {
	out := "IndexedSlices("
	for i, p := range []struct {
		name string
		v    value
	}{{"indices", s.indices}, {"values", s.values}, {"dense_shape", s.shape}} {
		if p.v == py.None {
			continue
		}
		if i > 0 {
			out += ", "
		}
		x, err := py.Str(t, p.v)
		if err != nil {
			return "", err
		}
		out += p.name + "=" + x
	}
	return out + ")", nil
}

// Components are the rows, their places and the shape, as far as they are tensors.
func (s *indexedSlices) Components() []op.Value {
	var out []op.Value
	for _, p := range []value{s.values, s.indices, s.shape} {
		if x := bind.Components(p); len(x) == 1 {
			out = append(out, x[0])
		} else if p != py.None {
			return nil
		}
	}
	return out
}

// Rebuild makes slices of other parts.
func (s *indexedSlices) Rebuild(parts []op.Value) (value, error) {
	out := &indexedSlices{parts[0], parts[1], py.None}
	if len(parts) > 2 {
		out.shape = parts[2]
	}
	return out, nil
}

// slicesOf are the parts as values that flow to kernels.
func slicesOf(t *thread, s *indexedSlices) (*op.Slices, error) {
	out := &op.Slices{}
	for _, p := range []struct {
		to *op.Value
		v  value
	}{{&out.Values, s.values}, {&out.Indices, s.indices}, {&out.Shape, s.shape}} {
		if p.v == py.None {
			continue
		}
		x, err := flatTensor(t, p.v)
		if err != nil {
			return nil, err
		}
		*p.to = x
	}
	return out, nil
}

// ToTensor adds the rows up in a dense tensor.
func (s *indexedSlices) ToTensor(t *py.Thread, want tensor.DType) (*tensor.Tensor, error) {
	if s.shape == py.None {
		text, err := s.text(t)
		if err != nil {
			return nil, err
		}
		return nil, py.ValueErrorf("Tensor conversion requested for IndexedSlices for argument `value` without dense_shape: %s", text)
	}
	if d, ok := bind.TypeOf(s.values); ok && want != tensor.Invalid && want != d {
		text, err := s.text(t)
		if err != nil {
			return nil, err
		}
		return nil, py.ValueErrorf("Incompatible tensor conversion requested to `dtype` %s for IndexedSlices (%s) with dtype %s",
			want, text, d)
	}
	n, err := py.GetItem(t, s.shape, int64(0))
	if err != nil {
		return nil, err
	}
	v, err := run(t, "tf.math.unsorted_segment_sum", s.values, s.indices, n)
	if err != nil {
		return nil, err
	}
	return bind.Convert(t, v, want)
}

func maskSlices(c *call) (value, error) {
	s, ok := c.Args[0].(*indexedSlices)
	if !ok {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'indices'",
			py.TypeOf(c.Args[0]).TypeName())
	}
	k := chain(c)
	at := k.as(s.indices, tensor.Invalid)
	if k.err != nil {
		return nil, k.err
	}
	gone := k.as(c.Args[1], at.DType())
	values := k.as(s.values, tensor.Invalid)
	if k.err != nil {
		return nil, k.err
	}
	drop := map[int64]bool{}
	for _, i := range gone.Int64s() {
		drop[i] = true
	}
	var keep []int64
	for i, n := range at.Int64s() {
		if !drop[n] {
			keep = append(keep, int64(i))
		}
	}
	rows, places := k.pick(values, keep), k.pick(at, keep)
	if k.err != nil {
		return nil, k.err
	}
	return &indexedSlices{rows, places, s.shape}, nil
}
