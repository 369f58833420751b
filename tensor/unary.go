package tensor

import (
	"context"
	"encoding/binary"
	"math"
	"math/cmplx"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/tensor/loop"
)

// A unKernel computes z from x. body is the number of leading elements that lie in whole
// packets of the tensor, which decides how float32 functions round.
type unKernel func(z, x []byte, body int)

// UnOp is an elementwise operation of one argument.
type UnOp struct {
	Name    string
	kernels [numDTypes]unKernel
	past    [numDTypes]unKernel // for results that do not fit the caches
	mode    loop.Mode           // of its vector kernels
	out     func(DType) DType
}

// Has tells whether the operation exists for a type.
func (o *UnOp) Has(d DType) bool { return o.kernels[d.Base()] != nil }

var unOps = map[string]*UnOp{}

// Un finds an operation by the name of TensorFlow's kernel: Exp, Neg, IsNan. One of another name computes
// no type: Apply says so.
//
//go:noinline
func Un(name string) *UnOp {
	if o := unOps[name]; o != nil {
		return o
	}
	return &UnOp{Name: name}
}

//go:noinline
func setUn(d DType, name string, k unKernel) *UnOp {
	o := one(name)
	o.kernels[d] = k
	return o
}

// one is the operation of that name, made when it is first asked for: only declarations ask.
func one(name string) *UnOp {
	o := unOps[name]
	if o == nil {
		o = &UnOp{Name: name}
		unOps[name] = o
	}
	return o
}

// Apply computes the operation.
func (o *UnOp) Apply(ctx context.Context, x *Tensor) (*Tensor, error) {
	k := o.kernels[x.dtype.Base()]
	if k == nil {
		return nil, NoKernel(o.Name, x.dtype)
	}
	out := x.dtype
	if o.out != nil {
		out = o.out(out)
	}
	z, err := alloc(out, x.shape)
	if err != nil {
		return nil, err
	}
	return z, o.run(ctx, z, x)
}

// run computes into z, which may be x.
func (o *UnOp) run(ctx context.Context, z, x *Tensor) error {
	k := o.kernels[x.dtype.Base()]
	if len(z.buf) >= pastBytes {
		k = o.past[x.dtype.Base()]
	}
	sx, sz := x.dtype.Size(), z.dtype.Size()
	body := Packets(x.dtype, x.n)
	return parallel(ctx, x.n, max(sx, sz)*2, func(lo, hi int) {
		k(z.buf[lo*sz:hi*sz], x.buf[lo*sx:hi*sx], min(max(body-lo, 0), hi-lo))
	})
}

func map1[T, U any](z []U, x []T, f func(T) U) {
	x = x[:len(z)]
	for i := range z {
		z[i] = f(x[i])
	}
}

func bytes1[T, U any](f func(z []U, x []T)) unKernel {
	return sizedUn(*(*castKernel)(unsafe.Pointer(&f)), sizeOf[U](), sizeOf[T]())
}

//go:noinline
func sizedUn(f castKernel, out, in int) unKernel {
	return func(z, x []byte, _ int) { f(perElement(z, out), perElement(x, in)) }
}

// packet makes a float32 kernel of a recipe for whole packets and one for the tail.
func packet(body, tail func(float32) float32) unKernel {
	return func(z, x []byte, n int) {
		out, in := view[float32](z), view[float32](x)
		for i := range n {
			out[i] = body(in[i])
		}
		for i := n; i < len(out); i++ {
			out[i] = tail(in[i])
		}
	}
}

func via64(f func(float64) float64) func(float32) float32 {
	return func(x float32) float32 { return flush(float32(f(float64(flush(x))))) }
}

