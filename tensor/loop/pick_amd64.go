package loop

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Best is the widest set of the machine: package cpu also asks whether the system saves the registers.
var Best = best()

func best() Level {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA:
		return Plain
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512DQ:
		return AVX512
	}
	return AVX2
}

// SumLeavesF32 adds neighbouring runs of x, of lens elements each (whole packets of 8), into 8 lanes each
// of acc; ok is false when no set is in use.
func SumLeavesF32(acc, x []float32, lens []int) (ok bool) {
	if level == Plain {
		return false
	}
	sumLeavesF32((*byte)(unsafe.Pointer(&acc[0])), (*byte)(unsafe.Pointer(&x[0])), &lens[0], len(lens))
	return true
}

// SumLeavesF64 is SumLeavesF32 for packets of 4 float64.
func SumLeavesF64(acc, x []float64, lens []int) (ok bool) {
	if level == Plain {
		return false
	}
	sumLeavesF64((*byte)(unsafe.Pointer(&acc[0])), (*byte)(unsafe.Pointer(&x[0])), &lens[0], len(lens))
	return true
}

// A Tile is the register tile of a matrix product: Rows by Cols outputs.
type Tile struct {
	Rows, Cols int
	f          func(c *byte, ldc int, a, b *byte, k int, add bool)
}

// TileF32 is the tile of the set in use, whose outputs are one chain of fused products each; nil when there
// is none.
func TileF32() *Tile {
	return []*Tile{nil, {6, 16, tileF32AVX2}, {12, 32, tileF32AVX512}}[level]
}

// TileF64 is the tile of float64: each product is rounded, then added.
func TileF64() *Tile {
	return []*Tile{nil, {4, 8, tileF64AVX2}, {12, 16, tileF64AVX512}}[level]
}

// Run computes one tile of c, whose rows are ldc bytes apart, from packed a and b, k steps; add adds to c
// what otherwise replaces it.
func (t *Tile) Run(c unsafe.Pointer, ldc int, a, b unsafe.Pointer, k int, add bool) {
	t.f((*byte)(c), ldc, (*byte)(a), (*byte)(b), k, add)
}

// A Run is a piece of a convolution's window whose floats are neighbours: how many bytes on from the end of the
// run before it (the first: from the row's pointer) it ends, and its size in bytes.
type Run struct{ On, Size int }

// Windows computes one tile of c as TileF32's Run does, of rows that are read where they lie: row j is the runs
// from rows[j] on. narrow is a tile of half the columns, for which b is packed by so many.
func (t *Tile) Windows(c unsafe.Pointer, ldc int, rows *unsafe.Pointer, runs []Run, b unsafe.Pointer,
	narrow, add bool) {
	to, from, of, p := (*byte)(c), (**byte)(unsafe.Pointer(rows)), &runs[0].On, (*byte)(b)
	switch wide := t.Rows == 12; { // by name: pointers given to a variable function would move to the heap
	case wide && narrow:
		windowsNarrowAVX512(to, ldc, from, of, len(runs), p, add)
	case wide:
		windowsAVX512(to, ldc, from, of, len(runs), p, add)
	case narrow:
		windowsNarrowAVX2(to, ldc, from, of, len(runs), p, add)
	default:
		windowsAVX2(to, ldc, from, of, len(runs), p, add)
	}
}

// Steps is Windows for rows whose floats stand step bytes apart, and a b whose rows, of the tile's columns, are ldb
// bytes apart.
func (t *Tile) Steps(c unsafe.Pointer, ldc int, rows *unsafe.Pointer, runs []Run, step int, b unsafe.Pointer, ldb int,
	narrow, add bool) {
	to, from, of, p := (*byte)(c), (**byte)(unsafe.Pointer(rows)), &runs[0].On, (*byte)(b)
	switch wide := t.Rows == 12; {
	case wide && narrow:
		stepsNarrowAVX512(to, ldc, from, of, len(runs), step, p, ldb, add)
	case wide:
		stepsAVX512(to, ldc, from, of, len(runs), step, p, ldb, add)
	case narrow:
		stepsNarrowAVX2(to, ldc, from, of, len(runs), step, p, ldb, add)
	default:
		stepsAVX2(to, ldc, from, of, len(runs), step, p, ldb, add)
	}
}

// A Slide is what windows do channel by channel: SlideMax starts at the least finite number, so that nan is nothing.
type Slide int

