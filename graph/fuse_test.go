package graph

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// apart runs a plan node by node, as under a tape.
func apart(t *testing.T, p *Plan, in ...op.Value) []op.Value {
	t.Helper()
	out, err := p.Run(&op.Exec{Ctx: context.Background(), Tape: Tapes{}}, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same2(a, b op.Value) bool {
	x, y := a.(*tensor.Tensor), b.(*tensor.Tensor)
	return x.DType() == y.DType() && tensor.SameShape(x.Shape(), y.Shape()) && bytes.Equal(x.Bytes(), y.Bytes())
}

func numbers(r *rand.Rand, shape ...int) *tensor.Tensor {
	n := 1
	for _, d := range shape {
		n *= d
	}
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64()) * 3
	}
	return tensor.FromSlice(shape, v)
}

// TestFuse: chains of elementwise nodes give the bits of the nodes one by one, whatever the number of elements, with
// scalars, casts and comparisons among them, and again with the memory of the calls before.
func TestFuse(t *testing.T) {
	binary := []*op.Def{op.AddV2, op.Sub, op.Mul, op.Get("RealDiv"), op.Maximum, op.Get("Minimum"),
		op.Get("SquaredDifference")}
	unary := []*op.Def{op.Get("Exp"), op.Get("Neg"), op.Get("Tanh"), op.Get("Square"), op.Get("Sigmoid"), op.Get("Abs"),
		op.Get("Relu"), op.Get("Sqrt")}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		for _, n := range []int{1, 2, 9, blockLen - 1, blockLen, 3*blockLen + 5} {
			x, g := tracing()
			shape := tensor.KnownShape([]int{n})
			if seed%3 == 0 {
				shape = tensor.KnownShape([]int{-1})
			}
			a, b := g.Input("a", tensor.Float32, shape), g.Input("b", tensor.Float32, shape)
			s := g.Input("s", tensor.Float32, tensor.KnownShape(nil))
			vals := []op.Value{a, b}
			pick := func() op.Value {
				if k := r.IntN(len(vals) + 2); k < len(vals) {
					return vals[k]
				}
				if r.IntN(2) == 0 {
					return s
				}
				return scalar(r.Float32())
			}
			for range 12 {
				switch r.IntN(6) {
				case 0:
					less := one(t, x, op.Less, vals[r.IntN(len(vals))], pick())
					n, err := x.Do(op.Cast, op.Attrs{{Name: "DstT", Value: tensor.Float32}}, less)
					if err != nil {
						t.Fatal(err)
					}
					vals = append(vals, n.Out[0])
				case 1, 2:
					vals = append(vals, one(t, x, unary[r.IntN(len(unary))], vals[r.IntN(len(vals))]))
				default:
					vals = append(vals, one(t, x, binary[r.IntN(len(binary))], vals[r.IntN(len(vals))], pick()))
				}
			}
			p := Compile(g, []op.Value{vals[len(vals)-1], vals[len(vals)-4]})
			if groups(p.body) == 0 {
				t.Fatal("nothing is fused")
			}
			for range 3 {
				in := []op.Value{numbers(r, n), numbers(r, n), scalar(r.Float32())}
				want, got := apart(t, p, in...), run(t, p, in...)
				again := run(t, p, in...)
				for i := range want {
					if !same2(want[i], got[i]) || !same2(want[i], again[i]) {
						t.Fatalf("seed %d, %d elements, output %d differs", seed, n, i)
					}
				}
			}
		}
	}
}

// TestChains: neighbouring float32 nodes of a group run in registers; what only the next one reads is not stored.
func TestChains(t *testing.T) {
	x, g := tracing()
	in := g.Input("x", tensor.Float32, tensor.KnownShape([]int{blockLen}))
	var y op.Value = in
	for range 3 {
		y = one(t, x, op.Sub, one(t, x, op.AddV2, one(t, x, op.Mul, y, scalar(1.5)), in), scalar(0.5))
	}
	p := Compile(g, []op.Value{y, one(t, x, op.Get("Exp"), y)})
	c := p.body[0].group.chains
	if len(c) != 1 || c[0].len != 9 || c[0].steps.Len() != 11 {
		t.Errorf("chains %v: want one of nine members, with a load and a store", c)
	}
}

func groups(steps []step) (n int) {
	for _, s := range steps {
		if s.group != nil {
			n += len(s.group.members)
		}
	}
	return n
}

