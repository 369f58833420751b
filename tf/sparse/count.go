package sparse

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Feature crosses and counts: ops whose inputs are dense, ragged or sparse alike.

func init() {
	table.Register(
		table.Entry("tf.sparse.cross", "(inputs, name=None, separator=None)", "SparseCrossV2",
			func(c *bind.Call) (py.Value, error) { return sparseCross(c, false) },
			`Every combination of one value of each input, row by row.

>>> tf.sparse.cross([tf.constant([['a'], ['b']]), tf.constant([['x', 'y'], ['z', 'w']])])`),
		table.Entry("tf.sparse.cross_hashed", "(inputs, num_buckets=0, hash_key=None, name=None)", "SparseCross",
			func(c *bind.Call) (py.Value, error) { return sparseCross(c, true) },
			`cross, with a hash of each combination.

>>> tf.sparse.cross_hashed([tf.constant([['a']]), tf.constant([['x']])], num_buckets=100)`),
		table.Entry("tf.ragged.cross", "(inputs, name=None)", "RaggedCross",
			func(c *bind.Call) (py.Value, error) { return raggedCross(c, false) },
			`Every combination of one value of each input, row by row.

>>> tf.ragged.cross([tf.ragged.constant([['a'], ['b', 'c']]), tf.ragged.constant([['d'], ['e']])])`),
		table.Entry("tf.ragged.cross_hashed", "(inputs, num_buckets=0, hash_key=None, name=None)", "RaggedCross",
			func(c *bind.Call) (py.Value, error) { return raggedCross(c, true) },
			"cross, with a hash of each combination.\n\n>>> tf.ragged.cross_hashed([tf.ragged.constant([['a'], "+
				"['b', 'c']]), tf.ragged.constant([['d'], ['e']])], num_buckets=100)"),
		table.Entry("tf.sparse.bincount", "(values, weights=None, axis=0, minlength=None, maxlength=None, "+
			"binary_output=False, name=None)", "DenseCountSparseOutput", sparseBincount,
			`How often each integer occurs, in a sparse tensor.

>>> tf.sparse.bincount([[1, 2, 2]], axis=-1)`),
	)
}

// features reads the inputs of a cross as rows of values; kind is what may be among them.
func features(c *bind.Call, kind string) ([]*ragged.Ragged, error) {
	items, ok := values.ListItems(c.Args[0])
	if !ok {
		return nil, py.TypeErrorf("Inputs must be a list")
	}
	out := make([]*ragged.Ragged, len(items))
	for i, v := range items {
		r, err := featureOf(c, i, v, kind)
		if err != nil {
			return nil, err
		}
		if out[i] = r; r.Part.NRows() != out[0].Part.NRows() {
			return nil, c.Errorf("Expected batch size %d, got %d", out[0].Part.NRows(), r.Part.NRows())
		}
	}
	return out, nil
}

func featureOf(c *bind.Call, i int, v py.Value, kind string) (*ragged.Ragged, error) {
	var r *ragged.Ragged
	switch x := v.(type) {
	case *ragged.Ragged:
		if kind != "ragged" {
			return nil, py.TypeErrorf("All inputs must be Tensor or SparseTensor.")
		}
		if x.Rank() != 1 {
			return nil, py.ValueErrorf("tf.ragged.cross only supports inputs with rank=2")
		}
		r = x
	case *sparse.Sparse:
		if x.Rank() != 2 || x.Outside() >= 0 {
			return nil, c.Errorf("input %d must be a matrix with all values inside its dense_shape", i)
		}
		var err error
		if r, err = sparse.Rows(c.T.Ctx, x); err != nil {
			return nil, err
		}
	default:
		if _, isT := v.(*tensor.Tensor); !isT && kind != "ragged" {
			return nil, py.TypeErrorf("All inputs must be Tensor or SparseTensor.")
		}
		d, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if d.Rank() != 2 {
			return nil, c.Errorf("tf.ragged.cross only supports inputs with rank=2.")
		}
		if r, err = ragged.FromDense(d, 1, tensor.Int64); err != nil {
			return nil, err
		}
	}
	if r.Flat().Rank() != 1 {
		return nil, c.Errorf("tf.ragged.cross only supports inputs with rank=2.")
	}
	if d := r.DType(); d != tensor.String && !d.IsInteger() {
		return nil, py.ValueErrorf("Unexpected dtype for inputs[%d]: %s", i, py.ReprOf(d))
	}
	return r, nil
}

