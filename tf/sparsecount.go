package tf

import (
	"slices"
	"strings"

	"github.com/dgryski/go-farm"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Feature crosses and counts: ops whose inputs are dense, ragged or sparse alike.

func init() {
	register(
		entry("tf.sparse.cross", "(inputs, name=None, separator=None)", "SparseCrossV2", func(c *call) (value, error) { return sparseCross(c, false) }, "Every combination of one value of each input, row by row.\n\n>>> tf.sparse.cross([tf.constant([['a'], ['b']]), tf.constant([['x', 'y'], ['z', 'w']])])"),
		entry("tf.sparse.cross_hashed", "(inputs, num_buckets=0, hash_key=None, name=None)", "SparseCross", func(c *call) (value, error) { return sparseCross(c, true) }, "cross, with a hash of each combination.\n\n>>> tf.sparse.cross_hashed([tf.constant([['a']]), tf.constant([['x']])], num_buckets=100)"),
		entry("tf.ragged.cross", "(inputs, name=None)", "RaggedCross", func(c *call) (value, error) { return raggedCross(c, false) }, "Every combination of one value of each input, row by row.\n\n>>> tf.ragged.cross([tf.ragged.constant([['a'], ['b', 'c']]), tf.ragged.constant([['d'], ['e']])])"),
		entry("tf.ragged.cross_hashed", "(inputs, num_buckets=0, hash_key=None, name=None)", "RaggedCross", func(c *call) (value, error) { return raggedCross(c, true) }, "cross, with a hash of each combination.\n\n>>> tf.ragged.cross_hashed([tf.ragged.constant([['a'], ['b', 'c']]), tf.ragged.constant([['d'], ['e']])], num_buckets=100)"),
		entry("tf.sparse.bincount", "(values, weights=None, axis=0, minlength=None, maxlength=None, binary_output=False, name=None)", "DenseCountSparseOutput", sparseBincount, "How often each integer occurs, in a sparse tensor.\n\n>>> tf.sparse.bincount([[1, 2, 2]], axis=-1)"),
	)
}

// feature is one input of a cross: for each row the positions of its values.
type feature struct {
	values *tensor.Tensor
	splits []int64
}

func features(c *call, op1 string) (out []feature, rows int, err error) {
	items, ok := listItems(c.Args[0])
	if !ok {
		return nil, 0, py.TypeErrorf("Inputs must be a list")
	}
	rows = -1
	for i, v := range items {
		f, err := featureOf(c, i, v, op1)
		if err != nil {
			return nil, 0, err
		}
		n := len(f.splits) - 1
		if rows >= 0 && n != rows {
			return nil, 0, c.Errorf("Expected batch size %d, got %d", rows, n)
		}
		rows = n
		out = append(out, f)
	}
	return out, max(rows, 0), nil
}

func featureOf(c *call, i int, v value, op1 string) (feature, error) {
	var f feature
	switch x := v.(type) {
	case *ragged.Ragged:
		if op1 != "ragged" {
			return f, py.TypeErrorf("All inputs must be Tensor or SparseTensor.")
		}
		if x.Rank() != 1 {
			return f, py.ValueErrorf("tf.ragged.cross only supports inputs with rank=2")
		}
		f = feature{x.Flat(), x.Part.Splits}
	case *sparse.Sparse:
		if x.Rank() != 2 || x.Outside() >= 0 {
			return f, c.Errorf("input %d must be a matrix with all values inside its dense_shape", i)
		}
		sorted, err := x.Reorder(c.T.Ctx)
		if err != nil {
			return f, err
		}
		ids := make([]int64, x.Len())
		for k := range ids {
			ids[k] = sorted.At(k)[0]
		}
		if err := tensor.Room(int(x.Shape[0])+1, 8, "the rows of a sparse tensor"); err != nil {
			return f, err
		}
		f = feature{sorted.Values, ragged.RowSplits(ids, int(x.Shape[0]))}
	default:
		if _, isT := v.(*tensor.Tensor); !isT && op1 != "ragged" {
			return f, py.TypeErrorf("All inputs must be Tensor or SparseTensor.")
		}
		d, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return f, err
		}
		if d.Rank() != 2 {
			return f, c.Errorf("tf.ragged.cross only supports inputs with rank=2.")
		}
		f = feature{d.WithShape([]int{d.Len()}), ragged.UniformRows(d.Shape()[1], d.Shape()[0], tensor.Int64).Splits}
	}
	if f.values.Rank() != 1 {
		return f, c.Errorf("tf.ragged.cross only supports inputs with rank=2.")
	}
	if d := f.values.DType(); d != tensor.String && !d.IsInteger() {
		return f, py.ValueErrorf("Unexpected dtype for inputs[%d]: %s", i, py.ReprOf(d))
	}
	return f, nil
}

