// Package checkpoint keeps state in files: what tf.train.Checkpoint and its kin, written in the library, need of
// bundles, and where in the library modules, initializers and generators are.
//
// It knows files of variables, tables and datasets; their bytes are package graph/saved's.
package checkpoint
