package image

import "github.com/tfs-lang/tfs/tf/table"

// What is made of several kernels is written in the language.
func init() {
	for _, name := range []string{"ResizeMethod", "resize", "crop_to_bounding_box", "pad_to_bounding_box",
		"resize_with_crop_or_pad", "resize_with_pad", "central_crop", "flip_left_right", "flip_up_down",
		"random_flip_left_right", "random_flip_up_down", "stateless_random_flip_left_right",
		"stateless_random_flip_up_down", "random_contrast", "stateless_random_contrast", "rot90", "transpose",
		"per_image_standardization", "rgb_to_grayscale", "grayscale_to_rgb", "total_variation", "psnr"} {
		table.InLibrary("_tf_image", "tf.image."+name)
	}
}
