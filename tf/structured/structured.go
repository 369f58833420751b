package structured

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// structured is tf.experimental.StructuredTensor: structures of one schema, field by field.
// The first rank dimensions of every field are those of the structures.
type structured struct {
	fields map[string]py.Value // *tensor.Tensor, *ragged.Ragged or *structured
	rank   int
	nrows  int // of rank 1 and more
	parts  []*ragged.Partition
}

var structuredClass = py.NewClass("tensorflow.python.ops.structured.structured_tensor", "StructuredTensor",
	py.ObjectClass, nil)

func init() {
	c := structuredClass
	py.Register[*structured](c)
	table.Constant(c, "tf.experimental.StructuredTensor")
	c.New = &py.Builtin{Name: "StructuredTensor", Raw: func(*py.Thread, []py.Value, []py.Kw) (py.Value, error) {
		return nil, py.ValueErrorf("StructuredTensor constructor is private; please use one of " +
			"the factory methods instead (e.g., StructuredTensor.from_fields()).")
	}}
	class := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		c.Attrs.SetStr(b.Name, &py.ClassMethod{Fn: b})
	}
	class("from_pyval(cls, pyval, typespec=None)", "A structured tensor of nested dictionaries and lists.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := fromPyval(t, a[1])
			if s, ok := v.(*structured); ok || err != nil {
				return s, err
			}
			return nil, py.TypeErrorf(
				"Expected `pyval` to be a dict or nested list of dicts. Received %s",
				py.ReprOf(a[1]),
			)
		})
	class("from_fields(cls, fields, shape=(), nrows=None, row_partitions=None, validate=False)",
		"A structured tensor of its fields.", func(t *py.Thread, a []py.Value) (py.Value, error) {
			s, err := bind.ToShape(t, a[2])
			if err != nil {
				return nil, err
			}
			if s.UnknownRank {
				return nil, py.ValueErrorf("StructuredTensor's shape must have known rank.")
			}
			return fromFields(t, a[1], len(s.Dims))
		})
	class("from_fields_and_rank(cls, fields, rank, validate=False, dtype=None)", "A structured tensor of its fields.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			n, ok := py.AsInt(a[2])
			if !ok || n < 0 {
				return nil, py.ValueErrorf("rank must be a non-negative integer, got %s", py.ReprOf(a[2]))
			}
			return fromFields(t, a[1], int(n))
		})
	structuredAttrs(c)
}

