package op

import "github.com/tfs-lang/tfs/tensor"

// Kernels of the diagonals of matrices.

// bandOf reads the diagonals that input i names, one or two numbers; align is of short diagonals.
func (n *Node) bandOf(i int, align string) (tensor.Band, error) {
	b := tensor.Band{Align: align}
	if i < 0 { // kernels of the main diagonal alone
		return b, nil
	}
	k := n.T(i)
	if k.Rank() > 1 {
		return b, tensor.Errorf("diag_index must be a scalar or vector, received shape: %s",
			tensor.ShapeString(k.Shape()))
	}
	switch k.Len() {
	case 0:
		return b, tensor.Errorf("diag_index must have at least one element")
	case 1:
		b.Low = int(k.Int(0))
		b.High = b.Low
	case 2:
		b.Low, b.High = int(k.Int(0)), int(k.Int(1))
	default:
		return b, tensor.Errorf("diag_index must have only one or two elements, received %d elements.", k.Len())
	}
	if b.Low > b.High {
		return b, tensor.Errorf("lower_diag_index must not be larger than upper_diag_index: %d > %d", b.Low, b.High)
	}
	return b, nil
}

// inBand refuses diagonals that matrices do not have.
func inBand(b tensor.Band, rows, cols int, stop string) error {
	for i, d := range []int{b.Low, b.High} {
		if d != 0 && (d <= -rows || d >= cols) {
			return tensor.Errorf("%s_diag_index is out of bound: %d%s It must be between %d and %d",
				[]string{"lower", "upper"}[i], d, stop, -rows, cols)
		}
	}
	return nil
}

// alignment is the kernel's attribute, or that of the kernels without one: all to the left.
func (n *Node) alignment() string {
	if n.Def.Row().Find("align") == nil {
		return "LEFT_LEFT"
	}
	return n.Str("align")
}

// Diagonals into matrices.
var (
	MatrixDiag   = matrixDiag("MatrixDiag")
	MatrixDiagV2 = matrixDiag("MatrixDiagV2")
	MatrixDiagV3 = matrixDiag("MatrixDiagV3")
)

func matrixDiag(name string) *Def {
	plain := name == "MatrixDiag"
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		if t.Rank() == 0 {
			return tensor.Errorf("diagonal must be at least 1-dim, received shape: []")
		}
		if plain {
			zero, err := tensor.New(t.DType(), nil)
			if err != nil {
				return err
			}
			size := t.Shape()[t.Rank()-1]
			return n.one(tensor.Band{Align: "LEFT_LEFT"}.MatrixDiag(x.Ctx, t, size, size, zero))
		}
		b, err := n.bandOf(1, n.alignment())
		if err != nil {
			return err
		}
		rows, cols, err := n.diagSize(b)
		if err != nil {
			return err
		}
		return n.one(b.MatrixDiag(x.Ctx, t, rows, cols, n.T(4)))
	}, Infer: func(s *Shapes) { s.matrixDiag(plain) }, Grad: func(b *B, n *Node, dy []Value) []Value {
		k := Value(tensor.Scalar(int32(0)))
		if !plain {
			k = n.In[1]
		}
		out := make([]Value, len(n.In))
		out[0] = b.With(MatrixDiagPartV3, Attrs{{"align", n.alignment()}}, dy[0], k, b.Like(dy[0], 0))
		return out
	}})
}

// diagSize is the size of the matrices: as given, or the least that holds the diagonals.
func (n *Node) diagSize(b tensor.Band) (rows, cols int, err error) {
	t := n.T(0)
	count, longest := b.High-b.Low+1, t.Shape()[t.Rank()-1]
	if count > 1 && (t.Rank() < 2 || t.Shape()[t.Rank()-2] != count) {
		return 0, 0, tensor.Errorf("The number of diagonals provided in the input does not " +
			"match the lower_diag_index and upper_diag_index range.")
	}
	for i := 2; i < 5; i++ {
		if n.T(i).Len() != 1 {
			return 0, 0, tensor.Errorf("%s must be a scalar", []string{"num_rows", "num_cols", "padding_value"}[i-2])
		}
	}
	rows, cols = int(n.T(2).Int(0)), int(n.T(3).Int(0))
	leastRows, leastCols := longest-min(b.High, 0), longest+max(b.Low, 0)
	switch {
	case rows == -1 && cols == -1:
		rows = max(leastRows, leastCols)
		cols = rows
	case rows == -1:
		rows = leastRows
	case cols == -1:
		cols = leastCols
	}
	switch {
	case rows < leastRows:
		return 0, 0, tensor.Errorf("The number of rows is too small.")
	case cols < leastCols:
		return 0, 0, tensor.Errorf("The number of columns is too small.")
	case rows != leastRows && cols != leastCols:
		return 0, 0, tensor.Errorf("The number of rows or columns is not consistent with " +
			"the specified d_lower, d_upper, and diagonal.")
	}
	return rows, cols, nil
}

