package op

import "github.com/tfs-lang/tfs/tensor"

// heavy is a batch of square matrices with a large diagonal, which makes them regular.
func heavy(j int, shape ...int) Value {
	t := ramp(j, shape...).(*tensor.Tensor)
	v, n := tensor.Slice[float64](t), shape[len(shape)-1]
	for i := range v {
		if i/n%n == i%n {
			v[i] += 2 + float64(i%n)/3
		}
	}
	return t
}

// mirrored is the same with both triangles alike.
func mirrored(n int) Value {
	t := heavy(0, n, n).(*tensor.Tensor)
	v := tensor.Slice[float64](t)
	for i := range n {
		for k := range i {
			v[k*n+i] = v[i*n+k]
		}
	}
	return t
}

// Systems of equations, factors and functions of matrices.
func init() {
	adjoint := Attrs{{"adjoint", true}}
	samples = append(samples,
		sample{name: "MatrixInverse", in: []Value{heavy(0, 2, 3, 3)}},
		sample{name: "MatrixInverse", at: adjoint, in: []Value{heavy(0, 3, 3)}},
		sample{name: "MatrixSolve", in: []Value{heavy(0, 2, 3, 3), ramp(1, 2, 3, 2)}},
		sample{name: "MatrixSolve", at: adjoint, in: []Value{heavy(0, 3, 3), ramp(1, 3, 2)}},
		sample{name: "MatrixDeterminant", in: []Value{heavy(0, 2, 3, 3)}},
		sample{name: "LogMatrixDeterminant", in: []Value{heavy(0, 2, 3, 3)}},
		sample{name: "Cholesky", in: []Value{mirrored(3)}, sym: true},
		sample{name: "MatrixTriangularSolve", in: []Value{heavy(0, 2, 3, 3), ramp(1, 3, 2)}},
		sample{name: "MatrixTriangularSolve", at: Attrs{{"lower", false}, {"adjoint", true}},
			in: []Value{heavy(0, 3, 3), ramp(1, 2, 3, 2)}},
		sample{name: "Lu", in: []Value{heavy(0, 3, 3)}},
		sample{name: "Qr", in: []Value{ramp(0, 4, 3)}},
		sample{name: "Qr", at: Attrs{{"full_matrices", true}}, in: []Value{heavy(0, 2, 3, 3)}},
		sample{name: "SelfAdjointEigV2", in: []Value{mirrored(3)}, sym: true},
		sample{name: "SelfAdjointEigV2", at: Attrs{{"compute_v", false}}, in: []Value{mirrored(3)}, sym: true, vary: true},
		sample{name: "Svd", in: []Value{heavy(0, 3, 3)}},
		sample{name: "Svd", in: []Value{ramp(0, 4, 2)}},
		sample{name: "Svd", at: Attrs{{"full_matrices", true}}, in: []Value{heavy(1, 3, 3)}},
		sample{name: "Svd", at: Attrs{{"compute_uv", false}}, in: []Value{ramp(0, 2, 3)}, vary: true},
		sample{name: "Svd", at: Attrs{{"compute_uv", false}}, in: []Value{ramp(0, 3, 2, 3)}},
		sample{name: "Svd", at: Attrs{{"compute_uv", false}}, in: []Value{ramp(0, 2, 2, 2, 3)}},
		sample{name: "Eig", at: Attrs{{"Tout", tensor.Complex128}}, in: []Value{heavy(0, 3, 3)}},
		sample{name: "MatrixSquareRoot", in: []Value{heavy(0, 3, 3)}},
		sample{name: "MatrixLogarithm", in: []Value{tensor.FromSlice([]int{2, 2}, []complex128{3, 1i, -1, 2 + 1i})}},
		sample{name: "FFT", in: []Value{tensor.FromSlice([]int{2, 3}, []complex128{3, 1i, -1, 2 + 1i, 0.5, -2i})}},
		sample{name: "FFT2D", in: []Value{tensor.FromSlice([]int{2, 3}, []complex128{3, 1i, -1, 2 + 1i, 0.5, -2i})}},
		sample{name: "IFFT2D", in: []Value{tensor.FromSlice([]int{2, 3}, []complex128{3, 1i, -1, 2 + 1i, 0.5, -2i})}},
		sample{name: "FFT3D", in: []Value{tensor.FromSlice([]int{2, 1, 3}, []complex128{3, 1i, -1, 2 + 1i, 0.5, -2i})}},
		sample{name: "IFFT3D", in: []Value{tensor.FromSlice([]int{2, 1, 3}, []complex128{3, 1i, -1, 2 + 1i, 0.5, -2i})}},
		realSample("RFFT", false, 4), realSample("RFFT", false, 5), realSample("RFFT2D", false, 2, 3),
		realSample("RFFT3D", false, 1, 2, 4), realSample("IRFFT", true, 4), realSample("IRFFT", true, 5),
		realSample("IRFFT2D", true, 2, 3), realSample("IRFFT3D", true, 1, 2, 4),
		sample{name: "IFFT", in: []Value{tensor.FromSlice([]int{4}, []complex128{3, 1i, -1, 2 + 1i})}},
		sample{name: "TridiagonalMatMul", in: []Value{ramp(0, 1, 4), ramp(1, 1, 4), ramp(2, 1, 4), ramp(3, 4, 2)}},
		sample{name: "TridiagonalSolve", in: []Value{heavy(0, 3, 3), ramp(1, 3, 2)}},
		sample{name: "BandedTriangularSolve", in: []Value{ramp(0, 2, 4), ramp(1, 4, 2)}},
	)
}

// realSample is a transform of real numbers, or its inverse, of these lengths.
func realSample(name string, inverse bool, lengths ...int) sample {
	shape, size := append([]int{2}, lengths...), 2
	if inverse {
		shape[len(lengths)] = shape[len(lengths)]/2 + 1
	}
	for _, n := range shape[1:] {
		size *= n
	}
	re, z := make([]float64, size), make([]complex128, size)
	for i := range re {
		re[i], z[i] = float64(i*i%7)-2.5, complex(float64(i*i%7)-2.5, float64(i*3%5))
	}
	if inverse {
		return sample{name: name, in: []Value{tensor.FromSlice(shape, z), tensor.Ints32(lengths...)},
			at: Attrs{{"Treal", tensor.Float64}}}
	}
	return sample{name: name, in: []Value{tensor.FromSlice(shape, re), tensor.Ints32(lengths...)},
		at: Attrs{{"Tcomplex", tensor.Complex128}}}
}