func (s *structured) names() []string {
	out := make([]string, 0, len(s.fields))
	for n := range s.fields {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func (s *structured) shape() tensor.PartialShape {
	dims := []int{}
	if s.rank > 0 {
		dims = append(dims, s.nrows)
		for _, p := range s.parts {
			dims = append(dims, p.Uniform)
		}
	}
	return tensor.KnownShape(dims)
}

func (s *structured) String() string {
	parts := make([]string, 0, len(s.fields))
	for _, n := range s.names() {
		parts = append(parts, `"`+n+`": `+strings.ReplaceAll(py.StrOf(s.fields[n]), "\n", "\n            "))
	}
	return "<StructuredTensor(\n    fields={\n        " + strings.Join(parts, ",\n        ") + "},\n    shape=" +
		s.shape().String() + ")>"
}

// fromPyval turns dictionaries into structures, lists of them into structures of a rank, and
// other lists into tensors, ragged from two levels on.
func fromPyval(t *py.Thread, v py.Value) (py.Value, error) {
	if d, ok := v.(*py.Dict); ok {
		s := &structured{fields: map[string]py.Value{}}
		err := d.Each(func(k, e py.Value) error {
			name, ok := k.(string)
			if !ok {
				return py.TypeErrorf("Unexpected type for key in `fields`: %s", py.ReprOf(k))
			}
			f, err := fromPyval(t, e)
			s.fields[name] = f
			return err
		})
		return s, err
	}
	items, ok := values.ListItems(v)
	if !ok {
		return bind.Convert(t, v, tensor.Invalid)
	}
	depth, dict := dictDepth(items)
	if !dict {
		if listDepth(v) < 2 {
			return bind.Convert(t, v, tensor.Invalid)
		}
		return public.RaggedConstant.Run(t, v)
	}
	return structuredLists(t, v, depth)
}

// dictDepth is how deep lists nest before dictionaries come.
func dictDepth(items []py.Value) (int, bool) {
	for _, e := range items {
		if _, ok := e.(*py.Dict); ok {
			return 1, true
		}
		if in, ok := values.ListItems(e); ok {
			if n, ok := dictDepth(in); ok {
				return n + 1, true
			}
		}
	}
	return 0, false
}

func listDepth(v py.Value) int {
	items, ok := values.ListItems(v)
	if !ok {
		return 0
	}
	n := 0
	for _, e := range items {
		n = max(n, listDepth(e))
	}
	return n + 1
}

// structuredLists makes structures of a rank: every field gets the values of all structures.
func structuredLists(t *py.Thread, v py.Value, rank int) (py.Value, error) {
	s := &structured{fields: map[string]py.Value{}, rank: rank}
	level, _ := values.ListItems(v)
	s.nrows = len(level)
	for range rank - 1 {
		lengths := make([]int64, len(level))
		var next []py.Value
		for i, e := range level {
			in, ok := values.ListItems(e)
			if !ok {
				return nil, py.ValueErrorf("Expected a list, got %s: all structures must lie at one depth",
					py.ReprOf(e))
			}
			lengths[i] = int64(len(in))
			next = append(next, in...)
		}
		s.parts, level = append(s.parts, ragged.Lengths(lengths, tensor.Int64)), next
	}
	columns := map[string]*py.List{}
	for i, e := range level {
		d, ok := e.(*py.Dict)
		if !ok {
			return nil, py.ValueErrorf("Expected dict, got %s", py.ReprOf(e))
		}
		err := d.Each(func(k, x py.Value) error {
			name := py.StrOf(k)
			if i == 0 {
				columns[name] = py.NewList()
			} else if columns[name] == nil {
				return py.ValueErrorf("Inconsistent keys: structure %d has the key %s, the first has not", i,
					py.ReprOf(k))
			}
			columns[name].Items = append(columns[name].Items, x)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if d.Len() != len(columns) {
			return nil, py.ValueErrorf("Inconsistent keys: structure %d lacks keys that the first has", i)
		}
	}
	for name, col := range columns {
		flat, err := fromPyval(t, col)
		if err != nil {
			return nil, err
		}
		s.fields[name] = partitionField(flat, s.parts)
	}
	return s, nil
}

// partitionField puts partitions over the first dimension of a field.
func partitionField(v py.Value, parts []*ragged.Partition) py.Value {
	if len(parts) == 0 {
		return v
	}
	switch x := v.(type) {
	case *structured:
		out := &structured{fields: map[string]py.Value{}, rank: x.rank + len(parts), nrows: parts[0].NRows(),
			parts: append(append([]*ragged.Partition(nil), parts...), x.parts...)}
		for n, f := range x.fields {
			out.fields[n] = partitionField(f, parts)
		}
		return out
	case ragged.Value:
		for i := len(parts) - 1; i >= 0; i-- {
			x = &ragged.Ragged{Part: parts[i], Values: x}
		}
		return x
	}
	return v
}

// fromFields checks that the fields agree on their first dimensions.
func fromFields(t *py.Thread, v py.Value, rank int) (py.Value, error) {
	d, ok := v.(*py.Dict)
	if !ok {
		return nil, py.TypeErrorf("fields must be a dictionary, got %s", py.ReprOf(py.TypeOf(v)))
	}
	s := &structured{fields: map[string]py.Value{}, rank: rank, nrows: -1}
	err := d.Each(func(k, e py.Value) error {
		name, ok := k.(string)
		if !ok {
			return py.TypeErrorf("Unexpected type for key in `fields`: %s", py.ReprOf(k))
		}
		f := e
		if _, isS := e.(*structured); !isS {
			x, err := tfragged.RaggedValue(t, e)
			if err != nil {
				return err
			}
			f = x
		}
		s.fields[name] = f
		return s.agree(name, f)
	})
	return s, err
}

// agree takes the outer shape of the first field and checks it against the others.
func (s *structured) agree(name string, f py.Value) error {
	if s.rank == 0 {
		return nil
	}
	n, parts := 0, []*ragged.Partition(nil)
	switch x := f.(type) {
	case *structured:
		n, parts = x.nrows, x.parts
	case *ragged.Ragged:
		n, parts = x.Part.NRows(), x.Parts()
	case *tensor.Tensor:
		if x.Rank() < s.rank {
			return py.ValueErrorf("Field %q has rank %d, less than the rank %d of the structured tensor", name,
				x.Rank(), s.rank)
		}
		n = x.Shape()[0]
		rows := n
		for _, d := range x.Shape()[1:s.rank] {
			parts = append(parts, ragged.UniformRows(d, rows, tensor.Int64))
			rows *= d
		}
	}
	parts = parts[:min(len(parts), s.rank-1)]
	if s.nrows < 0 {
		s.nrows, s.parts = n, parts
		return nil
	}
	same := n == s.nrows && len(parts) == len(s.parts)
	for i := range parts {
		same = same && parts[i].Same(s.parts[i])
	}
	if !same {
		return py.ValueErrorf("Field %q does not have the outer shape of the other fields", name)
	}
	return nil
}

// pyval gives nested dictionaries and lists.
func (s *structured) pyval(t *py.Thread) (py.Value, error) {
	if s.rank == 0 {
		out := py.NewDict()
		for _, n := range s.names() {
			v, err := plainValue(t, s.fields[n])
			if err != nil {
				return nil, err
			}
			out.SetStr(n, v)
		}
		return out, nil
	}
	out := py.NewList()
	for i := range s.nrows {
		row, err := s.row(t, i)
		if err != nil {
			return nil, err
		}
		v, err := row.pyval(t)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, v)
	}
	return out, nil
}

func plainValue(t *py.Thread, v py.Value) (py.Value, error) {
	switch x := v.(type) {
	case *structured:
		return x.pyval(t)
	case *ragged.Ragged:
		return tfragged.RaggedList(t, x)
	}
	return bind.ToList(v.(*tensor.Tensor))
}

// row is structure i of the first dimension.
func (s *structured) row(t *py.Thread, i int) (*structured, error) {
	out := &structured{fields: map[string]py.Value{}, rank: s.rank - 1}
	if s.rank > 1 {
		out.nrows = s.parts[0].Len(i)
		lo, n := int(s.parts[0].Splits[i]), out.nrows
		for _, p := range s.parts[1:] {
			cut := ragged.RowRange(&ragged.Ragged{Part: p, Values: tensor.Vector(make([]bool, p.NVals()))}, lo,
				n).(*ragged.Ragged)
			out.parts = append(out.parts, cut.Part)
			lo, n = int(p.Splits[lo]), cut.Part.NVals()
		}
	}
	for name, f := range s.fields {
		switch x := f.(type) {
		case *structured:
			r, err := x.row(t, i)
			if err != nil {
				return nil, err
			}
			out.fields[name] = r
		case *ragged.Ragged:
			out.fields[name] = x.Row(i)
		case *tensor.Tensor:
			out.fields[name] = x.Row(i)
		}
	}
	return out, nil
}

// field follows a path of names.
func (s *structured) field(path []py.Value) (py.Value, error) {
	var v py.Value = s
	for _, k := range path {
		in, ok := v.(*structured)
		name, isStr := k.(string)
		if !ok || !isStr || in.fields[name] == nil {
			return nil, py.NewExc(py.KeyErrorClass,
				"Field path "+py.ReprOf(py.NewTuple(path...))+" not found in the structured tensor")
		}
		v = in.fields[name]
	}
	return v, nil
}

func pathOf(v py.Value) []py.Value {
	if items, ok := values.ListItems(v); ok {
		return items
	}
	return []py.Value{v}
}

// update sets the field at a path to a value, or to what a function makes of it.
func (s *structured) update(t *py.Thread, path []py.Value, v py.Value) (*structured, error) {
	name, ok := path[0].(string)
	if !ok {
		return nil, py.TypeErrorf("field names must be strings, got %s", py.ReprOf(path[0]))
	}
	out := &structured{fields: map[string]py.Value{}, rank: s.rank, nrows: s.nrows, parts: s.parts}
	for n, f := range s.fields {
		out.fields[n] = f
	}
	if len(path) > 1 {
		in, ok := s.fields[name].(*structured)
		if !ok {
			return nil, py.ValueErrorf("cannot create new sub-field %s if parent %s does not exist",
				py.ReprOf(py.NewTuple(path...)), py.ReprOf(path[0]))
		}
		z, err := in.update(t, path[1:], v)
		if err != nil {
			return nil, err
		}
		out.fields[name] = z
		return out, nil
	}
	if py.IsCallable(v) {
		have, ok := s.fields[name]
		if !ok {
			return nil, py.ValueErrorf("cannot update %s using a function: it does not exist", py.ReprOf(name))
		}
		z, err := py.Call(t, v, []py.Value{have}, nil)
		if err != nil {
			return nil, err
		}
		v = z
	}
	if _, isS := v.(*structured); !isS {
		x, err := tfragged.RaggedValue(t, v)
		if err != nil {
			return nil, err
		}
		v = x
	}
	check := *out
	if err := check.agree(name, v); err != nil {
		return nil, err
	}
	out.fields[name] = v
	return out, nil
}

func (s *structured) mergeDims(t *py.Thread, outer, inner int) (py.Value, error) {
	var at [2]int
	for i, n := range []int{outer, inner} {
		k, err := table.Positive(n, s.rank, []string{"outer_axis", "inner_axis"}[i])
		if err != nil {
			return nil, err
		}
		at[i] = k
	}
	if at[0] > at[1] {
		return nil, py.ValueErrorf("Expected outer_axis (%d) to be less than or equal to inner_axis (%d)", at[0], at[1])
	}
	out := &structured{fields: map[string]py.Value{}, rank: s.rank - (at[1] - at[0]), nrows: -1}
	for n, f := range s.fields {
		var z py.Value
		switch x := f.(type) {
		case *structured:
			in, err := x.mergeDims(t, at[0], at[1])
			if err != nil {
				return nil, err
			}
			z = in
		case ragged.Value:
			z = ragged.MergeDims(x, at[0], at[1])
		}
		out.fields[n] = z
		if err := out.agree(n, z); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func structuredAttrs(c *py.Class) {
	self := func(v py.Value) *structured { return v.(*structured) }
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) { return self(v).String(), nil }
	prop := func(name, doc string, f func(s *structured) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(self(v)), nil })
	}
	prop("rank", "The number of dimensions of the structures.", func(s *structured) py.Value { return int64(s.rank) })
	prop("shape", "The shape of the structures.",
		func(s *structured) py.Value { return &bind.Shape{PartialShape: s.shape()} })
	prop("row_partitions", "The partitions of the structures.", func(s *structured) py.Value {
		out := py.NewTuple()
		for _, p := range s.parts {
			out.Items = append(out.Items, p)
		}
		return out
	})
	def := func(sig, doc string, f func(t *py.Thread, s *structured, a []py.Value) (py.Value, error)) {
		c.Def(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) { return f(t, self(a[0]), a[1:]) })
	}
	def("nrows(self)", "The number of rows, None for one structure.",
		func(_ *py.Thread, s *structured, _ []py.Value) (py.Value, error) {
			if s.rank == 0 {
				return py.None, nil
			}
			return tensor.Scalar(int64(s.nrows)), nil
		})
	def(
		"field_names(self)",
		"The names of the fields.",
		func(_ *py.Thread, s *structured, _ []py.Value) (py.Value, error) {
			out := py.NewTuple()
			for _, n := range s.names() {
				out.Items = append(out.Items, n)
			}
			return out, nil
		},
	)
	def("field_value(self, field_name)", "The values of a field, or of a path of fields.",
		func(_ *py.Thread, s *structured, a []py.Value) (py.Value, error) { return s.field(pathOf(a[0])) })
	def("to_pyval(self)", "Nested dictionaries and lists.", func(t *py.Thread, s *structured, _ []py.Value) (py.Value,
		error) {
		return s.pyval(t)
	})
	def("merge_dims(self, outer_axis, inner_axis)", "One dimension made of several.",
		func(t *py.Thread, s *structured, a []py.Value) (py.Value, error) {
			x, _ := py.AsInt(a[0])
			y, _ := py.AsInt(a[1])
			return s.mergeDims(t, int(x), int(y))
		})
	def("partition_outer_dimension(self, row_partition)", "The first dimension in rows.",
		func(_ *py.Thread, s *structured, a []py.Value) (py.Value, error) {
			p, ok := a[0].(*ragged.Partition)
			if !ok {
				return nil, py.TypeErrorf("row_partition must be a RowPartition.")
			}
			if s.rank == 0 {
				return nil, py.ValueErrorf("Shape () must have rank at least 1")
			}
			if p.NVals() != s.nrows {
				return nil, py.ValueErrorf(
					"row_partition has %d values but the structured tensor has %d rows",
					p.NVals(),
					s.nrows,
				)
			}
			return partitionField(s, []*ragged.Partition{p}), nil
		})
	def("with_updates(self, updates, validate=False)", "A copy with other or more fields.",
		func(t *py.Thread, s *structured, a []py.Value) (py.Value, error) {
			d, ok := a[0].(*py.Dict)
			if !ok {
				return nil, py.TypeErrorf("updates must be a dictionary, got %s", py.ReprOf(a[0]))
			}
			err := d.Each(func(k, v py.Value) error {
				z, err := s.update(t, pathOf(k), v)
				s = z
				return err
			})
			return s, err
		})
	def("promote(self, source_path, new_name)", "A field of a field as a field, its dimensions merged.",
		func(t *py.Thread, s *structured, a []py.Value) (py.Value, error) {
			path := pathOf(a[0])
			if _, ok := a[1].(string); !ok || len(path) < 2 {
				return nil, py.ValueErrorf("source_path must have length at least 2 and new_name must be a string")
			}
			v, err := s.field(path)
			if err != nil {
				return nil, err
			}
			at, err := s.field(path[:len(path)-2])
			if err != nil {
				return nil, err
			}
			r := at.(*structured).rank
			if in, ok := v.(*structured); ok {
				z, err := in.mergeDims(t, r, r+1)
				if err != nil {
					return nil, err
				}
				v = z
			} else if x := v.(ragged.Value); ragged.NDims(x) > r+1 {
				v = ragged.MergeDims(x, r, r+1)
			}
			return s.update(t, append(append([]py.Value(nil), path[:len(path)-2]...), a[1]), v)
		})
	c.GetItem = func(t *py.Thread, v, key py.Value) (py.Value, error) {
		keys := []py.Value{key}
		if items, ok := values.ListItems(key); ok {
			keys = items
		}
		return self(v).index(t, keys)
	}
}

// index applies keys: numbers and slices to the dimensions, then names of fields.
func (s *structured) index(t *py.Thread, keys []py.Value) (py.Value, error) {
	if len(keys) == 0 {
		return s, nil
	}
	if s.rank == 0 {
		f, err := s.field(keys[:1])
		if err != nil || len(keys) == 1 {
			return f, err
		}
		return py.GetItem(t, f, py.NewTuple(keys[1:]...))
	}
	if k, ok := keys[0].(*py.Slice); ok {
		start, step, n, err := k.Indices(s.nrows)
		if err != nil {
			return nil, err
		}
		at := make([]int64, n)
		for i := range at {
			at[i] = int64(start + i*step)
		}
		z, err := s.take(t, at)
		if err != nil || len(keys) == 1 {
			return z, err
		}
		return z.field(keys[1:])
	}
	i, ok := values.IntKey(keys[0])
	if !ok {
		return nil, py.TypeErrorf("the first %d keys index the dimensions of the structured tensor, got %s", s.rank,
			py.ReprOf(keys[0]))
	}
	if i < 0 {
		i += int64(s.nrows)
	}
	if i < 0 || i >= int64(s.nrows) {
		return nil, py.IndexErrorf("index %d is out of bounds for %d rows", i, s.nrows)
	}
	z, err := s.row(t, int(i))
	if err != nil {
		return nil, err
	}
	return z.index(t, keys[1:])
}

// take gathers rows of all fields.
func (s *structured) take(t *py.Thread, at []int64) (*structured, error) {
	out := &structured{fields: map[string]py.Value{}, rank: s.rank, nrows: -1}
	for n, f := range s.fields {
		var z py.Value
		var err error
		switch x := f.(type) {
		case *structured:
			z, err = x.take(t, at)
		case ragged.Value:
			z, err = ragged.GatherRows(t.Ctx, x, at)
		}
		if err != nil {
			return nil, err
		}
		out.fields[n] = z
		if err := out.agree(n, z); err != nil {
			return nil, err
		}
	}
	return out, nil
}