// floatFuncs are the functions of one floating argument: the float64 form, and the float32
// recipe of whole packets where TensorFlow has its own.
var floatFuncs = map[string]struct {
	f64    func(float64) float64
	packet func(float32) float32
	tail   func(float32) float32
}{
	"Exp":      {libm.Exp, expPacket, nil},
	"Expm1":    {libm.Expm1, expm1Packet, nil},
	"Log":      {libm.Log, logPacket, nil},
	"Log1p":    {libm.Log1p, log1pPacket, nil},
	"Sqrt":     {math.Sqrt, nil, nil},
	"Rsqrt":    {func(x float64) float64 { return 1 / math.Sqrt(x) }, rsqrtPacket, rsqrtTail},
	"Sin":      {libm.Sin, func(x float32) float32 { return sinCosPacket(x, false) }, nil},
	"Cos":      {libm.Cos, func(x float32) float32 { return sinCosPacket(x, true) }, nil},
	"Tan":      {libm.Tan, libm.Tanf, libm.Tanf},
	"Asin":     {libm.Asin, asinPacket, nil},
	"Acos":     {libm.Acos, acosPacket, nil},
	"Atan":     {libm.Atan, atanPacket, nil},
	"Sinh":     {libm.Sinh, libm.Sinhf, libm.Sinhf},
	"Cosh":     {libm.Cosh, libm.Coshf, libm.Coshf},
	"Tanh":     {libm.Tanh, tanhBoth, tanhBoth},
	"Asinh":    {libm.Asinh, libm.Asinhf, libm.Asinhf},
	"Acosh":    {libm.Acosh, libm.Acoshf, libm.Acoshf},
	"Atanh":    {libm.Atanh, atanhPacket, nil},
	"Sigmoid":  {func(x float64) float64 { return logistic64(libm.Exp(x)) }, sigmoidPacket, sigmoidTail},
	"Erf":      {erf64(libm.Exp), erfBoth, erfBoth},
	"Erfc":     {erfc64(libm.Exp), erfc32(expPacket, reciprocalPacket), erfc32(exp32, inverse32)},
	"Lgamma":   {lgamma, flushed(lgamma32), flushed(lgamma32)},
	"Digamma":  {digamma, flushed(digamma32), flushed(digamma32)},
	"Ceil":     {math.Ceil, nil, nil},
	"Floor":    {math.Floor, nil, nil},
	"Rint":     {math.RoundToEven, nil, nil},
	"Softplus": {softplus64, softplus32(expPacket, log1pPacket), softplus32(exp32, libm.Log1pf)},
	"Softsign": {func(x float64) float64 { return x / (1 + math.Abs(x)) }, nil, nil},
}

// recipes are the functions that packets and tails of float32 compute in the same steps, with the functions of their
// kits. TensorFlow has no packets of float64 for them.
var recipes = map[string]struct {
	f64 func(*kit[float64], float64) float64
	f32 func(*kit[float32], float32) float32
}{
	"Ndtri":     {(*kit[float64]).ndtri, (*kit[float32]).ndtri},
	"Erfinv":    {(*kit[float64]).erfinv, (*kit[float32]).erfinv},
	"BesselI0":  {ofOrder((*kit[float64]).i, 0), ofOrder((*kit[float32]).i, 0)},
	"BesselI1":  {ofOrder((*kit[float64]).i, 1), ofOrder((*kit[float32]).i, 1)},
	"BesselI0e": {ofOrder((*kit[float64]).ie, 0), ofOrder((*kit[float32]).ie, 0)},
	"BesselI1e": {ofOrder((*kit[float64]).ie, 1), ofOrder((*kit[float32]).ie, 1)},
	"BesselJ0":  {ofOrder(j64, 0), ofOrder(j32, 0)},
	"BesselJ1":  {ofOrder(j64, 1), ofOrder(j32, 1)},
	"BesselY0":  {ofOrder(y64, 0), ofOrder(y32, 0)},
	"BesselY1":  {ofOrder(y64, 1), ofOrder(y32, 1)},
	"BesselK0":  {ofOrder((*kit[float64]).kPlain, 0), ofOrder((*kit[float32]).kPlain, 0)},
	"BesselK1":  {ofOrder((*kit[float64]).kPlain, 1), ofOrder((*kit[float32]).kPlain, 1)},
	"BesselK0e": {ofOrder((*kit[float64]).kScaled, 0), ofOrder((*kit[float32]).kScaled, 0)},
	"BesselK1e": {ofOrder((*kit[float64]).kScaled, 1), ofOrder((*kit[float32]).kScaled, 1)},
}

// once are functions that float32 and float64 compute in their own arithmetic, packets and tails alike.
var once = map[string]struct {
	f64 func(*library[float64], float64) float64
	f32 func(*library[float32], float32) float32
}{
	"Dawsn":      {(*library[float64]).dawsn, (*library[float32]).dawsn},
	"Expint":     {(*library[float64]).expint, (*library[float32]).expint},
	"FresnelCos": {(*library[float64]).fresnelCos, (*library[float32]).fresnelCos},
	"FresnelSin": {(*library[float64]).fresnelSin, (*library[float32]).fresnelSin},
	"Spence":     {(*library[float64]).spence, (*library[float32]).spence},
}

