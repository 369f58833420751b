package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

// Rules beyond TensorFlow, which refuses these ops for ragged tensors: each works on the
// innermost rows.

// innerRows checks that an axis is that of the innermost rows, and that these hold scalars.
func innerRows(c *bind.Call, r *ragged.Ragged, axis py.Value) error {
	n, ok := py.AsInt(axis)
	if !ok {
		return py.TypeErrorf("%s: axis must be an integer, got %s", c.Op.Name, py.ReprOf(axis))
	}
	at, err := ragged.Axis(int(n), ragged.NDims(r), "axis")
	if err != nil {
		return err
	}
	if at != r.Rank() || r.Flat().Rank() != 1 {
		return py.ValueErrorf("%s of a RaggedTensor works on its innermost rows (axis=%d "+
			"of a tensor whose values are scalars), "+
			"got axis=%d and shape %s", c.Op.Name, r.Rank(), n, bind.NewShape(r.Shape())).
			WithHint("x.to_tensor() makes a dense tensor first; tf.ragged.map_flat_values works on all values.")
	}
	return nil
}

// SortRule is tf.sort and tf.argsort row by row.
func SortRule(positions bool) bind.Rule {
	return RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
		dir := table.AttrText(c.Args[2])
		if dir != "ASCENDING" && dir != "DESCENDING" {
			return nil, py.ValueErrorf(
				"Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: direction=%s",
				dir,
			)
		}
		if err := innerRows(c, r, c.Args[1]); err != nil {
			return nil, err
		}
		if positions {
			return ragged.Argsort(c.T.Ctx, r, dir == "DESCENDING")
		}
		return ragged.Sort(c.T.Ctx, r, dir == "DESCENDING")
	})
}

// ArgRule is argmax and argmin of each row: the first position, -1 for rows without values.
func ArgRule(least bool) bind.Rule {
	return RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
		axis := c.Args[1]
		if axis == py.None {
			axis = int64(0)
		}
		if err := innerRows(c, r, axis); err != nil {
			return nil, err
		}
		v, err := ragged.ArgMax(c.T.Ctx, r, least)
		if err != nil {
			return nil, err
		}
		d, err := c.DType(2, tensor.Int64)
		if err != nil {
			return nil, err
		}
		return castFlat(c, v, d)
	})
}

// castFlat is a value with flat values of another type.
func castFlat(c *bind.Call, v ragged.Value, d tensor.DType) (ragged.Value, error) {
	z, err := tensor.Cast(c.T.Ctx, ragged.FlatOf(v), d)
	if err != nil {
		return nil, err
	}
	if r, ok := v.(*ragged.Ragged); ok {
		return r.WithFlat(z), nil
	}
	return z, nil
}

// TopKRule keeps the k greatest values of each row, fewer where a row is shorter.
var TopKRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	k, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if k < 0 {
		return nil, c.Errorf("Need k >= 0, got %d", k)
	}
	if err := innerRows(c, r, int64(-1)); err != nil {
		return nil, err
	}
	values, at, err := ragged.TopK(c.T.Ctx, r, k)
	if err != nil {
		return nil, err
	}
	return &py.Tuple{Items: []py.Value{values, at}, Class: tfvalues.TopKClass}, nil
})

// UniqueRule lists the distinct values of each row.
var UniqueRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	if err := innerRows(c, r, int64(-1)); err != nil {
		return nil, err
	}
	y, idx, counts, err := ragged.Unique(c.T.Ctx, r)
	if err != nil {
		return nil, err
	}
	d, err := c.DType(1, tensor.Int32)
	if err != nil {
		return nil, err
	}
	at, err := castFlat(c, idx, d)
	if err != nil {
		return nil, err
	}
	n, err := castFlat(c, counts, d)
	if err != nil {
		return nil, err
	}
	if c.Op.Raw == "UniqueWithCounts" {
		return &py.Tuple{Items: []py.Value{y, at, n}, Class: tfvalues.UniqueCounts}, nil
	}
	return &py.Tuple{Items: []py.Value{y, at}, Class: tfvalues.UniqueClass}, nil
})

// CumprodRule runs products along the rows.
var CumprodRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	if err := innerRows(c, r, c.Args[1]); err != nil {
		return nil, err
	}
	if err := c.Check("T", r.DType()); err != nil {
		return nil, err
	}
	k := table.Chain(c)
	exclusive, reverse := k.BoolArg(2), k.BoolArg(3)
	if k.Err != nil {
		return nil, k.Err
	}
	return ragged.CumProd(c.T.Ctx, r, exclusive, reverse)
})

// UnstackRule lists the rows.
var UnstackRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if axis != 0 {
		return nil, py.ValueErrorf("tf.unstack of a RaggedTensor lists its rows: axis must be 0, got %d", axis)
	}
	rows, err := bind.Moved(c.T, []ragged.Value{r}, func(in []ragged.Value) ([]ragged.Value, error) {
		return rowsOf(in[0].(*ragged.Ragged)), nil
	})
	return listOf(rows), err
})

// RepeatRule repeats rows (axis 0) or the values of each row (the innermost axis).
var RepeatRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	times, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	var v ragged.Value = r
	axis := 0
	if c.Given(2) {
		if axis, err = c.Int(2); err != nil {
			return nil, err
		}
	} else {
		v = r.Flat()
	}
	if axis, err = ragged.Axis(axis, ragged.NDims(v), "axis"); err != nil {
		return nil, err
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
			return ragged.RepeatEach(c.T.Ctx, in[0], times, axis)
		}, v)
	}
	list := py.NewList()
	for _, n := range times {
		list.Items = append(list.Items, int64(n))
	}
	return public.Repeat.Run(c.T, x, list, int64(axis))
})

// PadRule adds constants at both ends of the rows.
var PadRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	x, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	nd := ragged.NDims(r)
	if x.Rank() != 2 || x.Shape()[0] != nd || x.Shape()[1] != 2 || !x.DType().IsInteger() {
		return nil, c.Errorf("paddings must be a matrix with 2 columns and %d rows: %s", nd,
			tensor.ShapeString(x.Shape()))
	}
	if table.AttrText(c.Args[2]) != "CONSTANT" {
		return nil, py.ValueErrorf("tf.pad of a RaggedTensor adds constants: mode must be 'CONSTANT', got %s",
			py.ReprOf(c.Args[2]))
	}
	if err := innerRows(c, r, int64(-1)); err != nil {
		return nil, err
	}
	n := x.Ints()
	for i, k := range n[:len(n)-2] {
		if k != 0 {
			return nil, py.ValueErrorf("tf.pad of a RaggedTensor pads its innermost rows: paddings[%d] "+
				"must be 0, got %d", i/2, k)
		}
	}
	if before, after := n[len(n)-2], n[len(n)-1]; before < 0 || after < 0 {
		return nil, c.Errorf("Paddings must be non-negative and not too large: %d %d", before, after)
	}
	fill, err := bind.Convert(c.T, c.Args[3], r.DType())
	if err != nil {
		return nil, err
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.PadRows(c.T.Ctx, in[0].(*ragged.Ragged), n[len(n)-2], n[len(n)-1], in[1].(*tensor.Tensor))
	}, r, fill)
})

// RollRule moves the values of each row around.
var RollRule = RaggedFirst(func(c *bind.Call, r *ragged.Ragged) (py.Value, error) {
	shift, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if err := innerRows(c, r, c.Args[2]); err != nil {
		return nil, err
	}
	return bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.Roll(c.T.Ctx, in[0].(*ragged.Ragged), shift)
	}, r)
})
