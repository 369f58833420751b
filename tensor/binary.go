package tensor

import (
	"context"
	"math"
	"math/cmplx"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/tensor/loop"
)

// A binKernel computes z[i] = f(x[i], y[i]) over equally long runs of bytes.
type binKernel func(z, x, y []byte)

// BinOp is an elementwise operation of two arguments: one kernel per element type.
type BinOp struct {
	Name    string
	kernels [numDTypes]binKernel
	past    [numDTypes]binKernel // for results that do not fit the caches
	mode    loop.Mode            // of its vector kernels
	toBool  bool
}

// Has tells whether the operation exists for a type.
func (o *BinOp) Has(d DType) bool { return d == String && o.toBool || o.kernels[d.Base()] != nil }

type number interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | complex64 | complex128
}
type realNumber interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}
type floating interface{ float32 | float64 }
type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// map2 is small enough to be inlined together with the literal f.
func map2[T, U any](z []U, x, y []T, f func(a, b T) U) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		z[i] = f(x[i], y[i])
	}
}

func bytes2[T, U any](f func(z []U, x, y []T)) binKernel {
	return sizedBin(*(*binKernel)(unsafe.Pointer(&f)), sizeOf[U](), sizeOf[T]())
}

//go:noinline
func sizedBin(f binKernel, out, in int) binKernel {
	return func(z, x, y []byte) { f(perElement(z, out), perElement(x, in), perElement(y, in)) }
}

func addT[T number](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a + b }) }
func subT[T number](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a - b }) }
func mulT[T number](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a * b }) }
func sqDiffT[T number](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { d := a - b; return d * d })
}

// The arithmetic of floats treats denormals as zeros of their sign and gives no others.
func addF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return flushT(flushT(a) + flushT(b)) })
}
func subF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return flushT(flushT(a) - flushT(b)) })
}
func mulF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return flushT(flushT(a) * flushT(b)) })
}
func divF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return flushT(flushT(a) / flushT(b)) })
}
func sqDiffF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { d := flushT(flushT(a) - flushT(b)); return flushT(d * d) })
}
func maxF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if a, b = flushT(a), flushT(b); b > a || b != b {
			return b
		}
		return a
	})
}
func minF[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if a, b = flushT(a), flushT(b); b < a || b != b {
			return b
		}
		return a
	})
}

// What maxF and minF are in whole packets: of equals, such as zeros, the second one.
func maxPacket[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if a, b = flushT(a), flushT(b); a > b || a != a {
			return a
		}
		return b
	})
}
func minPacket[T floating](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if a, b = flushT(a), flushT(b); a < b || a != a {
			return a
		}
		return b
	})
}
func compareF[T floating](name string) func(z []bool, x, y []T) {
	var f func(a, b T) bool
	switch name {
	case "Less":
		f = func(a, b T) bool { return a < b }
	case "LessEqual":
		f = func(a, b T) bool { return a <= b }
	case "Greater":
		f = func(a, b T) bool { return a > b }
	case "GreaterEqual":
		f = func(a, b T) bool { return a >= b }
	case "Equal":
		f = func(a, b T) bool { return a == b }
	default:
		f = func(a, b T) bool { return a != b }
	}
	return func(z []bool, x, y []T) {
		map2(z, x, y, func(a, b T) bool { return f(flushT(a), flushT(b)) })
	}
}

