package op

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// sample is one call of a kernel with inputs of float64 where it takes floats.
type sample struct {
	name string
	at   Attrs
	in   []Value
	sym  bool // symmetric matrices, of which one triangle counts: both move together
	vary bool // the shapes of the outputs depend on values: inference may not know them
}

func f64(shape []int, v ...float64) Value { return tensor.FromSlice(shape, v) }
func i32(v ...int) Value                  { return tensor.Ints32(v...) }
func one32(v int32) Value                 { return tensor.Scalar(v) }

// ramp is 1/16 .. 13/16 in an order of its own.
func ramp(j int, shape ...int) Value {
	n := 1
	for _, d := range shape {
		n *= d
	}
	out := make([]float64, n)
	for k := range out {
		out[k] = float64((7*k+3*j)%13+1)/16 + 0.01*float64(j+1)
	}
	return tensor.FromSlice(shape, out)
}

var matrix34 = ramp(0, 3, 4)

// samples are calls of every kernel that is neither unary nor binary elementwise; those are sampled by
// their rows.
var samples = []sample{
	{name: "Sum", in: []Value{matrix34, i32(1)}},
	{name: "Sum", at: Attrs{{"keep_dims", true}}, in: []Value{matrix34, i32(0, -1)}},
	{name: "Mean", in: []Value{matrix34, i32(0)}},
	{name: "Prod", in: []Value{matrix34, i32(0)}},
	{name: "Prod", in: []Value{matrix34, i32(0, 1)}},
	{name: "Max", in: []Value{matrix34, i32(1)}},
	{name: "Min", in: []Value{matrix34, i32(0)}},
	{name: "EuclideanNorm", in: []Value{matrix34, i32(1)}},
	{name: "All", in: []Value{tensor.Vector([]bool{true, false}), i32(0)}},
	{name: "Any", in: []Value{tensor.Vector([]bool{true, false}), i32(0)}},
	{name: "ArgMax", in: []Value{matrix34, one32(1)}},
	{name: "ArgMin", in: []Value{matrix34, one32(0)}},
	{name: "Cumsum", in: []Value{matrix34, one32(1)}},
	{name: "Cumsum", at: Attrs{{"exclusive", true}, {"reverse", true}}, in: []Value{matrix34, one32(0)}},
	{name: "Cumprod", in: []Value{matrix34, one32(1)}},
	{name: "Reshape", in: []Value{matrix34, i32(2, -1)}},
	{name: "ExpandDims", in: []Value{matrix34, one32(1)}},
	{name: "Squeeze", in: []Value{ramp(0, 1, 3, 1)}},
	{name: "Squeeze", at: Attrs{{"squeeze_dims", []int{0}}}, in: []Value{ramp(0, 1, 3, 1)}},
	{name: "Shape", in: []Value{matrix34}}, {name: "Rank", in: []Value{matrix34}}, {name: "Size", in: []Value{matrix34}},
	{name: "ShapeN", in: []Value{matrix34, ramp(0, 2)}},
	{name: "BroadcastArgs", in: []Value{i32(1, 3), i32(2, 1)}},
	{name: "BroadcastGradientArgs", in: []Value{i32(1, 3), i32(2, 1)}, vary: true},
	{name: "Identity", in: []Value{matrix34}}, {name: "StopGradient", in: []Value{matrix34}},
	{name: "Snapshot", in: []Value{matrix34}},
	{name: "PreventGradient", in: []Value{matrix34}},
	{name: "IdentityN", in: []Value{matrix34, i32(1)}},
	{name: "AdjustContrastv2", in: []Value{tensor.FromSlice([]int{1, 2, 3}, []float32{1, 2, 3, 4, 5, 6}),
		tensor.Scalar(float32(2))}},
	{name: "EnsureShape", at: Attrs{{"shape", known(3, -1)}}, in: []Value{matrix34}},
	{name: "Fill", in: []Value{i32(2, 3), f64(nil, 1.5)}},
	{name: "Range", in: []Value{one32(1), one32(9), one32(3)}},
	{name: "ZerosLike", in: []Value{matrix34}}, {name: "OnesLike", in: []Value{matrix34}},
	{name: "Cast", at: Attrs{{"DstT", tensor.Float32}}, in: []Value{matrix34}},
	{name: "Bitcast", at: Attrs{{"type", tensor.Int32}}, in: []Value{matrix34}},
	{name: "Complex", at: Attrs{{"Tout", tensor.Complex128}}, in: []Value{ramp(0, 2, 1), ramp(1, 3)}},
	{name: "SelectV2", in: []Value{tensor.Vector([]bool{true, false, true}), ramp(0, 2, 3), ramp(1, 3)}},
	{name: "Select", in: []Value{tensor.Vector([]bool{true, false}), ramp(0, 2, 3), ramp(1, 2, 3)}},
	{name: "Where", in: []Value{tensor.Vector([]bool{true, false})}, vary: true},
	{name: "BroadcastTo", in: []Value{ramp(0, 3, 1), i32(2, 3, 4)}},
	{name: "Transpose", in: []Value{ramp(0, 2, 3, 4), i32(2, 0, 1)}},
	{name: "InvertPermutation", in: []Value{i32(2, 0, 1)}},
	{name: "Tile", in: []Value{matrix34, i32(2, 3)}},
	{name: "ConcatV2", in: []Value{ramp(0, 2, 3), ramp(1, 1, 3), one32(0)}},
	{name: "ConcatV2", in: []Value{ramp(0, 2, 3), ramp(1, 2, 1), one32(-1)}},
	{name: "Pack", at: Attrs{{"axis", 1}}, in: []Value{ramp(0, 2, 3), ramp(1, 2, 3)}},
	{name: "Unpack", at: Attrs{{"num", 3}}, in: []Value{matrix34}},
	{name: "Split", at: Attrs{{"num_split", 2}}, in: []Value{one32(1), matrix34}},
	{name: "SplitV", at: Attrs{{"num_split", 2}}, in: []Value{matrix34, i32(1, -1), one32(0)}},
	{name: "Slice", in: []Value{matrix34, i32(1, 0), i32(2, -1)}},
	{name: "StridedSlice", in: []Value{matrix34, i32(0, -1), i32(3, 0), i32(2, -1)}},
	{name: "StridedSlice", at: Attrs{{"shrink_axis_mask", 1}, {"begin_mask", 2}},
		in: []Value{matrix34, i32(-1, 0), i32(0, 2), i32(1, 1)}},
	{name: "StridedSlice", at: Attrs{{"ellipsis_mask", 1}, {"new_axis_mask", 2}},
		in: []Value{matrix34, i32(0, 0), i32(0, 0), i32(1, 1)}},
	{name: "StridedSliceGrad", in: []Value{i32(3, 4), i32(0, 1), i32(3, 4), i32(2, 1), ramp(0, 2, 3)}},
	{name: "Pad", in: []Value{matrix34, tensor.FromSlice([]int{2, 2}, []int32{1, 0, 2, 1})}},
	{name: "PadV2", in: []Value{matrix34, tensor.FromSlice([]int{2, 2}, []int32{1, 0, 2, 1}), f64(nil, 7)}},
	{name: "MirrorPad", at: Attrs{{"mode", "REFLECT"}},
		in: []Value{matrix34, tensor.FromSlice([]int{2, 2}, []int32{1, 0, 2, 1})}},
	{name: "GatherV2", in: []Value{matrix34, i32(2, 0, 2), one32(0)}},
	{name: "GatherV2", in: []Value{ramp(0, 2, 3, 4), tensor.FromSlice([]int{2, 1}, []int32{1, 0}), one32(1)}},
	{name: "GatherV2", at: Attrs{{"batch_dims", 1}},
		in: []Value{ramp(0, 2, 3, 4), tensor.FromSlice([]int{2, 2}, []int32{1, 0, 2, 2}), one32(1)}},
	{name: "GatherV2", at: Attrs{{"batch_dims", 1}},
		in: []Value{ramp(0, 2, 3, 4), tensor.FromSlice([]int{2, 2}, []int32{1, 0, 2, 2}), one32(2)}},
	{name: "MirrorPadGrad", at: Attrs{{"mode", "SYMMETRIC"}},
		in: []Value{matrix34, tensor.FromSlice([]int{2, 2}, []int32{1, 0, 1, 1})}},
	{name: "Einsum", at: Attrs{{"equation", "ij,jk->ik"}}, in: []Value{ramp(0, 2, 3), ramp(1, 3, 4)}},
	{name: "Einsum", at: Attrs{{"equation", "...ij,jk->...k"}}, in: []Value{ramp(0, 1, 2, 3), ramp(1, 3, 4)}},
	{name: "Einsum", at: Attrs{{"equation", "b...,...->b"}}, in: []Value{ramp(0, 2, 1, 3), ramp(1, 4, 1)}},
	{name: "Einsum", at: Attrs{{"equation", "ii->i"}}, in: []Value{ramp(0, 3, 3)}},
	{name: "Einsum", at: Attrs{{"equation", "iij->"}}, in: []Value{ramp(0, 3, 3, 2)}},
	{name: "Einsum", at: Attrs{{"equation", "i->ii"}}, in: []Value{ramp(0, 3)}},
	{name: "Einsum", at: Attrs{{"equation", "ik,kj->ji"}}, in: []Value{ramp(0, 2, 3), ramp(1, 3, 4)}},
	{name: "GatherNd", in: []Value{matrix34, tensor.FromSlice([]int{2, 2}, []int32{1, 0, 2, 3})}},
	{name: "ScatterNd", in: []Value{tensor.FromSlice([]int{2, 1}, []int32{1, 3}), ramp(0, 2, 2), i32(5, 2)}},
	{name: "TensorScatterUpdate", in: []Value{matrix34, tensor.FromSlice([]int{1, 1}, []int32{1}), ramp(2, 1, 4)}},
	{name: "TensorScatterAdd", in: []Value{matrix34, tensor.FromSlice([]int{2, 1}, []int32{1, 1}), ramp(2, 2, 4)}},
	{name: "TensorScatterSub", in: []Value{matrix34, tensor.FromSlice([]int{1, 2}, []int32{1, 1}), ramp(2, 1)}},
	{name: "TensorScatterMax", in: []Value{matrix34, tensor.FromSlice([]int{1, 1}, []int32{1}), ramp(2, 1, 4)}},
	{name: "TensorScatterMin", in: []Value{matrix34, tensor.FromSlice([]int{1, 1}, []int32{1}), ramp(2, 1, 4)}},
	{name: "ReverseV2", in: []Value{matrix34, i32(1)}},
	{name: "Roll", in: []Value{matrix34, i32(1), i32(0)}},
	{name: "ReverseSequence", at: Attrs{{"seq_dim", 1}}, in: []Value{matrix34, i32(2, 0, 4)}},
	{name: "OneHot", in: []Value{i32(1, 0), one32(3), f64(nil, 1), f64(nil, 0)}},
	{name: "TopKV2", in: []Value{matrix34, one32(2)}},
	{name: "Unique", in: []Value{i32(3, 1, 3)}, vary: true},
	{name: "UniqueWithCounts", in: []Value{i32(3, 1, 3)}, vary: true},
	{name: "LowerBound", in: []Value{tensor.FromSlice([]int{1, 3}, []float64{1, 2, 3}), ramp(0, 1, 2)}},
	{name: "UpperBound", in: []Value{tensor.FromSlice([]int{1, 3}, []float64{1, 2, 3}), ramp(0, 1, 2)}},
	{name: "InTopKV2", in: []Value{tensor.FromSlice([]int{2, 3}, []float32{1, 2, 3, 3, 2, 1}), i32(2, 2), one32(1)}},
	{name: "SegmentSum", in: []Value{matrix34, i32(0, 0, 2)}, vary: true},
	{name: "SegmentMean", in: []Value{matrix34, i32(0, 0, 2)}, vary: true},
	{name: "SegmentProd", in: []Value{matrix34, i32(0, 0, 1)}, vary: true},
	{name: "SegmentMax", in: []Value{matrix34, i32(0, 0, 1)}, vary: true},
	{name: "SegmentMin", in: []Value{matrix34, i32(0, 0, 1)}, vary: true},
	{name: "UnsortedSegmentSum", in: []Value{matrix34, i32(1, -1, 1), one32(3)}},
	{name: "UnsortedSegmentProd", in: []Value{matrix34, i32(1, 0, 1), one32(2)}},
	{name: "UnsortedSegmentMax", in: []Value{matrix34, i32(1, 0, 1), one32(2)}},
	{name: "UnsortedSegmentMin", in: []Value{matrix34, i32(1, 0, 1), one32(2)}},
	{name: "MatMul", in: []Value{ramp(0, 2, 3), ramp(1, 3, 4)}},
	{name: "MatMul", at: Attrs{{"transpose_a", true}, {"transpose_b", true}}, in: []Value{ramp(0, 3, 2), ramp(1, 4, 3)}},
	{name: "BatchMatMulV2", in: []Value{ramp(0, 2, 2, 3), ramp(1, 3, 4)}},
	{name: "BatchMatMulV2", at: Attrs{{"adj_y", true}}, in: []Value{ramp(0, 2, 2, 3), ramp(1, 1, 4, 3)}},
	{name: "AddN", in: []Value{ramp(0, 3), ramp(1, 3), ramp(2, 3)}},
	{name: "L2Loss", in: []Value{matrix34}},
	{name: "SigmoidGrad", in: []Value{matrix34, ramp(1, 3, 4)}}, {name: "TanhGrad", in: []Value{matrix34, ramp(1, 3, 4)}},
	{name: "ReluGrad", in: []Value{matrix34, ramp(1, 3, 4)}},
	{name: "Softmax", in: []Value{matrix34}}, {name: "LogSoftmax", in: []Value{matrix34}},
	{name: "BiasAdd", in: []Value{matrix34, ramp(1, 4)}},
	{name: "DecodeRaw", at: Attrs{{"out_type", tensor.Uint8}},
		in: []Value{tensor.FromStrings([]int{2}, []string{"ab", "cd"})}, vary: true},
	{name: "DecodePaddedRaw", at: Attrs{{"out_type", tensor.Int16}},
		in: []Value{tensor.FromStrings([]int{2}, []string{"ab", "cd"}), one32(4)}},
}