// combinations calls f for every combination of one value of each feature in a row, the last
// one changing fastest.
func combinations(fs []feature, row int, f func(at []int64)) {
	at := make([]int64, len(fs))
	for i, x := range fs {
		if at[i] = x.splits[row]; at[i] == x.splits[row+1] {
			return
		}
	}
	if len(fs) == 0 {
		return
	}
	for {
		f(at)
		i := len(fs) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < fs[i].splits[row+1] {
				break
			}
			at[i] = fs[i].splits[row]
		}
		if i < 0 {
			return
		}
	}
}

// crossed makes the combinations of every row: the lengths of the rows, and the values.
func crossed(c *call, fs []feature, rows int, hashed bool, sep string) ([]int64, *tensor.Tensor, error) {
	lengths, err := tensor.Make[int64](rows)
	if err != nil {
		return nil, nil, err
	}
	total := int64(0)
	for row := range rows {
		n := int64(1)
		for _, f := range fs {
			n *= f.splits[row+1] - f.splits[row]
			if n > tensor.MaxBytes/16 {
				return nil, nil, tensor.Failf(tensor.ResourceExhausted, "row %d has more combinations than tfs holds", row)
			}
		}
		if len(fs) == 0 {
			n = 0
		}
		lengths[row] = n
		if total += n; total > tensor.MaxBytes/16 {
			return nil, nil, tensor.Failf(tensor.ResourceExhausted, "there are more combinations than tfs holds")
		}
	}
	if hashed {
		hash, err := hasher(c)
		if err != nil {
			return nil, nil, err
		}
		out := make([]int64, 0, total)
		for row := range rows {
			combinations(fs, row, func(at []int64) { out = append(out, hash(fs, at)) })
		}
		return lengths, tensor.Vector(out), nil
	}
	var b tensor.StringBuilder
	parts := make([]string, len(fs))
	for row := range rows {
		if c.T.Ctx.Err() != nil {
			return nil, nil, c.T.Ctx.Err()
		}
		combinations(fs, row, func(at []int64) {
			for i, f := range fs {
				if f.values.DType() == tensor.String {
					parts[i] = f.values.Str(int(at[i]))
				} else {
					parts[i] = itoa(f.values.Int(int(at[i])))
				}
			}
			b.Append(strings.Join(parts, sep))
		})
	}
	crossed, err := b.Tensor([]int{int(total)})
	return lengths, crossed, err
}

// hasher reads num_buckets and hash_key: FarmHash of each value, chained by FingerprintCat64.
func hasher(c *call) (func(fs []feature, at []int64) int64, error) {
	buckets, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	key := uint64(0xDECAFCAFFE)
	if c.Given(2) {
		n, err := c.Int(2)
		if err != nil {
			return nil, err
		}
		key = uint64(n)
	}
	return func(fs []feature, at []int64) int64 {
		h := key
		for i, f := range fs {
			v := uint64(0)
			if f.values.DType() == tensor.String {
				v = farm.Fingerprint64([]byte(f.values.Str(int(at[i]))))
			} else {
				v = uint64(f.values.Int(int(at[i])))
			}
			h = fingerprintCat(h, v)
		}
		if buckets > 0 {
			return int64(h % uint64(buckets))
		}
		return int64(h % (1<<63 - 1))
	}, nil
}

// fingerprintCat joins two fingerprints (tsl::FingerprintCat64).
func fingerprintCat(a, b uint64) uint64 {
	const mul = 0xc6a4a7935bd1e995
	mix := func(v uint64) uint64 { return v ^ v>>47 }
	h := a ^ mul
	h ^= mix(b*mul) * mul
	h *= mul
	h = mix(h) * mul
	return mix(h)
}

func sparseCross(c *call, hashed bool) (value, error) {
	sep := "_X_"
	if !hashed && c.Given(2) {
		sep = py.StrOf(c.Args[2])
	}
	fs, rows, err := features(c, "sparse")
	if err != nil {
		return nil, err
	}
	lengths, v, err := crossed(c, fs, rows, hashed, sep)
	if err != nil {
		return nil, err
	}
	p := ragged.Lengths(lengths, tensor.Int64)
	idx := make([]int64, 0, 2*p.NVals())
	for row, n := range lengths {
		for i := range n {
			idx = append(idx, int64(row), i)
		}
	}
	return &sparse.Sparse{Indices: idx, Values: v, Shape: []int64{int64(rows), int64(p.MaxLen())}}, nil
}

func raggedCross(c *call, hashed bool) (value, error) {
	fs, rows, err := features(c, "ragged")
	if err != nil {
		return nil, err
	}
	lengths, v, err := crossed(c, fs, rows, hashed, "_X_")
	if err != nil {
		return nil, err
	}
	items, _ := listItems(c.Args[0])
	d, any64 := tensor.Int64, false
	for _, e := range items {
		if r, ok := e.(*ragged.Ragged); ok {
			any64 = any64 || r.Part.DType == tensor.Int64
			d = tensor.Int32
		}
	}
	if any64 {
		d = tensor.Int64
	}
	return &ragged.Ragged{Part: ragged.Lengths(lengths, d), Values: v}, nil
}

