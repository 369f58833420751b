package op

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

func generatorState(words ...int64) *cell { return &cell{tensor.Vector(words)} }

func init() {
	samples = append(samples,
		sample{name: "RngReadAndSkip", in: []Value{generatorState(1, 2, 3), tensor.Scalar(int32(1)),
			tensor.Scalar(uint64(5))}},
		sample{name: "StatefulRandomBinomial", at: Attrs{{"dtype", tensor.Int64}}, in: []Value{generatorState(1, 2, 3),
			tensor.Scalar(int64(1)), tensor.Vector([]int32{2, 3}), tensor.Scalar(10.0),
			tensor.Vector([]float64{0.1, 0.5, 0.9})}},
		sample{name: "StatelessRandomBinomial", at: Attrs{{"dtype", tensor.Int32}}, in: []Value{tensor.Vector([]int32{4}),
			tensor.Vector([]int32{1, 2}), tensor.Scalar(10.0), tensor.Scalar(0.5)}},
		sample{name: "RandomGamma", in: []Value{tensor.Vector([]int32{4}), tensor.Vector([]float64{0.5, 1, 3})}},
		sample{name: "RandomPoissonV2", at: Attrs{{"dtype", tensor.Int64}}, in: []Value{tensor.Vector([]int32{4}),
			tensor.Vector([]float64{0.5, 30})}},
		sample{name: "StatelessRandomGammaV2", in: []Value{tensor.Vector([]int32{4, 3}), tensor.Vector([]int32{1, 2}),
			tensor.Vector([]float64{0.5, 1, 3})}},
		sample{name: "StatelessRandomGammaV3", in: []Value{tensor.Vector([]int32{4, 3}), tensor.Vector([]uint64{1}),
			tensor.Vector([]uint64{2, 3}), tensor.Scalar(int32(1)), tensor.Vector([]float64{0.5, 1, 3})}},
		sample{name: "StatelessRandomPoisson", at: Attrs{{"dtype", tensor.Int32}}, in: []Value{
			tensor.Vector([]int32{4, 2}),
			tensor.Vector([]int32{1, 2}), tensor.Vector([]float64{0.5, 30})}},
		sample{name: "RandomGammaGrad", in: []Value{tensor.Vector([]float64{0.5, 1, 50}),
			tensor.Vector([]float64{0.1, 3, 60})}})
}

// A generator's counter has 128 bits; a failed draw leaves the state as it was.
func TestGeneratorState(t *testing.T) {
	x := &Exec{Ctx: context.Background()}
	v := generatorState(-1, -1, 5)
	n, err := x.Do(RngReadAndSkip, nil, v, tensor.Scalar(int32(1)), tensor.Scalar(uint64(2)))
	if err != nil {
		t.Fatal(err)
	}
	if old := n.Out[0].(*tensor.Tensor).Int64s(); old[0] != -1 || old[1] != -1 {
		t.Error("the old state is", old)
	}
	if now := v.Load().Int64s(); now[0] != 511 || now[1] != 0 || now[2] != 5 {
		t.Error("the state is", now)
	}
	before := v.Load()
	_, err = x.Do(StatefulRandomBinomial, Attrs{{"dtype", tensor.Int32}}, v, tensor.Scalar(int64(1)),
		tensor.Vector([]int32{3, 2}), tensor.Vector([]float64{1, 2, 3}), tensor.Scalar(0.5))
	if err == nil || v.Load() != before {
		t.Error(err, v.Load().Int64s())
	}
	for _, alg := range []int32{2, 7} {
		if _, err := x.Do(RngReadAndSkip, nil, v, tensor.Scalar(alg), tensor.Scalar(uint64(2))); err == nil {
			t.Errorf("algorithm %d is taken", alg)
		}
	}
}