// ofOrder is a Bessel function of one order.
func ofOrder[T float32 | float64](f func(*kit[T], int, T) T, n int) func(*kit[T], T) T {
	return func(k *kit[T], x T) T { return f(k, n, x) }
}

// by gives a recipe its kit; denormals are zeros.
func by[T float32 | float64](f func(*kit[T], T) T, k *kit[T]) func(T) T {
	return flushed(func(x T) T { return f(k, x) })
}

// quick are functions for what is rounded to float32: right to a unit or so in the last place of a float64.
var quick = map[string]func(float64) float64{
	"Atan": math.Atan, "Log": math.Log, "Exp": math.Exp, "Sin": math.Sin, "Cos": math.Cos,
}

// floatFuncs2 are functions of two floating arguments, computed in float64.
var floatFuncs2 = map[string]func(a, b float64) float64{
	"Atan2":     libm.Atan2,
	"Xdivy":     func(a, b float64) float64 { return zeroOr(a, a/b) },
	"Xlogy":     func(a, b float64) float64 { return zeroOr(a, a*libm.Log(b)) },
	"Xlog1py":   func(a, b float64) float64 { return zeroOr(a, a*libm.Log1p(b)) },
	"NextAfter": math.Nextafter,
}

func zeroOr(a, v float64) float64 {
	if a == 0 {
		return 0
	}
	return v
}

func negT[T number](z, x []T) { map1(z, x, func(a T) T { return -a }) }
func absT[T realNumber](z, x []T) {
	map1(z, x, func(a T) T {
		if a < 0 || a == 0 {
			return 0 - a
		}
		return a
	})
}
func signT[T realNumber](z, x []T) {
	map1(z, x, func(a T) T {
		switch {
		case a > 0:
			return 1
		case a < 0:
			var one T = 1
			return 0 - one
		}
		return a + 0 // a negative zero gives 0
	})
}
func squareT[T number](z, x []T)  { map1(z, x, func(a T) T { return a * a }) }
func invertI[T integer](z, x []T) { map1(z, x, func(a T) T { return ^a }) }
func sameT[T any](z, x []T)       { copy(z, x) }
func recipF[T float32 | float64](z, x []T) {
	map1(z, x, func(a T) T { return 1 / a })
}
func reluT[T realNumber](z, x []T) {
	map1(z, x, func(a T) T {
		if a < 0 {
			return 0
		}
		return a
	})
}

// reluF is the greater of x and 0: in whole packets 0 takes the place of a zero of either sign.
func reluF[T floating](z, x []T, body int) {
	for i, a := range x {
		if a = flushT(a); a < 0 || i < body && a == 0 {
			a = 0
		}
		z[i] = a
	}
}
func popcnt[T integer](z []uint8, x []T) {
	map1(z, x, func(a T) uint8 {
		n := uint8(0)
		for bits := uint64(a) & (1<<(sizeBits(a)-1)<<1 - 1); bits != 0; bits &= bits - 1 {
			n++
		}
		return n
	})
}

// notBools turns bools, which are 0 or 1, eight at a time.
func notBools(z, x []byte) {
	n := len(x) &^ 7
	for i := 0; i < n; i += 8 {
		binary.NativeEndian.PutUint64(z[i:i+8], binary.NativeEndian.Uint64(x[i:i+8])^0x0101010101010101)
	}
	for i := n; i < len(x); i++ {
		z[i] = x[i] ^ 1
	}
}

func isNan[T float32 | float64](z []bool, x []T) { map1(z, x, func(a T) bool { return a != a }) }
func isInf[T float32 | float64](z []bool, x []T) {
	map1(z, x, func(a T) bool { return math.IsInf(float64(a), 0) })
}
func isFinite[T float32 | float64](z []bool, x []T) {
	map1(z, x, func(a T) bool { return a-a == 0 })
}

func asBool(DType) DType  { return Bool }
func asUint8(DType) DType { return Uint8 }

