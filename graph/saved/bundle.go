package saved

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// A bundle is the values of a checkpoint by their keys: PREFIX.index is a table of where each value
// is, PREFIX.data-00000-of-00001 is the values.

// BundleHeader is the entry of a bundle's index under the empty key.
type BundleHeader struct {
	NumShards  int32       `pb:"1"`
	Endianness int32       `pb:"2"` // 1 is big
	Version    *VersionDef `pb:"3"`
}

// BundleEntry says where a value is.
type BundleEntry struct {
	DType  DataType            `pb:"1"`
	Shape  *TensorShapeProto   `pb:"2"`
	Shard  int32               `pb:"3"`
	Offset int64               `pb:"4"`
	Size   int64               `pb:"5"`
	CRC    uint32              `pb:"6,fixed"`
	Slices []*TensorSliceProto `pb:"7"`
}

// TensorSliceProto is the part of a partitioned value that another entry holds.
type TensorSliceProto struct {
	Extent []*Extent `pb:"1"`
}

// Extent is a slice's range in one dimension.
type Extent struct {
	Start  int64 `pb:"1"`
	Length int64 `pb:"2"`
}

// bundleVersion is the format of the bundles that are written.
const bundleVersion = 1

// Bundle is the index of a bundle. It holds no file open.
type Bundle struct {
	Prefix  string
	header  BundleHeader
	keys    []string
	entries map[string]*BundleEntry
}

// OpenBundle reads the index of a bundle. Without one the error is of kind NotFound.
func OpenBundle(prefix string) (*Bundle, error) {
	name := indexName(prefix)
	data, err := readFile(name)
	if os.IsNotExist(err) {
		return nil, tensor.Failf(tensor.NotFound,
			"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for %s", prefix)
	}
	if err != nil {
		return nil, err
	}
	pairs, err := readTable(data)
	if err != nil {
		if text := err.Error(); text == "block checksum mismatch" {
			return nil, tensor.Failf(tensor.DataLoss, "Unable to read file (%s). Perhaps the file is corrupt or was "+
				"produced by a newer version of TensorFlow with format changes (failed to seek to header entry): %s",
				name, text)
		}
		return nil, err
	}
	b := &Bundle{Prefix: prefix, entries: map[string]*BundleEntry{}}
	if len(pairs) == 0 || pairs[0].key != "" {
		return nil, tensor.Failf(tensor.DataLoss, "Unable to read file (%s). Perhaps the file is corrupt or was "+
			"produced by a newer version of TensorFlow with format changes (failed to seek to header entry): "+
			"Invalid argument: Header entry not found", name)
	}
	if err := b.readHeader(name, pairs[0].value); err != nil {
		return nil, err
	}
	for _, p := range pairs[1:] {
		e := &BundleEntry{}
		if err := Unmarshal(p.value, e); err != nil {
			return nil, err
		}
		b.keys = append(b.keys, p.key)
		b.entries[p.key] = e
	}
	return b, nil
}

func (b *Bundle) readHeader(name string, data []byte) error {
	if err := Unmarshal(data, &b.header); err != nil {
		return err
	}
	switch v := b.header.Version; {
	case b.header.NumShards < 1:
		return tensor.Failf(tensor.DataLoss, "Unable to read file (%s): the header tells of %d shards", name,
			b.header.NumShards)
	case b.header.Endianness != 0:
		return tensor.Failf(tensor.Unimplemented,
			"Reading a bundle with different endianness from the reader: %s was written big-endian", b.Prefix)
	case v != nil && v.MinConsumer > bundleVersion:
		return tensor.Failf(tensor.InvalidArgument, "Checkpoint GraphDef min consumer version %d above current "+
			"version %d for TensorFlow 2.21.0.  Please upgrade TensorFlow.", v.MinConsumer, bundleVersion)
	}
	return nil
}

func indexName(prefix string) string { return prefix + ".index" }

func dataName(prefix string, shard, of int32) string {
	return fmt.Sprintf("%s.data-%05d-of-%05d", prefix, shard, of)
}

// Keys lists the keys in the order of their bytes.
func (b *Bundle) Keys() []string { return slices.Clone(b.keys) }

