// Package py is the Python object model the surface language shows: values, classes and
// attributes, exceptions, calls with their signatures, arithmetic, comparison, iteration,
// text formatting, and the methods of str, bytes, list, tuple, dict, set, int and float.
//
// It knows nothing of tensors (but how much memory they leave), of TensorFlow's ops, of syntax
// or of terminals. Packages
// above give their Go types a class with Register and fill its slots.
package py
