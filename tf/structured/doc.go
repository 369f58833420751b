// Package structured is tf.experimental.StructuredTensor and the ragged functions on dictionaries of fields.
//
// It knows how fields share one outer shape; the fields are tensors of packages ragged and tensor.
package structured
