package text

import (
	"context"
	"sync/atomic"

	"github.com/tfs-lang/tfs/tensor"
)

// Substr gives length units of each string from position pos on; a negative position counts from
// the end (Substr). pos and length are int32 or int64 of one shape, broadcast with the strings;
// the rows of a ragged tensor count as one vector. A position outside a string is an error; a
// length past its end is not. A negative length takes the rest in bytes, nothing in characters.
func Substr[V Of](ctx context.Context, x V, pos, length *tensor.Tensor, unit Unit) (none V, err error) {
	switch {
	case pos == nil || length == nil:
		return none, tensor.Failf(tensor.ValueError, "Substr: pos and len must be tensors")
	case pos.DType() != tensor.Int32 && pos.DType() != tensor.Int64:
		return none, tensor.BadAttr("T", "of %s is not in the list of allowed values: int32, int64",
			pos.DType().CName())
	case !length.DType().IsInteger():
		return none, tensor.WrongType("Substr", 2, length.DType(), pos.DType())
	case !tensor.SameShape(pos.Shape(), length.Shape()):
		return none, tensor.Errorf("pos and len should have the same shape, got: %s vs. %s",
			tensor.ShapeString(pos.Shape()), tensor.ShapeString(length.Shape()))
	}
	if err := unit.check(); err != nil {
		return none, err
	}
	return flatly("Substr", x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		shape, err := tensor.BroadcastShape(x.Shape(), pos.Shape())
		if err != nil {
			return nil, err
		}
		in := []*tensor.Tensor{x, pos, length}
		for i := range in {
			if in[i], err = tensor.BroadcastTo(ctx, in[i], shape); err != nil {
				return nil, err
			}
		}
		return substr(ctx, in[0], in[1], in[2], unit)
	})
}

func substr(ctx context.Context, x, pos, length *tensor.Tensor, unit Unit) (*tensor.Tensor, error) {
	var bad atomic.Int64
	bad.Store(-1)
	z, err := tensor.BuildStrings(ctx, x.Shape(), 8, func(dst []byte, i int) []byte {
		part, ok := cut(x.Str(i), int(pos.Int(i)), int(length.Int(i)), unit == Bytes)
		if !ok {
			if old := bad.Load(); old < 0 || int64(i) < old {
				bad.Store(int64(i))
			}
		}
		return append(dst, part...)
	})
	if i := int(bad.Load()); i >= 0 {
		return nil, tensor.Errorf("pos %d out of range for string b'%s' at index %d", pos.Int(i), x.Str(i), i)
	}
	return z, err
}

// cut is n units of s from unit p on; a negative p counts from the end. With bytes a negative n
// means up to the end, as in TensorFlow; with characters it means none, and with a negative p the
// position is not found.
func cut(s string, p, n int, bytes bool) (string, bool) {
	if bytes {
		if p < 0 {
			p += len(s)
		}
		if p < 0 || p > len(s) {
			return "", false
		}
		if n < 0 || n > len(s)-p {
			n = len(s) - p
		}
		return s[p : p+n], true
	}
	r := []rune(s)
	if p < 0 {
		if p += len(r); n < 0 {
			return "", false
		}
	}
	if p < 0 || p > len(r) {
		return "", false
	}
	return string(r[p : p+min(max(n, 0), len(r)-p)]), true
}
