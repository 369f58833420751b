package columnar

import (
	"bytes"
	"errors"
	"io"

	"compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
)

// The compressions of parts of files.
const (
	Plain    = "none"
	Snappy   = "snappy"
	Gzip     = "gzip"
	Zstd     = "zstd"
	LZ4Block = "lz4_raw"
	LZ4Frame = "lz4"
)

// Unpack gives the size bytes that a part of a file holds. Memory for them grows as they come: a size alone takes none.
func Unpack(packing string, b []byte, size int64) ([]byte, error) {
	if size < 0 || size > 1<<31-1 {
		return nil, tensor.Failf(tensor.DataLoss, "a part of %d bytes", size)
	}
	var out []byte
	var err error
	switch packing {
	case Plain:
		out = b
	case Snappy:
		n, bad := s2.DecodedLen(b)
		if bad != nil || int64(n) != size || int64(n) > 32*int64(len(b))+64 {
			return nil, damaged(packing)
		}
		if !memory.Reserve(size) {
			return nil, full(size)
		}
		out, err = s2.Decode(nil, b)
	case LZ4Block:
		if size > 256*int64(len(b))+64 {
			return nil, damaged(packing)
		}
		if !memory.Reserve(size) {
			return nil, full(size)
		}
		out = make([]byte, size)
		var n int
		n, err = lz4.UncompressBlock(b, out)
		out = out[:max(n, 0)]
	default:
		return unpackStream(packing, b, size)
	}
	if err != nil || int64(len(out)) != size {
		return nil, damaged(packing)
	}
	return out, nil
}

func unpackStream(packing string, b []byte, size int64) ([]byte, error) {
	var r io.Reader
	switch packing {
	case LZ4Frame:
		r = lz4.NewReader(bytes.NewReader(b))
	case Gzip:
		z, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			return nil, damaged(packing)
		}
		r = z
	case Zstd:
		z, err := zstd.NewReader(bytes.NewReader(b), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, damaged(packing)
		}
		defer z.Close()
		r = z
	default:
		return nil, tensor.Failf(tensor.Unimplemented, "compression %s is not known here", packing)
	}
	out := make([]byte, 0, min(size, int64(len(b))*4+512))
	for int64(len(out)) < size {
		if len(out) == cap(out) {
			grown := min(size, int64(2*cap(out)))
			if !memory.Reserve(grown) {
				return nil, full(size)
			}
			out = append(make([]byte, 0, grown), out...)
		}
		n, err := r.Read(out[len(out):cap(out)])
		out = out[:len(out)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, damaged(packing)
		}
	}
	if int64(len(out)) != size {
		return nil, damaged(packing)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) { // its checksum is read too
		return nil, damaged(packing)
	}
	return out, nil
}

func damaged(packing string) error {
	return tensor.Failf(tensor.DataLoss, "a part packed by %s is damaged", packing)
}

func full(size int64) error {
	return tensor.Failf(tensor.ResourceExhausted, "a part of %d bytes does not fit", size)
}

// Pack packs bytes.
func Pack(packing string, b []byte) ([]byte, error) {
	var out bytes.Buffer
	var w io.WriteCloser
	switch packing {
	case Plain:
		return b, nil
	case Snappy:
		return s2.EncodeSnappy(nil, b), nil
	case LZ4Block:
		dst := make([]byte, lz4.CompressBlockBound(len(b)))
		n, err := lz4.CompressBlock(b, dst, nil)
		return dst[:n], err
	case LZ4Frame:
		w = lz4.NewWriter(&out)
	case Gzip:
		w = gzip.NewWriter(&out)
	case Zstd:
		z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		w = z
	default:
		return nil, tensor.Errorf("compression %q is not one of none, snappy, gzip, zstd, lz4", packing)
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}
