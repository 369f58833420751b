// Package printer gives the text of TensorFlow's and NumPy's values, to the byte as
// TensorFlow 2.21 with NumPy 2 prints them: tensors, arrays, scalars, variables, shapes,
// dtypes and specs. It follows NumPy's two steps: format all elements to one width, then
// lay out brackets and wrap lines.
//
// It does not know colours, terminals or what an op is. Importing it gives the classes of
// package op their repr and str.
package printer
