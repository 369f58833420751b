package tensor

import (
	"math"
	"sync"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// TensorFlow's threads take denormals, the numbers between zero and the least normal one, for zeros and give none. The
// arithmetic here keeps them, as IEEE 754 and NumPy do: the same vector kernels without those modes.

// Gradual is the operation with denormals, where it is one that IEEE 754 defines (four of arithmetic, six comparisons)
// and has float32 and float64; other operations, and other types of it, are as they are.
func (o *BinOp) Gradual() *BinOp {
	if two, _ := gradualOps(); two[o.Name] != nil {
		return two[o.Name]
	}
	return o
}

// Gradual is BinOp's for Sqrt, Square, Sign and Reciprocal; the last one divides, where TensorFlow estimates.
func (o *UnOp) Gradual() *UnOp {
	if _, one := gradualOps(); one[o.Name] != nil {
		return one[o.Name]
	}
	return o
}

// gradualOps are the operations, made when one is first asked for: TensorFlow's programs ask for none.
var gradualOps = sync.OnceValues(func() (map[string]*BinOp, map[string]*UnOp) {
	two, one := map[string]*BinOp{}, map[string]*UnOp{}
	for _, name := range []string{"AddV2", "Sub", "Mul", "RealDiv", "Equal", "NotEqual", "Less", "LessEqual", "Greater",
		"GreaterEqual"} {
		o := *binOps[name]
		o.mode, two[name] = loop.Gradual, &o
	}
	for _, name := range []string{"Sqrt", "Square", "Sign", "Reciprocal"} {
		o := *unOps[name]
		o.mode, one[name] = loop.Gradual, &o
	}
	gradualFloats[float32](Float32, two, one)
	gradualFloats[float64](Float64, two, one)
	return two, one
})

func gradualFloats[T floating](d DType, two map[string]*BinOp, one map[string]*UnOp) {
	for name, k := range map[string]binKernel{
		"AddV2": bytes2(addT[T]), "Sub": bytes2(subT[T]), "Mul": bytes2(mulT[T]), "RealDiv": bytes2(divT[T]),
		"Equal": bytes2(equalT[T]), "NotEqual": bytes2(notEqT[T]), "Less": bytes2(lessT[T]),
		"LessEqual": bytes2(lessEqT[T]), "Greater": bytes2(greaterT[T]), "GreaterEqual": bytes2(greaterEqT[T]),
	} {
		two[name].kernels[d] = k
		two[name].joinTwo(d)
	}
	for name, k := range map[string]unKernel{
		"Sqrt":   bytes1(func(z, x []T) { map1(z, x, func(a T) T { return T(math.Sqrt(float64(a))) }) }),
		"Square": bytes1(squareT[T]), "Sign": bytes1(signT[T]), "Reciprocal": bytes1(recipF[T]),
	} {
		o := one[name]
		o.kernels[d], o.past[d] = k, k
		if name != "Reciprocal" { // its vector kernel estimates
			o.joinOne(d)
		}
	}
}

func divT[T floating](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a / b }) }