// crossed makes the combinations of every row, or hashes of them.
func crossed(c *bind.Call, in []*ragged.Ragged, hashed bool, sep string) (*ragged.Ragged, error) {
	if !hashed {
		return ragged.Cross(c.T.Ctx, in, sep)
	}
	buckets, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	key := uint64(ragged.CrossKey)
	if c.Given(2) {
		n, err := c.Int(2)
		if err != nil {
			return nil, err
		}
		key = uint64(n)
	}
	return ragged.CrossHashed(c.T.Ctx, in, buckets, key)
}

func sparseCross(c *bind.Call, hashed bool) (py.Value, error) {
	sep := "_X_"
	if !hashed && c.Given(2) {
		sep = py.StrOf(c.Args[2])
	}
	in, err := features(c, "sparse")
	if err != nil {
		return nil, err
	}
	r, err := crossed(c, in, hashed, sep)
	if err != nil {
		return nil, err
	}
	return sparse.FromRagged(r)
}

func raggedCross(c *bind.Call, hashed bool) (py.Value, error) {
	in, err := features(c, "ragged")
	if err != nil {
		return nil, err
	}
	r, err := crossed(c, in, hashed, "_X_")
	if err != nil {
		return nil, err
	}
	items, _ := values.ListItems(c.Args[0])
	d, any64 := tensor.Int64, false // the row splits are those of the ragged inputs
	for _, e := range items {
		if x, ok := e.(*ragged.Ragged); ok {
			any64 = any64 || x.Part.DType == tensor.Int64
			d = tensor.Int32
		}
	}
	if any64 {
		d = tensor.Int64
	}
	return r.WithDType(d), nil
}

// sparseBincount counts all values, or, with axis -1, those of each row.
func sparseBincount(c *bind.Call) (py.Value, error) {
	if c.Given(1) && c.Args[5] == true {
		return nil, py.ValueErrorf(
			"Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.",
		)
	}
	axis := 0
	if c.Given(2) {
		n, err := c.Int(2)
		if err != nil {
			return nil, err
		}
		if axis = n; n != 0 && n != -1 {
			return nil, py.ValueErrorf("Unsupported value for argument axis=%d. Only 0 and -1 are currently supported.",
				n)
		}
	}
	r, rank, err := CountRows(c, c.Args[0], axis)
	if err != nil {
		return nil, err
	}
	if !r.DType().IsInteger() {
		return nil, c.Errorf("Input must be an integer tensor, got %s", r.DType().CName())
	}
	o := sparse.Counts{Least: -1, Most: -1}
	if c.Given(1) {
		w, _, err := CountRows(c, c.Args[1], axis)
		if err != nil {
			return nil, err
		}
		o.Weights = w.Flat()
	}
	for i, p := range []*int64{&o.Least, &o.Most} {
		if c.Given(3 + i) {
			n, err := c.Int(3 + i)
			if err != nil {
				return nil, err
			}
			*p = int64(n)
		}
	}
	if o.Binary, err = c.Bool(5); err != nil {
		return nil, err
	}
	return sparse.Bincount(c.T.Ctx, r, rank == 2, o)
}

// CountRows reads a dense, ragged or sparse input as rows of values; rank is 1 for one row
// that is not a dimension.
func CountRows(c *bind.Call, v py.Value, axis int) (*ragged.Ragged, int, error) {
	one := func(x *tensor.Tensor) (*ragged.Ragged, int, error) {
		return &ragged.Ragged{
			Part:   ragged.Of([]int64{0, int64(x.Len())}, tensor.Int64),
			Values: table.Vector(x),
		}, 1, nil
	}
	switch x := v.(type) {
	case *sparse.Sparse:
		if axis == 0 || x.Rank() < 2 {
			return one(x.Values)
		}
		r, err := featureOf(c, 0, x, "sparse")
		return r, 2, err
	case *ragged.Ragged:
		if axis == 0 {
			return one(x.Flat())
		}
		if x.Rank() > 1 || x.Flat().Rank() > 1 {
			return nil, 0, c.Errorf("Input must be a 1 or 2-dimensional tensor. Got: %s", tensor.KnownShape(x.Shape()))
		}
		return x, 2, nil
	}
	d, err := bind.Convert(c.T, v, tensor.Invalid)
	if err != nil {
		return nil, 0, err
	}
	if axis == 0 || d.Rank() < 2 {
		return one(d)
	}
	if d.Rank() > 2 {
		return nil, 0, c.Errorf("Input must be a 1 or 2-dimensional tensor. Got: %s", tensor.ShapeString(d.Shape()))
	}
	r, err := ragged.FromDense(d, 1, tensor.Int64)
	return r, 2, err
}