func (s *Shapes) matrixDiag(plain bool) {
	p := s.In(0)
	if !p.UnknownRank && len(p.Dims) == 0 {
		s.Fail("Shape must be at least rank 1 but is rank 0")
		return
	}
	if p.UnknownRank {
		s.Is(unknown())
		return
	}
	last := p.Dims[len(p.Dims)-1]
	if plain {
		s.Is(join(p.Dims, []int{last}))
		return
	}
	k, ok := s.Vector(1)
	if s.Const(1) == nil || !ok {
		s.Is(unknown())
		return
	}
	b, outer, good := s.bandOf(k), p.Dims[:len(p.Dims)-1], false
	if s.err != nil {
		return
	}
	if good = b.High == b.Low; !good && len(outer) > 0 {
		outer, good = outer[:len(outer)-1], true
	}
	if !good {
		s.Fail("Shape must be at least rank 2 but is rank 1")
		return
	}
	rows, cols := s.Size(2), s.Size(3)
	if last < 0 || s.Const(2) == nil || s.Const(3) == nil {
		s.Is(join(outer, []int{max(rows, -1), max(cols, -1)}))
		return
	}
	leastRows, leastCols := last-min(b.High, 0), last+max(b.Low, 0)
	switch {
	case rows < 0 && cols < 0:
		rows = max(leastRows, leastCols)
		cols = rows
	case rows < 0:
		rows = leastRows
	case cols < 0:
		cols = leastCols
	}
	if rows < leastRows {
		s.Fail("num_rows is too small")
	} else if cols < leastCols {
		s.Fail("num_cols is too small")
	}
	s.Is(join(outer, []int{rows, cols}))
}

func (s *Shapes) bandOf(k []int) tensor.Band {
	var b tensor.Band
	switch len(k) {
	case 1:
		b.Low, b.High = k[0], k[0]
	case 2:
		b.Low, b.High = k[0], k[1]
		if b.Low > b.High {
			s.Fail("lower_diag_index is greater than upper_diag_index")
		}
	default:
		s.Fail("diag_index must be a vector with one or two elements. It has %d elements.", len(k))
	}
	return b
}

// Diagonals of matrices.
var (
	MatrixDiagPart   = matrixDiagPart("MatrixDiagPart")
	MatrixDiagPartV2 = matrixDiagPart("MatrixDiagPartV2")
	MatrixDiagPartV3 = matrixDiagPart("MatrixDiagPartV3")
)

func matrixDiagPart(name string) *Def {
	plain := name == "MatrixDiagPart"
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		t, at := n.T(0), 1
		if plain {
			at = -1
		}
		b, err := n.bandOf(at, n.alignment())
		if err != nil {
			return err
		}
		if !plain && n.T(2).Len() != 1 {
			return tensor.Errorf("Padding must be scalar.")
		}
		if t.Rank() < 2 {
			return tensor.Errorf("input must be at least 2-dim, received shape: %s", tensor.ShapeString(t.Shape()))
		}
		if plain {
			zero, err := tensor.New(t.DType(), nil)
			if err != nil {
				return err
			}
			return n.one(tensor.Band{Align: "LEFT_LEFT"}.MatrixDiagPart(x.Ctx, t, zero))
		}
		if err := inBand(b, t.Shape()[t.Rank()-2], t.Shape()[t.Rank()-1], "."); err != nil {
			return err
		}
		return n.one(b.MatrixDiagPart(x.Ctx, t, n.T(2)))
	}, Infer: func(s *Shapes) { s.matrixDiagPart(plain) }, Grad: func(b *B, n *Node, dy []Value) []Value {
		k := Value(tensor.Scalar(int32(0)))
		if !plain {
			k = n.In[1]
		}
		out := make([]Value, len(n.In))
		out[0] = b.With(Get("MatrixSetDiagV3"), Attrs{{"align", n.alignment()}}, b.Zero(n.In[0]), dy[0], k)
		return out
	}})
}

