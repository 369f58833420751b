// Package saved is tf.saved_model: objects, functions and signatures written to and read from SavedModels.
//
// It knows what a program saves; node by node the translation is graph/funcdef's, the files are graph/saved's.
package saved
