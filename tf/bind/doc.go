// Package bind says what a TensorFlow op is: one table entry with signature, dtypes, kernel,
// ragged rule, gradient and documentation; how arguments become tensors; how failures become
// TensorFlow's exceptions; and the values TensorFlow and NumPy add to Python's (tensors,
// variables, specs, arrays, scalars).
//
// It does not know which ops exist (packages tf and np hold the tables) nor how values print
// (package printer).
package bind
