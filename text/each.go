package text

import (
	"context"
	"sync"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// Of is what functions of single strings take and give: a dense tensor or a ragged one.
type Of interface {
	*tensor.Tensor | *ragged.Ragged
}

// flatly runs f on the flat values of x, which must be strings; kernel is TensorFlow's name of it.
func flatly[V Of](kernel string, x V, f func(x *tensor.Tensor) (*tensor.Tensor, error)) (V, error) {
	return flatlyAs(kernel, tensor.String, x, f)
}

// flatlyAs is flatly for another type than strings; Invalid allows every type.
func flatlyAs[V Of](kernel string, want tensor.DType, x V, f func(x *tensor.Tensor) (*tensor.Tensor, error)) (
	z V, err error) {
	v := any(x).(ragged.Value)
	if err := ragged.Valid(v); err != nil {
		return z, err
	}
	if d := v.DType(); want != tensor.Invalid && d != want {
		return z, tensor.WrongType(kernel, 0, d, want)
	}
	y, err := f(ragged.FlatOf(v))
	if err != nil {
		return z, err
	}
	if r, ok := v.(*ragged.Ragged); ok {
		return any(r.WithFlat(y)).(V), nil
	}
	return any(y).(V), nil
}

// checkText refuses what is not a string tensor.
func checkText(kernel string, i int, v ragged.Value) error {
	if err := ragged.Valid(v); err != nil {
		return err
	}
	if d := v.DType(); d != tensor.String {
		return tensor.WrongType(kernel, i, d, tensor.String)
	}
	return nil
}

// Map gives f of every string; f is called in parallel. When it fails, the failure of the first
// string counts.
func Map[V Of](ctx context.Context, x V, f func(s string) (string, error)) (V, error) {
	return flatly("Map", x, func(x *tensor.Tensor) (*tensor.Tensor, error) { return mapTry(ctx, x, f) })
}

// mapText maps strings to strings.
func mapText[V Of](ctx context.Context, kernel string, x V, f func(s string) string) (V, error) {
	return flatly(kernel, x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		z, err := tensor.BuildStrings(ctx, x.Shape(), x.MeanLen(), func(dst []byte, i int) []byte {
			s := x.Str(i)
			s, _ = beside(ctx, len(s), func() (string, error) { return f(s), nil })
			return append(dst, s...)
		})
		if err == nil {
			err = ctx.Err()
		}
		return z, err
	})
}

func mapTry(ctx context.Context, x *tensor.Tensor, f func(s string) (string, error)) (*tensor.Tensor, error) {
	var mu sync.Mutex
	var bad error
	first := x.Len()
	z, err := tensor.BuildStrings(ctx, x.Shape(), x.MeanLen(), func(dst []byte, i int) []byte {
		s := x.Str(i)
		s, err := beside(ctx, len(s), func() (string, error) { return f(s) })
		if err != nil {
			mu.Lock()
			if i < first {
				first, bad = i, err
			}
			mu.Unlock()
		}
		return append(dst, s...)
	})
	if bad != nil {
		return nil, bad
	}
	return z, err
}

// numbers gives a number of every string.
func numbers[T tensor.Element, V Of](ctx context.Context, kernel string, x V, f func(s string) T) (V, error) {
	return flatly(kernel, x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		out := make([]T, x.Len())
		if err := tensor.EachString(ctx, x, func(i int, s string) {
			_, _ = beside(ctx, len(s), func() (string, error) {
				out[i] = f(s)
				return "", nil
			})
		}); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return tensor.FromSlice(x.Shape(), out), nil
	})
}

// beside runs f, which cannot be stopped, on its own for a text of many bytes: when ctx ends it is left to itself.
func beside(ctx context.Context, size int, f func() (string, error)) (string, error) {
	if size < 1<<18 {
		return f()
	}
	type result struct {
		v     string
		err   error
		panic any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panic = recover()
			done <- r
		}()
		r.v, r.err = f()
	}()
	select {
	case r := <-done:
		if r.panic != nil {
			panic(r.panic)
		}
		return r.v, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
