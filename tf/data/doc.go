// Package data is tf.data: datasets, iterators, optionals and their specs.
//
// It makes stages of Python's arguments and traces functions given to them; elements are made by the engine's package
// data. The classes with their methods are the library's (tf/lib/_tf_data.py).
package data
