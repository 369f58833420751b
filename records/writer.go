package records

import (
	"bufio"
	"encoding/binary"
	"io"

	"compress/flate"
	"compress/gzip"
	"compress/zlib"

	"github.com/tfs-lang/tfs/tensor"
)

// packer is what compresses a stream.
type packer interface {
	io.WriteCloser
	Flush() error
}

// Writer writes a TFRecord stream. It keeps its first failure: what was written before it is whole.
type Writer struct {
	out  *bufio.Writer
	pack packer // nil for plain streams
	to   io.Writer
	err  error
	n    int64
}

// NewWriter writes records to a stream; level is that of the compression, flate.DefaultCompression for its own.
func NewWriter(w io.Writer, compression string, level int) (*Writer, error) {
	if err := CheckCompression(compression); err != nil {
		return nil, err
	}
	if level < flate.HuffmanOnly || level > flate.BestCompression {
		return nil, tensor.Errorf("compression level %d is not one of -1 to 9", level)
	}
	z := &Writer{out: bufio.NewWriterSize(w, bufferSize)}
	z.to = z.out
	var err error
	switch compression {
	case GZIP:
		z.pack, err = gzip.NewWriterLevel(z.out, level)
	case ZLIB:
		z.pack, err = zlib.NewWriterLevel(z.out, level)
	}
	if z.pack != nil {
		z.to = z.pack
	}
	return z, err
}

// Write adds a record.
func (w *Writer) Write(record []byte) error {
	var head [headerSize]byte
	binary.LittleEndian.PutUint64(head[:], uint64(len(record)))
	binary.LittleEndian.PutUint32(head[8:], MaskedCRC(head[:8]))
	w.put(head[:])
	w.put(record)
	var foot [footerSize]byte
	binary.LittleEndian.PutUint32(foot[:], MaskedCRC(record))
	w.put(foot[:])
	if w.err == nil {
		w.n++
	}
	return w.err
}

func (w *Writer) put(b []byte) {
	if w.err == nil {
		_, w.err = w.to.Write(b)
	}
}

// Count is how many records were written.
func (w *Writer) Count() int64 { return w.n }

// Flush hands everything written so far to the stream below.
func (w *Writer) Flush() error {
	if w.err == nil && w.pack != nil {
		w.err = w.pack.Flush()
	}
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// Close ends the compression and flushes; the stream below stays open.
func (w *Writer) Close() error {
	if w.err == nil && w.pack != nil {
		w.err = w.pack.Close()
		w.pack = nil
		w.to = w.out
	}
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}
