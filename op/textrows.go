package op

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

// Kernels that join strings and cut them into rows, computed by package text. None has a gradient.

// StringJoin joins strings element by element; scalars go with every element.
var StringJoin = define(Def{Name: "StringJoin", Eval: func(x *Exec, n *Node) error {
	in := make([]ragged.Value, len(n.In))
	for i := range in {
		in[i] = n.T(i)
	}
	z, err := text.Join(x.Ctx, n.Str("separator"), in...)
	if err != nil {
		return err
	}
	return n.one(z.(*tensor.Tensor), nil)
}, Infer: func(s *Shapes) {
	out, scalars := unknown(), true
	for i := range s.Node.In {
		p := s.In(i)
		if p.UnknownRank {
			scalars = false
		}
		if p.UnknownRank || len(p.Dims) == 0 {
			continue
		}
		scalars = false
		out = s.mergeShapes(out, p)
	}
	if scalars {
		out = known()
	}
	s.Is(out)
}})

// mergeShapes puts together what two sources know of one shape, or fails as TensorFlow does.
func (s *Shapes) mergeShapes(a, b tensor.PartialShape) tensor.PartialShape {
	if out, ok := a.Merge(b); ok {
		return out
	}
	if len(a.Dims) != len(b.Dims) {
		s.Fail("Shapes must be equal rank, but are %d and %d", len(a.Dims), len(b.Dims))
		return unknown()
	}
	for i := range a.Dims {
		if x, y := a.Dims[i], b.Dims[i]; x >= 0 && y >= 0 && x != y {
			s.Fail("Dimension %d in both shapes must be equal, but are %d and %d. Shapes are %s and %s.",
				i, x, y, shapeText(a), shapeText(b))
		}
	}
	return unknown()
}

// ReduceJoin joins the strings along axes.
var ReduceJoin = define(Def{Name: "ReduceJoin", Infer: reduced, Eval: func(x *Exec, n *Node) error {
	axes := n.T(1).Ints()
	if len(axes) == 0 {
		return n.one(n.T(0), nil)
	}
	return n.one(text.ReduceJoin(x.Ctx, n.T(0), axes, n.Bool("keep_dims"), n.Str("separator")))
}})

// UnsortedSegmentJoin joins the strings of each segment.
var UnsortedSegmentJoin = define(Def{Name: "UnsortedSegmentJoin", Eval: func(x *Exec, n *Node) error {
	t, ids, num := n.T(0), n.T(1), n.T(2)
	if num.Rank() != 0 {
		return tensor.Errorf("Number of segments must be a scalar")
	}
	count := int(num.Int(0))
	if count < 0 {
		return tensor.Errorf("Number of segments must be non-negative but got %d", count)
	}
	if ids.Rank() == 0 {
		return tensor.Errorf("segment_ids cannot be a scalar")
	}
	if ids.Rank() > t.Rank() {
		return tensor.Errorf("The rank of segment_ids is greater than the rank of inputs")
	}
	for i, d := range ids.Shape() {
		if d != t.Shape()[i] {
			return tensor.Errorf("Segment dimension is %d while input dimension is %d in rank %d",
				d, t.Rank(), i) // TensorFlow says the rank
		}
	}
	for i := range ids.Len() {
		if id := ids.Int(i); id < 0 || id >= int64(count) {
			return tensor.Errorf("segment_ids are not allowed to exceed num_segments or to have negative values.")
		}
	}
	return n.one(text.SegmentJoin(x.Ctx, t, ids, count, n.Str("separator")))
}, Infer: func(s *Shapes) { s.Is(s.unsortedSegments()) }})

// unsortedSegments is the shape of a fold of inputs (data, segment_ids, num_segments).
func (s *Shapes) unsortedSegments() tensor.PartialShape {
	in, ids := s.In(0), s.In(1)
	s.NeedRank(2, 0)
	if in.UnknownRank || ids.UnknownRank {
		return unknown()
	}
	if len(ids.Dims) > len(in.Dims) {
		s.Fail("Shape must be at least rank %d but is rank %d", len(ids.Dims), len(in.Dims))
		return unknown()
	}
	for i, d := range ids.Dims {
		if s.err == nil {
			s.merge(in.Dims[i], d)
		}
	}
	return join([]int{s.Size(2)}, in.Dims[len(ids.Dims):])
}

