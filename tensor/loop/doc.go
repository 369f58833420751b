// Package loop is the inner loops of the dense engine in the machine's vector instructions: AVX-512
// or AVX2 on amd64, chosen once by what the processor has. It knows runs of elements in memory, and
// rounds as TensorFlow's packets do: no fused products but in the float32 matrix product, denormals as
// zeros. It does not know tensors, shapes, threads or cancelling.
//
// A kernel does the leading elements it can, whole vectors, and tells how many. What is left, and
// all of it on another machine, is the caller's: its own Go loops are the definition the kernels are
// tested against.
//
// The assembly is written by the program in the folder gen (its own module, so that what it needs
// is no requirement of this one).
package loop

//go:generate go -C gen run .
