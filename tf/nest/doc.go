// Package nest is tf.nest: structures of lists, tuples and dictionaries whose leaves are values.
//
// It knows the order of leaves and the texts of structures that differ; it computes nothing.
package nest
