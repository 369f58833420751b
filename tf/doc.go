// Package tf is TensorFlow's module tree: it joins the packages below it, which declare the public functions by
// TensorFlow's modules (tf/array, tf/strings, tf/ragged ...), and tells of them: documentation with recorded examples,
// search, measures of values. Classes that programs derive from are written in the language itself (tf/lib).
//
// It knows names, signatures and texts. A function is declared by one entry in the package of its module: see
// tf/table; where tf.gather for ragged tensors is, tf/ragged says, and the loops are in packages ragged and tensor.
package tf
