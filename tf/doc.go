// Package tf is the table of TensorFlow's public ops, one file per tf module, and the
// module tree made of it. Adding an op is adding one entry.
//
// It knows TensorFlow's names, signatures, dtype rules and error texts. Loops live in
// package tensor; how values print, in package printer.
package tf