func numberUn[T number](d DType) {
	setUn(d, "Neg", bytes1(negT[T]))
	setUn(d, "Square", bytes1(squareT[T]))
}
func realUn[T realNumber](d DType) {
	numberUn[T](d)
	setUn(d, "Abs", bytes1(absT[T]))
	setUn(d, "Sign", bytes1(signT[T]))
	setUn(d, "Relu", bytes1(reluT[T]))
}

// intUn declares a signed type and the unsigned one of its size, for which two's complement computes most alike.
func intUn[T, U integer](d, unsigned DType) {
	realUn[T](d)
	setUn(d, "Invert", bytes1(invertI[T]))
	setUn(d, "PopulationCount", bytes1(popcnt[T])).out = asUint8
	setUn(d, "Ceil", bytes1(sameT[T]))
	setUn(d, "Floor", bytes1(sameT[T]))
	setUn(d, "Rint", bytes1(sameT[T]))
	for _, name := range [...]string{"Neg", "Square", "Invert", "PopulationCount", "Ceil", "Floor", "Rint"} {
		setUn(unsigned, name, one(name).kernels[d])
	}
	setUn(unsigned, "Abs", one("Rint").kernels[d])
	setUn(unsigned, "Relu", one("Rint").kernels[d])
	setUn(unsigned, "Sign", bytes1(signT[U]))
}
func floatUn[T float32 | float64](d DType) {
	realUn[T](d)
	setUn(d, "Square", bytes1(func(z, x []T) { map1(z, x, func(a T) T { a = flushT(a); return flushT(a * a) }) }))
	setUn(d, "Abs", bytes1(func(z, x []T) { map1(z, x, func(a T) T { return T(math.Abs(float64(a))) }) }))
	setUn(d, "Relu", func(z, x []byte, body int) { reluF(view[T](z), view[T](x), body) })
	setUn(d, "Reciprocal", bytes1(recipF[T]))
	setUn(d, "IsNan", bytes1(isNan[T])).out = asBool
	setUn(d, "IsInf", bytes1(isInf[T])).out = asBool
	setUn(d, "IsFinite", bytes1(isFinite[T])).out = asBool
}

func complexUn(name string, f func(complex128) complex128) {
	setUn(Complex128, name, bytes1(func(z, x []complex128) { map1(z, x, f) }))
	setUn(Complex64, name, bytes1(func(z, x []complex64) {
		map1(z, x, func(a complex64) complex64 { return complex64(f(complex128(a))) })
	}))
}

func complexPart(name string, f func(complex128) float64) {
	setUn(Complex128, name, bytes1(func(z []float64, x []complex128) { map1(z, x, f) }))
	setUn(Complex64, name, bytes1(func(z []float32, x []complex64) {
		map1(z, x, func(a complex64) float32 { return float32(f(complex128(a))) })
	})).out = DType.Real
}

