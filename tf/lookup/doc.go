// Package lookup is tf.lookup: tables with fixed and changing keys, vocabularies, hash buckets.
//
// It knows initializers and the kernels of tables; hashing is in package text.
package lookup