func maxT[T realNumber](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if b > a || b != b {
			return b
		}
		return a
	})
}
func minT[T realNumber](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if b < a || b != b {
			return b
		}
		return a
	})
}
func lessT[T realNumber](z []bool, x, y []T) {
	map2(z, x, y, func(a, b T) bool { return a < b })
}
func lessEqT[T realNumber](z []bool, x, y []T) {
	map2(z, x, y, func(a, b T) bool { return a <= b })
}
func greaterT[T realNumber](z []bool, x, y []T) {
	map2(z, x, y, func(a, b T) bool { return a > b })
}
func greaterEqT[T realNumber](z []bool, x, y []T) {
	map2(z, x, y, func(a, b T) bool { return a >= b })
}
func equalT[T comparable](z []bool, x, y []T) {
	map2(z, x, y, func(a, b T) bool { return a == b })
}
func notEqT[T comparable](z []bool, x, y []T) {
	map2(z, x, y, func(a, b T) bool { return a != b })
}
func floorDivI[T integer](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		q := a / b
		if (a%b != 0) && ((a < 0) != (b < 0)) {
			q--
		}
		return q
	})
}
func floorModI[T integer](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		r := a % b
		if r != 0 && (r < 0) != (b < 0) {
			r += b
		}
		return r
	})
}
func truncDivI[T integer](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a / b }) }
func truncModI[T integer](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a % b }) }
func floorDivF[T float32 | float64](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return T(math.Floor(float64(a / b))) })
}
func floorModF[T float32 | float64](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		r := T(math.Mod(float64(a), float64(b)))
		if r != 0 && (r < 0) != (b < 0) {
			r += b
		}
		return r
	})
}
func truncModF[T float32 | float64](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return T(math.Mod(float64(a), float64(b))) })
}
func truncDivF[T float32 | float64](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return T(math.Trunc(float64(a / b))) })
}
func divNoNanT[T float32 | float64](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if b == 0 {
			return 0
		}
		return a / b
	})
}
func mulNoNanT[T float32 | float64](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		if b == 0 {
			return 0
		}
		return a * b
	})
}
func powI[T integer](z, x, y []T) {
	map2(z, x, y, func(a, b T) T {
		r := T(1)
		for ; b > 0; b >>= 1 {
			if b&1 == 1 {
				r *= a
			}
			a *= a
		}
		return r
	})
}
func pow64(z, x, y []float64)      { map2(z, x, y, libm.Pow) }
func powC128(z, x, y []complex128) { map2(z, x, y, powComplex) }

// powComplex is x to the power of y as TensorFlow's kernel has it: zero to a positive power is 0 - 0i.
func powComplex(x, y complex128) complex128 {
	if x == 0 && imag(y) == 0 && real(y) > 0 {
		return complex(0, math.Copysign(0, -1))
	}
	return cmplx.Pow(x, y)
}
func powC64(z, x, y []complex64) {
	map2(z, x, y, func(a, b complex64) complex64 { return complex64(powComplex(complex128(a), complex128(b))) })
}
func andI[T integer](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a & b }) }
func orI[T integer](z, x, y []T)  { map2(z, x, y, func(a, b T) T { return a | b }) }
func xorI[T integer](z, x, y []T) { map2(z, x, y, func(a, b T) T { return a ^ b }) }

// shifts clamp the distance to [0, bits-1], as TensorFlow's functors do.
func shlI[T integer](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return a << clampShift(b) })
}
func shrI[T integer](z, x, y []T) {
	map2(z, x, y, func(a, b T) T { return a >> clampShift(b) })
}
func clampShift[T integer](b T) uint64 {
	if b < 0 {
		return 0
	}
	bits := uint64(unsafe.Sizeof(b)) * 8
	return min(uint64(b), bits-1)
}
func andB(z, x, y []bool) { map2(z, x, y, func(a, b bool) bool { return a && b }) }
func orB(z, x, y []bool)  { map2(z, x, y, func(a, b bool) bool { return a || b }) }
func xorB(z, x, y []bool) { map2(z, x, y, func(a, b bool) bool { return a != b }) }

func f64pair(f func(a, b float64) float64) (binKernel, binKernel) {
	return bytes2(func(z, x, y []float32) {
			map2(z, x, y, func(a, b float32) float32 { return float32(f(float64(a), float64(b))) })
		}), bytes2(func(z, x, y []float64) {
			map2(z, x, y, f)
		})
}

// logs are the logarithms of the second argument that Xlogy and Xlog1py multiply with the first.
var logs = map[string]struct {
	packet32, tail32 func(float32) float32
	packet64         func(float64) float64
}{
	"Xlogy":   {logPacket, via64(math.Log), log64Packet},
	"Xlog1py": {log1pPacket, libm.Log1pf, log1p64Packet},
}

