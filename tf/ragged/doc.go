// Package ragged is tf.ragged and the class RaggedTensor: factories, attributes, reductions, gathers, segments, and the
// rules by which functions of dense tensors take ragged ones.
//
// It knows Python's side of ragged tensors; partitions and algorithms are in the engine's package ragged.
package ragged
