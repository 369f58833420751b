package tensor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// odd makes arguments that need not fit together.
type odd struct{ *rand.Rand }

var oddShapes = [][]int{nil, {0}, {1}, {2}, {3}, {2, 3}, {3, 2}, {1, 4}, {2, 0}, {2, 3, 2}, {1, 1, 1, 2}}

func (r odd) tensor() *Tensor {
	types := []DType{Bool, String, Int8, Uint8, Int32, Int64, Uint64, Float16, BFloat16, Float32, Float64, Complex64,
		QInt8}
	d := types[r.IntN(len(types))]
	shape := oddShapes[r.IntN(len(oddShapes))]
	n, _ := Count(shape)
	if d == String {
		v := make([]string, n)
		for i := range v {
			v[i] = strings.Repeat("ab", r.IntN(5))
		}
		return FromStrings(shape, v)
	}
	x, _ := New(d, shape)
	for i := range x.buf {
		if x.buf[i] = byte(r.IntN(3)); d == Bool {
			x.buf[i] &= 1
		} else if d.Size() > 1 && i%d.Size() > 0 && r.IntN(3) > 0 {
			x.buf[i] = 0
		}
	}
	return x
}

func (r odd) axis() int { return r.IntN(7) - 2 }

func (r odd) ints() []int {
	v := make([]int, r.IntN(4))
	for i := range v {
		v[i] = r.IntN(5) - 1
	}
	return v
}

func (r odd) dtype() DType { return DType(r.IntN(int(numDTypes))) }