// byLog is a kernel of a*log(b), 0 where a is 0.
func byLog[T float32 | float64](log func(T) T) binKernel {
	return bytes2(func(z, x, y []T) {
		map2(z, x, y, func(a, b T) T {
			if a = flushT(a); a == 0 {
				return 0
			}
			return flushT(a * log(b))
		})
	})
}

// The elementwise operations of two arguments, by the name TensorFlow's kernels have.
var binOps = map[string]*BinOp{}

// Bin finds an operation by the name of TensorFlow's kernel: AddV2, Mul, Less. One of another name
// computes no type: Apply says so.
//
//go:noinline
func Bin(name string) *BinOp {
	if o := binOps[name]; o != nil {
		return o
	}
	return &BinOp{Name: name}
}

//go:noinline
func setBin(d DType, name string, k binKernel) {
	two(name).kernels[d] = k
}

// two is the operation of that name, made when it is first asked for: only declarations ask.
func two(name string) *BinOp {
	o := binOps[name]
	if o == nil {
		o = &BinOp{Name: name}
		binOps[name] = o
	}
	return o
}

func numberBin[T number](d DType) {
	setBin(d, "AddV2", bytes2(addT[T]))
	setBin(d, "Sub", bytes2(subT[T]))
	setBin(d, "Mul", bytes2(mulT[T]))
	setBin(d, "SquaredDifference", bytes2(sqDiffT[T]))
	setBin(d, "Equal", bytes2(equalT[T]))
	setBin(d, "NotEqual", bytes2(notEqT[T]))
}
func orderBin[T realNumber](d DType) {
	setBin(d, "Maximum", bytes2(maxT[T]))
	setBin(d, "Minimum", bytes2(minT[T]))
	setBin(d, "Less", bytes2(lessT[T]))
	setBin(d, "LessEqual", bytes2(lessEqT[T]))
	setBin(d, "Greater", bytes2(greaterT[T]))
	setBin(d, "GreaterEqual", bytes2(greaterEqT[T]))
}
func intBin[T integer](d DType) {
	orderBin[T](d)
	setBin(d, "FloorDiv", bytes2(floorDivI[T]))
	setBin(d, "FloorMod", bytes2(floorModI[T]))
	setBin(d, "TruncateDiv", bytes2(truncDivI[T]))
	setBin(d, "TruncateMod", bytes2(truncModI[T]))
	setBin(d, "Pow", bytes2(powI[T]))
	setBin(d, "LeftShift", bytes2(shlI[T]))
	setBin(d, "RightShift", bytes2(shrI[T]))
}

// signedBin declares a signed type, and for the unsigned one of its size what two's complement computes alike.
func signedBin[T integer](d, unsigned DType) {
	numberBin[T](d)
	intBin[T](d)
	setBin(d, "BitwiseAnd", bytes2(andI[T]))
	setBin(d, "BitwiseOr", bytes2(orI[T]))
	setBin(d, "BitwiseXor", bytes2(xorI[T]))
	for _, name := range [...]string{"AddV2", "Sub", "Mul", "SquaredDifference", "Equal", "NotEqual", "BitwiseAnd",
		"BitwiseOr", "BitwiseXor"} {
		setBin(unsigned, name, two(name).kernels[d])
	}
}

func floatBin[T float32 | float64](d DType) {
	setBin(d, "AddV2", bytes2(addF[T]))
	setBin(d, "Sub", bytes2(subF[T]))
	setBin(d, "Mul", bytes2(mulF[T]))
	setBin(d, "SquaredDifference", bytes2(sqDiffF[T]))
	for _, name := range []string{"Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"} {
		setBin(d, name, bytes2(compareF[T](name)))
	}
	setBin(d, "Maximum", inPackets(bytes2(maxPacket[T]), bytes2(maxF[T])))
	setBin(d, "Minimum", inPackets(bytes2(minPacket[T]), bytes2(minF[T])))
	setBin(d, "FloorDiv", bytes2(floorDivF[T]))
	setBin(d, "FloorMod", bytes2(floorModF[T]))
	setBin(d, "TruncateMod", bytes2(truncModF[T]))
	setBin(d, "TruncateDiv", bytes2(truncDivF[T]))
	setBin(d, "RealDiv", bytes2(divF[T]))
	setBin(d, "DivNoNan", bytes2(divNoNanT[T]))
	setBin(d, "MulNoNan", bytes2(mulNoNanT[T]))
}

