package ragged

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Axis counts a negative axis of a value of rank dimensions from the end; outside [-rank, rank) it is a ValueError that
// calls it name.
func Axis(axis, rank int, name string) (int, error) {
	if axis < -rank || axis >= rank {
		return 0, tensor.Failf(tensor.ValueError, "%s=%d out of bounds: expected %d<=%s<%d", name, axis, -rank, name,
			rank)
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

// valueError is a ValueError, as TensorFlow's Python side raises it.
//
//go:noinline
func valueError(format string, args ...any) error {
	return tensor.Failf(tensor.ValueError, format, args...)
}

// assertion is an InvalidArgumentError that names no kernel.
func assertion(format string, args ...any) error {
	return tensor.OpErrorf(tensor.NoOp, format, args...)
}

// Compared is the tail of an assertion's text on two numbers.
func Compared[T int | int64](sym string, x, y T) string {
	return fmt.Sprintf("\nCondition x %s y did not hold.\nFirst 1 elements of x:\n[%d]\nFirst 1 elements of y:\n[%d]",
		sym, x, y)
}

// SameSplits asserts that two values have the same rows; message stands before what differs.
func SameSplits(x, y *Ragged, message string) error {
	if x.Part.Same(y.Part) {
		return nil
	}
	if a, b := len(x.Part.Splits), len(y.Part.Splits); a != b && a > 1 && b > 1 {
		return assertion("Incompatible shapes: [%d] vs. [%d] [Op:Equal]", a, b)
	}
	if message == "" {
		message = "Inputs must have identical ragged splits"
	}
	return assertion("%s\n%s", message, Different(x.Part.Splits, y.Part.Splits))
}

// MatchSplits refuses values whose row splits have two integer types, and values that are not sound.
func MatchSplits(vs ...Value) error {
	var seen [2]bool
	for _, v := range vs {
		if err := Valid(v); err != nil {
			return err
		}
		if r, ok := v.(*Ragged); ok {
			seen[min(int(r.Part.DType-tensor.Int32), 1)] = true
		}
	}
	if seen[0] && seen[1] {
		return valueError("Input RaggedTensors have mismatched row_splits dtypes; " +
			"use RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes.")
	}
	return nil
}

// spell joins numbers.
func spell[T int | int64](v []T, sep string) string {
	out := make([]string, len(v))
	for i, n := range v {
		out[i] = fmt.Sprint(n)
	}
	return strings.Join(out, sep)
}
