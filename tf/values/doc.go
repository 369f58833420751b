// Package values gives tensors, shapes, dtypes and specs of tensors their Python side: attributes, operators,
// indexing, iteration, name scopes.
//
// It knows the classes that every function sees, and calls functions behind operators by the table. What a traced
// function makes of values is told in package function, variables in package state.
package values
