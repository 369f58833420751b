// Package strings is tf.strings: splitting, joining, n-grams, unicode, regular expressions, hashes.
//
// It reads arguments; what is done with bytes is in package text.
package strings
