package records

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// A record is framed by its length (uint64), the masked CRC32C of these eight bytes, its data, and the masked
// CRC32C of the data, all little-endian (tensorflow/core/lib/io/record_writer.h).
const (
	headerSize = 12
	footerSize = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// MaskedCRC is the checksum TFRecord keeps: the CRC32C rotated and moved, since a checksum of data that holds
// its own checksum tells little.
func MaskedCRC(b []byte) uint32 {
	c := crc32.Checksum(b, castagnoli)
	return (c>>15 | c<<17) + 0xa282ead8
}

// Options is how a file of records is read.
type Options struct {
	Compression string // Plain, GZIP or ZLIB
	Name        string // of the file, for error texts
	Buffer      int    // bytes asked of the file at once; 0 for what suits
	Most        int    // the longest record that is given; 0 for MaxRecord
}

func (o Options) most() int {
	if o.Most > 0 {
		return o.Most
	}
	return MaxRecord
}

// Reader reads the records of a TFRecord file.
type Reader struct {
	s     source
	most  int
	count int64 // records given
	from  int64 // where the record after them begins
	err   error // what ended it
	file  *handle
}

// NewReader reads records from a stream.
func NewReader(r io.Reader, o Options) (*Reader, error) {
	r, err := uncompress(r, o.Compression, o.Name)
	if err != nil {
		return nil, err
	}
	return &Reader{s: newSource(r, o.Name), most: o.most()}, nil
}

// Open reads the records of a file, which Close closes.
func Open(name string, o Options) (*Reader, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	o.Name = name
	r, err := NewReader(f, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.file = f
	return r, nil
}

// Close closes the file, if Open opened it.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	f := r.file
	r.file = nil
	return f.Close()
}

// Offset is where the next record begins in the uncompressed content: the end of what is whole.
func (r *Reader) Offset() int64 { return r.from }

// Count is how many records were given.
func (r *Reader) Count() int64 { return r.count }

// Next gives the next record, valid until the next call; io.EOF after the last one. A truncated or corrupted
// record is an error of kind DataLoss, and so is everything behind it. Unlike TensorFlow, a file that ends
// inside a header is truncated, not at its end.
func (r *Reader) Next() ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	data, err := r.next()
	if err != nil {
		r.err = err
		return nil, err
	}
	r.count++
	r.from = r.s.offset
	return data, nil
}

func (r *Reader) next() ([]byte, error) {
	head, err := r.s.take(headerSize)
	if err != nil {
		if len(head) == 0 && r.s.end == io.EOF {
			return nil, io.EOF
		}
		return nil, r.truncated(err)
	}
	if MaskedCRC(head[:8]) != binary.LittleEndian.Uint32(head[8:]) {
		return nil, r.corrupted(r.from)
	}
	n := binary.LittleEndian.Uint64(head)
	switch {
	case n >= math.MaxUint64-footerSize:
		return nil, lost(r.where(), "record size too large")
	case n > uint64(r.most):
		return nil, &tensor.Error{Kind: tensor.ResourceExhausted, Hint: r.where(),
			Msg: fmt.Sprintf("a record of %d bytes at %d: more than %d are not read", n, r.from, r.most)}
	}
	data, err := r.s.take(int(n) + footerSize)
	if err != nil {
		return nil, r.truncated(err)
	}
	data, foot := data[:n:n], data[n:]
	if MaskedCRC(data) != binary.LittleEndian.Uint32(foot) {
		return nil, r.corrupted(r.from + headerSize)
	}
	return data, nil
}

// where tells the file, the record and the byte at which reading stands.
func (r *Reader) where() string {
	if r.s.name == "" {
		return fmt.Sprintf("Record %d begins at byte %d.", r.count, r.from)
	}
	return fmt.Sprintf("%s: record %d begins at byte %d; the %d before it are whole.", r.s.name, r.count, r.from, r.count)
}

// corrupted is a checksum that does not agree with the bytes at an offset.
func (r *Reader) corrupted(at int64) error {
	if r.from == 0 && at == 0 {
		return lost(r.where(), "corrupted record at 0 (Is this even a TFRecord file?)")
	}
	return lost(r.where(), "corrupted record at %d", at)
}

// truncated is the end of the bytes within a record.
func (r *Reader) truncated(err error) error {
	if err != io.ErrUnexpectedEOF {
		return err
	}
	why := "Read less bytes than requested"
	if _, ok := r.s.r.(*inflater); ok {
		why = "EOF reached"
	}
	return lost(r.where(), "truncated record at %d' failed with %s", r.from, why)
}
