package records

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkTFRecord reads a file that lies in the page cache: as it is, and record by record with its checksums.
//
//	go test ./records -run '^$' -bench TFRecord
func BenchmarkTFRecord(b *testing.B) {
	name := filepath.Join(b.TempDir(), "a.tfrecord")
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	w, err := NewWriter(f, Plain, -1)
	if err != nil {
		b.Fatal(err)
	}
	record := make([]byte, 8<<10)
	for i := range record {
		record[i] = byte(i)
	}
	const count = 16 << 10
	for range count {
		if err := w.Write(record); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	f.Close()
	b.Run("page cache", func(b *testing.B) {
		b.SetBytes(count * int64(len(record)))
		buf := make([]byte, bufferSize)
		for b.Loop() {
			f, err := os.Open(name)
			if err != nil {
				b.Fatal(err)
			}
			for err == nil {
				_, err = f.Read(buf)
			}
			f.Close()
		}
	})
	b.Run("records", func(b *testing.B) {
		b.SetBytes(count * int64(len(record)))
		for b.Loop() {
			r, err := Open(name, Options{})
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for err == nil {
				_, err = r.Next()
				n++
			}
			if err != io.EOF || n != count+1 {
				b.Fatal(n, err)
			}
			r.Close()
		}
	})
}
