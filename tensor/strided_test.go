package tensor

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// TestTransposeAgainstIndexing compares every permutation of odd shapes with plain indexing.
func TestTransposeAgainstIndexing(t *testing.T) {
	for l := loop.Plain; l <= loop.Best; l++ {
		old := loop.Use(l)
		transposeAgainstIndexing(t)
		loop.Use(old)
	}
}

func transposeAgainstIndexing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range []DType{Uint8, Int16, Float32, Int64, Complex64, Complex128} {
		for range 60 {
			rank := 2 + r.IntN(3)
			shape, strides := make([]int, rank), make([]int, rank)
			n := 1
			for i := range shape {
				shape[i] = 1 + r.IntN(70/(rank-1))
				n *= shape[i]
			}
			s := 1
			for i := rank - 1; i >= 0; i-- {
				strides[i] = s
				s *= shape[i]
			}
			buf := make([]byte, n*d.Size())
			for i := range buf {
				buf[i] = byte(r.Uint32())
			}
			x := FromBytes(d, shape, buf)
			perm := r.Perm(rank)
			got, err := Transpose(context.Background(), x, perm)
			if err != nil {
				t.Fatal(err)
			}
			dims, st := make([]int, rank), make([]int, rank)
			for i, p := range perm {
				dims[i], st[i] = shape[p], strides[p]
			}
			if !slices.Equal(got.Shape(), dims) {
				t.Fatalf("%v perm %v: shape %v", shape, perm, got.Shape())
			}
			size := d.Size()
			for i := range n {
				from := offset(i, dims, st)
				if !slices.Equal(got.buf[i*size:(i+1)*size], buf[from*size:(from+1)*size]) {
					t.Fatalf("%s %v perm %v: element %d is wrong", d, shape, perm, i)
				}
			}
		}
	}
}

// TestLargeTranspose compares a matrix that is stored past the caches, and one whose rows are no whole lines.
func TestLargeTranspose(t *testing.T) {
	for _, shape := range [][]int{{1600, 1600}, {1601, 1500}, {3, 1100, 700}} {
		x, err := New(Float32, shape)
		if err != nil {
			t.Fatal(err)
		}
		v := view[uint32](x.buf)
		for i := range v {
			v[i] = uint32(i) * 2654435761
		}
		z, err := Transpose(context.Background(), x, LastTwo(len(shape)))
		if err != nil {
			t.Fatal(err)
		}
		r, c := shape[len(shape)-2], shape[len(shape)-1]
		for i, got := range view[uint32](z.buf) {
			if at := i/(r*c)*(r*c) + i%r*c + i%(r*c)/r; got != v[at] {
				t.Fatalf("%v: element %d is that of another place than %d", shape, i, at)
			}
		}
	}
}
