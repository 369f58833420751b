// Package array holds the public functions that make, arrange and take parts of tensors: tf.constant, tf.reshape,
// tf.gather, tf.concat, tf.where and the like, with the ragged rules they have.
//
// It reads arguments and calls kernels of package op; loops over elements are there and in package tensor.
package array