// all adds samples of the elementwise kernels: every type attribute is float64, else what the row allows
// first; two inputs broadcast.
func all() []sample {
	out := append([]sample(nil), samples...)
	have := map[string]bool{}
	for _, s := range samples {
		have[s.name] = true
	}
	for _, name := range Names() {
		if d := Get(name); !have[name] && d.Elem {
			s := sample{name: name}
			for i, a := range d.Row().In {
				v := ramp(i, [][]int{{2, 3}, {3}}[min(i, 1)]...)
				if dt := sampleType(d, a); dt != tensor.Float64 {
					v, _ = tensor.Cast(context.Background(), v.(*tensor.Tensor), dt)
				}
				s.in = append(s.in, v)
			}
			if at := d.Row().Find("Tout"); at != nil {
				s.at = Attrs{{"Tout", s.in[0].DType().Real()}}
			}
			out = append(out, s)
		}
	}
	return out
}

func sampleType(d *Def, a Arg) tensor.DType {
	if a.TypeAttr == "" {
		return a.Type
	}
	at := d.Row().Find(a.TypeAttr)
	if at.Mask.Has(tensor.Float64) {
		return tensor.Float64
	}
	for _, t := range []tensor.DType{tensor.Complex128, tensor.Int64} {
		if at.Mask.Has(t) {
			return t
		}
	}
	return at.Types[0]
}

