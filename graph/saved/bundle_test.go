package saved

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"github.com/tfs-lang/tfs/tensor"
)

var background = context.Background()

// What TensorFlow wrote (.ci/record_saved.py) is read, and written again byte for byte.
func TestBundleOfTensorFlow(t *testing.T) {
	b, err := OpenBundle("testdata/types")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(b.Keys()); n != 21 {
		t.Fatalf("%d keys: %q", n, b.Keys())
	}
	texts := map[string][]string{"s/scalar": {"one"}, "s/many": {"a", "", "\x00ÿ", strings.Repeat("x", 300)},
		"s/empty": {}}
	var items []Item
	for _, key := range b.Keys() {
		x, err := b.Tensor(background, key)
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		items = append(items, Item{key, x})
		if name, ok := strings.CutPrefix(key, "z/"); ok {
			if x.DType().Name() != name || tensor.ShapeString(x.Shape()) != "[1,3]" {
				t.Errorf("%s: %s %v", key, x.DType(), x.Shape())
			}
			want := tensor.FromSlice([]int{1, 3}, []int64{0, 1, 2})
			if x.DType() == tensor.Bool {
				want = tensor.FromSlice([]int{1, 3}, []int64{0, 1, 1})
			}
			if w, _ := tensor.Cast(background, want, x.DType()); !tensor.Equal(w, x) {
				t.Errorf("%s: other values", key)
			}
		}
		if want, ok := texts[key]; ok {
			if x.Len() != len(want) {
				t.Fatalf("%s has %d strings", key, x.Len())
			}
			for i, s := range want {
				if x.Str(i) != s {
					t.Errorf("%s[%d] = %q", key, i, x.Str(i))
				}
			}
		}
	}
	sort.SliceStable(items, func(i, j int) bool {
		x, y := b.Entry(items[i].Key), b.Entry(items[j].Key)
		return x.Offset < y.Offset || x.Offset == y.Offset && x.Size < y.Size
	})
	prefix := filepath.Join(t.TempDir(), "types")
	for range 2 { // the second replaces the first
		if err := WriteBundle(background, prefix, items); err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{".index", ".data-00000-of-00001"} {
			if got, want := read(t, prefix+end), read(t, "testdata/types"+end); !bytes.Equal(got, want) {
				t.Errorf("%s differs from TensorFlow's", end)
			}
		}
	}
	if files, _ := os.ReadDir(filepath.Dir(prefix)); len(files) != 2 {
		t.Errorf("%d files are left", len(files))
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A bundle of many keys has more than one block; entries are found in all of them.
func TestManyKeys(t *testing.T) {
	var items []Item
	for i := range 9000 {
		items = append(items, Item{fmt.Sprintf("layer-%d/kernel/.ATTRIBUTES/VARIABLE_VALUE", i*7), tensor.Scalar(int32(i))})
	}
	prefix := filepath.Join(t.TempDir(), "many")
	if err := WriteBundle(background, prefix, items); err != nil {
		t.Fatal(err)
	}
	b, err := OpenBundle(prefix)
	if err != nil || len(b.Keys()) != 9000 {
		t.Fatal(err, len(b.Keys()))
	}
	for _, i := range []int{0, 1, 4500, 8999} {
		x, err := b.Tensor(background, items[i].Key)
		if err != nil || x.Int(0) != int64(i) {
			t.Error(items[i].Key, err)
		}
	}
	items = append(items, items[0])
	if err := WriteBundle(background, prefix, items); err == nil || !strings.Contains(err.Error(), "duplicate key") {
		t.Error(err)
	}
	if b, err = OpenBundle(prefix); err != nil || len(b.Keys()) != 9000 {
		t.Error("a failed write changed the bundle:", err)
	}
}

// Blocks that another program compressed are read.
func TestSnappyBlocks(t *testing.T) {
	block := &blockWriter{every: restartEvery}
	for i := range 40 {
		block.add(fmt.Sprintf("key %03d", i), []byte("value"))
	}
	var out []byte
	add := func(plain []byte) []byte {
		body := append(s2.EncodeSnappy(nil, plain), snappyBlock)
		handle := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(len(out))), uint64(len(body)-1))
		out = append(out, body...)
		out = binary.LittleEndian.AppendUint32(out, mask(crc32.Checksum(body, castagnoli)))
		return handle
	}
	index := &blockWriter{every: 1}
	index.add("l", add(block.finish()))
	footer := add((&blockWriter{}).finish())
	footer = append(footer, add(index.finish())...)
	out = append(out, append(footer, make([]byte, footerSize-8-len(footer))...)...)
	out = binary.LittleEndian.AppendUint64(out, tableMagic)
	pairs, err := readTable(out)
	if err != nil || len(pairs) != 40 || pairs[39].key != "key 039" || string(pairs[39].value) != "value" {
		t.Fatal(err, len(pairs))
	}
}

