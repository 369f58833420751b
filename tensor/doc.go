// Package tensor is the dense engine: element types, shapes, immutable contiguous
// storage, and the kernels that work on it.
//
// It knows bytes, dtypes and loops. It does not know Python values, TensorFlow's op
// names, error prefixes, ragged structure or printing; those live in the packages above.
// Its vector kernels are in package loop; beyond that it imports the standard library only.
//
// Three rules keep element types out of the rest of the program: moving data (slice,
// gather, concat, transpose, tile) works on element size alone; arithmetic is reached
// through families of generic loops, one per element type; nobody else looks inside.
package tensor
