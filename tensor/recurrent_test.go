package tensor

import (
	"context"
	"math"
	"testing"
)

// wave is numbers between -1 and 1, different for each a.
func wave(a int, shape ...int) *Tensor {
	n, _ := Count(shape)
	v := make([]float32, n)
	for i := range v {
		v[i] = float32((i*37+a)%101)/50.5 - 1
	}
	return FromSlice(shape, v)
}

type cellTest struct {
	name string
	r    *Recurrence
	run  func(context.Context, *Recurrence) (*Course, error)
	back func(context.Context, *Recurrence, *Course, Yield) (*Slopes, error)
}

func cellTests() []cellTest {
	mask := FromSlice([]int{2, 3}, []bool{true, false, true, false, false, true})
	var out []cellTest
	for i := range 4 {
		lstm := &Recurrence{X: wave(11, 2, 3, 2), H: wave(3, 2, 4), C: wave(5, 2, 4), Kernel: wave(7, 2, 16),
			Recurrent: wave(9, 4, 16), Bias: wave(13, 16), Backwards: i&1 == 1}
		gru := &Recurrence{X: wave(11, 2, 3, 2), H: wave(3, 2, 4), Kernel: wave(7, 2, 12), Recurrent: wave(9, 4, 12),
			Bias: wave(13, 2, 12), Backwards: i&1 == 1}
		name := map[int]string{0: "plain", 1: "backwards", 2: "masked", 3: "masked backwards"}[i]
		if i >= 2 {
			lstm.Mask, gru.Mask, lstm.ZeroOutput = mask, mask, i == 3
		}
		out = append(out, cellTest{"LSTM " + name, lstm, LSTM, LSTMBack}, cellTest{"GRU " + name, gru, GRU, GRUBack})
	}
	return out
}

// score is a number that depends on all results.
func (c *Course) score() (s float64) {
	for k, t := range []*Tensor{c.Y, c.Last, c.H, c.C} {
		if t == nil {
			continue
		}
		for i, v := range Slice[float32](t) {
			s += float64(v) * float64(i%5+k+1) / 8
		}
	}
	return s
}

// weightsOf is the gradient of score.
func weightsOf(t *Tensor, k int) *Tensor {
	if t == nil {
		return nil
	}
	v := make([]float32, t.Len())
	for i := range v {
		v[i] = float32(i%5+k+1) / 8
	}
	return FromSlice(t.Shape(), v)
}

// TestRecurrentGradients compares the gradients by all inputs with differences of the results.
func TestRecurrentGradients(t *testing.T) {
	ctx := context.Background()
	for _, c := range cellTests() {
		at, err := c.run(ctx, c.r)
		if err != nil {
			t.Fatal(c.name, err)
		}
		g, err := c.back(ctx, c.r, at, Yield{weightsOf(at.Y, 0), weightsOf(at.Last, 1), weightsOf(at.H, 2),
			weightsOf(at.C, 3)})
		if err != nil {
			t.Fatal(c.name, err)
		}
		for name, p := range map[string][2]*Tensor{"x": {c.r.X, g.X}, "h": {c.r.H, g.H}, "c": {c.r.C, g.C},
			"kernel": {c.r.Kernel, g.Kernel}, "recurrent": {c.r.Recurrent, g.Recurrent}, "bias": {c.r.Bias, g.Bias}} {
			if p[0] == nil {
				continue
			}
			in, got := Slice[float32](p[0]), Slice[float32](p[1])
			for i := range in {
				was := in[i]
				var d float64
				for _, step := range []float32{1e-2, -1e-2} {
					in[i] = was + step
					near, err := c.run(ctx, c.r)
					if err != nil {
						t.Fatal(err)
					}
					d += near.score() / float64(2*step)
				}
				in[i] = was
				if math.Abs(d-float64(got[i])) > 2e-3*math.Max(1, math.Abs(d)) {
					t.Errorf("%s: gradient by %s[%d] is %g, differences give %g", c.name, name, i, got[i], d)
				}
			}
		}
	}
}

// TestRecurrentMasks: a row whose steps are all masked keeps its states, and gives zeros.
func TestRecurrentMasks(t *testing.T) {
	r := cellTests()[0].r
	r.Mask = FromSlice([]int{2, 3}, make([]bool, 6))
	c, err := LSTM(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range Slice[float32](c.H) {
		if v != Slice[float32](r.H)[i] || Slice[float32](c.Last)[i] != 0 {
			t.Errorf("state %d: %g, output %g", i, v, Slice[float32](c.Last)[i])
		}
	}
	r.Mask = FromSlice([]int{3, 2}, make([]bool, 6))
	if _, err := LSTM(context.Background(), r); err == nil {
		t.Error("a mask of another shape is taken")
	}
}