// TestOddArguments: functions that Go programs call refuse what does not fit, with an error and no panic.
func TestOddArguments(t *testing.T) {
	r, ctx := odd{rand.New(rand.NewPCG(7, 13))}, context.Background()
	calls := map[string]func() (*Tensor, error){
		"Add":  func() (*Tensor, error) { return Add(ctx, r.tensor(), r.tensor()) },
		"Less": func() (*Tensor, error) { return Less(ctx, r.tensor(), r.tensor()) },
		"Exp":  func() (*Tensor, error) { return Exp(ctx, r.tensor()) },
		"Reduce": func() (*Tensor, error) {
			return Reduce(ctx, Fold(r.IntN(12)), r.tensor(), make([]bool, r.IntN(4)), true)
		},
		"Mean": func() (*Tensor, error) { return Mean(ctx, r.tensor(), make([]bool, r.IntN(4)), false) },
		"EuclideanNorm": func() (*Tensor, error) {
			return EuclideanNorm(ctx, r.tensor(), make([]bool, r.IntN(4)), false)
		},
		"ArgReduce":   func() (*Tensor, error) { return ArgReduce(ctx, r.tensor(), r.axis(), r.IntN(2) == 0) },
		"Cast":        func() (*Tensor, error) { return Cast(ctx, r.tensor(), r.dtype()) },
		"Complex":     func() (*Tensor, error) { return Complex(ctx, r.tensor(), r.tensor()) },
		"Bitcast":     func() (*Tensor, error) { return Bitcast(r.tensor(), r.dtype()) },
		"DecodeRaw":   func() (*Tensor, error) { return DecodeRaw(ctx, r.tensor(), r.dtype(), r.IntN(2) == 0) },
		"DecodePad":   func() (*Tensor, error) { return DecodePaddedRaw(ctx, r.tensor(), r.dtype(), r.IntN(9)-1, false) },
		"EncodeRaw":   func() (*Tensor, error) { return EncodeRaw(ctx, r.tensor(), r.IntN(2) == 0) },
		"StringPack":  func() (*Tensor, error) { return StringPack(ctx, r.tensor(), r.tensor(), r.tensor()) },
		"Tile":        func() (*Tensor, error) { return Tile(ctx, r.tensor(), r.ints()) },
		"Roll":        func() (*Tensor, error) { return Roll(ctx, r.tensor(), r.axis(), r.axis()) },
		"Transpose":   func() (*Tensor, error) { return Transpose(ctx, r.tensor(), r.ints()) },
		"BroadcastTo": func() (*Tensor, error) { return BroadcastTo(ctx, r.tensor(), r.ints()) },
		"Concat": func() (*Tensor, error) {
			return Concat(ctx, []*Tensor{r.tensor(), r.tensor()}[:r.IntN(3)], r.axis())
		},
		"Gather":   func() (*Tensor, error) { return Gather(ctx, r.tensor(), r.tensor(), r.axis(), r.axis()) },
		"GatherND": func() (*Tensor, error) { return GatherND(ctx, r.tensor(), r.tensor(), r.axis()) },
		"Reverse":  func() (*Tensor, error) { return Reverse(ctx, r.tensor(), map[int]bool{r.axis(): true}) },
		"Pad": func() (*Tensor, error) {
			return Pad(ctx, r.tensor(), r.ints(), r.ints(), PadMode(r.IntN(4)), r.tensor())
		},
		"Fill":       func() (*Tensor, error) { return Fill(ctx, r.ints(), r.tensor()) },
		"Where1":     func() (*Tensor, error) { return Where1(ctx, r.tensor()) },
		"Where3":     func() (*Tensor, error) { return Where3(ctx, r.tensor(), r.tensor(), r.tensor()) },
		"Argsort":    func() (*Tensor, error) { return Argsort(ctx, r.tensor(), r.IntN(2) == 0) },
		"TopK":       func() (*Tensor, error) { return TopK(ctx, r.tensor(), r.axis()) },
		"Cum":        func() (*Tensor, error) { return Cum(ctx, r.tensor(), r.axis(), r.IntN(2) == 0, false, true) },
		"Softmax":    func() (*Tensor, error) { return Softmax(ctx, r.tensor(), r.axis()) },
		"LogSoftmax": func() (*Tensor, error) { return LogSoftmax(ctx, r.tensor(), r.axis()) },
		"MatMul":     func() (*Tensor, error) { return MatMul(ctx, r.tensor(), r.tensor()) },
		"MatMulOf":   func() (*Tensor, error) { return MatMulOf(ctx, r.tensor(), r.tensor(), true, false) },
		"OneHot": func() (*Tensor, error) {
			return OneHot(ctx, r.tensor(), r.axis(), r.tensor(), r.tensor(), r.axis())
		},
		"Of":        func() (*Tensor, error) { return Of(r.ints(), make([]int32, r.IntN(4))) },
		"OfStrings": func() (*Tensor, error) { return OfStrings(r.ints(), make([]string, r.IntN(4))) },
		"OfBytes":   func() (*Tensor, error) { return OfBytes(r.dtype(), r.ints(), make([]byte, r.IntN(9))) },
		"New":       func() (*Tensor, error) { return New(r.dtype(), r.ints()) },
		"Unique":    func() (*Tensor, error) { y, _, _, err := Unique(ctx, r.tensor()); return y, err },
		"SearchSorted": func() (*Tensor, error) {
			at, err := SearchSorted(ctx, r.tensor(), r.tensor(), true)
			return Vector(at), err
		},
		"Segment": func() (*Tensor, error) {
			ids := make([]int64, r.IntN(4))
			for i := range ids {
				ids[i] = int64(r.axis())
			}
			z, _, err := Segment(ctx, Fold(r.IntN(5)), r.tensor(), ids, r.axis(), r.tensor())
			return z, err
		},
		"Scatter": func() (*Tensor, error) {
			return Scatter(ctx, r.tensor(), r.ints(), r.axis(), r.tensor(), Update(r.IntN(8)))
		},
	}
	names := make([]string, 0, len(calls))
	for name := range calls {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		good := 0
		for range 3000 {
			if fault := panics(func() {
				if z, err := calls[name](); err == nil && z != nil {
					if n, err := Count(z.shape); err != nil || n != z.n || z.dtype != String && len(z.buf) != n*z.dtype.Size() {
						panic(fmt.Sprint("a result of shape ", z.shape, " with ", z.n, " elements in ", len(z.buf), " bytes"))
					}
					good++
				}
			}); fault != "" {
				t.Errorf("%s: %s", name, fault)
				break
			}
		}
		if good == 0 {
			t.Errorf("%s never had a result", name)
		}
	}
}

// panics runs f and tells of a panic, with the lines of this package it went through.
func panics(f func()) (text string) {
	defer func() {
		if v := recover(); v != nil {
			var at []string
			for _, l := range strings.Split(string(debug.Stack()), "\n") {
				if i := strings.Index(l, "/tensor/"); i >= 0 && !strings.Contains(l, "odd_test") {
					at = append(at, strings.Fields(l[i+8:])[0])
				}
			}
			text = fmt.Sprint(v, " ", at)
		}
	}()
	f()
	return ""
}
