package ragged

import (
	"context"
	"strconv"
	"strings"

	"github.com/dgryski/go-farm"

	"github.com/tfs-lang/tfs/tensor"
)

// Cross joins every combination of one value of each input, row by row, the last input changing
// fastest (RaggedCross). Inputs are rows of strings or integers, as many in each; the result holds
// strings, sep between the values.
func Cross(ctx context.Context, inputs []*Ragged, sep string) (*Ragged, error) {
	if err := crossable(inputs); err != nil {
		return nil, err
	}
	c, err := newCross(inputs)
	if err != nil {
		return nil, err
	}
	var b tensor.StringBuilder
	parts := make([]string, len(inputs))
	err = c.each(ctx, func(at []int64) {
		for i, x := range c.values {
			if x.DType() == tensor.String {
				parts[i] = x.Str(int(at[i]))
			} else {
				parts[i] = strconv.FormatInt(x.Int(int(at[i])), 10)
			}
		}
		b.Append(strings.Join(parts, sep))
	})
	if err != nil {
		return nil, err
	}
	all, err := b.Tensor([]int{c.part.NVals()})
	if err != nil {
		return nil, err
	}
	return &Ragged{c.part, all}, nil
}

// CrossKey is the hash key TensorFlow crosses with when none is given.
const CrossKey = 0xDECAFCAFFE

// CrossHashed gives a hash (int64) of each combination instead, below buckets when they are more than
// 0: FarmHash of each value, chained by FingerprintCat64.
func CrossHashed(ctx context.Context, inputs []*Ragged, buckets int, key uint64) (*Ragged, error) {
	if err := crossable(inputs); err != nil {
		return nil, err
	}
	c, err := newCross(inputs)
	if err != nil {
		return nil, err
	}
	most := uint64(1<<63 - 1)
	if buckets > 0 {
		most = uint64(buckets)
	}
	out := make([]int64, 0, c.part.NVals())
	err = c.each(ctx, func(at []int64) {
		h := key
		for i, x := range c.values {
			v := uint64(0)
			if x.DType() == tensor.String {
				v = farm.Fingerprint64(tensor.StringBytes(x.Str(int(at[i]))))
			} else {
				v = uint64(x.Int(int(at[i])))
			}
			h = fingerprintCat(h, v)
		}
		out = append(out, int64(h%most))
	})
	if err != nil {
		return nil, err
	}
	return &Ragged{c.part, tensor.Vector(out)}, nil
}

