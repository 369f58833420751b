// Package autodiff is tf.GradientTape and what stands around it: jacobians, forward accumulation, custom gradients,
// recomputation, IndexedSlices.
//
// It knows what a program watches; derivatives of kernels are op's, the walk back is graph's.
package autodiff
