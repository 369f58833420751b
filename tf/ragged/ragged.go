package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	table.Register(
		table.Fixed(table.Plain(table.Entry("tf.ragged.constant", "(pylist, dtype=None, ragged_rank=None, inner_shape=None, "+
			"name=None, row_splits_dtype=tf.int64, *, missing=None)", "", raggedConstant,
			`A ragged tensor of a nested list.

>>> tf.ragged.constant([[1, 2], [3]])`))),
		table.Direct("tf.ragged.map_flat_values", "(op, *args, **kwargs)", "", mapFlatValues,
			`A function on the flat values.

>>> tf.ragged.map_flat_values(lambda v: v * 4, tf.ragged.constant([[1, 2], [3]]))`),
	)
}

// mapFlatValuesArgs swaps ragged arguments for their flat values and remembers the structure.
type mapFlatValuesArgs struct {
	ragged.Flats
	all    []py.Value      // the ragged arguments
	traced *bind.SymRagged // the first one of a function that is being traced
	nests  int             // how many lists, tuples and dicts were looked into
}

// mostNests is how many lists, tuples and dicts are looked into: one may hold itself several times.
const mostNests = 1 << 20

// deepest is how many levels of structures are looked into; what is deeper, as what holds itself, stays as it is.
const deepest = 1000

func (m *mapFlatValuesArgs) swap(v py.Value) py.Value { return m.swapWithin(v, deepest) }

func (m *mapFlatValuesArgs) swapWithin(v py.Value, depth int) py.Value {
	switch v.(type) {
	case *py.List, *py.Tuple, *py.Dict:
		if m.nests++; depth == 0 || m.nests > mostNests {
			return v
		}
	}
	switch x := v.(type) {
	case *ragged.Ragged:
		m.all = append(m.all, x)
		return m.Add(x)
	case *bind.SymRagged:
		if m.all = append(m.all, x); m.traced == nil {
			m.traced = x
		}
		return x.Flat.(py.Value)
	case *py.List:
		out := make([]py.Value, len(x.Items))
		for i, e := range x.Items {
			out[i] = m.swapWithin(e, depth-1)
		}
		return &py.List{Items: out}
	case *py.Tuple:
		out := make([]py.Value, len(x.Items))
		for i, e := range x.Items {
			out[i] = m.swapWithin(e, depth-1)
		}
		return py.NewTuple(out...)
	case *py.Dict:
		out := py.NewDict()
		_ = x.Each(func(k, e py.Value) error { return out.Set(k, m.swapWithin(e, depth-1)) })
		return out
	}
	return v
}

// wrap gives the result of the function the structure of the arguments.
func (m *mapFlatValuesArgs) wrap(c *bind.Call, z py.Value) (py.Value, error) {
	if x, ok := z.(op.Value); ok && m.traced != nil {
		return m.wrapTraced(c, x)
	}
	flat, err := bind.Convert(c.T, z, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if m.traced != nil {
		return m.wrapTraced(c, flat)
	}
	return m.Wrap(flat)
}

// wrapTraced does so while a function is traced. Whether the arguments have the same rows is asked when it runs, where
// that is not known yet.
func (m *mapFlatValuesArgs) wrapTraced(c *bind.Call, flat op.Value) (py.Value, error) {
	z := op.StaticShape(flat)
	if !z.UnknownRank && len(z.Dims) == 0 {
		return nil, py.ValueErrorf("Shape () must have rank at least 1")
	}
	for _, v := range m.all {
		parts := bind.Components(v)
		if len(parts) != len(m.traced.Splits)+1 {
			return nil, py.ValueErrorf("Inputs must have identical ragged splits")
		}
		for i, s := range m.traced.Splits {
			if parts[i+1] == s {
				continue
			}
			_, err := public.AssertEqual.Run(c.T, parts[i+1].(py.Value), s.(py.Value),
				"Inputs must have identical ragged splits")
			if err != nil {
				return nil, err
			}
		}
		p := op.StaticShape(parts[0])
		known := !p.UnknownRank && !z.UnknownRank && p.Dims[0] >= 0 && z.Dims[0] >= 0
		if known && z.Dims[0] != p.Dims[0] {
			return nil, py.ValueErrorf("tf.ragged.map_flat_values requires that the output of `op` have the same outer-"+
				"dimension size as flat_values of any ragged inputs. (output shape: %s; expected outer dimension size: %s)", z,
				table.Itoa(p.Dims[0]))
		}
	}
	shape := tensor.PartialShape{UnknownRank: true}
	if whole := m.traced.Shape; !whole.UnknownRank && !z.UnknownRank {
		shape = tensor.PartialShape{Dims: append(append([]int{}, whole.Dims[:len(m.traced.Splits)+1]...), z.Dims[1:]...)}
	}
	return &bind.SymRagged{Flat: flat, Splits: m.traced.Splits, Shape: shape}, nil
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
	if err != nil || len(m.all) == 0 {
		return z, err
	}
	return m.wrap(c, z)
}
