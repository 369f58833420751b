package funcdef

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/graph/saved"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// looped is x doubled while it is below a limit, then -x where it is positive.
func looped(t *testing.T) (*graph.Graph, []op.Value) {
	g := graph.New("f", 1)
	in := g.Input("X 1", tensor.Float32, tensor.KnownShape(nil))
	x := &op.Exec{Ctx: context.Background(), Graph: g}
	do := func(x *op.Exec, d *op.Def, in ...op.Value) op.Value {
		n, err := x.Do(d, nil, in...)
		if err != nil {
			t.Fatal(err)
		}
		return n.Out[0]
	}
	inside := func(g *graph.Graph) *op.Exec { return &op.Exec{Ctx: x.Ctx, Graph: g} }
	w := &graph.While{Cond: g.Within("cond"), Body: g.Within("body")}
	v := w.LoopVar("v", graph.SpecOf(in))
	w.Test = do(inside(w.Cond), op.Get("Less"), v, tensor.Scalar(float32(100)))
	w.Next = []op.Value{do(inside(w.Body), op.AddV2, v, in)}
	out, err := graph.AddWhile(x, "while", []op.Value{in}, w)
	if err != nil {
		t.Fatal(err)
	}
	b := &graph.If{Branches: []*graph.Graph{g.Within("then"), g.Within("else")}}
	b.Outs = [][]op.Value{{do(inside(b.Branches[0]), op.Neg, out[0])}, {out[0]}}
	out, err = graph.AddIf(x, "if", do(x, op.Get("Greater"), in, tensor.Scalar(float32(0))), b)
	if err != nil {
		t.Fatal(err)
	}
	return g, out
}

// TestExport writes a graph with control flow and reads it again: it computes the same.
func TestExport(t *testing.T) {
	g, outs := looped(t)
	e := &Exporter{}
	bound, err := e.Function("f", g, []op.Value{g.Inputs[0]}, outs)
	if err != nil || len(bound) != 0 {
		t.Fatal(bound, err)
	}
	b, err := saved.Marshal(&e.Library)
	if err != nil {
		t.Fatal(err)
	}
	var lib saved.FunctionDefLibrary
	if err := saved.Unmarshal(b, &lib); err != nil {
		t.Fatal(err)
	}
	l, err := Open(&lib)
	if err != nil {
		t.Fatal(err)
	}
	h := graph.New("f", 2)
	in := h.Input("x", tensor.Float32, tensor.KnownShape(nil))
	again, err := l.Build(&op.Exec{Ctx: context.Background(), Graph: h}, "f", []op.Value{in})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []float32{30, 100} {
		var got [2]float64
		for i, p := range []*graph.Plan{graph.Compile(g, outs), graph.Compile(h, again)} {
			y, err := p.Run(&op.Exec{Ctx: context.Background()}, []op.Value{tensor.Scalar(v)})
			if err != nil {
				t.Fatal(err)
			}
			got[i] = y[0].(*tensor.Tensor).Float(0)
		}
		if got[0] != got[1] || got[0] >= 0 {
			t.Errorf("of %v the graph gives %v, what was read %v", v, got[0], got[1])
		}
	}
}

// TestNoKernel: a node that no kernel describes is an error that names it.
func TestNoKernel(t *testing.T) {
	g := graph.New("f", 1)
	n := &op.Node{Def: &op.Def{Name: "whole"}, Body: 1}
	graph.Outputs(n, []graph.Spec{{Type: tensor.Float32}})
	if err := g.Add(n); err != nil {
		t.Fatal(err)
	}
	_, err := (&Exporter{}).Function("f", g, nil, n.Out)
	if err == nil || !strings.Contains(err.Error(), "whole") {
		t.Error(err)
	}
}
