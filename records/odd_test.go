package records_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/records"
)

// TestOddArguments: files with changed bytes, cut ones, and options that do not fit are errors and no panic.
func TestOddArguments(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	refused := 0
	for range 2000 {
		packing := []string{"", "GZIP", "ZLIB", "zork"}[r.IntN(4)]
		var out bytes.Buffer
		w, err := records.NewWriter(&out, packing, r.IntN(12)-1)
		if err != nil {
			refused++
			continue
		}
		for range r.IntN(4) {
			if err := w.Write(make([]byte, r.IntN(40))); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		b := out.Bytes()
		for range r.IntN(3) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = byte(r.IntN(256))
			}
		}
		if len(b) > 0 && r.IntN(3) == 0 {
			b = b[:r.IntN(len(b))]
		}
		o := records.Options{Compression: []string{packing, "", "GZIP"}[r.IntN(3)]}
		if rd, err := records.NewReader(bytes.NewReader(b), o); err == nil {
			for err == nil {
				_, err = rd.Next()
			}
			_ = rd.Close()
		}
		if l, err := records.NewLines(bytes.NewReader(b), o); err == nil {
			for err == nil {
				_, err = l.Next()
			}
			_ = l.Close()
		}
		refused++
	}
	if refused < 1000 {
		t.Errorf("%d refusals test too little", refused)
	}
}