// TestTable asks of every kernel a row of the registry, a sample, and a shape function.
func TestTable(t *testing.T) {
	sampled := map[string]bool{}
	for _, s := range all() {
		sampled[s.name] = true
	}
	for _, name := range Names() {
		d := Get(name)
		switch {
		case d.Row() == nil:
			t.Errorf("%s is not in TensorFlow's registry", name)
		case d.Eval == nil || d.Infer == nil:
			t.Errorf("%s has no Eval or no Infer", name)
		case !sampled[name]:
			t.Errorf("%s has no sample", name)
		}
	}
}

// TestInfer compares what is inferred from edges with what running gives: from known shapes all of it,
// from shapes with one unknown dimension or of unknown rank nothing that contradicts it.
func TestInfer(t *testing.T) {
	x := &Exec{Ctx: context.Background(), Host: silent{}}
	for _, s := range all() {
		d := Get(s.name)
		n, err := x.Do(d, s.at, s.in...)
		if err != nil {
			t.Errorf("%s: %s", s.name, err)
			continue
		}
		for hide := -1; hide < 4; hide++ {
			in := make([]Value, len(s.in))
			for i, v := range s.in {
				in[i] = v
				if _, isTensor := v.(*tensor.Tensor); !isTensor {
					continue
				}
				if v.DType().IsFloating() || i == 0 && !v.DType().IsInteger() { // shapes, axes stay known
					in[i] = &Edge{Type: v.DType(), Shape: hidden(v, hide)}
				}
			}
			m := &Node{Def: d, At: s.at, In: in}
			if err := Infer(m); err != nil {
				t.Errorf("%s: inference with dimension %d unknown: %s", s.name, hide, err)
				continue
			}
			for k, out := range n.Out {
				got := m.Out[k].(*Edge)
				if got.Type != out.DType() {
					t.Errorf("%s: type %v inferred, %v given", s.name, got.Type, out.DType())
				}
				want, isTensor := out.(*tensor.Tensor)
				if !isTensor {
					continue
				}
				exact := hide < 0 && !s.vary
				if !got.Shape.Compatible(tensor.KnownShape(want.Shape())) || exact && !got.Shape.FullyDefined() {
					t.Errorf("%s: shape %s inferred (dimension %d unknown), %v given", s.name, shapeText(got.Shape), hide,
						want.Shape())
				}
			}
		}
	}
}

