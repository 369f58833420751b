// Package nn is tf.nn: convolutions, poolings, activations, losses, normalisation and embeddings.
//
// It composes kernels as TensorFlow does, so that digits, gradients and node names agree.
package nn
