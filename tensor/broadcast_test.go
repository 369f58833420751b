package tensor

import (
	"slices"
	"testing"
)

// TestBroadcastAgainstCopies compares operands that are spread with copies of them in full, for short and long rows.
func TestBroadcastAgainstCopies(t *testing.T) {
	for _, c := range [][3][]int{
		{{500, 3}, {500, 1}, {500, 3}}, {{500, 3}, {3}, {500, 3}}, {{7, 1}, {1, 5000}, {7, 5000}},
		{{40, 3000}, {40, 1}, {40, 3000}}, {{1, 300}, {200, 1}, {200, 300}}, {{4, 1, 6}, {5, 1}, {4, 5, 6}},
		{{2, 257, 1}, {257, 9}, {2, 257, 9}}, {{1, 70, 1, 11}, {90, 1, 12, 1}, {90, 70, 12, 11}},
	} {
		for _, d := range []DType{Float32, Float64, Int8, Complex128} {
			x, y := counted(t, c[0], d), counted(t, c[1], d)
			for _, name := range []string{"Sub", "NotEqual"} {
				got, err := Bin(name).Apply(bg, x, y)
				a, _ := BroadcastTo(bg, x, c[2])
				b, _ := BroadcastTo(bg, y, c[2])
				want, err2 := Bin(name).Apply(bg, a, b)
				if err != nil || err2 != nil || !SameShape(got.shape, c[2]) || !slices.Equal(got.buf, want.buf) {
					t.Errorf("%s of %v and %v %s: other than their copies', %v", name, c[0], c[1], d, err)
				}
			}
		}
	}
}

// counted is 0, 7, 14 and so on of a type.
func counted(t *testing.T, shape []int, d DType) *Tensor {
	n, _ := Count(shape)
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(i * 7 % 101)
	}
	x, err := Cast(bg, FromSlice(shape, v), d)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
