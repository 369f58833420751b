package op

import (
	"context"
	"fmt"
	"math/rand"
	"sort"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// TestInferRandomShapes compares what is inferred with what running gives on samples whose sizes are drawn anew: every
// dimension of one size becomes one of another size in all inputs. What runs must be inferred, with known and with
// partly unknown shapes, without contradiction.
func TestInferRandomShapes(t *testing.T) {
	r := rand.New(rand.NewSource(12))
	x := &Exec{Ctx: context.Background(), Host: silent{}}
	kernels, drawn, varied := map[string]bool{}, map[string]bool{}, 0
	for _, s := range all() {
		if s.name == "PlaceholderWithDefault" { // its attribute names the shape of its input
			continue
		}
		kernels[s.name] = true
		for range 30 {
			in, moved := resized(r, s.in)
			if !moved {
				break
			}
			n, err := do(x, s, in)
			if err != nil {
				continue // sizes that do not go together
			}
			drawn[s.name] = true
			varied++
			for hide := -1; hide < 3; hide++ {
				err := agrees(s, in, n, hide)
				if err != nil && strings.Contains(err.Error(), "Negative dimension size") {
					continue // graphs refuse what kernels give no pixels for
				}
				if err != nil {
					t.Errorf("%s of %s: %s", s.name, shapesText(in), err)
				}
			}
		}
	}
	var fixed []string
	for name := range kernels {
		if !drawn[name] {
			fixed = append(fixed, name)
		}
	}
	sort.Strings(fixed)
	t.Logf("%d draws of %d kernels of %d; TestInfer alone looks at %s", varied, len(drawn), len(kernels),
		strings.Join(fixed, " "))
	if len(fixed) > mostFixed {
		t.Errorf("%d kernels run with no other sizes than their samples', %d are known to", len(fixed), mostFixed)
	}
}

// mostFixed is how many kernels have no tensor of floats, strings or the like whose size could change: scalars,
// resources, lists, files, packed bytes.
const mostFixed = 184

// do runs a kernel; a panic is an error of the test.
func do(x *Exec, s sample, in []Value) (n *Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	return x.Do(Get(s.name), s.at, in...)
}

// resized gives tensors other sizes: each size of a dimension above 1 becomes one drawn for it, the same everywhere.
// Integers keep theirs when they are few: they count or address.
func resized(r *rand.Rand, in []Value) ([]Value, bool) {
	sizes := map[int]int{0: 0, 1: 1}
	out, moved := make([]Value, len(in)), false
	for i, v := range in {
		out[i] = v
		t, ok := v.(*tensor.Tensor)
		if !ok || t.Rank() == 0 || t.Len() == 0 || t.DType().IsInteger() && t.Rank() < 2 {
			continue
		}
		dims := make([]int, t.Rank())
		for k, d := range t.Shape() {
			if _, ok := sizes[d]; !ok {
				sizes[d] = 1 + r.Intn(6)
			}
			dims[k] = sizes[d]
		}
		z, err := tiled(t, dims)
		if err != nil {
			continue
		}
		out[i], moved = z, moved || !tensor.SameShape(dims, t.Shape())
	}
	return out, moved
}

// tiled fills a shape with the elements of a tensor, over and over.
func tiled(t *tensor.Tensor, dims []int) (*tensor.Tensor, error) {
	n := 1
	for _, d := range dims {
		n *= d
	}
	idx := make([]int64, n)
	for i := range idx {
		idx[i] = int64(i % t.Len())
	}
	x := &Exec{Ctx: context.Background(), Host: silent{}}
	z, err := x.One(GatherV2, nil, t.WithShape([]int{t.Len()}), tensor.Vector(idx), tensor.Scalar(int32(0)))
	if err != nil {
		return nil, err
	}
	return z.(*tensor.Tensor).WithShape(dims), nil
}

// agrees infers a node from inputs of which a dimension is hidden, and compares with what it gave.
func agrees(s sample, in []Value, n *Node, hide int) error {
	known := make([]Value, len(in))
	for i, v := range in {
		known[i] = v
		if t, ok := v.(*tensor.Tensor); ok && (t.DType().IsFloating() || i == 0 && !t.DType().IsInteger()) {
			known[i] = &Edge{Type: t.DType(), Shape: hidden(v, hide)}
		}
	}
	m := &Node{Def: n.Def, At: s.at, In: known}
	if err := Infer(m); err != nil {
		return fmt.Errorf("with dimension %d hidden: %w", hide, err)
	}
	for k, v := range n.Out {
		got := m.Out[k].(*Edge)
		if got.Type != v.DType() {
			return fmt.Errorf("output %d: type %v inferred, %v given", k, got.Type, v.DType())
		}
		if t, ok := v.(*tensor.Tensor); ok && !got.Shape.Compatible(tensor.KnownShape(t.Shape())) {
			return fmt.Errorf("output %d: shape %s inferred with dimension %d hidden, %v given", k, shapeText(got.Shape), hide,
				t.Shape())
		}
	}
	return nil
}

func shapesText(in []Value) string {
	var parts []string
	for _, v := range in {
		parts = append(parts, shapeText(StaticShape(v)))
	}
	return strings.Join(parts, " ")
}
