// Package text is computation on string tensors: split and join, cases, parts, regular
// expressions, numbers, hashes, n-grams, Unicode, CSV, base64 and vocabularies, as TensorFlow's
// kernels compute them (tf.strings and neighbours).
//
// Strings are bytes; what a function says of characters is about UTF-8. Functions of single
// strings take a dense tensor of any shape or a ragged one and give the same structure back.
// Failures are *tensor.Error with TensorFlow's words. It knows tensors and ragged tensors, no ops
// and no Python values.
package text
