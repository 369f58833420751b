package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Rules beyond TensorFlow, which refuses these ops for ragged tensors: each works on the
// innermost rows.

// innerRows checks that an axis is that of the innermost rows, and that these hold scalars.
func innerRows(c *call, r *ragged.Ragged, axis value) error {
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

// sortRule is tf.sort and tf.argsort row by row.
func sortRule(positions bool) bind.Rule {
	return raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
		dir := attrText(c.Args[2])
		if dir != "ASCENDING" && dir != "DESCENDING" {
			return nil, py.ValueErrorf("Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: direction=%s", dir)
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

// argRule is argmax and argmin of each row: the first position, -1 for rows without values.
func argRule(least bool) bind.Rule {
	return raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
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
func castFlat(c *call, v ragged.Value, d tensor.DType) (ragged.Value, error) {
	z, err := tensor.Cast(c.T.Ctx, ragged.FlatOf(v), d)
	if err != nil {
		return nil, err
	}
	if r, ok := v.(*ragged.Ragged); ok {
		return r.WithFlat(z), nil
	}
	return z, nil
}

// topKRule keeps the k greatest values of each row, fewer where a row is shorter.
var topKRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
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
	return &py.Tuple{Items: []value{values, at}, Class: topKClass}, nil
})

// uniqueRule lists the distinct values of each row.
var uniqueRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
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
		return &py.Tuple{Items: []value{y, at, n}, Class: uniqueCounts}, nil
	}
	return &py.Tuple{Items: []value{y, at}, Class: uniqueClass}, nil
})

// cumprodRule runs products along the rows.
var cumprodRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	if err := innerRows(c, r, c.Args[1]); err != nil {
		return nil, err
	}
	if err := c.Check("T", r.DType()); err != nil {
		return nil, err
	}
	k := chain(c)
	exclusive, reverse := k.bool(2), k.bool(3)
	if k.err != nil {
		return nil, k.err
	}
	return ragged.CumProd(c.T.Ctx, r, exclusive, reverse)
})

// unstackRule lists the rows.
var unstackRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if axis != 0 {
		return nil, py.ValueErrorf("tf.unstack of a RaggedTensor lists its rows: axis must be 0, got %d", axis)
	}
	return rowList(r), nil
})

// repeatRule repeats rows (axis 0) or the values of each row (the innermost axis).
var repeatRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
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
	return run(c.T, "tf.repeat", x, list, int64(axis))
})

// padRule adds constants at both ends of the rows.
var padRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	x, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	nd := ragged.NDims(r)
	if x.Rank() != 2 || x.Shape()[0] != nd || x.Shape()[1] != 2 || !x.DType().IsInteger() {
		return nil, c.Errorf("paddings must be a matrix with 2 columns and %d rows: %s", nd,
			tensor.ShapeString(x.Shape()))
	}
	if attrText(c.Args[2]) != "CONSTANT" {
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

// rollRule moves the values of each row around.
var rollRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
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
