package op

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Losses and readings of connectionist temporal classification. Inputs are logits [times, batch, classes]; the losses
// give their gradient as a second output.

var (
	CTCLoss = define(Def{Name: "CTCLoss", Eval: evalCTCLoss, Infer: inferCTCLoss, Grad: gradCTC})
	// CTCDense is the loss of dense labels as tf.nn.ctc_loss defines it, a kernel of tfs's own: where the frames are too
	// few for the labels it is large and not infinite.
	CTCDense = own("CTCDense;inputs:T, labels:int64, label_length:int64, logit_length:int64 -> loss:T, gradient:T;"+
		"blank_index:int;T:type,default=DT_FLOAT,allowed=[1,2]",
		Def{Eval: evalCTCDense, Infer: inferCTCLoss, Grad: gradCTC})
	CTCGreedyDecoder = define(Def{Name: "CTCGreedyDecoder", Eval: evalCTCGreedy, Infer: func(s *Shapes) {
		x, lengths := s.NeedRank(0, 3), s.NeedRank(1, 1)
		batch := -1
		if s.err == nil {
			batch = s.merge(x.Dims[1], lengths.Dims[0])
		}
		s.Is(known(-1, 2), known(-1), known(2), known(batch, 1))
	}})
	CTCBeamSearchDecoder = define(Def{Name: "CTCBeamSearchDecoder", Eval: evalCTCBeams, Infer: func(s *Shapes) {
		x, lengths := s.NeedRank(0, 3), s.NeedRank(1, 1)
		batch := -1
		if s.err == nil {
			batch = s.merge(x.Dims[1], lengths.Dims[0])
		}
		paths := s.Node.Int("top_paths")
		var out []tensor.PartialShape
		for _, p := range []tensor.PartialShape{known(-1, 2), known(-1), known(2)} {
			for range paths {
				out = append(out, p)
			}
		}
		s.Is(append(out, known(batch, paths))...)
	}})
)

func inferCTCLoss(s *Shapes) {
	x := s.NeedRank(0, 3)
	if s.err != nil {
		return
	}
	s.Is(known(x.Dims[1]), x)
}

// gradCTC is the gradient by the logits. That of the gradient is none, as in TensorFlow.
func gradCTC(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	if dy[0] != nil {
		out[0] = b.Mul(b.One(Reshape, dy[0], tensor.Ints32(1, -1, 1)), n.Out[1])
	}
	return out
}

// frames is logits [times, batch, classes] taken apart by rows of the batch.
type frames struct {
	x                     *tensor.Tensor
	times, batch, classes int
	lengths               []int
}

// readFrames reads logits and how many frames of each row count.
func readFrames(x, lengths *tensor.Tensor, told string) (*frames, error) {
	if x.Rank() != 3 {
		return nil, tensor.Errorf("inputs is not a 3-Tensor")
	}
	s := x.Shape()
	f := &frames{x: x, times: s[0], batch: s[1], classes: s[2], lengths: lengths.Ints()}
	if lengths.Rank() != 1 {
		return nil, tensor.Errorf("sequence_length is not a vector")
	}
	if len(f.lengths) != f.batch {
		return nil, tensor.Failf(tensor.FailedPrecondition, "len(sequence_length) != batch_size.  len(sequence_length):  %d batch_size: %d",
			len(f.lengths), f.batch)
	}
	if f.classes == 0 {
		return nil, tensor.Errorf("num_classes must be positive")
	}
	for i, n := range f.lengths {
		if n < 0 || n > f.times {
			return nil, tensor.Errorf(told, i, f.times)
		}
	}
	return f, nil
}

// row is the logits of the frames of one row that count.
func (f *frames) row(b int) []float64 {
	out := make([]float64, 0, f.lengths[b]*f.classes)
	for t := range f.lengths[b] {
		for k := range f.classes {
			out = append(out, f.x.Float((t*f.batch+b)*f.classes+k))
		}
	}
	return out
}