// spoil writes the recorded bundle with one file changed.
func spoil(t *testing.T, prefix, end string, change func([]byte) []byte) {
	t.Helper()
	for _, e := range []string{".index", ".data-00000-of-00001"} {
		b := read(t, "testdata/types"+e)
		if e == end {
			b = change(b)
		}
		if err := os.WriteFile(prefix+e, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TensorFlow's words for what is wrong with a bundle.
func TestBundleErrors(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "b")
	flip := func(i int) func([]byte) []byte {
		return func(b []byte) []byte { b[(i+len(b))%len(b)] ^= 1; return b }
	}
	cut := func(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:n] } }
	for _, c := range []struct {
		end    string
		change func([]byte) []byte
		key    string
		want   string
		kind   tensor.ErrKind
	}{
		{".index", flip(-1), "", "not an sstable (bad magic number)", tensor.DataLoss},
		{".index", cut(20), "", "file is too short to be an sstable", tensor.DataLoss},
		{".index", flip(30), "", "(failed to seek to header entry): block checksum mismatch", tensor.DataLoss},
		{".data-00000-of-00001", cut(0), "z/float32", "Read less bytes than requested", tensor.OutOfRange},
		{".data-00000-of-00001", flip(0), "z/float32", "Checksum does not match: stored", tensor.DataLoss},
		{"", nil, "nope", "Key nope not found in checkpoint", tensor.NotFound},
	} {
		spoil(t, prefix, c.end, c.change)
		b, err := OpenBundle(prefix)
		if err == nil {
			_, err = b.Tensor(background, c.key)
		}
		e, ok := err.(*tensor.Error)
		if !ok || e.Kind != c.kind || !strings.Contains(e.Msg, c.want) {
			t.Errorf("%s: %v", c.want, err)
		}
	}
	_, err := OpenBundle(prefix + "-none")
	want := "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for " + prefix + "-none"
	if err == nil || err.Error() != want {
		t.Error(err)
	}
}

// Whichever byte of a bundle is changed (every third is tried), and wherever it ends, its values are
// read as they were or not at all.
func TestSpoiltBundles(t *testing.T) {
	good := values(t, "testdata/types")
	prefix := filepath.Join(t.TempDir(), "b")
	compare := func(what string) {
		b, err := OpenBundle(prefix)
		if err != nil {
			return
		}
		for key, x := range good {
			if y, err := b.Tensor(background, key); err == nil && !tensor.Equal(x, y) {
				t.Errorf("%s: %s has another value", what, key)
			}
		}
	}
	for _, end := range []string{".index", ".data-00000-of-00001"} {
		size := len(read(t, "testdata/types"+end))
		for i := 0; i < size; i += 3 {
			spoil(t, prefix, end, func(b []byte) []byte { b[i] ^= 1 << (i % 8); return b })
			compare(fmt.Sprintf("%s changed at %d", end, i))
			spoil(t, prefix, end, func(b []byte) []byte { return b[:i] })
			compare(fmt.Sprintf("%s cut at %d", end, i))
		}
	}
}

func values(t *testing.T, prefix string) map[string]*tensor.Tensor {
	t.Helper()
	b, err := OpenBundle(prefix)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*tensor.Tensor{}
	for _, key := range b.Keys() {
		if out[key], err = b.Tensor(background, key); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// Bytes that break a table end in an error.
func FuzzTable(f *testing.F) {
	seed, err := os.ReadFile("testdata/types.index")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add(tableBytes(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		pairs, err := readTable(data)
		if err != nil {
			return
		}
		if again, err := readTable(tableBytes(pairs)); err != nil || len(again) != len(pairs) {
			t.Fatal(err, len(again), len(pairs))
		}
	})
}

// The entries of a block are read, whatever its checksum says: the walk is safe by itself.
func FuzzBlock(f *testing.F) {
	b := &blockWriter{every: 2}
	for _, k := range []string{"a", "ab", "abc", "b"} {
		b.add(k, []byte(k))
	}
	f.Add(b.finish())
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = eachEntry(data, func(string, []byte) error { return nil })
	})
}