// sparseBincount counts all values, or, with axis -1, those of each row.
func sparseBincount(c *call) (value, error) {
	if c.Given(1) && c.Args[5] == true {
		return nil, py.ValueErrorf("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
	}
	axis := 0
	if c.Given(2) {
		n, err := c.Int(2)
		if err != nil {
			return nil, err
		}
		if axis = n; n != 0 && n != -1 {
			return nil, py.ValueErrorf("Unsupported value for argument axis=%d. Only 0 and -1 are currently supported.", n)
		}
	}
	f, rank, err := countRows(c, c.Args[0], axis)
	if err != nil {
		return nil, err
	}
	if !f.values.DType().IsInteger() {
		return nil, c.Errorf("Input must be an integer tensor, got %s", f.values.DType().CName())
	}
	var weights *tensor.Tensor
	if c.Given(1) {
		w, _, err := countRows(c, c.Args[1], axis)
		if err != nil {
			return nil, err
		}
		if weights = w.values; weights.Len() != f.values.Len() {
			return nil, c.Errorf("Weights and values must have the same shape. Weight shape: %s; values shape: %s", tensor.ShapeString(weights.Shape()), tensor.ShapeString(f.values.Shape()))
		}
	}
	return countSparse(c, f, rank, weights)
}

// countRows reads a dense, ragged or sparse input as rows of values; rank is 1 for one row
// that is not a dimension.
func countRows(c *call, v value, axis int) (feature, int, error) {
	one := func(x *tensor.Tensor) (feature, int, error) {
		return feature{vector(x), []int64{0, int64(x.Len())}}, 1, nil
	}
	switch x := v.(type) {
	case *sparse.Sparse:
		if axis == 0 || x.Rank() < 2 {
			return one(x.Values)
		}
		f, err := featureOf(c, 0, x, "sparse")
		return f, 2, err
	case *ragged.Ragged:
		if axis == 0 {
			return one(x.Flat())
		}
		return feature{x.Flat(), x.Part.Splits}, 2, nil
	}
	d, err := bind.Convert(c.T, v, tensor.Invalid)
	if err != nil {
		return feature{}, 0, err
	}
	if axis == 0 || d.Rank() < 2 {
		return one(d)
	}
	if d.Rank() > 2 {
		return feature{}, 0, c.Errorf("Input must be a 1 or 2-dimensional tensor. Got: %s", tensor.ShapeString(d.Shape()))
	}
	return feature{d.WithShape([]int{d.Len()}), ragged.UniformRows(d.Shape()[1], d.Shape()[0], tensor.Int64).Splits}, 2, nil
}

func countSparse(c *call, f feature, rank int, weights *tensor.Tensor) (value, error) {
	limit := [2]int64{-1, -1}
	for i, a := range []int{3, 4} {
		if c.Given(a) {
			n, err := c.Int(a)
			if err != nil {
				return nil, err
			}
			limit[i] = int64(n)
		}
	}
	binary, err := c.Bool(5)
	if err != nil {
		return nil, err
	}
	var idx, counts []int64
	var sums []float64
	width := max(limit[0], 0)
	for row := range len(f.splits) - 1 {
		seen := map[int64]int{}
		var found []int64
		for i := f.splits[row]; i < f.splits[row+1]; i++ {
			n := f.values.Int(int(i))
			if n < 0 {
				return nil, c.Errorf("Input values must all be non-negative")
			}
			if limit[1] >= 0 && n >= limit[1] {
				continue
			}
			if _, ok := seen[n]; !ok {
				found = append(found, n)
				seen[n] = 0
			}
			width = max(width, n+1)
		}
		at := map[int64]int{}
		slices.Sort(found)
		for _, n := range found {
			at[n] = len(counts)
			counts, sums = append(counts, 0), append(sums, 0)
			if rank == 2 {
				idx = append(idx, int64(row))
			}
			idx = append(idx, n)
		}
		for i := f.splits[row]; i < f.splits[row+1]; i++ {
			k, ok := at[f.values.Int(int(i))]
			if !ok {
				continue
			}
			if counts[k]++; binary {
				counts[k] = 1
			}
			if weights != nil {
				sums[k] += weights.Float(int(i))
			}
		}
	}
	if limit[1] >= 0 {
		width = limit[1]
	}
	shape := []int64{width}
	if rank == 2 {
		shape = []int64{int64(len(f.splits) - 1), width}
	}
	var v *tensor.Tensor
	if weights != nil {
		if v, err = tensor.Cast(c.T.Ctx, tensor.Vector(sums), weights.DType()); err != nil {
			return nil, err
		}
	} else if v, err = tensor.Cast(c.T.Ctx, tensor.Vector(counts), f.values.DType()); err != nil {
		return nil, err
	}
	return &sparse.Sparse{Indices: idx, Values: v, Shape: shape}, nil
}
