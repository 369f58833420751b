package loop

import "unsafe"

// A Mode is how a kernel of elements works: some of the bits.
type Mode = uint8

// The modes.
const (
	Past    Mode = 1 << iota // stores past the caches
	Gradual                  // computes with denormals, which are zeros otherwise
)

// The signatures of the kernels: n elements, a whole number of steps; with Past z must be at a multiple of 64 bytes.
type (
	func1    func(z, x *byte, n int, mode Mode)
	func2    func(z, x, y *byte, n int, mode Mode)
	func3    func(z, c, x, y *byte, n int, mode Mode)
	funcFold func(acc, x *byte, n int)
	// of rows of n elements, and of one row
	funcRows   func(z, x *byte, rows, n int)
	funcSpread func(z, x, c *byte, rows, n int)
	funcFind   func(x, v *byte, n int) (at int)
)

// A slot is one kernel of a set: lanes is the number of elements of a step.
type slot[F any] struct {
	op, typ string
	lanes   int
	f       F
}

// A kernel is one operation on one element type in every set the machine has, the widest first.
type kernel[F any] [2]slot[F]

// The kernels by operation and element type.
type (
	// One computes z[i] = f(x[i]).
	One kernel[func1]
	// Two computes z[i] = f(x[i], y[i]).
	Two kernel[func2]
	// Choose computes z[i] = c[i] ? x[i] : y[i], c being bools.
	Choose kernel[func3]
	// Fold folds x[i] into place i mod FoldBytes/size of acc.
	Fold kernel[funcFold]
	// Rows folds each row of a matrix into one element, a nan of Max and Min into nan.
	Rows kernel[funcRows]
	// Spread computes z[i, j] = f(x[i, j], c[i]).
	Spread kernel[funcSpread]
	// Find looks for the first place of a value.
	Find kernel[funcFind]
)

// FoldBytes is the size of the running values of a Fold.
const FoldBytes = 256

// Level is the widest set: 0 none, 1 AVX2, 2 AVX-512.
type Level int

// The levels.
const (
	Plain Level = iota
	AVX2
	AVX512
)

// level is the set in use; Best is what the machine has.
var level = Best

// Use takes a narrower set, for tests, and gives the one that was in use.
func Use(l Level) (old Level) {
	old, level = level, min(l, Best)
	return old
}

// Using is the set in use.
func Using() Level { return level }

// EstimateTable is what RsqrtTable and ReciprocalTable estimate by, for who fills it: floats of the mantissas of
// 1/sqrt(x) by eleven bits of x, the lowest of its exponent first, and of 1/x by those of its mantissa. Their
// exponents are such that half of x's, or all of it, is taken off.
var EstimateTable [4096]uint32

// find gathers the slots of an operation; nil where no set has one.
//
//go:noinline
func find[F any](op, typ string, narrow, wide []slot[F]) *kernel[F] {
	var k kernel[F]
	for i, set := range [][]slot[F]{narrow, wide} {
		for _, s := range set {
			if s.op == op && s.typ == typ && Best > Level(i) {
				k[i] = s
			}
		}
	}
	if k[0].lanes == 0 && k[1].lanes == 0 {
		return nil
	}
	return &k
}

// steps runs f with each slot in use, the widest first, and the elements it takes; done counts them.
func (k *kernel[F]) steps(n int, f func(f F, at, n int)) (done int) {
	for l := level; l > Plain; l-- {
		if s := &k[l-1]; s.lanes > 0 && n-done >= s.lanes {
			m := (n - done) / s.lanes * s.lanes
			f(s.f, done, m)
			done += m
		}
	}
	return done
}

// FindOne is the kernel of an operation of one argument, nil when there is none.
//
//go:noinline
func FindOne(op, typ string) *One { return (*One)(find(op, typ, oneAVX2, oneAVX512)) }

// FindTwo is the kernel of an operation of two arguments, nil when there is none.
//
//go:noinline
func FindTwo(op, typ string) *Two { return (*Two)(find(op, typ, twoAVX2, twoAVX512)) }

// FindChoose is the selection for elements of a type, nil when there is none.
//
//go:noinline
func FindChoose(typ string) *Choose { return (*Choose)(find("Select", typ, chooseAVX2, chooseAVX512)) }

