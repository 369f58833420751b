// Package sparse is tf.sparse and tf.sets: the class SparseTensor and the functions on it.
//
// It knows Python's side of sparse tensors; their algorithms are in the engine's package sparse.
package sparse
