package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/values"
)

// Rules of the ops that select from ragged tensors: they read arguments, package ragged computes.

// GatherRule takes rows and parts of rows of ragged tensors.
func GatherRule(c *bind.Call) (py.Value, bool, error) {
	if !raggedPair(c) {
		return nil, false, nil
	}
	v, err := gatherRagged(c)
	return v, true, err
}

// raggedPair tells whether one of the first two arguments is ragged.
func raggedPair(c *bind.Call) bool {
	_, p := c.Args[0].(*ragged.Ragged)
	_, i := c.Args[1].(*ragged.Ragged)
	return p || i
}

func gatherRagged(c *bind.Call) (py.Value, error) {
	vs, err := matchSplits(c, c.Args[:2])
	if err != nil {
		return nil, err
	}
	batch, err := c.Int(4)
	if err != nil {
		return nil, err
	}
	axis := batch
	if batch < 0 {
		axis += ragged.NDims(vs[1])
	}
	if c.Given(3) {
		if axis, err = c.Int(3); err != nil {
			return nil, err
		}
	}
	at := vs[1].DType() // of the places, which lie in row splits where whole rows are taken
	if r, ok := vs[0].(*ragged.Ragged); ok && batch == 0 {
		at = r.Part.DType
	}
	return bind.Picked(c.T, at, func(in ragged.Value) (ragged.Value, error) {
		return ragged.Gather(c.T.Ctx, in, vs[1], axis, batch)
	}, vs[0])
}

// GatherNDRule addresses values of ragged tensors by tuples.
func GatherNDRule(c *bind.Call) (py.Value, bool, error) {
	if !raggedPair(c) {
		return nil, false, nil
	}
	vs, err := matchSplits(c, c.Args[:2])
	if err != nil {
		return nil, true, err
	}
	batch, ok := c.Args[2].(int64)
	if !ok {
		batch = -1
	}
	if s := py.StrOf(c.Args[4]); batch == 0 && s != "" && s != "DEFAULT" {
		return nil, true, py.ValueErrorf("non-default bad_indices_policy not supported for ragged gather")
	}
	v, err := bind.Picked(c.T, tensor.Int64, func(in ragged.Value) (ragged.Value, error) {
		return ragged.GatherND(c.T.Ctx, in, vs[1], int(batch))
	}, vs[0])
	return v, true, err
}

// WhereRule chooses between ragged tensors, or lists the coordinates where one is true.
func WhereRule(c *bind.Call) (py.Value, bool, error) {
	if _, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1], c.Args[2])); !ok {
		return nil, false, nil
	}
	if c.Given(1) != c.Given(2) {
		return nil, true, py.ValueErrorf("x and y must be either both None or both non-None")
	}
	if !c.Given(1) {
		v, err := ragged.WhereTrue(c.Args[0].(*ragged.Ragged))
		return v, true, err
	}
	items := append([]py.Value(nil), c.Args[:3]...)
	for i, j := range []int{1: 2, 2: 1} { // a Python number takes the type of the other side
		if i == 0 {
			continue
		}
		other, ok := items[j].(interface{ DType() tensor.DType })
		if _, isR := items[i].(*ragged.Ragged); !isR && ok && !IsTensorValue(items[i]) {
			if x, err := bind.Convert(c.T, items[i], other.DType()); err == nil {
				items[i] = x
			}
		}
	}
	vs, err := matchSplits(c, items)
	if err != nil {
		return nil, true, err
	}
	v, err := bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.Where(c.T.Ctx, vs[0], in[0], in[1])
	}, vs[1], vs[2])
	return v, true, err
}

// raggedMask keeps the values that a mask marks.
func raggedMask(c *bind.Call) (py.Value, error) {
	data, err := RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	var mask ragged.Value
	if m, ok := c.Args[1].(*ragged.Ragged); ok {
		mask = m
	} else if mask, err = bind.Convert(c.T, c.Args[1], tensor.Bool); err != nil {
		return nil, err
	}
	if mask.DType() != tensor.Bool {
		return nil, py.ValueErrorf("Tensor conversion requested dtype bool for Tensor with dtype %s: %s",
			mask.DType(), py.ReprOf(mask))
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.BooleanMask(c.T.Ctx, in[0], mask)
	}, data)
}

// MaskRule is tf.boolean_mask of ragged tensors: tf.ragged.boolean_mask.
func MaskRule(c *bind.Call) (py.Value, bool, error) {
	if _, ok := values.AnyRagged(py.NewList(c.Args[0], c.Args[1])); !ok {
		return nil, false, nil
	}
	v, err := public.RaggedBooleanMask.Run(c.T, c.Args[0], c.Args[1])
	return v, true, err
}

// raggedAt takes one value of each row.
func raggedAt(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
	i, ok := values.IntKey(a[0])
	if !ok {
		return nil, values.BadIndex(a[0])
	}
	skip, err := py.Truth(t, a[2])
	if err != nil {
		return nil, err
	}
	var def *tensor.Tensor
	if a[1] != py.None {
		if skip {
			return nil, py.ValueErrorf("at: give default or skip, not both")
		}
		if _, ok := r.Values.(*tensor.Tensor); !ok {
			return nil, py.ValueErrorf("at: default= fills in scalars; take x.at(%d, skip=True) for rows of rows", i)
		}
		if def, err = bind.Convert(t, a[1], r.DType()); err != nil {
			return nil, err
		}
	}
	return ragged.Columns(t.Ctx, r, int(i), def, skip)
}