// hidden is a shape without its dimension i; 3 hides the rank, -1 nothing.
func hidden(v Value, i int) tensor.PartialShape {
	p := StaticShape(v)
	switch {
	case i == 3:
		return unknown()
	case i >= 0 && i < len(p.Dims):
		return with(p, i, -1)
	}
	return p
}

// without are inputs by which TensorFlow gives no gradient although the values depend on them.
var without = map[string]bool{"PadV2 2": true, "OneHot 2": true, "OneHot 3": true,
	// not differentiable, TensorFlow says, or its gradient not written
	"CTCGreedyDecoder 0": true, "CTCBeamSearchDecoder 0": true, "SparseAddGrad 0": true,
	"SparseDenseCwiseAdd 1": true, "SparseDenseCwiseAdd 3": true,
	"CTCLoss 0": true, // of its second output; keras/testdata/ctc.txt has that of the loss
	// a number drawn keeps its quantile in the gradient, not the words it was drawn by
	"RandomGamma 1": true, "StatelessRandomGammaV2 2": true, "StatelessRandomGammaV3 4": true,
	"PreventGradient 0": true, "RandomShuffle 0": true, "StopGradient 0": true, "Polygamma 0": true, "Zeta 0": true}

// TestGradients compares every gradient with differences of the kernel's own values.
func TestGradients(t *testing.T) {
	for _, s := range all() {
		if Get(s.name).Grad == nil {
			continue
		}
		for i, v := range s.in {
			if v.DType() == tensor.Float64 && !without[s.name+" "+itoa(i)] {
				if err := checkGradient(s, i); err != nil {
					t.Errorf("%s by input %d: %s", s.name, i, err)
				}
			}
		}
	}
}