// crossable refuses inputs of other values than strings and integers.
func crossable(inputs []*Ragged) error {
	for i, r := range inputs {
		if err := Valid(r); err != nil {
			return err
		}
		if d := r.DType(); d != tensor.String && !d.IsInteger() {
			return valueError("Unexpected dtype for inputs[%d]: %s", i, d)
		}
		if r.Flat().Rank() != 1 {
			return valueError("tf.ragged.cross only supports inputs with rank=2")
		}
	}
	return nil
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

// Cartesian gives all tuples of one value of each input, row by row: one result an input, of the same
// rows. It is beyond TensorFlow.
func Cartesian(ctx context.Context, inputs []*Ragged) ([]*Ragged, error) {
	c, err := newCross(inputs)
	if err != nil {
		return nil, err
	}
	at := make([][]int64, len(inputs))
	for i := range at {
		at[i] = make([]int64, 0, c.part.NVals())
	}
	err = c.each(ctx, func(pos []int64) {
		for i, k := range pos {
			at[i] = append(at[i], k)
		}
	})
	if err != nil {
		return nil, err
	}
	out := make([]*Ragged, len(inputs))
	for i, x := range c.values {
		z, err := tensor.Gather(ctx, x, tensor.Vector(at[i]), 0, 0)
		if err != nil {
			return nil, err
		}
		out[i] = &Ragged{c.part, z}
	}
	return out, nil
}

// Combinations lists the choices of n values of each row, in order: the last dimension, of size n, is
// new. It is beyond TensorFlow.
func Combinations(ctx context.Context, r *Ragged, n int) (*Ragged, error) {
	if err := Valid(r); err != nil {
		return nil, err
	}
	if r.Rank() != 1 {
		return nil, valueError("combinations takes a ragged tensor of ragged_rank 1, got %d", r.Rank())
	}
	if n < 1 {
		return nil, valueError("n must be at least 1, got %d", n)
	}
	var at []int64
	lengths := make([]int64, r.Part.NRows())
	for i := range lengths {
		size, base := r.Part.Len(i), r.Part.Splits[i]
		if n > size {
			continue
		}
		pick := make([]int64, n)
		for k := range pick {
			pick[k] = int64(k)
		}
		for more := true; more; more = nextChoice(pick, size) {
			if len(at) > tensor.MaxBytes/16 {
				return nil, tensor.Failf(tensor.ResourceExhausted, "there are more combinations than tfs holds")
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for _, k := range pick {
				at = append(at, base+k)
			}
			lengths[i]++
		}
	}
	vals, err := GatherRows(ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	flat := vals.(*tensor.Tensor)
	flat = flat.WithShape(append([]int{len(at) / n, n}, flat.Shape()[1:]...))
	return &Ragged{Lengths(lengths, r.Part.DType), flat}, nil
}

// nextChoice goes on to the next choice of numbers below size; false after the last one.
func nextChoice(pick []int64, size int) bool {
	n := len(pick)
	k := n - 1
	for k >= 0 && pick[k] == int64(size-n+k) {
		k--
	}
	if k < 0 {
		return false
	}
	pick[k]++
	for j := k + 1; j < n; j++ {
		pick[j] = pick[j-1] + 1
	}
	return true
}

// cross is the inputs of a cross, and the rows of its result.
type cross struct {
	values []*tensor.Tensor
	splits [][]int64
	part   *Partition
}

func newCross(inputs []*Ragged) (*cross, error) {
	c := &cross{}
	d, rows := tensor.Int32, 0
	if len(inputs) == 0 {
		c.part = Of([]int64{0}, tensor.Int64)
		return c, nil
	}
	for i, r := range inputs {
		if err := Valid(r); err != nil {
			return nil, err
		}
		if r.Rank() != 1 {
			return nil, valueError("tf.ragged.cross only supports inputs with rank=2")
		}
		if i > 0 && r.Part.NRows() != rows {
			return nil, tensor.Errorf("Expected batch size %d, got %d", rows, r.Part.NRows())
		}
		if rows = r.Part.NRows(); r.Part.DType == tensor.Int64 {
			d = tensor.Int64
		}
		c.values, c.splits = append(c.values, r.Flat()), append(c.splits, r.Part.Splits)
	}
	lengths, err := tensor.Make[int64](rows)
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for row := range rows {
		n := int64(1)
		for _, s := range c.splits {
			if n *= s[row+1] - s[row]; n > tensor.MaxBytes/16 {
				return nil, tensor.Failf(tensor.ResourceExhausted, "row %d has more combinations than tfs holds", row)
			}
		}
		lengths[row] = n
		if total += n; total > tensor.MaxBytes/16 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "there are more combinations than tfs holds")
		}
	}
	if err := tensor.Room(int(total), 8*max(len(inputs), 1), "the combinations"); err != nil {
		return nil, err
	}
	c.part = Lengths(lengths, d)
	return c, nil
}

// each calls f for every combination of one value of each input in each row, the last one changing
// fastest.
func (c *cross) each(ctx context.Context, f func(at []int64)) error {
	at := make([]int64, len(c.splits))
	for row := range c.part.NRows() {
		for i, s := range c.splits {
			at[i] = s[row]
		}
		for n := range c.part.Len(row) {
			if n&1023 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			f(at)
			for i := len(at) - 1; i >= 0; i-- {
				if at[i]++; at[i] < c.splits[i][row+1] {
					break
				}
				at[i] = c.splits[i][row]
			}
		}
	}
	return nil
}
