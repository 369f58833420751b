package graph

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

func scalar(x float32) *tensor.Tensor { return tensor.Scalar(x) }

// tracing is an Exec that adds to a new graph, and the graph.
func tracing() (*op.Exec, *Graph) {
	g := New("f", 1)
	return &op.Exec{Ctx: context.Background(), Graph: g}, g
}

func one(t *testing.T, x *op.Exec, d *op.Def, in ...op.Value) op.Value {
	t.Helper()
	n, err := x.Do(d, nil, in...)
	if err != nil {
		t.Fatal(err)
	}
	return n.Out[0]
}

func run(t *testing.T, p *Plan, in ...op.Value) []op.Value {
	t.Helper()
	out, err := p.Run(&op.Exec{Ctx: context.Background()}, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestNames: names in use get numbers, case aside, and scopes prefix them.
func TestNames(t *testing.T) {
	g := New("f", 1)
	for _, c := range [][2]string{{"add", "add"}, {"add", "add_1"}, {"Add", "Add_2"}, {"add_1", "add_1_1"}} {
		if got := g.Unique(c[0]); got != c[1] {
			t.Errorf("%s is called %s, want %s", c[0], got, c[1])
		}
	}
	_, up := g.Scope("s")
	if got := g.Unique("add"); got != "s/add" {
		t.Error(got)
	}
	g.Leave(up)
	if now, _ := g.Scope("s"); now != "s_1/" {
		t.Error(now)
	}
}

// TestPlan: dead nodes do not run, constants are folded, captures come after the inputs.
func TestPlan(t *testing.T) {
	x, g := tracing()
	a := g.Input("a", tensor.Float32, tensor.KnownShape(nil))
	two := one(t, x, op.AddV2, scalar(1), scalar(1))
	if k := op.Constant(two); k == nil || k.Float(0) != 2 {
		t.Fatalf("1 + 1 is not folded: %v", k)
	}
	one(t, x, op.Get("Exp"), a)
	y := one(t, x, op.Mul, a, two)
	p := Compile(g, []op.Value{y, a})
	if len(p.body) != 1 {
		t.Errorf("%d steps, want one", len(p.body))
	}
	for _, v := range []float32{3, 4} {
		out := run(t, p, scalar(v))
		if out[0].(*tensor.Tensor).Float(0) != float64(2*v) || out[1].(*tensor.Tensor).Float(0) != float64(v) {
			t.Errorf("2 * %g = %v", v, out[0])
		}
	}
	other, _ := tracing()
	if _, err := other.Do(op.Mul, nil, y, y); err == nil {
		t.Error("an edge of another function is taken")
	}
}

// loop traces x := init; while x < 100: x = x * by.
func loop(t *testing.T, x *op.Exec, g *Graph, init, by op.Value) op.Value {
	t.Helper()
	w := &While{Cond: g.Within("cond"), Body: g.Within("body")}
	v := w.LoopVar("x", Spec{tensor.Float32, tensor.KnownShape(nil)})
	in := *x
	in.Graph = w.Cond
	w.Test = one(t, &in, op.Get("Less"), v, scalar(100))
	in.Graph = w.Body
	w.Next = []op.Value{one(t, &in, op.Mul, v, by)}
	out, err := AddWhile(x, "while", []op.Value{init}, w)
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

// TestControl: loops and branches run, and have first and second derivatives.
func TestControl(t *testing.T) {
	x, g := tracing()
	tape, outer := NewTape(true), NewTape(true)
	x.Tape = Tapes{outer, tape}
	a := g.Input("a", tensor.Float32, tensor.KnownShape(nil))
	tape.Watch(a)
	outer.Watch(a)
	y := loop(t, x, g, a, a) // a ** (n + 1)
	cond := &If{Branches: []*Graph{g.Within("true"), g.Within("false")}}
	for _, b := range cond.Branches {
		in := *x
		in.Graph = b
		z := op.Value(one(t, &in, op.Mul, y, a))
		if b.Name == "false" {
			z = y
		}
		cond.Outs = append(cond.Outs, []op.Value{z})
	}
	z, err := AddIf(x, "cond", one(t, x, op.Get("Greater"), a, scalar(4)), cond)
	if err != nil {
		t.Fatal(err)
	}
	b := &op.B{Exec: x}
	x.Tape = Tapes{outer}
	d := tape.Gradient(b, z, []op.Value{scalar(1)}, []op.Value{a})
	x.Tape = nil
	dd := outer.Gradient(b, d, []op.Value{scalar(1)}, []op.Value{a})
	if b.Err != nil {
		t.Fatal(b.Err)
	}
	p := Compile(g, []op.Value{z[0], d[0], dd[0]})
	// 3 ** 5 = 243; 5 ** 3, times 5 once more.
	for in, want := range map[float32][3]float64{3: {243, 405, 540}, 5: {625, 500, 300}} {
		for i, v := range run(t, p, scalar(in)) {
			if got := v.(*tensor.Tensor).Float(0); got != want[i] {
				t.Errorf("derivative %d at %g: %g, want %g", i, in, got, want[i])
			}
		}
	}
}

// TestTwins: two inputs that are one tensor when the function runs have gradients of their own.
func TestTwins(t *testing.T) {
	x, g := tracing()
	a := g.Input("a", tensor.Float32, tensor.KnownShape(nil))
	c := g.Input("c", tensor.Float32, tensor.KnownShape(nil))
	tape := NewTape(true)
	x.Tape = Tapes{tape}
	tape.Watch(a)
	tape.Watch(c)
	y := loop(t, x, g, a, c)
	b := &op.B{Exec: x}
	x.Tape = nil
	d := tape.Gradient(b, []op.Value{y}, []op.Value{scalar(1)}, []op.Value{a, c})
	p := Compile(g, d)
	v := scalar(3)
	out := run(t, p, v, v) // a * c ** 4
	if got := [2]float64{out[0].(*tensor.Tensor).Float(0), out[1].(*tensor.Tensor).Float(0)}; got != [2]float64{81, 324} {
		t.Errorf("gradients %v", got)
	}
}