// losses gives the losses of the rows and their gradients; of makes the loss of a row, nil for none.
func (f *frames) losses(x *Exec, n *Node, of func(b int) *tensor.CTC) error {
	loss, err := tensor.Make[float64](f.batch)
	if err != nil {
		return err
	}
	grad, err := tensor.Make[float64](f.x.Len())
	if err != nil {
		return err
	}
	for b := range f.batch {
		c := of(b)
		if c == nil || f.lengths[b] == 0 {
			continue
		}
		if err := x.Ctx.Err(); err != nil {
			return err
		}
		own := make([]float64, f.lengths[b]*f.classes)
		loss[b] = c.Loss(f.row(b), own, f.lengths[b], f.classes)
		for t := range f.lengths[b] {
			copy(grad[(t*f.batch+b)*f.classes:], own[t*f.classes:(t+1)*f.classes])
		}
	}
	a, err := tensor.Cast(x.Ctx, tensor.Vector(loss), f.x.DType())
	if err != nil {
		return err
	}
	g, err := tensor.Cast(x.Ctx, tensor.FromSlice(f.x.Shape(), grad), f.x.DType())
	if err != nil {
		return err
	}
	return n.Give(a, g)
}

func evalCTCLoss(x *Exec, n *Node) error {
	f, err := readFrames(n.T(0), n.T(3), "sequence_length(%d) <= %d")
	if err != nil {
		return err
	}
	at, values := n.T(1), n.T(2)
	if at.Rank() != 2 || values.Rank() != 1 {
		return tensor.Errorf("labels_indices is not a matrix, or labels_values is not a vector")
	}
	if at.Shape()[0] != values.Len() || at.Shape()[1] != 2 {
		return tensor.Errorf("labels_indices and labels_values must contain the same number of rows, but saw shapes: %s vs. %s",
			tensor.ShapeString(at.Shape()), tensor.ShapeString(values.Shape()))
	}
	given := make([][]int, f.batch)
	for i := range values.Len() {
		b := int(at.Int(2 * i))
		if b < 0 || b >= f.batch {
			return tensor.Errorf("labels batch index must be between 0 and %d but saw: %d", f.batch, b)
		}
		given[b] = append(given[b], int(values.Int(i)))
	}
	longer := n.Bool("ignore_longer_outputs_than_inputs")
	for b, v := range given {
		if given[b], err = ctcLabels(b, v, f.classes, n.Bool("preprocess_collapse_repeated")); err != nil {
			return err
		}
		if !longer && len(v) > f.lengths[b] {
			return tensor.Errorf("Not enough time for target transition sequence (required: %d, available: %d)%dYou can "+
				"turn this error into a warning by using the flag ignore_longer_outputs_than_inputs", len(v), f.lengths[b], b)
		}
	}
	return f.losses(x, n, func(b int) *tensor.CTC {
		if len(given[b]) > f.lengths[b] {
			return nil
		}
		return &tensor.CTC{Labels: given[b], Blank: f.classes - 1, Merged: n.Bool("ctc_merge_repeated"), Never: math.Inf(-1)}
	})
}

// ctcLabels checks the labels of a row: those from the blank on pad it.
func ctcLabels(b int, given []int, classes int, collapse bool) ([]int, error) {
	var out []int
	for i, v := range given {
		switch {
		case collapse && i > 0 && v == given[i-1]:
		case v < 0:
			return nil, tensor.Errorf("All labels must be nonnegative integers, batch: %d labels: %s", b, commas(given))
		case v >= classes-1:
			for _, w := range given[i:] {
				if w < classes-1 {
					return nil, tensor.Errorf("Saw a non-null label (index >= num_classes - 1) following a null label, batch: %d "+
						"num_classes: %d labels: %s labels seen so far: %s", b, classes, commas(given), commas(out))
				}
			}
			return out, nil
		default:
			out = append(out, v)
		}
	}
	return out, nil
}

func evalCTCDense(x *Exec, n *Node) error {
	labels, lengths, blank := n.T(1), n.T(2), n.Int("blank_index")
	f, err := readFrames(n.T(0), n.T(3), "logit_length(%d) <= %d")
	if err != nil {
		return err
	}
	if labels.Rank() != 2 || labels.Shape()[0] != f.batch || lengths.Rank() != 1 || lengths.Len() != f.batch {
		return tensor.Errorf(
			"labels must be [batch, max_label_length] and label_length [batch] for a batch of %d, got %s and %s",
			f.batch, tensor.ShapeString(labels.Shape()), tensor.ShapeString(lengths.Shape()))
	}
	if blank < 0 {
		blank += f.classes
	}
	if blank < 0 || blank >= f.classes {
		return tensor.Errorf("blank_index %d is not a class of %d", n.Int("blank_index"), f.classes)
	}
	wide := labels.Shape()[1]
	given := make([][]int, f.batch)
	for b := range given {
		for i := range min(int(lengths.Int(b)), wide) {
			v := int(labels.Int(b*wide + i))
			if v < 0 || v >= f.classes {
				return tensor.Errorf("label %d of batch %d is not a class of %d", v, b, f.classes)
			}
			if v == blank && blank > 0 {
				v-- // classes before the blank are moved behind it, and a label that is the blank's own is not
			}
			given[b] = append(given[b], v)
		}
	}
	// TensorFlow's logarithm of what cannot be.
	const never = -707
	return f.losses(x, n, func(b int) *tensor.CTC {
		return &tensor.CTC{Labels: given[b], Blank: blank, Merged: true, Never: never}
	})
}

