package py

import (
	"fmt"
	"runtime"
	"testing"
)

// TestBox compares boxed values with Go's own, before and after collections.
func TestBox(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 1000} {
		floats, ints, texts := make([]float64, n), make([]int64, n), make([]Bytes, n)
		for i := range n {
			floats[i], ints[i], texts[i] = float64(i)/3, int64(i)*1e15, Bytes(fmt.Sprint("text ", i))
		}
		lists := [][]Value{Box(floats), Box(ints), Box(texts)}
		clear(floats) // the values are copies
		for range 3 {
			runtime.GC()
			_ = make([]byte, 1<<20)
		}
		for i := range n {
			want := []Value{float64(i) / 3, int64(i) * 1e15, Bytes(fmt.Sprint("text ", i))}
			for k, w := range want {
				if len(lists[k]) != n || lists[k][i] != w {
					t.Fatalf("value %d of %d: %v, want %v", i, n, lists[k][i], w)
				}
			}
		}
	}
}