// weighted runs a sample and sums its floating outputs, each element with a weight of its own.
func weighted(s sample, in []Value) (float64, error) {
	n, err := (&Exec{Ctx: context.Background()}).Do(Get(s.name), s.at, in...)
	if err != nil {
		return 0, err
	}
	total := 0.0
	for k, out := range n.Out {
		if y, ok := out.(*tensor.Tensor); ok && y.DType().IsFloating() {
			for i := range y.Len() {
				total += y.Float(i) * weight(i+k)
			}
		}
	}
	return total, nil
}

func weight(i int) float64 { return float64((5*i)%11+1) / 8 }

func checkGradient(s sample, i int) error {
	tape := &Tape{}
	b := &B{Exec: &Exec{Ctx: context.Background(), Tape: tape}}
	outs := b.Do(Get(s.name), s.at, s.in...)
	if b.Err != nil {
		return b.Err
	}
	var ys, seeds []Value
	for k, y := range outs {
		if !y.DType().IsFloating() {
			continue
		}
		t := y.(*tensor.Tensor)
		w := make([]float64, t.Len())
		for j := range w {
			w[j] = weight(j + k)
		}
		seed, _ := tensor.Cast(b.Ctx, tensor.FromSlice(t.Shape(), w), y.DType())
		ys, seeds = append(ys, y), append(seeds, Value(seed))
	}
	if len(ys) == 0 {
		return nil
	}
	g := b.Dense(b.Gradients(tape, ys, seeds, []Value{s.in[i]})[0])
	if b.Err != nil {
		return b.Err
	}
	x := s.in[i].(*tensor.Tensor)
	for k := range x.Len() {
		const h = 1e-6
		other := k
		if s.sym {
			n := x.Shape()[x.Rank()-1]
			other = k/(n*n)*n*n + k%n*n + k/n%n
		}
		up, err := weighted(s, moved(s.in, i, k, other, h))
		if err != nil {
			return err
		}
		down, err := weighted(s, moved(s.in, i, k, other, -h))
		if err != nil {
			return err
		}
		want, got := (up-down)/(2*h), 0.0
		if g != nil {
			if !tensor.SameShape(g.(*tensor.Tensor).Shape(), x.Shape()) {
				return fmt.Errorf("gradient of shape %v for an input of %v", g.(*tensor.Tensor).Shape(), x.Shape())
			}
			if got = g.(*tensor.Tensor).Float(k); other != k {
				got += g.(*tensor.Tensor).Float(other)
			}
		}
		if math.Abs(got-want) > 2e-2*(1+math.Abs(want)) && !(math.IsNaN(got) && math.IsNaN(want)) {
			return fmt.Errorf("element %d: %g, differences give %g", k, got, want)
		}
	}
	return nil
}

// moved is the inputs with elements k and other of input i changed by h.
func moved(in []Value, i, k, other int, h float64) []Value {
	out := append([]Value(nil), in...)
	x := in[i].(*tensor.Tensor)
	v := append([]float64(nil), tensor.Slice[float64](x)...)
	v[k] += h
	if other != k {
		v[other] += h
	}
	out[i] = tensor.FromSlice(x.Shape(), v)
	return out
}

func init() { // differences need the digits of float64, which no processor of TensorFlow's computes here
	delete(lacks(), "AvgPool3D")
	delete(lacks(), "AvgPool3DGrad")
}