// The slides: of the last two, x is added to.
const (
	SlideMax Slide = iota
	SlideSum
	SlideDot
	UnslideSum
	UnslideDot
)

// Run folds the taps of the windows at n pixels of x, step bytes apart, into the pixels of z, of depth bytes of
// float32 each; or adds those of z to the taps. Tap t is taps[t] bytes on; f are the factors of each tap's channels.
// There must be a set in use.
func (s Slide) Run(z, x unsafe.Pointer, taps []int, n, step, depth int, f unsafe.Pointer) {
	to, from, factor, wide := (*byte)(z), (*byte)(x), (*byte)(f), level == AVX512
	switch {
	case s == SlideMax && wide:
		slideMaxAVX512(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == SlideMax:
		slideMaxAVX2(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == SlideSum && wide:
		slideSumAVX512(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == SlideSum:
		slideSumAVX2(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == SlideDot && wide:
		slideDotAVX512(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == SlideDot:
		slideDotAVX2(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == UnslideSum && wide:
		unslideSumAVX512(to, from, &taps[0], len(taps), n, step, depth, factor)
	case s == UnslideSum:
		unslideSumAVX2(to, from, &taps[0], len(taps), n, step, depth, factor)
	case wide:
		unslideDotAVX512(to, from, &taps[0], len(taps), n, step, depth, factor)
	default:
		unslideDotAVX2(to, from, &taps[0], len(taps), n, step, depth, factor)
	}
}

// Dots adds the products of four rows of a, lda bytes apart, with the vector b of size bytes, a multiple of 32,
// into one packet of 32 bytes each of acc; ok is false when no set is in use.
func Dots(acc *[128]byte, a []byte, lda int, b []byte, size int, double bool) (ok bool) {
	if level == Plain {
		return false
	}
	f := dotsF32
	if double {
		f = dotsF64
	}
	f(&acc[0], &a[0], lda, &b[0], size)
	return true
}

// Philox writes the leading blocks, of four words each, of a generator's stream from a counter on, and tells
// how many of them it did; the counter's low half must not run over.
func Philox(z []byte, key, lo, hi uint64) (done int) {
	switch done = len(z) / 128 * 8; {
	case level == Plain || done == 0:
		return 0
	case level == AVX2:
		philoxAVX2(&z[0], key, lo, hi, done)
	default:
		philoxAVX512(&z[0], key, lo, hi, done)
	}
	return done
}

// Flushed runs f with denormals read and written as zeros, as TensorFlow's threads do: the kernels that f calls need
// not switch that on and off, which takes longer than a thousand additions. f must call kernels and little else, and
// not wait.
func Flushed(f func()) {
	if level == Plain {
		f()
		return
	}
	runtime.LockOSThread() // the mode is the thread's
	old := enter()
	defer func() {
		leave(old)
		runtime.UnlockOSThread()
	}()
	f()
}

// Turn is the transposition of Lanes rows of elements of one size, nil when no set is in use.
type Turn struct {
	Lanes int
	which int
}

const (
	turnNarrow4 = iota
	turnNarrow8
	turnWide4
	turnWide8
)

var turns = map[int][]*Turn{4: {nil, {8, turnNarrow4}, {16, turnWide4}}, 8: {nil, {4, turnNarrow8}, {8, turnWide8}}}

// FindTurn is the transposition of elements of size bytes, nil when there is none.
func FindTurn(size int) *Turn {
	if sets := turns[size]; sets != nil {
		return sets[level]
	}
	return nil
}

// Masks tells whether Run takes fewer rows than Lanes.
func (t *Turn) Masks() bool { return t.which >= turnWide4 }

// Run writes n*Lanes columns of the rows, step bytes apart, h of the elements of each; rows behind h must still be
// readable. nt stores past the caches: z and step at multiples of a vector, and h of Lanes.
func (t *Turn) Run(z unsafe.Pointer, step int, rows *[16]unsafe.Pointer, n, h int, nt bool) {
	to, from, mask := (*byte)(z), (**byte)(unsafe.Pointer(rows)), 1<<h-1
	switch t.which { // by name: pointers given to a variable function would move to the heap
	case turnNarrow4:
		turnI32AVX2(to, step, from, n, mask, nt)
	case turnNarrow8:
		turnI64AVX2(to, step, from, n, mask, nt)
	case turnWide4:
		turnI32AVX512(to, step, from, n, mask, nt)
	default:
		turnI64AVX512(to, step, from, n, mask, nt)
	}
}