// FindFold is the kernel of a reduction, nil when there is none.
//
//go:noinline
func FindFold(op, typ string) *Fold { return (*Fold)(find(op, typ, foldAVX2, foldAVX512)) }

// FindRows is the kernel of a reduction of rows, nil when there is none.
//
//go:noinline
func FindRows(op, typ string) *Rows { return (*Rows)(find(op, typ, rowsAVX2, nil)) }

// FindSpread is the kernel of an operation of rows with a number each, nil when there is none.
//
//go:noinline
func FindSpread(op, typ string) *Spread { return (*Spread)(find(op, typ, spreadAVX2, nil)) }

// FindFind is the search among elements of a type, nil when there is none.
//
//go:noinline
func FindFind(typ string) *Find { return (*Find)(find("Find", typ, findAVX2, nil)) }

func at(b []byte, i int) *byte { return (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)) }

func aligned(z []byte) bool { return uintptr(unsafe.Pointer(unsafe.SliceData(z)))&63 == 0 }

// storing takes Past from the mode of a kernel whose result does not begin where stores past the caches can.
func storing(mode Mode, z []byte) Mode {
	if aligned(z) {
		return mode
	}
	return mode &^ Past
}

// behind is the mode of the elements from i on: only the first of them begin where z does.
func behind(mode Mode, i int) Mode {
	if i == 0 {
		return mode
	}
	return mode &^ Past
}

// Run computes the leading elements of z, of sz bytes each, from those of x, of sx bytes, and tells
// how many it did of n.
func (k *One) Run(z, x []byte, sz, sx, n int, mode Mode) (done int) {
	if k == nil {
		return 0
	}
	mode = storing(mode, z)
	return (*kernel[func1])(k).steps(n, func(f func1, i, m int) { f(at(z, i*sz), at(x, i*sx), m, behind(mode, i)) })
}

// Run is One's for two arguments of one type.
func (k *Two) Run(z, x, y []byte, sz, sx, n int, mode Mode) (done int) {
	mode = storing(mode, z)
	return (*kernel[func2])(k).steps(n, func(f func2, i, m int) {
		f(at(z, i*sz), at(x, i*sx), at(y, i*sx), m, behind(mode, i))
	})
}

// Run is One's for a selection among elements of size bytes.
func (k *Choose) Run(z, c, x, y []byte, size, n int, mode Mode) (done int) {
	mode = storing(mode, z)
	return (*kernel[func3])(k).steps(n, func(f func3, i, m int) {
		f(at(z, i*size), at(c, i), at(x, i*size), at(y, i*size), m, behind(mode, i))
	})
}

// Run folds the leading elements of x into acc, and tells how many bytes of x it did. All sets take
// steps of FoldBytes, so one is enough.
func (k *Fold) Run(acc *[FoldBytes]byte, x []byte) (done int) {
	if k == nil {
		return 0
	}
	for l := level; l > Plain; l-- {
		if s := &k[l-1]; s.lanes > 0 && len(x) >= FoldBytes {
			done = len(x) / FoldBytes * FoldBytes
			s.f(&acc[0], at(x, 0), done/(FoldBytes/s.lanes))
			return done
		}
	}
	return 0
}

// Takes tells whether Run takes rows of n elements.
func (k *Rows) Takes(n int) bool { return k != nil && level > Plain && n >= k[0].lanes }

// Run folds rows of n elements of x into the elements of z; ok is false where it does nothing (Takes).
func (k *Rows) Run(z, x []byte, rows, n int) (ok bool) {
	if !k.Takes(n) || rows == 0 {
		return false
	}
	k[0].f(at(z, 0), at(x, 0), rows, n)
	return true
}

// Run computes z from rows of n elements of x and an element of c each; ok is false where it does nothing.
func (k *Spread) Run(z, x, c []byte, rows, n int) (ok bool) {
	if k == nil || level == Plain || rows == 0 || n == 0 {
		return false
	}
	k[0].f(at(z, 0), at(x, 0), at(c, 0), rows, n)
	return true
}

// Run is the first place of the element v among the n of x, -1 if it is nowhere; ok is false where it does nothing.
func (k *Find) Run(x, v []byte, n int) (place int, ok bool) {
	if k == nil || level == Plain || n < k[0].lanes {
		return -1, false
	}
	return k[0].f(at(x, 0), at(v, 0), n), true
}
