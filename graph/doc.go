// Package graph holds what is made of recorded kernels: tapes for gradients, the graphs of traced
// functions with their control flow, and the plans that run them.
//
// It knows kernels and tensors, and nothing of Python: what a function is called with, how its arguments
// are bound and which trace serves a call is package tf's.
package graph
