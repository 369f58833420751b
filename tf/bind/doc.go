// Package bind says what a TensorFlow function is: one table entry (Op) with signature, kernels, documentation and a
// ragged rule that is data (Flat, Pair, Inner, OnRagged, Own); how arguments become tensors, and edges while a function
// is traced (Call); how failures become TensorFlow's exceptions; and the values TensorFlow and NumPy add to Python's
// (tensors, variables, specs, arrays, scalars).
//
// A call that reads its tensors by the methods of Call alone declares Edges and becomes kernels in a graph; any other
// one becomes a node that runs as a whole (whole.go). Computation goes through the builder, Call.B or table.FlowOf:
// what is called past it a tape and a trace miss (direct_test.go lists where that is right).
//
// It does not know which functions exist (packages tf and np hold the tables) nor how values print
// (package printer).
package bind
