// Package saved reads and writes the files in which TensorFlow keeps values and graphs: tensor
// bundles (the variables of a checkpoint or a SavedModel) and the messages of saved_model.pb and
// of a checkpoint's object graph.
//
// It knows bytes: tables of sorted keys with their checksums, the protobuf wire format, the
// messages' fields. It does not know what a graph computes, what an object is in a program, nor
// Python. What it reads may be anything: sizes are checked against the files before memory is asked
// for, checksums before a byte is used, and every failure is a *tensor.Error with TensorFlow's
// words where it has some. What it writes is a function of its arguments alone, and replaces a file
// in one step.
package saved
