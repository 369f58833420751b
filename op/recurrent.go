package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Recurrent layers over whole batches: kernels of tfs's own. Inputs: x [batch, steps, depth], the first states
// [batch, units], the kernels and the bias, and a mask [batch, steps], empty for none. Outputs: y
// [batch, steps, units], the last output and the last states [batch, units], and what the gradient needs.

const recurrentAttrs = ";go_backwards:bool,default=false;zero_output:bool,default=false"

// LSTMSteps runs an LSTM, GRUSteps a GRU that resets after the product. Their gradients have none themselves.
var (
	LSTMSteps = own("LSTMSteps;x:float, h:float, c:float, kernel:float, recurrent:float, bias:float, mask:bool -> "+
		"y:float, last:float, h_last:float, c_last:float, gates:float, hs:float, cs:float"+recurrentAttrs,
		Def{Infer: inferLSTM, Eval: evalLSTM, Grad: recurrentGrad(4, func() *Def { return LSTMStepsGrad })})
	LSTMStepsGrad = own("LSTMStepsGrad;x:float, h:float, c:float, kernel:float, recurrent:float, bias:float, mask:bool, "+
		"gates:float, hs:float, cs:float, dy:float, dlast:float, dh:float, dc:float -> "+
		"x_grad:float, h_grad:float, c_grad:float, kernel_grad:float, recurrent_grad:float, bias_grad:float"+recurrentAttrs,
		Def{Infer: shapesOfInputs(6), Grad: twice, Eval: func(x *Exec, n *Node) error {
			g := tensor.Yield{Y: n.T(10), Last: n.T(11), H: n.T(12), C: n.T(13)}
			s, err := tensor.LSTMBack(x.Ctx, n.recurrence(true), &tensor.Course{Gates: n.T(7), Hs: n.T(8), Cs: n.T(9)}, g)
			if err != nil {
				return err
			}
			return n.Give(s.X, s.H, s.C, s.Kernel, s.Recurrent, s.Bias)
		}})
	GRUSteps = own("GRUSteps;x:float, h:float, kernel:float, recurrent:float, bias:float, mask:bool -> "+
		"y:float, last:float, h_last:float, gates:float, hs:float"+recurrentAttrs,
		Def{Infer: inferGRU, Eval: evalGRU, Grad: recurrentGrad(3, func() *Def { return GRUStepsGrad })})
	GRUStepsGrad = own("GRUStepsGrad;x:float, h:float, kernel:float, recurrent:float, bias:float, mask:bool, "+
		"gates:float, hs:float, dy:float, dlast:float, dh:float -> "+
		"x_grad:float, h_grad:float, kernel_grad:float, recurrent_grad:float, bias_grad:float"+recurrentAttrs,
		Def{Infer: shapesOfInputs(5), Grad: twice, Eval: func(x *Exec, n *Node) error {
			g := tensor.Yield{Y: n.T(8), Last: n.T(9), H: n.T(10)}
			s, err := tensor.GRUBack(x.Ctx, n.recurrence(false), &tensor.Course{Gates: n.T(6), Hs: n.T(7)}, g)
			if err != nil {
				return err
			}
			return n.Give(s.X, s.H, s.Kernel, s.Recurrent, s.Bias)
		}})
)

// recurrence reads the inputs that forward and backward runs share; with a cell there are two states.
func (n *Node) recurrence(cell bool) *tensor.Recurrence {
	r := &tensor.Recurrence{X: n.T(0), H: n.T(1), Backwards: n.Bool("go_backwards"), ZeroOutput: n.Bool("zero_output")}
	at := 2
	if cell {
		r.C, at = n.T(2), 3
	}
	r.Kernel, r.Recurrent, r.Bias, r.Mask = n.T(at), n.T(at+1), n.T(at+2), n.T(at+3)
	return r
}

func evalLSTM(x *Exec, n *Node) error {
	c, err := course(x.Ctx, n.recurrence(true), tensor.LSTM)
	if err != nil {
		return err
	}
	return n.Give(c.Y, c.Last, c.H, c.C, c.Gates, c.Hs, c.Cs)
}

func evalGRU(x *Exec, n *Node) error {
	c, err := course(x.Ctx, n.recurrence(false), tensor.GRU)
	if err != nil {
		return err
	}
	return n.Give(c.Y, c.Last, c.H, c.Gates, c.Hs)
}

// course runs the kernel where its inputs have the ranks that tell the sizes.
func course(ctx context.Context, r *tensor.Recurrence,
	run func(context.Context, *tensor.Recurrence) (*tensor.Course, error)) (*tensor.Course, error) {
	if r.Recurrent.Rank() != 2 {
		return nil, tensor.Errorf("the recurrent kernel must have rank 2, got shape %s",
			tensor.ShapeString(r.Recurrent.Shape()))
	}
	return run(ctx, r)
}

// inferRecurrent says the sizes: batch, steps, units.
func (s *Shapes) inferRecurrent(recurrent int) (batch, steps, units int) {
	x, k := s.NeedRank(0, 3), s.NeedRank(recurrent, 2)
	if s.err != nil {
		return -1, -1, -1
	}
	return s.merge(x.Dims[0], s.NeedRank(1, 2).Dims[0]), x.Dims[1], k.Dims[0]
}

func inferLSTM(s *Shapes) {
	b, t, u := s.inferRecurrent(4)
	state := known(b, u)
	s.Is(known(b, t, u), state, state, state, known(t, b, times(u, 5)), known(t, b, u), known(t, b, u))
}

func inferGRU(s *Shapes) {
	b, t, u := s.inferRecurrent(3)
	s.Is(known(b, t, u), known(b, u), known(b, u), known(t, b, times(u, 4)), known(t, b, u))
}

// times multiplies a dimension that may be unknown.
func times(d, by int) int {
	if d < 0 {
		return -1
	}
	return d * by
}

// shapesOfInputs gives the outputs the shapes of the first n inputs.
func shapesOfInputs(n int) func(s *Shapes) {
	return func(s *Shapes) {
		out := make([]tensor.PartialShape, n)
		for i := range out {
			out[i] = s.In(i)
		}
		s.Is(out...)
	}
}

// recurrentGrad is the gradient of a run with so many results, before those it keeps.
func recurrentGrad(results int, def func() *Def) gradient {
	return func(b *B, n *Node, dy []Value) []Value {
		in := append(append([]Value{}, n.In...), n.Out[results:]...)
		none := tensor.FromSlice([]int{0}, []float32{})
		for _, d := range dy[:results] {
			if d == nil {
				d = none
			}
			in = append(in, d)
		}
		return append(b.Do(def(), n.At, in...), nil)
	}
}

// twice refuses a gradient of a gradient.
func twice(b *B, n *Node, _ []Value) []Value {
	b.Fail(tensor.Failf(tensor.Unimplemented, "%s has no gradient: what is derived twice needs the loop of the steps, "+
		"RNN(LSTMCell(...)) or unroll=True", n.Def.Name))
	return make([]Value, len(n.In))
}
