package values

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
)

var (
	TopKClass    = py.NamedTuple("tensorflow.python.ops.gen_nn_ops", "TopKV2", []string{"values", "indices"}, nil)
	UniqueClass  = py.NamedTuple("tensorflow.python.ops.gen_array_ops", "Unique", []string{"y", "idx"}, nil)
	UniqueCounts = py.NamedTuple("tensorflow.python.ops.gen_array_ops", "UniqueWithCounts",
		[]string{"y", "idx", "count"}, nil)
	UniformCandidates    = candidates("UniformCandidateSampler")
	LogUniformCandidates = candidates("LogUniformCandidateSampler")
)

// candidates is what a candidate sampler gives.
func candidates(name string) *py.Class {
	return py.NamedTuple("tensorflow.python.ops.gen_candidate_sampling_ops", name,
		[]string{"sampled_candidates", "true_expected_count", "sampled_expected_count"}, nil)
}

// IndexedSlices is tf.IndexedSlices: rows of a tensor, and where they belong. Its parts are
// kept as given.
type IndexedSlices struct {
	Values, Indices, Shape py.Value // shape may be None
}

// Text is what str and repr show.
func (s *IndexedSlices) Text(t *py.Thread) (string, error) {
	out := "IndexedSlices("
	for i, p := range []struct {
		name string
		v    py.Value
	}{{"indices", s.Indices}, {"values", s.Values}, {"dense_shape", s.Shape}} {
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
func (s *IndexedSlices) Components() []op.Value {
	var out []op.Value
	for _, p := range []py.Value{s.Values, s.Indices, s.Shape} {
		if x := bind.Components(p); len(x) == 1 {
			out = append(out, x[0])
		} else if p != py.None {
			return nil
		}
	}
	return out
}

// Rebuild makes slices of other parts.
func (s *IndexedSlices) Rebuild(parts []op.Value) (py.Value, error) {
	out := &IndexedSlices{parts[0], parts[1], py.None}
	if len(parts) > 2 {
		out.Shape = parts[2]
	}
	return out, nil
}

// ToTensor adds the rows up in a dense tensor.
func (s *IndexedSlices) ToTensor(t *py.Thread, want tensor.DType) (op.Value, error) {
	if s.Shape == py.None {
		text, err := s.Text(t)
		if err != nil {
			return nil, err
		}
		return nil, py.ValueErrorf(
			"Tensor conversion requested for IndexedSlices for argument `value` without dense_shape: %s",
			text,
		)
	}
	if d, ok := bind.TypeOf(s.Values); ok && want != tensor.Invalid && want != d {
		text, err := s.Text(t)
		if err != nil {
			return nil, err
		}
		return nil, py.ValueErrorf(
			"Incompatible tensor conversion requested to `dtype` %s for IndexedSlices (%s) with dtype %s",
			want,
			text,
			d,
		)
	}
	n, err := py.GetItem(t, s.Shape, int64(0))
	if err != nil {
		return nil, err
	}
	v, err := public.UnsortedSegmentSum.Run(t, s.Values, s.Indices, n)
	if err != nil {
		return nil, err
	}
	if x, ok := v.(op.Value); ok {
		return x, nil
	}
	return bind.Convert(t, v, want)
}

// OnSlices runs a call on the rows of IndexedSlices that are argument i: they keep their places. done is false for
// other arguments.
func OnSlices(c *bind.Call, i int) (v py.Value, done bool, err error) {
	s, ok := c.Args[i].(*IndexedSlices)
	if !ok {
		return nil, false, nil
	}
	args := slices.Clone(c.Args)
	args[i] = s.Values
	if v, err = c.Op.Run(c.T, args); err != nil {
		return nil, true, err
	}
	return &IndexedSlices{v, s.Indices, s.Shape}, true, nil
}

// ValueTuple is values of the door as a tuple of the language.
func ValueTuple(vs []op.Value) *py.Tuple {
	out := make([]py.Value, len(vs))
	for i, v := range vs {
		out[i] = v
	}
	return py.NewTuple(out...)
}
