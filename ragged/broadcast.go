package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// axes sees any value as levels of nodes: node i of a level has children in the next one.
type axes struct {
	v     Value
	parts []*Partition
	inner []int // dense dimensions below the partitions
	lead  int   // dimensions of size 1 put in front
}

func axesOf(v Value) axes {
	if r, ok := v.(*Ragged); ok {
		return axes{v: v, parts: r.Parts(), inner: r.Flat().Shape()[1:]}
	}
	return axes{v: v, inner: v.(*tensor.Tensor).Shape()}
}

func (a axes) rank() int {
	if len(a.parts) > 0 {
		return 1 + len(a.parts) + len(a.inner)
	}
	return len(a.inner)
}

// children gives where the children of a node at a level start and how many there are.
func (a axes) children(level, node int) (start, n int) {
	level -= a.lead
	switch {
	case level < 0:
		return node, 1
	case len(a.parts) == 0:
		return node * a.inner[level], a.inner[level]
	case level == 0:
		return 0, a.parts[0].NRows()
	case level <= len(a.parts):
		p := a.parts[level-1]
		return int(p.Splits[node]), p.Len(node)
	}
	d := a.inner[level-1-len(a.parts)]
	return node * d, d
}

func (a axes) ragged(level int) bool {
	level -= a.lead
	return len(a.parts) > 0 && level >= 1 && level <= len(a.parts) && a.parts[level-1].Uniform < 0
}

// Broadcast pairs the elements of two values: the result has the elements of x and y at
// the given flat positions, in the given structure. Dimensions of size 1 are spread.
func Broadcast(ctx context.Context, x, y Value) (bx, by *tensor.Tensor, wrap func(*tensor.Tensor) Value, err error) {
	a, b := axesOf(x), axesOf(y)
	r := max(a.rank(), b.rank())
	a.lead, b.lead = r-a.rank(), r-b.rank()
	nx, ny := []int{0}, []int{0}
	var parts []*Partition
	var shape []int
	lastRagged := -1
	lengths := make([][]int64, r)
	for level := range r {
		var px, py []int
		lens := make([]int64, len(nx))
		for i := range nx {
			sx, lx := a.children(level, nx[i])
			sy, ly := b.children(level, ny[i])
			n := max(lx, ly)
			if lx != ly && lx != 1 && ly != 1 {
				return nil, nil, nil, mismatch(x, y, level, lx, ly)
			}
			if lx == 0 || ly == 0 {
				n = 0
			}
			lens[i] = int64(n)
			for k := range n {
				cx, cy := sx, sy
				if lx > 1 {
					cx += k
				}
				if ly > 1 {
					cy += k
				}
				px, py = append(px, cx), append(py, cy)
			}
		}
		nx, ny, lengths[level] = px, py, lens
		if a.ragged(level) || b.ragged(level) {
			lastRagged = level
		}
		if ctx.Err() != nil {
			return nil, nil, nil, ctx.Err()
		}
	}
	for level := 1; level <= lastRagged; level++ {
		p, err := FromLengths(lengths[level])
		if err != nil {
			return nil, nil, nil, err
		}
		if !a.ragged(level) && !b.ragged(level) && len(lengths[level]) > 0 {
			p.Uniform = int(lengths[level][0])
		}
		parts = append(parts, p)
	}
	n := len(nx)
	for level := max(lastRagged+1, 0); level < r; level++ {
		d := 0
		if len(lengths[level]) > 0 {
			d = int(lengths[level][0])
		}
		shape = append(shape, d)
	}
	if lastRagged >= 0 {
		rows := 0
		if p := parts[len(parts)-1]; p != nil {
			rows = p.NVals()
		}
		shape = append([]int{rows}, shape...)
	}
	if bx, err = tensor.Pick(ctx, flatten(x), []int{n}, nx); err != nil {
		return nil, nil, nil, err
	}
	if by, err = tensor.Pick(ctx, flatten(y), []int{n}, ny); err != nil {
		return nil, nil, nil, err
	}
	return bx, by, func(z *tensor.Tensor) Value { return Build(z.WithShape(shape), parts) }, nil
}

func flatten(v Value) *tensor.Tensor {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		t = v.(*Ragged).Flat()
	}
	return t.WithShape([]int{t.Len()})
}

func mismatch(x, y Value, level, lx, ly int) error {
	return tensor.Errorf("Unable to broadcast: dimension size mismatch in dimension\n%d\nlengths=%d and %d", level, lx, ly)
}

// SameParts tells whether two ragged values share their row splits, so that their flat
// values pair up as they are.
func SameParts(x, y *Ragged) bool {
	a, b := x.Parts(), y.Parts()
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if len(a[i].Splits) != len(b[i].Splits) {
			return false
		}
		for k := range a[i].Splits {
			if a[i].Splits[k] != b[i].Splits[k] {
				return false
			}
		}
	}
	return true
}