// The splits of a vector of strings give the positions, the values and the dense shape of a sparse tensor.
var (
	StringSplitV2 = define(Def{Name: "StringSplitV2", Infer: inferSplit, Eval: func(x *Exec, n *Node) error {
		if err := n.splitArgs("sep"); err != nil {
			return err
		}
		return n.splitRows(text.Split(x.Ctx, n.T(0), n.T(1).Str(0), n.Int("maxsplit")))
	}})
	StringSplit = define(Def{Name: "StringSplit", Infer: inferSplit, Eval: func(x *Exec, n *Node) error {
		if err := n.splitArgs("delimiter"); err != nil {
			return err
		}
		return n.splitRows(text.SplitAny(x.Ctx, n.T(0), n.T(1).Str(0), n.Bool("skip_empty")))
	}})
)

func (n *Node) splitArgs(name string) error {
	if t := n.T(0); t.Rank() != 1 {
		return tensor.Errorf("input must be a vector, got shape: %s", tensor.ShapeString(t.Shape()))
	}
	if t := n.T(1); t.Rank() != 0 {
		return tensor.Errorf("%s must be a scalar, got shape: %s", name, tensor.ShapeString(t.Shape()))
	}
	return nil
}

func (n *Node) splitRows(r *ragged.Ragged, err error) error {
	if err != nil {
		return err
	}
	rows, offsets := r.Part.ValueRowIDs(), r.Part.Offsets()
	idx, err := tensor.Make[int64](2 * len(rows))
	if err != nil {
		return err
	}
	for i := range rows {
		idx[2*i], idx[2*i+1] = rows[i], offsets[i]
	}
	return n.Give(tensor.FromSlice([]int{len(rows), 2}, idx), r.Flat(),
		tensor.Vector([]int64{int64(r.Part.NRows()), int64(r.Part.MaxLen())}))
}

func inferSplit(s *Shapes) {
	s.NeedRank(0, 1)
	s.NeedRank(1, 0)
	s.Is(known(-1, 2), known(-1), known(2))
}

// StringNGrams makes the n-grams of rows.
var StringNGrams = define(Def{Name: "StringNGrams", Eval: func(x *Exec, n *Node) error {
	data, st := n.T(0), n.T(1)
	o := text.NGramOptions{Widths: n.Ints("ngram_widths"), Sep: n.Str("separator"), Left: n.Str("left_pad"),
		Right: n.Str("right_pad"),
		Pad:   n.Int("pad_width"), Short: n.Bool("preserve_short_sequences")}
	for _, w := range o.Widths {
		if w < 1 {
			return tensor.Errorf("ngram_widths must contain positive values")
		}
	}
	splits, err := n.gramSplits(data.Len(), st)
	if err != nil {
		return err
	}
	if data.Len() == 0 { // no data at all: no padding either
		empty, err := tensor.New(st.DType(), st.Shape())
		if err != nil {
			return err
		}
		return n.Give(tensor.FromStrings([]int{0}, nil), empty)
	}
	z, err := text.NGrams(x.Ctx, &ragged.Ragged{Part: ragged.Of(splits, st.DType()),
		Values: data.WithShape([]int{data.Len()})}, o)
	if err != nil {
		return err
	}
	r := z.(*ragged.Ragged)
	return n.Give(r.Flat(), r.Part.Tensor(r.Part.Splits))
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 1)
	s.Is(known(-1), s.NeedRank(1, 1))
}})

// gramSplits reads the splits of a kernel, which must rise from 0 to the number of values.
func (n *Node) gramSplits(size int, st *tensor.Tensor) ([]int64, error) {
	if st.Len() == 0 {
		return nil, tensor.Errorf("Missing data_splits.")
	}
	splits, err := tensor.Make[int64](st.Len())
	if err != nil {
		return nil, err
	}
	last := int64(0)
	for i := range splits {
		splits[i] = st.Int(i)
		switch {
		case i == 0 && splits[0] != 0:
			return nil, tensor.Errorf("First split value must be 0, got %d", splits[0])
		case splits[i] < last || splits[i] > int64(size):
			return nil, tensor.Errorf("Invalid split value %d, must be in [%d, %d]", splits[i], last, size)
		}
		last = splits[i]
	}
	if last != int64(size) {
		return nil, tensor.Errorf("Last split value must be data size. Expected %d, got %d", size, last)
	}
	return splits, nil
}

// StringFormat fills a template with tensors as they print.
var StringFormat = define(Def{Name: "StringFormat", Infer: scalar, Eval: func(x *Exec, n *Node) error {
	words := make([]string, len(n.In))
	for i := range words {
		var err error
		if words[i], err = printer.PrintText(x.Ctx, n.T(i), n.Int("summarize")); err != nil {
			return err
		}
	}
	if k := text.Holes(n.Str("template"), n.Str("placeholder")); k != len(words) {
		return tensor.Errorf("num placeholders in template and num inputs must match: %d vs. %d", k, len(words))
	}
	s, err := text.Format(n.Str("template"), n.Str("placeholder"), words)
	return n.one(tensor.StringScalar(s), err)
}})

