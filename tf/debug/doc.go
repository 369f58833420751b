// Package debug holds tf.print, tf.debugging, and what scripts ask of the run time: devices, settings, loggers.
//
// It shows and checks values and changes none.
package debug
