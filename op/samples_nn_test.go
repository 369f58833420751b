package op

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

func f32s(v Value) Value {
	t, err := tensor.Cast(context.Background(), v.(*tensor.Tensor), tensor.Float32)
	if err != nil {
		panic(err)
	}
	return t
}

// Convolutions and poolings, strided, dilated, grouped and padded.
func init() {
	image, result := ramp(0, 2, 4, 5, 2), ramp(2, 2, 2, 3, 3)
	plain := Attrs{{"strides", []int{1, 2, 2, 1}}, {"padding", "SAME"}}
	padded := Attrs{{"strides", []int{1, 1, 2, 1}}, {"padding", "EXPLICIT"},
		{"explicit_paddings", []int{0, 0, 1, 0, 2, 1, 0, 0}}, {"dilations", []int{1, 2, 1, 1}}}
	cube := Attrs{{"strides", []int{1, 1, 2, 1, 1}}, {"padding", "SAME"}}
	pool := Attrs{{"ksize", []int{1, 2, 3, 1}}, {"strides", []int{1, 2, 2, 1}}, {"padding", "SAME"}}
	pool3 := Attrs{{"ksize", []int{1, 2, 2, 1, 1}}, {"strides", []int{1, 1, 2, 1, 1}}, {"padding", "VALID"}}
	cubes := ramp(0, 1, 3, 3, 2, 2)
	drawn := Attrs{{"num_true", 1}, {"num_sampled", 3}, {"unique", true}, {"range_max", 9}, {"seed", 1}}
	low, high := tensor.Scalar(float32(-1.5)), tensor.Scalar(float32(2))
	lows, highs := tensor.Vector([]float32{-1, -2, 0, -0.3}), tensor.Vector([]float32{1, 1, 2, 5.7})
	samples = append(samples,
		sample{name: "Conv2D", at: plain, in: []Value{image, ramp(1, 3, 2, 2, 3)}},
		sample{name: "Conv2D", at: padded, in: []Value{image, ramp(1, 2, 2, 2, 3)}},
		sample{name: "Conv2D", at: plain, in: []Value{image, ramp(1, 2, 2, 1, 4)}},
		sample{name: "Conv2DBackpropInput", at: plain, in: []Value{i32(2, 4, 5, 2), ramp(1, 3, 2, 2, 3), result}},
		sample{name: "Conv2DBackpropFilter", at: plain, in: []Value{image, i32(3, 2, 2, 3), result}},
		sample{name: "DepthwiseConv2dNative", at: plain, in: []Value{image, ramp(1, 3, 2, 2, 3)}},
		sample{name: "DepthwiseConv2dNativeBackpropInput", at: plain,
			in: []Value{i32(2, 4, 5, 2), ramp(1, 3, 2, 2, 3), ramp(2, 2, 2, 3, 6)}},
		sample{name: "DepthwiseConv2dNativeBackpropFilter", at: plain,
			in: []Value{image, i32(3, 2, 2, 3), ramp(2, 2, 2, 3, 6)}},
		sample{name: "Conv3D", at: cube, in: []Value{cubes, ramp(1, 2, 2, 1, 2, 3)}},
		sample{name: "Conv3DBackpropInputV2", at: cube,
			in: []Value{i32(1, 3, 3, 2, 2), ramp(1, 2, 2, 1, 2, 3), ramp(2, 1, 3, 2, 2, 3)}},
		sample{name: "Conv3DBackpropFilterV2", at: cube,
			in: []Value{cubes, i32(2, 2, 1, 2, 3), ramp(2, 1, 3, 2, 2, 3)}},
		sample{name: "MaxPool", at: pool, in: []Value{image}},
		sample{name: "MaxPoolGrad", at: pool, in: []Value{image, ramp(1, 2, 2, 3, 2), ramp(2, 2, 2, 3, 2)}},
		sample{name: "MaxPoolGradGrad", at: pool, in: []Value{image, ramp(1, 2, 2, 3, 2), ramp(2, 2, 4, 5, 2)}},
		sample{name: "AvgPool", at: pool, in: []Value{image}},
		sample{name: "AvgPoolGrad", at: pool, in: []Value{i32(2, 4, 5, 2), ramp(2, 2, 2, 3, 2)}},
		sample{name: "MaxPool3D", at: pool3, in: []Value{f32s(cubes)}},
		sample{name: "MaxPool3DGrad", at: pool3,
			in: []Value{f32s(cubes), f32s(ramp(1, 1, 2, 1, 2, 2)), f32s(ramp(2, 1, 2, 1, 2, 2))}},
		sample{name: "MaxPool3DGradGrad", at: pool3, in: []Value{f32s(cubes), f32s(ramp(1, 1, 2, 1, 2, 2)), f32s(cubes)}},
		sample{name: "RandomUniform", at: Attrs{{"dtype", tensor.Float64}, {"seed", 1}}, in: []Value{i32(2, 3)}},
		sample{name: "RandomStandardNormal", at: Attrs{{"dtype", tensor.Float64}}, in: []Value{i32(2)}},
		sample{name: "TruncatedNormal", at: Attrs{{"dtype", tensor.Float32}}, in: []Value{i32(2)}},
		sample{name: "RandomUniformInt", in: []Value{i32(2), one32(1), one32(5)}},
		sample{name: "RandomShuffle", in: []Value{i32(1, 2, 3)}},
		sample{name: "UniformCandidateSampler", at: drawn, in: []Value{tensor.FromSlice([]int{2, 1}, []int64{1, 2})}},
		sample{name: "LogUniformCandidateSampler", at: drawn, in: []Value{tensor.FromSlice([]int{2, 1}, []int64{1, 2})}},
		sample{name: "RandomIndexShuffle", in: []Value{i32(0, 1, 2), i32(3, 4, 5), one32(9)}},
		sample{name: "FakeQuantWithMinMaxArgs", in: []Value{f32s(matrix34)}},
		sample{name: "FakeQuantWithMinMaxArgsGradient", in: []Value{f32s(matrix34), f32s(matrix34)}},
		sample{name: "FakeQuantWithMinMaxVars", in: []Value{f32s(matrix34), low, high}},
		sample{name: "FakeQuantWithMinMaxVarsGradient", in: []Value{f32s(matrix34), f32s(matrix34), low, high}},
		sample{name: "FakeQuantWithMinMaxVarsPerChannel", in: []Value{f32s(matrix34), lows, highs}},
		sample{name: "FakeQuantWithMinMaxVarsPerChannelGradient",
			in: []Value{f32s(matrix34), f32s(matrix34), lows, highs}},
		sample{name: "IsotonicRegression", at: Attrs{{"output_dtype", tensor.Float64}}, in: []Value{matrix34}, vary: true},
		sample{name: "ApproxTopK", at: Attrs{{"k", 2}}, in: []Value{f32s(matrix34)}},
		sample{name: "ApproxTopK", at: Attrs{{"k", 2}, {"reduction_dimension", 0}, {"is_max_k", false}},
			in: []Value{f32s(matrix34)}},
		sample{name: "SegmentSumV2", in: []Value{matrix34, i32(0, 0, 1), one32(2)}},
		sample{name: "SegmentProdV2", in: []Value{matrix34, i32(0, 0, 1), one32(2)}},
		sample{name: "SegmentMaxV2", in: []Value{matrix34, i32(0, 0, 1), one32(2)}},
		sample{name: "SegmentMinV2", in: []Value{matrix34, i32(0, 0, 1), one32(1)}},
		sample{name: "Multinomial", in: []Value{ramp(0, 2, 3), one32(4)}},
		sample{name: "StatelessMultinomial", in: []Value{ramp(0, 2, 3), one32(4), i32(1, 2)}},
		sample{name: "AvgPool3D", at: pool3, in: []Value{cubes}},
		sample{name: "AvgPool3DGrad", at: pool3, in: []Value{i32(1, 3, 3, 2, 2), ramp(2, 1, 2, 1, 2, 2)}},
	)
}

// TestStreams: eager kernels of one seed share a stream, which goes on; a node of a graph has its own;
// new streams begin all of them anew.
func TestStreams(t *testing.T) {
	x := &Exec{Ctx: context.Background(), Streams: new(Streams)}
	at := Attrs{{"dtype", tensor.Float32}, {"seed", 5}, {"seed2", 7}}
	draw := func(s *Stream) float64 {
		n := &Node{Def: RandomUniform, At: at, In: []Value{i32(1)}, Stream: s}
		if err := x.do(n); err != nil {
			t.Fatal(err)
		}
		return n.Out[0].(*tensor.Tensor).Float(0)
	}
	own := new(Stream)
	a, b, c, d := draw(nil), draw(nil), draw(own), draw(own)
	if a == b || a != c || b != d {
		t.Errorf("eager %v %v, in a graph %v %v", a, b, c, d)
	}
	x.Streams = new(Streams)
	if again, node := draw(nil), draw(own); again != a || node != a {
		t.Errorf("anew %v %v, want %v", again, node, a)
	}
}
