package memory

import (
	"bytes"
	"context"
	"io"
)

// piece is how much is read between two looks at the context.
const piece = 1 << 20

// ReadAll reads to the end as long as there is room; it fails with ErrFull when there is none,
// and as soon as ctx ends.
func ReadAll(ctx context.Context, r io.Reader) ([]byte, error) {
	b := make([]byte, 0, bytes.MinRead)
	for ctx.Err() == nil {
		if len(b) == cap(b) {
			size := 2 * cap(b)
			if !Reserve(int64(size)) {
				return nil, ErrFull
			}
			b = append(make([]byte, 0, size), b...)
		}
		n, err := r.Read(b[len(b):min(cap(b), len(b)+piece)])
		b = b[:len(b)+n]
		switch err {
		case nil:
		case io.EOF:
			return b, nil
		default:
			return b, err
		}
	}
	return nil, ctx.Err()
}
