package tensor

import (
	"context"
	"strconv"
)

// The elementwise operations that Go programs and kernels call by name. Those of two arguments broadcast their shapes
// as NumPy does; both arguments have one dtype, which is the result's, or bool for comparisons. Each is TensorFlow's
// kernel of that name (Add is AddV2, Div is RealDiv) and gives its digits. A dtype that TensorFlow's kernel does not
// take and shapes that do not broadcast are a *Error.

var (
	addOp, subOp, mulOp, divOp        = two("AddV2"), two("Sub"), two("Mul"), two("RealDiv")
	truncateDivOp                     = two("TruncateDiv")
	maximumOp, minimumOp              = two("Maximum"), two("Minimum")
	lessOp, greaterOp                 = two("Less"), two("Greater")
	greaterEqualOp, notEqualOp        = two("GreaterEqual"), two("NotEqual")
	logicalXorOp                      = two("LogicalXor")
	logicalAndOp, logicalOrOp         = two("LogicalAnd"), two("LogicalOr")
	negOp, absOp, squareOp            = one("Neg"), one("Abs"), one("Square")
	sqrtOp, rsqrtOp, reciprocalOp     = one("Sqrt"), one("Rsqrt"), one("Reciprocal")
	expOp, logOp                      = one("Exp"), one("Log")
	sigmoidOp, tanhOp                 = one("Sigmoid"), one("Tanh")
	rintOp, conjOp                    = one("Rint"), one("Conj")
	isNaNOp, isFiniteOp, logicalNotOp = one("IsNan"), one("IsFinite"), one("LogicalNot")
)

// Func1 and Func2 are elementwise operations of one tensor and of two.
type (
	Func1 = func(ctx context.Context, x *Tensor) (*Tensor, error)
	Func2 = func(ctx context.Context, x, y *Tensor) (*Tensor, error)
)

// Add is x + y, of numbers and, as concatenation, of strings.
func Add(ctx context.Context, x, y *Tensor) (*Tensor, error) { return addOp.Apply(ctx, x, y) }

// Sub is x - y, of numbers.
func Sub(ctx context.Context, x, y *Tensor) (*Tensor, error) { return subOp.Apply(ctx, x, y) }

// Mul is x * y, of numbers; of bools it is their conjunction.
func Mul(ctx context.Context, x, y *Tensor) (*Tensor, error) { return mulOp.Apply(ctx, x, y) }

// Div is x / y, of floats and complex numbers.
func Div(ctx context.Context, x, y *Tensor) (*Tensor, error) { return divOp.Apply(ctx, x, y) }

// TruncateDiv is x / y rounded toward zero, of real numbers; a divisor 0 of integers is an error.
func TruncateDiv(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	return truncateDivOp.Apply(ctx, x, y)
}

// Maximum is the greater one of x and y, of real numbers; NaN where one is NaN.
func Maximum(ctx context.Context, x, y *Tensor) (*Tensor, error) { return maximumOp.Apply(ctx, x, y) }

// Minimum is the lesser one of x and y, of real numbers; NaN where one is NaN.
func Minimum(ctx context.Context, x, y *Tensor) (*Tensor, error) { return minimumOp.Apply(ctx, x, y) }

// Less is x < y, of real numbers; the result is bool.
func Less(ctx context.Context, x, y *Tensor) (*Tensor, error) { return lessOp.Apply(ctx, x, y) }

// Greater is x > y, of real numbers; the result is bool.
func Greater(ctx context.Context, x, y *Tensor) (*Tensor, error) { return greaterOp.Apply(ctx, x, y) }

// GreaterEqual is x >= y, of real numbers; the result is bool.
func GreaterEqual(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	return greaterEqualOp.Apply(ctx, x, y)
}

// NotEqual is x != y, of numbers, bools and strings; the result is bool.
func NotEqual(ctx context.Context, x, y *Tensor) (*Tensor, error) { return notEqualOp.Apply(ctx, x, y) }

// LogicalAnd is x and y, of bools.
func LogicalAnd(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	return logicalAndOp.Apply(ctx, x, y)
}

// LogicalOr is x or y, of bools.
func LogicalOr(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	return logicalOrOp.Apply(ctx, x, y)
}

// LogicalNot is not x, of bools.
func LogicalNot(ctx context.Context, x *Tensor) (*Tensor, error) { return logicalNotOp.Apply(ctx, x) }

// Neg is -x, of numbers; unsigned integers wrap.
func Neg(ctx context.Context, x *Tensor) (*Tensor, error) { return negOp.Apply(ctx, x) }

// Abs is the magnitude of numbers; that of complex64 is float32, of complex128 float64.
func Abs(ctx context.Context, x *Tensor) (*Tensor, error) { return absOp.Apply(ctx, x) }

