// Package messages holds the protocol buffer messages TensorFlow hands to programs (tf.train.Example and its
// kin, summaries, clusters) as descriptors for google.golang.org/protobuf, and the text format as the
// protobuf library of Python reads and prints it: its texts of errors with line and column, its escapes and
// its digits.
//
// It knows no Python values and no tensors; what programs see of messages is package tf's.
package messages
