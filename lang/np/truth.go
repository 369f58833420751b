package np

import (
	"bytes"
	"context"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// notZero tells whether a field of a record, or the raw bytes of an element, have a byte that is not 0.
func notZero(d *dtype, b []byte) bool {
	if d.Fields == nil {
		return len(bytes.Trim(b, "\x00")) > 0
	}
	for _, f := range d.Fields {
		n := f.Type.Size
		for _, k := range f.Shape {
			n *= k
		}
		if len(bytes.Trim(b[f.Offset:f.Offset+n], "\x00")) > 0 {
			return true
		}
	}
	return false
}

func isTruths(d *dtype) bool { return d.IsNumber() && d.Num == tensor.Bool }

// onlyTruths is an array whose bytes are to be seen as truths: a copy with ones for the bytes that are neither 0 nor 1,
// if there are some, as the loops over truths count by adding.
func onlyTruths(a *array) *array {
	odd := false
	size := a.DType().Size
	a.Each(func(at int) {
		for _, b := range a.Element(at)[:size] {
			odd = odd || b > 1
		}
	})
	if !odd {
		return a
	}
	z, err := a.Copy(context.Background(), 'C')
	if err != nil {
		return a
	}
	z.Each(func(at int) {
		e := z.Put(at)
		for i, b := range e {
			e[i] = min(b, 1)
		}
	})
	return z
}

// truths is the truth of every element.
func truths(t *thread, a *array) (*array, error) {
	if a.DType().Kind != 'V' {
		return castTo(t, a, ndarray.Of(tensor.Bool))
	}
	places := a.Places()
	out := make([]bool, len(places))
	for i, p := range places {
		out[i] = notZero(a.DType(), a.Element(p))
	}
	return ndarray.Own(tensor.FromSlice(a.Shape(), out)), nil
}
