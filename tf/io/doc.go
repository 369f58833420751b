// Package io is tf.io: bytes decoded to numbers and back, serialised tensors, text of tables, files of records,
// safetensors.
//
// It knows arguments and the texts of errors; formats are in packages text, records and messages.
package io
