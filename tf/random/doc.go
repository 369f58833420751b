// Package random is tf.random: seeded and stateless numbers of every distribution, shuffles, seeds.
//
// It knows which seed a call has; the streams of numbers are kernels'.
package random
