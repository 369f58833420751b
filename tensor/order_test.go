package tensor

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The k greatest are the first k of the whole order, in rows shorter and longer than what is
// sorted at once, with many equal elements.
func TestTopKIsTheStartOfTheOrder(t *testing.T) {
	for _, n := range []int{1, 7, 5000, 200000} {
		v := make([]int32, 2*n)
		for i := range v {
			v[i] = int32(i * 7919 % 1009)
		}
		x := FromSlice([]int{2, n}, v)
		all, err := Argsort(bg, x, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{0, 1, n / 10, n} {
			z, err := TopK(bg, x, k)
			if err != nil || !SameShape(z.Shape(), []int{2, k}) {
				t.Fatalf("n=%d k=%d: %v, %v", n, k, z, err)
			}
			for r := range 2 {
				got, want := Slice[int32](z)[r*k:(r+1)*k], Slice[int32](all)[r*n:r*n+k]
				if !slices.Equal(got, want) {
					t.Errorf("n=%d k=%d row %d: %v, want %v", n, k, r, got[:min(k, 9)], want[:min(k, 9)])
				}
			}
		}
	}
}

// A nan does not hide the numbers beside it, and is below all of them.
func TestTopKWithNaN(t *testing.T) {
	v := make([]float32, 100000)
	for i := range v {
		if v[i] = float32(i * 7919 % 100003); i%613 == 5 {
			v[i] = float32(math.NaN())
		}
	}
	x := Vector(v)
	all, err := Argsort(bg, x, true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := TopK(bg, x, 50)
	if err != nil || !slices.Equal(Slice[int32](got), Slice[int32](all)[:50]) {
		t.Errorf("%v, %v, want %v", got, err, Slice[int32](all)[:50])
	}
}

// A long sort, a long search and a long table of distinct elements end with their context.
func TestLongOrdersStop(t *testing.T) {
	ctx, cancel := context.WithCancel(bg)
	cancel()
	x := Vector(make([]int64, 1<<20))
	_, e1 := Argsort(ctx, x, false)
	_, e2 := TopK(ctx, x, 3)
	_, e3 := SearchSorted(ctx, x, x, false)
	_, _, _, e4 := Unique(ctx, x)
	for i, e := range []error{e1, e2, e3, e4} {
		if !errors.Is(e, context.Canceled) {
			t.Errorf("call %d: %v", i, e)
		}
	}
}

func TestSearchSortedTypes(t *testing.T) {
	big := int64(1 << 53)
	at, err := SearchSorted(bg, Vector([]int64{big, big + 1}), Vector([]int64{big + 1}), false)
	if err != nil || at[0] != 1 {
		t.Errorf("%v, %v", at, err)
	}
	if _, err := SearchSorted(bg, Vector([]uint64{1}), Vector([]int8{1}), false); err == nil {
		t.Error("two types are searched")
	}
}

// TestSegmentSums checks sums of single elements and of rows by segments, denormals being zeros, against sums one by
// one.
func TestSegmentSums(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(31, 32))
	each := func(set string) {
		for _, unit := range []int{1, 3, 40} {
			x, _ := New(Float32, []int{20000, unit})
			randomBytes(r, Float32, x.buf)
			ids := make([]int64, 20000)
			for i := range ids {
				ids[i] = int64(r.IntN(50)) - 1
			}
			got, counts, err := Segment(ctx, FoldSum, x, ids, 50, Scalar(float32(0)))
			if err != nil {
				t.Fatal(err)
			}
			want, n := make([]float32, 50*unit), make([]int64, 50)
			for i, id := range ids {
				for c := 0; c < unit && id >= 0; c++ {
					to := &want[int(id)*unit+c]
					*to = addOne(*to, view[float32](x.buf)[i*unit+c])
				}
				if id >= 0 {
					n[id]++
				}
			}
			if i := sameBits(Float32, got.buf, unView(want)); i >= 0 {
				t.Fatalf("%s, rows of %d: element %d is %v, not %v", set, unit, i, got.Float(i), want[i])
			}
			if !slices.Equal(counts, n) {
				t.Fatalf("%s, rows of %d: other counts", set, unit)
			}
		}
	}
	onPlain(func() { each("plain") })
	eachSet(each)
}
