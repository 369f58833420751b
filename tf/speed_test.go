package tf

import (
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/values"
)

// BenchmarkDispatch is what a call of a small op costs: the operator, a reduction, a cast.
func BenchmarkDispatch(b *testing.B) {
	x := tensor.Vector([]float32{1, 2})
	for name, f := range map[string]func(t *py.Thread) (py.Value, error){
		"add":  func(t *py.Thread) (py.Value, error) { return values.TensorBinary(t, "+", x, x) },
		"sum":  func(t *py.Thread) (py.Value, error) { return public.ReduceSum.Run(t, x) },
		"cast": func(t *py.Thread) (py.Value, error) { return public.Cast.Run(t, x, tensor.Int32) },
		"exp":  func(t *py.Thread) (py.Value, error) { return public.Exp.Run(t, x) },
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
