// Package linalg is tf.linalg and tf.einsum: products, solves, decompositions, functions of matrices.
//
// It reads arguments and calls kernels of package op, whose algorithms are those of tensor/linalg.
package linalg
