package op

import (
	"context"

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
		sample{name: "AvgPool3D", at: pool3, in: []Value{cubes}},
		sample{name: "AvgPool3DGrad", at: pool3, in: []Value{i32(1, 3, 3, 2, 2), ramp(2, 1, 2, 1, 2, 2)}},
	)
}
