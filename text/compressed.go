package text

import (
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
)

// readers opens compressed bytes, by the name of the compression.
var readers = map[string]func(r io.Reader) (io.Reader, error){
	"":     nil,
	"ZLIB": func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) },
	"GZIP": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	"ZSTD": func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
	},
}

// Decompress unpacks strings of ZLIB, GZIP or ZSTD; "" leaves them as they are (DecodeCompressed).
// What they unpack to is bounded, whatever they claim.
func Decompress[V Of](ctx context.Context, x V, compression string) (none V, err error) {
	open, ok := readers[compression]
	if !ok {
		return none, tensor.Errorf("Only ZLIB, ZSTD, GZIP or NONE are supported compressions")
	}
	if open == nil {
		return mapText(ctx, "DecodeCompressed", x, func(s string) string { return s })
	}
	var total atomic.Int64
	return flatly("DecodeCompressed", x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		return mapTry(ctx, x, func(s string) (string, error) {
			r, err := open(strings.NewReader(s))
			if err != nil {
				return "", tensor.Failf(tensor.DataLoss, "inflate() failed with error -3: incorrect header check")
			}
			b, err := memory.ReadAll(ctx, io.LimitReader(r, tensor.MaxBytes/8-total.Load()))
			switch {
			case errors.Is(err, memory.ErrFull):
				return "", tensor.Failf(tensor.ResourceExhausted, "the unpacked strings do not fit")
			case ctx.Err() != nil:
				return "", ctx.Err()
			case err != nil:
				return "", tensor.Failf(tensor.DataLoss, "inflate() failed with error -3: %s", err.Error())
			case total.Add(int64(len(b))) >= tensor.MaxBytes/8:
				return "", tensor.Failf(tensor.ResourceExhausted, "the unpacked strings hold more than %d bytes",
					tensor.MaxBytes/8)
			}
			return string(b), nil
		})
	})
}
