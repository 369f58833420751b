package op

import (
	"context"
	"slices"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// cell is the plainest variable.
type cell struct{ t *tensor.Tensor }

func (c *cell) DType() tensor.DType         { return tensor.Resource }
func (c *cell) Load() *tensor.Tensor        { return c.t }
func (c *cell) Store(t *tensor.Tensor)      { c.t = t }
func (c *cell) Holds() tensor.DType         { return c.t.DType() }
func (c *cell) Static() tensor.PartialShape { return tensor.KnownShape(c.t.Shape()) }

func init() {
	samples = append(samples, sample{name: "ReadVariableOp", at: Attrs{{"dtype", tensor.Float64}},
		in: []Value{&cell{matrix34.(*tensor.Tensor)}}})
	samples = append(samples, sample{name: "ResourceGather", at: Attrs{{"dtype", tensor.Float64}},
		in: []Value{&cell{matrix34.(*tensor.Tensor)}, tensor.Ints32(2, 0)}})
	samples = append(samples, sample{name: "VariableShape", in: []Value{&cell{matrix34.(*tensor.Tensor)}}})
	empty := &Cell{"localhost", "sample", tensor.Float64, known(2)}
	samples = append(samples,
		sample{name: "VarHandleOp", at: Attrs{{"dtype", tensor.Float64}, {"shape", known(2)}}},
		sample{name: "VarIsInitializedOp", in: []Value{empty}},
		sample{name: "DestroyResourceOp", in: []Value{empty}})
}

// TestRead: a read is a value of its own that does not change when the variable does.
func TestRead(t *testing.T) {
	x := &Exec{Ctx: context.Background()}
	v := &cell{ramp(0, 3).(*tensor.Tensor)}
	before, err := x.Read(v)
	if err != nil || before == Value(v.t) {
		t.Fatalf("read: %v %v", before, err)
	}
	v.Store(ramp(5, 3).(*tensor.Tensor))
	after, _ := x.Read(v)
	if before.(*tensor.Tensor).Float(0) == after.(*tensor.Tensor).Float(0) {
		t.Error("the second read gives what the variable held before")
	}
}

// TestSlices: rows that are given twice add up, alone and with dense gradients.
func TestSlices(t *testing.T) {
	tape := &Tape{}
	b := &B{Exec: &Exec{Ctx: context.Background(), Tape: tape}}
	x := ramp(0, 4, 2)
	y := b.One(GatherV2, x, i32(1, 3, 1), tensor.Scalar(int32(0)))
	g := b.Gradients(tape, []Value{y}, []Value{b.One(OnesLike, y)}, []Value{x})[0]
	s, ok := g.(*Slices)
	if !ok || b.Err != nil {
		t.Fatalf("gradient of a gather: %T %v", g, b.Err)
	}
	want := [...][4]float64{{0, 2, 0, 1}, {0, 4, 0, 2}, {1, 3, 1, 2}}
	for i, v := range []Value{s, b.sum([]Value{s, s}), b.sum([]Value{s, b.One(OnesLike, x)})} {
		d := b.Tensor(b.Dense(v))
		if b.Err != nil {
			t.Fatal(b.Err)
		}
		for row, w := range want[i] {
			if d.Float(2*row) != w {
				t.Errorf("sum %d, row %d: %g, want %g", i, row, d.Float(2*row), w)
			}
		}
	}
}

// TestOrderOfSums: gradients meet in the order in which TensorFlow takes the nodes, the first to be free first.
func TestOrderOfSums(t *testing.T) {
	tape := &Tape{}
	b := &B{Exec: &Exec{Ctx: context.Background(), Tape: tape}}
	x := ramp(0, 4, 2)
	part := func(rows ...int) Value {
		return b.One(Sum, b.One(GatherV2, x, i32(rows...), tensor.Scalar(int32(0))), i32(0, 1))
	}
	y := b.Add(b.Add(part(0, 1), part(1)), part(2))
	g := b.Gradients(tape, []Value{y}, []Value{b.One(OnesLike, y)}, []Value{x})[0]
	s, ok := g.(*Slices)
	if !ok || b.Err != nil {
		t.Fatalf("%T %v", g, b.Err)
	}
	if got := b.Tensor(s.Indices).Ints(); !slices.Equal(got, []int{2, 0, 1, 1}) {
		t.Errorf("rows in the order %v", got)
	}
}