// giveReadings gives readings [paths][batch] as the parts of sparse tensors, then the numbers that tell of them.
func (f *frames) giveReadings(x *Exec, n *Node, paths [][][]int64, told []float64) error {
	var out []*tensor.Tensor
	shapes := make([]*tensor.Tensor, len(paths))
	values := make([]*tensor.Tensor, len(paths))
	for p, rows := range paths {
		var at, v []int64
		widest := 0
		for b, row := range rows {
			widest = max(widest, len(row))
			for i, k := range row {
				at, v = append(at, int64(b), int64(i)), append(v, k)
			}
		}
		out = append(out, tensor.FromSlice([]int{len(v), 2}, at))
		values[p] = tensor.FromSlice([]int{len(v)}, v)
		shapes[p] = tensor.Vector([]int64{int64(f.batch), int64(widest)})
	}
	odds, err := tensor.Cast(x.Ctx, tensor.FromSlice([]int{f.batch, len(told) / max(f.batch, 1)}, told), f.x.DType())
	if err != nil {
		return err
	}
	return n.Give(append(append(append(out, values...), shapes...), odds)...)
}

// readDecoded reads what a decoder takes: a negative length is an empty sequence.
func readDecoded(x, lengths *tensor.Tensor) (*frames, error) {
	n := make([]int32, lengths.Len())
	for i, v := range lengths.Ints() {
		n[i] = int32(max(v, 0))
	}
	f, err := readFrames(x, tensor.FromSlice(lengths.Shape(), n), "sequence_length(%d) <= %d")
	if e, ok := err.(*tensor.Error); ok && strings.HasPrefix(e.Msg, "sequence_length(") {
		return nil, tensor.Failf(tensor.FailedPrecondition, "%s", e.Msg)
	}
	return f, err
}

func evalCTCGreedy(x *Exec, n *Node) error {
	f, err := readDecoded(n.T(0), n.T(1))
	if err != nil {
		return err
	}
	blank := n.Int("blank_index")
	if blank < 0 {
		blank += f.classes
	}
	if blank < 0 || blank >= f.classes {
		return tensor.Errorf("blank_index expected to be between %d and %d but was %d", -f.classes, f.classes-1,
			n.Int("blank_index"))
	}
	rows, told := make([][]int64, f.batch), make([]float64, f.batch)
	for b := range rows {
		rows[b], told[b] = tensor.CTCGreedy(f.row(b), f.lengths[b], f.classes, blank, n.Bool("merge_repeated"))
	}
	return f.giveReadings(x, n, [][][]int64{rows}, told)
}

func evalCTCBeams(x *Exec, n *Node) error {
	f, err := readDecoded(n.T(0), n.T(1))
	if err != nil {
		return err
	}
	width, top := n.Int("beam_width"), n.Int("top_paths")
	if top > width {
		return tensor.Errorf("requested more paths than the beam width.")
	}
	paths, told := make([][][]int64, top), make([]float64, f.batch*top)
	for p := range paths {
		paths[p] = make([][]int64, f.batch)
	}
	for b := range f.batch {
		if err := x.Ctx.Err(); err != nil {
			return err
		}
		found := tensor.CTCBeams(f.row(b), f.lengths[b], f.classes, width, n.Bool("merge_repeated"))
		if len(found) < top {
			return tensor.Errorf("Less leaves in the beam search than requested.")
		}
		for p := range top {
			paths[p][b], told[b*top+p] = found[p].Labels, found[p].Log
		}
	}
	return f.giveReadings(x, n, paths, told)
}
