package printer

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// FuzzPrinter prints arbitrary bytes as tensors of every type: no panic, no line of
// numbers over 75 columns, and the numbers read back.
func FuzzPrinter(f *testing.F) {
	f.Add([]byte("0123456789abcdef"), uint8(1), uint8(2))
	f.Add(make([]byte, 4096), uint8(14), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, d, cols uint8) {
		dt := tensor.DType(d)
		if int(d) > 23 || dt.Size() == 0 || cols == 0 || dt == tensor.Bool || len(b) > 1<<14 {
			return
		}
		n := len(b) / dt.Size() / int(cols) * int(cols)
		x := tensor.FromBytes(dt, []int{n / int(cols), int(cols)}, append([]byte(nil), b[:n*dt.Size()]...))
		text := TensorStr(x)
		body, ok := strings.CutPrefix(text, "tf.Tensor(")
		if !ok || !strings.HasSuffix(text, "dtype="+dt.Name()+")") {
			t.Fatalf("frame of %q", text)
		}
		TensorRepr(x)
		_, _ = PrintText(context.Background(), x, 3)
		if n == 0 || n > standard.Threshold || dt.IsComplex() {
			return
		}
		body = body[:strings.LastIndex(body, ", shape=")]
		words := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(body))
		if len(words) != n {
			t.Fatalf("%d words for %d elements: %q", len(words), n, text)
		}
		if dt.Base() == tensor.Int64 || dt.Base() == tensor.Int32 {
			for i, w := range words {
				if v, err := strconv.ParseInt(w, 10, 64); err != nil || v != x.Int(i) {
					t.Fatalf("%q is not %d", w, x.Int(i))
				}
			}
		}
		for _, l := range strings.Split(body, "\n") {
			if len(l) > standard.Width+2 {
				t.Fatalf("a line of %d columns", len(l))
			}
		}
	})
}
