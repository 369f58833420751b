package saved

import (
	"bufio"
	"context"
	"os"
	"sort"

	"github.com/tfs-lang/tfs/tensor"
)

// BundleWriter writes a bundle value by value and holds only the index of what it wrote. The files take their
// names when it is finished.
type BundleWriter struct {
	prefix  string
	temp    *os.File
	w       *bufio.Writer
	at      int64
	entries []pair
}

// NewBundleWriter begins a bundle beside where it will be; the folder is there.
func NewBundleWriter(prefix string) (*BundleWriter, error) {
	data := dataName(prefix, 0, 1)
	f, err := os.OpenFile(temporary(data), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, pathError(err, data)
	}
	return &BundleWriter{prefix: prefix, temp: f, w: bufio.NewWriterSize(f, 1<<18)}, nil
}

// Add writes a value.
func (b *BundleWriter) Add(ctx context.Context, key string, x *tensor.Tensor) error {
	e, err := writeValue(ctx, b.w, x)
	if err != nil {
		return err
	}
	e.Offset = b.at
	b.at += e.Size
	entry, err := Marshal(e)
	if err != nil {
		return err
	}
	b.entries = append(b.entries, pair{key, entry})
	return nil
}

// Finish writes the index and gives the files their names.
func (b *BundleWriter) Finish() error {
	defer b.Abandon()
	header, err := Marshal(&BundleHeader{NumShards: 1, Version: &VersionDef{Producer: bundleVersion}})
	if err != nil {
		return err
	}
	entries := append([]pair{{"", header}}, b.entries...)
	sort.Slice(entries, func(i, j int) bool { return entries[i].key < entries[j].key })
	for i, e := range entries[1:] {
		if e.key == entries[i].key {
			return tensor.Failf(tensor.InvalidArgument, "Adding duplicate key: %s", e.key)
		}
	}
	if err := b.w.Flush(); err != nil {
		return fileError(err)
	}
	index, err := writeBeside(indexName(b.prefix), bytesTo(tableBytes(entries)))
	if err != nil {
		return err
	}
	defer os.Remove(index)
	if err := os.Rename(b.temp.Name(), dataName(b.prefix, 0, 1)); err != nil {
		return fileError(err)
	}
	return fileError(os.Rename(index, indexName(b.prefix)))
}

// Abandon takes away what is not finished.
func (b *BundleWriter) Abandon() {
	_ = b.temp.Close()
	_ = os.Remove(b.temp.Name())
}
