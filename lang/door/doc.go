// Package door is how modules come into the language: each of TensorFlow, NumPy, Python's library and the pictures is
// a Provider, and Modules is the set that a program gets. Whoever composes the program (package session) hands it to
// the interpreter, which knows no module by itself.
//
// It knows Python's values and what help, completion and lists of names ask about them. It knows no module.
package door
