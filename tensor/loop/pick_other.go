//go:build !amd64

package loop

import "unsafe"

// Best is the widest set of the machine.
const Best = Plain

var (
	oneAVX2, oneAVX512       []slot[func1]
	twoAVX2, twoAVX512       []slot[func2]
	chooseAVX2, chooseAVX512 []slot[func3]
	foldAVX2, foldAVX512     []slot[funcFold]
	rowsAVX2                 []slot[funcRows]
	spreadAVX2               []slot[funcSpread]
	findAVX2                 []slot[funcFind]
)

// SumLeavesF32 is not here.
func SumLeavesF32(acc, x []float32, lens []int) bool { return false }

// SumLeavesF64 is not here.
func SumLeavesF64(acc, x []float64, lens []int) bool { return false }

// Dots is not here.
func Dots(acc *[128]byte, a []byte, lda int, b []byte, size int, double bool) bool { return false }

// Philox is not here.
func Philox(z []byte, key, lo, hi uint64) int { return 0 }

// A Tile is the register tile of a matrix product.
type Tile struct{ Rows, Cols int }

// TileF32 is not here.
func TileF32() *Tile { return nil }

// TileF64 is not here.
func TileF64() *Tile { return nil }

// Run is never called where there is no tile.
func (t *Tile) Run(c unsafe.Pointer, ldc int, a, b unsafe.Pointer, k int, add bool) {}

// A Run is a piece of a convolution's window whose floats are neighbours.
type Run struct{ On, Size int }

// Windows is never called where there is no tile.
func (t *Tile) Windows(c unsafe.Pointer, ldc int, rows *unsafe.Pointer, runs []Run, b unsafe.Pointer, narrow, add bool) {
}

// Steps is never called where there is no tile.
func (t *Tile) Steps(c unsafe.Pointer, ldc int, rows *unsafe.Pointer, runs []Run, step int, b unsafe.Pointer, ldb int,
	narrow, add bool) {
}

// A Slide is what windows do channel by channel.
type Slide int

// The slides.
const (
	SlideMax Slide = iota
	SlideSum
	SlideDot
	UnslideSum
	UnslideDot
)

// Run is never called where there is no set.
func (s Slide) Run(z, x unsafe.Pointer, taps []int, n, step, depth int, f unsafe.Pointer) {}

var chainTwo, chainOne []string

const chainForms = 5

func chainF32AVX2(at **byte, codes *uint32, steps, size int) {}

func chainF32AVX512(at **byte, codes *uint32, steps, size int) {}

// Flushed runs f.
func Flushed(f func()) { f() }

// Turn is the transposition of rows of elements.
type Turn struct{ Lanes int }

// FindTurn is not here.
func FindTurn(size int) *Turn { return nil }

// Masks is never asked where there is no transposition.
func (t *Turn) Masks() bool { return false }

// Run is never called where there is no transposition.
func (t *Turn) Run(z unsafe.Pointer, step int, rows *[16]unsafe.Pointer, n, h int, nt bool) {}
