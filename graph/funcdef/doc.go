// Package funcdef turns the functions of a SavedModel's library into graphs of kernels, and graphs into
// functions of a library.
//
// It knows kernels, graphs and the messages of package saved. It does not know objects, Python's arguments
// nor files: what a function's last arguments are bound to comes from its caller, as values. Functions are
// read when they are asked for, called functions are put in the place of their calls, and what a file says
// is checked against the registry before a node is made of it: a broken one is an error that names the
// function and the op.
package funcdef
