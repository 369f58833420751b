// Package math is tf.math, tf.bitwise and the reductions: functions of elements, sums over axes, counting.
//
// An elementwise function is one declaration (Elementwise, Unary): its kernel brings dtypes, ragged rule, gradient
// and inference. Loops over elements are in package tensor.
package math
