package op

import "github.com/tfs-lang/tfs/tensor"

// The kernels that gradients are written with. They refer to each other in circles, which Go's
// initialisation of variables cannot follow: they are set here, everything else is declared whole in
// the file of its family.
var (
	Neg, Reciprocal, Square, Sqrt, Exp, Log, Sin, Cos, Sinh, Cosh, Sigmoid, Abs, Sign, Digamma, BesselI0, BesselI1,
	BesselI0e, BesselI1e, BesselJ0, BesselJ1, BesselY0, BesselY1, BesselK0, BesselK1, BesselK0e, BesselK1e, Conj,
	AddV2, Sub, Mul, RealDiv, DivNoNan, FloorDiv *Def

	Sum, Reshape, Shape, ZerosLike, OnesLike, Cast, SelectV2, BroadcastTo, Transpose, Tile, Complex, ConcatV2, Pack,
	Unpack *Def
	Slice, StridedSlice, StridedSliceGrad, Pad, MirrorPadGrad, GatherV2, GatherNd, ScatterNd, TensorScatterUpdate, MatMul,
	BatchMatMulV2 *Def
	UnsortedSegmentSum *Def
)

func init() {
	Neg = unary("Neg", func(b *B, _ *Node, dy []Value) []Value { return b.List(b.Neg(dy[0])) })
	Reciprocal = unary("Reciprocal", by(func(b *B, _, y Value) Value { return b.Neg(b.Mul(y, y)) }))
	Square = unary("Square", by(func(b *B, x, _ Value) Value { return b.Scale(x, 2) }))
	Sqrt = unary("Sqrt", func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Div(b.Scale(dy[0], 0.5), b.Conj(n.Out[0])))
	})
	Exp = unary("Exp", by(func(_ *B, _, y Value) Value { return y }))
	Log = unary("Log", by(func(b *B, x, _ Value) Value { return b.One(Reciprocal, x) }))
	Sin = unary("Sin", by(func(b *B, x, _ Value) Value { return b.One(Cos, x) }))
	Cos = unary("Cos", by(func(b *B, x, _ Value) Value { return b.Neg(b.One(Sin, x)) }))
	Sinh = unary("Sinh", by(func(b *B, x, _ Value) Value { return b.One(Cosh, x) }))
	Cosh = unary("Cosh", by(func(b *B, x, _ Value) Value { return b.One(Sinh, x) }))
	Sigmoid = unary("Sigmoid", by(func(b *B, _, y Value) Value { return b.Mul(y, b.Sub(b.Like(y, 1), y)) }))
	Digamma = unary("Digamma", by(func(b *B, x, _ Value) Value { return b.One(Polygamma, b.Like(x, 1), x) }))
	Sign = unary("Sign", flat)
	BesselI0 = unary("BesselI0", by(func(b *B, x, _ Value) Value { return b.One(BesselI1, x) }))
	BesselI0e = unary("BesselI0e", by(func(b *B, x, y Value) Value {
		return b.Sub(b.One(BesselI1e, x), b.Mul(b.One(Sign, x), y))
	}))
	BesselI1 = unary("BesselI1", by(func(b *B, x, y Value) Value {
		return b.besselI(x, b.Sub(b.One(BesselI0, x), b.Div(y, x)), 1)
	}))
	BesselI1e = unary("BesselI1e", by(func(b *B, x, y Value) Value {
		steep := b.Sub(b.One(BesselI0e, x), b.Mul(y, b.Add(b.One(Sign, x), b.One(Reciprocal, x))))
		return b.besselI(x, steep, 0.5)
	}))
	BesselJ0 = unary("BesselJ0", by(func(b *B, x, _ Value) Value { return b.Neg(b.One(BesselJ1, x)) }))
	BesselJ1 = unary("BesselJ1", by(func(b *B, x, y Value) Value {
		return b.besselI(x, b.Sub(b.One(BesselJ0, x), b.Div(y, x)), 0.5)
	}))
	BesselY0 = unary("BesselY0", by(func(b *B, x, _ Value) Value { return b.Neg(b.One(BesselY1, x)) }))
	BesselY1 = unary("BesselY1", by(func(b *B, x, y Value) Value { return b.Sub(b.One(BesselY0, x), b.Div(y, x)) }))
	BesselK0 = unary("BesselK0", by(func(b *B, x, _ Value) Value { return b.Neg(b.One(BesselK1, x)) }))
	BesselK0e = unary("BesselK0e", by(func(b *B, x, y Value) Value { return b.Sub(y, b.One(BesselK1e, x)) }))
	BesselK1 = unary("BesselK1", by(func(b *B, x, y Value) Value {
		return b.Sub(b.Neg(b.One(BesselK0, x)), b.Div(y, x))
	}))
	BesselK1e = unary("BesselK1e", by(func(b *B, x, y Value) Value {
		return b.Sub(b.Mul(y, b.Sub(b.Like(x, 1), b.One(Reciprocal, x))), b.One(BesselK0e, x))
	}))
	Conj = unary("Conj", func(b *B, _ *Node, dy []Value) []Value { return b.List(b.Conj(dy[0])) })
	Abs = unary("Abs", by(func(b *B, x, _ Value) Value { return b.One(Sign, x) }))
	AddV2 = binary("AddV2", func(b *B, n *Node, dy []Value) []Value { return b.both(n, dy[0], dy[0]) })
	Sub = binary("Sub", func(b *B, n *Node, dy []Value) []Value { return b.both(n, dy[0], b.Neg(dy[0])) })
	Mul = binary("Mul", func(b *B, n *Node, dy []Value) []Value {
		return b.both(n, b.Mul(dy[0], b.Conj(n.In[1])), b.Mul(b.Conj(n.In[0]), dy[0]))
	})
	RealDiv = binary("RealDiv", quotient(func() *Def { return RealDiv }))
	DivNoNan = binary("DivNoNan", quotient(func() *Def { return DivNoNan }))
	FloorDiv = binary("FloorDiv", noGrad)
	Sum = reduction("Sum", folded(tensor.FoldSum), sumGrad)
	Reshape, Shape = reshapeDef(), shapeDef()
	ZerosLike, OnesLike = likeDef("ZerosLike", 0), likeDef("OnesLike", 1)
	Cast, Complex, SelectV2 = castDef(), complexDef(), selectDef()
	BroadcastTo, Transpose, Tile = broadcastToDef(), transposeDef(), tileDef()
	ConcatV2, Pack, Unpack = concatDef(), packDef(), unpackDef()
	Slice, StridedSlice, StridedSliceGrad, Pad = sliceDef(), stridedSliceDef(), stridedSliceGradDef(), padDef()
	MirrorPadGrad = mirrorPadGradDef()
	GatherV2, GatherNd, ScatterNd, TensorScatterUpdate = gatherDef(), gatherNdDef(), scatterNdDef(),
		tensorScatterUpdateDef()
	UnsortedSegmentSum = unsortedSegment("UnsortedSegmentSum", tensor.FoldSum, unsortedSumGrad)
	MatMul, BatchMatMulV2 = matMulDef(), batchMatMulDef()
	MatrixSolve, MatrixTriangularSolve = matrixSolveDef(), matrixTriangularSolveDef()
	defineFourier()
	SelfAdjointEigV2, Svd, Eig = selfAdjointDef(), svdDef(), eigDef()
	TridiagonalMatMul, TridiagonalSolve = tridiagonalMatMulDef(), tridiagonalSolveDef()
	BandedTriangularSolve = bandedTriangularSolveDef()
}
