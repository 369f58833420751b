// Package state is tf.Variable: creation, assignment, slices, scatters, and its nodes in traced functions.
//
// It knows values that change; modules and checkpoints are in package checkpoint and in the library.
package state
