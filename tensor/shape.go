package tensor

import (
	"strconv"
	"strings"
)

// PartialShape is a static shape: -1 stands for an unknown dimension, and the rank itself
// may be unknown (tf.TensorShape).
type PartialShape struct {
	Dims        []int
	UnknownRank bool
}

// KnownShape is the static shape of a tensor.
func KnownShape(dims []int) PartialShape { return PartialShape{Dims: dims} }

// FullyDefined tells whether every dimension is known.
func (s PartialShape) FullyDefined() bool {
	if s.UnknownRank {
		return false
	}
	for _, d := range s.Dims {
		if d < 0 {
			return false
		}
	}
	return true
}

// Elements is the number of elements, -1 where it is not known or larger than an int holds.
func (s PartialShape) Elements() int {
	if !s.FullyDefined() {
		return -1
	}
	n, ok := 1, true
	for _, d := range s.Dims {
		if n, ok = Times(n, d); !ok {
			return -1
		}
	}
	return n
}

// Compatible tells whether two static shapes could be of one tensor.
//
//go:noinline
func (s PartialShape) Compatible(o PartialShape) bool {
	if s.UnknownRank || o.UnknownRank {
		return true
	}
	if len(s.Dims) != len(o.Dims) {
		return false
	}
	for i, d := range s.Dims {
		if d >= 0 && o.Dims[i] >= 0 && d != o.Dims[i] {
			return false
		}
	}
	return true
}

// Covers tells whether every tensor of shape o has shape s too.
func (s PartialShape) Covers(o PartialShape) bool {
	if s.UnknownRank {
		return true
	}
	if o.UnknownRank || len(s.Dims) != len(o.Dims) {
		return false
	}
	for i, d := range s.Dims {
		if d >= 0 && d != o.Dims[i] {
			return false
		}
	}
	return true
}

// Common is what two shapes agree on: the most specific shape that covers both.
//
//go:noinline
func (s PartialShape) Common(o PartialShape) PartialShape {
	if s.UnknownRank || o.UnknownRank || len(s.Dims) != len(o.Dims) {
		return PartialShape{UnknownRank: true}
	}
	dims := append([]int{}, s.Dims...)
	for i := range dims {
		if dims[i] != o.Dims[i] {
			dims[i] = -1
		}
	}
	return KnownShape(dims)
}

// Merge unites what two compatible shapes know.
func (s PartialShape) Merge(o PartialShape) (PartialShape, bool) {
	switch {
	case !s.Compatible(o):
		return s, false
	case s.UnknownRank:
		return o, true
	case o.UnknownRank:
		return s, true
	}
	out := make([]int, len(s.Dims))
	for i, d := range s.Dims {
		out[i] = max(d, o.Dims[i])
	}
	return PartialShape{Dims: out}, true
}

// Concat joins two static shapes.
//
//go:noinline
func (s PartialShape) Concat(o PartialShape) PartialShape {
	if s.UnknownRank || o.UnknownRank {
		return PartialShape{UnknownRank: true}
	}
	return PartialShape{Dims: append(append([]int(nil), s.Dims...), o.Dims...)}
}

// List is the text [2, None].
func (s PartialShape) List() string {
	if s.UnknownRank {
		return "None"
	}
	parts := make([]string, len(s.Dims))
	for i, d := range s.Dims {
		parts[i] = "None"
		if d >= 0 {
			parts[i] = strconv.Itoa(d)
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// TupleString is a shape as Python writes a tuple: (2, 3), and None for what is below 0.
func TupleString(shape []int) string { return PartialShape{Dims: shape}.String() }

// String is the tuple form (2, None), as str(TensorShape) gives it.
func (s PartialShape) String() string {
	if s.UnknownRank {
		return "<unknown>"
	}
	t := s.List()
	t = t[1 : len(t)-1]
	if len(s.Dims) == 1 {
		t += ","
	}
	return "(" + t + ")"
}
