package np

import (
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// Dot products in the order of OpenBLAS, NumPy's: fused products in lanes of four vectors, folded, then one by one.
// Rows of fewer than sixteen are summed alike on every machine with fused products, longer ones as on those with AVX-512.

const dotBlock, dotWide = 16, 32

// dotRows is the product of two rows of one length.
func dotRows(x, y []float64) float64 {
	n := len(x) &^ (dotBlock - 1)
	y = y[:len(x)]
	s := 0.0
	if n > 0 {
		s = dotBlocks(x[:n], y[:n])
	}
	for i := n; i < len(x); i++ {
		s = math.FMA(x[i], y[i], s)
	}
	return s
}

// dotBlocks is dotRows of whole blocks.
func dotBlocks(x, y []float64) float64 {
	var wide [4][8]float64
	i := 0
	for ; i+dotWide <= len(x); i += dotWide {
		for k := range wide {
			for l := range wide[k] {
				at := i + 8*k + l
				wide[k][l] = math.FMA(x[at], y[at], wide[k][l])
			}
		}
	}
	var lanes [4][4]float64
	for k := range lanes {
		for l := range lanes[k] {
			lanes[k][l] = wide[k][l] + wide[k][l+4]
		}
	}
	for ; i < len(x); i += dotBlock {
		for k := range lanes {
			for l := range lanes[k] {
				at := i + 4*k + l
				lanes[k][l] = math.FMA(x[at], y[at], lanes[k][l])
			}
		}
	}
	var sum [4]float64
	for l := range sum {
		sum[l] = ((lanes[0][l] + lanes[1][l]) + lanes[2][l]) + lanes[3][l]
	}
	return (sum[0] + sum[2]) + (sum[1] + sum[3])
}

// smallInner is how long the rows of a matrix product may be for its digits to be those of fused products one by one.
const smallInner = 16

// smallProduct is the product of matrices with short rows, and whether it is one: NumPy's for two true matrices, of
// floats.
func smallProduct(a, b *tensor.Tensor) (*tensor.Tensor, bool) {
	if a.Rank() != 2 || b.Rank() != 2 || a.DType() != tensor.Float64 {
		return nil, false
	}
	n, k, m := a.Shape()[0], a.Shape()[1], b.Shape()[1]
	x, y := tensor.Slice[float64](a), tensor.Slice[float64](b)
	switch {
	case n == 1 && m == 1 && k <= 1<<16:
		return tensor.FromSlice([]int{1, 1}, []float64{dotRows(x, y)}), true
	case n < 2 || m < 2 || k > smallInner || n*m > 1<<16:
		return nil, false
	}
	z := make([]float64, n*m)
	for i := range n {
		for j := range m {
			s := 0.0
			for l := range k {
				s = math.FMA(x[i*k+l], y[l*m+j], s)
			}
			z[i*m+j] = s
		}
	}
	return tensor.FromSlice([]int{n, m}, z), true
}

// taps is the longest row whose products NumPy's correlation adds plainly where it lies within the other.
const taps = 11

// correlated is the sums of the products of x and the shorter y at all places where they overlap.
func correlated(x, y []float64) []float64 {
	n, m := len(x), len(y)
	z := make([]float64, n+m-1)
	for i := range z {
		lo, hi := max(i-m+1, 0), min(i+1, n)
		a, b := x[lo:hi], y[lo-(i-m+1):][:hi-lo]
		if len(a) < m || m > taps {
			z[i] = dotRows(a, b)
			continue
		}
		for k, v := range a {
			z[i] += float64(v * b[k])
		}
	}
	return z
}