// TestFuseShapes: where shapes are not settled, inputs that broadcast go node by node, and those that do not match
// fail as the node does.
func TestFuseShapes(t *testing.T) {
	x, g := tracing()
	a := g.Input("a", tensor.Float32, tensor.PartialShape{UnknownRank: true})
	b := g.Input("b", tensor.Float32, tensor.PartialShape{UnknownRank: true})
	y := one(t, x, op.Mul, one(t, x, op.AddV2, a, b), b)
	p := Compile(g, []op.Value{y})
	r := rand.New(rand.NewPCG(1, 2))
	for _, in := range [][]op.Value{{numbers(r, 3, 1), numbers(r, 4)}, {numbers(r, 2), numbers(r, 2)},
		{scalar(2), numbers(r, 2)},
		{scalar(2), scalar(3)}, {numbers(r, 0), scalar(1)}, {numbers(r, 1), scalar(3)}} {
		if want, got := apart(t, p, in...)[0], run(t, p, in...)[0]; !same2(want, got) {
			t.Errorf("%v: %v and %v", in, want, got)
		}
	}
	_, err := p.Run(&op.Exec{Ctx: context.Background()}, []op.Value{numbers(r, 2), numbers(r, 3)})
	if ne, ok := err.(*NodeError); !ok || ne.Node.Name != "AddV2" {
		t.Errorf("shapes that do not match: %v", err)
	}
}

// whileOf makes a loop over variables with these first values; body gives the next ones of the counter and the rest.
func whileOf(t *testing.T, x *op.Exec, init []op.Value, limit op.Value,
	body func(x *op.Exec, vars []op.Value) []op.Value) []op.Value {
	t.Helper()
	g := x.Graph.(*Graph)
	w := &While{Cond: g.Within("while_cond"), Body: g.Within("while_body")}
	var vars []op.Value
	for i, v := range init {
		vars = append(vars, w.LoopVar(fmt.Sprint("v", i), SpecOf(v)))
	}
	cond, inner := *x, *x
	cond.Graph, inner.Graph = w.Cond, w.Body
	w.Test = one(t, &cond, op.Less, vars[0], limit)
	w.Next = body(&inner, vars)
	out, err := AddWhile(x, "while", init, w)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLoopMemory: loops use the memory of their variables again and give what they give node by node: variables that
// change places, that leave by a node that keeps its input, that stay, and a counter that is read.
func TestLoopMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, body := range map[string]func(x *op.Exec, v []op.Value) []op.Value{
		"places": func(x *op.Exec, v []op.Value) []op.Value {
			return []op.Value{one(t, x, op.AddV2, v[0], tensor.Scalar(int32(1))), v[2], one(t, x, op.AddV2, v[1], v[2]), v[1]}
		},
		"kept": func(x *op.Exec, v []op.Value) []op.Value {
			y := one(t, x, op.Mul, v[1], scalar(0.5))
			return []op.Value{one(t, x, op.AddV2, v[0], tensor.Scalar(int32(1))), y, one(t, x, op.Get("Identity"), y), v[2]}
		},
		"counter": func(x *op.Exec, v []op.Value) []op.Value {
			n, err := x.Do(op.Cast, op.Attrs{{Name: "DstT", Value: tensor.Float32}}, v[0])
			if err != nil {
				t.Fatal(err)
			}
			y := one(t, x, op.AddV2, v[1], n.Out[0])
			return []op.Value{one(t, x, op.AddV2, v[0], tensor.Scalar(int32(2))), y, y, one(t, x, op.Sub, v[2], y)}
		},
		"no counter": func(x *op.Exec, v []op.Value) []op.Value {
			y := one(t, x, op.Tanh, v[1])
			twice := one(t, x, op.AddV2, v[0], v[0])
			return []op.Value{one(t, x, op.AddV2, twice, tensor.Scalar(int32(1))), y, one(t, x, op.Mul, y, v[1]), v[2]}
		},
	} {
		x, g := tracing()
		in := []*op.Edge{g.Input("i", tensor.Int32, tensor.KnownShape(nil))}
		for range 3 {
			in = append(in, g.Input("v", tensor.Float32, tensor.KnownShape([]int{3})))
		}
		n := g.Input("n", tensor.Int32, tensor.KnownShape(nil))
		var init []op.Value
		for _, e := range in {
			init = append(init, e)
		}
		out := whileOf(t, x, init, n, body)
		sum := one(t, x, op.AddV2, out[1], out[2])
		p := Compile(g, append(out, sum))
		for _, rounds := range []int32{0, 1, 2, 7} {
			args := []op.Value{tensor.Scalar(int32(0)), numbers(r, 3), numbers(r, 3), numbers(r, 3), tensor.Scalar(rounds)}
			want := apart(t, p, args...)
			for range 3 {
				got := run(t, p, args...)
				run(t, p, tensor.Scalar(int32(0)), numbers(r, 3), numbers(r, 3), numbers(r, 3), tensor.Scalar(rounds))
				for i := range want {
					if !same2(want[i], got[i]) {
						t.Errorf("%s, %d rounds: output %d is %v, want %v", name, rounds, i, got[i], want[i])
					}
				}
			}
		}
	}
}
