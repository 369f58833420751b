// Package op is the table of kernels: one Def for each kernel of TensorFlow's registry that tfs
// computes, with its inputs, attributes and outputs (registry.txt), its values (Eval), its static
// shapes (Infer) and its gradient (Grad). Every computation on tensors goes through one door, Exec.Do,
// which checks types, runs eagerly or adds a node to a graph, and records for gradients.
//
// It knows no Python: public names, argument reading and exceptions are package tf/bind's and tf's.
// Kernels here call packages tensor, ragged, sparse and text, which hold the loops.
//
// To add an elementwise op: one declaration, in the file of its family; its numbers are the engine's of that name
// (tensor/unary.go, binary.go), and tf/math/elementwise.go gives it a public name.
//
//	var Exp = unary("Exp", func(b *B, n *Node, dy []Value) []Value { return b.List(b.Mul(dy[0], n.Out[0])) })
package op
