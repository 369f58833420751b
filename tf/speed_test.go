package tf

import (
	"testing"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

// BenchmarkDispatch is what a call of a small op costs: the operator, a reduction, a cast.
func BenchmarkDispatch(b *testing.B) {
	x := tensor.Vector([]float32{1, 2})
	for name, f := range map[string]func(t *thread) (value, error){
		"add":  func(t *thread) (value, error) { return tensorBinary(t, "+", x, x) },
		"sum":  func(t *thread) (value, error) { return run(t, "tf.math.reduce_sum", x) },
		"cast": func(t *thread) (value, error) { return run(t, "tf.cast", x, tensor.Int32) },
		"exp":  func(t *thread) (value, error) { return run(t, "tf.math.exp", x) },
	} {
		b.Run(name, func(b *testing.B) {
			t := py.Background()
			b.ReportAllocs()
			for range b.N {
				if _, err := f(t); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