// inPackets runs body over whole packets of 32 bytes and tail over what is left.
func inPackets(body, tail binKernel) binKernel {
	return func(z, x, y []byte) {
		n := len(x) / 32 * 32
		body(z[:n], x[:n], y[:n])
		tail(z[n:], x[n:], y[n:])
	}
}

func complexBin[T complex64 | complex128](d DType) {
	numberBin[T](d)
}

func init() { // the only place where the element types of binary operations are listed
	signedBin[int8](Int8, Uint8)
	signedBin[int16](Int16, Uint16)
	signedBin[int32](Int32, Uint32)
	signedBin[int64](Int64, Uint64)
	intBin[uint8](Uint8)
	intBin[uint16](Uint16)
	intBin[uint32](Uint32)
	intBin[uint64](Uint64)
	floatBin[float32](Float32)
	floatBin[float64](Float64)
	complexBin[complex64](Complex64)
	complexBin[complex128](Complex128)
	complexArithmetic()
	setBin(Float32, "Pow", inPackets(bytes2(powPackets), bytes2(powF32)))
	setBin(Float64, "Pow", inPackets(bytes2(pow64Packets), bytes2(pow64)))
	setBin(Complex64, "Pow", bytes2(powC64))
	setBin(Complex128, "Pow", bytes2(powC128))
	setBin(Bool, "LogicalAnd", bytes2(andB))
	setBin(Bool, "LogicalOr", bytes2(orB))
	setBin(Bool, "LogicalXor", bytes2(xorB))
	setBin(Bool, "Mul", bytes2(andB))
	setBin(Bool, "Equal", bytes2(equalT[bool]))
	setBin(Bool, "NotEqual", bytes2(notEqT[bool]))
	for name, f := range floatFuncs2 {
		k32, k64 := f64pair(f)
		if name == "Atan2" {
			k32, _ = f64pair(math.Atan2)
			k32 = inPackets(bytes2(func(z, x, y []float32) { map2(z, x, y, atan2Packet) }), k32)
			k64 = inPackets(bytes2(func(z, x, y []float64) { map2(z, x, y, atan264Packet) }), k64)
		}
		if l, ok := logs[name]; ok {
			k32 = inPackets(byLog(l.packet32), byLog(l.tail32))
			k64 = inPackets(byLog(l.packet64), k64)
		}
		setBin(Float32, name, k32)
		setBin(Float64, name, k64)
	}
	for name, f := range twice {
		setBin(Float32, name, bytes2(func(z, x, y []float32) {
			map2(z, x, y, func(a, b float32) float32 { return flush(f.f32(library32, a, b)) })
		}))
		setBin(Float64, name, bytes2(func(z, x, y []float64) {
			map2(z, x, y, func(a, b float64) float64 { return f.f64(library64, a, b) })
		}))
	}
	setBin(Float32, "NextAfter", bytes2(func(z, x, y []float32) { // a step of float64 would be lost
		map2(z, x, y, func(a, b float32) float32 { return math.Nextafter32(a, b) })
	}))
	for name, o := range binOps { // 16-bit floats: widen in chunks, run, round back
		switch name {
		case "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual":
			o.toBool = true
		}
		o.joinTwo(Float32)
		if k := o.kernels[Float32]; k != nil {
			vector, _ := vectorTwo(name, Float32)
			o.kernels[Float16] = via32(k, o.toBool, vector != nil, Float16)
			o.kernels[BFloat16] = via32(k, o.toBool, vector != nil, BFloat16)
		}
		if log := sixteenLogs[name]; log != nil {
			o.kernels[Float16], o.kernels[BFloat16] = byLog16(log, Float16), byLog16(log, BFloat16)
		}
		for d := range o.kernels {
			if d := DType(d); d != Float32 {
				o.joinTwo(d)
			}
		}
	}
}

const chunk = 512