func init() { // the only place where the element types of unary operations are listed
	intUn[int8, uint8](Int8, Uint8)
	intUn[int16, uint16](Int16, Uint16)
	intUn[int32, uint32](Int32, Uint32)
	intUn[int64, uint64](Int64, Uint64)
	floatUn[float32](Float32)
	floatUn[float64](Float64)
	setUn(Float32, "Reciprocal", packet(reciprocalPacket, func(v float32) float32 { return flush(1 / flush(v)) }))
	numberUn[complex64](Complex64)
	numberUn[complex128](Complex128)
	complexOne()
	setUn(Bool, "LogicalNot", func(z, x []byte, _ int) { notBools(z, x) })
	for name, f := range floatFuncs {
		setUn(Float64, name, bytes1(func(z, x []float64) { map1(z, x, f.f64) }))
		if f64 := packets64[name]; f64 != nil {
			setUn(Float64, name, packet64(f64, f.f64))
		}
		body, tail := f.packet, f.tail
		if tail == nil {
			tail = via64(f.f64)
			if q := quick[name]; q != nil {
				tail = via64(q)
			}
		}
		if body == nil {
			body = tail
		}
		setUn(Float32, name, packet(body, tail))
	}
	for name, f := range recipes {
		setUn(Float64, name, bytes1(func(z, x []float64) { map1(z, x, by(f.f64, kit64)) }))
		setUn(Float32, name, packet(by(f.f32, packetKit32), by(f.f32, tailKit32)))
	}
	for name, f := range once {
		setUn(Float64, name, bytes1(func(z, x []float64) {
			map1(z, x, func(v float64) float64 { return f.f64(library64, v) })
		}))
		one := flushed(func(v float32) float32 { return f.f32(library32, v) })
		setUn(Float32, name, packet(one, one))
	}
	for name, f := range map[string]func(complex128) complex128{
		"Exp": cmplx.Exp, "Log": cmplx.Log, "Sqrt": cmplx.Sqrt, "Sin": cmplx.Sin, "Cos": cmplx.Cos, "Tan": cmplx.Tan,
		"Sinh": cmplx.Sinh, "Cosh": cmplx.Cosh, "Tanh": cmplx.Tanh, "Asin": cmplx.Asin, "Acos": cmplx.Acos,
		"Atan":  atanComplex,
		"Asinh": cmplx.Asinh, "Acosh": cmplx.Acosh, "Atanh": cmplx.Atanh, "Conj": cmplx.Conj,
		"Rsqrt":   func(x complex128) complex128 { return over1(cmplx.Sqrt(x)) },
		"Sigmoid": func(x complex128) complex128 { return 1 / (1 + cmplx.Exp(-x)) },
		"Log1p": func(x complex128) complex128 {
			if x == -1 {
				return complex(math.Inf(-1), math.NaN())
			}
			return cmplx.Log(1 + x)
		},
		"Expm1": func(x complex128) complex128 { return cmplx.Exp(x) - 1 },
		"Sign": func(x complex128) complex128 {
			if x == 0 {
				return 0
			}
			return x / complex(cmplx.Abs(x), 0)
		},
	} {
		complexUn(name, f)
	}
	complexPart("Abs", cmplx.Abs)
	complexPart("Angle", cmplx.Phase)
	complexPart("Real", func(x complex128) float64 { return real(x) })
	complexPart("Imag", func(x complex128) float64 { return imag(x) })
	for name, o := range unOps {
		o.joinOne(Float32)
		if k := o.kernels[Float32]; k != nil {
			toBool := name == "IsNan" || name == "IsInf" || name == "IsFinite"
			vector := loop.FindOne(name, "F32") != nil
			o.kernels[Float16] = un32(k, toBool, vector, Float16)
			o.kernels[BFloat16] = un32(k, toBool, vector, BFloat16)
		}
	}
	sixteenUn()
	for _, o := range unOps {
		for d := range o.kernels {
			if d := DType(d); d != Float32 {
				o.joinOne(d)
			}
		}
	}
}

// un32 is via32 for one argument.
func un32(k unKernel, toBool, vector bool, d DType) unKernel {
	run := func(z, x []byte, body int) {
		var a, b [chunk]float32
		for n := len(x) / 2; n > 0; n = len(x) / 2 {
			n = min(n, chunk)
			casts[d][Float32](unView(a[:n]), x[:2*n])
			if toBool {
				k(z[:n], unView(a[:n]), 0)
				z = z[n:]
			} else {
				k(unView(b[:n]), unView(a[:n]), min(body, n))
				casts[Float32][d](z[:2*n], unView(b[:n]))
				z = z[2*n:]
			}
			body = max(body-n, 0)
			x = x[2*n:]
		}
	}
	return func(z, x []byte, body int) {
		if vector && len(x) > 2*chunk { // as in via32
			loop.Flushed(func() { run(z, x, body) })
			return
		}
		run(z, x, body)
	}
}

func sizeBits[T integer](a T) uint {
	switch any(a).(type) {
	case int8, uint8:
		return 8
	case int16, uint16:
		return 16
	case int32, uint32:
		return 32
	}
	return 64
}

// atanComplex is the arc tangent with C's branch cuts: -i atanh(i x).
func atanComplex(x complex128) complex128 {
	if real(x) == 0 && math.Abs(imag(x)) > 1 { // on a cut, whose side the sign of zero tells
		return complex(math.Copysign(math.Pi/2, real(x)), imag(cmplx.Atan(x)))
	}
	return cmplx.Atan(x)
}

// over1 is 1 / x, with the sign of zero of the conjugate of x for real x.
func over1(x complex128) complex128 {
	y := 1 / x
	if imag(x) == 0 && real(x) != 0 {
		return complex(real(y), math.Copysign(0, -imag(x)))
	}
	return y
}
