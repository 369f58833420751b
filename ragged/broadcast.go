package ragged

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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

// deepest is the level of the innermost row partition, uniform or not, -1 without any.
func (a axes) deepest() int {
	if len(a.parts) == 0 {
		return -1
	}
	return a.lead + len(a.parts)
}

// one tells whether the dimension at a level is spread: absent, or known to have size 1. A
// ragged dimension whose rows all happen to hold one value is not (TensorFlow's rule).
func (a axes) one(level int) bool {
	level -= a.lead
	switch {
	case level < 0:
		return true
	case len(a.parts) == 0:
		return a.inner[level] == 1
	case level == 0:
		return a.parts[0].NRows() == 1
	case level <= len(a.parts):
		return a.parts[level-1].Uniform == 1
	}
	return a.inner[level-1-len(a.parts)] == 1
}

// Broadcast pairs the elements of two values: the result has the elements of x and y at
// the given flat positions, in the given structure. Dimensions of size 1 are spread.
func Broadcast(ctx context.Context, x, y Value) (bx, by *tensor.Tensor, wrap func(*tensor.Tensor) Value, err error) {
	if bx, by, like, ok := spreadColumn(ctx, x, y); ok {
		return bx, by, func(z *tensor.Tensor) Value { return like.WithFlat(z) }, nil
	}
	a, b := axesOf(x), axesOf(y)
	r, d := max(a.rank(), b.rank()), SplitsType(x, y)
	a.lead, b.lead = r-a.rank(), r-b.rank()
	nx, ny := []int{0}, []int{0}
	var parts []*Partition
	var shape []int
	last := max(a.deepest(), b.deepest()) // the innermost level that keeps a row partition
	lengths := make([][]int64, r)
	for level := range r {
		var px, py []int
		lens := make([]int64, len(nx))
		oneX, oneY := a.one(level), b.one(level)
		room := 1 << 16 // pairs, before the account of memory is asked again
		for i := range nx {
			sx, lx := a.children(level, nx[i])
			sy, ly := b.children(level, ny[i])
			if lx != ly && !oneX && !oneY {
				return nil, nil, nil, mismatch(a, b, level, nx, ny)
			}
			n := ly
			if oneY {
				n = lx
			}
			lens[i] = int64(n)
			if n > room-len(px) {
				if n > tensor.MaxBytes/32-len(px) || !tensor.Reserve(int64(32*(len(px)+n))) {
					return nil, nil, nil, tensor.Failf(tensor.ResourceExhausted,
						"broadcasting to %d values in dimension %d does not fit", len(px)+n, level)
				}
				if room = 2 * (len(px) + n); ctx.Err() != nil {
					return nil, nil, nil, ctx.Err()
				}
			}
			for k := range n {
				cx, cy := sx, sy
				if !oneX {
					cx += k
				}
				if !oneY {
					cy += k
				}
				px, py = append(px, cx), append(py, cy)
			}
		}
		nx, ny, lengths[level] = px, py, lens
		if ctx.Err() != nil {
			return nil, nil, nil, ctx.Err()
		}
	}
	for level := 1; level <= last; level++ {
		p := Lengths(lengths[level], d)
		if !a.ragged(level) && !b.ragged(level) && len(lengths[level]) > 0 {
			p.Uniform = int(lengths[level][0])
		}
		parts = append(parts, p)
	}
	n := len(nx)
	for level := max(last+1, 0); level < r; level++ {
		d := 0
		if len(lengths[level]) > 0 {
			d = int(lengths[level][0])
		}
		shape = append(shape, d)
	}
	if last >= 0 {
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

// spreadColumn pairs rows of scalars with a column of one number for each row, the case that
// is worth a loop of its own.
func spreadColumn(ctx context.Context, x, y Value) (bx, by *tensor.Tensor, like *Ragged, ok bool) {
	r, isR := x.(*Ragged)
	t, isT := y.(*tensor.Tensor)
	if !isR || !isT {
		if r, isR = y.(*Ragged); !isR {
			return nil, nil, nil, false
		}
		if t, isT = x.(*tensor.Tensor); !isT {
			return nil, nil, nil, false
		}
	}
	flat, dense := r.Values.(*tensor.Tensor)
	if !dense || flat.Rank() != 1 || t.Rank() != 2 || t.Shape()[1] != 1 || t.Shape()[0] != r.Part.NRows() ||
		t.DType() == tensor.String || r.Part.Uniform >= 0 {
		return nil, nil, nil, false
	}
	z, err := tensor.SpreadRows(ctx, t.WithShape([]int{t.Len()}), r.Part.Splits)
	if err != nil {
		return nil, nil, nil, false
	}
	if _, first := x.(*Ragged); first {
		return flat, z, r, true
	}
	return z, flat, r, true
}

func flatten(v Value) *tensor.Tensor {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		t = v.(*Ragged).Flat()
	}
	return t.WithShape([]int{t.Len()})
}

// MismatchError says that two values do not broadcast.
type MismatchError struct {
	Level      int     // the dimension
	X, Y       []int64 // the row lengths of both operands below the same parents
	XUni, YUni bool    // whether all rows of an operand have the same length by construction
	Static     bool    // the sizes are known to differ, whatever the rows hold
}

// Error is the text of TensorFlow 2.21, which compares row splits: those of a uniform
// dimension first.
func (e *MismatchError) Error() string {
	const head = "Condition x == y did not hold.\n"
	if e.Level == 0 || e.Static {
		return head + "First 1 elements of x:\n[False]\nFirst 1 elements of y:\n[ True]"
	}
	x, y := sums(e.X), sums(e.Y)
	if e.YUni && !e.XUni {
		x, y = y, x
	}
	return Different(x, y)
}

// Different is the text of an assertion that two vectors are equal.
func Different(x, y []int64) string {
	const head = "Condition x == y did not hold.\n"
	var at, dx, dy []int64
	m := min(3, len(x), len(y))
	if len(x) == len(y) {
		for i := range x {
			if x[i] != y[i] && len(at) < 3 {
				at, dx, dy = append(at, int64(i)), append(dx, x[i]), append(dy, y[i])
			}
		}
		return fmt.Sprintf("%sIndices of first %d different values:\n[[%s]]\nCorresponding x values:\n[%s]\n"+
			"Corresponding y values:\n[%s]\nFirst %d elements of x:\n[%s]\nFirst %d elements of y:\n[%s]",
			head, len(at), aligned(at, "]\n ["), aligned(dx, " "), aligned(dy, " "), m, aligned(x[:m], " "), m,
			aligned(y[:m], " "))
	}
	n := min(3, len(y))
	m = min(3, len(x))
	return fmt.Sprintf("%sFirst %d elements of x:\n[%s]\nFirst %d elements of y:\n[%s]", head, m, aligned(x[:m], " "),
		n, aligned(y[:n], " "))
}

// Seed is the text of the older documents.
func (e *MismatchError) Seed() string {
	if e.XUni && !e.YUni {
		return (&MismatchError{Level: e.Level, X: e.Y, Y: e.X, YUni: true}).older()
	}
	return e.older()
}

// older is that text with the second operand named first.
func (e *MismatchError) older() string {
	lengths := func(v []int64, uni bool) string {
		if uni && len(v) > 0 {
			v = v[:1]
		}
		out := make([]string, len(v))
		for i, n := range v {
			out[i] = strconv.FormatInt(n, 10)
		}
		return strings.Join(out, ", ")
	}
	return fmt.Sprintf("Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. "+
		"Summarized data: b'Unable to broadcast: dimension size mismatch in dimension'\n%d\nb'lengths='\n%s\n"+
		"b'dim_size='\n%s",
		e.Level, lengths(e.Y, e.YUni), lengths(e.X, e.XUni))
}

// aligned joins numbers padded to one width, as NumPy prints them.
func aligned(v []int64, sep string) string {
	width := 0
	for _, n := range v {
		width = max(width, len(strconv.FormatInt(n, 10)))
	}
	out := make([]string, len(v))
	for i, n := range v {
		out[i] = fmt.Sprintf("%*d", width, n)
	}
	return strings.Join(out, sep)
}

func mismatch(a, b axes, level int, nx, ny []int) error {
	if ia, ib := a.inside(level), b.inside(level); ia && ib && level > 0 {
		if len(a.parts) > 0 && len(b.parts) > 0 {
			return &MismatchError{Level: level, Static: true}
		}
		return tensor.Errorf("Incompatible shapes: %s vs. %s", tensor.ShapeString(a.flatShape()),
			tensor.ShapeString(b.flatShape()))
	}
	e := &MismatchError{Level: level, XUni: a.uniform(level), YUni: b.uniform(level)}
	e.Static = e.XUni && e.YUni
	for i := range nx {
		_, lx := a.children(level, nx[i])
		_, ly := b.children(level, ny[i])
		e.X, e.Y = append(e.X, int64(lx)), append(e.Y, int64(ly))
	}
	return e
}

// inside tells whether a level lies in the dense dimensions below all partitions.
func (a axes) inside(level int) bool {
	return len(a.parts) == 0 && level-a.lead >= 0 || level-a.lead > len(a.parts)
}

func (a axes) uniform(level int) bool { return !a.ragged(level) }

func (a axes) flatShape() []int {
	if r, ok := a.v.(*Ragged); ok {
		return r.Flat().Shape()
	}
	return a.inner
}

// SameParts tells whether two ragged values share their row splits, so that their flat
// values pair up as they are.
func SameParts(x, y *Ragged) bool {
	a, b := x.Parts(), y.Parts()
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Same(b[i]) {
			return false
		}
	}
	return true
}

// SplitsType is the integer type of the row splits of the first ragged value, int64 without.
func SplitsType(vs ...Value) tensor.DType {
	for _, v := range vs {
		if r, ok := v.(*Ragged); ok {
			return r.Part.DType
		}
	}
	return tensor.Int64
}
