package graph

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// BenchmarkTen is ten elementwise nodes on a million values, and one pass over them.
func BenchmarkTen(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, nodes := range []int{1, 10} {
		g := New("f", 1)
		x := &op.Exec{Ctx: context.Background(), Graph: g}
		in := g.Input("x", tensor.Float32, tensor.KnownShape([]int{1000000}))
		var y op.Value = in
		for k := range nodes {
			n, err := x.Do([]*op.Def{op.Mul, op.AddV2, op.Sub}[k%3], nil, y, []op.Value{scalar(0.5), in}[k/3%2])
			if err != nil {
				b.Fatal(err)
			}
			y = n.Out[0]
		}
		p := Compile(g, []op.Value{y})
		v := []op.Value{numbers(r, 1000000)}
		b.Run([]string{"one", "ten"}[nodes/10], func(b *testing.B) {
			for range b.N {
				if _, err := p.Run(&op.Exec{Ctx: context.Background()}, v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLoop is a loop of 1,000 rounds with three elementwise nodes each.
func BenchmarkLoop(b *testing.B) {
	g := New("f", 1)
	x := &op.Exec{Ctx: context.Background(), Graph: g}
	w := &While{Cond: g.Within("while_cond"), Body: g.Within("while_body")}
	i := w.LoopVar("i", Spec{tensor.Int32, tensor.KnownShape(nil)})
	s := w.LoopVar("s", Spec{tensor.Float32, tensor.KnownShape([]int{2})})
	do := func(g *Graph, d *op.Def, in ...op.Value) op.Value {
		x.Graph = g
		n, err := x.Do(d, nil, in...)
		if err != nil {
			b.Fatal(err)
		}
		return n.Out[0]
	}
	w.Test = do(w.Cond, op.Less, i, tensor.Scalar(int32(1000)))
	y := do(w.Body, op.Sqrt, do(w.Body, op.AddV2, do(w.Body, op.Mul, s, scalar(2)), scalar(1)))
	w.Next = []op.Value{do(w.Body, op.AddV2, i, tensor.Scalar(int32(1))), y}
	x.Graph = g
	out, err := AddWhile(x, "while", []op.Value{tensor.Scalar(int32(0)), tensor.Vector([]float32{1, 2})}, w)
	if err != nil {
		b.Fatal(err)
	}
	p := Compile(g, out)
	b.ReportAllocs()
	for range b.N {
		if _, err := p.Run(&op.Exec{Ctx: context.Background()}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
