// Package keras tells where in the library tf.keras is, and gives it what is better done in Go.
//
// Layers, losses, metrics, optimizers and models are written in the language itself (tf/lib/_keras_*.py).
package keras