// Has tells whether there is a value of a key.
func (b *Bundle) Has(key string) bool { return b.entries[key] != nil }

// Entry tells the type, shape and place of a value; nil when there is none.
func (b *Bundle) Entry(key string) *BundleEntry { return b.entries[key] }

// Spec is the type and the shape of a value.
func (b *Bundle) Spec(key string) (tensor.DType, []int, error) {
	e := b.entries[key]
	if e == nil {
		return tensor.Invalid, nil, notFound(key)
	}
	d, err := e.DType.Known()
	if err != nil {
		return tensor.Invalid, nil, err
	}
	s, err := e.Shape.Shape()
	if err == nil && !s.FullyDefined() {
		err = tensor.Failf(tensor.DataLoss, "the entry of %s has the shape %s", key, s)
	}
	return d, s.Dims, err
}

func notFound(key string) error {
	return tensor.Failf(tensor.NotFound, "Key %s not found in checkpoint", key)
}

// Tensor reads a value. Its bytes are compared with their checksum before they are used.
func (b *Bundle) Tensor(ctx context.Context, key string) (*tensor.Tensor, error) {
	d, shape, err := b.Spec(key)
	if err != nil {
		return nil, err
	}
	e := b.entries[key]
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	size, ok := tensor.Times(n, d.Size())
	switch {
	case len(e.Slices) > 0:
		return nil, tensor.Failf(tensor.Unimplemented, "%s is stored in %d slices, which are not read", key, len(e.Slices))
	case d == tensor.Resource || d == tensor.Variant:
		return nil, tensor.Failf(tensor.Unimplemented, "%s holds %s elements, which are not read", key, d)
	case d != tensor.String && (!ok || int64(size) != e.Size):
		return nil, tensor.Failf(tensor.DataLoss, "Invalid size in bundle entry: key %s; stored size %d; expected size %d",
			key, e.Size, size)
	}
	data, err := b.read(ctx, e)
	if err != nil {
		return nil, err
	}
	if d == tensor.String {
		return b.strings(ctx, e, data, shape, n)
	}
	if err := b.check(e, crc32.Checksum(data, castagnoli)); err != nil {
		return nil, err
	}
	if d == tensor.Bool {
		for i, v := range data {
			data[i] = min(v, 1)
		}
	}
	return tensor.OfBytes(d, shape, data)
}

