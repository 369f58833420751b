// Package message shows protocol buffers to programs: tf.train.Example and its kin, google.protobuf's text and JSON
// formats, decode_proto.
//
// It knows message objects; bytes and texts of messages are in package messages.
package message
