package std

import (
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"errors"
	"hash/adler32"
	"hash/crc32"
	"io"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// compressModule is what zlib, gzip, bz2 and zipfile are built on: raw deflated data, bzip2 and checksums.
// Sizes are bounded, long work stops at an interrupt.
func compressModule() *py.Module {
	return module("_compress", "Compressed bytes.", nil,
		fn("inflate(data, dictionary=b'')", "The bytes of raw deflated data, how many bytes of data they took, and whether "+
			"they end there; an error text or None.", inflate),
		fn("bunzip2(data)", "The bytes of bzip2 data, and an error text or None.", bunzip2),
		fn("deflater(level, dictionary=b'')",
			"A compressor: a function of bytes and what follows them (0 nothing, 2 a flush, 4 the end).", deflater),
		fn("crc32(data, value=0)", "A checksum.", func(_ *thread, a []value) (value, error) {
			b, err := bufferOf(a[0])
			if err != nil {
				return nil, err
			}
			n, err := py.ToInt(a[1])
			return int64(crc32.Update(uint32(n), crc32.IEEETable, b)), err
		}),
		fn("adler32(data, value=1)", "A checksum.", func(_ *thread, a []value) (value, error) {
			b, err := bufferOf(a[0])
			if err != nil {
				return nil, err
			}
			n, err := py.ToInt(a[1])
			return int64(adler(uint32(n), b)), err
		}))
}

// adler goes on with a checksum.
func adler(value uint32, b []byte) uint32 {
	if value == 1 {
		return adler32.Checksum(b)
	}
	const mod = 65521
	lo, hi := value&0xffff, value>>16
	for _, c := range b {
		lo = (lo + uint32(c)) % mod
		hi = (hi + lo) % mod
	}
	return hi<<16 | lo
}

// counted counts what is read, a byte at a time, so that nothing behind the end is taken.
type counted struct {
	r *bytes.Reader
	n int64
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func inflate(t *thread, a []value) (value, error) {
	b, err := bufferOf(a[0])
	if err != nil {
		return nil, err
	}
	dict, err := bufferOf(a[1])
	if err != nil {
		return nil, err
	}
	in := &counted{r: bytes.NewReader(b)}
	r := flate.NewReaderDict(in, dict)
	out, err := unpack(t, r)
	var corrupt flate.CorruptInputError
	switch {
	case err == nil:
		return py.NewTuple(py.Bytes(out), in.n, true, py.None), nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return py.NewTuple(py.Bytes(out), int64(len(b)), false, py.None), nil
	case errors.As(err, &corrupt):
		return py.NewTuple(py.Bytes(out), in.n, false, "invalid block type"), nil
	}
	return nil, err
}

func bunzip2(t *thread, a []value) (value, error) {
	b, err := bufferOf(a[0])
	if err != nil {
		return nil, err
	}
	out, err := unpack(t, bzip2.NewReader(bytes.NewReader(b)))
	var bad bzip2.StructuralError
	switch {
	case err == nil:
		return py.NewTuple(py.Bytes(out), py.None), nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return py.NewTuple(py.Bytes(out), "end"), nil
	case errors.As(err, &bad):
		return py.NewTuple(py.Bytes(out), "data"), nil
	}
	return nil, err
}

// unpack reads all, as long as there is room for it and nobody interrupts.
func unpack(t *thread, r io.Reader) ([]byte, error) {
	out, err := memory.ReadAll(t.Ctx, r)
	if t.Ctx.Err() != nil {
		return nil, py.Stopped(t.Ctx)
	}
	if errors.Is(err, memory.ErrFull) {
		return nil, py.OutOfMemory("the unpacked bytes do not fit")
	}
	if bad := py.Fits(int64(len(out))); bad != nil {
		return nil, bad
	}
	return out, err
}

func deflater(_ *thread, a []value) (value, error) {
	level, err := py.ToInt(a[0])
	if err != nil {
		return nil, err
	}
	dict, err := bufferOf(a[1])
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, int(level), dict)
	if err != nil {
		return nil, py.ValueErrorf("Bad compression level")
	}
	return fn("deflate(data, then=0)", "Compresses more bytes.", func(t *thread, a []value) (value, error) {
		b, err := bufferOf(a[0])
		if err != nil {
			return nil, err
		}
		for len(b) > 0 {
			if err := t.Check(); err != nil {
				return nil, err
			}
			n := min(len(b), 1<<17)
			if _, err := w.Write(b[:n]); err != nil {
				return nil, err
			}
			b = b[n:]
		}
		switch a[1] {
		case int64(2):
			err = w.Flush()
		case int64(4):
			err = w.Close()
		}
		if err != nil {
			return nil, err
		}
		v := py.Bytes(out.String())
		out.Reset()
		return v, nil
	}), nil
}