// read gives the bytes of a value. They are in the file before memory for them is asked for.
func (b *Bundle) read(ctx context.Context, e *BundleEntry) ([]byte, error) {
	if e.Shard < 0 || e.Shard >= b.header.NumShards || e.Offset < 0 || e.Size < 0 {
		return nil, tensor.Failf(tensor.DataLoss, "an entry of %s lies outside its files", b.Prefix)
	}
	f, err := os.Open(dataName(b.Prefix, e.Shard, b.header.NumShards))
	if err != nil {
		return nil, fileError(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, fileError(err)
	}
	if e.Size > st.Size() || e.Offset > st.Size()-e.Size {
		return nil, readError(io.EOF)
	}
	data, err := tensor.Make[byte](int(e.Size))
	if err != nil {
		return nil, err
	}
	const step = 64 << 20
	for at := 0; at < len(data); at += step {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := data[at:min(at+step, len(data))]
		if _, err := f.ReadAt(part, e.Offset+int64(at)); err != nil {
			return nil, readError(err)
		}
	}
	return data, nil
}

func (b *Bundle) check(e *BundleEntry, crc uint32) error {
	if masked := mask(crc); masked != e.CRC {
		return tensor.Failf(tensor.DataLoss, "TensorBundle at %s shard %d (%d bytes): Checksum does not match: stored %d "+
			"vs. calculated on the restored bytes %d", b.Prefix, e.Shard, e.Size, unmask(e.CRC), crc)
	}
	return nil
}

func unmask(v uint32) uint32 {
	v -= 0xa282ead8
	return v>>17 | v<<15
}

// strings reads texts: their lengths, a checksum of these, and all their bytes.
func (b *Bundle) strings(ctx context.Context, e *BundleEntry, data []byte, shape []int, n int) (*tensor.Tensor, error) {
	rest := data
	if n > len(data) { // every length takes a byte at least
		return nil, readError(io.EOF)
	}
	lengths, err := tensor.Make[uint64](n)
	if err != nil {
		return nil, err
	}
	var raw []byte
	crc, total := uint32(0), 0
	for i := range lengths {
		v, k := binary.Uvarint(rest)
		if k <= 0 || v > uint64(len(data)) {
			return nil, tensor.Failf(tensor.DataLoss, "the length of a string in %s lies outside the file", b.Prefix)
		}
		lengths[i], rest = v, rest[k:]
		if total += int(v); total > len(data) {
			return nil, tensor.Failf(tensor.DataLoss, "the strings of an entry of %s lie outside the file", b.Prefix)
		}
		raw = appendLength(raw[:0], v)
		crc = crc32.Update(crc, castagnoli, raw)
	}
	if len(rest) < 4 {
		return nil, readError(io.EOF)
	}
	if stored := binary.LittleEndian.Uint32(rest); mask(crc) != stored {
		return nil, tensor.Failf(tensor.DataLoss, "The length checksum does not match: expected %d but actual is %d",
			unmask(stored), crc)
	}
	if err := b.check(e, crc32.Update(crc, castagnoli, rest)); err != nil {
		return nil, err
	}
	rest = rest[4:]
	if total != len(rest) {
		return nil, tensor.Failf(tensor.DataLoss, "the strings of an entry of %s have %d bytes, not %d", b.Prefix,
			len(rest), total)
	}
	var z tensor.StringBuilder
	if err := z.Grow(n, total); err != nil {
		return nil, err
	}
	for i, l := range lengths {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		z.Append(string(rest[:l]))
		rest = rest[l:]
	}
	return z.Tensor(shape)
}

// appendLength writes a string's length as the checksum sees it.
func appendLength(b []byte, n uint64) []byte {
	if n < 1<<32 {
		return binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return binary.LittleEndian.AppendUint64(b, n)
}

// Item is a value to be written and its key.
type Item struct {
	Key   string
	Value *tensor.Tensor
}

// WriteBundle writes the two files of a bundle; the values lie in the data file in the order they are
// given. Each file is complete before it takes the place of an older one, and equal items make
// equal bytes.
func WriteBundle(ctx context.Context, prefix string, items []Item) error {
	if err := os.MkdirAll(filepath.Dir(prefix), 0o777); err != nil {
		return fileError(err)
	}
	w, err := NewBundleWriter(prefix)
	if err != nil {
		return err
	}
	defer w.Abandon()
	for _, it := range items {
		if err := w.Add(ctx, it.Key, it.Value); err != nil {
			return err
		}
	}
	return w.Finish()
}

// writeValue writes the bytes of a value and tells of them.
func writeValue(ctx context.Context, w io.Writer, x *tensor.Tensor) (*BundleEntry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := &BundleEntry{DType: TypeOf(x.DType()), Shape: ShapeOf(tensor.KnownShape(x.Shape()))}
	if x.DType() != tensor.String {
		if x.DType().Size() == 0 {
			return nil, tensor.Failf(tensor.Unimplemented, "a tensor of %s elements cannot be saved", x.DType())
		}
		e.Size, e.CRC = int64(len(x.Bytes())), mask(crc32.Checksum(x.Bytes(), castagnoli))
		_, err := w.Write(x.Bytes())
		return e, err
	}
	var head, raw []byte
	for i := range x.Len() {
		n := uint64(len(x.Str(i)))
		head, raw = binary.AppendUvarint(head, n), appendLength(raw, n)
	}
	crc := crc32.Checksum(raw, castagnoli)
	check := binary.LittleEndian.AppendUint32(nil, mask(crc))
	crc = crc32.Update(crc, castagnoli, check)
	if _, err := w.Write(append(head, check...)); err != nil {
		return nil, err
	}
	e.Size = int64(len(head) + 4)
	var body []byte
	if s := x.Strings(); x.Len() > 0 {
		body = tensor.StringBytes(s.Data[s.Off[0]:s.Off[x.Len()]])
	}
	crc = crc32.Update(crc, castagnoli, body)
	e.Size, e.CRC = e.Size+int64(len(body)), mask(crc)
	_, err := w.Write(body)
	return e, err
}
