package columnar

import (
	"bytes"
	"testing"
)

func TestPack(t *testing.T) {
	data := bytes.Repeat([]byte("some bytes that come again "), 100)
	for _, p := range []string{Plain, Snappy, Gzip, Zstd, LZ4Block, LZ4Frame} {
		packed, err := Pack(p, data)
		if err != nil {
			t.Fatal(p, err)
		}
		back, err := Unpack(p, packed, int64(len(data)))
		if err != nil || !bytes.Equal(back, data) {
			t.Errorf("%s: %v", p, err)
		}
		for _, size := range []int64{-1, 0, int64(len(data)) - 1, int64(len(data)) + 1, 1 << 30} {
			if _, err := Unpack(p, packed, size); err == nil {
				t.Errorf("%s: taken for %d bytes", p, size)
			}
		}
		if _, err := Unpack(p, packed[:len(packed)/2], int64(len(data))); err == nil {
			t.Errorf("%s: half of it is taken", p)
		}
	}
}