// Square is x * x, of numbers.
func Square(ctx context.Context, x *Tensor) (*Tensor, error) { return squareOp.Apply(ctx, x) }

// Sqrt is the square root of floats and complex numbers.
func Sqrt(ctx context.Context, x *Tensor) (*Tensor, error) { return sqrtOp.Apply(ctx, x) }

// Rsqrt is 1 / sqrt(x), of floats and complex numbers.
func Rsqrt(ctx context.Context, x *Tensor) (*Tensor, error) { return rsqrtOp.Apply(ctx, x) }

// Reciprocal is 1 / x, of floats and complex numbers.
func Reciprocal(ctx context.Context, x *Tensor) (*Tensor, error) { return reciprocalOp.Apply(ctx, x) }

// Exp is e to the power of x, of floats and complex numbers.
func Exp(ctx context.Context, x *Tensor) (*Tensor, error) { return expOp.Apply(ctx, x) }

// Log is the natural logarithm of floats and complex numbers.
func Log(ctx context.Context, x *Tensor) (*Tensor, error) { return logOp.Apply(ctx, x) }

// Rint rounds floats to the nearest integer, halves to the even one; integers stay.
func Rint(ctx context.Context, x *Tensor) (*Tensor, error) { return rintOp.Apply(ctx, x) }

// Conj is the conjugate of complex numbers; it takes no other dtype.
func Conj(ctx context.Context, x *Tensor) (*Tensor, error) { return conjOp.Apply(ctx, x) }

// IsNaN tells which floats are no numbers; the result is bool.
func IsNaN(ctx context.Context, x *Tensor) (*Tensor, error) { return isNaNOp.Apply(ctx, x) }

// IsFinite tells which floats are neither infinite nor NaN; the result is bool.
func IsFinite(ctx context.Context, x *Tensor) (*Tensor, error) { return isFiniteOp.Apply(ctx, x) }

// Fold names a way to make one number of many: the reductions of TensorFlow.
type Fold uint8

const (
	FoldSum Fold = iota
	FoldProd
	FoldMax
	FoldMin
	FoldAll // of bools: the conjunction
	FoldAny // of bools: the disjunction
	FoldMean
	FoldSqrtN // the sum divided by the root of the count
	FoldVariance
	FoldStd
	numFolds
)

// String is the name in TensorFlow's kernels: Sum in SegmentSum.
func (f Fold) String() string {
	if f >= numFolds {
		return "Fold(" + strconv.Itoa(int(f)) + ")"
	}
	return [numFolds]string{"Sum", "Prod", "Max", "Min", "All", "Any", "Mean", "SqrtN", "Variance", "Std"}[f]
}

// two is the operation that folds two numbers into one, nil where there is none.
func (f Fold) two() *BinOp {
	switch f {
	case FoldSum:
		return addOp
	case FoldProd:
		return mulOp
	case FoldMax:
		return maximumOp
	case FoldMin:
		return minimumOp
	}
	return nil
}

// Update names what a new value does with the one that it meets.
type Update uint8

const (
	UpdateSet Update = iota
	UpdateAdd
	UpdateSub
	UpdateMul
	UpdateDiv
	UpdateMax
	UpdateMin
)

// String is the word that ends the names of TensorFlow's kernels: Add in ResourceScatterAdd.
func (u Update) String() string {
	if u > UpdateMin {
		return "Update(" + strconv.Itoa(int(u)) + ")"
	}
	return [...]string{"Update", "Add", "Sub", "Mul", "Div", "Max", "Min"}[u]
}

// Takes tells whether the update is there for a type: UpdateSet for all, UpdateAdd for strings, bools and numbers,
// UpdateSub for bools and numbers, the others for numbers, UpdateMax and UpdateMin for those that have an order.
func (u Update) Takes(d DType) bool {
	return u == UpdateSet || u == UpdateAdd && d == String || d != String && u.kernel(d) != nil
}

// kernel computes the new value of what is there and an update, nil where there is none. Integers are divided toward
// zero; bools are added as their disjunction, and subtracted as C++ does it, modulo 2.
func (u Update) kernel(d DType) binKernel {
	var o *BinOp
	switch {
	case d == Bool && u == UpdateAdd:
		o = logicalOrOp
	case d == Bool && u == UpdateSub:
		o = logicalXorOp
	case d == Bool:
		return nil
	case u == UpdateAdd:
		o = addOp
	case u == UpdateSub:
		o = subOp
	case u == UpdateMul:
		o = mulOp
	case u == UpdateDiv && d.IsInteger():
		o = truncateDivOp
	case u == UpdateDiv:
		o = divOp
	case u == UpdateMax:
		o = maximumOp
	case u == UpdateMin:
		o = minimumOp
	default:
		return nil
	}
	return o.kernels[d.Base()]
}
