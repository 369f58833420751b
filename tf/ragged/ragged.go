package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	table.Register(
		table.Plain(table.Entry("tf.ragged.constant", "(pylist, dtype=None, ragged_rank=None, inner_shape=None, "+
			"name=None, row_splits_dtype=tf.int64, *, missing=None)", "", raggedConstant,
			"A ragged tensor of a nested list.\n\n>>> tf.ragged.constant([[1, 2], [3]])")),
		table.Direct("tf.ragged.map_flat_values", "(op, *args, **kwargs)", "", mapFlatValues,
			"A function on the flat values.\n\n>>> tf.ragged.map_flat_values(lambda "+
				"v: v * 4, tf.ragged.constant([[1, 2], [3]]))"),
	)
}

// mapFlatValuesArgs swaps ragged arguments for their flat values and remembers the structure.
type mapFlatValuesArgs struct{ ragged.Flats }

func (m *mapFlatValuesArgs) swap(v py.Value) py.Value {
	switch x := v.(type) {
	case *ragged.Ragged:
		return m.Add(x)
	case *py.List:
		out := make([]py.Value, len(x.Items))
		for i, e := range x.Items {
			out[i] = m.swap(e)
		}
		return &py.List{Items: out}
	case *py.Tuple:
		out := make([]py.Value, len(x.Items))
		for i, e := range x.Items {
			out[i] = m.swap(e)
		}
		return py.NewTuple(out...)
	case *py.Dict:
		out := py.NewDict()
		_ = x.Each(func(k, e py.Value) error { return out.Set(k, m.swap(e)) })
		return out
	}
	return v
}

// wrap gives the result of the function the structure of the arguments.
func (m *mapFlatValuesArgs) wrap(c *bind.Call, z py.Value) (py.Value, error) {
	flat, err := bind.Convert(c.T, z, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	return m.Wrap(flat)
}

func mapFlatValues(c *bind.Call) (py.Value, error) {
	m := &mapFlatValuesArgs{}
	args := append([]py.Value(nil), c.Args[1].(*py.Tuple).Items...)
	for i, v := range args {
		args[i] = m.swap(v)
	}
	var kw []py.Kw
	err := c.Args[2].(*py.Dict).Each(func(k, v py.Value) error {
		kw = append(kw, py.Kw{Name: py.StrOf(k), Value: m.swap(v)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	z, err := py.Call(c.T, c.Args[0], args, kw)
	if err != nil || m.Len() == 0 {
		return z, err
	}
	return m.wrap(c, z)
}