func (s *Shapes) matrixDiagPart(plain bool) {
	p, k := s.In(0), []int{0}
	if !p.UnknownRank && len(p.Dims) < 2 {
		s.Fail("Shape must be at least rank 2 but is rank %d", len(p.Dims))
		return
	}
	if !plain {
		var ok bool
		if k, ok = s.Vector(1); s.Const(1) == nil || !ok {
			s.Is(unknown())
			return
		}
	}
	if p.UnknownRank {
		s.Is(unknown())
		return
	}
	b := s.bandOf(k)
	rows, cols := p.Dims[len(p.Dims)-2], p.Dims[len(p.Dims)-1]
	outer := p.Dims[:len(p.Dims)-2]
	if b.High > b.Low {
		outer = join(outer, []int{b.High - b.Low + 1}).Dims
	}
	longest := -1
	if rows >= 0 && cols >= 0 {
		s.inBand(b, rows, cols)
		longest = b.Longest(rows, cols)
	}
	s.Is(join(outer, []int{longest}))
}

func (s *Shapes) inBand(b tensor.Band, rows, cols int) {
	for i, d := range []int{b.Low, b.High} {
		if d != 0 && (d <= -rows || d >= cols) {
			s.Fail("%s_diag_index is out of bound.", []string{"lower", "upper"}[i])
		}
	}
}

// Matrices with other diagonals.
var (
	MatrixSetDiag   = matrixSetDiag("MatrixSetDiag")
	MatrixSetDiagV2 = matrixSetDiag("MatrixSetDiagV2")
	MatrixSetDiagV3 = matrixSetDiag("MatrixSetDiagV3")
)

func matrixSetDiag(name string) *Def {
	at := 2
	if name == "MatrixSetDiag" {
		at = -1
	}
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		t, d := n.T(0), n.T(1)
		if t.Rank() < 2 {
			return tensor.Errorf("input must be at least 2-dim, received shape: %s", tensor.ShapeString(t.Shape()))
		}
		if d.Rank() < 1 {
			return tensor.Errorf("diagonal must be at least 1-dim, received shape: []")
		}
		b, err := n.bandOf(at, n.alignment())
		if err != nil {
			return err
		}
		rows, cols := t.Shape()[t.Rank()-2], t.Shape()[t.Rank()-1]
		if err := inBand(b, rows, cols, ""); err != nil {
			return err
		}
		want := append([]int(nil), t.Shape()[:t.Rank()-2]...)
		if b.High > b.Low {
			want = append(want, b.High-b.Low+1)
		}
		if want = append(want, b.Longest(rows, cols)); !tensor.SameShape(want, d.Shape()) {
			return tensor.Errorf("Either first dimensions of diagonal don't match input.shape[:-2], "+
				"or diagonal.shape[:-1] is not equal to "+
				"the longests diagonal in range [lower_diag_index:upper_diag_index].\nInput shape: %s\n"+
				"Diagonal shape: %s\nExpected diagonal shape: %s",
				tensor.ShapeString(t.Shape()), tensor.ShapeString(d.Shape()), tensor.ShapeString(want))
		}
		return n.one(b.MatrixSetDiag(x.Ctx, t, d))
	}, Infer: func(s *Shapes) {
		p, d := s.In(0), s.In(1)
		if !p.UnknownRank && len(p.Dims) < 2 {
			s.Fail("Shape must be at least rank 2 but is rank %d", len(p.Dims))
		}
		if !d.UnknownRank && len(d.Dims) < 1 {
			s.Fail("Shape must be at least rank 1 but is rank 0")
		}
		s.Is(p)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		k := Value(tensor.Scalar(int32(0)))
		out := make([]Value, len(n.In))
		if at > 0 {
			k = n.In[at]
		}
		align := Attrs{{"align", n.alignment()}}
		out[0] = b.With(Get("MatrixSetDiagV3"), align, dy[0], b.Zero(n.In[1]), k)
		out[1] = b.With(MatrixDiagPartV3, align, dy[0], k, b.Like(dy[0], 0))
		return out
	}})
}

