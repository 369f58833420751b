// Package lang runs the surface language: Python as TensorFlow's documents use it.
//
// A unit of text goes through lang/syntax (tokens and tree), the emitter (one expr source
// string per expression, with marks back into the user's text), expr.Compile with a single
// Patch visitor (names, attributes, calls and operators become intrinsic calls), and expr's
// VM. Statements are walked; every expression slot keeps its compiled program.
//
// It knows scopes, frames, functions, classes, generators, imports, magics, echo and
// tracebacks. It does not know terminals or colours (package repl), nor how any op works
// (package tf and below). It is the only package that imports expr.
package lang