// spreadChunk is how many copies of a value are laid out for an operand that is spread along a row.
const spreadChunk = 4096

// via32 is a kernel of float32 for a 16-bit type; vector tells that the mode of vector kernels suits all of it.
func via32(k binKernel, toBool, vector bool, d DType) binKernel {
	run := func(z, x, y []byte) {
		var a, b, c [chunk]float32
		widen := func(z []float32, x []byte) { casts[d][Float32](unView(z), x[:2*len(z)]) }
		for n := len(x) / 2; n > 0; n = len(x) / 2 {
			n = min(n, chunk)
			widen(a[:n], x)
			widen(b[:n], y)
			if toBool {
				k(z[:n], unView(a[:n]), unView(b[:n]))
				z = z[n:]
			} else {
				k(unView(c[:n]), unView(a[:n]), unView(b[:n]))
				casts[Float32][d](z[:2*n], unView(c[:n]))
				z = z[2*n:]
			}
			x, y = x[2*n:], y[2*n:]
		}
	}
	return func(z, x, y []byte) {
		if vector && len(x) > 2*chunk { // three kernels for each chunk
			loop.Flushed(func() { run(z, x, y) })
			return
		}
		run(z, x, y)
	}
}

func widenHalf(z []float32, x []byte) {
	for i, h := range view[Half](x)[:len(z)] {
		z[i] = h.Float32()
	}
}
func roundHalf(z []byte, x []float32) {
	out := view[Half](z)
	for i, f := range x {
		out[i] = ToHalf(f)
	}
}
func widenBHalf(z []float32, x []byte) {
	for i, h := range view[BHalf](x)[:len(z)] {
		z[i] = h.Float32()
	}
}
func roundBHalf(z []byte, x []float32) {
	out := view[BHalf](z)
	for i, f := range x {
		out[i] = ToBHalf(f)
	}
}

// BroadcastShape is the shape two operands broadcast to, or an error in TensorFlow's words.
func BroadcastShape(x, y []int) ([]int, error) {
	if SameShape(x, y) {
		return x, nil
	}
	n := max(len(x), len(y))
	out := make([]int, n)
	for i := range n {
		a, b := 1, 1
		if j := i - (n - len(x)); j >= 0 {
			a = x[j]
		}
		if j := i - (n - len(y)); j >= 0 {
			b = y[j]
		}
		switch {
		case a == b || b == 1:
			out[i] = a
		case a == 1:
			out[i] = b
		default:
			return nil, Errorf("Incompatible shapes: %s vs. %s", ShapeString(x), ShapeString(y))
		}
	}
	return out, nil
}

// Apply computes the operation element by element; the shapes broadcast as NumPy's do. Both operands have one dtype,
// which is the result's, or bool for comparisons. A dtype the operation is not there for is NotFound; shapes that do
// not broadcast, an integer divisor 0 and a negative integer exponent are InvalidArgument.
func (o *BinOp) Apply(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	shape, err := BroadcastShape(x.shape, y.shape)
	if err != nil {
		return nil, err
	}
	switch {
	case x.dtype == String && y.dtype == String && (o == addOp || o.Name == "Equal" || o.Name == "NotEqual"):
		return o.strings(ctx, shape, x, y)
	case o.kernels[x.dtype.Base()] == nil || x.dtype != y.dtype:
		return nil, NoKernel(o.Name, x.dtype)
	}
	out := x.dtype
	if o.toBool {
		out = Bool
	}
	z, err := alloc(out, shape)
	if err != nil {
		return nil, err
	}
	if err := o.check(x, y); err != nil {
		return nil, err
	}
	return z, o.run(ctx, z, x, y)
}

// refuses tells the operations that refuse some integers.
func (o *BinOp) refuses() bool {
	switch o.Name {
	case "FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod", "Pow":
		return true
	}
	return false
}

// check refuses the arguments integer kernels cannot work on.
func (o *BinOp) check(x, y *Tensor) error {
	if !x.dtype.IsInteger() || x.n == 0 || !o.refuses() {
		return nil
	}
	switch o.Name {
	case "FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod":
		for i := range y.n {
			if y.Int(i) == 0 {
				return Errorf("Integer division by zero")
			}
		}
	case "Pow":
		if x.dtype.Kind() == KindInt {
			for i := range y.n {
				if y.Int(i) < 0 {
					return Errorf("Integers to negative integer powers are not allowed")
				}
			}
		}
	}
	return nil
}