// MatrixBandPart keeps a band around the main diagonal.
var MatrixBandPart = define(Def{Name: "MatrixBandPart", Infer: same(0), Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	if t.Rank() < 2 {
		return tensor.Errorf("input must be at least 2-dim, received shape: %s", tensor.ShapeString(t.Shape()))
	}
	var k [2]int
	for i, name := range []string{"num_lower", "num_upper"} {
		v := n.T(i + 1)
		if v.Rank() != 0 {
			return tensor.Errorf("%s must be scalar, got shape %s", name, tensor.ShapeString(v.Shape()))
		}
		size := t.Shape()[t.Rank()-2+i]
		if k[i] = int(v.Int(0)); k[i] > size {
			return tensor.Errorf("%s must be negative or less or equal to number of %s (%d) got: %d",
				name, []string{"rows", "columns"}[i], size, k[i])
		}
	}
	zero, err := tensor.New(t.DType(), nil)
	if err != nil {
		return err
	}
	return n.one(tensor.MatrixBandPart(x.Ctx, t, k[0], k[1], zero))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	return b.List(b.One(n.Def, dy[0], n.In[1], n.In[2]), nil, nil)
}})

// Diag and DiagPart are of tensors whose shape is one shape twice.
var (
	Diag = define(Def{Name: "Diag", Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		if t.Rank() < 1 {
			return tensor.Errorf("Input must be at least rank 1, got 0")
		}
		zero, err := tensor.New(t.DType(), nil)
		if err != nil {
			return err
		}
		z, err := tensor.Band{Align: "LEFT_LEFT"}.MatrixDiag(x.Ctx, t.WithShape([]int{t.Len()}), t.Len(), t.Len(), zero)
		if err != nil {
			return err
		}
		return n.one(z.WithShape(join(t.Shape(), t.Shape()).Dims), nil)
	}, Infer: func(s *Shapes) { s.Is(s.In(0).Concat(s.In(0))) },
		Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.One(DiagPart, dy[0])) }})
	DiagPart = diagPartDef()
)

func diagPartDef() *Def {
	return define(Def{Name: "DiagPart", Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		if t.Rank()%2 != 0 { // of a scalar, the scalar
			return tensor.Errorf("The rank of the tensor should be                                          even and "+
				"positive, got shape %s",
				tensor.ShapeString(t.Shape()))
		}
		half := t.Rank() / 2
		for i := range half {
			if t.Shape()[i] != t.Shape()[half+i] {
				return tensor.Errorf("Invalid shape %s: dimensions %d and %d do not match.",
					tensor.ShapeString(t.Shape()), i, half+i)
			}
		}
		size, err := tensor.Count(t.Shape()[:half])
		if err != nil {
			return err
		}
		zero, err := tensor.New(t.DType(), nil)
		if err != nil {
			return err
		}
		z, err := tensor.Band{Align: "LEFT_LEFT"}.MatrixDiagPart(x.Ctx, t.WithShape([]int{size, size}), zero)
		if err != nil {
			return err
		}
		return n.one(z.WithShape(t.Shape()[:half]), nil)
	}, Infer: func(s *Shapes) {
		p := s.In(0)
		if p.UnknownRank {
			s.Is(unknown())
			return
		}
		if len(p.Dims) == 0 || len(p.Dims)%2 != 0 {
			s.Fail("Input must have even and non-zero rank, input rank is %d", len(p.Dims))
			return
		}
		half := len(p.Dims) / 2
		out := make([]int, half)
		for i := range out {
			if s.err == nil {
				out[i] = s.merge(p.Dims[i], p.Dims[half+i])
			}
		}
		s.Is(known(out...))
	}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.One(Get("Diag"), dy[0])) }})
}
