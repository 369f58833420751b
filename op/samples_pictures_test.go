package op

import "github.com/tfs-lang/tfs/tensor"

// Pictures in other sizes, and through transformations.
func init() {
	picture, small := f32s(ramp(0, 2, 4, 5, 2)), f32s(ramp(1, 2, 3, 2, 2))
	half := Attrs{{"half_pixel_centers", true}}
	corners := Attrs{{"align_corners", true}}
	scale, move := tensor.Vector([]float32{0.75, 0.4}), tensor.Vector([]float32{0, 0.5})
	mirror := Attrs{{"interpolation", "BILINEAR"}, {"fill_mode", "REFLECT"}}
	turn := tensor.FromSlice([]int{1, 8}, []float32{0.8, -0.6, 1, 0.6, 0.8, -1, 0, 0.01})
	samples = append(samples,
		sample{name: "ResizeNearestNeighbor", at: half, in: []Value{picture, i32(3, 8)}},
		sample{name: "ResizeNearestNeighbor", at: corners, in: []Value{picture, i32(3, 8)}},
		sample{name: "ResizeNearestNeighborGrad", at: half, in: []Value{small, i32(4, 5)}},
		sample{name: "ResizeBilinear", at: half, in: []Value{picture, i32(3, 8)}},
		sample{name: "ResizeBilinear", at: corners, in: []Value{picture, i32(6, 2)}},
		sample{name: "ResizeBilinearGrad", at: half, in: []Value{small, picture}},
		sample{name: "ResizeBicubic", at: half, in: []Value{picture, i32(3, 8)}},
		sample{name: "ResizeBicubic", in: []Value{picture, i32(6, 2)}},
		sample{name: "ResizeBicubicGrad", at: half, in: []Value{small, picture}},
		sample{name: "ResizeArea", in: []Value{picture, i32(3, 2)}},
		sample{name: "ScaleAndTranslate", in: []Value{picture, i32(3, 2), scale, move}},
		sample{name: "ScaleAndTranslate", at: Attrs{{"kernel_type", "mitchellcubic"}, {"antialias", false}},
			in: []Value{picture, i32(6, 7), scale, move}},
		sample{name: "ScaleAndTranslateGrad", in: []Value{small, picture, scale, move}},
		sample{name: "ImageProjectiveTransformV2", at: Attrs{{"interpolation", "NEAREST"}},
			in: []Value{picture, turn, i32(4, 5)}},
		sample{name: "ImageProjectiveTransformV3", at: mirror,
			in: []Value{picture, turn, i32(4, 5), tensor.Scalar(float32(7))}},
	)
}
