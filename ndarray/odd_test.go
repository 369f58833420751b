package ndarray_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor/drawn"
)

// TestOddArguments: files with changed bytes, types of changed texts and shapes that do not go together are errors or
// values, and no panic.
func TestOddArguments(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	texts := []string{"<f4", "float64", "U5", "S3", "i8,f4", "(2,3)f4", "M8[ns]", ">c16", "?", "O", "V7", "f4,(2,)i2"}
	refused := 0
	for range 20000 {
		b := []byte(texts[r.IntN(len(texts))])
		for range r.IntN(3) {
			b[r.IntN(len(b))] = "0123456789,()[]<>|=fiuScUOVMm?ns "[r.IntN(33)]
		}
		if d, ok := ndarray.Parse(string(b)); ok {
			if a, err := ndarray.New(d, []int{r.IntN(3), r.IntN(3)}, r.IntN(2) == 0); err == nil {
				_ = ndarray.CopyOrder(a)
				if _, err := ndarray.EncodeNPY(context.Background(), a); err != nil {
					refused++
				}
			}
		} else {
			refused++
		}
	}
	for range 5000 {
		a := ndarray.FromTensor(drawn.Tensor(r))
		b, err := ndarray.EncodeNPY(context.Background(), a)
		if err != nil || len(b) == 0 {
			refused++
			continue
		}
		for range r.IntN(4) {
			b[r.IntN(len(b))] = byte(r.IntN(256))
		}
		if _, err := ndarray.DecodeNPY(b[:len(b)-r.IntN(2)*r.IntN(len(b))]); err != nil {
			refused++
		}
		_, _ = ndarray.ObjectsNPY(b)
		ndarray.MayShare(a, ndarray.FromTensor(drawn.Tensor(r)))
		ndarray.Broadcast(a.Shape(), []int{r.IntN(4), r.IntN(4)}, nil)
	}
	if refused < 1000 {
		t.Errorf("%d refusals test too little", refused)
	}
}