// DecodeCSV cuts records into fields, a tensor for each column.
var DecodeCSV = define(Def{Name: "DecodeCSV", Eval: func(x *Exec, n *Node) error {
	cols, delim := n.Ints("select_cols"), n.Str("field_delim")
	defaults := n.Ts(n.In[1:])
	switch {
	case len(delim) != 1:
		return tensor.Errorf("field_delim should be only 1 char")
	case len(cols) > 0 && len(cols) != len(defaults):
		return tensor.Errorf("select_cols should match output size")
	}
	for i, k := range cols {
		if k < 0 {
			return tensor.Errorf("select_cols should be non-negative indices")
		}
		if i > 0 && k <= cols[i-1] {
			return tensor.Errorf("select_cols should be strictly increasing indices")
		}
	}
	if len(cols) == 0 {
		cols = nil
	}
	o := text.CSV{Delim: delim[0], Quotes: n.Bool("use_quote_delim"), NA: n.Str("na_value"), Select: cols}
	out, err := text.DecodeCSV(x.Ctx, n.T(0), defaults, o)
	if err != nil {
		return err
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	for i := range s.Node.In[1:] {
		p := s.In(i + 1)
		if len(p.Dims) > 1 {
			s.Fail("Shape must be at most rank 1 but is rank %d", len(p.Dims))
		}
		if !p.UnknownRank && len(p.Dims) == 1 && p.Dims[0] > 1 {
			s.Fail("Shape of a default must be a length-0 or length-1 vector, or a scalar.")
		}
	}
	s.Is(s.In(0))
}})

// The code points of strings, a row for each string.
var (
	UnicodeDecode = define(Def{Name: "UnicodeDecode", Infer: inferDecode, Eval: func(x *Exec, n *Node) error {
		points, _, err := n.codePoints(x.Ctx)
		if err != nil {
			return err
		}
		return n.Give(points.Part.Tensor(points.Part.Splits), points.Flat())
	}})
	UnicodeDecodeWithOffsets = define(Def{Name: "UnicodeDecodeWithOffsets",
		Infer: inferDecode, Eval: func(x *Exec, n *Node) error {
			points, offsets, err := n.codePoints(x.Ctx)
			if err != nil {
				return err
			}
			return n.Give(points.Part.Tensor(points.Part.Splits), points.Flat(), offsets.Flat())
		}})
)

func (n *Node) codePoints(ctx context.Context) (points, offsets *ragged.Ragged, err error) {
	t := n.T(0)
	points, offsets, err = text.DecodeUnicode(ctx, t.WithShape([]int{t.Len()}), n.Str("input_encoding"), n.faults())
	if err != nil {
		return nil, nil, err
	}
	return points.WithDType(n.Type("Tsplits")), offsets, nil
}

func inferDecode(s *Shapes) {
	rows := -1
	if p := s.In(0); p.FullyDefined() {
		if n, err := tensor.Count(p.Dims); err == nil {
			rows = n + 1
		}
	}
	s.Is(known(rows), known(-1), known(-1))
}

// UnicodeEncode joins the code points of each row to a string.
var UnicodeEncode = define(Def{Name: "UnicodeEncode", Eval: func(x *Exec, n *Node) error {
	v, st := n.T(0), n.T(1)
	splits, err := encodeSplits(v, st)
	if err != nil {
		return err
	}
	z, err := text.EncodeUnicode(x.Ctx, &ragged.Ragged{Part: ragged.Of(splits, tensor.Int64), Values: v},
		n.Str("output_encoding"), n.faults())
	if err != nil {
		return err
	}
	return n.one(z.(*tensor.Tensor), nil)
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 1)
	rows := s.NeedRank(1, 1).Dims[0]
	s.Is(known(max(rows-1, -1)))
}})

func encodeSplits(v, st *tensor.Tensor) ([]int64, error) {
	switch {
	case v.Rank() != 1 || st.Rank() != 1:
		return nil, tensor.Errorf("Both the input_tensor and input_splits should be of rank 1. ")
	case st.Len() == 0:
		return nil, tensor.Errorf("Input_splits should contain elements, but given input_values has 0 elements")
	}
	splits, err := tensor.Make[int64](st.Len())
	if err != nil {
		return nil, err
	}
	for i := range splits {
		splits[i] = st.Int(i)
	}
	switch {
	case splits[0] != 0:
		return nil, tensor.Errorf("First value in input_splits must be zero.")
	case splits[len(splits)-1] != int64(v.Len()):
		return nil, tensor.Errorf("Last value in input_splits must be equal to length of input_tensor.")
	case !slices.IsSorted(splits):
		return nil, tensor.Errorf("Values in input_splits must be equal or in ascending order.")
	}
	return splits, nil
}