func (o *BinOp) run(ctx context.Context, z, x, y *Tensor) error {
	if z.n == 0 {
		return nil
	}
	k := o.kernel(x.dtype, len(z.buf))
	sx, sz := x.dtype.Size(), z.dtype.Size()
	switch {
	case x.n == z.n && y.n == z.n:
		return parallel(ctx, z.n, sx*3, func(lo, hi int) {
			k(z.buf[lo*sz:hi*sz], x.buf[lo*sx:hi*sx], y.buf[lo*sx:hi*sx])
		})
	case y.n == 1 && x.n == z.n:
		spread := spreadScalar(y.buf, sx, z.n)
		return parallel(ctx, z.n, sx*2, func(lo, hi int) {
			for ; lo < hi; lo += spreadChunk {
				m := min(spreadChunk, hi-lo)
				k(z.buf[lo*sz:(lo+m)*sz], x.buf[lo*sx:(lo+m)*sx], spread[:m*sx])
			}
		})
	case x.n == 1 && y.n == z.n:
		spread := spreadScalar(x.buf, sx, z.n)
		return parallel(ctx, z.n, sx*2, func(lo, hi int) {
			for ; lo < hi; lo += spreadChunk {
				m := min(spreadChunk, hi-lo)
				k(z.buf[lo*sz:(lo+m)*sz], spread[:m*sx], y.buf[lo*sx:(lo+m)*sx])
			}
		})
	}
	return o.broadcast(ctx, k, z, x, y)
}

//go:noinline
func spreadScalar(v []byte, size, n int) []byte {
	out := newBuf(min(n, spreadChunk) * size)
	for i := 0; i < len(out); i += size {
		copy(out[i:], v[:size])
	}
	return out
}

// strings compares or concatenates string tensors.
func (o *BinOp) strings(ctx context.Context, shape []int, x, y *Tensor) (*Tensor, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	xi, yi := indexer(shape, x.shape), indexer(shape, y.shape)
	switch o.Name {
	case "Equal", "NotEqual":
		z, err := alloc(Bool, shape)
		if err != nil {
			return nil, err
		}
		out := view[bool](z.buf)
		return z, parallelRows(ctx, n, 32, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] = (x.Str(xi(i)) == y.Str(yi(i))) == (o.Name == "Equal")
			}
		})
	}
	return BuildStrings(ctx, shape, x.MeanLen()+y.MeanLen(), func(dst []byte, i int) []byte {
		return append(append(dst, x.Str(xi(i))...), y.Str(yi(i))...)
	})
}

// indexer maps a position in the broadcast shape to a position in an operand.
func indexer(shape, from []int) func(int) int {
	if SameShape(shape, from) {
		return func(i int) int { return i }
	}
	dims, xs, _ := collapse(shape, from, nil)
	return func(i int) int {
		o, _ := offsets(i, dims, xs, xs)
		return o
	}
}

// BroadcastTo spreads x, of any dtype, over a shape: dimensions of 1 are repeated, and new ones stand in front. Every
// other dimension must be that of the shape. Source: BroadcastTo.
func BroadcastTo(ctx context.Context, x *Tensor, shape []int) (*Tensor, error) {
	if SameShape(x.shape, shape) {
		return x, nil
	}
	out, err := BroadcastShape(x.shape, shape)
	if err != nil || !SameShape(out, shape) {
		return nil, Errorf("Incompatible shapes: %s vs. %s", ShapeString(x.shape), ShapeString(shape))
	}
	strides, s := make([]int, len(shape)), 1 // 0 where x is spread
	for i, d := len(shape)-1, len(x.shape)-1; d >= 0; i, d = i-1, d-1 {
		if x.shape[d] != 1 {
			strides[i] = s
		}
		s *= x.shape[d]
	}
	return strided(ctx, x, shape, 0, strides)
}
